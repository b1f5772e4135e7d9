// @ts-check
// The buttons of the prompt: one row, as many as fit; the others lie under one more button.

import { h, icon } from "../common/dom.js";
import { fold } from "../common/fold.js";

export class Answers {
  constructor() {
    this.count = h("span", {});
    this.more = h(
      "button",
      { type: "button", class: "plain more", "aria-haspopup": "true", hidden: true },
      this.count,
      icon("down"),
    );
    this.menu = h("div", { class: "more-menu" });
    this.root = h("div", { class: "answers" }, this.more, this.menu);
    this._fold = fold(this.more, this.menu);
    /** @type {HTMLElement[]} */
    this._all = [];
    this._beyond = 0;
    this.menu.addEventListener("click", () => this._fold.set(false));
    this.menu.addEventListener("keydown", (event) => this._keys(event));
    this.more.addEventListener("click", () => this._first());
  }

  /**
   * Show these buttons. If so many choices `beyond` them have none, the last button leads to the
   * list of all, and always lies in the menu.
   * @param {HTMLElement[]} buttons
   * @param {number} beyond
   */
  show(buttons, beyond = 0) {
    this._all = buttons;
    this._beyond = beyond;
    this._fold.set(false);
    this.fit();
  }

  /** Put as many buttons into the row as fit, and the others into the menu. */
  fit() {
    const focused = this._all.find((button) => button === document.activeElement);
    const { root, menu, more, _beyond: beyond } = this;
    const row = [...this._all];
    menu.replaceChildren(...(beyond ? row.splice(-1) : []));
    more.hidden = !beyond;
    root.replaceChildren(...row, more, menu);
    this._count();
    while (row.length > 1 && this.overflows) {
      more.hidden = false;
      menu.prepend(/** @type {HTMLElement} */ (row.pop()));
      this._count();
    }
    focused?.focus();
  }

  /** Whether the row has become too short for what is in it. */
  get overflows() {
    return this.root.scrollWidth > this.root.clientWidth;
  }

  _count() {
    const hidden = this.menu.childElementCount + Math.max(0, this._beyond - 1);
    this.count.textContent = `${hidden} more`;
  }

  _first() {
    if (this._fold.isOpen()) this.menu.querySelector("button")?.focus();
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const items = [...this.menu.querySelectorAll("button")];
    const here = items.findIndex((item) => item === document.activeElement);
    items[(here + step + items.length) % items.length].focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** The keyboard goes to the first button there is. */
  focus() {
    const first = this.root.querySelector("button:not([hidden])");
    if (first instanceof HTMLElement) first.focus();
    return Boolean(first);
  }
}
