// @ts-check
// The choices as a list: for those who rather read than look, and where there are many.

import { h, seatName } from "./dom.js";
import { counted } from "./odds.js";

const MANY = 9; // from here on the list can be searched

export class ChoiceList {
  /** `told`: choose(choice), light(places), clear(), titleOf(place). */
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
    this.choices = [];
    this.odds = {};
  }

  /** Show these choices; `selection` says what on the board they are narrowed to. */
  update(choices, selection, session) {
    const fresh = choices !== this.choices;
    this.choices = choices;
    this.selection = selection;
    this.odds = session.odds;
    if (fresh && !selection.length) this.search.value = "";
    this.search.hidden = choices.length < MANY;
    this.heading.textContent = choices.length ? `Choices (${choices.length})` : "Choices";
    this.idle = session.over
      ? `The match is over.\n${session.live.log_sheet}`
      : session.need
        ? "The dice come first."
        : session.live?.view.waiting_for
          ? `${seatName(session.live.view.waiting_for)} chooses.`
          : "";
    this.selected.replaceChildren(
      ...selection.map((place) =>
        h(
          "button",
          {
            type: "button",
            class: "tag",
            title: "Show all choices again",
            onclick: () => this.told.clear(),
          },
          this.told.titleOf(place).split(/[,;.]/)[0],
          h("span", { "aria-hidden": "true" }, " ×"),
        ),
      ),
    );
    this._draw();
  }

  tellOdds(odds) {
    this.odds = odds;
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
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.dataset.text
      : null;
    this.list.replaceChildren(...found.map((choice) => this._item(choice)));
    if (!found.length)
      this.list.append(
        h("li", { class: "empty" }, words ? "No such choice." : this.idle || "Nothing to choose."),
      );
    if (focused)
      [...this.list.querySelectorAll("button")]
        .find((item) => item.dataset.text === focused)
        ?.focus();
  }

  _item(choice) {
    const lit = () => this.told.light([...choice.about]);
    const odds = this.odds[choice.text];
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
      ),
    );
  }
}
