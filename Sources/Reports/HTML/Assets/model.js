// What the page shows: the runs, their nodes and requests, linked with each other. Times are microseconds since the run's
// start.

const phaseNames = [
  ['queue', 'waits for its client’s place'],
  ['dns', 'name lookup'],
  ['connect', 'connect'],
  ['tls', 'TLS'],
  ['wait', 'sends, and waits for the first byte'],
  ['transfer', 'transfer'],
  ['unknown', 'no whole response'],
  ['pause', 'pause before the next attempt'],
];

function loadReport(text) {
  const report = JSON.parse(text);
  report.texts ??= [];
  report.headers ??= [];
  report.runs = (report.runs ?? []).map((run, index) => new Run(run, index, report));
  return report;
}

class Run {
  constructor(data, index, report) {
    Object.assign(this, data);
    this.index = index;
    this.report = report;
    this.end = Math.max(this.duration, 1);
    this.nodes = data.nodes.map((node, place) => ({
      ...node, run: this, place, kind: 'node', requests: [], children: [], consumers: [], notes: node.notes ?? [],
      inputs: node.inputs ?? [], emitted: node.emitted ?? [], onPath: false,
    }));
    this.requests = data.requests.map((request, place) => ({
      ...request, run: this, place, kind: 'request', segments: segments(request),
    }));
    for (const request of this.requests) this.nodes[request.node]?.requests.push(request);
    for (const node of this.nodes) {
      for (const input of node.inputs) this.nodes[input]?.consumers.push(node.place);
      this.nodes[node.parent]?.children.push(node.place);
      node.pauses = node.notes.filter((note) => note.kind === 'retry' && note.delay > 0);
      for (const note of node.pauses) {
        const request = this.requests[note.failure?.request];
        if (request?.end !== undefined) request.segments.push({ phase: 'pause', from: note.t, to: note.t + note.delay });
      }
    }
    for (const [place, share] of this.path ?? []) {
      this.nodes[place].onPath = true;
      this.nodes[place].share = share;
    }
    this.failed = this.nodes.filter((node) => node.failure && node.state === 'failed');
  }

  get verdict() {
    if (this.superseded) return 'superseded';
    // Of runs that did not begin, those alone are at fault which would not have begun by themselves.
    if (this.outcome === 'refused') return this.exit === 0 ? 'skipped' : 'failed';
    return { succeeded: 'passed', failed: 'failed', cancelled: 'cancelled' }[this.outcome] ?? 'unfinished';
  }

  /** How many of its own nodes ended in each way; those of pipelines that it runs are their nodes' affair. */
  get counts() {
    const counts = {};
    for (const node of this.nodes) {
      if (node.parent === undefined && !node.teardown) counts[node.state] = (counts[node.state] ?? 0) + 1;
    }
    return counts;
  }

  /** A node's name behind those of the nodes round it. */
  fullName(node) {
    const parts = [node.name];
    let parent = this.nodes[node.parent];
    while (parent && parts.length < this.nodes.length) {
      parts.unshift(parent.name);
      parent = this.nodes[parent.parent];
    }
    return parts.map(oneLine).join(' › ');
  }

  step(index) {
    const step = this.steps?.[index];
    if (!step) return undefined;
    const [operation, label, file, line, column] = step;
    const title = !label || label === operation ? operation : `${operation} ‘${label}’`;
    return { operation, title: oneLine(title), place: `${oneLine(file)}:${line}:${column}` };
  }
}

/** A request's phases, each from one time to another. */
function segments(request) {
  const list = [];
  const { start, end } = request;
  if (start === undefined || end === undefined) return list;
  if (request.queued > 0) list.push({ phase: 'queue', from: Math.max(0, start - request.queued), to: start });
  if (!request.phases) {
    list.push({ phase: 'unknown', from: start, to: end });
    return list;
  }
  let from = start;
  ['dns', 'connect', 'tls', 'wait'].forEach((phase, index) => {
    const to = Math.min(end, start + request.phases[index]);
    if (to <= from) return;
    list.push({ phase, from, to });
    from = to;
  });
  list.push({ phase: 'transfer', from, to: Math.max(from, end) });
  return list;
}

const retriesOf = (node) => node.notes.filter((note) => note.kind === 'retry').length;

const place = (at) => (at ? `${oneLine(at[0])}:${at[1]}:${at[2]}` : '');

/** How a request ended, in a word or a number. */
function outcomeOf(request) {
  if (request.status !== undefined) return String(request.status);
  if (request.error) return request.error.kind;
  return request.cancelled ? 'cancelled' : 'no end';
}

function stateOfRequest(request) {
  if (request.error || request.refused) return 'failed';
  if (request.cancelled) return 'cancelled';
  if (request.status === undefined) return 'unfinished';
  return 'passed';
}

function explanation(node) {
  const other = node.run.nodes[node.other];
  const name = other ? `‘${oneLine(other.name)}’` : 'another node';
  switch (node.state) {
    case 'blocked': return node.requests.length ? `stopped: it needs ${name}` : `not run: it needs ${name}`;
    case 'skipped': return other ? `skipped: it needs ${name}` : 'skipped: its ‘when’ is not true';
    case 'unselected': return 'not run: other nodes were asked for';
    case 'cancelled': return 'cancelled: nobody needed it any more, or the run was ended';
    case 'unfinished': return 'the record ends before it does';
    default: return '';
  }
}
