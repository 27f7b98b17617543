// The lists of all requests and of all nodes.

class Table {
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.list = new VirtualList({
      label: options.label, empty: options.empty, height: () => (app.isNarrow ? 58 : 32),
      render: (item, row) => options.render(item, row), activate: (item) => app.open(item),
      header: el('div', { class: `columns ${options.kind}-columns`, 'aria-hidden': 'true' }, ...options.columns.map((name) => el('span', { text: name }))),
    });
    this.list.element.classList.add('table', `${options.kind}-table`);
    this.order = el('select', { 'aria-label': 'Order', onchange: () => this.show() },
      ...options.orders.map(([name], index) => el('option', { value: index, text: name })));
    this.count = el('p', { class: 'note' });
    this.element = el('div', { class: `view ${options.kind}` },
      el('div', { class: 'tools' }, this.count, el('label', { class: 'buttons choice' }, 'Order ', this.order)), this.list.element);
  }

  show() {
    const { run, search } = this.app;
    const all = this.options.items(run);
    const found = search.isEmpty ? [...all] : all.filter((item) => this.options.matches(search, item));
    const compare = this.options.orders[this.order.value]?.[1];
    if (compare) found.sort(compare);
    this.count.textContent = found.length === all.length
      ? counted(all.length, this.options.one) : `${found.length.toLocaleString('en')} of ${counted(all.length, this.options.one)}`;
    this.list.setItems(found);
  }
}

const took = (item, from) => (item.end === undefined || item[from] === undefined ? -1 : item.end - item[from]);
const cell = (kind, text) => el('span', { class: kind, text });

function requestTable(app) {
  return new Table(app, {
    kind: 'requests', one: 'request', label: 'Requests', empty: 'No request is found by this search.',
    columns: ['', 'Status', 'Method', 'URL', 'Node', 'Received', 'Sent at', 'Took'],
    orders: [
      ['as sent', (one, other) => (one.start ?? Infinity) - (other.start ?? Infinity)],
      ['slowest first', (one, other) => took(other, 'start') - took(one, 'start')],
      ['by node'],
      ['failed first', (one, other) => (stateOfRequest(one) === 'passed') - (stateOfRequest(other) === 'passed')],
    ],
    items: (run) => run.requests,
    matches: (search, request) => search.request(request),
    render: (request, row) => {
      const node = request.run.nodes[request.node];
      const time = request.end === undefined ? '' : duration(request.end - request.start);
      row.setAttribute('aria-label', `${oneLine(request.method)} ${oneLine(request.url)}, ${outcomeOf(request)}, ${time}`);
      row.append(sign(stateOfRequest(request)), cell('status', outcomeOf(request)), cell('method', oneLine(request.method)),
        cell('name', oneLine(request.url)), cell('node', node ? oneLine(node.name) : ''), cell('number', size(request.got ?? 0)),
        cell('number at', request.start === undefined ? '' : duration(request.start)), cell('number took', time));
    },
  });
}

function nodeTable(app) {
  return new Table(app, {
    kind: 'nodes', one: 'node', label: 'Nodes', empty: 'No node is found by this search.',
    columns: ['', 'Node', 'Stands at', 'Requests', 'Values', 'Worked', 'Slack'],
    orders: [
      ['as declared'],
      ['least slack first', (one, other) => (one.slack ?? Infinity) - (other.slack ?? Infinity)],
      ['slowest first', (one, other) => took(other, 'active') - took(one, 'active')],
      ['failed first', (one, other) => (one.state !== 'failed') - (other.state !== 'failed')],
    ],
    items: (run) => run.nodes,
    matches: (search, node) => search.node(node),
    render: (node, row) => {
      const time = took(node, 'active') < 0 ? '' : duration(node.end - node.active);
      const slack = node.onPath ? 'critical' : node.slack === undefined ? '' : duration(node.slack);
      row.setAttribute('aria-label', `${node.run.fullName(node)}, ${states[node.state].label}, ${time}${slack && `, slack ${slack}`}`);
      row.append(sign(node.state), el('span', { class: 'name' }, node.run.fullName(node), node.teardown && el('span', { class: 'tag', text: 'teardown' })),
        cell('node', place(node.at)), cell('number', node.requests.length || ''), cell('number', node.values ?? ''),
        cell('number took', time), el('span', { class: `number slack${node.onPath ? ' critical' : ''}`, text: slack }));
    },
  });
}
