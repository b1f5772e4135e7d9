// @ts-check
// The keys of a match: what each does, also in a replay and while something is played.

import { typing } from "../common/dom.js";
import { help } from "../common/help.js";
import { narrow } from "../common/room.js";

/** @typedef {import("./match.js").MatchPage} MatchPage */

export class Keys {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this._pressed = (/** @type {KeyboardEvent} */ event) => this._key(event);
    this._first = (/** @type {KeyboardEvent} */ event) => this._replayKey(event);
  }

  listen() {
    addEventListener("keydown", this._pressed);
    addEventListener("keydown", this._first, { capture: true });
  }

  close() {
    removeEventListener("keydown", this._pressed);
    removeEventListener("keydown", this._first, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const { page } = this;
    const { key, target } = event;
    if (!page.session.live || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.defaultPrevented) return;
    if (key === "Escape") return this._escape();
    if (typing(target)) return;
    const act = this._acts()[key];
    const button = target instanceof Element && target.closest("button");
    if (act && !(key === " " && button)) {
      event.preventDefault();
      act();
    } else if (/^[1-9]$/.test(key) && page.prompt.press(Number(key))) event.preventDefault();
    else if (key.startsWith("Arrow") && target === document.body && page.board.active.size) {
      event.preventDefault();
      page.board.focus();
    }
  }

  /**
   * What the keys do.
   * @returns {Record<string, () => void>}
   */
  _acts() {
    const { page } = this;
    const { board, tabs } = page;
    return {
      "?": () => help(),
      u: () => page.undo(),
      U: () => page.undoTo(),
      a: () => page.advise(),
      n: () => page.lesson.next() || board.cycle(1) || page.prompt.focus(),
      N: () => board.cycle(-1) || page.prompt.focus(),
      b: () => board.focus(),
      "/": () => {
        tabs.show("log");
        page.log.search.focus();
      },
      l: () => {
        tabs.show(narrow() ? "choices" : tabs.shown);
        page.choices.focus();
      },
      "+": () => board.camera.zoom(1.25),
      "=": () => board.camera.zoom(1.25),
      "-": () => board.camera.zoom(0.8),
      0: () => board.camera.fit(),
      m: () => board.showMap(),
      f: () => board.frame(),
      c: () => page.tools.toggleCounters(),
      r: () => page.startReplay(),
      e: () => page.endReport.show(),
      o: () => page.briefing.show(),
      p: () => page.widen(),
      d: () => tabs.show("details"),
      i: () => board.inspect(),
      t: () => tabs.show("people"),
      R: () => tabs.show("charts"),
      ...(page.playback.running ? this._playbackActs() : {}),
    };
  }

  /**
   * The keys of a replay work wherever the keyboard is, but where it writes or picks.
   * @param {KeyboardEvent} event
   */
  _replayKey(event) {
    const { page } = this;
    const { key, target } = event;
    if (!page.session.replaying || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey || (typing(target) && target !== page.replay.slider)) return;
    const act = this._replayActs()[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** What further keys do while something is played. */
  _playbackActs() {
    const { playback } = this.page;
    return { ArrowRight: () => playback.next(), " ": () => playback.toggle() };
  }

  /**
   * What further keys do in a replay.
   * @returns {Record<string, () => void>}
   */
  _replayActs() {
    const { replay } = this.page;
    return {
      ArrowLeft: () => replay.step(-1),
      ArrowRight: () => replay.step(1),
      Home: () => replay.to(0),
      End: () => replay.to(replay.last),
      " ": () => replay.toggle(),
    };
  }

  _escape() {
    const { page } = this;
    const { board } = page;
    if (page.endReport.shown) page.endReport.hide();
    else if (page.briefing.shown) page.briefing.hide();
    else if (board.card.isMenu || board.selection.length) board.clear();
    else if (page.tabs.open) page.tabs.drawer(false);
    else if (page.tools.open) page.tools.toggle(false);
    else if (page.session.replaying) page.replay.leave();
    else {
      page.tools.inspect("");
      board.look("");
    }
  }
}
