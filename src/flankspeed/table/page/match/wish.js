// @ts-check
// Taking back after dice: ask the others, who say yes or no; the record shows it.

import { dialog, fill, h, seatName } from "../common/dom.js";

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

/** A wish that is open: who is asked answers it, who has asked may withdraw it. */
export class Wish {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.root = h("div", { class: "wish", role: "status", hidden: true });
    this._key = "";
  }

  update() {
    const { live, replaying } = this.session;
    const asked = replaying ? null : live?.asked;
    this.root.hidden = !asked;
    const key = JSON.stringify(asked ?? null);
    if (key === this._key) return;
    this._key = key;
    if (asked) fill(this.root, this._words(asked), this._buttons(asked));
  }

  /** @param {Asked} asked */
  _words({ seat, words }) {
    const { others } = this.session;
    const name = others.called(seat);
    return h(
      "p",
      {},
      h("b", {}, `${name[0].toUpperCase()}${name.slice(1)}`),
      " would like to take the last choice back, although dice were thrown",
      words ? `: “${words}”` : ".",
    );
  }

  /** @param {Asked} asked */
  _buttons({ seat, agreed }) {
    const { session } = this;
    const heard = [seat, ...agreed];
    const ours = Object.keys(session.tokens).filter((some) => session.holds(some));
    const asks = ours.find((some) => !heard.includes(some));
    /** @type {(label: string, by: string, agree: boolean, kind?: string) => HTMLElement} */
    const button = (label, by, agree, kind = "plain") => {
      const onclick = () => session.reply(by, agree);
      return h("button", { type: "button", class: kind, onclick }, label);
    };
    if (asks)
      return [button("Yes, take it back", asks, true, "primary"), button("No", asks, false)];
    if (ours.includes(seat)) return [button("Withdraw it", seat, false)];
    return [h("span", { class: "note" }, `The ${seatName(seat)} waits for an answer.`)];
  }
}
