// @ts-check
// A file of the player's own, for a new match: chosen, dropped or pasted, and open to be changed.

import { h } from "../common/dom.js";
import { templateLinks } from "./templates.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").TemplateInfo} Template */

const LONGEST = 65_536; // letters that the table takes

export class OwnFile {
  /**
   * `name` is that of its field; `changed` is called whenever there is another text.
   * @param {string} name
   * @param {string} title
   * @param {string} note
   * @param {(problem: string) => void} changed
   */
  constructor(name, title, note, changed) {
    this.changed = changed;
    this.text = h("textarea", {
      name,
      rows: 8,
      maxlength: LONGEST,
      spellcheck: "false",
      autocapitalize: "off",
      "aria-describedby": `${name}-note`,
      oninput: () => changed(""),
    });
    const chosen = h("input", {
      type: "file",
      accept: ".toml,.txt,text/plain",
      "aria-label": `${title}: choose a file`,
      onchange: () => this._read(chosen.files?.[0]),
    });
    this.root = h(
      "div",
      {
        class: "own-file",
        ondragover: (/** @type {DragEvent} */ event) => this._over(event),
        ondragleave: () => this._mark(false),
        ondrop: (/** @type {DragEvent} */ event) => this._dropped(event),
      },
      h("label", { class: "field" }, title, this.text),
      h("p", { class: "note", id: `${name}-note` }, note),
      chosen,
    );
  }

  /**
   * Offer templates to fill in.
   * @param {Game} game
   * @param {Template[]} templates
   */
  offer(game, templates) {
    this.root.append(...templateLinks(game, templates, this));
  }

  get value() {
    return this.text.value.trim() ? this.text.value : "";
  }

  /**
   * Offer the field, or hide it.
   * @param {boolean} shown
   */
  show(shown) {
    this.root.hidden = !shown;
    this.text.required = shown;
  }

  /**
   * Let this be the text, to be changed further.
   * @param {string} text
   */
  put(text) {
    this.text.value = text;
    this.changed("");
  }

  /** @param {boolean} over */
  _mark(over) {
    this.root.classList.toggle("over", over);
  }

  /** @param {DragEvent} event */
  _over(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this._mark(true);
  }

  /** @param {DragEvent} event */
  _dropped(event) {
    this._mark(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this._read(file);
  }

  /** @param {File | undefined} file */
  async _read(file) {
    if (!file) return;
    if (file.size > LONGEST) {
      this.changed(`${file.name} is too long: 64 kB at most.`);
      return;
    }
    this.put(await file.text());
  }
}
