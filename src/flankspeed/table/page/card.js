// @ts-check
// What appears beside a place: a card while the pointer or the keyboard is there, a menu when
// there are several choices.

import { fill, h, icon, narrow } from "./dom.js";
import { known } from "./odds.js";

const SHOWN = 4; // choices on a card
const BRIEF = 2; // with more than these it leaves out what counts: the menu tells it

export class Card {
  constructor(root) {
    this.box = h("div", { class: "card over-board", hidden: true });
    root.append(this.box);
    this.isMenu = false;
    this._closed = null;
    this._key = "";
    this._lines = []; // [element, choice]
    this._brief = false;
    this.box.addEventListener("keydown", (event) => this._keys(event));
    document.addEventListener("pointerdown", (event) => {
      if (this.isMenu && !root.contains(event.target)) this.close();
    });
  }

  /** What a thing is, and what can be done with it. */
  hover({ title, choices, odds, anchor, clear, key }) {
    if (this.isMenu) return;
    if (this.box.hidden || this._key !== key) {
      const more = choices.length - SHOWN;
      this._brief = choices.length > BRIEF;
      this._lines = choices
        .slice(0, SHOWN)
        .map((choice) => [line(choice, odds, this._brief), choice]);
      this.box.replaceChildren(
        ...[
          h("p", { class: "what" }, title),
          h(
            "div",
            { id: "card-choices" },
            this._lines.map(([element]) => element),
          ),
          more > 0 && h("p", { class: "more" }, `and ${more} more`),
          choices.length > 1 && h("p", { class: "more" }, "press for the choices"),
        ].filter(Boolean),
      );
      this.box.setAttribute("role", "tooltip");
      this.box.className = "card over-board hover";
      this._key = key;
      this.box.hidden = false;
    }
    this._place(anchor, 18, clear);
  }

  /** The choices at a place. */
  menu({ title, choices, odds, anchor, clear, choose, hover, closed }) {
    this.close();
    this.isMenu = true;
    this._closed = closed;
    const items = choices.map((choice) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: choice.shortcut ? "shortcut" : "",
          onclick: () => {
            this.close();
            choose(choice);
          },
          onpointerenter: () => hover(choice),
          onfocus: () => hover(choice),
          onblur: () => hover(null),
          onpointerleave: () => hover(null),
        },
        words(choice, odds),
      ),
    );
    this._brief = false;
    this._lines = choices.map((choice, i) => [items[i], choice]);
    const shut = h(
      "button",
      { type: "button", class: "shut", "aria-label": "Close", onclick: () => this.close() },
      icon("close"),
    );
    this.box.replaceChildren(
      h("div", { class: "what" }, h("span", { id: "card-title" }, title), shut),
      h("div", { role: "menu", "aria-labelledby": "card-title" }, items),
    );
    this.box.removeAttribute("role");
    this.box.className = "card over-board menu";
    this.box.hidden = false;
    this._place(anchor, 8, clear);
    items[0].focus({ preventScroll: true });
  }

  /** The odds are there by now: put them to the choices that are shown. */
  tellOdds(odds) {
    for (const [element, choice] of this._lines) fill(element, words(choice, odds, this._brief));
  }

  /** Take the first choice of the menu. */
  first() {
    this.box.querySelector("[role=menuitem]").click();
  }

  /** Close it; with "hover" only if it is no menu. */
  close(what) {
    if (what === "hover" && this.isMenu) return;
    this.box.hidden = true;
    this._key = "";
    const closed = this._closed;
    this._closed = null;
    this.isMenu = false;
    closed?.();
  }

  /** Close it and tell nobody. */
  drop() {
    this._closed = null;
    this.close();
  }

  _keys(event) {
    const items = [...this.box.querySelectorAll("[role=menuitem]")];
    const here = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) items[(here + step + items.length) % items.length].focus();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Beside the anchor, where there is room and the least is hidden; on a phone at the lower edge. */
  _place(anchor, gap, clear = []) {
    const { style } = this.box;
    this.box.classList.toggle("sheet", narrow());
    if (narrow()) {
      style.left = style.top = "";
      return;
    }
    const frame = this.box.parentElement.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const within = (low, size, room) => Math.max(6, Math.min(low, room - size - 6));
    const spots = [
      [anchor.right + gap, anchor.top],
      [anchor.left - gap - width, anchor.top],
      [anchor.left, anchor.bottom + gap],
      [anchor.left, anchor.top - gap - height],
    ].map(([x, y]) => ({
      x: within(x - frame.left, width, frame.width),
      y: within(y - frame.top, height, frame.height),
    }));
    const hidden = ({ x, y }) =>
      [...clear, anchor].filter(
        (box) =>
          box.right > x + frame.left &&
          box.left < x + frame.left + width &&
          box.bottom > y + frame.top &&
          box.top < y + frame.top + height,
      ).length;
    const best = spots.reduce((least, spot) => (hidden(spot) < hidden(least) ? spot : least));
    style.left = `${best.x}px`;
    style.top = `${best.y}px`;
  }
}

function words(choice, odds, brief = false) {
  return [h("span", { class: "label" }, choice.label), ...known(odds[choice.text], brief)];
}

function line(choice, odds, brief) {
  return h(
    "p",
    { class: choice.shortcut ? "choice shortcut" : "choice" },
    words(choice, odds, brief),
  );
}
