// Ties the views together: which run, which view, what is searched, what is open.

class App {
  constructor(report) {
    this.report = report;
    this.search = new Search(report);
    this.narrow = matchMedia('(max-width: 720px)');
    const failed = report.runs.find((run) => run.failed.length && !run.superseded) ?? report.runs[0];
    this.run = report.runs[this.fromAddress('run') ?? failed?.index ?? 0] ?? failed;
    this.inspector = new Inspector(this);
    this.views = {
      overview: new Overview(this), timeline: new Timeline(this), graph: new Graph(this), streams: new Marbles(this),
      requests: requestTable(this), nodes: nodeTable(this),
    };
    this.setUpTabs();
    this.setUpSearch();
    this.setUpRuns();
    this.setUpKeys();
    setUpTheme(() => this.refresh());
    this.narrow.addEventListener('change', () => this.refresh());
    this.showView(new URLSearchParams(location.hash.slice(1)).get('view') ?? 'overview');
  }

  get isNarrow() { return this.narrow.matches; }

  fromAddress(name) {
    const text = new URLSearchParams(location.hash.slice(1)).get(name);
    return text === null ? undefined : Number(text);
  }

  noteAddress() {
    const parts = new URLSearchParams({ view: this.view });
    if (this.report.runs.length > 1) parts.set('run', this.run.index);
    try {
      history.replaceState(null, '', `#${parts}`);
    } catch {
      // Some browsers refuse it for a file; then the address says nothing of the view.
    }
  }

  // --- Views ---------------------------------------------------------------------------------------------------------

  setUpTabs() {
    this.tabs = [...document.querySelectorAll('[role=tab]')];
    this.tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => this.showView(tab.dataset.view));
      tab.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const next = step ? (index + step + this.tabs.length) % this.tabs.length : { Home: 0, End: this.tabs.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        this.showView(this.tabs[next].dataset.view);
        this.tabs[next].focus();
      });
    });
  }

  showView(name) {
    this.view = name in this.views ? name : 'overview';
    for (const tab of this.tabs) {
      const isShown = tab.dataset.view === this.view;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) byId('view').setAttribute('aria-labelledby', tab.id);
    }
    byId('view').replaceChildren(this.views[this.view].element);
    this.noteAddress();
    this.refresh();
  }

  showRun(index) {
    this.run = this.report.runs[index];
    this.search.lower.clear();
    byId('run').value = String(index);
    this.closeInspector(false);
    this.noteAddress();
    this.refresh();
  }

  refresh() {
    document.title = `${oneLine(this.run.title)}: ${states[this.run.verdict].label}`;
    this.views[this.view].show();
    this.tell();
  }

  /** Says how much a search found. */
  tell() {
    const { run, search } = this;
    byId('found').textContent = search.isEmpty ? '' : `${counted(run.nodes.filter((node) => search.node(node)).length, 'node')}, ${
      counted(run.requests.filter((request) => search.request(request)).length, 'request')} found`;
    for (const chip of document.querySelectorAll('.chip')) {
      chip.setAttribute('aria-pressed', String(this.words().includes(chip.dataset.term)));
    }
  }

  setUpRuns() {
    const select = byId('run');
    if (this.report.runs.length < 2) return;
    byId('run-box').hidden = false;
    const marks = { passed: '✓', failed: '✗', cancelled: '⊘', unfinished: '…', skipped: '–', superseded: '↻' };
    select.append(...this.report.runs.map((run) => el('option', { value: run.index, text: `${marks[run.verdict]} ${oneLine(run.title)}` })));
    select.value = String(this.run.index);
    select.addEventListener('change', () => this.showRun(Number(select.value)));
  }

  // --- Search --------------------------------------------------------------------------------------------------------

  setUpSearch() {
    this.field = byId('search');
    let timer;
    this.field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.find(), 90);
    });
    const nodes = this.report.runs.flatMap((run) => run.nodes);
    const requests = this.report.runs.flatMap((run) => run.requests);
    const terms = ['failed', 'recovered', 'blocked', 'skipped', 'unselected', 'cancelled', 'unfinished'].filter((name) => nodes.some((node) => node.state === name))
      .map((name) => [`is:${states[name].label.split(' ')[0]}`, states[name].label]);
    for (const first of '12345') {
      if (requests.some((request) => String(request.status ?? '')[0] === first)) terms.push([`status:${first}xx`, `${first}xx`]);
    }
    byId('chips').append(...terms.map(([term, text]) => {
      const chip = el('button', { class: 'chip', type: 'button', 'aria-pressed': 'false', text, onclick: () => this.toggleTerm(term) });
      chip.dataset.term = term;
      return chip;
    }));
  }

  words() { return this.field.value.trim().split(/\s+/).filter(Boolean); }

  toggleTerm(term) {
    const words = this.words();
    const kept = words.filter((word) => word !== term);
    this.field.value = (kept.length < words.length ? kept : [...words, term]).join(' ');
    this.find();
  }

  find() {
    this.search.set(this.field.value);
    this.refresh();
  }

  // --- What is open --------------------------------------------------------------------------------------------------

  /** Shows all of a node or request. `moves` takes the focus there, as a link does. */
  open(item, moves = false) {
    if (!item) return;
    if (item.run !== this.run) this.showRun(item.run.index);
    if (byId('inspector').hidden) this.opener = document.activeElement;
    byId('inspector').hidden = false;
    document.body.classList.add('inspecting');
    // On a phone the panel covers all; then nothing behind it takes the focus.
    byId('view').inert = this.isNarrow;
    this.inspector.show(item);
    if (moves || this.isNarrow) byId('inspector-close').focus();
  }

  closeInspector(returns = true) {
    if (byId('inspector').hidden) return;
    byId('inspector').hidden = true;
    byId('view').inert = false;
    document.body.classList.remove('inspecting');
    if (returns && this.opener?.isConnected) this.opener.focus();
  }

  // --- Keys ----------------------------------------------------------------------------------------------------------

  setUpKeys() {
    const help = byId('help');
    byId('help-button').addEventListener('click', () => help.showModal());
    byId('help-close').addEventListener('click', () => help.close());
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
      const isTyping = event.target.matches('input:not([type=radio]), select, textarea');
      if (event.key === 'Escape') this.escape(isTyping);
      else if (isTyping) {
        if (event.key === 'Enter' && event.target === this.field) this.intoView();
        else return;
      } else if (event.key === '/') this.field.select();
      else if (event.key === '?') help.showModal();
      else if (event.key >= '1' && event.key <= String(this.tabs.length)) {
        this.showView(this.tabs[event.key - 1].dataset.view);
        this.intoView();
      } else return;
      event.preventDefault();
    });
  }

  escape(isTyping) {
    if (isTyping && this.field.value) {
      this.field.value = '';
      this.find();
    } else if (isTyping) this.intoView();
    else this.closeInspector();
  }

  /** Puts the focus on what the view holds. */
  intoView() {
    const { element } = this.views[this.view];
    (element.querySelector('[role=listbox]:not([hidden]), [role=tree]:not([hidden])') ?? element).focus();
  }
}

/** Follows the system until one chooses; the choice is kept where the browser keeps anything. */
function setUpTheme(redraw) {
  const button = byId('theme');
  const kinds = ['auto', 'light', 'dark'];
  const kept = () => {
    try {
      return localStorage.getItem('pipeline-report-theme');
    } catch {
      return null;
    }
  };
  const apply = (kind) => {
    document.documentElement.dataset.theme = kind;
    button.textContent = { auto: '◐', light: '☀', dark: '☾' }[kind];
    button.setAttribute('aria-label', `Colours: ${kind}`);
    button.title = `Colours: ${kind}`;
  };
  apply(kinds.includes(kept()) ? kept() : 'auto');
  button.addEventListener('click', () => {
    const next = kinds[(kinds.indexOf(document.documentElement.dataset.theme) + 1) % kinds.length];
    apply(next);
    try {
      localStorage.setItem('pipeline-report-theme', next);
    } catch {
      // Then it holds for this page only.
    }
    redraw();
  });
}

const report = loadReport(byId('model').textContent);
if (report.runs.length) new App(report);
else byId('view').append(el('p', { class: 'empty', text: 'No run was recorded.' }));
