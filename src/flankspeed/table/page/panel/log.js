// @ts-check
// The log: what happened, with its dice; a line leads to where it happened and to its rule.

import { throwOf } from "../common/dice.js";
import { h, icon } from "../common/dom.js";
import { signed } from "../common/odds.js";

/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("wire").ModifierInfo} Modifier */
/** @typedef {import("wire").RowUsed} RowUsed */
/**
 * @typedef {object} Told what the log says of what is done in it
 * @property {(places: string[]) => void} light
 * @property {(places: string[]) => void} goTo
 * @property {(id: string) => void} rule
 * @property {(use: RowUsed) => void} chart
 */

const SPOKEN = 20; // more new lines than these are not read out

export class LogPanel {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.search = h("input", {
      type: "search",
      placeholder: "Search the log",
      "aria-label": "Search the log",
      oninput: () => this._sift(),
    });
    this.kind = h(
      "select",
      { "aria-label": "Show", onchange: () => this._sift() },
      h("option", { value: "" }, "everything"),
      h("option", { value: "dice" }, "dice only"),
      h("option", { value: "here" }, "the selected thing"),
      h("option", { value: "heading" }, "headings"),
    );
    this.list = h("ol", { class: "log" });
    this.empty = h("p", { class: "empty", hidden: true }, "Nothing found.");
    this.scroller = h(
      "div",
      { class: "scroll", tabindex: "0", "aria-label": "Log", role: "log" },
      this.list,
      this.empty,
    );
    this.root = h(
      "div",
      { class: "tab-body log-panel" },
      h("div", { class: "filters" }, this.search, this.kind),
      this.scroller,
    );
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {HTMLLIElement[]} */
    this.lines = []; // of the entries, one for each
    this.upTo = Infinity; // the choice after which all is yet to come
    this.thing = "";
    this.list.addEventListener("pointerleave", () => told.light([]));
  }

  /**
   * Show the log; only what is new is added.
   * @param {Entry[]} entries
   */
  update(entries, upTo = Infinity) {
    const same =
      this.entries.length <= entries.length &&
      this.entries.every((entry, i) => entry === entries[i]);
    const bottom =
      this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 60;
    if (!same) {
      this.list.replaceChildren();
      this.lines = [];
    }
    const fresh = entries.slice(this.lines.length).map((entry) => this._line(entry));
    this.scroller.setAttribute("aria-live", fresh.length > SPOKEN ? "off" : "polite");
    this.list.append(...fresh);
    this.lines.push(...fresh);
    this.entries = entries;
    this.upTo = upTo;
    if (fresh.length || !same) this._sift();
    this._dim();
    if (bottom || !same) this.toEnd();
  }

  /** What lies after the moment shown is dimmed. */
  _dim() {
    for (const [i, line] of this.lines.entries())
      line.classList.toggle("later", this.entries[i].choice > this.upTo);
    const last = this.lines.findLast((line) => !line.classList.contains("later"));
    if (this.upTo !== Infinity) last?.scrollIntoView({ block: "nearest" });
  }

  toEnd() {
    if (this.upTo === Infinity) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /**
   * Follow the thing that is being looked at.
   * @param {string} place
   */
  look(place) {
    this.thing = place;
    if (this.kind.value === "here") this._sift();
  }

  /** @param {Entry} entry */
  _line(entry) {
    if (entry.kind === "heading" || entry.kind === "phase begins") return heading(entry);
    const { places } = entry;
    const light = () => this.told.light(places);
    const lit = places.length ? { onpointerenter: light, onfocusin: light } : {};
    const extras = [
      ...entry.dice.map(throwOf),
      entry.modifiers.length ? modified(entry.modifiers) : null,
      ...charts(entry.charts).map((use) => this._chart(use)),
      entry.rule ? this._rule(entry.rule) : null,
    ];
    return h("li", lit, this._words(entry), h("span", { class: "extras" }, extras));
  }

  /** @param {Entry} entry */
  _words({ text, places }) {
    if (!places.length) return h("span", { class: "line" }, text);
    const onclick = () => this.told.goTo(places);
    return h(
      "button",
      { type: "button", class: "line", title: "Show on the board", onclick },
      text,
    );
  }

  /** @param {RowUsed} use */
  _chart(use) {
    const onclick = () => this.told.chart(use);
    return h(
      "button",
      { type: "button", class: "chart-name", title: "Show the chart", onclick },
      icon("book"),
      use.title,
    );
  }

  /** @param {string} id */
  _rule(id) {
    const title = `Rule ${id}`;
    const onclick = () => this.told.rule(id);
    return h("button", { type: "button", class: "rule", title, "aria-label": title, onclick }, id);
  }

  _sift() {
    const words = this.search.value.trim().toLowerCase();
    const kind = this.kind.value;
    const plain = !words && !kind;
    /** @type {HTMLLIElement | null} */
    let heading = null; // of what comes, as long as it is hidden
    for (const [i, line] of this.lines.entries()) {
      const title = line.classList.contains("heading");
      const fits = this._fits(this.entries[i], words, kind, title);
      line.hidden = !plain && !fits;
      if (title) heading = line;
      else if (fits && heading && !plain) {
        heading.hidden = false;
        heading = null;
      }
    }
    this.empty.hidden = this.lines.some((line) => !line.hidden);
  }

  /**
   * Whether an entry is among what is searched for.
   * @param {Entry} entry
   * @param {string} words
   * @param {string} kind
   * @param {boolean} title
   */
  _fits(entry, words, kind, title) {
    if (words && ![entry.text, entry.rule].some((part) => part.toLowerCase().includes(words)))
      return false;
    if (kind === "dice") return entry.dice.length > 0;
    if (kind === "here") return entry.places.includes(this.thing);
    return kind !== "heading" || title;
  }
}

/** @param {Entry} entry */
function heading({ kind, choice, text }) {
  return h(
    "li",
    { class: kind === "heading" ? "heading" : "heading minor", "data-choice": choice },
    h("h3", {}, text.replace(/^-+ | -+$/g, "")),
  );
}

/** @param {Modifier[]} modifiers */
function modified(modifiers) {
  return h(
    "details",
    { class: "modifiers" },
    h("summary", {}, `${modifiers.length} modifier${modifiers.length === 1 ? "" : "s"}`),
    h(
      "ul",
      {},
      modifiers.map(({ name, value }) =>
        h("li", {}, h("span", {}, name), h("b", {}, signed(value))),
      ),
    ),
  );
}

/**
 * The charts that were used, each with its first row.
 * @param {RowUsed[]} uses
 */
function charts(uses) {
  return uses.filter((use, i) => uses.findIndex((some) => some.chart === use.chart) === i);
}
