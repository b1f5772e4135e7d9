// @ts-check
// Taking back after dice: ask the others, who say yes or no; the record shows it.

import { dialog, h } from "../common/dom.js";
import { Proposal } from "./proposal.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Asked} Asked */

const SHOWN = "It will be marked in the record, and the next dice will be others.";

/**
 * Ask whether it is meant, and why; null if it is not.
 * @param {Session} session
 */
export async function wished(session) {
  const { others } = session;
  const asked = others.people.map((seat) => others.called(seat)).join(" and ");
  const words = h("input", { type: "text", maxlength: 120, autofocus: true });
  const body = h(
    "div",
    {},
    h("p", {}, `Dice were thrown after your last choice. ${SHOWN}`),
    asked ? h("label", { class: "field" }, `Why (for ${asked}, if you like)`, words) : null,
  );
  const yes = asked ? `Ask ${asked}` : "Take it back";
  const answer = await dialog("Take it back after dice?", body, [
    [yes, "yes", "primary"],
    ["Leave it", ""],
  ]);
  return answer ? words.value.trim() : null;
}

/**
 * A wish that is open.
 * @param {Session} session
 * @returns {Proposal<Asked>}
 */
export function wish(session) {
  return new Proposal(session, {
    name: "wish",
    find: () => session.live?.asked,
    words: ({ words }) =>
      " would like to take the last choice back, although dice were thrown" +
      (words ? `: “${words}”` : "."),
    yes: "Yes, take it back",
    withdraw: "Withdraw it",
    answer: (seat, agree) => session.reply(seat, agree),
  });
}
