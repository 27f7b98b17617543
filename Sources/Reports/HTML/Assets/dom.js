// Elements are made of text nodes and attributes only: what a run brought is never read as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element. `options` holds its class, text, attributes and listeners (`onclick`). */
function el(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') element.className = value;
    else if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const byId = (id) => document.getElementById(id);

// --- Text from elsewhere -----------------------------------------------------------------------------------------

// Controls, directional marks and what else would hide or reorder text. Tab and line end stay in a text of many lines.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const names = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spelled(character) {
  const code = character.codePointAt(0);
  return names[character] ?? (code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`);
}

/** The text on one line, with everything invisible written out. */
const oneLine = (text) => String(text).replace(unseen, spelled);

/** The same of a text of many lines. */
const manyLines = (text) =>
  String(text).replace(/\r\n/g, '\n').replace(unseen, (found) => (found === '\n' || found === '\t' ? found : spelled(found)));

// --- Numbers -----------------------------------------------------------------------------------------------------

/** A time in microseconds, as a reader wants it. */
function duration(microseconds) {
  const ms = microseconds / 1000;
  if (ms === 0) return '0 ms';
  if (ms < 10) return `${ms.toFixed(ms < 1 ? 2 : 1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  const minutes = `${Math.floor(whole / 60) % 60} min`;
  return whole < 3600 ? `${minutes} ${whole % 60} s` : `${Math.floor(whole / 3600)} h ${minutes}`;
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = -1;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

const counted = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

// --- Signs: a shape of its own for each state, so that none is told by colour alone ---------------------------------

const states = {
  passed: { label: 'passed', path: 'M3 8.5 6.5 12 13 4.5' },
  recovered: { label: 'recovered', path: 'M8 2 15 14H1ZM8 6.5v3.5M8 12v.4' },
  failed: { label: 'failed', path: 'M4 4l8 8M12 4l-8 8' },
  blocked: { label: 'blocked', path: 'M2.5 2.5h11v11h-11ZM5 8h6' },
  superseded: { label: 'tried again', path: 'M12.5 5.5A5 5 0 1 0 13 9M13 2.5v3.5h-3.5' },
  skipped: { label: 'skipped', path: 'M3 4l5 4-5 4ZM11 4v8' },
  unselected: { label: 'not selected', path: 'M4 8h.1M8 8h.1M12 8h.1' },
  cancelled: { label: 'cancelled', path: 'M8 2a6 6 0 1 0 .01 0ZM4 12 12 4' },
  unfinished: { label: 'without an end', path: 'M8 2a6 6 0 1 0 .01 0ZM8 5v3.5h3' },
};

function sign(state) {
  const picture = svg(
    'svg', { viewBox: '0 0 16 16', class: `sign sign-${state}`, 'aria-hidden': 'true' },
    svg('path', { d: states[state].path }));
  return picture;
}

/** A sign with its word, for one that cannot see it. */
const state = (name) => el('span', { class: `state state-${name}` }, sign(name), el('span', { text: states[name].label }));

/** Calls `action` once, before the next frame, however often it is asked for. */
function onceAFrame(action) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      action();
    });
  };
}

const isDark = matchMedia('(prefers-color-scheme: dark)');
const knownColors = new Map();

/** What a custom property's colour is now, for a canvas. */
function color(name) {
  const key = `${document.documentElement.dataset.theme} ${isDark.matches} ${name}`;
  if (!knownColors.has(key)) {
    const probe = byId('probe');
    probe.style.color = `var(--${name})`;
    knownColors.set(key, getComputedStyle(probe).color);
  }
  return knownColors.get(key);
}

/** Makes a canvas as sharp as the screen, and gives its context and size in CSS pixels. */
function prepared(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
