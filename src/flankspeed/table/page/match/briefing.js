// @ts-check
// The briefing of a scenario: a sheet over the board before the first choice, to be had again.

import { words } from "../common/api.js";
import { chip, fill, h, toast, tool } from "../common/dom.js";
import * as store from "../common/store.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Briefing} Told */

export class BriefingSheet {
  /**
   * @param {Session} session
   * @param {(id: string) => void} rule
   */
  constructor(session, rule) {
    this.session = session;
    this.rule = rule;
    this.title = h("h2", {});
    this.body = h("dl", {});
    this.root = h(
      "section",
      { class: "briefing over-board", "aria-label": "Briefing", tabindex: 0, hidden: true },
      h(
        "header",
        {},
        this.title,
        tool("close", "Close the briefing (Escape)", () => this.hide()),
      ),
      this.body,
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", class: "primary", onclick: () => this.hide() }, "Go on"),
      ),
    );
    this._seat = ""; // whose briefing is filled in
  }

  get shown() {
    return !this.root.hidden;
  }

  /** Come by itself once, to one who plays and has not begun; lessons have a card of their own. */
  greet() {
    const { id, live, replaying } = this.session;
    const wanted = store.preferences().briefing && !store.match(id)?.briefed;
    if (!wanted || !live?.seat || live.choices || live.lesson || replaying) return;
    this.show();
  }

  async show() {
    const { session } = this;
    const { live } = session;
    if (!live) return;
    store.keep(session.id, { briefed: true });
    const seat = live.seat ?? "";
    try {
      if (this._seat !== seat || !this.body.childElementCount)
        this._fill(await session.briefing(), live);
    } catch (problem) {
      toast(words(problem), "error");
      return;
    }
    this._seat = seat;
    this.root.hidden = !this.body.childElementCount;
    if (this.shown) this.root.focus({ preventScroll: true });
  }

  hide() {
    this.root.hidden = true;
  }

  /**
   * @param {Told} told
   * @param {import("wire").Position} live
   */
  _fill({ situation, forces, goal, rule, length, decides }, { scenario, seat }) {
    const { game } = this.session;
    const title = game?.scenarios.find((some) => some.name === scenario)?.title ?? scenario;
    fill(this.title, title, " ", seat ? chip(seat) : "");
    const onclick = () => this.rule(rule);
    const cite = rule && h("button", { type: "button", class: "rule", onclick }, rule);
    fill(
      this.body,
      part("What happened", situation),
      part("You command", forces),
      part("To win", goal, cite),
      part("You decide", decides),
      part("It takes", length),
    );
  }
}

/**
 * A part of the briefing; nothing if nothing is told.
 * @param {string} title
 * @param {string} told
 * @param {HTMLElement | ""} [cite]
 */
function part(title, told, cite = "") {
  return told ? [h("dt", {}, title), h("dd", {}, told, cite ? [" ", cite] : "")] : [];
}
