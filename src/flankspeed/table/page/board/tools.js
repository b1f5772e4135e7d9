// @ts-check
// The tools at the board's edge: zoom, what is shown, overlays, replay.

import { h, icon, tool } from "../common/dom.js";
import { fold } from "../common/fold.js";
import * as store from "../common/store.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../match/session.js").Session} Session */

export class BoardTools {
  /**
   * @param {Board} board
   * @param {Session} session
   * @param {{replay: () => void, wide: () => void}} told
   */
  constructor(board, session, { replay, wide }) {
    this.board = board;
    this.session = session;
    this.thing = "";
    this.inspected = ""; // the thing that is looked at closely, with all overlays for it
    /** @type {Set<string>} */
    this.wanted = new Set();
    this.open = false;
    const { camera } = board;
    this.layers = tool("layers", "Overlays", () => this.toggle(!this.open), {
      "aria-expanded": "false",
    });
    this.counters = tool("eye", "Hide the counters (c)", () => this.toggleCounters(), {
      "aria-pressed": "false",
    });
    this.past = tool("clock", "Replay (r)", replay);
    this.wide = tool("wide", "Board only (p)", wide, {
      "aria-pressed": "false",
      class: "tool widen",
    });
    this.menu = h("div", { class: "layers", hidden: true });
    this.root = h(
      "div",
      {
        class: "tools over-board",
        role: "toolbar",
        "aria-label": "View",
        "aria-orientation": "vertical",
      },
      tool("plus", "Zoom in (+)", () => camera.zoom(1.3)),
      tool("minus", "Zoom out (-)", () => camera.zoom(1 / 1.3)),
      tool("fit", "The whole sheet (0)", () => camera.fit()),
      tool("target", "Show the choices (f)", () => board.frame(), { class: "tool frame" }),
      this.counters,
      this.layers,
      this.past,
      this.wide,
      this.menu,
    );
    const more = tool("dots", "More of the view", () => {}, { class: "tool unfold" });
    this.root.prepend(more);
    fold(more, this.root);
  }

  update() {
    this.layers.hidden = !this.overlays.length;
    const shown = store.preferences().counters;
    this.counters.setAttribute("aria-pressed", String(!shown));
    this.counters.title = shown ? "Hide the counters (c)" : "Show the counters (c)";
    this.past.setAttribute("aria-pressed", String(this.session.replaying));
    this.past.disabled = !this.session.live?.choices;
    this._draw();
  }

  /** Those that the game's picture can draw. */
  get overlays() {
    return this.session.game?.overlays ?? [];
  }

  /**
   * The overlays for things of a place's kind.
   * @param {string} place
   */
  _for(place) {
    return this.overlays.filter(({ of }) => of === place.split(":")[0]);
  }

  toggleCounters() {
    store.prefer({ counters: !store.preferences().counters });
    this.board.dress();
    this.update();
  }

  /** @param {boolean} open */
  toggle(open) {
    this.open = open;
    this.layers.setAttribute("aria-expanded", String(open));
    this._draw();
    if (open) this.menu.querySelector("input")?.focus();
  }

  /**
   * The thing that overlays are drawn for.
   * @param {string} place
   */
  look(place) {
    if (!this._for(place).length || place === this.thing) return;
    this.thing = place;
    this._draw();
    if (this.wanted.size) this._apply();
  }

  _draw() {
    this.menu.hidden = !this.open;
    if (!this.open) return;
    const known = this._for(this.thing);
    if (!known.length) {
      this.menu.replaceChildren(
        h("p", {}, `Press a ${this.overlays[0]?.of} first: overlays are drawn for it.`),
      );
      return;
    }
    this.menu.replaceChildren(
      h("p", {}, this.board.titleOf(this.thing).split(/[,;]/)[0]),
      ...known.map(({ name, title }) => {
        const box = h("input", { type: "checkbox", onchange: () => this._want(name, box.checked) });
        box.checked = this.wanted.has(name);
        return h("label", {}, box, title);
      }),
      h(
        "button",
        { type: "button", class: "plain small", onclick: () => this.toggle(false) },
        icon("close"),
        h("span", {}, "Close"),
      ),
    );
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  _want(name, on) {
    if (on) this.wanted.add(name);
    else this.wanted.delete(name);
    this._apply();
  }

  _apply() {
    this.session.setOverlays(this._names);
  }

  /** What the picture shall draw besides. */
  get _names() {
    const thing = this.inspected || this.thing;
    const tail = thing.slice(thing.indexOf(":") + 1);
    const names = this.inspected ? this._for(thing).map(({ name }) => name) : [...this.wanted];
    return names.map((name) => `${name}:${tail}`);
  }

  /**
   * Draw all overlays that there are for a thing ("": those that are wanted).
   * @param {string} place
   */
  inspect(place) {
    const known = this._for(place).length ? place : "";
    if (known === this.inspected) return;
    this.inspected = known;
    this._apply();
  }

  /** From the next picture on, nothing is inspected. */
  forget() {
    if (!this.inspected) return;
    this.inspected = "";
    this.session.overlays = this._names;
  }
}
