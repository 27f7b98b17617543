// The panel beside the views: all of one node or one request.

class Inspector {
  constructor(app) {
    this.app = app;
    this.element = byId('inspector');
    this.body = byId('inspector-body');
    byId('inspector-close').addEventListener('click', () => app.closeInspector());
  }

  show(item) {
    const parts = item.kind === 'node' ? this.node(item) : this.request(item);
    this.body.replaceChildren(...parts.filter(Boolean));
    this.body.scrollTop = 0;
    this.element.setAttribute('aria-label', item.kind === 'node' ? `Node ${oneLine(item.name)}` : 'Request');
  }

  link(item, text) {
    return el('button', { class: 'link', type: 'button', text, onclick: () => this.app.open(item, true) });
  }

  nodeLinks(run, places) {
    const links = places.filter((index) => run.nodes[index]).slice(0, 60)
      .map((index) => this.link(run.nodes[index], oneLine(run.nodes[index].name)));
    if (places.length > links.length) links.push(el('span', { text: `and ${places.length - links.length} more` }));
    return links.length ? el('span', { class: 'links' }, ...links) : undefined;
  }

  // --- A node ----------------------------------------------------------------------------------------------------

  node(node) {
    const { run } = node;
    const parts = [
      el('h2', { class: 'inspected' }, sign(node.state), el('span', { text: run.fullName(node) })),
      node.text && el('p', { class: 'note', text: oneLine(node.text) }),
      explanation(node) && el('p', { class: 'note', text: explanation(node) }),
      node.failure && failureCard(node.failure, run, this.app),
      facts([
        ['State', state(node.state)],
        ['Stands at', el('code', { text: place(node.at) })],
        ['Worked', node.active !== undefined && node.end !== undefined
          ? `${duration(node.end - node.active)}, from ${duration(node.active)} to ${duration(node.end)}` : undefined],
        ['Critical path', node.onPath ? `on it, with ${duration(node.share)} of its own` : undefined],
        ['Slack', !node.onPath && node.slack !== undefined ? `${duration(node.slack)}: so much later would not have mattered` : undefined],
        ['Values', node.values],
        ['Checks held', node.checks || undefined],
        ['Part of', node.teardown ? 'the teardown' : undefined],
        ['Run by', this.nodeLinks(run, node.parent === undefined ? [] : [node.parent])],
        ['Takes from', this.nodeLinks(run, node.inputs)],
        ['Feeds', this.nodeLinks(run, node.consumers)],
        ['Runs', this.nodeLinks(run, node.children)],
      ]),
    ];
    if (node.notes.length) parts.push(fold(`Log (${node.notes.length})`, () => notesList(node.notes, run, this.app), true));
    if (node.emitted.length) {
      parts.push(fold(`Values (${node.values ?? node.emitted.length})`, () => this.values(node), node.emitted.length <= 12));
    }
    if (node.requests.length) {
      parts.push(fold(`Requests (${node.requests.length})`, () => this.requests(node), node.requests.length <= 30));
    }
    return parts;
  }

  values(node) {
    const rows = node.emitted.slice(0, 200).map(([time, index, preview, isCut]) =>
      el('li', {}, el('span', { class: 'time', text: duration(time) }), el('span', { class: 'ordinal', text: index }),
        el('code', { text: oneLine(preview) + (isCut ? '…' : '') })));
    const rest = (node.values ?? node.emitted.length) - rows.length;
    return el('ol', { class: 'values' }, ...rows, rest > 0 && el('li', { class: 'more', text: `and ${rest} more` }));
  }

  requests(node) {
    const shown = node.requests.slice(0, 200);
    const rest = node.requests.length - shown.length;
    return el('ul', { class: 'plain' }, ...shown.map((request) => {
      const text = `${oneLine(request.method)} ${oneLine(request.url)}`;
      return el('li', {}, sign(stateOfRequest(request)), el('span', { class: 'status', text: outcomeOf(request) }), this.link(request, text));
    }), rest > 0 && el('li', { class: 'more', text: `and ${rest} more, in the view Requests` }));
  }

  // --- A request -------------------------------------------------------------------------------------------------

  request(request) {
    const { run } = request;
    const node = run.nodes[request.node];
    const step = run.step(request.step);
    const { headers, texts } = run.report;
    return [
      el('h2', { class: 'inspected' }, sign(stateOfRequest(request)), el('span', { text: `${oneLine(request.method)} → ${outcomeOf(request)}` })),
      el('p', { class: 'url' }, el('code', { text: oneLine(request.url) })),
      request.error && el('p', { class: 'message', text: `${request.error.kind}: ${oneLine(request.error.message)}` }),
      facts([
        ['Node', node && this.link(node, run.fullName(node))],
        ['Step', step && el('span', {}, `${step.title} `, el('code', { text: step.place }))],
        ['For value', request.value === undefined ? undefined : `number ${request.value} of its stream`],
        ['Attempt', request.attempt > 1 ? request.attempt : undefined],
        ['Sent as', { retry: 'another attempt', redirect: 'the redirect said', poll: 'one more look' }[request.cause]],
        ['Sent', request.start === undefined ? undefined : `${duration(request.start)} after the run’s start`],
        ['Took', request.end === undefined ? undefined : duration(request.end - request.start)],
        ['Upload', request.upload && el('code', { text: oneLine(request.upload) })],
        ['Sizes', `${size(request.sent ?? 0)} sent, ${size(request.got ?? 0)} received`],
      ]),
      phaseTable(request),
      headersFold('Request headers', headers[request.sentHeaders]),
      bodyFold('Request body', texts[request.sentBody], request.sent, request.sentCut, request),
      headersFold('Response headers', headers[request.headers]),
      bodyFold('Response body', texts[request.body], request.got, request.cut, request),
    ];
  }
}

/** A list of names and what they are; those without are left out. */
function facts(pairs) {
  const rows = pairs.filter(([, value]) => value !== undefined && value !== null && value !== false);
  return el('dl', { class: 'facts' }, ...rows.flatMap(([name, value]) => [
    el('dt', { text: name }), el('dd', {}, value instanceof Node ? value : String(value)),
  ]));
}

/** Something folded, made when it is opened first. */
function fold(title, make, isOpen = false) {
  const details = el('details', { class: 'fold' }, el('summary', { text: title }));
  const fill = () => {
    if (details.open && details.childElementCount === 1) details.append(make());
  };
  details.addEventListener('toggle', fill);
  details.open = isOpen;
  fill();
  return details;
}

function headersFold(title, list) {
  if (!list?.length) return undefined;
  return fold(`${title} (${list.length})`, () => el('dl', { class: 'headers' }, ...list.flatMap(([name, value]) => [
    el('dt', { text: oneLine(name) }), el('dd', { text: oneLine(value) }),
  ])));
}

function bodyFold(title, text, bytes, isCut, request) {
  if (!bytes) return undefined;
  if (text === undefined) {
    const why = request.upload && title === 'Request body' ? 'of a file' : request.left ? 'left out, to keep this page small' : 'that are not text';
    return el('p', { class: 'note', text: `${title}: ${size(bytes)} ${why}` });
  }
  return fold(`${title} (${size(bytes)})`, () => bodyBlock(text, isCut));
}

function bodyBlock(text, isCut) {
  const block = el('pre', { class: 'body', tabindex: '0', text: manyLines(isCut ? text : indented(text)) });
  if (isCut) block.append(el('span', { class: 'cut', text: ' … it goes on' }));
  return block;
}

/** JSON on several lines. The text is moved only, never read as numbers: every digit stays. */
function indented(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{[\]},:]|\s+/g, (token) => {
    if (/^\s/.test(token)) return '';
    if (token === ',') return `,${line()}`;
    if (token === ':') return ': ';
    if (token === '{' || token === '[') {
      depth += 1;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return line() + token;
    }
    return token[0] === '"' ? token : token.replace(/\s/g, '');
  });
}

function phaseTable(request) {
  if (!request.segments.length) return undefined;
  const from = Math.min(...request.segments.map((part) => part.from));
  const to = Math.max(...request.segments.map((part) => part.to));
  const rows = request.segments.map((part) => {
    const bar = el('span', { class: `phase phase-${part.phase}` });
    bar.style.left = `${(100 * (part.from - from)) / Math.max(1, to - from)}%`;
    bar.style.width = `${(100 * (part.to - part.from)) / Math.max(1, to - from)}%`;
    return el('tr', {},
      el('th', { scope: 'row', text: phaseNames.find(([name]) => name === part.phase)[1] }),
      el('td', { class: 'number', text: duration(part.to - part.from) }),
      el('td', { class: 'bar-cell', 'aria-hidden': 'true' }, el('span', { class: 'track' }, bar)));
  });
  return el('table', { class: 'phases', 'aria-label': 'Phases' }, el('tbody', {}, ...rows));
}
