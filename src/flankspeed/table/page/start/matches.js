// @ts-check
// The matches of this browser: those under way with what is to be done, and those that are over.

import { Problem, aborted, allGames, call, get, words } from "../common/api.js";
import { ask, chip, confirm, fill, h, toast, tool } from "../common/dom.js";
import { originOf } from "../common/dice.js";
import { saveRecord } from "../common/files.js";
import { mustAct } from "../common/turns.js";
import { emblem } from "./masthead.js";
import { address } from "../router.js";
import * as store from "../common/store.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Position} Position */
/** @typedef {import("../common/store.js").Kept} Kept */

export class Matches {
  constructor() {
    this.looking = new AbortController(); // how the matches of the list stand
    this.list = h("ul", { class: "matches" });
    this.over = h("ul", { class: "matches" });
    this.finished = h(
      "details",
      { class: "finished", hidden: true },
      h("summary", {}, "Finished"),
      this.over,
    );
    this.root = h("div", {}, this.list, this.finished);
  }

  close() {
    this._stopLooking();
  }

  update() {
    this._stopLooking();
    const all = store.matches();
    const finished = all.filter(({ result }) => result);
    const others = all.filter(({ result }) => !result);
    fill(this.list, others.length ? others.map((match) => this._match(match)) : this._none());
    fill(
      this.over,
      finished.map((match) => this._match(match)),
    );
    this.finished.hidden = !finished.length;
  }

  _none() {
    const words = "None yet. A match you begin, or whose link you open, stays here.";
    return h("li", { class: "empty" }, words);
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
        tool("bin", `Delete ${title}`, () => this._delete(match)),
      ),
    );
    this._state(match, token, { state, row, sign });
    return row;
  }

  /**
   * Ask how a match stands, and say so in its row; one that has ended meanwhile changes the list.
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
      const mine = mustAct(found, match.mine);
      row.classList.toggle("turn", mine);
      fill(
        state,
        mine ? h("b", {}, "● your turn") : standing(found, game),
        h("span", { class: "note" }, ` · ${since(found, match)}`),
      );
      if (found.result && !match.result) this._ended(match, found.result.outcome, row);
    } catch (problem) {
      if (!aborted(problem)) fill(state, this._lost(match, problem));
    }
  }

  /**
   * @param {Kept} match
   * @param {string} result
   * @param {HTMLElement} row
   */
  _ended(match, result, row) {
    store.note(match.id, { result });
    this.over.prepend(row);
    this.finished.hidden = false;
    this.finished.setAttribute("open", ""); // it is news
    if (!this.list.childElementCount) fill(this.list, this._none());
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
      this.update();
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
      store.note(match.id, { name });
      this.update();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /**
   * Leave a match with all seats that are ours; it is deleted if nobody else has come to it.
   * @param {Kept} match
   */
  async _delete(match) {
    const ours = match.mine.map((seat) => match.links[seat]).filter(Boolean);
    const sure = await confirm(
      "Delete this match?",
      `“${match.name ?? match.game}” goes off your list, and your link to it is void. If others ` +
        "play there they keep it, with its record; else it is deleted. This cannot be undone.",
      "Delete it",
    );
    if (!sure) return;
    this._stopLooking();
    try {
      let deleted = !ours.length;
      for (const token of ours)
        ({ deleted } = await call("DELETE", `matches/${match.id}`, { token }));
      store.forget(match.id);
      const kept = "It is off your list; the others keep it.";
      toast(ours.length && deleted ? "The match is deleted." : kept);
    } catch (problem) {
      if (problem instanceof Problem && [401, 404].includes(problem.status)) store.forget(match.id);
      toast(words(problem), "error");
    }
    this.update();
  }
}

/**
 * How a match stands in which it is not our turn.
 * @param {Position} found
 * @param {Game | undefined} game
 */
function standing({ result, frozen, view, shared }, game) {
  if (result) return [`over: ${result.outcome}`];
  if (frozen) return ["stopped: its rules have changed"];
  const awaited = view.waiting_for ? [view.waiting_for] : (shared?.awaited ?? []);
  return awaited.length
    ? ["waiting for ", ...awaited.map((seat) => chip(seat, game?.sides))]
    : ["waiting"];
}

/**
 * How far a match is, and what is new since we were there.
 * @param {Position} found
 * @param {Kept} match
 */
function since(found, { choices: seen = found.choices, read = 0 }) {
  const { choices, chat_length, asked, offered, open_seats } = found;
  const unread = Math.max(0, chat_length - read);
  const fresh = choices - seen;
  return [
    counted(choices, "choice"),
    fresh > 0 && `${fresh} since you were here`,
    unread > 0 && `${counted(unread, "new line")} in the chat`,
    asked && "somebody asks to take back",
    offered && "a draw is offered",
    open_seats.length > 0 && "anyone may join",
    ...originOf(found.origin).map((words) => words.split(":")[0]),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * @param {number} number
 * @param {string} what
 */
function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
