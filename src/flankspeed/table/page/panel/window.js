// @ts-check
// A list of which only what is in sight is in the document, however long it grows: heights are
// guessed until they are measured, and empty space stands for the rest.

import { h } from "../common/dom.js";

/** @typedef {{key: string, sign: string}} Row one of the list; drawn anew if its sign changes */

const MARGIN = 400; // pixels beyond what is in sight
const GUESS = 44; // pixels of a row that was never drawn
const UNSEEN = 30; // rows, the last ones, that are drawn while nobody sees the list
const TRIES = 3; // measured heights may change what is in sight

/** @template {Row} Some */
export class Window {
  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} list
   * @param {(row: Some) => HTMLLIElement} draw
   */
  constructor(scroller, list, draw) {
    this.scroller = scroller;
    this.list = list;
    this.draw = draw;
    this.above = h("div", { "aria-hidden": "true" });
    this.below = h("div", { "aria-hidden": "true" });
    list.before(this.above);
    list.after(this.below);
    /** @type {Some[]} */
    this.rows = [];
    /** @type {Map<string, number>} */
    this.heights = new Map(); // by key, of what was drawn before
    /** @type {Map<string, {sign: string, line: HTMLLIElement}>} */
    this.drawn = new Map(); // by key, what is in the document
    this.first = 0;
    this.changed = () => {}; // told when other lines are in the document
    this._width = 0;
    scroller.addEventListener("scroll", () => this.refresh(), { passive: true });
    list.addEventListener("toggle", () => this.refresh(), { capture: true });
    new ResizeObserver(() => this._resized()).observe(scroller);
  }

  /**
   * Show rows; what is in sight stays where it is.
   * @param {Some[]} rows
   */
  show(rows) {
    this.rows = rows;
    this.refresh();
  }

  /** Forget what was drawn: other rows may have the same keys now. */
  reset() {
    this.list.replaceChildren();
    this.drawn.clear();
    this.heights.clear();
  }

  /** Whether the end of the list is in sight. */
  get atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < 60;
  }

  toEnd() {
    for (let i = 0; i < TRIES; i++) {
      this.refresh(this._top(this.rows.length));
      this.scroller.scrollTop = this.scroller.scrollHeight;
    }
  }

  /**
   * Bring a row into sight; its line.
   * @param {number} index
   */
  reveal(index) {
    for (let i = 0; i < TRIES && !this.lineOf(index); i++)
      this.refresh(this._top(index) - this.scroller.clientHeight / 2);
    const line = this.lineOf(index);
    line?.scrollIntoView({ block: "nearest" });
    return line;
  }

  /**
   * The line of a row, if it is in the document.
   * @param {number} index
   */
  lineOf(index) {
    return this.drawn.get(this.rows[index]?.key)?.line;
  }

  /**
   * The row that an element is a part of, or -1.
   * @param {Element | null} element
   */
  indexOf(element) {
    const line = element?.closest("li");
    const at = line ? [...this.list.children].indexOf(line) : -1;
    return at < 0 ? -1 : this.first + at;
  }

  /** The first row in sight. */
  get seen() {
    return this._at(this.scroller.scrollTop);
  }

  /** Draw what is in sight from `top` on, measure it, and keep it where it was seen. */
  refresh(top = this.scroller.scrollTop) {
    const { clientHeight } = this.scroller;
    const [first, last] = clientHeight
      ? this._range(top, clientHeight)
      : [Math.max(0, this.rows.length - UNSEEN), this.rows.length];
    const anchor = this._at(top);
    const off = top - this._top(anchor);
    this._place(first, last);
    if (clientHeight) this._measure();
    this.above.style.height = `${this._top(first)}px`;
    this.below.style.height = `${this._top(this.rows.length) - this._top(last)}px`;
    const wanted = Math.max(0, this._top(anchor) + off);
    if (clientHeight && Math.abs(this.scroller.scrollTop - wanted) > 1)
      this.scroller.scrollTop = wanted;
  }

  /**
   * Where a row begins.
   * @param {number} index
   */
  _top(index) {
    let sum = 0;
    for (let i = 0; i < index; i++) sum += this._height(i);
    return sum;
  }

  /** @param {number} index */
  _height(index) {
    return this.heights.get(this.rows[index].key) ?? GUESS;
  }

  /**
   * The row at a height.
   * @param {number} top
   */
  _at(top) {
    let index = 0;
    for (let sum = 0; index < this.rows.length; index++) {
      sum += this._height(index);
      if (sum > top) break;
    }
    return Math.min(index, Math.max(0, this.rows.length - 1));
  }

  /**
   * @param {number} top
   * @param {number} height
   * @returns {[first: number, last: number]}
   */
  _range(top, height) {
    if (!this.rows.length) return [0, 0];
    return [this._at(top - MARGIN), this._at(top + height + MARGIN) + 1];
  }

  /**
   * Put the lines of some rows into the document, and no others.
   * @param {number} first
   * @param {number} last
   */
  _place(first, last) {
    const before = this.drawn;
    this.drawn = new Map();
    this.first = first;
    let fresh = before.size !== last - first;
    const lines = this.rows.slice(first, last).map((row, i) => {
      const known = before.get(row.key);
      const line = known?.sign === row.sign ? known.line : this.draw(row);
      fresh ||= line !== known?.line;
      line.setAttribute("aria-posinset", String(first + i + 1));
      line.setAttribute("aria-setsize", String(this.rows.length));
      this.drawn.set(row.key, { sign: row.sign, line });
      return line;
    });
    if (!fresh) return;
    const kept = new Set(lines);
    for (const { line } of before.values()) if (!kept.has(line)) this._drop(line);
    lines.forEach((line, i) => {
      const here = this.list.children[i] ?? null;
      if (here !== line) this.list.insertBefore(line, here);
    });
    this.changed();
  }

  /**
   * Take a line out of the document; the keyboard stays in the list.
   * @param {HTMLElement} line
   */
  _drop(line) {
    if (line.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    line.remove();
  }

  _measure() {
    for (const [key, { line }] of this.drawn)
      this.heights.set(key, line.getBoundingClientRect().height);
  }

  /** Lines break otherwise in another width. */
  _resized() {
    const { clientWidth } = this.scroller;
    if (clientWidth && clientWidth !== this._width) {
      this._width = clientWidth;
      this.heights.clear();
    }
    this.refresh();
  }
}
