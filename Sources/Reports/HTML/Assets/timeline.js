// The waterfall: nodes and their requests over the real time axis.

class Timeline {
  constructor(app) {
    this.app = app;
    this.open = new Set();
    this.axis = el('div', { class: 'axis', 'aria-hidden': 'true' });
    this.lines = el('div', { class: 'lines', 'aria-hidden': 'true' });
    this.strip = new LoadStrip((from, to) => this.zoomTo(from, to));
    this.list = new VirtualList({
      label: 'Nodes and requests over time', tree: true,
      header: el('div', { class: 'waterfall-head' }, el('span', { class: 'head-label', text: 'node, request' }), this.axis),
      height: () => (app.isNarrow ? 44 : 26),
      empty: 'No node or request is found by this search.',
      render: (item, row) => this.row(item, row),
      activate: (item) => app.open(item),
      click: (event, item) => event.target.closest('.twist') && this.toggle(item),
      key: (event, item) => this.key(event, item),
    });
    this.list.element.classList.add('waterfall');
    this.list.body.append(this.lines);
    this.list.element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    const button = (text, label, action) => el('button', { class: 'small', type: 'button', text, title: label, 'aria-label': label, onclick: action });
    this.element = el('div', { class: 'view timeline' },
      el('div', { class: 'tools' },
        el('ul', { class: 'legend', 'aria-label': 'Phases' }, ...phaseNames.map(([name, text]) =>
          el('li', {}, el('span', { class: `swatch phase phase-${name}` }), text))),
        el('span', { class: 'buttons' }, button('−', 'Show more time', () => this.zoom(2)), button('+', 'Show less time', () => this.zoom(0.5)),
          button('All', 'Show the whole run', () => this.zoomTo(0, this.run.end)),
          button('Fold', 'Fold or unfold all nodes', () => this.foldAll()))),
      this.strip.element, this.list.element);
  }

  show() {
    const { run } = this.app;
    if (this.run !== run) {
      this.run = run;
      this.open = new Set(run.requests.length <= 400 ? run.nodes : []);
      this.window = { from: 0, to: run.end };
    }
    this.fill();
  }

  fill() {
    const { search } = this.app;
    const items = [];
    for (const node of this.run.nodes) {
      if (!search.isEmpty && !search.node(node)) continue;
      items.push(node);
      if (this.open.has(node)) items.push(...(search.isEmpty ? node.requests : this.matching(node)));
    }
    this.strip.show(this.run, this.window);
    this.drawAxis();
    this.list.setItems(items);
  }

  matching(node) {
    const found = node.requests.filter((request) => this.app.search.request(request));
    return found.length ? found : node.requests;
  }

  toggle(item) {
    const node = item.kind === 'node' ? item : this.run.nodes[item.node];
    if (!node.requests.length) return false;
    if (!this.open.delete(node)) this.open.add(node);
    this.fill();
    this.list.selectItem(node);
    return true;
  }

  foldAll() {
    this.open = new Set(this.open.size ? [] : this.run.nodes);
    this.fill();
  }

  key(event, item) {
    if (event.key === '+' || event.key === '-') this.zoom(event.key === '+' ? 0.5 : 2);
    else if (event.key === '0') this.zoomTo(0, this.run.end);
    else if (event.shiftKey && event.key.startsWith('Arrow')) this.pan(event.key === 'ArrowLeft' ? -0.2 : 0.2);
    else if (event.key === 'ArrowRight' && item?.kind === 'node' && !this.open.has(item)) return this.toggle(item);
    else if (event.key === 'ArrowLeft' && item && (item.kind === 'request' || this.open.has(item))) {
      if (item.kind === 'request') this.list.selectItem(this.run.nodes[item.node]);
      else return this.toggle(item);
    } else return false;
    return true;
  }

  // --- The part of time that is shown ------------------------------------------------------------------------------

  zoomTo(from, to) {
    const least = Math.min(this.run.end, 200);
    const width = Math.min(this.run.end, Math.max(to - from, least));
    const start = Math.min(Math.max(0, from), this.run.end - width);
    this.window = { from: start, to: start + width };
    this.strip.show(this.run, this.window);
    this.drawAxis();
    this.list.redraw();
  }

  zoom(factor, at = 0.5) {
    const { from, to } = this.window;
    const width = (to - from) * factor;
    const center = from + (to - from) * at;
    this.zoomTo(center - width * at, center + width * (1 - at));
  }

  pan(part) {
    const { from, to } = this.window;
    const step = (to - from) * part;
    this.zoomTo(Math.min(Math.max(0, from + step), this.run.end - (to - from)), Math.min(this.run.end, Math.max(to - from, to + step)));
  }

  wheel(event) {
    if (event.ctrlKey) {
      const box = this.axis.getBoundingClientRect();
      this.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan(event.deltaX / 1000);
    } else return;
    event.preventDefault();
  }

  percent(time) { return (100 * (time - this.window.from)) / (this.window.to - this.window.from); }

  drawAxis() {
    const marks = ticks(this.window.from, this.window.to, this.app.isNarrow ? 4 : 8);
    const placed = (element, time) => {
      element.style.left = `${this.percent(time)}%`;
      return element;
    };
    this.axis.replaceChildren(...marks.map((time) => placed(el('span', { text: duration(time) }), time)));
    this.lines.replaceChildren(...marks.map((time) => placed(el('i', {}), time)));
  }

  // --- Rows --------------------------------------------------------------------------------------------------------

  row(item, row) {
    const lane = el('span', { class: 'lane', 'aria-hidden': 'true' });
    if (item.kind === 'node') this.nodeRow(item, row, lane);
    else this.requestRow(item, row, lane);
    row.append(lane);
  }

  nodeRow(node, row, lane) {
    const isOpen = this.open.has(node);
    const took = node.end !== undefined && node.active !== undefined ? duration(node.end - node.active) : '';
    row.classList.add('node-row');
    row.setAttribute('aria-level', '1');
    if (node.requests.length) row.setAttribute('aria-expanded', String(isOpen));
    row.setAttribute('aria-label', `${this.run.fullName(node)}, ${states[node.state].label}${took && `, ${took}`}, ${counted(node.requests.length, 'request')}`);
    const label = el('span', { class: 'label' },
      el('span', { class: `twist${node.requests.length ? '' : ' none'}`, text: isOpen ? '▾' : '▸' }), sign(node.state),
      el('span', { class: 'name', text: oneLine(node.name) }),
      node.teardown && el('span', { class: 'tag', text: 'teardown' }),
      node.onPath && el('span', { class: 'tag path-tag', text: 'critical' }),
      retriesOf(node) > 0 && el('span', { class: 'tag', text: counted(retriesOf(node), 'retry', 'retries') }),
      el('span', { class: 'number', text: took }));
    label.style.paddingInlineStart = `${Math.min(node.depth ?? 0, 8) * 14}px`;
    row.append(label);
    if (node.start === undefined || node.end === undefined) return;
    const active = Math.min(node.active ?? node.end, node.end);
    lane.append(this.bar('node-wait', node.start, active), this.bar(`node-work state-${node.state}${node.onPath ? ' on-path' : ''}`, active, node.end));
    for (const pause of node.pauses.slice(0, 50)) lane.append(this.bar('phase phase-pause', pause.t, pause.t + pause.delay));
    for (const [time] of node.emitted.slice(0, 100)) lane.append(this.bar('emit', time, time));
  }

  requestRow(request, row, lane) {
    row.classList.add('request-row');
    row.setAttribute('aria-level', '2');
    const took = request.end === undefined ? '' : duration(request.end - request.start);
    row.setAttribute('aria-label', `${oneLine(request.method)} ${oneLine(request.url)}, ${outcomeOf(request)}${took && `, ${took}`}`);
    row.append(el('span', { class: 'label' }, sign(stateOfRequest(request)),
      el('span', { class: 'status', text: outcomeOf(request) }), el('span', { class: 'method', text: oneLine(request.method) }),
      el('span', { class: 'name', text: shortURL(request.url) }), el('span', { class: 'number', text: took })));
    for (const part of request.segments) {
      if (part.to >= this.window.from && part.from <= this.window.to) lane.append(this.bar(`phase phase-${part.phase}`, part.from, part.to));
    }
  }

  bar(kind, from, to) {
    const bar = el('span', { class: kind });
    const left = Math.max(-1, this.percent(from));
    bar.style.left = `${left}%`;
    bar.style.width = `${Math.max(0, Math.min(101, this.percent(to)) - left)}%`;
    bar.hidden = this.percent(to) < 0 || left > 100;
    return bar;
  }
}

/** The path with its query; whose server it is, the panel says. */
const shortURL = (url) => oneLine(url.replace(/^[a-z]+:\/\/[^/?#]+(?=[/?#])/i, ''));

/** Round times between two, at most so many. */
function ticks(from, to, most) {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const list = [];
  for (let time = Math.ceil(from / step) * step; time <= to && list.length <= most + 1; time += step) list.push(time);
  return list;
}
