// @ts-check
// To be told of one's turn by mail, or at a web address: where the server offers it.

import { words } from "../common/api.js";
import { fill, h, toast } from "../common/dom.js";

/** @typedef {import("../match/session.js").Session} Session */
/** @typedef {import("wire").NoticeInfo} NoticeInfo */

const LABELS = { mail: "your mail address", webhook: "a web address that is called" };

export class NoticeForm {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.body = h("div", {});
    this.root = h(
      "section",
      { hidden: true, class: "notice-form" },
      h("h2", {}, "When it is your turn"),
      this.body,
    );
  }

  /** Ask what there is; a server that offers nothing shows nothing. */
  async open() {
    this._show(await this.session.notice());
  }

  /** @param {NoticeInfo} info */
  _show(info) {
    this.root.hidden = !info.ways.length || this.session.frozen;
    if (info.state === "off") fill(this.body, this._where(info));
    else fill(this.body, info.state === "waiting" ? this._code(info) : null, this._stop(info));
  }

  /** @param {NoticeInfo} info */
  _where(info) {
    const kinds = info.ways.map((way) => LABELS[/** @type {keyof LABELS} */ (way)]);
    const label = `Tell me, if I am away: ${kinds.join(", or ")}`;
    const to = h("input", { type: "text", maxlength: 500, required: true });
    return this._form(label, to, "Tell me", async () => this.session.noticeTo(to.value.trim()));
  }

  /** @param {NoticeInfo} info */
  _code(info) {
    const code = h("input", { type: "text", inputmode: "numeric", maxlength: 6, required: true });
    const label = `A mail to ${info.to} brings six digits: type them here`;
    return this._form(label, code, "That is it", () => this.session.noticeCode(code.value.trim()));
  }

  /** @param {NoticeInfo} info */
  _stop(info) {
    const onclick = () => this._try(() => this.session.noticeTo(""));
    const told = info.state === "on" ? `You are told at ${info.to}. ` : "";
    const button = h(
      "button",
      { type: "button", class: "plain small", onclick },
      "Tell me no more",
    );
    return h("p", { class: "note", role: "status" }, told, button);
  }

  /**
   * @param {string} label
   * @param {HTMLInputElement} field
   * @param {string} button
   * @param {() => Promise<unknown>} send
   */
  _form(label, field, button, send) {
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this._try(send);
    };
    return h(
      "form",
      { onsubmit },
      h("label", { class: "field" }, label, field),
      h("button", { class: "plain" }, button),
    );
  }

  /** @param {() => Promise<unknown>} send */
  async _try(send) {
    try {
      await send();
      await this.open();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }
}
