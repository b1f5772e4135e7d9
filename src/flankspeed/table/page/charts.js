// Charts and rules at hand: every table of the game, and the rule index, both searchable.

import { ofGame } from "./api.js";
import { fill, h } from "./dom.js";

const RECENT = 12; // lines of the log in which a table counts as just used

export class ChartsPanel {
  constructor() {
    this.search = h("input", { type: "search", placeholder: "Search charts and rules", "aria-label": "Search charts and rules", oninput: () => this._sift() });
    this.tables = h("div", { class: "tables" });
    this.rules = h("div", { class: "rules" });
    this.empty = h("p", { class: "empty", hidden: true }, "Nothing found.");
    this.scroller = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Charts and rules" }, this.tables, this.rules, this.empty);
    this.root = h("div", { class: "tab-body charts-panel" }, h("div", { class: "filters" }, this.search), this.scroller);
    this.game = "";
    this.log = [];
    this.ready = null;
  }

  /** Read the game's charts and rules, once, when they are first looked at. */
  open(game) {
    this.game = game;
    this.ready ??= this._load();
    return this.ready;
  }

  async _load() {
    fill(this.tables, h("p", { class: "empty" }, "Reading the rulebook…"));
    try {
      const [tables, rules] = await Promise.all([ofGame(this.game, "tables"), ofGame(this.game, "rules")]);
      this.known = tables;
      fill(this.tables, h("h2", {}, "Charts"), tables.length ? tables.map((table) => this._table(table)) : h("p", { class: "empty" }, "This game has no charts of its own here."));
      const sections = new Map();
      for (const rule of rules) sections.set(rule.section, [...(sections.get(rule.section) ?? []), rule]);
      fill(this.rules, h("h2", {}, "Rules"), [...sections].map(([name, some]) => this._section(name, some)));
      this.mark(this.log);
    } catch (problem) {
      this.ready = null;
      fill(this.tables, h("p", { class: "empty" }, problem.message));
    }
  }

  _table(table) {
    const head = table.columns.length ? h("thead", {}, h("tr", {}, h("td", {}, table.dice), table.columns.map((column) => h("th", { scope: "col" }, column)))) : null;
    const rows = table.rows.map((row) => h("tr", { "data-roll": row.roll }, h("th", { scope: "row" }, row.roll), row.cells.map((cell) => h("td", {}, cell))));
    const rule = table.rule ? h("span", { class: "rule" }, table.rule) : null;
    const details = h("details", { class: "chart", "data-name": table.name }, h("summary", {}, h("span", {}, table.title), table.dice ? h("span", { class: "note" }, table.dice) : null, rule),
      h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": table.title }, h("table", {}, head, h("tbody", {}, rows))));
    return details;
  }

  _section(name, rules) {
    return h("details", { class: "section" }, h("summary", {}, h("span", {}, name), h("span", { class: "note" }, rules.length)), h("dl", {}, rules.map((rule) => h("div", { id: `rule-${rule.id}`, tabindex: "-1", class: "rule-line" },
      h("dt", {}, rule.id), h("dd", {}, rule.statement, rule.rulings.length ? h("span", { class: "note" }, ` Rulings: ${rule.rulings.join(", ")}`) : null)))));
  }

  /** Go to a rule. */
  async rule(id) {
    await this.ready;
    this.search.value = "";
    this._sift();
    const line = this.rules.querySelector(`#${CSS.escape(`rule-${id}`)}`);
    if (!line) return;
    line.closest("details").open = true;
    line.scrollIntoView({ block: "center" });
    line.focus({ preventScroll: true });
    line.classList.remove("flash");
    void line.offsetWidth; // so that the flash begins anew
    line.classList.add("flash");
  }

  /** Mark the rows that the last throws have used. */
  mark(log) {
    this.log = log;
    if (!this.known) return;
    this.tables.querySelectorAll(".used").forEach((row) => row.classList.remove("used"));
    this.tables.querySelectorAll(".just-used").forEach((row) => row.classList.remove("just-used"));
    for (const entry of log.slice(-RECENT)) {
      const meant = this.known.filter((table) => table.dice && table.rule === entry.rule && thrownAs(entry, table.dice));
      const named = meant.length > 1 ? meant.filter((table) => words(table.title).every((word) => words(entry.text).includes(word))) : meant;
      for (const table of named) this._markRow(table, entry);
    }
  }

  _markRow(table, entry) {
    const values = entry.dice.flatMap((dice) => dice.values);
    const thrown = table.dice.includes(",") ? values[0] : values.reduce((sum, value) => sum + value, 0);
    const counted = entry.modifiers.reduce((sum, modifier) => sum + modifier.value, 0);
    const chart = this.tables.querySelector(`[data-name="${CSS.escape(table.name)}"]`);
    const rows = [...chart.querySelectorAll("tbody tr")];
    const row = rows.find((some) => within(some.dataset.roll, thrown + counted)) ?? rows.find((some) => within(some.dataset.roll, thrown));
    if (!row) return;
    rows.forEach((some) => some.classList.remove("used"));
    row.classList.add("used");
    chart.classList.add("just-used");
  }

  _sift() {
    const words = this.search.value.trim().toLowerCase();
    let shown = 0;
    for (const chart of this.tables.querySelectorAll(".chart")) {
      chart.hidden = Boolean(words) && !chart.textContent.toLowerCase().includes(words);
      shown += !chart.hidden;
    }
    for (const section of this.rules.querySelectorAll(".section")) {
      let some = 0;
      for (const line of section.querySelectorAll(".rule-line")) {
        line.hidden = Boolean(words) && !line.textContent.toLowerCase().includes(words);
        some += !line.hidden;
      }
      section.hidden = !some;
      if (words) section.open = some > 0;
      shown += some;
    }
    this.empty.hidden = shown > 0 || !this.known;
  }
}

const words = (text) => text.toLowerCase().match(/\w+/g) ?? [];

/** Whether the dice of a line are those of a table, written like `2d6` or `d10, d6`. */
function thrownAs(entry, dice) {
  const wanted = dice.split(",").flatMap((part) => {
    const [, count, sides] = /^\s*(\d*)d(\d+)/.exec(part) ?? [];
    return Array(Number(count || 1)).fill(Number(sides));
  });
  const thrown = entry.dice.flatMap(({ sides, values }) => values.map(() => sides));
  return thrown.length === wanted.length && thrown.every((sides, i) => sides === wanted[i]);
}

/** Whether a row like `3`, `4-6`, `<=2` or `>=12` holds a number. */
function within(roll, number) {
  const [, sign, low, high] = /^(<=|>=)?\s*(-?\d+)(?:\s*(?:-|to)\s*(-?\d+))?(\+)?$/.exec(roll) ?? [];
  if (low === undefined) return false;
  if (sign === "<=") return number <= Number(low);
  if (sign === ">=" || roll.endsWith("+")) return number >= Number(low);
  return high === undefined ? number === Number(low) : number >= Number(low) && number <= Number(high);
}
