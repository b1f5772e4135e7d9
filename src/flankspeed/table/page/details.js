// @ts-check
// Details: all that the view tells of a thing, and a list of everything there is to look at.

import { fill, h } from "./dom.js";

export class DetailsPanel {
  /** `told`: look(place), goTo(places), light(places). */
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
  }

  /** `kept` is the game's log sheet, if it has one. */
  update(view, places, kept) {
    this.view = view;
    this.places = places;
    this.titles = places.titles;
    this.kept.hidden = !kept;
    this.log.textContent = kept;
    this._show();
    this._find();
  }

  look(place) {
    this.place = place;
    this._show();
  }

  _show() {
    if (!this.place || !this.view) {
      fill(
        this.sheet,
        h("p", { class: "empty" }, "Press a thing on the board to read its sheet here."),
        this.view ? summary(this.view.board) : null,
      );
      return;
    }
    const title = this.titles.get(this.place) ?? this.place.replace(":", " ");
    const facts = find(this.view.board, this.place);
    const list = h("dl", { class: "facts" });
    if (facts) list.append(...lines(facts));
    const choices = this.view.options.filter((option) => option.place === this.place);
    fill(
      this.sheet,
      h("h3", {}, facts?.name ?? title.split(/[,;:]/)[0]),
      h("p", {}, title),
      choices.length
        ? h(
            "ul",
            { class: "can-do" },
            choices.map((option) => h("li", {}, option.label)),
          )
        : null,
      list,
    );
  }

  _find() {
    const words = this.search.value.trim().toLowerCase();
    if (!this.titles) return;
    const all = [...this.titles].filter(
      ([place, title]) =>
        !this.places.isSpace(place) && (!words || title.toLowerCase().includes(words)),
    );
    fill(
      this.found,
      all.slice(0, words ? 60 : 200).map(([place, title]) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                this.told.look(place);
                this.told.goTo([place]);
              },
              onfocus: () => this.told.light([place]),
              onblur: () => this.told.light([]),
              onpointerenter: () => this.told.light([place]),
              onpointerleave: () => this.told.light([]),
            },
            title,
          ),
        ),
      ),
    );
  }
}

/** The part of a view that is about a place: it bears the place, or the name behind the colon. */
function find(data, place) {
  const tail = place.slice(place.indexOf(":") + 1);
  let byName = null;
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const item of node) {
        const found = visit(item);
        if (found) return found;
      }
    } else if (node && typeof node === "object") {
      if (node.place === place) return node;
      if (!byName && (node.id === tail || node.name === tail)) byName = node;
      for (const item of Object.values(node)) {
        const found = typeof item === "object" ? visit(item) : null;
        if (found) return found;
      }
    }
    return null;
  };
  return visit(data) ?? byName;
}

/** What the view tells of the table as a whole. */
function summary(board) {
  const parts = Object.entries(board).filter(
    ([, value]) => value && typeof value === "object" && !Array.isArray(value),
  );
  const plain = Object.fromEntries(
    Object.entries(board).filter(([, value]) => typeof value !== "object"),
  );
  return [["", plain], ...parts]
    .map(([name, facts]) => {
      const found = lines(facts);
      return found.length
        ? [name ? h("h3", {}, name.replaceAll("_", " ")) : null, h("dl", { class: "facts" }, found)]
        : null;
    })
    .flat();
}

const HIDDEN = new Set(["place", "id", "trail"]);

/** Facts as lines of a list; what is empty, no or none is left out. */
function lines(facts, prefix = "") {
  const found = [];
  for (const [key, value] of Object.entries(facts)) {
    if (HIDDEN.has(key) || value === null || value === false || value === "") continue;
    const name = `${prefix}${key.replaceAll("_", " ")}`;
    if (Array.isArray(value)) {
      if (value.length && value.length < 16 && value.every((item) => typeof item !== "object"))
        found.push(...fact(name, value.join(", ").replaceAll("_", " ")));
    } else if (typeof value === "object") found.push(...lines(value));
    else found.push(...fact(name, value === true ? "yes" : String(value)));
  }
  return found;
}

function fact(name, value) {
  return [
    h("div", { class: value.length > 16 ? "long" : "" }, h("dt", {}, name), h("dd", {}, value)),
  ];
}
