// @ts-check
// Dice drawn together: this browser's part in them, who is still awaited, and whether all was fair.

import { chip, copy, dialog, h, icon, seatName, toast } from "./dom.js";
import { link } from "./router.js";
import { sha256 } from "./sha256.js";
import * as store from "./store.js";

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const draw = () => hex(crypto.getRandomValues(new Uint8Array(32)));
const listed = (seats) => seats.map(seatName).join(" and the ");

export class Drawing {
  /** Takes part for every seat of ours as soon as it can: nobody has to press anything. */
  constructor(session) {
    this.session = session;
    this.alarm = h("div", { class: "unfair", role: "alert", hidden: true });
    this._acted = -1;
    session.on("position", () => this._look());
    session.on("busy", () => this._act());
    session.on("stream", () => {
      if (session.stream === "live") this._acted = -1;
    }); // it may have got lost
  }

  get shared() {
    return this.session.live?.shared ?? null;
  }

  /** Whether the match has to wait for somebody's part. */
  get open() {
    return Boolean(this.shared?.awaited.length);
  }

  _kept(seat) {
    return store.match(this.session.id)?.drawn?.[seat] ?? null;
  }

  _keep(seat, facts) {
    const known = store.match(this.session.id)?.drawn ?? {};
    store.keep(this.session.id, { drawn: { ...known, [seat]: { ...known[seat], ...facts } } });
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
    const { session, shared } = this;
    if (!this.open || session.busy || session.live.version === this._acted) return;
    const seat = this._ours.find(
      (some) => shared.awaited.includes(some) && (!shared.closed || this._knows(some)),
    );
    if (!seat) return;
    this._acted = session.live.version;
    if (shared.closed) await session.reveal(seat, this._kept(seat).contribution);
    else await this._commit(seat, shared.host);
  }

  async _commit(seat, host) {
    const kept = this._kept(seat);
    const contribution = kept?.host === host ? kept.contribution : draw(); // it may have got lost on the way
    this._keep(seat, { host, contribution, sent: false }); // before it is sent: it cannot be drawn again
    if (await this.session.commit(seat, sha256(contribution))) this._keep(seat, { sent: true });
  }

  /** Whether we know what a seat is committed to: it may have been drawn in another browser. */
  _knows(seat) {
    const kept = this._kept(seat);
    return Boolean(kept) && sha256(kept.contribution) === this.shared.commitments[seat];
  }

  /** Begin without those who have not come. */
  beginWithout() {
    const seat = this._ours.find((some) => this._knows(some));
    return seat && this.session.reveal(seat, this._kept(seat).contribution, true);
  }

  // --- Whether it was fair ---

  /** What is not as this browser remembers it. */
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
      const record = await this.session.record();
      const row = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(record)?.[1] ?? "";
      const parts = (name) =>
        Object.fromEntries(
          row(name)
            .split(" ")
            .map((word) => word.split("=")),
        );
      const host = row("dice").replace("shared ", "");
      const told = {
        host,
        commitments: parts("commitments"),
        contributions: parts("contributions"),
        awaited: [],
        closed: true,
      };
      const faults = ours.flatMap((seat) => this._faults(seat, told));
      if (!/^[0-9a-f]{64}$/.test(row("key")) || sha256(row("key")) !== host)
        faults.push("the table's key is not the one it had promised");
      this._warn(faults);
    } catch (problem) {
      this._checked = false;
      toast(problem.message, "error");
    }
  }

  /** Tell of faults; once told, they are not taken back. */
  _warn(faults) {
    if (!faults.length) return;
    this.alarm.hidden = false;
    this.alarm.textContent = `Do not trust these dice: ${[...new Set(faults)].join("; ")}.`;
  }

  // --- In words ---

  get sentence() {
    const { awaited, closed } = this.shared;
    const ours = awaited.filter((seat) => this._ours.includes(seat));
    const others = awaited.filter((seat) => !ours.includes(seat));
    if (ours.length && closed && !ours.some((seat) => this._knows(seat)))
      return `Your part in the dice was drawn in another browser: open the match there, or begin a new one.`;
    if (!others.length) return "The dice are being drawn together…";
    if (!closed && this.session.watch)
      return `Before the first die, the ${listed(others)} must open the link.`;
    return closed
      ? `The dice are being drawn: the ${listed(others)} must have this page open.`
      : `Waiting for the ${listed(others)} to open the link: then the dice are drawn together.`;
  }

  /** What can be done while others are awaited. */
  get buttons() {
    const { session } = this;
    const { awaited, closed } = this.shared;
    const why = h(
      "button",
      { type: "button", class: "plain", onclick: () => this.explain() },
      "Why?",
    );
    const ready = !session.watch && !closed && this._ours.some((seat) => this._knows(seat));
    if (!ready) return [why];
    const others = awaited.filter((seat) => !this._ours.includes(seat));
    const links = store.match(session.id)?.links ?? {};
    return [
      ...others
        .filter((seat) => links[seat])
        .map((seat) =>
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: () => copy(link(session.id, links[seat]), "Link"),
            },
            icon("copy"),
            h("span", {}, `Copy the link for ${seat.toUpperCase()}`),
          ),
        ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          title: "They can still play; they only have no part in the dice",
          onclick: () => this.beginWithout(),
        },
        `Begin without ${others.map((seat) => seat.toUpperCase()).join(" and ")}`,
      ),
      why,
    ];
  }

  /** A line for those who want to know where the dice come from. */
  get line() {
    if (!this.shared) return null;
    const seats = Object.keys(this.open ? this.shared.commitments : this.shared.contributions);
    const by = seats.flatMap((seat, i) => [i ? " and " : "", chip(seat)]);
    return h(
      "p",
      { class: "drawn" },
      this.open ? "Dice: being drawn together" : ["Dice: drawn together by ", by].flat(),
      h(
        "button",
        { type: "button", class: "plain small", onclick: () => this.explain() },
        "How that works",
      ),
    );
  }

  explain() {
    const { shared } = this;
    const row = (name, value) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, h("code", {}, value ?? "not yet")));
    const seats = Object.keys(shared.commitments);
    return dialog(
      "Why nobody can choose the dice",
      h(
        "div",
        {
          class: "help fair",
          tabindex: 0,
          role: "region",
          "aria-label": "Why nobody can choose the dice",
        },
        h(
          "p",
          {},
          "Before the first die the table draws a secret key, and every player's browser draws a number of its own. Each shows a fingerprint (SHA-256) first, which binds it to what it has drawn; only when all fingerprints are there are the players' numbers shown. The dice are made of all of them together.",
        ),
        h(
          "p",
          {},
          "So nobody can try out numbers until the dice please him: not the table's host, who does not know the players' numbers when he is bound to his key, and not a player, who never knows the key. It is told in the record when the match is over, and whoever has the record can check every die: flankspeed replay FILE --verify.",
        ),
        h(
          "p",
          {},
          "Who is bound and does not show his number stops the match before it begins, but he cannot choose. Who has not come can be left out; bots add nothing.",
        ),
        h(
          "dl",
          {},
          row("The table's fingerprint", shared.host),
          seats.flatMap((seat) => [
            row(`Fingerprint of the ${seatName(seat)}`, shared.commitments[seat]),
            row(`Number of the ${seatName(seat)}`, shared.contributions[seat]),
          ]),
        ),
      ),
      [["Close", "", "primary"]],
    );
  }
}
