// @ts-check
// The log: what happened, with its dice; a line leads to where and when it happened, and to its rule.

import { throwOf } from "../common/dice.js";
import { fill, h, icon, tool } from "../common/dom.js";
import { signed } from "../common/odds.js";
import { foldedRows, folds, foundRows, isHeading, placesOf, summaryOf } from "./rows.js";
import { Window } from "./window.js";

/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("wire").ModifierInfo} Modifier */
/** @typedef {import("wire").RowUsed} RowUsed */
/** @typedef {import("./rows.js").LogRow} LogRow */
/**
 * @typedef {object} Told what the log says of what is done in it
 * @property {(places: string[]) => void} light
 * @property {(places: string[]) => void} goTo
 * @property {(choice: number, places: string[]) => void} moment
 * @property {(id: string) => void} rule
 * @property {(use: RowUsed) => void} chart
 */

const SPOKEN = 20; // more new lines than these are not read out
const CONTROLS = ".line, button, summary"; // what the keyboard reaches of a line
/** @type {Record<string, number>} */
const WAYS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

export class LogPanel {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.search = h("input", {
      type: "search",
      placeholder: "Search the log",
      "aria-label": "Search the log",
      oninput: () => this._sought(),
    });
    this.kind = h(
      "select",
      { "aria-label": "Show", onchange: () => this._sought() },
      h("option", { value: "" }, "everything"),
      h("option", { value: "dice" }, "dice only"),
      h("option", { value: "here" }, "the selected thing"),
      h("option", { value: "heading" }, "headings"),
    );
    this.list = h("ol", { class: "log" });
    this.empty = h("p", { class: "empty", hidden: true }, "Nothing found.");
    this.spoken = h("div", { class: "offscreen", role: "log", "aria-label": "New in the log" });
    this.scroller = h(
      "div",
      { class: "scroll", tabindex: "0", "aria-label": "Log", role: "group" },
      this.list,
      this.empty,
    );
    this.filters = h("div", { class: "filters" }, this.search, this.kind);
    this.root = h("div", { class: "tab-body log-panel" }, this.filters, this.scroller, this.spoken);
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Set<number>} */
    this.open = new Set(); // the folds whose parts are shown
    this.upTo = Infinity; // the choice after which all is yet to come
    this.thing = "";
    /** @type {Window<LogRow>} */
    this.window = new Window(this.scroller, this.list, (row) => this._line(row));
    this.window.changed = () => this._drawn();
    this._row = ""; // the key of the row that the keyboard was at
    this.list.addEventListener("pointerleave", () => told.light([]));
    this.scroller.addEventListener("keydown", (event) => this._key(event));
    this.scroller.addEventListener("focusin", () => this._focused());
    this.scroller.addEventListener("focusout", () => this._rove());
  }

  /**
   * Show the log; only what is new is read out.
   * @param {Entry[]} entries
   */
  update(entries, upTo = Infinity) {
    const same =
      this.entries.length <= entries.length &&
      this.entries.every((entry, i) => entry === entries[i]);
    const bottom = this.window.atEnd;
    const fresh = entries.slice(same ? this.entries.length : 0);
    const moved = upTo !== this.upTo;
    this.entries = entries;
    this.upTo = upTo;
    if (!same) {
      this.window.reset();
      this.open.clear();
    }
    if (fresh.length || !same) this._sift();
    if (fresh.length && fresh.length <= SPOKEN) this._speak(fresh);
    this._dim();
    if (moved) this._toMoment();
    if (bottom || !same) this.toEnd();
  }

  /** @param {Entry[]} fresh */
  _speak(fresh) {
    fill(
      this.spoken,
      folds(fresh).map((fold) => h("p", {}, summaryOf(fold))),
    );
  }

  /** What lies after the moment shown is dimmed. */
  _dim() {
    for (const [i, line] of [...this.list.children].entries())
      line.classList.toggle("later", this._later(this.window.rows[this.window.first + i]));
  }

  /** @param {LogRow} row */
  _later({ entries }) {
    return entries[0].choice > this.upTo;
  }

  /** Bring the last that has happened by the moment shown into sight. */
  _toMoment() {
    const last = this.window.rows.findLastIndex((row) => !this._later(row));
    if (this.upTo !== Infinity && last >= 0) this.window.reveal(last);
  }

  toEnd() {
    if (this.upTo === Infinity) this.window.toEnd();
  }

  /**
   * Follow the thing that is being looked at.
   * @param {string} place
   */
  look(place) {
    this.thing = place;
    if (this.kind.value === "here") this._sift();
  }

  // --- Lines ---

  /** @param {LogRow} row */
  _line(row) {
    const { entries, folds, inner } = row;
    const [entry] = entries;
    if (isHeading(entry)) return heading(entry);
    const places = placesOf(entries);
    const light = () => this.told.light(places);
    const lit = places.length ? { onpointerenter: light, onfocusin: light } : {};
    const parts = folds ? [] : this._extras(entry);
    const extras = h("span", { class: "extras" }, parts, this._moment(entry, places));
    return h("li", { class: inner ? "inner" : null, ...lit }, this._words(row, places), extras);
  }

  /** @param {Entry} entry */
  _extras(entry) {
    return [
      ...entry.dice.map(throwOf),
      entry.modifiers.length ? modified(entry.modifiers) : null,
      ...charts(entry.charts).map((use) => this._chart(use)),
      entry.rule ? this._rule(entry.rule) : null,
    ];
  }

  /**
   * What a row says: a fold opens when it is pressed, and whatever has a place leads there.
   * @param {LogRow} row
   * @param {string[]} places
   */
  _words({ entries, folds, open }, places) {
    const text = folds ? summaryOf(entries) : entries[0].text;
    if (folds) {
      const { fold } = entries[0];
      const onclick = () => this._toggle(fold, places);
      return h(
        "button",
        { type: "button", class: "line fold", "aria-expanded": String(open), onclick },
        text,
      );
    }
    if (!places.length) return h("span", { class: "line", tabindex: "-1" }, text);
    const onclick = () => this.told.goTo(places);
    return h(
      "button",
      { type: "button", class: "line", title: "Show on the board", onclick },
      text,
    );
  }

  /**
   * Open a fold, and go where it happened; or close it.
   * @param {number} fold
   * @param {string[]} places
   */
  _toggle(fold, places) {
    const opens = !this.open.delete(fold);
    if (opens) this.open.add(fold);
    this._sift();
    this._focusOn(this.window.rows.findIndex(({ key }) => key === this._row));
    if (opens && places.length) this.told.goTo(places);
  }

  /**
   * @param {Entry} entry
   * @param {string[]} places
   */
  _moment({ choice }, places) {
    const onclick = () => this.told.moment(choice, places);
    return tool("clock", "To this moment", onclick, { class: "moment" });
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

  // --- The keyboard: one line is reached by Tab, the arrows lead to the others ---

  /** The lines in the document are others: those that are new must know what all know. */
  _drawn() {
    this._dim();
    this._rove();
  }

  _focused() {
    const index = this.window.indexOf(document.activeElement);
    if (index >= 0) this._row = this.window.rows[index].key;
    this._rove();
  }

  /** Tab leads to one line, and from there to whatever else is on it. */
  _rove() {
    const lines = [...this.list.children].filter((line) => line.querySelector(".line"));
    const here = this.window.drawn.get(this._row)?.line ?? lines.at(-1);
    for (const line of lines) {
      const inside = line === here && line.contains(document.activeElement);
      for (const control of line.querySelectorAll(CONTROLS)) {
        const stop = inside || (line === here && control.matches(".line"));
        control.setAttribute("tabindex", stop ? "0" : "-1");
      }
    }
    this.scroller.tabIndex = lines.length ? -1 : 0;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { rows } = this.window;
    const focused = this.window.indexOf(document.activeElement);
    const here = focused < 0 ? this.window.seen : focused;
    let next = Math.max(0, Math.min(here + way, rows.length - 1));
    const step = way === -Infinity ? 1 : way === Infinity ? -1 : way;
    while (rows[next] && isHeading(rows[next].entries[0])) next += step;
    if (rows[next]) this._focusOn(next);
  }

  /** @param {number} index */
  _focusOn(index) {
    const line = this.window.reveal(index)?.querySelector(".line");
    if (line instanceof HTMLElement) line.focus({ preventScroll: true });
  }

  // --- What is looked for ---

  _sought() {
    this._sift();
    this._toMoment();
    this.toEnd();
  }

  _sift() {
    const words = this.search.value.trim().toLowerCase();
    const kind = this.kind.value;
    const rows =
      words || kind
        ? foundRows(this.entries, (entry) => this._fits(entry, words, kind))
        : foldedRows(this.entries, this.open);
    this.window.show(rows);
    this._dim();
    this.empty.hidden = rows.length > 0;
  }

  /**
   * Whether an entry is among what is searched for.
   * @param {Entry} entry
   * @param {string} words
   * @param {string} kind
   */
  _fits(entry, words, kind) {
    if (words && ![entry.text, entry.rule].some((part) => part.toLowerCase().includes(words)))
      return false;
    if (kind === "dice") return entry.dice.length > 0;
    if (kind === "here") return entry.places.includes(this.thing);
    return kind !== "heading" || isHeading(entry);
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
