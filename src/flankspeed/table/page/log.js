// @ts-check
// The log: what happened, with its dice; a line leads to where it happened and to its rule.

import { throwOf } from "./dice.js";
import { h, icon } from "./dom.js";
import { signed } from "./odds.js";

const SPOKEN = 20; // more new lines than these are not read out

export class LogPanel {
  /** `told`: light(places), goTo(places), rule(id), chart(use). */
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
    this.entries = [];
    this.thing = "";
    this.list.addEventListener("pointerleave", () => told.light([]));
  }

  /** Show the log; only what is new is added. */
  update(entries, upTo = Infinity) {
    const same =
      this.entries.length <= entries.length &&
      this.entries.every((entry, i) => entry === entries[i]);
    const bottom =
      this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 60;
    if (!same) this.list.replaceChildren();
    const fresh = same ? entries.slice(this.entries.length) : entries;
    this.scroller.setAttribute("aria-live", fresh.length > SPOKEN ? "off" : "polite");
    this.list.append(...fresh.map((entry) => this._line(entry)));
    this.entries = entries;
    this.upTo = upTo;
    if (fresh.length || !same) this._sift();
    this._dim();
    if (bottom || !same) this.toEnd();
  }

  /** What lies after the moment shown is dimmed. */
  _dim() {
    let last = null;
    for (const [i, line] of [...this.list.children].entries()) {
      const later = this.entries[i].choice > this.upTo;
      line.classList.toggle("later", later);
      if (!later) last = line;
    }
    if (this.upTo !== Infinity) last?.scrollIntoView({ block: "nearest" });
  }

  toEnd() {
    if (this.upTo === Infinity) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Follow the thing that is being looked at. */
  look(place) {
    this.thing = place;
    if (this.kind.value === "here") this._sift();
  }

  _line(entry) {
    if (entry.kind === "heading" || entry.kind === "phase begins") {
      return h(
        "li",
        {
          class: entry.kind === "heading" ? "heading" : "heading minor",
          "data-choice": entry.choice,
        },
        h("h3", {}, entry.text.replace(/^-+ | -+$/g, "")),
      );
    }
    const places = entry.places;
    const lit = places.length
      ? { onpointerenter: () => this.told.light(places), onfocusin: () => this.told.light(places) }
      : {};
    const words = places.length
      ? h(
          "button",
          {
            type: "button",
            class: "line",
            title: "Show on the board",
            onclick: () => this.told.goTo(places),
          },
          entry.text,
        )
      : h("span", { class: "line" }, entry.text);
    const extras = [
      ...entry.dice.map(throwOf),
      entry.modifiers.length ? this._modifiers(entry.modifiers) : null,
      ...charts(entry.charts).map((use) =>
        h(
          "button",
          {
            type: "button",
            class: "chart-name",
            title: "Show the chart",
            onclick: () => this.told.chart(use),
          },
          icon("book"),
          use.title,
        ),
      ),
      entry.rule
        ? h(
            "button",
            {
              type: "button",
              class: "rule",
              title: `Rule ${entry.rule}`,
              "aria-label": `Rule ${entry.rule}`,
              onclick: () => this.told.rule(entry.rule),
            },
            entry.rule,
          )
        : null,
    ].filter(Boolean);
    return h("li", lit, words, h("span", { class: "extras" }, extras));
  }

  _modifiers(modifiers) {
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

  _sift() {
    const words = this.search.value.trim().toLowerCase();
    const kind = this.kind.value;
    let shown = 0;
    const lines = [...this.list.children];
    let heading = null;
    for (const [i, line] of lines.entries()) {
      const entry = this.entries[i];
      const title = line.classList.contains("heading");
      const fits =
        (!words ||
          entry.text.toLowerCase().includes(words) ||
          entry.rule.toLowerCase().includes(words)) &&
        (!kind ||
          (kind === "dice" && entry.dice.length) ||
          (kind === "here" && entry.places.includes(this.thing)) ||
          (kind === "heading" && title));
      const plain = !words && !kind;
      line.hidden = !plain && !fits;
      if (title) heading = line;
      else if (fits && heading && !plain) {
        heading.hidden = false;
        heading = null;
      }
      shown += !line.hidden;
    }
    this.empty.hidden = shown > 0;
  }
}

/** The charts that were used, each with its first row. */
function charts(uses) {
  return uses.filter((use, i) => uses.findIndex((some) => some.chart === use.chart) === i);
}
