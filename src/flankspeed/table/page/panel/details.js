// @ts-check
// Details: all that the view tells of a thing, and a list of everything there is to look at.

import { fill, h } from "../common/dom.js";
import { Places } from "../board/places.js";

/** @typedef {import("wire").View} View */
/** @typedef {{[name: string]: Fact}} Facts what a game tells of its board: each in its own way */
/** @typedef {string | number | boolean | null | Row | Facts} Fact */
/** @typedef {Fact[]} Row */
/** @typedef {import("wire").FactWords} Words how the game names its facts */

/**
 * @typedef {object} Told
 * @property {(place: string) => void} look
 * @property {(places: string[]) => void} goTo
 * @property {(places: string[]) => void} light
 */

const HIDDEN = new Set(["place", "id", "trail"]);

export class DetailsPanel {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.sheet = h("div", { class: "sheet-of", "aria-live": "polite" });
    this.search = h("input", {
      type: "search",
      placeholder: "Find a ship, a plane, a compartment",
      "aria-label": "Find a thing on the board",
      oninput: () => this._find(),
    });
    this.found = h("ul", { class: "things" });
    this.log = h("pre", {});
    this.kept = h(
      "details",
      { class: "log-sheet", hidden: true },
      h("summary", {}, "Log sheet"),
      this.log,
    );
    this.root = h(
      "div",
      { class: "tab-body details-panel" },
      h("div", { class: "filters" }, this.search),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Details" },
        this.kept,
        this.sheet,
        this.found,
      ),
    );
    this.place = "";
    /** @type {Words} */
    this.words = {};
    /** @type {View | null} */
    this.view = null;
    this.places = new Places();
  }

  /**
   * `kept` is the game's log sheet, if it has one.
   * @param {View} view
   * @param {Places} places
   * @param {string} kept
   * @param {Words} words
   */
  update(view, places, kept, words) {
    this.view = view;
    this.words = words;
    this.places = places;
    this.kept.hidden = !kept;
    this.log.textContent = kept;
    this._show();
    this._find();
  }

  /** @param {string} place */
  look(place) {
    this.place = place;
    this._show();
  }

  _show() {
    const board = /** @type {Facts | undefined} */ (this.view?.board);
    if (!this.place || !this.view || !board) {
      fill(
        this.sheet,
        h("p", { class: "empty" }, "Press a thing on the board to read its sheet here."),
        board ? this._summary(board) : null,
      );
      return;
    }
    const title = this.places.titles.get(this.place) ?? this.place.replace(":", " ");
    const facts = find(board, this.place);
    const choices = this.view.options.filter((option) => option.place === this.place);
    const todo = choices.map((option) => h("li", {}, option.label));
    fill(
      this.sheet,
      h("h3", {}, String(facts?.name ?? title.split(/[,;:]/)[0])),
      h("p", {}, title),
      todo.length ? h("ul", { class: "can-do" }, todo) : null,
      h("dl", { class: "facts" }, facts ? this._lines(facts) : null),
    );
  }

  /**
   * What the view tells of the table as a whole.
   * @param {Facts} board
   */
  _summary(board) {
    const all = Object.entries(board);
    const plain = Object.fromEntries(all.filter(([, fact]) => typeof fact !== "object"));
    const parts = all.flatMap(([name, fact]) => (isFacts(fact) ? this._section(name, fact) : []));
    return [...this._section("", plain), ...parts];
  }

  /**
   * @param {string} name
   * @param {Facts} facts
   */
  _section(name, facts) {
    const found = this._lines(facts, name);
    if (!found.length) return [];
    const list = h("dl", { class: "facts" }, found);
    return name ? [h("h3", {}, name.replaceAll("_", " ")), list] : [list];
  }

  /**
   * Facts as lines of a list; what is empty, no or none is left out.
   * @param {Facts} facts
   * @param {string} [part] of the view that they are in
   * @returns {HTMLElement[]}
   */
  _lines(facts, part = "") {
    return Object.entries(facts).flatMap(([key, fact]) => {
      if (HIDDEN.has(key) || fact === null || fact === false || fact === "") return [];
      if (isFacts(fact)) return this._lines(fact, key);
      const name = this._name(part, key);
      if (!name) return [];
      if (!Array.isArray(fact)) return [line(name, this._value(fact))];
      const short = fact.length < 16 && fact.every((item) => typeof item !== "object");
      return fact.length && short
        ? [line(name, fact.map((each) => this._value(each)).join(", "))]
        : [];
    });
  }

  /**
   * A field in the game's words; nothing if the game has words and none for it.
   * @param {string} part
   * @param {string} key
   */
  _name(part, key) {
    const names = this.words.names ?? {};
    if (!Object.keys(names).length) return key.replaceAll("_", " ");
    return names[`${part}.${key}`] ?? names[key];
  }

  /**
   * A value in the game's words: a place by its title.
   * @param {Fact} value
   */
  _value(value) {
    if (value === true) return "yes";
    const text = String(value);
    const title = this.places.titles.get(text)?.split(/[,;:]/)[0];
    return this.words.values?.[text] ?? title ?? text.replaceAll("_", " ");
  }

  _find() {
    const words = this.search.value.trim().toLowerCase();
    const all = [...this.places.titles].filter(
      ([place, title]) =>
        !this.places.isSpace(place) && (!words || title.toLowerCase().includes(words)),
    );
    const some = all.slice(0, words ? 60 : 200);
    fill(
      this.found,
      some.map(([place, title]) => h("li", {}, this._thing(place, title))),
    );
  }

  /**
   * A button that leads to a thing on the board.
   * @param {string} place
   * @param {string} title
   */
  _thing(place, title) {
    const lit = () => this.told.light([place]);
    const unlit = () => this.told.light([]);
    const onclick = () => {
      this.told.look(place);
      this.told.goTo([place]);
    };
    return h(
      "button",
      {
        type: "button",
        onclick,
        onfocus: lit,
        onblur: unlit,
        onpointerenter: lit,
        onpointerleave: unlit,
      },
      title,
    );
  }
}

/**
 * @param {Fact} fact
 * @returns {fact is Facts}
 */
function isFacts(fact) {
  return fact !== null && typeof fact === "object" && !Array.isArray(fact);
}

/**
 * The part of a view that is about a place: it bears the place, or the name behind the colon.
 * @param {Facts} board
 * @param {string} place
 */
function find(board, place) {
  const tail = place.slice(place.indexOf(":") + 1);
  /** @type {Facts | null} */
  let byName = null;
  /** @type {(fact: Fact) => Facts | null} */
  const visit = (fact) => {
    if (fact === null || typeof fact !== "object") return null;
    if (isFacts(fact)) {
      if (fact.place === place) return fact;
      if (!byName && (fact.id === tail || fact.name === tail)) byName = fact;
    }
    for (const item of Object.values(fact)) {
      const found = visit(item);
      if (found) return found;
    }
    return null;
  };
  return visit(board) ?? byName;
}

/**
 * @param {string} name
 * @param {string} value
 */
function line(name, value) {
  return h(
    "div",
    { class: value.length > 16 ? "long" : "" },
    h("dt", {}, name),
    h("dd", {}, value),
  );
}
