// A failure told in full, and the lines of a node's log.

function failureCard(failure, run, app) {
  const step = run.step(failure.step);
  const began = run.nodes[failure.node];
  const request = run.requests[failure.request];
  const at = step?.place ?? place(began?.at);
  return el('div', { class: 'failure' },
    el('p', { class: 'where' }, el('code', { text: at }), step && el('span', { text: step.title }),
      // 'custom' tells nobody anything that the message does not.
      failure.kind !== 'custom' && el('span', { class: 'kind', text: failure.kind })),
    el('p', { class: 'message', text: manyLines(failure.message) }),
    failure.source && excerpt(failure.source),
    failure.details?.length && el('pre', { class: 'details', tabindex: '0', text: failure.details.map(manyLines).join('\n') }),
    failure.line && el('p', { class: 'wire' }, el('code', { text: oneLine(failure.line) }),
      request && app && el('button', { class: 'link', type: 'button', text: 'all of the request', onclick: () => app.open(request, true) })),
    failure.body !== undefined && fold('Response body', () => bodyBlock(run.report.texts[failure.body], failure.cut), true),
    failure.curl && fold('Repeat it with curl', () => copied(failure.curl)));
}

/** The line of the file and a caret under its part. */
function excerpt([number, text, column, length]) {
  const margin = String(number).replace(/./g, ' ');
  // What is before the caret keeps its width: tabs stay tabs.
  const before = [...text].slice(0, column - 1).map((character) => (character === '\t' ? '\t' : ' ')).join('');
  return el('pre', { class: 'excerpt', tabindex: '0' },
    el('span', { class: 'margin', text: `${number} │ ` }), `${manyLines(text).replace(/\n/g, ' ')}\n`,
    el('span', { class: 'margin', text: `${margin} │ ` }), before, el('span', { class: 'caret', text: '^'.repeat(Math.max(1, length)) }));
}

function copied(text) {
  const block = el('pre', { class: 'body', tabindex: '0', text: oneLine(text) });
  const button = el('button', {
    class: 'small', type: 'button', text: 'Copy',
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(block);
        button.textContent = 'Selected';
      }
    },
  });
  return el('div', { class: 'copied' }, block, button);
}

function notesList(notes, run, app) {
  const shown = notes.slice(0, 500);
  return el('ul', { class: 'notes' }, ...shown.map((note) => el('li', { class: `note-${note.kind} level-${note.level ?? 'none'}` },
    el('span', { class: 'time', text: duration(note.t) }), noteText(note, run, app))),
    notes.length > shown.length && el('li', { class: 'more', text: `and ${notes.length - shown.length} more` }));
}

function noteText(note, run, app) {
  if (note.kind === 'message') {
    return el('span', { class: 'log-text' }, note.level === 'failure' && sign('failed'), manyLines(note.text));
  }
  const step = run.step(note.step);
  const head = note.kind === 'retry'
    ? `attempt ${note.attempt} failed, the next ${note.delay > 0 ? `after ${duration(note.delay)}` : 'at once'}`
    : `recovered by ${step?.title ?? 'a step'}`;
  return el('div', { class: 'log-text' }, el('span', { class: 'headline' }, sign('recovered'), head),
    note.failure && el('div', {}, `${note.failure.kind}: ${manyLines(note.failure.message)}`),
    note.failure && fold('The failure', () => failureCard(note.failure, run, app)));
}
