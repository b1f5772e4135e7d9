// @ts-check
// Charts and rules at hand: every table of the game, and the rule index, both searchable.

import { ofGame, words } from "../common/api.js";
import { fill, h } from "../common/dom.js";

/** @typedef {import("wire").ChartView} Chart */
/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("wire").Rule} Rule */
/** @typedef {import("wire").RowUsed} RowUsed */
/**
 * @typedef {object} Table a chart as it stands in the list
 * @property {Chart} chart
 * @property {HTMLDetailsElement} root
 * @property {HTMLElement} summary
 * @property {HTMLTableRowElement[]} rows
 */
/**
 * @typedef {object} Section the rules of a section, by their ids
 * @property {HTMLDetailsElement} root
 * @property {Map<string, HTMLElement>} lines
 */

const RECENT = 20; // lines of the log in which a chart counts as just used
const SHOWN = 6; // lines of them that are repeated here

export class ChartsPanel {
  constructor() {
    this.search = h("input", {
      type: "search",
      placeholder: "Search charts and rules",
      "aria-label": "Search charts and rules",
      oninput: () => this._sift(),
    });
    this.recent = h("div", { class: "recent", hidden: true });
    this.list = h("div", { class: "charts-list" });
    this.rules = h("div", { class: "rules" });
    this.empty = h("p", { class: "empty", hidden: true }, "Nothing found.");
    this.scroller = h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Charts and rules" },
      this.recent,
      this.list,
      this.rules,
      this.empty,
    );
    this.root = h(
      "div",
      { class: "tab-body charts-panel" },
      h("div", { class: "filters" }, this.search),
      this.scroller,
    );
    /** @type {Map<string, Table> | null} */
    this.tables = null; // by the names of the charts, once they are known
    /** @type {Section[]} */
    this.sections = [];
    /** @type {Entry[]} */
    this.log = [];
    /** @type {Entry[]} */
    this.shown = []; // the lines of it that are repeated here
    /** @type {Promise<void> | null} */
    this.ready = null;
  }

  /**
   * Read the game's charts and rules, once, when they are first looked at.
   * @param {string} game
   */
  open(game) {
    this.ready ??= this._load(game);
    return this.ready;
  }

  /** @param {string} game */
  async _load(game) {
    fill(this.list, h("p", { class: "empty" }, "Reading the rulebook…"));
    try {
      const [charts, rules] = await Promise.all([ofGame(game, "charts"), ofGame(game, "rules")]);
      this._list(charts);
      this._index(rules);
      this.mark(this.log);
    } catch (problem) {
      this.ready = null;
      fill(this.list, h("p", { class: "empty" }, words(problem)));
    }
  }

  /** @param {Chart[]} charts */
  _list(charts) {
    const tables = charts.map(tableOf);
    this.tables = new Map(tables.map((table) => [table.chart.name, table]));
    fill(
      this.list,
      h("h2", {}, "Charts"),
      tables.length
        ? tables.map((table) => table.root)
        : h("p", { class: "empty" }, "This game has no charts of its own here."),
    );
  }

  /** @param {Rule[]} rules */
  _index(rules) {
    const names = [...new Set(rules.map((rule) => rule.section))];
    this.sections = names.map((name) =>
      sectionOf(
        name,
        rules.filter((rule) => rule.section === name),
      ),
    );
    fill(
      this.rules,
      h("h2", {}, "Rules"),
      this.sections.map((section) => section.root),
    );
  }

  /**
   * Go to a rule.
   * @param {string} id
   */
  async rule(id) {
    await this.ready;
    this.search.value = "";
    this._sift();
    for (const { root, lines } of this.sections) {
      const line = lines.get(id);
      if (!line) continue;
      root.open = true;
      line.scrollIntoView({ block: "center" });
      line.focus({ preventScroll: true });
      flash(line);
    }
  }

  /**
   * Go to a row of a chart, as a line of the log names it.
   * @param {RowUsed} use
   */
  async show({ chart, row }) {
    await this.ready;
    this.search.value = "";
    this._sift();
    const table = this.tables?.get(chart);
    if (!table) return;
    table.root.open = true;
    table.rows[row].scrollIntoView({ block: "center" });
    table.summary.focus({ preventScroll: true });
    flash(table.rows[row]);
  }

  /**
   * Mark the rows that the last throws were read on, and name their charts before all others.
   * @param {Entry[]} log
   */
  mark(log) {
    this.log = log;
    if (!this.tables) return;
    for (const some of this.list.querySelectorAll(".used, .just-used"))
      some.classList.remove("used", "just-used");
    const entries = log.slice(-RECENT).filter((entry) => entry.charts.length);
    for (const entry of entries) for (const uses of byChart(entry.charts)) this._mark(uses);
    const shown = entries.reverse().slice(0, SHOWN);
    if (shown.length === this.shown.length && shown.every((entry, i) => entry === this.shown[i]))
      return;
    this.shown = shown;
    this.recent.hidden = !shown.length || Boolean(this.search.value.trim());
    const lines = shown.map((entry) => this._use(entry));
    fill(this.recent, h("h2", {}, "Just used"), h("ul", {}, lines));
  }

  /** @param {RowUsed[]} uses of one chart */
  _mark(uses) {
    const table = this.tables?.get(uses[0].chart);
    if (!table) return;
    for (const some of table.root.querySelectorAll(".used")) some.classList.remove("used");
    table.root.classList.add("just-used");
    for (const use of uses) markRow(table.rows[use.row], use.column);
  }

  /**
   * A line of the log with the rows it was read on.
   * @param {Entry} entry
   */
  _use(entry) {
    const parts = byChart(entry.charts).flatMap((uses) => this._excerpt(uses));
    const rule = entry.rule ? this._rule(entry.rule) : null;
    return h("li", {}, h("p", {}, entry.text, " ", rule), parts);
  }

  /** @param {string} id */
  _rule(id) {
    const title = `Rule ${id}`;
    const onclick = () => this.rule(id);
    return h("button", { type: "button", class: "rule", title, "aria-label": title, onclick }, id);
  }

  /**
   * The head of a chart and the rows that were used.
   * @param {RowUsed[]} uses
   */
  _excerpt(uses) {
    const chart = this.tables?.get(uses[0].chart)?.chart;
    if (!chart) return [];
    const rows = [...new Set(uses.map((use) => use.row))].map((row) => {
      const line = rowOf(chart.rows[row]);
      for (const use of uses) if (use.row === row) markRow(line, use.column);
      return line;
    });
    const onclick = () => this.show(uses[0]);
    return [
      h("button", { type: "button", class: "plain small", onclick }, chart.title),
      wide(`${chart.title}: what was used`, chart, rows),
    ];
  }

  _sift() {
    const wanted = this.search.value.trim().toLowerCase();
    const hides = (/** @type {HTMLElement} */ some) =>
      Boolean(wanted) && !some.textContent.toLowerCase().includes(wanted);
    this.recent.hidden = Boolean(wanted) || !this.shown.length;
    let found = false;
    for (const { root } of this.tables?.values() ?? []) {
      root.hidden = hides(root);
      found ||= !root.hidden;
    }
    for (const { root, lines } of this.sections) {
      for (const line of lines.values()) line.hidden = hides(line);
      root.hidden = [...lines.values()].every((line) => line.hidden);
      if (wanted) root.open = !root.hidden;
      found ||= !root.hidden;
    }
    this.empty.hidden = found || !this.tables;
  }
}

/**
 * The rows used, those of one chart together.
 * @param {RowUsed[]} uses
 */
function byChart(uses) {
  /** @type {Map<string, RowUsed[]>} */
  const found = new Map();
  for (const use of uses) found.set(use.chart, [...(found.get(use.chart) ?? []), use]);
  return [...found.values()];
}

/**
 * @param {Chart} chart
 * @returns {Table}
 */
function tableOf(chart) {
  const summary = h(
    "summary",
    {},
    h("span", {}, chart.title),
    chart.dice ? h("span", { class: "note" }, chart.dice) : null,
    chart.rule ? h("span", { class: "rule" }, chart.rule) : null,
  );
  const rows = chart.rows.map(rowOf);
  const notes = (chart.notes ?? []).map((note) => h("li", {}, note));
  const root = h(
    "details",
    { class: "chart", "data-name": chart.name },
    summary,
    wide(chart.title, chart, rows),
    notes.length ? h("ul", { class: "note" }, notes) : null,
  );
  return { chart, root, summary, rows };
}

/**
 * @param {string} name
 * @param {Rule[]} rules
 * @returns {Section}
 */
function sectionOf(name, rules) {
  const lines = new Map(rules.map((rule) => [rule.id, lineOf(rule)]));
  const root = h(
    "details",
    { class: "section" },
    h("summary", {}, h("span", {}, name), h("span", { class: "note" }, rules.length)),
    h("dl", {}, [...lines.values()]),
  );
  return { root, lines };
}

/** @param {Rule} rule */
function lineOf({ id, statement, rulings = [] }) {
  const note = rulings.length
    ? h("span", { class: "note" }, ` Rulings: ${rulings.join(", ")}`)
    : null;
  return h(
    "div",
    { id: `rule-${id}`, tabindex: "-1", class: "rule-line" },
    h("dt", {}, id),
    h("dd", {}, statement, note),
  );
}

/**
 * Rows of a chart with its head, which may be wider than the panel.
 * @param {string} label
 * @param {Chart} chart
 * @param {HTMLTableRowElement[]} rows
 */
function wide(label, chart, rows) {
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, headOf(chart), h("tbody", {}, rows)),
  );
}

/** @param {Chart} chart */
function headOf({ columns, dice }) {
  if (!columns.length) return null;
  const cells = columns.map((column) => h("th", { scope: "col" }, column));
  return h("thead", {}, h("tr", {}, h("td", {}, dice), cells));
}

/** @param {import("wire").RowView} row */
function rowOf({ roll, cells }) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, roll),
    cells.map((cell) => h("td", {}, cell)),
  );
}

/**
 * @param {HTMLTableRowElement} line
 * @param {number | null} column
 */
function markRow(line, column) {
  line.classList.add("used");
  if (column !== null) line.querySelectorAll("td")[column].classList.add("used");
}

/** @param {HTMLElement} line */
function flash(line) {
  line.classList.remove("flash");
  void line.offsetWidth; // so that the flash begins anew
  line.classList.add("flash");
}
