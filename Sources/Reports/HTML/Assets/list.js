// A list that makes only the rows that are in sight, so that ten thousand cost as much as fifty. It keeps the focus itself
// and names the row under the arrow keys to a screen reader.

let listCount = 0;

class VirtualList {
  /**
   * @param options `label`; `height(item)` in pixels; `render(item, row)` fills a row; `activate(item)` on Enter or a click;
   *   `key(event, item)` for further keys, true where it took one; `header`, an element that stays on top; `empty`, what
   *   stands where there are no rows; `tree`, whether rows have levels.
   */
  constructor(options) {
    this.options = options;
    this.id = `list${(listCount += 1)}`;
    this.items = [];
    this.rows = new Map();
    this.active = -1;
    this.body = el('div', { class: 'list-body', role: options.tree ? 'tree' : 'listbox', 'aria-label': options.label, tabindex: '0' });
    this.empty = el('p', { class: 'empty', text: options.empty ?? 'Nothing here.' });
    this.element = el('div', { class: 'list' }, options.header, this.body, this.empty);
    this.update = onceAFrame(() => this.draw());
    this.element.addEventListener('scroll', this.update, { passive: true });
    new ResizeObserver(() => {
      this.measure();
      this.draw();
    }).observe(this.element);
    this.body.addEventListener('keydown', (event) => this.onKey(event));
    this.body.addEventListener('focus', () => {
      if (this.active < 0 && this.items.length) this.select(0, false);
    });
    this.body.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (!row || row.parentNode !== this.body) return;
      this.select(Number(row.dataset.index), false);
      if (options.click?.(event, this.items[this.active])) return;
      options.activate?.(this.items[this.active]);
    });
  }

  /** Shows other items; the active one stays so, if it is still there. */
  setItems(items) {
    const before = this.items[this.active];
    this.items = items;
    this.active = before === undefined ? -1 : items.indexOf(before);
    this.empty.hidden = items.length > 0;
    this.body.hidden = items.length === 0;
    this.measure();
    this.redraw();
  }

  measure() {
    this.offsets = new Float64Array(this.items.length + 1);
    this.items.forEach((item, index) => { this.offsets[index + 1] = this.offsets[index] + this.options.height(item); });
    this.body.style.height = `${this.offsets[this.items.length]}px`;
    for (const [index, row] of this.rows) this.position(row, index);
  }

  position(row, index) {
    if (index >= this.items.length) return;
    row.style.transform = `translateY(${this.offsets[index]}px)`;
    row.style.height = `${this.offsets[index + 1] - this.offsets[index]}px`;
  }

  redraw() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  /** The first item that reaches below a height. */
  indexAt(height) {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offsets[middle + 1] <= height) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  draw() {
    if (!this.element.isConnected || this.element.clientHeight === 0) return;
    const top = this.element.scrollTop - this.headerHeight();
    const first = Math.max(0, this.indexAt(top) - 4);
    const last = Math.min(this.items.length - 1, this.indexAt(top + this.element.clientHeight) + 4);
    for (const [index, row] of this.rows) {
      if (index < first || index > last) {
        row.remove();
        this.rows.delete(index);
      }
    }
    const added = document.createDocumentFragment();
    for (let index = first; index <= last; index += 1) {
      if (!this.rows.has(index)) added.append(this.make(index));
    }
    this.body.append(added);
    this.mark();
    this.options.drawn?.();
  }

  headerHeight() { return this.options.header?.offsetHeight ?? 0; }

  make(index) {
    const row = el('div', {
      class: 'row', role: this.options.tree ? 'treeitem' : 'option', id: `${this.id}-${index}`,
      'aria-setsize': this.items.length, 'aria-posinset': index + 1,
    });
    row.dataset.index = index;
    this.position(row, index);
    this.options.render(this.items[index], row);
    this.rows.set(index, row);
    return row;
  }

  mark() {
    for (const [index, row] of this.rows) row.setAttribute('aria-selected', String(index === this.active));
    if (this.rows.has(this.active)) this.body.setAttribute('aria-activedescendant', `${this.id}-${this.active}`);
    else this.body.removeAttribute('aria-activedescendant');
  }

  select(index, scrolls = true) {
    if (!this.items.length) return;
    this.active = Math.min(Math.max(index, 0), this.items.length - 1);
    if (scrolls) this.reveal(this.active);
    this.draw();
  }

  selectItem(item) {
    const index = this.items.indexOf(item);
    if (index >= 0) this.select(index);
  }

  reveal(index) {
    const top = this.offsets[index];
    const room = this.element.clientHeight - this.headerHeight();
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (this.offsets[index + 1] > this.element.scrollTop + room) this.element.scrollTop = this.offsets[index + 1] - room;
  }

  onKey(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const item = this.items[this.active];
    if (this.options.key?.(event, item)) {
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor((this.element.clientHeight - this.headerHeight()) / 40));
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in moves) {
      this.select(Math.max(0, Math.min(this.items.length - 1, this.active + moves[event.key])));
    } else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) {
      this.options.activate?.(item);
    } else {
      return;
    }
    event.preventDefault();
  }
}
