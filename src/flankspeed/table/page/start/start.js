// @ts-check
// The start page: begin a match, or go on with one.

import { Problem, aborted, allGames, call, get, words } from "../common/api.js";
import { ask, chip, confirm, fill, h, toast, tool } from "../common/dom.js";
import { saveRecord } from "../common/files.js";
import { help } from "../common/help.js";
import { startHere } from "./lessons.js";
import { emblem, masthead } from "./masthead.js";
import { address } from "../router.js";
import { Setup } from "./setup.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Links} Links */
/** @typedef {import("wire").Position} Position */
/** @typedef {import("../common/store.js").Kept} Kept */

const WRITTEN = "dialog, textarea, input:not([type=radio], [type=checkbox])"; // takes any key

export class StartPage {
  constructor() {
    /** @type {Game[]} */
    this.games = [];
    this.looking = new AbortController(); // how the matches of the list stand
    this.list = h("ul", { class: "matches" });
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
      this.list,
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

  close() {
    removeEventListener("keydown", this._keys);
    this._stopLooking();
  }

  async open() {
    document.title = "Flank Speed";
    addEventListener("keydown", this._keys);
    this._matches();
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
    const { game, mine, body } = setup;
    setup.tell("");
    setup.go.disabled = true;
    try {
      this._enter(await call("POST", "matches", { body }), mine, game.name);
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
        await this._import(input.files?.[0]);
        input.value = "";
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
      this._enter(await call("POST", "matches/import", { body }), Object.keys(seats), game);
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  _matches() {
    this._stopLooking();
    const all = store.matches();
    fill(
      this.list,
      all.length
        ? all.map((match) => this._match(match))
        : h(
            "li",
            { class: "empty" },
            "None yet. A match you begin, or whose link you open, stays here.",
          ),
    );
  }

  /** Ask no more how the matches of the list stand: they are asked anew, or one is deleted. */
  _stopLooking() {
    this.looking.abort();
    this.looking = new AbortController();
  }

  /** @param {Kept} match */
  _match(match) {
    const token = match.links[match.mine[0]] ?? match.links.watch ?? Object.values(match.links)[0];
    const title = match.name ?? match.game ?? "";
    const state = h("span", { class: "state" });
    const name = h("a", { href: address(match.id, token), class: "match-name" }, title);
    const sign = h("span", {}, emblem(null));
    const read = () => get(`matches/${match.id}/record`, token);
    const row = h(
      "li",
      { class: "match-row" },
      sign,
      h("div", { class: "about" }, name, state),
      h(
        "div",
        { class: "row" },
        tool("pen", `Rename ${title}`, () => this._rename(match, token)),
        tool("save", `Save the record of ${title}`, () => saveRecord(match, read)),
        tool("bin", `Delete ${title}`, () => this._delete(match, token)),
      ),
    );
    this._state(match, token, { state, row, sign });
    return row;
  }

  /**
   * Ask how a match stands, and say so in its row.
   * @param {Kept} match
   * @param {string} token
   * @param {{state: HTMLElement, row: HTMLElement, sign: HTMLElement}} where
   */
  async _state(match, token, { state, row, sign }) {
    try {
      /** @type {Promise<Position>} */
      const asked = get(`matches/${match.id}`, token, this.looking.signal);
      const [found, games] = await Promise.all([asked, allGames()]);
      const game = games.find((some) => some.name === found.game);
      fill(sign, emblem(game));
      const waiting = found.view.waiting_for;
      const mine = !found.result && (waiting ? match.mine.includes(waiting) : Boolean(found.need));
      row.classList.toggle("turn", mine);
      fill(
        state,
        mine ? h("b", {}, "● your turn") : standing(found, game),
        h("span", { class: "note" }, ` ${found.choices} choices`),
      );
    } catch (problem) {
      if (!aborted(problem)) fill(state, this._lost(match, problem));
    }
  }

  /**
   * What is said of a match that cannot be asked.
   * @param {Kept} match
   * @param {unknown} problem
   */
  _lost(match, problem) {
    if (!(problem instanceof Problem && [401, 403, 404].includes(problem.status)))
      return [words(problem)];
    const onclick = () => {
      store.forget(match.id);
      this._matches();
    };
    return [
      "gone, or the link is void ",
      h("button", { type: "button", class: "plain small", onclick }, "Take it off the list"),
    ];
  }

  /**
   * @param {Kept} match
   * @param {string} token
   */
  async _rename(match, token) {
    const name = await ask("Rename the match", "Name", match.name);
    if (!name) return;
    try {
      await call("PATCH", `matches/${match.id}`, { token, body: { name } });
      store.keep(match.id, { name });
      this._matches();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /**
   * @param {Kept} match
   * @param {string} token
   */
  async _delete(match, token) {
    const sure = await confirm(
      "Delete this match?",
      `“${match.name ?? match.game}” is deleted for everybody at its table, with its record. ` +
        "This cannot be undone.",
      "Delete it",
    );
    if (!sure) return;
    this._stopLooking();
    try {
      await call("DELETE", `matches/${match.id}`, { token });
      store.forget(match.id);
      toast("The match is deleted.");
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) store.forget(match.id);
      toast(words(problem), "error");
    }
    this._matches();
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

/**
 * How a match stands in which it is not our turn.
 * @param {Position} found
 * @param {Game | undefined} game
 */
function standing({ result, view, shared }, game) {
  if (result) return [`over: ${result.outcome}`];
  const awaited = view.waiting_for ? [view.waiting_for] : (shared?.awaited ?? []);
  return awaited.length
    ? ["waiting for ", ...awaited.map((seat) => chip(seat, game?.sides))]
    : ["waiting"];
}
