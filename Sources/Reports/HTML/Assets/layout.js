// Where the graph's nodes stand: in layers, each node right of all that it takes from. A node that runs a pipeline is a box
// round that pipeline's nodes; the teardown is a box below.

const nodeSize = { width: 212, height: 36 };
const gap = { layer: 64, column: 18, row: 12, pad: 14, head: 34 };
/** A layer of more nodes becomes several columns. */
const mostRows = 60;
/** So high is the gap that an edge takes which passes a layer; a graph with more of them does without. */
const passage = 8;
const mostPassages = 3000;

function layOut(run) {
  const boxes = new Map();
  boxes.passages = new Map();
  const own = (test) => run.nodes.filter((node) => node.parent === undefined && test(node));
  const main = layOutGroup(run, own((node) => !node.teardown), boxes, 0);
  const teardown = layOutGroup(run, own((node) => node.teardown), boxes, 0);
  shift(main.members, boxes, run, gap.pad, gap.pad);
  const frames = [];
  let height = main.height + 2 * gap.pad;
  let width = main.width + 2 * gap.pad;
  if (teardown.members.length) {
    const top = (main.members.length ? height : 0) + gap.pad;
    frames.push({ x: gap.pad, y: top, width: teardown.width + 2 * gap.pad, height: teardown.height + gap.head + gap.pad, title: 'Teardown, at the end' });
    shift(teardown.members, boxes, run, 2 * gap.pad, top + gap.head);
    height = top + teardown.height + gap.head + 2 * gap.pad;
    width = Math.max(width, teardown.width + 4 * gap.pad);
  }
  const edges = run.nodes.flatMap((node) => node.inputs.filter((input) => boxes.has(input))
    .map((input) => ({
      from: input, to: node.place, onPath: node.onPath && run.nodes[input].onPath, via: boxes.passages.get(node.place)?.get(input) ?? [],
    })));
  return { boxes, frames, edges, width, height };
}

/** Lays out nodes beside each other, from (0, 0) on; those inside them too. */
function layOutGroup(run, members, boxes, depth) {
  for (const node of members) {
    const children = depth < 12 ? node.children.map((child) => run.nodes[child]) : [];
    if (!children.length) {
      boxes.set(node.place, { x: 0, y: 0, ...nodeSize, isFrame: false });
      continue;
    }
    const inner = layOutGroup(run, children, boxes, depth + 1);
    boxes.set(node.place, {
      x: 0, y: 0, isFrame: true, width: Math.max(nodeSize.width, inner.width + 2 * gap.pad), height: inner.height + gap.head + gap.pad,
    });
    shift(children, boxes, run, gap.pad, gap.head);
  }
  const layers = layered(members);
  const passages = passagesOf(layers, boxes);
  ordered(layers, passages);
  const columns = layers.map((layer) => columnsOf(layer, (item) => item.box ?? boxes.get(item.place)));
  const height = Math.max(0, ...columns.map((one) => one.height));
  let x = 0;
  for (const layer of columns) {
    const down = (height - layer.height) / 2;
    for (const [item, at] of layer.places) Object.assign(item.box ?? boxes.get(item.place), { x: x + at.x, y: down + at.y });
    x += layer.width + gap.layer;
  }
  // Those inside were placed as if their box stood at (0, 0).
  for (const node of members) {
    const box = boxes.get(node.place);
    shift(node.children.map((child) => run.nodes[child]), boxes, run, box.x, box.y);
  }
  return { members, width: Math.max(0, x - gap.layer), height };
}

function shift(nodes, boxes, run, x, y) {
  for (const node of nodes) {
    const box = boxes.get(node.place);
    if (!box) continue;
    for (const moved of [box, ...[...(boxes.passages.get(node.place)?.values() ?? [])].flat()]) {
      moved.x += x;
      moved.y += y;
    }
    shift(node.children.map((child) => run.nodes[child]), boxes, run, x, y);
  }
}

/** The longest way to a node from one without inputs is its layer. What stands in a circle comes last. */
function layered(members) {
  const layer = new Map();
  const inside = new Map(members.map((node) => [node.place, node]));
  const waiting = new Map(members.map((node) => [node.place, node.inputs.filter((input) => inside.has(input)).length]));
  const ready = members.filter((node) => waiting.get(node.place) === 0);
  for (const node of ready) layer.set(node.place, 0);
  for (let next = 0; next < ready.length; next += 1) {
    const node = ready[next];
    for (const consumer of node.consumers) {
      if (!inside.has(consumer)) continue;
      layer.set(consumer, Math.max(layer.get(consumer) ?? 0, layer.get(node.place) + 1));
      waiting.set(consumer, waiting.get(consumer) - 1);
      if (waiting.get(consumer) === 0) ready.push(inside.get(consumer));
    }
  }
  const layers = [];
  for (const node of members) (layers[layer.get(node.place) ?? 0] ??= []).push(node);
  return Array.from(layers, (one) => one ?? []);
}

/** Makes room where edges pass layers, as items of those layers; gives the neighbours of all in the layers beside them. */
function passagesOf(layers, boxes) {
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map((node) => [node.place, index])));
  const itemOf = new Map(layers.flat().map((node) => [node.place, node]));
  const before = new Map();
  const after = new Map();
  const join = (one, other) => {
    if (!before.has(other)) before.set(other, []);
    if (!after.has(one)) after.set(one, []);
    before.get(other).push(one);
    after.get(one).push(other);
  };
  const links = layers.flat().flatMap((node) => node.inputs.filter((input) => layerOf.has(input)).map((input) => [itemOf.get(input), node]));
  const passed = ([from, to]) => Math.max(0, layerOf.get(to.place) - layerOf.get(from.place) - 1);
  const isTooMuch = links.reduce((sum, link) => sum + passed(link), 0) > mostPassages;
  for (const [from, to] of links) {
    let last = from;
    const count = isTooMuch ? 0 : passed([from, to]);
    for (let step = 1; step <= count; step += 1) {
      const item = { box: { x: 0, y: 0, width: nodeSize.width, height: passage } };
      layers[layerOf.get(from.place) + step].push(item);
      join(last, item);
      last = item;
      if (!boxes.passages.has(to.place)) boxes.passages.set(to.place, new Map());
      const all = boxes.passages.get(to.place);
      all.set(from.place, [...(all.get(from.place) ?? []), item.box]);
    }
    join(last, to);
  }
  return { before: (item) => before.get(item) ?? [], after: (item) => after.get(item) ?? [] };
}

/** Sorts each layer by the middle of its neighbours, there and back, so that fewer edges cross. */
function ordered(layers, { before, after }) {
  const position = new Map();
  const note = (layer) => layer.forEach((item, index) => position.set(item, (index + 0.5) / layer.length));
  layers.forEach(note);
  const sweep = (list, neighbours) => {
    for (const layer of list) {
      const weight = new Map(layer.map((item) => {
        const places = neighbours(item).map((other) => position.get(other));
        return [item, places.length ? places.reduce((sum, one) => sum + one, 0) / places.length : position.get(item)];
      }));
      layer.sort((one, other) => weight.get(one) - weight.get(other));
      note(layer);
    }
  };
  for (let round = 0; round < 3; round += 1) {
    sweep(layers.slice(1), before);
    sweep(layers.slice(0, -1).reverse(), after);
  }
}

function columnsOf(layer, boxOf) {
  const most = Math.max(mostRows, Math.ceil(Math.sqrt(layer.length * 4)));
  const rows = Math.ceil(layer.length / Math.max(1, Math.ceil(layer.length / most)));
  const places = new Map();
  let x = 0;
  let tallest = 0;
  for (let start = 0; start < layer.length; start += rows) {
    let y = 0;
    let width = 0;
    for (const item of layer.slice(start, start + rows)) {
      const box = boxOf(item);
      places.set(item, { x, y });
      y += box.height + gap.row;
      width = Math.max(width, box.width);
    }
    // Beside a box the others stand at its right edge, so that their edges do not run through it.
    for (const item of layer.slice(start, start + rows)) {
      const box = boxOf(item);
      if (item.box) box.width = width;
      places.get(item).x = x + width - box.width;
    }
    tallest = Math.max(tallest, y - gap.row);
    x += width + gap.column;
  }
  return { places, width: Math.max(0, x - gap.column), height: Math.max(0, tallest) };
}
