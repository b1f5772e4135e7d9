// @ts-check
// Ending by people: resign, or offer a draw that the others agree to or not.

import { confirm, h, seatName } from "../common/dom.js";
import { Proposal } from "./proposal.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Offered} Offered */

/**
 * The buttons by which one of our seats ends the match.
 * @param {Session} session
 * @param {string} seat
 */
export function endings(session, seat) {
  const { live, over, frozen, others } = session;
  if (over || frozen || !live || live.shared?.awaited.length || !session.holds(seat)) return [];
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

/**
 * A draw that is offered.
 * @param {Session} session
 * @returns {Proposal<Offered>}
 */
export function drawOffer(session) {
  return new Proposal(session, {
    name: "draw-offer",
    find: () => session.live?.offered,
    words: () => " offers a draw: if all agree, the match is over.",
    yes: "Agree to a draw",
    withdraw: "Withdraw the offer",
    answer: (seat, agree) => session.answerDraw(seat, agree),
  });
}
