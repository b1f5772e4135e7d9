// @ts-check
// Where somebody can be sent: dots on the board, the way there, and what it costs and risks.

import { s } from "../common/dom.js";

/** @typedef {import("wire").Destination} Destination */
/** @typedef {import("wire").View} View */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./places.js").Places} Places */
/** @typedef {import("../match/offer.js").Choice} Choice */
/** @typedef {import("../match/session.js").OddsByText} Odds */

const DOT = 0.09; // a dot's radius, as a share of its place
const LOW = 0.83; // how far down in its place it is: figures of the picture stand in the middle

export class Reach {
  /**
   * @param {Places} places
   * @param {Marks} marks
   */
  constructor(places, marks) {
    this.places = places;
    this.marks = marks;
    this.dots = s("g", { role: "group", "aria-label": "Destinations" });
    this.trail = s("g", {});
    marks.layer.append(this.dots, this.trail);
    /** @type {string[]} */
    this.travellers = []; // the places of those that can be sent
    this.who = ""; // whose destinations are shown, or asked for
    /** @type {Map<string, Choice[]>} */
    this.goals = new Map(); // place: the ways there, the best first
    /** @type {Map<string, Destination>} */
    this._ways = new Map(); // by the text that sends somebody there
    /** @type {Odds} */
    this.odds = {}; // what each costs and risks, told as odds are
  }

  /** @param {View | null} view */
  offer(view) {
    this.travellers = view?.travellers ?? [];
    this.who = "";
    this._forget();
  }

  _forget() {
    this.goals = new Map();
    this._ways = new Map();
    this.odds = {};
    this.dots.replaceChildren();
    this.trail.replaceChildren();
  }

  /**
   * Whose destinations shall be shown: the one selected, or the only one there is; true if they
   * have to be asked for.
   * @param {string[]} selection
   */
  seek(selection) {
    const chosen = selection.find((place) => this.travellers.includes(place));
    const only = this.travellers.length === 1 && !selection.length ? this.travellers[0] : "";
    const who = chosen ?? only;
    if (who === this.who) return false;
    this.who = who;
    this._forget();
    return Boolean(who);
  }

  /**
   * The destinations are there: those that are no direct choices get dots.
   * @param {Destination[]} found
   * @param {(place: string) => boolean} taken
   */
  take(found, taken) {
    this._forget();
    for (const way of found) {
      if (!this.places.has(way.place) || taken(way.place)) continue;
      this._ways.set(way.text, way);
      this.odds[way.text] = { text: way.words, modifiers: [] };
      this.goals.set(way.place, [...(this.goals.get(way.place) ?? []), choiceOf(way)]);
    }
  }

  /** @param {string} place */
  has(place) {
    return this.goals.has(place);
  }

  /**
   * Whether dice may be thrown on the way.
   * @param {Choice} choice
   */
  risky(choice) {
    return this._ways.get(choice.text)?.risky ?? false;
  }

  /**
   * Draw the dots, which the keyboard and screen readers reach the destinations by.
   * @param {(place: string) => void} press
   */
  draw(press) {
    const dots = [...this.goals].map(([place, [best, ...others]]) => {
      const [box] = this.places.boxes([place]);
      const dot = s("circle", {
        class: this.risky(best) ? "is-goal risky" : "is-goal",
        cx: box.x + box.width / 2,
        cy: box.y + box.height * LOW,
        r: DOT * Math.min(box.width, box.height),
      });
      const label = `${best.label}: ${this.odds[best.text].text}`;
      const menu = this.risky(best) || others.length > 0;
      this.marks.handle(dot, { place, kind: "goal", label, menu }, press);
      return dot;
    });
    this.dots.replaceChildren(...dots);
  }

  /**
   * Draw the way of a choice; of none, nothing.
   * @param {Choice | undefined} choice
   */
  trace(choice) {
    const way = choice && this._ways.get(choice.text);
    if (!way) return this.trail.replaceChildren();
    const boxes = this.places.boxes([this.who, ...way.path]);
    const points = boxes.map((box) => `${box.x + box.width / 2},${box.y + box.height / 2}`);
    this.trail.replaceChildren(s("polyline", { class: "is-path", points: points.join(" ") }));
  }
}

/**
 * A destination as something to choose.
 * @param {Destination} way
 * @returns {Choice}
 */
function choiceOf({ text, label, place }) {
  return { text, label, place, places: [], ask: null, shortcut: true, about: new Set([place]) };
}
