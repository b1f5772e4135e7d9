// @ts-check
// Dice drawn together: this browser's part in them, who is still awaited, and whether all was fair.

import { words } from "../common/api.js";
import { chip, copy, dialog, h, icon, seatName, toast } from "../common/dom.js";
import { link } from "../router.js";
import { sha256 } from "../common/sha256.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").Shared} Shared */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../common/store.js").Part} Part */

const EXPLAINED = [
  "Before the first die the table draws a secret key, and every player's browser draws a number " +
    "of its own. Each shows a fingerprint (SHA-256) first, which binds it to what it has drawn; " +
    "only when all fingerprints are there are the players' numbers shown. The dice are made of " +
    "all of them together.",
  "So nobody can try out numbers until the dice please him: not the table's host, who does not " +
    "know the players' numbers when he is bound to his key, and not a player, who never knows " +
    "the key. It is told in the record when the match is over, and whoever has the record can " +
    "check every die: flankspeed replay FILE --verify.",
  "Who is bound and does not show his number stops the match before it begins, but he cannot " +
    "choose. Who has not come can be left out; bots add nothing.",
];

/** @type {(bytes: Uint8Array) => string} */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const draw = () => hex(crypto.getRandomValues(new Uint8Array(32)));
/** @type {(seats: string[]) => string} */
const listed = (seats) => seats.map(seatName).join(" and the ");

export class Drawing {
  /**
   * Takes part for every seat of ours as soon as it can: nobody has to press anything.
   * @param {Session} session
   */
  constructor(session) {
    this.session = session;
    this.alarm = h("div", { class: "unfair", role: "alert", hidden: true });
    this._acted = -1;
    this._checked = false; // whether the record was looked at
    session.on("position", () => this._look());
    session.on("busy", () => this._act());
    session.on("stream", () => {
      if (session.stream === "live") this._acted = -1; // it may have got lost
    });
  }

  get shared() {
    return this.session.live?.shared ?? null;
  }

  /** Whether the match has to wait for somebody's part. */
  get open() {
    return Boolean(this.shared?.awaited.length) && !this.session.frozen;
  }

  get _parts() {
    return store.match(this.session.id)?.drawn ?? {};
  }

  /**
   * @param {string} seat
   * @returns {Part | undefined}
   */
  _kept(seat) {
    return this._parts[seat];
  }

  /**
   * @param {string} seat
   * @param {Partial<Part>} facts
   */
  _keep(seat, facts) {
    const known = this._parts;
    const part = { ...known[seat], ...facts };
    store.keep(this.session.id, { drawn: { ...known, [seat]: part } });
  }

  get _ours() {
    return Object.keys(this.session.tokens).filter((seat) => this.session.holds(seat));
  }

  // --- Our part ---

  _look() {
    this._warn(this._ours.flatMap((seat) => this._faults(seat, this.shared)));
    if (this.session.over && !this._checked) this._checkRecord();
    this._act();
  }

  /** Send what is awaited of our seats, once for every position. */
  async _act() {
    const { session } = this;
    const { live } = session;
    if (!this.open || !live?.shared || session.busy || live.version === this._acted) return;
    const { awaited, closed, host } = live.shared;
    const seat = this._ours.find(
      (some) => awaited.includes(some) && (!closed || this._bound(some)),
    );
    if (!seat) return;
    this._acted = live.version;
    if (closed) await session.reveal(seat, this._bound(seat));
    else await this._commit(seat, host);
  }

  /**
   * Draw a seat's part, unless that was done already and only got lost on the way.
   * @param {string} seat
   * @param {string} host
   */
  async _commit(seat, host) {
    const kept = this._kept(seat);
    const contribution = kept?.host === host ? kept.contribution : draw();
    // It is kept before it is sent: it cannot be drawn again.
    this._keep(seat, { host, contribution, sent: false });
    if (await this.session.commit(seat, sha256(contribution))) this._keep(seat, { sent: true });
  }

  /**
   * What a seat is committed to, or "": it may have been drawn in another browser.
   * @param {string} seat
   */
  _bound(seat) {
    const drawn = this._kept(seat)?.contribution;
    return drawn && sha256(drawn) === this.shared?.commitments[seat] ? drawn : "";
  }

  /** Begin without those who have not come. */
  beginWithout() {
    const seat = this._ours.find((some) => this._bound(some));
    return seat && this.session.reveal(seat, this._bound(seat), true);
  }

  // --- Whether it was fair ---

  /**
   * What is not as this browser remembers it.
   * @param {string} seat
   * @param {Shared | null} shared
   */
  _faults(seat, shared) {
    const kept = this._kept(seat);
    if (!kept?.sent || (shared?.awaited.length && !shared.closed)) return [];
    const name = seatName(seat);
    if (!shared || !(seat in shared.commitments))
      return [`the part of the ${name} in the dice was left out`];
    const faults = [];
    if (shared.host !== kept.host)
      faults.push("the table's promise is not the one it had shown before");
    if (shared.commitments[seat] !== sha256(kept.contribution))
      faults.push(`the ${name} had promised something else`);
    if (seat in shared.contributions && shared.contributions[seat] !== kept.contribution)
      faults.push(`the ${name} had drawn something else`);
    if (!shared.awaited.length && !(seat in shared.contributions))
      faults.push(`the part of the ${name} in the dice was left out`);
    return faults;
  }

  /** The record tells the table's key, and must tell all the rest as it was. */
  async _checkRecord() {
    this._checked = true;
    const ours = this._ours.filter((seat) => this._kept(seat)?.sent);
    if (!ours.length) return;
    try {
      const { shared, key } = told(await this.session.record());
      const faults = ours.flatMap((seat) => this._faults(seat, shared));
      if (!/^[0-9a-f]{64}$/.test(key) || sha256(key) !== shared.host)
        faults.push("the table's key is not the one it had promised");
      this._warn(faults);
    } catch (problem) {
      this._checked = false;
      toast(words(problem), "error");
    }
  }

  /**
   * Tell of faults; once told, they are not taken back.
   * @param {string[]} faults
   */
  _warn(faults) {
    if (!faults.length) return;
    this.alarm.hidden = false;
    this.alarm.textContent = `Do not trust these dice: ${[...new Set(faults)].join("; ")}.`;
  }

  // --- In words ---

  get sentence() {
    if (!this.shared) return "";
    const { awaited, closed } = this.shared;
    const ours = awaited.filter((seat) => this._ours.includes(seat));
    const others = awaited.filter((seat) => !ours.includes(seat));
    if (ours.length && closed && !ours.some((seat) => this._bound(seat)))
      return (
        "Your part in the dice was drawn in another browser: " +
        "open the match there, or begin a new one."
      );
    if (!others.length) return "The dice are being drawn together…";
    if (!closed && this.session.watch)
      return `Before the first die, the ${listed(others)} must open the link.`;
    return closed
      ? `The dice are being drawn: the ${listed(others)} must have this page open.`
      : `Waiting for the ${listed(others)} to open the link: then the dice are drawn together.`;
  }

  /** What can be done while others are awaited. */
  get buttons() {
    if (!this.shared) return [];
    const { session } = this;
    const { awaited, closed } = this.shared;
    const why = this._why("Why?", "plain");
    const ready = !session.watch && !closed && this._ours.some((seat) => this._bound(seat));
    if (!ready) return [why];
    const others = awaited.filter((seat) => !this._ours.includes(seat));
    const links = store.match(session.id)?.links ?? {};
    const begin = h(
      "button",
      {
        type: "button",
        class: "plain",
        title: "They can still play; they only have no part in the dice",
        onclick: () => this.beginWithout(),
      },
      `Begin without ${others.map((seat) => seat.toUpperCase()).join(" and ")}`,
    );
    const known = others.filter((seat) => links[seat]);
    return [...known.map((seat) => this._invite(seat, links[seat])), begin, why];
  }

  /**
   * @param {string} seat
   * @param {string} token
   */
  _invite(seat, token) {
    const onclick = () => copy(link(this.session.id, token), "Link");
    return h(
      "button",
      { type: "button", class: "primary", onclick },
      icon("copy"),
      h("span", {}, `Copy the link for ${seat.toUpperCase()}`),
    );
  }

  /**
   * @param {string} label
   * @param {string} kind
   */
  _why(label, kind) {
    return h("button", { type: "button", class: kind, onclick: () => this.explain() }, label);
  }

  /** A line for those who want to know where the dice come from. */
  get line() {
    if (!this.shared) return null;
    const seats = Object.keys(this.open ? this.shared.commitments : this.shared.contributions);
    const by = seats.flatMap((seat, i) => [i ? " and " : "", chip(seat)]);
    return h(
      "p",
      { class: "drawn" },
      this.open ? "Dice: being drawn together" : ["Dice: drawn together by ", ...by],
      this._why("How that works", "plain small"),
    );
  }

  explain() {
    if (!this.shared) return;
    const { host, commitments, contributions } = this.shared;
    const title = "Why nobody can choose the dice";
    const rows = Object.keys(commitments).flatMap((seat) => [
      row(`Fingerprint of the ${seatName(seat)}`, commitments[seat]),
      row(`Number of the ${seatName(seat)}`, contributions[seat]),
    ]);
    const body = h(
      "div",
      { class: "help fair", tabindex: 0, role: "region", "aria-label": title },
      EXPLAINED.map((paragraph) => h("p", {}, paragraph)),
      h("dl", {}, row("The table's fingerprint", host), rows),
    );
    return dialog(title, body, [["Close", "", "primary"]]);
  }
}

/**
 * A value by its name; it may not be there yet.
 * @param {string} name
 * @param {string | undefined} value
 */
function row(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, h("code", {}, value ?? "not yet")));
}

/**
 * What a record tells of the dice: all that was promised and shown, and the table's key. Of a match
 * that was taken in, the dice that it went on with count.
 * @param {string} record
 */
function told(record) {
  const last = record.slice(record.lastIndexOf("\ndice: "));
  /** @param {string} name */
  const line = (name) => new RegExp(`^${name}: (.*?)(?: # .*)?$`, "m").exec(last)?.[1] ?? "";
  /** @type {(name: string) => Record<string, string>} */
  const parts = (name) => {
    const pairs = line(name).split(" ");
    return Object.fromEntries(pairs.map((word) => word.split("=")));
  };
  /** @type {Shared} */
  const shared = {
    host: line("dice").replace("shared ", ""),
    commitments: parts("commitments"),
    contributions: parts("contributions"),
    awaited: [],
    closed: true,
  };
  return { shared, key: line("key") };
}
