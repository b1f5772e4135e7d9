// @ts-check
// The report at the end of a match: a sheet over the board that can be closed and brought back.

import { words } from "../common/api.js";
import { chip, copy, fill, h, icon, seatName, toast, tool } from "../common/dom.js";
import { savePicture } from "../common/files.js";
import { costText } from "../common/odds.js";
import { Plot } from "./plot.js";
import { again } from "./prompt.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Report} Report */
/** @typedef {import("wire").Luck} Luck */
/** @typedef {import("wire").Loss} Loss */
/**
 * @typedef {object} Told what the sheet says of what is done in it
 * @property {(at: number, places: string[]) => void} replay
 * @property {(id: string) => void} rule
 * @property {() => void} again
 */

const COSTLY = "Decisions that cost most";

export class EndReport {
  /**
   * @param {Session} session
   * @param {Told} told
   */
  constructor(session, told) {
    this.session = session;
    this.told = told;
    /** @type {Report | null} */
    this.report = null;
    this.open = false; // whether it is wanted; in a replay it waits
    this._asked = false;
    this.title = h("h2", {});
    this.body = h("div", { class: "parts" });
    this.next = h("button", { type: "button", class: "plain", onclick: () => told.again() });
    this.share = h(
      "button",
      { type: "button", class: "plain", onclick: () => this._share() },
      icon("copy"),
      "Share the replay",
    );
    this.costly = h("div", {}); // comes when it is asked for
    this.actions = h("div", { class: "buttons" }, this._buttons());
    this.root = h(
      "section",
      { class: "end-report", "aria-label": "Report", tabindex: 0, hidden: true },
      h(
        "header",
        {},
        this.title,
        tool("close", "Close the report (Escape)", () => this.hide()),
      ),
      this.actions,
      this.body,
    );
  }

  /** The match has changed; once it is over the sheet comes by itself. */
  update() {
    const { session } = this;
    if (session.over && !session.frozen && !this._asked) {
      this._asked = true;
      this.open = true;
      this._load();
    }
    const { live } = session;
    this.next.hidden = this.share.hidden = session.watch;
    if (live) this.next.textContent = again(live);
    this._dress();
  }

  get shown() {
    return !this.root.hidden;
  }

  async show() {
    if (!this.session.over || this.session.frozen) return;
    this.open = true;
    if (!this.report) await this._load();
    this._dress();
    if (this.shown) this.root.focus();
  }

  hide() {
    this.open = false;
    this._dress();
  }

  _dress() {
    this.root.hidden = !this.open || !this.report || this.session.replaying;
  }

  async _load() {
    try {
      this.report = await this.session.report();
    } catch (problem) {
      toast(words(problem), "error");
      return;
    }
    if (this.report) this._fill(this.report);
    this._dress();
    this._offerReview();
  }

  /** It is asked for: in a long battle every decision once more takes a bot some time. */
  _offerReview() {
    const label = "Let the bot look for them";
    const onclick = () => this._review();
    const button = h("button", { type: "button", class: "plain", onclick }, label);
    fill(this.costly, part(COSTLY, [button]));
  }

  async _review() {
    /** @type {(found: HTMLElement) => void} */
    const show = (found) => void fill(this.costly, part(COSTLY, [found]));
    show(h("p", { class: "note", role: "status" }, "The bot weighs every decision …"));
    try {
      show(this._costly(await this.session.review()));
    } catch (problem) {
      this._offerReview();
      toast(words(problem), "error");
    }
  }

  _buttons() {
    const { session } = this;
    /** @type {(kind: "svg" | "png", label: string) => HTMLElement} */
    const picture = (kind, label) =>
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => session.live && savePicture(session.live, session.picture, kind),
        },
        icon("save"),
        label,
      );
    return [
      h(
        "button",
        { type: "button", class: "primary", onclick: () => this.told.replay(0, []) },
        icon("play"),
        "Watch it again",
      ),
      this.next,
      this.share,
      picture("svg", "Save the picture"),
      picture("png", "Save it as PNG"),
    ];
  }

  async _share() {
    try {
      await copy(await this.session.others.share(), "Link to the replay");
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /** @param {Report} report */
  _fill(report) {
    const { rule } = report.verdict;
    this.title.textContent = report.winner
      ? `${seatName(report.winner)}: ${report.outcome}`
      : report.outcome;
    fill(
      this.body,
      h("p", { class: "verdict" }, report.verdict.words, " ", rule && this._rule(rule)),
      part("Decisive moments", this._moments(report)),
      this.costly,
      part("How it went", this._timeline(report)),
      part("Losses", losses(report.losses)),
      part("The best shots", this._best(report)),
      part("Luck", luck(report)),
    );
  }

  /** @param {string} id */
  _rule(id) {
    const title = `Rule ${id}`;
    const onclick = () => this.told.rule(id);
    return h("button", { type: "button", class: "rule", title, "aria-label": title, onclick }, id);
  }

  /**
   * Something that happened, and the way to where it can be seen.
   * @param {{choice: number, places: string[]}} what
   * @param {...import("../common/dom.js").Child} children
   */
  _happened({ choice, places }, ...children) {
    const label = `Move ${choice}: watch it`;
    const onclick = () => this.told.replay(choice, places);
    const props = { type: "button", class: "plain small", title: label, onclick };
    return h("li", {}, h("button", props, icon("play"), `Move ${choice}`), h("div", {}, children));
  }

  /** @param {Report} report */
  _moments({ moments }) {
    if (!moments.length) return [];
    const lines = moments.map((moment) =>
      this._happened(
        moment,
        moment.seat ? chip(moment.seat) : "",
        " ",
        moment.texts.join("; ") || moment.label,
        changed(moment.change),
      ),
    );
    return [h("ol", { class: "happened" }, lines)];
  }

  /** @param {import("wire").Review} review */
  _costly({ bot, costly, unit }) {
    if (!costly.length)
      return h(
        "p",
        { class: "note" },
        `The bot ${bot} would have done nothing better for certain.`,
      );
    const lines = costly.map(({ number, seat, prompt, made, better, cost }) =>
      this._happened(
        { choice: number, places: [] },
        chip(seat),
        ` ${prompt}: `,
        h("b", {}, made.label),
        ` (${made.words}) cost ${costText(cost, unit)}. The bot ${bot} would: `,
        h("b", {}, better.label),
        ` (${better.words}).`,
      ),
    );
    return h("ol", { class: "happened" }, lines);
  }

  /** @param {Report} report */
  _best({ best }) {
    if (!best.length) return [];
    const lines = best.map((shot) =>
      this._happened(
        shot,
        shot.side ? chip(shot.side) : "",
        " ",
        h("b", {}, percent(shot.chance)),
        ` ${shot.text}`,
      ),
    );
    const note = "The chance is that of going as well, or better.";
    return [h("p", { class: "note" }, note), h("ol", { class: "happened" }, lines)];
  }

  /** @param {Report} report */
  _timeline({ timeline, strength }) {
    if (!timeline.length) return [];
    const plot = new Plot(timeline, strength, this.session.game?.sides ?? {});
    return [plot.root, folded("The same as a table", plot.table)];
  }
}

/**
 * A part of the report; nothing if there is nothing in it.
 * @param {string} title
 * @param {HTMLElement[]} children
 */
function part(title, children) {
  return children.length ? h("section", {}, h("h3", {}, title), children) : null;
}

/**
 * @param {string} title
 * @param {HTMLElement} inside
 */
function folded(title, inside) {
  return h("details", {}, h("summary", {}, title), inside);
}

/**
 * What each side gained or lost.
 * @param {Record<string, number>} change
 */
function changed(change) {
  const parts = Object.entries(change)
    .filter(([, by]) => by)
    .map(([side, by]) => `${seatName(side)} ${signed(by, 0)}`);
  return parts.length ? h("span", { class: "note" }, ` (${parts.join(", ")})`) : "";
}

/** @param {Loss[]} all */
function losses(all) {
  return all.length
    ? [
        table(
          ["Side", "What", "Number", "Names"],
          all.map(({ side, kind, fate, count, names = [] }) => [
            chip(side),
            `${kind}, ${fate}`,
            String(count),
            names.join(", "),
          ]),
        ),
      ]
    : [];
}

/** @param {Report} report */
function luck({ luck, luck_by_kind, luck_by_turn }) {
  if (!luck.length) return [];
  const note =
    "Every throw against the exact chances of its dice, in standard deviations: 0 is as " +
    "expected, +1 is luck that one in six has. What a throw meant for the match does not count.";
  return [
    h("p", { class: "note" }, note),
    lucks("Throws", luck),
    folded("By kind of throw", lucks("Throws", luck_by_kind)),
    folded("By turn", lucks("Turn", luck_by_turn)),
  ];
}

/**
 * @param {string} what
 * @param {Luck[]} all
 */
function lucks(what, all) {
  return table(
    ["Side", what, "Number", "Luck"],
    all.map(({ side, name, throws, deviations }) => [
      side ? chip(side) : "the dice",
      name,
      String(throws),
      `${signed(deviations, 1)} ${judged(deviations)}`,
    ]),
  );
}

/**
 * @param {string[]} heads
 * @param {import("../common/dom.js").Child[][]} rows
 */
function table(heads, rows) {
  return h(
    "div",
    { class: "wide-table", tabindex: 0, role: "group", "aria-label": heads.join(", ") },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} deviations */
function judged(deviations) {
  const size = Math.abs(deviations);
  if (size < 0.5) return "as expected";
  const word = deviations > 0 ? "lucky" : "unlucky";
  return size < 1.5 ? word : `very ${word}`;
}

/**
 * @param {number} value
 * @param {number} digits
 */
function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? "±" : value > 0 ? "+" : "−"}${text}`;
}

/** @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(chance < 0.1 ? 1 : 0)} %`;
