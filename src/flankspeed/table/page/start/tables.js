// @ts-check
// Open tables: matches that anybody may join.

import { call, get, words } from "../common/api.js";
import { originOf } from "../common/dice.js";
import { chip, fill, h, toast } from "../common/dom.js";
import { emblem } from "./masthead.js";
import { address } from "../router.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").OpenTable} Open */

export class Tables {
  constructor() {
    this.list = h("ul", { class: "matches" });
    this.root = h(
      "section",
      { class: "tables", "aria-labelledby": "tables-title", hidden: true },
      h("h2", { id: "tables-title" }, "Open tables"),
      this.list,
    );
  }

  /** @param {Game[]} games */
  async update(games) {
    /** @type {Open[]} */
    const found = await get("tables").catch(() => []);
    const others = found.filter(({ id }) => !store.match(id));
    this.root.hidden = !others.length;
    fill(
      this.list,
      others.map((table) => this._row(table, games)),
    );
  }

  /**
   * @param {Open} table
   * @param {Game[]} games
   */
  _row(table, games) {
    const game = games.find((some) => some.name === table.game);
    const scenario = game?.scenarios.find((some) => some.name === table.scenario);
    const parts = [game?.title, scenario?.title, ...originOf(table.origin), ...table.names];
    const about = parts.filter(Boolean).join(" · ");
    const join = (/** @type {string} */ seat) => {
      const onclick = () => this._join(table, seat, games);
      const side = game?.sides[seat]?.name ?? seat;
      const label = `Join ${table.name} as the ${side}`;
      return h(
        "button",
        { type: "button", class: "plain small", title: label, onclick },
        "Join as ",
        chip(seat, game?.sides),
      );
    };
    return h(
      "li",
      { class: "match-row" },
      emblem(game),
      h(
        "div",
        { class: "about" },
        h("span", { class: "match-name" }, table.name),
        h("span", { class: "state" }, about),
      ),
      h("div", { class: "row" }, table.seats.map(join)),
    );
  }

  /**
   * @param {Open} table
   * @param {string} seat
   * @param {Game[]} games
   */
  async _join({ id, game }, seat, games) {
    try {
      /** @type {import("wire").Links} */
      const { links } = await call("POST", `tables/${id}`, { body: { seat } });
      store.keep(id, { game, links, mine: [seat], greeted: true });
      location.hash = address(id, links[seat]);
    } catch (problem) {
      toast(words(problem), "error");
      this.update(games);
    }
  }
}
