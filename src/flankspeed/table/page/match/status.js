// @ts-check
// Where the game stands, always in sight: whose turn it is, turn and time, the phases with the one
// that is under way, victory as it stands, our seat. In a small window it is one line that opens.

import { chip, fill, h, icon, tool } from "../common/dom.js";
import { originOf } from "../common/dice.js";
import { fold } from "../common/fold.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").Status} Facts */
/** @typedef {import("wire").Position} Position */
/** @typedef {import("wire").View} View */
/** @typedef {import("./session.js").Session} Session */

export class StatusStrip {
  /** @param {{rule: (id: string) => void}} told */
  constructor({ rule }) {
    this.brief = h("span", {});
    this.button = h("button", { type: "button", class: "brief" }, this.brief, icon("down"));
    this.who = h("span", { class: "who" });
    this.facts = h("div", { class: "facts-line" });
    this.seat = h("span", { class: "seat-of-mine" });
    this.about = tool("info", "What this phase is for", () => this._toggle(), {
      "aria-expanded": "false",
    });
    this.all = h("div", { class: "all" }, this.facts, this.about);
    this.root = h(
      "section",
      { class: "status", "aria-label": "Where the game stands" },
      this.who,
      this.button,
      this.all,
      this.seat,
    );
    fold(this.button, this.all);
    this.words = h("span", {});
    this.rule = h("button", { type: "button", class: "rule", onclick: () => rule(this._rule) });
    const shut = tool("close", "Close what this phase is for", () => this._toggle());
    this.help = h("p", { class: "phase-help", hidden: true }, this.words, " ", this.rule, shut);
    this._rule = "";
    this._phase = ""; // of which game and what it is called
  }

  /** @param {Session} session */
  update(session) {
    const { live, position } = session;
    if (!live || !position) return;
    const { view } = session.replaying ? position : live;
    const { status } = view;
    const phase = status.phases?.[status.phase ?? -1] ?? "";
    fill(this.who, who(session, live, view));
    fill(this.facts, facts(status), origin(live));
    fill(this.brief, [status.turn, phase].filter(Boolean).join(" · "));
    this.button.hidden = !this.facts.childElementCount;
    fill(this.seat, position.seat ? mine(position.seat) : "Watching");
    const about = session.frozen ? { ...status, help: "" } : status; // nothing is to be done
    this._tellHelp(about, `${live.game}: ${phase}`);
  }

  /**
   * @param {Facts} status
   * @param {string} phase
   */
  _tellHelp({ help = "", rule = "" }, phase) {
    this._phase = phase;
    this._rule = rule;
    this.words.textContent = help;
    this.rule.textContent = rule;
    this.rule.hidden = !rule;
    this.about.hidden = !help;
    this._show(Boolean(help) && !store.preferences().told.includes(phase));
  }

  /** @param {boolean} shown */
  _show(shown) {
    this.help.hidden = !shown;
    this.about.setAttribute("aria-expanded", String(shown));
  }

  /** Fold the help away, for ever in this phase: whoever chooses knows what it is for. */
  known() {
    if (!this.help.hidden) this._toggle();
  }

  /** Fold the help away, or show it again. */
  _toggle() {
    const { told } = store.preferences();
    const others = told.filter((phase) => phase !== this._phase);
    const shown = this.help.hidden;
    store.prefer({ told: shown ? others : [...others, this._phase] });
    this._show(shown);
  }
}

/** @param {string} seat */
const mine = (seat) => [h("span", { class: "whose" }, "You: "), chip(seat)];

/**
 * What a game says of where it stands; nothing of what it does not say.
 * @param {Facts} status
 */
function facts({ turn, time, phases = [], phase, next, standing }) {
  return [
    turn && h("b", { class: "turn-name" }, turn),
    time && h("span", { class: "time" }, time),
    phases.length > 0 &&
      h(
        "ol",
        { class: "phases", "aria-label": "Phases" },
        phases.map((name, i) =>
          h(
            "li",
            { "aria-current": i === phase ? "step" : null, title: name },
            h("span", {}, name),
          ),
        ),
      ),
    next && h("span", { class: "next" }, `Next: ${next}`),
    standing && h("span", { class: "standing", title: standing }, standing),
  ];
}

/**
 * Where dice and past of the match come from, if that is not as usual.
 * @param {Position} live
 */
function origin(live) {
  return originOf(live.origin).map((words) =>
    h("span", { class: "origin", title: words }, words.split(":")[0]),
  );
}

/**
 * Whose turn it is, or which moment is shown.
 * @param {Session} session
 * @param {Position} live
 * @param {View} view
 */
function who(session, live, view) {
  if (session.replaying)
    return [h("span", { class: "state past" }, `Move ${session.at} of ${live.choices}`)];
  if (session.over) return [h("span", { class: "state" }, "The end")];
  const seat = view.waiting_for;
  const state = session.ours
    ? h("span", { class: "state turn" }, "Your turn")
    : h("span", { class: "state wait" }, live.fault || live.frozen ? "Stopped" : "Waiting");
  return [state, seat && chip(seat)];
}
