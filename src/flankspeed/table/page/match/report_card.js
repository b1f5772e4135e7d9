// @ts-check
// The report: what matters of all that has happened since one's last choice, the weightiest first.

import { fill, h, icon, tool } from "../common/dom.js";
import { folds, placesOf, summaryOf } from "../panel/rows.js";

/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {(choice: number, places: string[]) => void} Moment goes to a moment and a place */

const TITLE = "Since your last choice";

export class ReportCard {
  /** @param {Moment} moment */
  constructor(moment) {
    this.moment = moment;
    this.list = h("ul", {});
    this.root = h(
      "section",
      { class: "report", "aria-label": TITLE, hidden: true },
      h(
        "div",
        { class: "bar" },
        h("h2", {}, TITLE),
        tool("close", "Close", () => this.toggle(false)),
      ),
      this.list,
    );
    this.opener = tool("info", TITLE, () => this.toggle(this.root.hidden), { disabled: true });
    /** @type {Entry | null | undefined} */
    this.last = undefined; // the last entry before our last choice; null: there was none
    /** @type {Entry[]} */
    this.told = [];
  }

  /**
   * We choose: whatever was told is known by now.
   * @param {Entry[]} log
   */
  chosen(log) {
    this.last = log.at(-1) ?? null;
    this._tell([]);
  }

  /**
   * Tell what has happened once it is our turn again, or all is over.
   * @param {Session} session
   */
  update({ log, ours, over, replaying }) {
    const lost = this.last && log[this.last.number] !== this.last; // it was taken back
    if (this.last === undefined || lost) this.chosen(log);
    if (replaying || !(ours || over)) return;
    const fresh = log.slice(this.last ? this.last.number + 1 : 0);
    if (fresh.length !== this.told.length || fresh[0] !== this.told[0]) this._tell(fresh);
  }

  /** @param {Entry[]} entries */
  _tell(entries) {
    this.told = entries;
    const weighty = folds(entries)
      .map((fold) => ({ fold, weight: Math.max(...fold.map(({ weight }) => weight)) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight);
    fill(
      this.list,
      weighty.map(({ fold }) => this._line(fold)),
    );
    this.opener.disabled = !weighty.length;
    this.toggle(weighty.length > 0);
  }

  /** @param {Entry[]} fold */
  _line(fold) {
    const { choice } = fold[fold.length - 1];
    const onclick = () => this.moment(choice, placesOf(fold));
    const words = summaryOf(fold);
    return h(
      "li",
      {},
      h("button", { type: "button", title: "Show the moment", onclick }, icon("clock"), words),
    );
  }

  /** @param {boolean} open */
  toggle(open) {
    this.root.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
  }
}
