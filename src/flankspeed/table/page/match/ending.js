// @ts-check
// Ending by people: resign, or offer a draw that the others agree to or not.

import { confirm, fill, h, seatName } from "../common/dom.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Offered} Offered */

/**
 * The buttons by which one of our seats ends the match.
 * @param {Session} session
 * @param {string} seat
 */
export function endings(session, seat) {
  const { live, over, others } = session;
  if (over || !live || live.shared?.awaited.length || !session.holds(seat)) return [];
  /** @type {(label: string, onclick: () => void) => HTMLElement} */
  const button = (label, onclick) =>
    h("button", { type: "button", class: "plain small", onclick }, label);
  const draw = others.people.length > 0 && !live.offered;
  return [
    button("Resign…", () => resign(session, seat)),
    draw ? button("Offer a draw…", () => offer(session, seat)) : null,
  ];
}

/**
 * @param {Session} session
 * @param {string} seat
 */
async function resign(session, seat) {
  const words =
    `The match ends now, and the ${seatName(seat)} has lost it. The record says so, and there ` +
    "is no way back.";
  if (await confirm(`Resign for the ${seatName(seat)}?`, words, "Resign")) session.resign(seat);
}

/**
 * @param {Session} session
 * @param {string} seat
 */
async function offer(session, seat) {
  const { others } = session;
  const asked = others.people.map((some) => others.called(some)).join(" and ");
  const words = `If ${asked} agrees, the match ends as a draw. Until then you may withdraw it.`;
  if (await confirm("Offer a draw?", words, "Offer it")) session.offerDraw(seat);
}

/** A draw that is offered: who is asked answers it, who has offered it may withdraw it. */
export class DrawOffer {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.root = h("div", { class: "draw-offer", role: "status", hidden: true });
    this._key = "";
  }

  update() {
    const { live, replaying } = this.session;
    const offered = replaying ? null : live?.offered;
    this.root.hidden = !offered;
    const key = JSON.stringify(offered ?? null);
    if (key === this._key) return;
    this._key = key;
    if (offered) fill(this.root, this._words(offered), this._buttons(offered));
  }

  /** @param {Offered} offered */
  _words({ seat }) {
    const name = this.session.others.called(seat);
    const who = h("b", {}, `${name[0].toUpperCase()}${name.slice(1)}`);
    return h("p", {}, who, " offers a draw: if all agree, the match is over.");
  }

  /** @param {Offered} offered */
  _buttons({ seat, agreed }) {
    const { session } = this;
    const ours = Object.keys(session.tokens).filter((some) => session.holds(some));
    const asked = ours.find((some) => ![seat, ...agreed].includes(some));
    /** @type {(label: string, by: string, agree: boolean, kind?: string) => HTMLElement} */
    const button = (label, by, agree, kind = "plain") => {
      const onclick = () => session.answerDraw(by, agree);
      return h("button", { type: "button", class: kind, onclick }, label);
    };
    if (asked)
      return [button("Agree to a draw", asked, true, "primary"), button("No", asked, false)];
    if (ours.includes(seat)) return [button("Withdraw the offer", seat, false)];
    return [h("span", { class: "note" }, `The ${seatName(seat)} waits for an answer.`)];
  }
}
