// The search: words that must all be found, in names, URLs, statuses, messages, headers and bodies.
//
// `status:4xx`, `is:failed`, `node:NAME` and `method:POST` look in one place only. `"two words"` are looked for as one.

const searchKeys = ['status', 'is', 'node', 'method'];

function parseQuery(text) {
  const terms = [];
  for (const match of text.toLowerCase().matchAll(/(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const isKey = searchKeys.includes(match[1]);
    const word = match[2] ?? match[3];
    if (isKey) terms.push({ key: match[1], word });
    else if (match[1] || word) terms.push({ word: match[1] ? `${match[1]}:${word}` : word });
  }
  return terms;
}

const hasStatus = (request, word) => {
  const outcome = outcomeOf(request).toLowerCase();
  return /^[1-5]xx$/.test(word) ? outcome.length === 3 && outcome[0] === word[0] : outcome.startsWith(word);
};

class Search {
  constructor(report) {
    this.report = report;
    this.terms = [];
    this.known = new Map();
    this.lower = new Map();
  }

  set(text) {
    this.terms = parseQuery(text);
    this.known = new Map();
    this.found = this.terms.map((term) => (term.key ? undefined : this.shared(term.word)));
  }

  get isEmpty() { return this.terms.length === 0; }

  /** Which of the texts and header lists that requests share hold a word: each is looked through once. */
  shared(word) {
    this.lowerTexts ??= this.report.texts.map((text) => text.toLowerCase());
    this.lowerHeaders ??= this.report.headers.map((list) => list.map((pair) => pair.join(': ')).join('\n').toLowerCase());
    return {
      texts: this.lowerTexts.map((text) => text.includes(word)),
      headers: this.lowerHeaders.map((text) => text.includes(word)),
    };
  }

  textOf(item, make) {
    let text = this.lower.get(item);
    if (text === undefined) {
      text = make().toLowerCase();
      this.lower.set(item, text);
    }
    return text;
  }

  request(request) {
    let isFound = this.known.get(request);
    if (isFound === undefined) {
      isFound = this.holds(request);
      this.known.set(request, isFound);
    }
    return isFound;
  }

  holds(request) {
    const node = request.run.nodes[request.node];
    return this.terms.every((term, index) => {
      switch (term.key) {
        case 'status': return hasStatus(request, term.word);
        case 'is': return states[stateOfRequest(request)].label.startsWith(term.word);
        case 'node': return node?.name.toLowerCase().includes(term.word);
        case 'method': return request.method.toLowerCase() === term.word;
        default: {
          const found = this.found[index];
          const own = this.textOf(request, () =>
            [request.method, request.url, outcomeOf(request), request.error?.message, node?.name, request.upload].join('\n'));
          return own.includes(term.word) || hasStatus(request, term.word)
            || found.texts[request.sentBody] || found.texts[request.body]
            || found.headers[request.sentHeaders] || found.headers[request.headers];
        }
      }
    });
  }

  /** A node is found by itself or by one of its requests. */
  node(node) {
    const isOwn = this.terms.every((term) => {
      switch (term.key) {
        case 'status': case 'method': return false;
        case 'is': return states[node.state].label.startsWith(term.word);
        case 'node': return node.name.toLowerCase().includes(term.word);
        default: return this.textOf(node, () => nodeText(node)).includes(term.word);
      }
    });
    return isOwn || node.requests.some((request) => this.request(request));
  }

  run(run) {
    const isOwn = this.terms.every((term) =>
      term.key === 'is'
        ? states[run.verdict].label.startsWith(term.word)
        : !term.key && this.textOf(run, () => `${run.title}\n${run.file}\n${run.description ?? ''}`).includes(term.word));
    return isOwn || run.nodes.some((node) => this.node(node));
  }
}

function nodeText(node) {
  const failure = (of) => (of ? [of.kind, of.message, ...(of.details ?? [])] : []);
  const notes = node.notes.flatMap((note) => [note.text, ...failure(note.failure)]);
  const values = node.emitted.map((value) => value[2]);
  return [node.name, node.text, states[node.state].label, place(node.at), ...failure(node.failure), ...notes, ...values].join('\n');
}
