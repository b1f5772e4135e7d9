// @ts-check
// Charts and rules at hand: every table of the game, and the rule index, both searchable.

import { ofGame } from "./api.js";
import { fill, h } from "./dom.js";

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
    this.game = "";
    this.log = [];
    this.shown = []; // the lines of it that are repeated here
    this.ready = null;
  }

  /** Read the game's charts and rules, once, when they are first looked at. */
  open(game) {
    this.game = game;
    this.ready ??= this._load();
    return this.ready;
  }

  async _load() {
    fill(this.list, h("p", { class: "empty" }, "Reading the rulebook…"));
    try {
      const [charts, rules] = await Promise.all([
        ofGame(this.game, "charts"),
        ofGame(this.game, "rules"),
      ]);
      this.known = charts;
      fill(
        this.list,
        h("h2", {}, "Charts"),
        charts.length
          ? charts.map((chart) => this._table(chart))
          : h("p", { class: "empty" }, "This game has no charts of its own here."),
      );
      const sections = new Map();
      for (const rule of rules)
        sections.set(rule.section, [...(sections.get(rule.section) ?? []), rule]);
      fill(
        this.rules,
        h("h2", {}, "Rules"),
        [...sections].map(([name, some]) => this._section(name, some)),
      );
      this.mark(this.log);
    } catch (problem) {
      this.ready = null;
      fill(this.list, h("p", { class: "empty" }, problem.message));
    }
  }

  _table(table) {
    const rule = table.rule ? h("span", { class: "rule" }, table.rule) : null;
    const details = h(
      "details",
      { class: "chart", "data-name": table.name },
      h(
        "summary",
        {},
        h("span", {}, table.title),
        table.dice ? h("span", { class: "note" }, table.dice) : null,
        rule,
      ),
      h(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": table.title },
        h("table", {}, headOf(table), h("tbody", {}, table.rows.map(rowOf))),
      ),
      table.notes.length
        ? h(
            "ul",
            { class: "note" },
            table.notes.map((note) => h("li", {}, note)),
          )
        : null,
    );
    return details;
  }

  _section(name, rules) {
    return h(
      "details",
      { class: "section" },
      h("summary", {}, h("span", {}, name), h("span", { class: "note" }, rules.length)),
      h(
        "dl",
        {},
        rules.map((rule) =>
          h(
            "div",
            { id: `rule-${rule.id}`, tabindex: "-1", class: "rule-line" },
            h("dt", {}, rule.id),
            h(
              "dd",
              {},
              rule.statement,
              rule.rulings.length
                ? h("span", { class: "note" }, ` Rulings: ${rule.rulings.join(", ")}`)
                : null,
            ),
          ),
        ),
      ),
    );
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
    flash(line);
  }

  /** Go to a row of a chart, as a line of the log names it: {table, row}. */
  async show({ chart: name, row }) {
    await this.ready;
    this.search.value = "";
    this._sift();
    const chart = this._chart(name);
    if (!chart) return;
    chart.open = true;
    const line = chart.querySelectorAll("tbody tr")[row];
    line.scrollIntoView({ block: "center" });
    chart.querySelector("summary").focus({ preventScroll: true });
    flash(line);
  }

  _chart(name) {
    return this.list.querySelector(`[data-name="${CSS.escape(name)}"]`);
  }

  /** Mark the rows that the last throws were read on, and name their charts before all others. */
  mark(log) {
    this.log = log;
    if (!this.known) return;
    for (const some of this.list.querySelectorAll(".used, .just-used"))
      some.classList.remove("used", "just-used");
    const entries = log.slice(-RECENT).filter((entry) => entry.charts.length);
    for (const entry of entries) for (const uses of byChart(entry.charts)) this._mark(uses);
    const shown = entries.reverse().slice(0, SHOWN);
    if (shown.length === this.shown.length && shown.every((entry, i) => entry === this.shown[i]))
      return;
    this.shown = shown;
    this.recent.hidden = !shown.length || Boolean(this.search.value.trim());
    fill(
      this.recent,
      h("h2", {}, "Just used"),
      h(
        "ul",
        {},
        shown.map((entry) => this._use(entry)),
      ),
    );
  }

  _mark(uses) {
    const chart = this._chart(uses[0].chart);
    if (!chart) return;
    for (const some of chart.querySelectorAll(".used")) some.classList.remove("used");
    chart.classList.add("just-used");
    const rows = chart.querySelectorAll("tbody tr");
    for (const use of uses) markRow(rows[use.row], use.column);
  }

  /** A line of the log with the rows it was read on. */
  _use(entry) {
    const parts = byChart(entry.charts).map((uses) => {
      const table = this.known.find((some) => some.name === uses[0].chart);
      return [
        h(
          "button",
          { type: "button", class: "plain small", onclick: () => this.show(uses[0]) },
          table.title,
        ),
        this._excerpt(table, uses),
      ];
    });
    const rule = entry.rule
      ? h(
          "button",
          {
            type: "button",
            class: "rule",
            title: `Rule ${entry.rule}`,
            "aria-label": `Rule ${entry.rule}`,
            onclick: () => this.rule(entry.rule),
          },
          entry.rule,
        )
      : null;
    return h("li", {}, h("p", {}, entry.text, " ", rule), parts.flat());
  }

  /** The head of a chart and the rows that were used. */
  _excerpt(table, uses) {
    const rows = [...new Set(uses.map((use) => use.row))].map((row) => {
      const line = rowOf(table.rows[row]);
      for (const use of uses) if (use.row === row) markRow(line, use.column);
      return line;
    });
    return h(
      "div",
      {
        class: "wide",
        tabindex: "0",
        role: "region",
        "aria-label": `${table.title}: what was used`,
      },
      h("table", {}, headOf(table), h("tbody", {}, rows)),
    );
  }

  _sift() {
    const words = this.search.value.trim().toLowerCase();
    this.recent.hidden = Boolean(words) || !this.recent.querySelector("li");
    let shown = 0;
    for (const chart of this.list.querySelectorAll(".chart")) {
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

/** The rows used, those of one chart together. */
function byChart(uses) {
  const found = new Map();
  for (const use of uses) found.set(use.chart, [...(found.get(use.chart) ?? []), use]);
  return [...found.values()];
}

function headOf(table) {
  return table.columns.length
    ? h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}, table.dice),
          table.columns.map((column) => h("th", { scope: "col" }, column)),
        ),
      )
    : null;
}

function rowOf(row) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, row.roll),
    row.cells.map((cell) => h("td", {}, cell)),
  );
}

function markRow(line, column) {
  line.classList.add("used");
  if (column !== null) line.querySelectorAll("td")[column].classList.add("used");
}

function flash(line) {
  line.classList.remove("flash");
  void line.offsetWidth; // so that the flash begins anew
  line.classList.add("flash");
}
