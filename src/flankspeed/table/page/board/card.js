// @ts-check
// What appears beside a place: a card while the pointer or the keyboard is there, a menu when
// there are several choices.

import { fill, h, icon } from "../common/dom.js";
import { known } from "../common/odds.js";
import { narrow } from "../common/room.js";

/** @typedef {import("../match/offer.js").Choice} Choice */
/** @typedef {import("../match/session.js").OddsByText} Odds */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Edges on the screen */

/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {Choice[]} choices
 * @property {Odds} odds
 * @property {Edges} anchor what the card stands beside
 * @property {Edges[]} clear what it should not lie upon
 */

/**
 * @typedef {object} Told
 * @property {(choice: Choice) => void} choose
 * @property {(choice: Choice | null) => void} hover
 * @property {() => void} closed
 */

const SHOWN = 4; // choices on a card
const BRIEF = 2; // with more than these it leaves out what counts: the menu tells it
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

export class Card {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.box = h("div", { class: "card over-board", hidden: true });
    root.append(this.box);
    this.isMenu = false;
    /** @type {(() => void) | null} */
    this._closed = null;
    this._key = "";
    /** @type {[element: HTMLElement, choice: Choice][]} */
    this._lines = [];
    /** @type {HTMLButtonElement[]} */
    this._items = []; // of the menu
    this._brief = false;
    this.box.addEventListener("keydown", (event) => this._keys(event));
    document.addEventListener("pointerdown", ({ target }) => {
      const inside = target instanceof Node && root.contains(target);
      if (this.isMenu && !inside) this.close();
    });
  }

  /**
   * What a thing is, and what can be done with it.
   * @param {Shown & {key: string}} shown
   */
  hover({ title, choices, odds, anchor, clear, key }) {
    if (this.isMenu) return;
    if (this.box.hidden || this._key !== key) {
      const more = choices.length - SHOWN;
      const brief = choices.length > BRIEF;
      const some = choices.slice(0, SHOWN);
      const elements = some.map((choice) => line(choice, odds, brief));
      this._brief = brief;
      this._items = [];
      this._lines = some.map((choice, i) => [elements[i], choice]);
      fill(
        this.box,
        h("p", { class: "what" }, title),
        h("div", { id: "card-choices" }, elements),
        more > 0 && h("p", { class: "more" }, `and ${more} more`),
        choices.length > 1 && h("p", { class: "more" }, "press for the choices"),
      );
      this.box.setAttribute("role", "tooltip");
      this.box.className = "card over-board hover";
      this._key = key;
      this.box.hidden = false;
    }
    this._place(anchor, 18, clear);
  }

  /**
   * The choices at a place.
   * @param {Shown & Told} shown
   */
  menu({ title, choices, odds, anchor, clear, choose, hover, closed }) {
    this.close();
    this.isMenu = true;
    this._closed = closed;
    const items = choices.map((choice) => this._item(choice, odds, choose, hover));
    this._brief = false;
    this._items = items;
    this._lines = choices.map((choice, i) => [items[i], choice]);
    const shut = h(
      "button",
      { type: "button", class: "shut", "aria-label": "Close", onclick: () => this.close() },
      icon("close"),
    );
    fill(
      this.box,
      h("div", { class: "what" }, h("span", { id: "card-title" }, title), shut),
      h("div", { role: "menu", "aria-labelledby": "card-title" }, items),
    );
    this.box.removeAttribute("role");
    this.box.className = "card over-board menu";
    this.box.hidden = false;
    this._place(anchor, 8, clear);
    items[0].focus({ preventScroll: true });
  }

  /**
   * A choice of the menu.
   * @param {Choice} choice
   * @param {Odds} odds
   * @param {Told["choose"]} choose
   * @param {Told["hover"]} hover
   */
  _item(choice, odds, choose, hover) {
    const onclick = () => {
      this.close();
      choose(choice);
    };
    return h(
      "button",
      {
        type: "button",
        role: "menuitem",
        class: choice.shortcut ? "shortcut" : "",
        onclick,
        onpointerenter: () => hover(choice),
        onfocus: () => hover(choice),
        onblur: () => hover(null),
        onpointerleave: () => hover(null),
      },
      words(choice, odds),
    );
  }

  /**
   * The odds are there by now: put them to the choices that are shown.
   * @param {Odds} odds
   */
  tellOdds(odds) {
    for (const [element, choice] of this._lines) fill(element, words(choice, odds, this._brief));
  }

  /** Take the first choice of the menu. */
  first() {
    this._items[0].click();
  }

  /**
   * Close it; with "hover" only if it is no menu.
   * @param {"hover"} [what]
   */
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

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const items = this._items;
    const here = items.findIndex((item) => item === document.activeElement);
    const step = STEPS[event.key];
    if (step) items[(here + step + items.length) % items.length].focus();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Beside the anchor, where there is room and the least is hidden; on a phone at the lower edge.
   * @param {Edges} anchor
   * @param {number} gap
   * @param {Edges[]} clear
   */
  _place(anchor, gap, clear) {
    const { style } = this.box;
    this.box.classList.toggle("at-edge", narrow());
    if (narrow()) {
      style.left = style.top = "";
      return;
    }
    const frame = this.root.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const spots = [
      [anchor.right + gap, anchor.top],
      [anchor.left - gap - width, anchor.top],
      [anchor.left, anchor.bottom + gap],
      [anchor.left, anchor.top - gap - height],
    ].map(([x, y]) => ({
      x: within(x - frame.left, width, frame.width),
      y: within(y - frame.top, height, frame.height),
    }));
    /** @param {{x: number, y: number}} spot */
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

/**
 * Where a thing of this size begins, so that it stays within the room there is.
 * @param {number} low
 * @param {number} size
 * @param {number} room
 */
function within(low, size, room) {
  return Math.max(6, Math.min(low, room - size - 6));
}

/**
 * @param {Choice} choice
 * @param {Odds} odds
 */
function words(choice, odds, brief = false) {
  return [h("span", { class: "label" }, choice.label), ...known(odds[choice.text], brief)];
}

/**
 * @param {Choice} choice
 * @param {Odds} odds
 * @param {boolean} brief
 */
function line(choice, odds, brief) {
  return h(
    "p",
    { class: choice.shortcut ? "choice shortcut" : "choice" },
    words(choice, odds, brief),
  );
}
