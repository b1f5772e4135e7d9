// @ts-check
// The start page: begin a match, or go on with one.

import { aborted, allGames, call, words } from "../common/api.js";
import { fill, h, toast } from "../common/dom.js";
import { help } from "../common/help.js";
import { takeIn } from "./importing.js";
import { startHere } from "./lessons.js";
import { emblem, masthead } from "./masthead.js";
import { Matches } from "./matches.js";
import { address } from "../router.js";
import { Setup } from "./setup.js";
import { Tables } from "./tables.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Links} Links */

const WRITTEN = "dialog, textarea, input:not([type=radio], [type=checkbox])"; // takes any key

export class StartPage {
  constructor() {
    /** @type {Game[]} */
    this.games = [];
    this.importing = h("div", { class: "importing", role: "status" });
    this._taking = new AbortController(); // of the record that is taken in
    this.matches = new Matches();
    this.tables = new Tables();
    this.form = h(
      "div",
      { class: "new-body" },
      h("p", { class: "empty" }, "Looking for the table…"),
    );
    const fresh = h(
      "section",
      { class: "new", "aria-labelledby": "new-title" },
      h("h2", { id: "new-title" }, "New match"),
      this.form,
    );
    const title = h("h2", { id: "fleet-title" }, "My matches");
    const fleet = h(
      "section",
      { class: "fleet", "aria-labelledby": "fleet-title" },
      h("div", { class: "section-head" }, title, this._importer()),
      this.importing,
      this.matches.root,
      this.tables.root,
    );
    this.root = h(
      "div",
      { class: "start" },
      masthead(),
      h("main", { class: "start-main" }, fresh, fleet),
    );
    this._keys = (/** @type {KeyboardEvent} */ { key, target }) => {
      const written = target instanceof Element && target.closest(WRITTEN);
      if (key === "?" && !written) help();
    };
  }

  /** Whoever goes elsewhere does not want to be called to a record's match. */
  close() {
    this._taking.abort();
    removeEventListener("keydown", this._keys);
    this.matches.close();
  }

  async open() {
    document.title = "Flank Speed";
    addEventListener("keydown", this._keys);
    this.matches.update();
    try {
      this.games = await allGames();
    } catch (problem) {
      fill(
        this.form,
        h("p", { class: "empty" }, words(problem)),
        h("button", { type: "button", class: "primary", onclick: () => this.open() }, "Try again"),
      );
      return;
    }
    this._offer();
    this.tables.update(this.games);
  }

  // --- A new match ---

  /** Let a game be chosen, and all that can be chosen with it. */
  _offer() {
    const { game: liked } = store.preferences();
    const game = this.games.find((some) => some.name === liked) ?? this.games[0];
    let setup = new Setup(game);
    const lessons = h("div", {});
    const teach = (/** @type {Game} */ some) =>
      fill(
        lessons,
        startHere(some, (lesson) => this._learn(some, lesson)),
      );
    const change = (/** @type {Game} */ other) => {
      store.prefer({ game: other.name });
      teach(other);
      const old = setup;
      setup = new Setup(other);
      old.root.replaceWith(setup.root);
    };
    const start = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this._start(setup);
    };
    const plates = this.games.map((some) => plate(some, some === game, () => change(some)));
    const legend = h("legend", { class: "offscreen" }, "Game");
    fill(
      this.form,
      h(
        "form",
        { onsubmit: start },
        h("fieldset", { class: "games" }, legend, plates),
        lessons,
        setup.root,
      ),
    );
    teach(game);
  }

  /**
   * Begin a lesson.
   * @param {Game} game
   * @param {import("wire").LessonInfo} lesson
   */
  async _learn(game, lesson) {
    const body = { game: game.name, lesson: lesson.name };
    try {
      this._enter(await call("POST", "matches", { body }), [lesson.seat], game.name);
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /** @param {Setup} setup */
  async _start(setup) {
    const { game, mine, open, body } = setup;
    setup.tell("");
    setup.go.disabled = true;
    try {
      const found = await call("POST", "matches", { body });
      for (const seat of open) delete found.links[seat]; // whoever joins gets another
      this._enter(found, mine, game.name);
    } catch (problem) {
      setup.tell(words(problem));
    } finally {
      setup.go.disabled = false;
    }
  }

  /**
   * @param {Links} found
   * @param {string[]} mine
   * @param {string} game
   */
  _enter({ id, links }, mine, game) {
    store.keep(id, { game, links, mine });
    location.hash = address(id, links[mine[0]] ?? links.watch);
  }

  // --- Matches of this browser ---

  _importer() {
    const input = h("input", {
      type: "file",
      accept: ".fsr,.txt,text/plain",
      class: "offscreen",
      id: "import-file",
      tabindex: "-1",
      "aria-hidden": "true",
      onchange: async () => {
        open.disabled = true; // one at a time
        await this._import(input.files?.[0]);
        open.disabled = false;
        input.value = "";
        if (document.activeElement === document.body) open.focus();
      },
    });
    const onclick = () => input.click();
    const open = h("button", { type: "button", class: "plain small", onclick }, "Open a record…");
    return h("span", { class: "import" }, input, open);
  }

  /** @param {File | undefined} file */
  async _import(file) {
    if (!file) return;
    try {
      const record = await file.text();
      const game = /^game: *(\S+)/m.exec(record)?.[1] ?? "";
      const known = this.games.find((some) => some.name === game);
      const seats = Object.fromEntries((known?.seats ?? []).map((seat) => [seat, "human"]));
      const body = { record, seats };
      this._taking = new AbortController();
      const links = await takeIn(body, this.importing, this._taking);
      this._enter(links, Object.keys(seats), game);
    } catch (problem) {
      if (aborted(problem)) toast("Cancelled: the record is not taken in.");
      else toast(words(problem), "error");
    }
  }
}

/**
 * A game to be chosen.
 * @param {Game} game
 * @param {boolean} checked
 * @param {() => void} onchange
 */
function plate(game, checked, onchange) {
  const input = h("input", { type: "radio", name: "game", value: game.name, onchange });
  input.checked = checked;
  return h(
    "label",
    { class: "game" },
    input,
    h(
      "span",
      { class: "plate" },
      emblem(game),
      h("strong", {}, game.title),
      h("span", { class: "summary" }, game.summary),
    ),
  );
}
