// @ts-check
// The report: what matters of all that has happened since one's last choice, the weightiest first.

import { fill, h, icon, tool } from "../common/dom.js";

/** @typedef {import("wire").Told} Told */
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
    this.at = -1; // so many choices there were before our last one; -1: we have just come
    this.told = -1; // and so many when we were told last
  }

  /**
   * We choose: whatever was told is known by now.
   * @param {number} choices
   */
  chosen(choices) {
    this.at = this.told = choices;
    this._tell([]);
  }

  /**
   * Tell what has happened once it is our turn again, or all is over.
   * @param {Session} session
   */
  async update(session) {
    const { live, log, ours, over, replaying, seen } = session;
    if (!live) return;
    if (this.at < 0) this.at = Math.min(seen ?? live.choices, live.choices);
    if (live.choices < this.at) this.chosen(live.choices); // some were taken back
    if (replaying || !(ours || over) || live.choices === this.told) return;
    this.told = live.choices;
    const weighty = log.some(({ choice, weight }) => choice > this.at && weight > 0);
    const found = weighty ? await session.since(this.at).catch(() => []) : [];
    if (session.live === live) this._tell(found);
  }

  /** @param {Told[]} told */
  _tell(told) {
    fill(
      this.list,
      told.map((each) => this._line(each)),
    );
    this.opener.disabled = !told.length;
    this.toggle(told.length > 0);
  }

  /** @param {Told} told */
  _line({ text, choice, places }) {
    const onclick = () => this.moment(choice, places);
    return h(
      "li",
      {},
      h("button", { type: "button", title: "Show the moment", onclick }, icon("clock"), text),
    );
  }

  /** @param {boolean} open */
  toggle(open) {
    this.root.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
  }
}
