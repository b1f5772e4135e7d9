// @ts-check
// The board: the server's picture, made to answer. Only what can be chosen now reacts; whatever
// else has a name can be looked at.

import { Arrows } from "./arrows.js";
import { Camera } from "./camera.js";
import { Card } from "./card.js";
import { h } from "../common/dom.js";
import { gestures } from "./gestures.js";
import { readable, sift } from "./letters.js";
import { Marks } from "./marks.js";
import { cut, drawn, merge, taken } from "./merge.js";
import { Minimap } from "./minimap.js";
import { Offer } from "../match/offer.js";
import { Places } from "./places.js";
import { Reach } from "./reach.js";
import { narrow } from "../common/room.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").Destination} Destination */
/** @typedef {import("wire").View} View */
/** @typedef {import("./camera.js").Part} Part */
/** @typedef {import("./card.js").Edges} Edges */
/** @typedef {import("./marks.js").Offered} Offered */
/** @typedef {import("./merge.js").Part} Drawn the picture as the server wrote it */
/** @typedef {import("../match/offer.js").Choice} Choice */
/** @typedef {import("./places.js").Point} Point */
/** @typedef {import("../match/session.js").OddsByText} Odds */
/** @typedef {[place: string, choices: Choice[]]} Active a place and the choices about it */
/** @typedef {{clientX: number, clientY: number}} Spot where the pointer is */

/**
 * @typedef {object} Told
 * @property {(choice: Choice) => void} choose
 * @property {(place: string) => void} look
 * @property {(selection: string[]) => void} selected
 * @property {(only: boolean) => void} many
 * @property {() => void} focusElsewhere
 * @property {(who: string) => void} travel
 * @property {(place: string) => void} inspect
 */

const REACH = 26; // how far from a choice a finger may be, in pixels
const FEW = 8; // as many choices fit into a menu beside their place
const MANY = 30; // choices among which a card cannot avoid all
const NEARLY = 0.85; // of the size at which all can be read: a whole map is worth the difference
const LEGIBLE = 0.6; // pixels for a unit of the sheet, below which a phone zooms in on the choices
const FINGER = 24; // pixels that a choice must measure on a phone; it zooms in for that, up to
const CLOSE = 1.25; // so many pixels for a unit
const HASTE = 250; // two presses as close as this, in milliseconds, are meant as one
/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.stage = h("div", { class: "stage" });
    this.root = h("section", { class: "board", id: "board", "aria-label": "Board" }, this.stage);
    this.camera = new Camera(this.stage);
    this.arrows = new Arrows(this.root, this.camera);
    this.minimap = new Minimap(this.root, this.camera);
    this.card = new Card(this.root);
    this.places = new Places();
    this.marks = new Marks(this.places);
    this.reach = new Reach(this.places, this.marks);
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Drawn | null} */
    this.drawn = null;
    this.dark = false; // whether the game's picture is a dark one
    this.offer = new Offer(null);
    /** @type {Odds} */
    this.odds = {};
    /** @type {string[]} */
    this.selection = [];
    /** @type {Map<string, Choice[]>} */
    this.active = new Map(); // place: the choices about it, within the selection
    this.looking = "";
    /** @type {string[]} */
    this.lit = [];
    this.advised = "";
    /** @type {string[]} */
    this.pointed = []; // what a lesson points at
    this.rested = () => {}; // told when the view has come to rest
    this.keyboard = false; // whether the board is played by keyboard
    this._hover = "";
    this._focus = "";
    this._ring = false; // whether the focus is shown: not to those who use the mouse
    this._entry = ""; // the choice that is reached by Tab
    this._asked = ""; // the destination that a menu asks about
    this._pending = 0; // the frame that will show what is hovered over
    this._last = { timeStamp: -Infinity, clientX: 0, clientY: 0 }; // when and where it was pressed
    this.camera.moved = () => {
      this.card.close("hover");
      this.minimap.draw();
    };
    this.camera.rested = () => {
      this._sift();
      this._draw();
      this._point();
      this.rested();
    };
    gestures(this.stage, this.camera, {
      hover: (event) => this._hovered(event),
      press: (event) => this._pressed(event),
      inspect: ({ clientX, clientY }) => this._inspectAt(clientX, clientY),
      leave: () => this._setHover("", null),
    });
    this.stage.addEventListener("focusin", (event) => this._focused(event.target));
    this.stage.addEventListener("focusout", () => this._unfocused());
    this.stage.addEventListener("keydown", (event) => this._key(event));
  }

  // --- The picture ---

  /**
   * Show a picture; what is zoomed in on stays so.
   * @param {string} text
   */
  show(text) {
    const fresh = cut(text);
    this.keyboard ||= this.stage.contains(document.activeElement);
    const label = ["title", "desc"].map((tag) => taken(fresh, tag)).join(". ");
    const [, , width, height] = viewBoxOf(fresh);
    const svg = this._exchange(fresh);
    this.places.gather(svg);
    const viewBox = `0 0 ${width} ${height}`;
    this._frame(svg, { role: "group", "aria-label": label, width, height, viewBox });
    this._hover = "";
    if (!this.camera.take(width, height)) this.home();
    this._sift();
  }

  /**
   * Put a fresh picture in the place of the one that is shown, if there is one.
   * @param {Drawn} fresh
   */
  _exchange(fresh) {
    if (this.svg && this.drawn) {
      this._disarm();
      this.marks.layer.remove();
      merge(this.drawn, fresh);
    } else {
      this.svg = drawn(fresh);
      this.camera.pane.replaceChildren(this.svg);
    }
    this.drawn = fresh;
    return this.svg;
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, string | number>} props
   */
  _frame(svg, props) {
    for (const [name, value] of Object.entries(props)) {
      const words = String(value);
      // Setting it to what it is would lay out all anew.
      if (svg.getAttribute(name) !== words) svg.setAttribute(name, words);
    }
    svg.append(this.marks.layer);
    svg.classList.toggle("pale", !this.dark);
    svg.classList.toggle("bare", !store.preferences().counters);
    this.minimap.dark = this.dark;
  }

  _sift() {
    if (this.svg) sift(this.svg, this.camera.scale);
  }

  /** The user likes other things to be shown. */
  dress() {
    this.svg?.classList.toggle("bare", !store.preferences().counters);
    this._point();
  }

  /**
   * The words on a thing, or its name.
   * @param {string} place
   */
  titleOf(place) {
    const found = this.places.titles.get(place);
    if (found && !this.active.get(place)?.some((choice) => choice.label === found)) return found;
    return place.replace(":", " ");
  }

  // --- What can be chosen ---

  /**
   * Offer the choices of a view (null: none).
   * @param {View | null} view
   */
  offers(view) {
    this.offer = new Offer(view);
    this.odds = {};
    this.advised = "";
    this.selection = [];
    this.reach.offer(view);
    this.card.close();
    this._refresh();
    this._return();
    if (this.active.size && store.preferences().follow) this.follow();
  }

  /** @param {Odds} odds */
  tellOdds(odds) {
    this.odds = odds;
  }

  /** The choices that must be buttons: they belong to no place, or to one that is out of view. */
  get unseen() {
    /** @param {Choice} choice */
    const out = (choice) => !this.camera.sees(this.places.boxes([choice.place])[0]);
    const { choices } = this.offer;
    return [
      ...choices.filter((choice) => !choice.place),
      ...choices.filter((choice) => choice.place && !choice.shortcut && out(choice)),
    ];
  }

  /**
   * Narrow the choices to those about a place, besides those selected already.
   * @param {string} place
   */
  select(place) {
    this.selection = [...this.selection, place];
    this._refresh();
    this.told.look(place);
  }

  clear() {
    this.card.close();
    if (!this.selection.length) return;
    this.selection = [];
    this._refresh();
  }

  _disarm() {
    for (const element of this.svg?.querySelectorAll(".can, .may") ?? [])
      element.classList.remove("can", "may");
  }

  _refresh() {
    this._disarm();
    this.active = this.offer.places(this.selection);
    for (const place of this.active.keys()) if (!this.places.has(place)) this.active.delete(place);
    this.svg?.classList.toggle("filtered", this.selection.length > 0);
    this.marks.offer(
      this._entries.map((entry) => this._arm(entry)),
      (place) => this.press(place),
    );
    if (this.reach.seek(this.selection)) this.told.travel(this.reach.who);
    this.reach.draw((place) => this.press(place));
    this._rove();
    this._draw();
    this._point();
    this.told.selected(this.selection);
  }

  /**
   * The destinations of somebody are there, unless nobody wants to know them by now.
   * @param {string} who
   * @param {Destination[]} found
   */
  arrive(who, found) {
    if (who !== this.reach.who) return;
    this.reach.take(found, (place) => this.active.has(place));
    this.reach.draw((place) => this.press(place));
    this._rove();
    this._draw();
  }

  /**
   * The choices at a place; where there are none, the ways to it.
   * @param {string} place
   */
  _choicesAt(place) {
    return this.active.get(place) ?? this.reach.goals.get(place);
  }

  /** Whatever the arrows lead to. */
  _reachable() {
    return [...this.order(), ...this.reach.goals.keys()];
  }

  /**
   * @param {Active} active
   * @returns {Offered}
   */
  _arm([place, choices]) {
    const kind = isMain([place, choices]) ? "can" : "may";
    for (const element of this.places.of(place)) element.classList.add(kind);
    const labels =
      choices.length > FEW
        ? `${choices.length} choices`
        : choices.map((choice) => choice.label).join("; ");
    return { place, kind, label: `${this.titleOf(place)}: ${labels}`, menu: choices.length > 1 };
  }

  /** What can be chosen, in the order of the choices, main ones first. */
  get _entries() {
    const all = [...this.active];
    return [...all.filter(isMain), ...all.filter((entry) => !isMain(entry))];
  }

  /** The places of that, in the same order. */
  order() {
    return this._entries.map(([place]) => place);
  }

  // --- The keyboard ---

  /** One choice can be reached by Tab; the arrows lead to the others. */
  _rove() {
    this._entry = this._choicesAt(this._focus) ? this._focus : (this._reachable()[0] ?? "");
    this.marks.entry(this._entry);
    this.stage.tabIndex = this._entry ? -1 : 0;
  }

  /** After a choice made by keyboard, the keyboard goes on with the next one. */
  _return() {
    const here = document.activeElement;
    const inside = here !== this.stage && this.stage.contains(here);
    if (!this.keyboard || (inside && this.active.has(choiceOf(here)))) return;
    if (here && here !== document.body && !inside) this.keyboard = here === this.stage;
    else if (this.active.size) this.focus();
    else this.told.focusElsewhere();
  }

  /** Put the keyboard on the board. */
  focus(place = this._entry) {
    (this.marks.handles.get(place) ?? this.stage).focus({ preventScroll: true });
  }

  /**
   * Put the keyboard on the next choice, or the one before.
   * @param {number} step
   */
  cycle(step) {
    const places = this.order();
    if (!places.length) return false;
    const here = places.indexOf(this._focus);
    const last = places.length - 1;
    const next = here < 0 && step < 0 ? last : (here + step + places.length) % places.length;
    this.focus(places[next]);
    return true;
  }

  /** @param {EventTarget | null} element */
  _focused(element) {
    if (!(element instanceof Element)) return;
    this._focus = choiceOf(element);
    this._ring = element.matches(":focus-visible");
    this.keyboard = true;
    if (this._focus) this._rove();
    this._draw();
    if (!this._focus || !this._ring) return;
    this.camera.reveal(this.places.boxes([this._focus]), 10);
    if (!this.card.isMenu) this._describe(this._focus, this.places.onScreen(this._focus));
  }

  _unfocused() {
    this._focus = "";
    this._draw();
    this.card.close("hover");
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const way = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (way && (event.shiftKey || !this._entry)) this.camera.pan(way[0] * 80, way[1] * 80, false);
    else if (way) this._step(way);
    else if (event.key === "Home") this.focus(this.order()[0]);
    else if (event.key === "End") this.focus(this.order().at(-1));
    else if ((event.key === "Enter" || event.key === " ") && this._focus) this.press(this._focus);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The keyboard goes to the nearest choice in a direction.
   * @param {Point} way
   */
  _step(way) {
    if (!this._focus) return this.focus();
    const next = this.places.beside(this._focus, this._reachable(), way);
    if (next) this.focus(next);
    else this.cycle(way[0] + way[1]);
  }

  // --- Making a choice ---

  /**
   * A place was pressed: make its one choice, or tell what there is.
   * @param {string} place
   */
  press(place, { ask = false } = {}) {
    const choices = this.active.get(place);
    if (!choices) return this._go(place, ask);
    if (choices.length === 1 && !ask && !store.preferences().ask) {
      this.told.choose(choices[0]);
      return;
    }
    const keyboard = this.stage.contains(document.activeElement);
    this.select(place);
    if (choices.length > FEW) {
      this.told.many(this.active.size === 0);
      if (this.active.size) this._return();
      return;
    }
    this.card.menu({
      title: this.titleOf(place),
      choices,
      odds: this.odds,
      anchor: this.places.onScreen(place),
      clear: this._inTheWay(),
      choose: (choice) => this.told.choose(choice),
      hover: (choice) => this.light([...(choice?.about ?? [])].filter((some) => some !== place)),
      closed: () => {
        this.clear();
        if (keyboard) this.focus(place);
      },
    });
  }

  /**
   * A destination was pressed: go there, or ask first if dice may be thrown on the way.
   * @param {string} place
   * @param {boolean} ask
   */
  _go(place, ask) {
    const ways = this.reach.goals.get(place);
    if (!ways) return;
    if (!ask && !this.reach.risky(ways[0]) && !store.preferences().ask) {
      this.told.choose(ways[0]);
      return;
    }
    const keyboard = this.stage.contains(document.activeElement);
    this._asked = place;
    this.reach.trace(ways[0]);
    this.card.menu({
      title: "Go there?",
      choices: ways.slice(0, FEW),
      odds: this.reach.odds,
      anchor: this.places.onScreen(place),
      clear: this._inTheWay(),
      choose: (choice) => this.told.choose(choice),
      hover: (choice) => this.reach.trace(choice ?? undefined),
      closed: () => {
        this._asked = "";
        this.clear();
        this._draw();
        if (keyboard) this.focus(place);
      },
    });
  }

  // --- The pointer ---

  /**
   * The place under a point: one that can be chosen, or gone to, else (if `any`) one that can be
   * looked at.
   * @param {number} x
   * @param {number} y
   * @param {boolean} any
   */
  _at(x, y, any) {
    const found = this.places.under(x, y);
    const drawn = found.find((place) => this.active.has(place));
    if (drawn) return drawn;
    const thing = found.find((place) => this.places.titles.has(place)) ?? "";
    const outlined = this.marks.under(x, y);
    // All of an outline reacts, but for what is drawn upon it.
    if (outlined && !this._liesUpon(thing, outlined)) return outlined;
    const goal = found.find((place) => this.reach.has(place));
    if (goal) return goal;
    return any ? thing : "";
  }

  /**
   * Whether a thing is drawn upon another place, and is not the ground it lies on.
   * @param {string} thing
   * @param {string} place
   */
  _liesUpon(thing, place) {
    const { places } = this;
    return Boolean(thing) && !places.isSpace(thing) && places.area(thing) < places.area(place);
  }

  /** @param {Spot} spot */
  _hovered({ clientX, clientY }) {
    cancelAnimationFrame(this._pending);
    this._pending = requestAnimationFrame(() =>
      this._setHover(this._at(clientX, clientY, true), { clientX, clientY }),
    );
  }

  /**
   * @param {string} place
   * @param {Spot | null} spot
   */
  _setHover(place, spot) {
    const changed = place !== this._hover;
    this._hover = place;
    this.stage.classList.toggle("over-choice", Boolean(this._choicesAt(place)));
    if (changed) this._draw();
    if (!place || !spot) return this.card.close("hover");
    const { clientX: x, clientY: y } = spot;
    this._describe(place, { left: x, right: x, top: y, bottom: y });
  }

  /**
   * @param {string} place
   * @param {Edges} anchor
   */
  _describe(place, anchor) {
    this.card.hover({
      title: this.titleOf(place),
      choices: this._choicesAt(place) ?? [],
      odds: this.active.has(place) ? this.odds : this.reach.odds,
      anchor,
      clear: this.active.size > MANY ? [] : this._inTheWay(),
      key: place,
    });
  }

  /** What a card should not lie upon. */
  _inTheWay() {
    return [...this.active.keys()].map((some) => this.places.onScreen(some));
  }

  /** @param {PointerEvent} event */
  _pressed({ timeStamp, clientX, clientY, pointerType }) {
    const touch = pointerType === "touch";
    const last = this._last;
    this._last = { timeStamp, clientX, clientY };
    const far = Math.hypot(clientX - last.clientX, clientY - last.clientY);
    if (timeStamp - last.timeStamp < HASTE && far < REACH) return;
    const thing = this._at(clientX, clientY, true);
    const again = thing && [this.selection.at(-1), this._asked].includes(thing);
    if (this.card.isMenu && again) return this.card.first(); // which is its first choice
    let place = this._at(clientX, clientY, false);
    if (!place && touch) place = this.places.near(clientX, clientY, this.active.keys(), REACH);
    if (this.card.isMenu && !place) return this.clear();
    this.card.drop(); // without giving up the selection: the press may go on with it
    if (place) {
      this.keyboard = false;
      this.press(place, { ask: touch });
      return;
    }
    this.clear();
    this.look(thing);
    if (thing && touch) this._describe(thing, this.places.onScreen(thing));
  }

  /**
   * Look closer at the thing under a point; where there is none but somebody can go there, at the
   * ways there. Nothing is chosen.
   * @param {number} x
   * @param {number} y
   */
  _inspectAt(x, y) {
    const found = this.places.under(x, y);
    const thing = found.find((place) => this.places.titles.has(place) && !this.reach.has(place));
    this.inspect(thing ?? found.find((place) => this.reach.has(place)) ?? "");
  }

  /** Look closer at what has the keyboard, or is looked at. */
  inspect(place = this._focus || this.looking) {
    if (!place) return;
    this.card.close();
    if (this.reach.has(place)) this._go(place, true);
    else this.told.inspect(place);
  }

  // --- Marks ---

  /**
   * Look at a thing: its details are shown, and overlays are drawn for it.
   * @param {string} place
   */
  look(place) {
    this.looking = place;
    this._draw();
    this.told.look(place);
  }

  /**
   * Light up places, as a line of the log or of the list names them.
   * @param {string[]} places
   */
  light(places) {
    this.lit = places;
    this._draw();
  }

  /** @param {string} place */
  advise(place) {
    this.advised = place;
    this._draw();
    if (place) this.camera.reveal(this.places.boxes([place]));
  }

  /**
   * Point at places, as a lesson does, and bring them into view.
   * @param {string[]} places
   */
  point(places) {
    this.pointed = places;
    this._draw();
    if (places.length) this.camera.reveal(this.places.boxes(places));
  }

  /** Where on the screen the marks are by which a lesson points at places. */
  get pointedAt() {
    return this.marks.onScreen("pointed");
  }

  _draw() {
    if (!this.svg) return;
    const kinds = {
      chosen: this.selection,
      looking: [this.looking],
      lit: this.lit,
      advised: [this.advised],
      pointed: this.pointed,
      hover: this._choicesAt(this._hover) ? [this._hover] : [],
      focus: this._ring ? [this._focus] : [],
    };
    this.marks.draw(kinds, 1 / this.camera.scale);
    if (this._asked) return;
    const goal = this.reach.goals.get(this._hover) ?? this.reach.goals.get(this._focus);
    this.reach.trace(goal?.[0]);
  }

  // --- The view ---

  /** Where on the sheet that lies which can be chosen. */
  get _offered() {
    return this.places.boxes([...this.active].filter(isMain).map(([place]) => place));
  }

  /** Frame all that can be chosen, as close as can be; the map if there is nothing. */
  frame() {
    if (this.active.size) this.camera.hold(this._offered, CLOSE);
    else this.showMap();
  }

  /** Bring the choices on the map into view; those beside it stand in the list as well. */
  follow() {
    const { map } = this.places;
    const inside = this._offered.filter((box) => box.x < map.x + map.width);
    const smallest = Math.min(...inside.map(({ width, height }) => Math.min(width, height)));
    const closest = Math.max(LEGIBLE, Math.min(FINGER / smallest, CLOSE));
    if (narrow() && this.camera.scale < closest) this.camera.centre(inside, closest);
    else this.camera.reveal(inside);
  }

  /**
   * Go where something happened.
   * @param {string[]} places
   */
  goTo(places) {
    this.camera.centre(this.places.boxes(places), narrow() ? 0.7 : 0.9);
    this.light(places);
  }

  showMap() {
    this.camera.show(this.places.map, { margin: 8, fitted: true });
  }

  /** Point to what can be chosen out of view, and show the whole sheet in small. */
  _point() {
    if (!this.svg || !this.camera.box) return;
    const { map } = this.places;
    const clear = this._inTheWay();
    this.arrows.point(this._offered, clear);
    const wanted = this.minimap.wanted(map);
    this.minimap.show(wanted ? { map, things: this._things, choices: this._offered } : null, clear);
  }

  /** Where things lie on the sheet. */
  get _things() {
    const { places } = this;
    return places.boxes([...places.titles.keys()].filter((place) => !places.isSpace(place)));
  }

  /** How a picture is first shown, as large as the user likes boards. */
  home() {
    this._homeAtFirst();
    const { zoom } = store.preferences();
    if (zoom !== 1) this.camera.zoom(zoom);
  }

  /** Whole if it can be read so, else as much of its map as can. */
  _homeAtFirst() {
    const { sheet } = this.camera;
    const { map } = this.places;
    const { clientWidth, clientHeight } = this.stage;
    /** @param {Part} part */
    const fits = (part) => Math.min(clientWidth / part.width, clientHeight / part.height);
    const scale = readable(this.drawn?.head ?? "");
    if (fits(sheet) >= scale) return this.camera.show(sheet, { jump: true });
    const small = narrow();
    if (fits(map) >= (small ? 0.4 : NEARLY * scale) || map.width > map.height)
      return this.camera.show(map, { margin: 8, jump: true });
    const things = this.places.inside(map);
    const middle = things.length
      ? things
      : [{ x: map.x + map.width * 0.3, y: map.y + map.height * 0.2, width: 1, height: 1 }];
    if (small) this.camera.centre(middle, 0.75, { jump: true });
    else this.camera.centre(middle, scale, { farthest: scale, jump: true });
  }
}

/**
 * The part of the plane that a picture shows.
 * @param {Drawn} picture
 */
function viewBoxOf({ head }) {
  return (/ viewBox="([^"]*)"/.exec(head)?.[1] ?? "").split(" ").map(Number);
}

/**
 * The place that an outline with the keyboard on it stands for.
 * @param {Element | null} element
 */
function choiceOf(element) {
  return element?.getAttribute("data-choice") ?? "";
}

/**
 * Whether choices belong to a place, and are not only about it as well.
 * @param {Active} active
 */
function isMain([place, choices]) {
  return choices.some((choice) => choice.place === place);
}
