// @ts-check
// Playback: what has happened since the picture before, step by step, over the new picture. That is
// shown and can be played at once, whatever becomes of the playback: it only lies upon it.

import { throwOf } from "../common/dice.js";
import { fill, h, icon, s, still, tool } from "../common/dom.js";
import * as store from "../common/store.js";
import { matrixOf } from "../board/places.js";
import { folds, isHeading, placesOf, summaryOf } from "../panel/rows.js";

/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/places.js").Drawn} Drawn */
/** @typedef {{element: Drawn, at: string}} Stand a piece, and where it stands, as CSS says it */
/** @typedef {{words: string, entries: Entry[], places: string[]}} Step */
/**
 * @typedef {object} Track a piece that is drawn where it was until its steps are played
 * @property {SVGElement} copy
 * @property {{to: string | null, step: Step}[]} stops where it goes; null: it is lost
 */

const STEP = 300; // milliseconds of a step
const LONGEST = 8000; // milliseconds of all, which are shared if there are many steps
const MOST = 60; // steps; of more the last are played
const PIECES = ".pieces [id*=':'], .pieces[id*=':']";

export class Playback {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s("svg", { class: "playback", "aria-hidden": "true" });
    this.caption = h("div", { class: "caption", hidden: true, "aria-hidden": "true" });
    board.root.append(this.caption);
    this.pause = tool("pause", "Pause what is played (space)", () => this.toggle());
    this.controls = h(
      "div",
      { class: "playing", role: "group", "aria-label": "What has happened", hidden: true },
      this.pause,
      tool("forward", "Next step (right)", () => this.next()),
      tool("last", "Skip", () => this.end()),
    );
    /** @type {Entry[] | null} */
    this.known = null; // the log as it was shown last
    /** @type {Map<string, Stand>} */
    this.stands = new Map(); // the pieces of the picture, by their names
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Map<string, Track>} */
    this.tracks = new Map();
    this.paused = false;
    this._pace = STEP;
    this._timer = 0;
  }

  get running() {
    return this.steps.length > 0;
  }

  /**
   * A picture is shown, with the log up to it; what is new of it is played after what is under way.
   * @param {Entry[] | null} log null: it is a moment of the past
   */
  shown(log) {
    const before = this.stands;
    const { known } = this;
    this.stands = this._gather();
    this.known = log;
    const goes = log && known && known.every((entry, i) => entry === log[i]);
    const fresh = goes ? stepsOf(log.slice(known.length)) : [];
    if (!goes || document.hidden || still() || !store.preferences().playback) return this.end();
    if (fresh.length) this._add(fresh, before);
    this._hide();
  }

  /** Where every piece stands; what is part of another moves with it. */
  _gather() {
    /** @type {Map<string, Stand>} */
    const found = new Map();
    const { svg } = this.board;
    if (!svg) return found;
    const named = /** @type {NodeListOf<Drawn>} */ (svg.querySelectorAll(PIECES));
    for (const element of named) {
      if (element.parentElement?.closest(PIECES)) continue;
      found.set(element.id, { element, at: written(matrixOf(element, svg)) });
    }
    return found;
  }

  /**
   * @param {Step[]} fresh
   * @param {Map<string, Stand>} before
   */
  _add(fresh, before) {
    /** @type {(place: string) => Step | undefined} */
    const first = (place) => fresh.find(({ places }) => places.includes(place));
    /** @type {(place: string) => Step | undefined} */
    const last = (place) => fresh.findLast(({ places }) => places.includes(place));
    for (const [place, old] of before) {
      const now = this.stands.get(place);
      if (!now) this._stop(place, old, null, last(place) ?? fresh[fresh.length - 1]);
      else if (now.at !== old.at) this._stop(place, old, now.at, first(place) ?? fresh[0]);
    }
    const idle = !this.running;
    this.steps = [...this.steps, ...fresh].slice(-MOST);
    this._pace = Math.min(STEP, LONGEST / this.steps.length) / store.preferences().speed;
    if (idle) this._begin();
  }

  /**
   * @param {string} place
   * @param {Stand} old
   * @param {string | null} to
   * @param {Step} step
   */
  _stop(place, old, to, step) {
    const track = this.tracks.get(place) ?? { copy: copied(old), stops: [] };
    track.stops.push({ to, step });
    this.tracks.set(place, track);
    this.layer.append(track.copy);
  }

  /** What is still on its way is drawn where it was, not where it is. */
  _hide() {
    for (const { element } of this.stands.values()) element.classList.remove("away");
    for (const place of this.tracks.keys()) this.stands.get(place)?.element.classList.add("away");
  }

  _begin() {
    const { svg, camera } = this.board;
    for (const name of ["viewBox", "width", "height"])
      this.layer.setAttribute(name, svg?.getAttribute(name) ?? "");
    camera.pane.append(this.layer);
    this.caption.hidden = false;
    this.controls.hidden = false;
    this.paused = false;
    this._dress();
    this._play();
  }

  /** Play the first of the steps that are left. */
  _play() {
    clearTimeout(this._timer);
    const [step] = this.steps;
    if (!step) return this.end();
    try {
      this._show(step);
    } catch {
      return this.end(); // the picture is there: nothing is lost but the playback
    }
    if (!this.paused) this._timer = setTimeout(() => this.next(), this._pace);
  }

  /** @param {Step} step */
  _show(step) {
    const dice = step.entries.flatMap((entry) => entry.dice).slice(-4);
    fill(this.caption, h("span", {}, step.words), dice.map(throwOf));
    const how = {
      duration: this._pace,
      easing: "ease-in-out",
      fill: /** @type {const} */ ("both"),
    };
    let moves = false;
    for (const { copy, stops } of this.tracks.values()) {
      const stop = stops[0];
      if (stop?.step !== step) continue;
      if (stop.to) copy.animate({ transform: stop.to }, how);
      else copy.animate({ opacity: [1, 1, 0] }, how);
      moves ||= stop.to !== null;
    }
    if (!moves) this._shot(step, how);
  }

  /**
   * A line from who did it to whom it was done to.
   * @param {Step} step
   * @param {KeyframeAnimationOptions} how
   */
  _shot({ places }, how) {
    const [from, to] = places.map((place) => this._middle(place)).filter((point) => point);
    if (!from || !to) return;
    const line = s("line", { class: "shot", x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
    line.setAttribute("pathLength", "1");
    this.layer.append(line);
    line.animate({ strokeDashoffset: [1, 0, 0], opacity: [1, 1, 0] }, how);
  }

  /**
   * The middle of a place on the sheet, also of a piece that is lost by now.
   * @param {string} place
   * @returns {[x: number, y: number] | null}
   */
  _middle(place) {
    const [box] = this.board.places.boxes([place]);
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
    const copy = this.tracks.get(place)?.copy;
    const matrix = copy && new DOMMatrix(copy.style.transform);
    return matrix ? [matrix.e, matrix.f] : null;
  }

  /** A step is over. */
  next() {
    const [done, ...left] = this.steps;
    this.steps = left;
    for (const line of this.layer.querySelectorAll(".shot")) line.remove();
    for (const [place, track] of this.tracks) {
      if (track.stops[0]?.step !== done) continue;
      track.stops.shift();
      if (track.stops.length) continue;
      track.copy.remove();
      this.tracks.delete(place);
    }
    this._hide();
    this._play();
  }

  toggle() {
    this.paused = !this.paused;
    this._dress();
    clearTimeout(this._timer);
    if (!this.paused) this._timer = setTimeout(() => this.next(), this._pace);
  }

  _dress() {
    this.pause.replaceChildren(icon(this.paused ? "play" : "pause"));
    const label = this.paused ? "Go on (space)" : "Pause what is played (space)";
    this.pause.title = label;
    this.pause.setAttribute("aria-label", label);
  }

  /** Leave it: all is as the picture shows it. */
  end() {
    clearTimeout(this._timer);
    this.steps = [];
    this.tracks.clear();
    this.layer.replaceChildren();
    this.layer.remove();
    this._hide();
    this.caption.hidden = true;
    this.controls.hidden = true;
  }
}

/**
 * What happened, in the order of the log.
 * @param {Entry[]} entries
 * @returns {Step[]}
 */
function stepsOf(entries) {
  return folds(entries.filter((entry) => !isHeading(entry))).map((fold) => ({
    words: summaryOf(fold),
    entries: fold,
    places: placesOf(fold),
  }));
}

/**
 * A piece as it was, where it was; nothing can be done with it.
 * @param {Stand} stand
 */
function copied({ element, at }) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  copy.removeAttribute("transform");
  copy.classList.remove("away", "can", "may");
  for (const part of [copy, ...copy.querySelectorAll("[id], [data-place]")]) {
    part.removeAttribute("id");
    part.removeAttribute("data-place");
  }
  copy.style.transform = at;
  return copy;
}

/** @param {{a: number, b: number, c: number, d: number, e: number, f: number}} matrix */
function written({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].join(", ")})`;
}
