// What broke, and where; then how the time went; with several runs, all of them.

class Overview {
  constructor(app) {
    this.app = app;
    this.element = el('div', { class: 'view overview', tabindex: '-1' });
    this.runs = new VirtualList({
      label: 'Runs',
      height: () => 34,
      empty: 'No run is found by this search.',
      render: (run, row) => this.runRow(run, row),
      activate: (run) => app.showRun(run.index),
    });
    this.runs.element.classList.add('runs');
  }

  show() {
    const { report, search, run } = this.app;
    const isSuite = report.runs.length > 1;
    const failures = report.runs.filter((one) => !one.superseded).flatMap((one) => one.failed.filter((node) => search.isEmpty || search.node(node))
      .map((node) => ({ node, run: one })));
    const notCounted = (entry) => entry.node.parent !== undefined || entry.node.teardown;
    const first = [...failures.filter((entry) => !notCounted(entry)), ...failures.filter(notCounted)];
    this.element.replaceChildren(...[
      isSuite ? this.suite(report) : this.summary(run),
      first.length && this.failures(first, isSuite),
      !first.length && !search.isEmpty && el('p', { class: 'empty', text: 'No failure is found by this search.' }),
      isSuite && el('section', { class: 'panel', 'aria-label': 'All runs' }, el('h2', { text: 'Runs' }), this.runs.element),
      isSuite && this.summary(run),
      this.path(run),
      this.log(run),
    ].filter(Boolean));
    if (isSuite) {
      const list = report.runs.filter((one) => search.isEmpty || search.run(one));
      this.runs.element.style.height = `${Math.min(10, Math.max(list.length, 2)) * 34 + 2}px`;
      this.runs.setItems(list);
      this.runs.selectItem(run);
    }
  }

  suite(report) {
    const count = {};
    for (const run of report.runs) count[run.verdict] = (count[run.verdict] ?? 0) + 1;
    const requests = report.runs.reduce((sum, run) => sum + run.requests.length, 0);
    return el('section', { class: 'panel summary', 'aria-label': 'Summary of all runs' },
      el('h2', { text: counted(report.runs.filter((run) => !run.superseded).length, 'run') }),
      el('ul', { class: 'tiles' }, ...Object.keys(states).filter((name) => count[name]).map((name) => tile(name, count[name])),
        el('li', { class: 'tile' }, el('b', { text: requests.toLocaleString('en') }), el('span', { text: requests === 1 ? 'request' : 'requests' }))));
  }

  summary(run) {
    const { counts } = run;
    const retries = run.nodes.reduce((sum, node) => sum + retriesOf(node), 0);
    const checks = run.nodes.reduce((sum, node) => sum + (node.checks ?? 0), 0);
    const ended = { succeeded: 'passed', failed: 'failed', refused: 'did not begin', cancelled: `was cancelled${run.reason ? ` by ${run.reason}` : ''}` }[run.outcome]
      ?? 'has no end in the record';
    return el('section', { class: 'panel summary', 'aria-label': 'Summary' },
      el('h2', {}, sign(run.verdict), el('span', { text: `${oneLine(run.title)} ${ended}` })),
      run.description && el('p', { class: 'note', text: oneLine(run.description) }),
      el('ul', { class: 'tiles' },
        ...Object.keys(states).filter((name) => counts[name]).map((name) => tile(name, counts[name])),
        numberTile(run.requests.length, 'request'), retries > 0 && numberTile(retries, 'retry', 'retries'),
        checks > 0 && numberTile(checks, 'check held', 'checks held'), numberTile(run.outputs, 'output value')),
      el('p', { class: 'meta' }, el('code', { text: oneLine(run.file) }),
        el('span', { text: startText(run) }), el('span', { text: `took ${duration(run.duration)}` }),
        el('span', { text: `exit status ${run.exit}` }), run.id && el('span', { text: `run ${oneLine(run.id)}` })));
  }

  failures(entries, isSuite) {
    const shown = entries.slice(0, 50);
    const rest = entries.length - shown.length;
    return el('section', { class: 'failures', 'aria-label': 'Failures' },
      el('h2', { text: counted(entries.length, 'failure') }),
      ...shown.map(({ node, run }) => el('article', { class: 'panel failed-node' },
        el('h3', {}, sign('failed'),
          el('button', { class: 'link', type: 'button', text: run.fullName(node), onclick: () => this.app.open(node, true) }),
          isSuite && run.title !== node.name && el('span', { class: 'in-run', text: oneLine(run.title) }),
          node.teardown && el('span', { class: 'in-run', text: 'teardown' })),
        failureCard(node.failure, run, this.app),
        node.notes.length > 0 && fold(`Log (${node.notes.length})`, () => notesList(node.notes, run, this.app), node.notes.length < 6))),
      rest > 0 && el('p', { class: 'note', text: `and ${rest} more: the search finds them` }));
  }

  path(run) {
    const parts = (run.path ?? []).map(([index, share]) => ({ node: run.nodes[index], share }));
    if (!parts.length || run.outcome === 'refused') return undefined;
    const total = Math.max(1, parts.reduce((sum, part) => sum + part.share, 0));
    const shown = parts.length > 24 ? [...parts].sort((one, other) => other.share - one.share).slice(0, 24) : parts;
    return el('section', { class: 'panel', 'aria-label': 'Critical path' },
      el('h2', { text: 'Critical path' }),
      el('p', { class: 'note', text: parts.length > 24
        ? `${parts.length} nodes decided how long the run took; here the 24 longest.` : 'These nodes decided how long the run took, first to last.' }),
      el('div', { class: 'path-bar', 'aria-hidden': 'true' }, ...parts.slice(0, 200).map((part) => {
        const piece = el('span', { class: 'path-piece', title: `${oneLine(part.node.name)}: ${duration(part.share)}` });
        piece.style.flexGrow = String(part.share / total);
        return piece;
      })),
      el('ol', { class: 'path' }, ...shown.map((part) => el('li', {},
        sign(part.node.state),
        el('button', { class: 'link', type: 'button', text: oneLine(part.node.name), onclick: () => this.app.open(part.node, true) }),
        el('span', { class: 'number', text: `${duration(part.share)} · ${Math.round((100 * part.share) / total)} %` })))));
  }

  /** What the nodes said, tried again and put right, in the order of time. */
  log(run) {
    const { search } = this.app;
    const lines = run.nodes.filter((node) => search.isEmpty || search.node(node))
      .flatMap((node) => node.notes.map((note) => ({ node, note })))
      .sort((one, other) => one.note.t - other.note.t);
    if (!lines.length) return undefined;
    const make = () => el('ul', { class: 'notes' }, ...lines.slice(0, 300).map(({ node, note }) => el('li', { class: `level-${note.level ?? 'none'}` },
      el('span', { class: 'time', text: duration(note.t) }),
      el('button', { class: 'link', type: 'button', text: oneLine(node.name), onclick: () => this.app.open(node, true) }),
      noteText(note, run, this.app))), lines.length > 300 && el('li', { class: 'more', text: `and ${lines.length - 300} more, at their nodes` }));
    return el('section', { class: 'panel', 'aria-label': 'Log' }, el('h2', { text: 'Log' }), make());
  }

  runRow(run, row) {
    const { counts } = run;
    row.setAttribute('aria-label', `${oneLine(run.title)}, ${states[run.verdict].label}`);
    row.append(sign(run.verdict), el('span', { class: 'name', text: oneLine(run.title) }),
      el('span', { class: 'tally', text: `${counts.failed ?? 0} of ${Object.values(counts).reduce((sum, one) => sum + one, 0)} failed` }),
      el('span', { class: 'number', text: duration(run.duration) }));
    if (run === this.app.run) row.classList.add('current');
  }
}

const tile = (name, count) => el('li', { class: `tile state-${name}` }, sign(name), el('b', { text: count.toLocaleString('en') }), el('span', { text: states[name].label }));

const numberTile = (count, one, many = `${one}s`) => el('li', { class: 'tile' },
  el('b', { text: count.toLocaleString('en') }), el('span', { text: count === 1 ? one : many }));

function startText(run) {
  const date = new Date(run.startedAt * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
