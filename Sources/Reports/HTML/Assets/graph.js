// The graph. Its edges are drawn on a canvas of the size of the view; of its nodes only those in sight are elements.

class Graph {
  constructor(app) {
    this.app = app;
    this.scale = 1;
    this.nodes = new Map();
    this.canvas = el('canvas', { class: 'edges', 'aria-hidden': 'true' });
    this.space = el('div', { class: 'graph-space', role: 'listbox', 'aria-label': 'Graph of the nodes; arrow keys follow the edges', tabindex: '0' });
    this.scroller = el('div', { class: 'graph-scroller' }, this.space);
    this.draw = onceAFrame(() => this.redraw());
    this.scroller.addEventListener('scroll', this.draw, { passive: true });
    new ResizeObserver(this.draw).observe(this.scroller);
    isDark.addEventListener('change', this.draw);
    this.scroller.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(this.scale * (event.deltaY > 0 ? 1 / 1.15 : 1.15), event);
    }, { passive: false });
    this.space.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('focus', () => {
      if (!this.active) this.activate(this.run.nodes[0], false);
    });
    this.space.addEventListener('click', (event) => this.click(event));
    const button = (text, label, action) => el('button', { class: 'small', type: 'button', text, title: label, 'aria-label': label, onclick: action });
    this.legend = el('ul', { class: 'legend', 'aria-label': 'States' });
    this.element = el('div', { class: 'view graph' },
      el('div', { class: 'tools' },
        this.legend,
        el('span', { class: 'buttons' }, button('−', 'Smaller', () => this.zoom(this.scale / 1.4)),
          button('+', 'Larger', () => this.zoom(this.scale * 1.4)), button('All', 'Show the whole graph', () => this.fit()))),
      el('div', { class: 'graph-box' }, this.canvas, this.scroller));
  }

  show() {
    const { run, search } = this.app;
    if (this.run !== run) {
      this.run = run;
      this.layout = layOut(run);
      this.active = undefined;
      this.legend.replaceChildren(
        ...Object.keys(states).filter((name) => run.nodes.some((node) => node.state === name)).map((name) => el('li', {}, state(name))),
        el('li', {}, el('span', { class: 'swatch path-swatch' }), 'critical path'));
      this.fit(0.75);
    }
    this.dimmed = search.isEmpty ? undefined : new Set(run.nodes.filter((node) => !search.node(node)).map((node) => node.place));
    this.clear();
    this.draw();
  }

  clear() {
    for (const element of this.nodes.values()) element.remove();
    this.nodes.clear();
    this.space.querySelectorAll('.frame').forEach((element) => element.remove());
  }

  fit(least = 0.05) {
    const { clientWidth, clientHeight } = this.scroller;
    const whole = Math.min((clientWidth || 800) / this.layout.width, (clientHeight || 600) / this.layout.height);
    this.zoom(Math.min(1.2, Math.max(least, whole * 0.98)));
  }

  zoom(scale, event) {
    const before = this.scale;
    this.scale = Math.min(2, Math.max(0.05, scale));
    const box = this.scroller.getBoundingClientRect();
    const at = { x: event ? event.clientX - box.left : box.width / 2, y: event ? event.clientY - box.top : box.height / 2 };
    const move = (offset, point) => ((offset + point) / before) * this.scale - point;
    const left = move(this.scroller.scrollLeft, at.x);
    const top = move(this.scroller.scrollTop, at.y);
    this.space.style.width = `${this.layout.width * this.scale}px`;
    this.space.style.height = `${this.layout.height * this.scale}px`;
    this.scroller.scrollTo(left, top);
    this.clear();
    this.draw();
  }

  // --- Drawing -----------------------------------------------------------------------------------------------------

  redraw() {
    if (!this.run || this.scroller.clientWidth === 0) return;
    const { context, width, height } = prepared(this.canvas);
    const { scrollLeft, scrollTop } = this.scroller;
    const view = { left: scrollLeft / this.scale, top: scrollTop / this.scale, right: (scrollLeft + width) / this.scale, bottom: (scrollTop + height) / this.scale };
    const sees = (box) => box.x < view.right && box.x + box.width > view.left && box.y < view.bottom && box.y + box.height > view.top;
    context.translate(-scrollLeft, -scrollTop);
    context.scale(this.scale, this.scale);
    const isSmall = this.scale < 0.45;
    this.drawEdges(context, view);
    if (isSmall) this.drawSmall(context, sees);
    for (const [key, element] of this.nodes) {
      const box = this.layout.boxes.get(key);
      if ((isSmall || !sees(box)) && key !== this.active?.place) {
        element.remove();
        this.nodes.delete(key);
      }
    }
    const added = document.createDocumentFragment();
    for (const [index, box] of this.layout.boxes) {
      if (!this.nodes.has(index) && ((!isSmall && sees(box)) || index === this.active?.place)) added.append(this.make(this.run.nodes[index], box));
    }
    if (!this.space.querySelector('.frame')) {
      for (const frame of this.layout.frames) added.append(this.placed(el('div', { class: 'frame', text: frame.title, 'aria-hidden': 'true' }), frame));
    }
    this.space.append(added);
    this.mark();
  }

  drawEdges(context, view) {
    const { boxes, edges } = this.layout;
    const shades = { plain: color('edge'), path: color('path') };
    for (const isPath of [false, true]) {
      context.strokeStyle = isPath ? shades.path : shades.plain;
      context.lineWidth = (isPath ? 2.5 : 1.3) / Math.max(0.6, Math.min(1, this.scale));
      context.beginPath();
      for (const edge of edges) {
        if (edge.onPath !== isPath) continue;
        const from = boxes.get(edge.from);
        const to = boxes.get(edge.to);
        if (!to || Math.max(from.x + from.width, to.x) < view.left || Math.min(from.x, to.x) > view.right) continue;
        const middle = (box) => box.y + Math.min(box.height, nodeSize.height) / 2;
        const heights = [from, ...edge.via, to].map(middle);
        if (Math.max(...heights) < view.top || Math.min(...heights) > view.bottom) continue;
        let [x, y] = [from.x + from.width, heights[0]];
        context.moveTo(x, y);
        for (const box of [...edge.via, to]) {
          const bend = Math.max(24, (box.x - x) / 2);
          context.bezierCurveTo(x + bend, y, box.x - bend, middle(box), box === to ? box.x - 5 : box.x, middle(box));
          [x, y] = [box.x + box.width, middle(box)];
          if (box !== to) context.lineTo(x, y);
        }
        context.moveTo(to.x - 7, y - 4);
        context.lineTo(to.x - 1, y);
        context.lineTo(to.x - 7, y + 4);
      }
      context.stroke();
    }
  }

  drawSmall(context, sees) {
    const shades = Object.fromEntries(Object.keys(states).map((name) => [name, color(`state-${name}`)]));
    const frame = color('edge');
    for (const [index, box] of this.layout.boxes) {
      if (!sees(box)) continue;
      const node = this.run.nodes[index];
      context.globalAlpha = this.dimmed?.has(index) ? 0.2 : 1;
      if (box.isFrame) {
        context.strokeStyle = frame;
        context.strokeRect(box.x, box.y, box.width, box.height);
      } else {
        context.fillStyle = shades[node.state];
        // The less of the box is filled, the less of the node ran.
        const part = { passed: 1, recovered: 1, failed: 1, unfinished: 0.5, cancelled: 0.5, blocked: 0.3, skipped: 0.15, unselected: 0 }[node.state];
        context.fillRect(box.x, box.y, box.width * part, box.height);
        context.strokeStyle = shades[node.state];
        context.strokeRect(box.x, box.y, box.width, box.height);
      }
    }
    context.globalAlpha = 1;
  }

  placed(element, box) {
    element.style.transform = `translate(${box.x * this.scale}px, ${box.y * this.scale}px) scale(${this.scale})`;
    element.style.width = `${box.width}px`;
    element.style.height = `${box.height}px`;
    return element;
  }

  make(node, box) {
    const took = node.end !== undefined && node.active !== undefined ? duration(node.end - node.active) : '';
    const kinds = ['graph-node', `state-${node.state}`, box.isFrame && 'outer', node.onPath && 'on-path', node.teardown && 'teardown',
      this.dimmed?.has(node.place) && 'dim'];
    const element = this.placed(el('div', {
      class: kinds.filter(Boolean).join(' '), role: 'option', id: `graph-${node.place}`,
      'aria-label': `${this.run.fullName(node)}, ${states[node.state].label}${took && `, ${took}`}`,
      title: `${oneLine(node.name)}${node.text ? `: ${oneLine(node.text)}` : ''}`,
    }, sign(node.state), el('span', { class: 'name', text: oneLine(node.name) }), el('span', { class: 'number', text: took })), box);
    element.style.zIndex = String(node.depth ?? 0);
    element.dataset.place = node.place;
    this.nodes.set(node.place, element);
    return element;
  }

  mark() {
    for (const [index, element] of this.nodes) element.setAttribute('aria-selected', String(index === this.active?.place));
    if (this.active) this.space.setAttribute('aria-activedescendant', `graph-${this.active.place}`);
  }

  // --- Moving about --------------------------------------------------------------------------------------------------

  activate(node, reveals = true) {
    if (!node) return;
    this.active = node;
    const box = this.layout.boxes.get(node.place);
    if (reveals && box) {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller;
      const [left, top] = [box.x * this.scale, box.y * this.scale];
      const [right, bottom] = [left + Math.min(box.width * this.scale, clientWidth), top + Math.min(box.height * this.scale, clientHeight)];
      this.scroller.scrollTo(
        left < scrollLeft ? left - 20 : Math.max(scrollLeft, right - clientWidth + 20),
        top < scrollTop ? top - 20 : Math.max(scrollTop, bottom - clientHeight + 20));
    }
    this.draw();
  }

  click(event) {
    const element = event.target.closest('.graph-node');
    const box = this.scroller.getBoundingClientRect();
    const x = (event.clientX - box.left + this.scroller.scrollLeft) / this.scale;
    const y = (event.clientY - box.top + this.scroller.scrollTop) / this.scale;
    const hit = [...this.layout.boxes].filter(([, one]) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height)
      .sort(([, one], [, other]) => one.width * one.height - other.width * other.height)[0];
    const index = element ? Number(element.dataset.place) : hit?.[0];
    if (index === undefined) return;
    this.activate(this.run.nodes[index], false);
    this.app.open(this.run.nodes[index]);
  }

  key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const node = this.active ?? this.run.nodes[0];
    if (!node) return;
    const actions = {
      ArrowRight: () => this.activate(this.run.nodes[node.consumers[0]] ?? this.near(node, 1, 0)),
      ArrowLeft: () => this.activate(this.run.nodes[node.inputs[0]] ?? this.near(node, -1, 0)),
      ArrowDown: () => this.activate(this.near(node, 0, 1)), ArrowUp: () => this.activate(this.near(node, 0, -1)),
      Home: () => this.activate(this.run.nodes[0]), End: () => this.activate(this.run.nodes[this.run.nodes.length - 1]),
      Enter: () => this.app.open(node), ' ': () => this.app.open(node),
      '+': () => this.zoom(this.scale * 1.4), '-': () => this.zoom(this.scale / 1.4), 0: () => this.fit(),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  }

  /** The nearest node in a direction. */
  near(node, x, y) {
    const from = this.layout.boxes.get(node.place);
    let best;
    for (const [index, box] of this.layout.boxes) {
      const [dx, dy] = [box.x - from.x, box.y - from.y];
      const along = dx * x + dy * y;
      if (along <= 0 || index === node.place) continue;
      const distance = along + 3 * Math.abs(x ? dy : dx);
      if (!best || distance < best.distance) best = { index, distance };
    }
    return best && this.run.nodes[best.index];
  }
}
