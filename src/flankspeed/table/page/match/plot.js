// @ts-check
// A plot: how some numbers went from turn to turn, a line for each side.

import { fill, h, s, seatName } from "../common/dom.js";

/** @typedef {import("wire").Sample} Sample */
/** @typedef {Record<string, import("wire").SideInfo>} Sides */

const HEIGHT = 220;
const LEFT = 40; // room for the numbers of the scale
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 44; // room for the turns below
const APART = 64; // pixels between two turns that are named

/** Draws itself as wide as there is room. */
export class Plot {
  /**
   * @param {Sample[]} samples at least one
   * @param {string} title
   * @param {Sides} sides
   */
  constructor(samples, title, sides) {
    this.samples = samples;
    this.sides = sides;
    this.names = Object.keys(samples[0].strength);
    const values = samples.flatMap((sample) => Object.values(sample.strength));
    this.most = Math.max(1, ...values);
    this.least = Math.min(0, ...values);
    this.svg = s("svg", { class: "plot", role: "img", "aria-label": `${title}, by turn` });
    this.root = h(
      "figure",
      {},
      h("figcaption", {}, title),
      this.svg,
      h(
        "p",
        { class: "legend" },
        this.names.map((side) => this._key(side)),
      ),
    );
    new ResizeObserver(() => this._draw(this.root.clientWidth)).observe(this.root);
  }

  /** The same as a table. */
  get table() {
    return h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Turn"),
          this.names.map((side) => h("th", { scope: "col" }, seatName(side))),
        ),
      ),
      h(
        "tbody",
        {},
        this.samples.map(({ turn, strength }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, turn),
            this.names.map((side) => h("td", {}, rounded(strength[side]))),
          ),
        ),
      ),
    );
  }

  /** @param {string} side */
  _key(side) {
    const { svg } = this._group(side, [
      s("path", { class: "line", d: "M0 8H28" }),
      this._mark(side, 14, 8),
    ]);
    return h("span", {}, svg, seatName(side));
  }

  /**
   * @param {string} side
   * @param {SVGElement[]} parts
   */
  _group(side, parts) {
    const group = s("g", { class: `side${this.names.indexOf(side) % 2}` }, parts);
    group.style.setProperty("--side", this.sides[side]?.colour ?? "currentcolor");
    const svg = s("svg", { class: "key", viewBox: "0 0 28 16", "aria-hidden": "true" }, group);
    return { group, svg };
  }

  /**
   * A point of a side's line; its shape tells the side where colours cannot.
   * @param {string} side
   * @param {number} x
   * @param {number} y
   */
  _mark(side, x, y) {
    return this.names.indexOf(side) % 2
      ? s("rect", { x: x - 3.5, y: y - 3.5, width: 7, height: 7 })
      : s("circle", { cx: x, cy: y, r: 4 });
  }

  /** @param {number} width */
  _draw(width) {
    if (!width) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const last = Math.max(1, this.samples.length - 1);
    const x = (/** @type {number} */ i) => LEFT + ((width - LEFT - RIGHT) * i) / last;
    const high = HEIGHT - TOP - BOTTOM;
    const y = (/** @type {number} */ value) =>
      TOP + (high * (this.most - value)) / (this.most - this.least);
    const lines = this.names.map((side) => {
      const points = this.samples.map(({ strength }, i) => [x(i), y(strength[side])]);
      const path = s("path", { class: "line", d: `M${points.map(String).join("L")}` });
      return this._group(side, [path, ...points.map(([px, py]) => this._mark(side, px, py))]).group;
    });
    fill(this.svg, this._scale(width, y), this._turns(width, x), lines);
  }

  /**
   * @param {number} width
   * @param {(value: number) => number} y
   */
  _scale(width, y) {
    const middle = (this.most + this.least) / 2;
    return [this.least, middle, this.most].flatMap((value) => [
      s("path", { class: "grid", d: `M${LEFT} ${y(value)}H${width - RIGHT}` }),
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, rounded(value)),
    ]);
  }

  /**
   * @param {number} width
   * @param {(i: number) => number} x
   */
  _turns(width, x) {
    const longest = Math.max(...this.samples.map(({ turn }) => turn.length * 7));
    const room = Math.max(1, Math.floor((width - LEFT - RIGHT) / Math.max(APART, longest)));
    const every = Math.ceil(this.samples.length / room);
    const named = this.samples.map(({ turn }, i) => {
      const anchor = i === 0 ? "start" : "middle";
      return i % every
        ? null
        : s("text", { x: x(i), y: HEIGHT - BOTTOM + 20, "text-anchor": anchor }, turn);
    });
    const title = { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4, "text-anchor": "middle" };
    return [...named, s("text", title, "turn")];
  }
}

/** @param {number} value */
const rounded = (value) => String(Math.round(value * 10) / 10);
