// @ts-check
// A file of the player's own, for a new match: chosen, dropped or pasted, and open to be changed.

import { h } from "./dom.js";

const LONGEST = 65_536; // letters that the table takes

export class OwnFile {
  /** `name` is that of its field; `changed` is called whenever there is another text. */
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
    this.file = h("input", {
      type: "file",
      accept: ".toml,.txt,text/plain",
      "aria-label": `${title}: choose a file`,
      onchange: () => this._read(this.file.files[0]),
    });
    this.root = h(
      "div",
      {
        class: "own-file",
        ondragover: (event) => this._over(event),
        ondragleave: () => this._mark(false),
        ondrop: (event) => this._dropped(event),
      },
      h("label", { class: "field" }, title, this.text),
      h("p", { class: "note", id: `${name}-note` }, note),
      this.file,
    );
  }

  get value() {
    return this.text.value.trim() ? this.text.value : "";
  }

  /** Offer the field, or hide it. */
  show(shown) {
    this.root.hidden = !shown;
    this.text.required = shown;
  }

  _mark(over) {
    this.root.classList.toggle("over", over);
  }

  _over(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    this._mark(true);
  }

  _dropped(event) {
    this._mark(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    this._read(event.dataTransfer.files[0]);
  }

  async _read(file) {
    if (!file) return;
    if (file.size > LONGEST) {
      this.changed(`${file.name} is too long: 64 kB at most.`);
      return;
    }
    this.text.value = await file.text();
    this.changed("");
  }
}
