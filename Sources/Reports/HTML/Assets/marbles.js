// A marble diagram for every stream: what its inputs emitted, in which order the answers to its requests came, and in which
// order it emitted them.

const laneHeight = 28;
const mostInputs = 3;
const laneStart = 122;

class Marbles {
  constructor(app) {
    this.app = app;
    this.byOrder = false;
    this.list = new VirtualList({
      label: 'Streams',
      height: (item) => 34 + item.lanes.length * laneHeight + 30,
      empty: 'No stream is found by this search.',
      render: (item, row) => this.row(item, row),
      activate: (item) => app.open(item.node),
    });
    this.list.element.classList.add('marble-list');
    const redraw = () => this.list.redraw();
    new ResizeObserver(onceAFrame(redraw)).observe(this.list.element);
    isDark.addEventListener('change', redraw);
    const choice = (text, value) => {
      const input = el('input', { type: 'radio', name: 'spacing', value: String(value), onchange: () => {
        this.byOrder = value;
        redraw();
      } });
      input.checked = value === this.byOrder;
      return el('label', { class: 'choice' }, input, text);
    };
    this.element = el('div', { class: 'view streams' },
      el('div', { class: 'tools' },
        el('p', { class: 'note', text: 'A number is a value’s place in its stream. Lines lead from the answer to the value made of it.' }),
        el('fieldset', { class: 'buttons' }, el('legend', { class: 'unseen', text: 'Spacing' }), choice('real time', false), choice('one after another', true))),
      this.list.element);
  }

  show() {
    const { run, search } = this.app;
    if (this.run !== run) {
      this.run = run;
      this.items = run.nodes.map((node) => streamOf(node)).filter(Boolean);
    }
    this.list.setItems(search.isEmpty ? this.items : this.items.filter((item) => search.node(item.node)));
  }

  row(item, row) {
    const { node } = item;
    row.setAttribute('aria-label', `${this.run.fullName(node)}: ${item.text}`);
    const canvas = el('canvas', { class: 'marbles', 'aria-hidden': 'true' });
    canvas.style.height = `${item.lanes.length * laneHeight}px`;
    row.append(
      el('div', { class: 'stream-head' }, sign(node.state), el('span', { class: 'name', text: this.run.fullName(node) }),
        el('span', { class: 'number', text: node.values === undefined ? '' : counted(node.values, 'value') })),
      canvas, el('p', { class: 'stream-text', text: item.text }));
    canvas.addEventListener('mousemove', (event) => {
      const near = item.drawn?.find((one) => Math.hypot(one.x - event.offsetX, one.y - event.offsetY) < 10);
      canvas.title = near ? `${near.order}: ${oneLine(near.text ?? '')} at ${duration(near.time)}` : '';
    });
    requestAnimationFrame(() => canvas.isConnected && drawMarbles(canvas, item, this.byOrder));
  }
}

/** The lanes of a node's diagram; none where it has neither values nor answers. */
function streamOf(node) {
  const { run } = node;
  const lanes = [];
  const inputs = node.inputs.map((input) => run.nodes[input]).filter((input) => input?.emitted.length);
  for (const input of inputs.slice(0, mostInputs)) lanes.push({ kind: 'input', label: input.name, marbles: emittedBy(input) });
  const steps = new Map();
  for (const request of node.requests) {
    if (request.end === undefined || request.value === undefined) continue;
    if (!steps.has(request.step)) steps.set(request.step, []);
    steps.get(request.step).push({
      time: request.end, order: request.value, isFailed: stateOfRequest(request) !== 'passed', text: `${request.method} ${request.url} → ${outcomeOf(request)}`,
    });
  }
  for (const [step, marbles] of [...steps].slice(0, 4)) {
    marbles.sort((one, other) => one.time - other.time || one.order - other.order);
    const { operation, place: at } = run.step(step) ?? { operation: 'answers', place: '' };
    lanes.push({ kind: 'answers', label: `${operation} :${at.split(':').slice(-2)[0] ?? ''}`, marbles });
  }
  if (!node.emitted.length && !lanes.some((lane) => lane.kind === 'answers')) return undefined;
  lanes.push({ kind: 'emitted', label: 'emitted', marbles: emittedBy(node), end: node.end, isFailed: node.state === 'failed' });
  return { node, lanes, text: orderText(lanes, inputs.length) };
}

const emittedBy = (node) => node.emitted.map(([time, order, text]) => ({ time, order, text }));

function orderText(lanes, inputs) {
  const told = (marbles) => marbles.slice(0, 24).map((one) => one.order + (one.isFailed ? '✕' : '')).join(' ') + (marbles.length > 24 ? ' …' : '');
  const parts = lanes.filter((lane) => lane.kind === 'answers').map((lane) => {
    const isOne = lane.marbles.every((one) => one.order === lane.marbles[0].order);
    const isInOrder = lane.marbles.every((one, index) => index === 0 || one.order >= lane.marbles[index - 1].order);
    return `${lane.label} answered ${told(lane.marbles)}${!isOne ? (isInOrder ? ', in declared order' : ', out of order') : ''}`;
  });
  const emitted = lanes[lanes.length - 1].marbles;
  parts.push(emitted.length ? `emitted ${told(emitted)}` : 'emitted nothing');
  if (inputs > mostInputs) parts.push(`${inputs - mostInputs} more inputs are not drawn`);
  return parts.join(' · ');
}

function drawMarbles(canvas, item, byOrder) {
  const { context, width } = prepared(canvas);
  const [left, right] = [laneStart, width - 26];
  const all = item.lanes.flatMap((lane) => lane.marbles).sort((one, other) => one.time - other.time || one.order - other.order);
  const ends = item.lanes.filter((lane) => lane.end !== undefined).map((lane) => lane.end);
  const first = Math.min(...all.slice(0, 1).map((one) => one.time), ...ends);
  const last = Math.max(...all.slice(-1).map((one) => one.time), ...ends);
  const x = (time) => left + 12 + ((time - first) / Math.max(1, last - first)) * (right - left - 24);
  all.forEach((one, index) => { one.x = byOrder ? left + 12 + (index / all.length) * (right - left - 24) : x(one.time); });
  for (const lane of item.lanes) {
    lane.isDense = lane.marbles.length * 22 > right - left;
    if (!byOrder && !lane.isDense) spread(lane.marbles, left + 12, right - 12);
  }
  const ink = { text: color('text'), muted: color('muted'), line: color('edge'), failed: color('state-failed'), back: color('panel') };
  const most = all.reduce((so, one) => Math.max(so, one.order), 1);
  item.drawn = [];
  context.textBaseline = 'middle';
  item.lanes.forEach((lane, index) => {
    lane.y = index * laneHeight + laneHeight / 2;
    lane.marbles.forEach((one) => item.drawn.push({ ...one, y: lane.y }));
  });
  drawLinks(context, item, ink.line);
  item.lanes.forEach((lane) => {
    context.fillStyle = ink.muted;
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'left';
    context.fillText(clipped(context, oneLine(lane.label), laneStart - 14), 4, lane.y);
    context.strokeStyle = ink.muted;
    context.lineWidth = lane.kind === 'emitted' ? 2 : 1;
    context.setLineDash(lane.kind === 'input' ? [4, 4] : []);
    line(context, left, lane.y, right, lane.y);
    context.setLineDash([]);
    if (lane.end !== undefined) drawEnd(context, byOrder ? right : x(lane.end) + 14, lane, ink);
    for (const one of lane.marbles) {
      // Where marbles made room for each other, a tick is at the true time.
      context.lineWidth = 1;
      context.strokeStyle = ink.text;
      if (!byOrder && Math.abs(one.x - x(one.time)) > 1) line(context, x(one.time), lane.y - 5, x(one.time), lane.y + 5);
    }
    for (const one of lane.marbles) drawMarble(context, one.x, lane.y, one, { isDense: lane.isDense, most, ink });
  });
}

/** Moves marbles that would hide each other apart, in their order, within a lane. */
function spread(marbles, left, right) {
  const room = 21;
  marbles.forEach((one, index) => { if (index > 0) one.x = Math.max(one.x, marbles[index - 1].x + room); });
  let most = right;
  for (const one of [...marbles].reverse()) {
    one.x = Math.max(left, Math.min(one.x, most));
    most = one.x - room;
  }
}

/** From each answer to the value that has its place, where every value is made of one answer. */
function drawLinks(context, item, shade) {
  const emitted = item.lanes[item.lanes.length - 1];
  const answers = item.lanes[item.lanes.length - 2];
  if (answers?.kind !== 'answers') return;
  const byPlace = new Map(emitted.marbles.map((one) => [one.order, one]));
  context.strokeStyle = shade;
  context.lineWidth = 1;
  for (const one of answers.marbles) {
    const value = byPlace.get(one.order);
    if (value && !one.isFailed && value.time >= one.time) line(context, one.x, answers.y, value.x, emitted.y);
  }
}

function drawMarble(context, x, y, one, { isDense, most, ink }) {
  // From dark blue to yellow, as those see it too who tell no red from green.
  const part = one.order / most;
  context.fillStyle = one.isFailed ? ink.back : `hsl(${225 - 175 * part} 70% ${38 + 27 * part}%)`;
  context.strokeStyle = one.isFailed ? ink.failed : ink.text;
  context.lineWidth = one.isFailed ? 2 : 1;
  if (isDense) {
    context.fillStyle = one.isFailed ? ink.failed : context.fillStyle;
    context.fillRect(x - 1, y - 8, 2, 16);
    return;
  }
  context.beginPath();
  context.arc(x, y, 10, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = one.isFailed ? ink.failed : part > 0.55 ? '#111' : '#fff';
  context.font = '600 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.fillText(String(one.order), x, y + 0.5);
  if (one.isFailed) {
    line(context, x - 7, y - 7, x + 7, y + 7);
  }
}

function drawEnd(context, x, lane, ink) {
  context.lineWidth = 2;
  context.strokeStyle = lane.isFailed ? ink.failed : ink.text;
  if (lane.isFailed) {
    line(context, x - 5, lane.y - 7, x + 5, lane.y + 7);
    line(context, x - 5, lane.y + 7, x + 5, lane.y - 7);
  } else {
    line(context, x, lane.y - 9, x, lane.y + 9);
  }
}

function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function clipped(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let short = text;
  while (short.length > 1 && context.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short}…`;
}
