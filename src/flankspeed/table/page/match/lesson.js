// @ts-check
// The card of a lesson: what to do, why, and where to press. How far the learner is, this browser
// keeps; which card fits the position, the server says.

import { fill, h, icon } from "../common/dom.js";
import * as store from "../common/store.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/card.js").Edges} Edges */
/** @typedef {import("../common/store.js").Learnt} Learnt */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Card} Card */

const CORNERS = ["low left", "low right", "high left", "high right"]; // the best one first
const GAP = 24; // pixels between what we point at, the card, and the edge of the board
const LEAST = 110; // pixels; a card that would be lower cannot be read
const OTHERWISE = { title: "Another way", words: "" };
const MEANWHILE = {
  title: "Play on",
  words: "Do as you like. The lesson goes on as soon as its next step comes.",
};
const END = { title: "The end of the lesson", words: "This match is yours: play it on." };

export class LessonCard {
  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Record<string, () => HTMLElement>} parts of the page, by the names that lessons have
   * @param {(id: string) => void} rule
   */
  constructor(session, board, parts, rule) {
    this.session = session;
    this.board = board;
    this.parts = parts;
    this.rule = rule;
    /** @type {Card | null} */
    this.card = null;
    this.count = h("span", { class: "count" });
    this.fold = h("button", { type: "button", class: "plain small", onclick: () => this._fold() });
    this.words = h("div", { class: "lesson-words", id: "lesson-words", "aria-live": "polite" });
    this.buttons = h("div", { class: "lesson-buttons" });
    this.root = h(
      "section",
      { class: "lesson over-board", "aria-label": "Lesson", hidden: true },
      h("div", { class: "lesson-head" }, icon("book"), this.count, this.fold),
      this.words,
      this.buttons,
    );
    board.root.append(this.root);
    board.rested = () => this._place();
    /** @type {HTMLElement[]} */
    this._outlined = [];
  }

  /** @returns {Learnt} */
  get _learnt() {
    const kept = store.match(this.session.id)?.lesson;
    return kept ?? { marks: [], folded: false, left: false };
  }

  /** @param {Partial<Learnt>} changes */
  _keep(changes) {
    store.keep(this.session.id, { lesson: { ...this._learnt, ...changes } });
  }

  /** How far we are: choices that were taken back count no more. */
  get _mark() {
    const choices = this.session.live?.choices ?? 0;
    const marks = this._learnt.marks.filter(({ at }) => at <= choices);
    return marks.at(-1) ?? { at: 0, done: 0, aside: "" };
  }

  /**
   * @param {number} at
   * @param {string} aside
   */
  _leaveBehind(at, aside) {
    if (!this.card) return;
    const choices = this.session.live?.choices ?? 0;
    const marks = this._learnt.marks.filter((mark) => mark.at <= choices);
    this._keep({ marks: [...marks, { at, done: this.card.done, aside }] });
    this.card = null;
  }

  /**
   * A choice is being made: the card is behind us once it is.
   * @param {string} text
   */
  chose(text) {
    const { card } = this;
    const choices = this.session.live?.choices ?? 0;
    if (card) this._leaveBehind(choices + 1, card.wants.includes(text) ? "" : card.otherwise);
  }

  /** Go on from a card that is only to be read; false if there is none. */
  next() {
    if (!this.card || this.card.wants.length || this.root.hidden) return false;
    this._leaveBehind(this.session.live?.choices ?? 0, "");
    this.update();
    return true;
  }

  /** Find the card that fits what is shown now. */
  async update() {
    const { session } = this;
    const { live } = session;
    const still = session.watch || session.replaying || session.frozen;
    if (!live?.lesson || still || this._learnt.left) return this._hide();
    const mark = this._mark;
    const { card } = await session.card(mark.done);
    if (session.live !== live || this._mark.done !== mark.done) return; // a newer one is on its way
    this.card = card;
    this.root.dataset.version = String(live.version);
    this._show(mark.aside);
  }

  _hide() {
    this.card = null;
    this.root.hidden = true;
    this._point([]);
  }

  /** @param {string} aside */
  _show(aside) {
    const { card, session } = this;
    const lesson = session.game?.lessons.find(({ name }) => name === session.live?.lesson);
    const over = this._mark.done >= (lesson?.cards ?? 0);
    if (!card && !session.ours && !over) return this._hide();
    const said = card ?? (over ? END : aside ? OTHERWISE : MEANWHILE);
    this.count.textContent = card ? `Lesson: ${card.number + 1} of ${card.total}` : "Lesson";
    fill(
      this.words,
      aside && h("p", { class: "aside" }, aside),
      h("h2", {}, said.title),
      said.words && h("p", {}, said.words),
    );
    fill(this.buttons, this._buttons());
    this.root.hidden = false;
    this.root.dataset.card = card ? String(card.number) : "";
    this._point(card?.point ?? []);
    this._focus();
  }

  /** A keyboard that is nowhere goes to "Next"; from there, to the board when it has to choose. */
  _focus() {
    const here = document.activeElement;
    if (here && here !== document.body) return;
    const next = this.buttons.querySelector(".primary");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else if (this.board.keyboard) this.board.focus();
  }

  _buttons() {
    const { card } = this;
    const rule = card?.rule;
    return [
      card &&
        !card.wants.length &&
        h(
          "button",
          { type: "button", class: "primary", title: "Next (n)", onclick: () => this.next() },
          "Next",
        ),
      rule &&
        h("button", { type: "button", class: "plain small", onclick: () => this.rule(rule) }, rule),
      h(
        "button",
        { type: "button", class: "plain small", onclick: () => this._leave() },
        "Leave the lesson",
      ),
    ];
  }

  /** Fold it, or show it again, even if it must lie on what it points at. */
  _fold() {
    const folded = !this.root.classList.contains("folded");
    this._keep({ folded });
    this._dress(folded);
    this._cornered(this._inSight());
  }

  /** @param {boolean} folded */
  _dress(folded) {
    this.root.classList.toggle("folded", folded);
    this.fold.textContent = folded ? "Show" : "Fold";
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.fold.setAttribute("aria-controls", "lesson-words");
  }

  /** The match goes on without it. */
  _leave() {
    this._keep({ left: true });
    this._hide();
    this.board.focus();
  }

  /**
   * Mark the places and the parts of the page that a card points at.
   * @param {string[]} point
   */
  _point(point) {
    for (const element of this._outlined) element.classList.remove("pointed");
    this._outlined = point.flatMap((name) => this.parts[name]?.() ?? []);
    for (const element of this._outlined) element.classList.add("pointed");
    const places = point.filter((place) => this.board.places.has(place));
    if (places.length || this.board.pointed.length) this.board.point(places);
    this._place();
  }

  /** Lie where nothing is that we point at, and take no more room than there is. */
  _place() {
    if (this.root.hidden) return;
    this._dress(this._learnt.folded);
    this.root.style.maxHeight = "";
    const places = this._inSight();
    if (!this._cornered(places)) this._squeeze(places);
  }

  /** What we point at, as far as the board shows it. */
  _inSight() {
    const board = this.board.root.getBoundingClientRect();
    return this.board.pointedAt.filter((place) => meets(board, place));
  }

  /**
   * Lie in a corner of the board where none of these is; false if there is no such corner.
   * @param {Edges[]} places
   */
  _cornered(places) {
    return CORNERS.some((corner) => {
      this.root.dataset.corner = corner;
      const box = this.root.getBoundingClientRect();
      return !places.some((place) => meets(box, place));
    });
  }

  /**
   * Be no higher than the room above all that we point at, or below it; folded if that is too little.
   * @param {Edges[]} places
   */
  _squeeze(places) {
    const board = this.board.root.getBoundingClientRect();
    const above = Math.min(...places.map(({ top }) => top)) - board.top;
    const below = board.bottom - Math.max(...places.map(({ bottom }) => bottom));
    const room = Math.max(above, below) - GAP;
    if (room < LEAST) {
      this._dress(true);
      this._cornered(places);
      return;
    }
    this.root.dataset.corner = below >= above ? "low left" : "high left";
    this.root.style.maxHeight = `${room}px`;
  }
}

/**
 * @param {Edges} one
 * @param {Edges} other
 */
function meets(one, other) {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
