// @ts-check
// The choices as a list: for those who rather read than look, and where there are many.

import { h, seatName } from "../common/dom.js";
import { lessText, counted } from "../common/odds.js";

/** @typedef {import("./offer.js").Choice} Choice */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").OddsByText} Odds */
/**
 * @typedef {object} Told what the list says of what is done in it
 * @property {(choice: Choice) => void} choose
 * @property {(places: string[]) => void} light
 * @property {() => void} clear
 * @property {(place: string) => string} titleOf
 */

const MANY = 9; // from here on the list can be searched

export class ChoiceList {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.search = h("input", {
      type: "search",
      placeholder: "Find a choice",
      "aria-label": "Find a choice",
      oninput: () => this._draw(),
    });
    this.heading = h("h2", { id: "choices-title" }, "Choices");
    this.selected = h("div", { class: "selected" });
    this.list = h("ul", { class: "choices", "aria-labelledby": "choices-title" });
    this.root = h(
      "section",
      { class: "choice-list", "aria-labelledby": "choices-title" },
      h("div", { class: "bar" }, this.heading, this.search),
      this.selected,
      h("div", { class: "scroll" }, this.list),
    );
    this.list.addEventListener("pointerleave", () => told.light([]));
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Odds} */
    this.odds = {};
    /** @type {Map<string, string>} */
    this.costs = new Map(); // what an adviser has said against choices
    this.idle = ""; // why there is nothing to choose
  }

  /**
   * Show these choices; `selection` says what on the board they are narrowed to.
   * @param {Choice[]} choices
   * @param {string[]} selection
   * @param {Session} session
   */
  update(choices, selection, session) {
    const fresh = choices !== this.choices;
    if (fresh && !selection.length) this.costs = new Map();
    this.choices = choices;
    this.odds = session.odds;
    if (fresh && !selection.length) this.search.value = "";
    this.search.hidden = choices.length < MANY;
    this.heading.textContent = choices.length ? `Choices (${choices.length})` : "Choices";
    this.idle = idle(session);
    this.selected.replaceChildren(...selection.map((place) => this._tag(place)));
    this._draw();
  }

  /** @param {Odds} odds */
  tellOdds(odds) {
    this.odds = odds;
    this._draw();
  }

  /**
   * Say of every choice what it would cost, and why.
   * @param {import("wire").Advice} advice
   */
  tellWeighed({ weighed, unit }) {
    this.costs = new Map(
      weighed.map(({ text, cost, words }, i) => [
        text,
        `${words}; ${i ? lessText(cost, unit) : "the best"}`,
      ]),
    );
    this._draw();
  }

  /** The keyboard goes to the list. */
  focus() {
    (this.search.hidden ? this.list.querySelector("button") : this.search)?.focus();
  }

  _draw() {
    const words = this.search.hidden ? "" : this.search.value.trim().toLowerCase();
    const found = this.choices.filter(
      (choice) => !words || `${choice.label} ${choice.text}`.toLowerCase().includes(words),
    );
    const focused = this._items().find((item) => item === document.activeElement)?.dataset.text;
    this.list.replaceChildren(...found.map((choice) => this._item(choice)));
    if (!found.length)
      this.list.append(
        h("li", { class: "empty" }, words ? "No such choice." : this.idle || "Nothing to choose."),
      );
    if (focused)
      this._items()
        .find((item) => item.dataset.text === focused)
        ?.focus();
  }

  _items() {
    return [...this.list.querySelectorAll("button")];
  }

  /**
   * A place that the choices are narrowed to.
   * @param {string} place
   */
  _tag(place) {
    return h(
      "button",
      {
        type: "button",
        class: "tag",
        title: "Show all choices again",
        onclick: () => this.told.clear(),
      },
      this.told.titleOf(place).split(/[,;.]/)[0],
      h("span", { "aria-hidden": "true" }, " ×"),
    );
  }

  /** @param {Choice} choice */
  _item(choice) {
    const lit = () => this.told.light([...choice.about]);
    const odds = this.odds[choice.text];
    const costs = this.costs.get(choice.text);
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "data-text": choice.text,
          class: choice.shortcut ? "shortcut" : "",
          title: odds?.modifiers.length ? counted(odds.modifiers) : null,
          onclick: () => this.told.choose(choice),
          onpointerenter: lit,
          onfocus: lit,
          onblur: () => this.told.light([]),
        },
        h("span", { class: "label" }, choice.label),
        odds && h("span", { class: "odds" }, odds.text),
        costs && h("span", { class: "odds weighed" }, costs),
      ),
    );
  }
}

/**
 * What there is to say where nothing can be chosen.
 * @param {Session} session
 */
function idle({ over, need, live }) {
  if (over) return `The match is over.\n${live?.log_sheet ?? ""}`;
  if (need) return "The dice come first.";
  const seat = live?.view.waiting_for;
  return seat ? `${seatName(seat)} chooses.` : "";
}
