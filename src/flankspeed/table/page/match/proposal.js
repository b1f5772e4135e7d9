// @ts-check
// What one proposes and all others must agree to: they say yes or no, and he may withdraw it.

import { fill, h, seatName } from "../common/dom.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {{seat: string, agreed: string[]}} Proposed */
/**
 * @template {Proposed} P
 * @typedef {object} Kind
 * @property {string} name the class of its element
 * @property {() => P | null | undefined} find what is proposed now, if anything is
 * @property {(proposed: P) => string} words what is proposed, after the name of who does it
 * @property {string} yes
 * @property {string} withdraw
 * @property {(seat: string, agree: boolean) => void} answer
 */

/** @template {Proposed} P */
export class Proposal {
  /**
   * @param {Session} session
   * @param {Kind<P>} kind
   */
  constructor(session, kind) {
    this.session = session;
    this.kind = kind;
    this.root = h("div", { class: kind.name, role: "status", hidden: true });
    this._key = "";
  }

  update() {
    const proposed = this.session.replaying || this.session.frozen ? null : this.kind.find();
    this.root.hidden = !proposed;
    const key = JSON.stringify(proposed ?? null);
    if (key === this._key) return;
    this._key = key;
    if (proposed) fill(this.root, this._words(proposed), this._buttons(proposed));
  }

  /** @param {P} proposed */
  _words(proposed) {
    const name = this.session.others.called(proposed.seat);
    const who = h("b", {}, `${name[0].toUpperCase()}${name.slice(1)}`);
    return h("p", {}, who, this.kind.words(proposed));
  }

  /** @param {P} proposed */
  _buttons({ seat, agreed }) {
    const { session, kind } = this;
    const ours = Object.keys(session.tokens).filter((some) => session.holds(some));
    const asked = ours.find((some) => ![seat, ...agreed].includes(some));
    /** @type {(label: string, by: string, agree: boolean, look?: string) => HTMLElement} */
    const button = (label, by, agree, look = "plain") => {
      const onclick = () => kind.answer(by, agree);
      return h("button", { type: "button", class: look, onclick }, label);
    };
    if (asked) return [button(kind.yes, asked, true, "primary"), button("No", asked, false)];
    if (ours.includes(seat)) return [button(kind.withdraw, seat, false)];
    return [h("span", { class: "note" }, `The ${seatName(seat)} waits for an answer.`)];
  }
}
