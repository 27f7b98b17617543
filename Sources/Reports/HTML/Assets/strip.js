// How many requests were under way over the whole run, in a narrow strip; dragging over it chooses a part of time.

class LoadStrip {
  constructor(choose) {
    this.canvas = el('canvas', { class: 'strip', role: 'img', 'aria-label': 'Requests under way over time; drag to choose a part' });
    this.element = el('div', { class: 'strip-box' }, this.canvas);
    this.update = onceAFrame(() => this.draw());
    new ResizeObserver(this.update).observe(this.canvas);
    isDark.addEventListener('change', this.update);
    let start;
    const part = (event) => {
      const box = this.canvas.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      start = part(event);
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener('pointerup', (event) => {
      if (start === undefined) return;
      const [from, to] = [start, part(event)].sort((one, other) => one - other);
      start = undefined;
      // A mere click shows all again.
      if (to - from < 0.004) choose(0, this.run.end);
      else choose(from * this.run.end, to * this.run.end);
    });
  }

  show(run, range) {
    if (this.run !== run) this.counts = undefined;
    this.run = run;
    this.range = range;
    this.update();
  }

  /** The most requests under way in each of so many slices. */
  count(slices) {
    const changes = this.run.requests.filter((request) => request.end !== undefined)
      .flatMap((request) => [[request.start, 1], [request.end, -1]]).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const most = new Array(slices).fill(0);
    let now = 0;
    let slice = 0;
    for (const [time, change] of changes) {
      const at = Math.min(slices - 1, Math.floor((time / this.run.end) * slices));
      while (slice < at) {
        slice += 1;
        most[slice] = now;
      }
      now += change;
      most[slice] = Math.max(most[slice], now);
    }
    return most;
  }

  draw() {
    if (!this.run || this.canvas.clientWidth === 0) return;
    const { context, width, height } = prepared(this.canvas);
    const slices = Math.max(1, Math.floor(width / 2));
    if (this.counts?.length !== slices) this.counts = this.count(slices);
    const top = Math.max(1, ...this.counts);
    context.fillStyle = color('phase-wait');
    this.counts.forEach((count, index) => {
      const tall = (count / top) * (height - 14);
      context.fillRect((index * width) / slices, height - tall, width / slices + 0.5, tall);
    });
    context.fillStyle = color('muted');
    context.font = '11px system-ui, sans-serif';
    context.fillText(`${counted(top, 'request')} at once at most`, 4, 11);
    const from = (this.range.from / this.run.end) * width;
    const to = (this.range.to / this.run.end) * width;
    if (to - from < width - 1) {
      context.fillStyle = color('veil');
      context.fillRect(0, 0, from, height);
      context.fillRect(to, 0, width - to, height);
      context.strokeStyle = color('accent');
      context.lineWidth = 2;
      context.strokeRect(from + 1, 1, Math.max(2, to - from - 2), height - 2);
    }
  }
}
