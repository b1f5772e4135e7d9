// @ts-check
// A match on the page: board, prompt and panels round one session.

import { Problem, words } from "../common/api.js";
import { Bell } from "../common/bell.js";
import { Board } from "../board/board.js";
import { BriefingSheet } from "./briefing.js";
import { ChartsPanel } from "../panel/charts.js";
import { ChoiceList } from "./choices.js";
import { DetailsPanel } from "../panel/details.js";
import { Drawing } from "./drawing.js";
import { EndReport } from "./end_report.js";
import { ask, fill, h, icon, seatName, toast, tool, typing } from "../common/dom.js";
import { saveRecord } from "../common/files.js";
import { fold } from "../common/fold.js";
import { help, settings } from "../common/help.js";
import { LessonCard } from "./lesson.js";
import { LogPanel } from "../panel/log.js";
import { PeoplePanel } from "../panel/people.js";
import { Playback } from "./playback.js";
import { Prompt } from "./prompt.js";
import { meant } from "./questions.js";
import { Replay } from "./replay.js";
import { ReportCard } from "./report_card.js";
import { narrow, vast } from "../common/room.js";
import { address, note } from "../router.js";
import { Session } from "./session.js";
import { StatusStrip } from "./status.js";
import * as store from "../common/store.js";
import { howFar } from "./undo.js";
import { wished } from "./wish.js";
import { BoardTools } from "../board/tools.js";

/** @typedef {import("./offer.js").Choice} Choice */
/** @typedef {import("../router.js").MatchRoute} MatchRoute */
/** @typedef {import("wire").RowUsed} RowUsed */
/** @typedef {"choices" | "log" | "charts" | "details" | "people"} TabName */
/**
 * @typedef {object} Tab one of the things that the panel shows, and the button for it
 * @property {TabName} name
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} badge
 * @property {HTMLElement} body
 */

const SIGNALS = {
  live: "",
  lost: "Looking for the table…",
  gone: "This link is no longer valid.",
};

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class MatchPage {
  /** @param {MatchRoute} wanted */
  constructor({ id, token, at }) {
    const session = (this.session = new Session(id, token));
    const board = (this.board = this._board());
    const told = this._told();
    this.drawing = new Drawing(session);
    this.prompt = new Prompt(this.drawing, {
      ...told,
      dice: (values) => this.enterDice(values),
      undo: () => this.undo(),
      undoTo: () => this.undoTo(),
      advise: () => this.advise(),
      unadvise: () => board.advise(""),
      replay: () => this.startReplay(),
      report: () => this.endReport.show(),
      leaveReplay: () => this.replay.leave(),
      list: () => this.list(),
      people: () => this.tab("people"),
      again: () => this.again(),
    });
    this.status = new StatusStrip(told);
    this.choices = new ChoiceList(told);
    this.log = new LogPanel(told);
    this.charts = new ChartsPanel();
    this.details = new DetailsPanel(told);
    this.people = new PeoplePanel(session, this.drawing);
    this.replay = new Replay(session);
    this.endReport = new EndReport(session, {
      replay: (at, places) => this.watchFrom(at, places),
      rule: (id) => this.rule(id),
      again: () => this.again(),
    });
    this.tools = new BoardTools(board, session, {
      replay: () => this.startReplay(),
      wide: () => this.widen(),
    });
    this.playback = new Playback(board);
    this.tools.root.append(this.playback.controls);
    this.report = new ReportCard(told.moment);
    this.log.filters.append(this.report.opener);
    this.bell = new Bell();
    this.name = h("h1", { class: "name" });
    this.signal = h("span", { class: "signal", role: "status" });
    this.pen = tool("pen", "Rename the match", () => this.rename());
    this.tabs = {
      choices: this._tab("choices", "Choices", "list", this.choices.root),
      log: this._tab("log", "Log", "clock", this.log.root),
      charts: this._tab("charts", "Charts", "book", this.charts.root),
      details: this._tab("details", "Details", "info", this.details.root),
      people: this._tab("people", "Table", "people", this.people.root),
    };
    /** @type {TabName} */
    this.shown = "log";
    this.panel = this._panel();
    this.lesson = new LessonCard(session, board, this._parts(), (id) => this.rule(id));
    this.briefing = new BriefingSheet(session, (id) => this.rule(id));
    board.root.append(this.briefing.root, this.endReport.root);
    board.root.append(h("div", { class: "over-edge" }, this.prompt.sheet, this.status.help));
    this.root = h(
      "div",
      { class: "match" },
      this._header(),
      this.prompt.root,
      h("main", { class: "desk" }, this.tools.root, board.root, this.replay.root),
      this.panel,
    );
    this.tab(this.shown, false);
    this._first = at;
    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    this._replayKeys = (/** @type {KeyboardEvent} */ event) => this._replayKey(event);
    this._room = () => this._settle();
    this._renamed = () => this.session.others.introduce(true).catch(() => {});
    this._listen();
  }

  /** @param {MatchRoute} wanted */
  shows({ id, token }) {
    const { session } = this;
    const ours = token === session.token || Object.values(session.tokens).includes(token);
    return session.live !== null && id === session.id && ours;
  }

  /** @param {number | null} at */
  moveTo(at) {
    if (at !== this.session.at) this.session.goTo(at);
  }

  close() {
    this.session.close();
    this.replay.stop();
    this.playback.end();
    removeEventListener("keydown", this._keys);
    removeEventListener("keydown", this._replayKeys, { capture: true });
    removeEventListener("room", this._room);
    removeEventListener("renamed", this._renamed);
    document.title = "Flank Speed";
  }

  async open() {
    addEventListener("keydown", this._keys);
    addEventListener("keydown", this._replayKeys, { capture: true });
    addEventListener("room", this._room);
    addEventListener("renamed", this._renamed);
    this._settle();
    try {
      await this.session.open(this._first);
    } catch (problem) {
      this._failed(problem);
      return;
    }
    this._greet();
    this.briefing.greet();
  }

  /** Tell once which side is ours to one who comes by a link, and where the links for friends are. */
  _greet() {
    const { id, live, fresh } = this.session;
    if (fresh && live?.seat) toast(`You play the ${seatName(live.seat)}.`);
    const { links = {}, mine = [], greeted } = store.match(id) ?? {};
    const friends = Object.keys(live?.seats ?? {}).filter((seat) => !mine.includes(seat));
    if (greeted || !friends.some((seat) => links[seat])) return;
    this.tab("people");
    store.keep(id, { greeted: true });
  }

  /** @param {unknown} problem */
  _failed(problem) {
    const lost = problem instanceof Problem && [401, 403, 404].includes(problem.status);
    const title = lost ? "No such match here" : "The table cannot be reached";
    const forget = () => {
      store.forget(this.session.id);
      location.hash = "#/";
    };
    const [label, onclick] = lost
      ? ["Take it off my list", forget]
      : ["Try again", () => location.reload()];
    const buttons = h(
      "p",
      { class: "buttons" },
      h("a", { class: "button primary", href: "#/" }, "To the start page"),
      h("button", { type: "button", class: "plain", onclick }, label),
    );
    fill(
      this.root,
      h("main", { class: "failed" }, h("h1", {}, title), h("p", {}, words(problem)), buttons),
    );
  }

  // --- The parts ---

  _board() {
    return new Board({
      choose: (choice) => this.choose(choice),
      look: (place) => this.look(place),
      selected: (selection) => this._selected(selection),
      many: (only) => this.list(only),
      focusElsewhere: () => this.prompt.focus(),
      travel: (who) => this.travel(who),
      inspect: (place) => this.inspect(place),
    });
  }

  /** What the parts beside the board can do with it, and with one another. */
  _told() {
    const { board } = this;
    return {
      choose: (/** @type {Choice} */ choice) => this.choose(choice),
      light: (/** @type {string[]} */ places) => board.light(places),
      goTo: (/** @type {string[]} */ places) => {
        board.goTo(places);
        if (narrow()) this.drawer(false);
      },
      moment: async (/** @type {number} */ choice, /** @type {string[]} */ places) => {
        if (narrow()) this.drawer(false);
        await this.session.goTo(choice);
        if (places.length) board.goTo(places);
      },
      look: (/** @type {string} */ place) => board.look(place),
      rule: (/** @type {string} */ id) => this.rule(id),
      chart: (/** @type {RowUsed} */ use) => this.chart(use),
      clear: () => board.clear(),
      titleOf: (/** @type {string} */ place) => board.titleOf(place),
    };
  }

  /**
   * The parts of the page that a lesson can point at; on a phone the tabs of those in the drawer.
   * @returns {Record<string, () => HTMLElement>}
   */
  _parts() {
    const { prompt, tabs, tools } = this;
    const list = () => (narrow() ? tabs.choices.button : tabs.choices.body);
    return {
      prompt: () => prompt.root,
      list,
      odds: list,
      advice: () => prompt.advice,
      undo: () => prompt.undo,
      log: () => (narrow() ? tabs.log.button : tabs.log.body),
      charts: () => tabs.charts.button,
      details: () => tabs.details.button,
      tools: () => tools.root,
    };
  }

  _header() {
    const toBoard = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      this.board.focus();
    };
    const home = h(
      "a",
      { class: "home", href: "#/", title: "To the start page" },
      icon("home"),
      h("span", {}, "Flank Speed"),
    );
    const acts = h(
      "div",
      { class: "acts" },
      this.pen,
      tool("map", "Briefing (o)", () => this.briefing.show()),
      tool("save", "Save the record", () => this.save()),
      tool("gear", "Settings", () => settings(this.board)),
      tool("help", "Help and keys (?)", () => help()),
    );
    const more = tool("dots", "More", () => {}, { class: "tool unfold" });
    fold(more, acts);
    return h(
      "header",
      { class: "top" },
      h("a", { class: "skip", href: "#board", onclick: toBoard }, "To the board"),
      home,
      this.name,
      this.signal,
      this.status.root,
      more,
      acts,
    );
  }

  /**
   * @param {TabName} name
   * @param {string} label
   * @param {Parameters<typeof icon>[0]} sign
   * @param {HTMLElement} body
   * @returns {Tab}
   */
  _tab(name, label, sign, body) {
    const badge = h("span", { class: "badge", hidden: true });
    const props = {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      "aria-selected": "false",
      tabindex: "-1",
      onclick: () => this._tabPressed(name),
    };
    body.id = `panel-${name}`;
    return {
      name,
      button: h("button", props, icon(sign), h("span", {}, label), badge),
      badge,
      body,
    };
  }

  /** The choices stand above the tabs where there is room; all the rest is behind them. */
  _panel() {
    const { choices, ...others } = this.tabs;
    for (const { name, body } of Object.values(others)) {
      body.setAttribute("role", "tabpanel");
      body.setAttribute("aria-labelledby", `tab-${name}`);
    }
    const bar = h(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "Panel",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this._tabKeys(event),
      },
      Object.values(this.tabs).map(({ button }) => button),
    );
    return h(
      "aside",
      { class: "panel", "aria-label": "Panel" },
      this.report.root,
      choices.body,
      bar,
      Object.values(others).map(({ body }) => body),
    );
  }

  _listen() {
    const { session } = this;
    session.on("position", () => this._position());
    session.on("log", () => this._logged());
    session.on("odds", () => this._odds());
    session.on("chat", () => this._chat());
    session.on("stream", () => this._stream());
    session.on("here", () => this.people.update());
    session.on("moment", () => this._moment());
    session.on("busy", () => this.root.classList.toggle("busy", session.busy));
  }

  // --- What changes ---

  _position() {
    const { session, board } = this;
    const { live, position, replaying } = session;
    if (!live || !position) return;
    this.name.textContent = live.name;
    this.pen.hidden = session.watch;
    board.dark = session.game?.dark ?? false;
    board.show(session.picture);
    this.playback.shown(replaying ? null : session.log);
    const view = session.ours && !replaying && !session.need ? live.view : null;
    const focus =
      this.prompt.holds(document.activeElement) ||
      this.choices.root.contains(document.activeElement);
    if (focus) board.keyboard = true;
    board.offers(view);
    this.status.update(session);
    this.prompt.update(session, board.offer, board.unseen);
    this.choices.update(board.offer.choices, [], session);
    this.details.update(position.view, board.places, position.log_sheet);
    this._logged();
    this.people.update();
    this.replay.update();
    this.endReport.update();
    this.tools.update();
    this._badge("choices", board.offer.choices.length);
    this.lesson.update();
    if (document.activeElement === document.body && (board.keyboard || focus)) this._refocus();
    this.report.update(session);
    this.bell.update(session);
    this._title(live.name);
    this.root.dataset.version = String(live.version);
    this.root.dataset.state = session.over ? "over" : session.ours ? "yours" : "waiting";
    if (session.need && !replaying && !typing(document.activeElement)) this.prompt.focus();
  }

  /** The keyboard goes on where the game goes on: on the board, or among the buttons. */
  _refocus() {
    if (this.board.active.size) this.board.focus();
    else this.prompt.focus();
  }

  /** @param {string} name */
  _title(name) {
    const { session } = this;
    document.title = session.over
      ? `The end: ${name}`
      : session.ours
        ? `● Your turn: ${name}`
        : `${name} - waiting`;
  }

  _logged() {
    const { log, at } = this.session;
    this.log.update(log, at ?? Infinity);
    this.charts.mark(at === null ? log : log.filter((entry) => entry.choice <= at));
  }

  _odds() {
    const { odds } = this.session;
    this.board.tellOdds(odds);
    this.board.card.tellOdds(odds);
    this.choices.tellOdds(odds);
    this.prompt.tellOdds(odds);
  }

  _chat() {
    const { chat, id } = this.session;
    this.people.tellChat(chat);
    const read = store.match(id)?.read ?? 0;
    if (this._reads) store.keep(id, { read: chat.length });
    this._badge("people", this._reads ? 0 : Math.max(0, chat.length - read));
  }

  /** Whether the chat is in sight. */
  get _reads() {
    const open = !narrow() || this.panel.classList.contains("open");
    return this.shown === "people" && open && !document.hidden;
  }

  /**
   * @param {TabName} name
   * @param {number} count
   */
  _badge(name, count) {
    const { badge } = this.tabs[name];
    badge.textContent = String(count);
    badge.hidden = !count;
  }

  _stream() {
    const { stream } = this.session;
    this.signal.textContent = SIGNALS[stream];
    this.signal.className = `signal ${stream}`;
  }

  _moment() {
    const { session } = this;
    note(address(session.id, session.token, session.at));
    this.replay.update();
  }

  /** @param {string[]} selection */
  _selected(selection) {
    this.choices.update(this.board.offer.narrowed(selection), selection, this.session);
  }

  // --- What is done ---

  /** @param {Choice} choice */
  async choose(choice) {
    this.board.card.drop();
    this.briefing.hide();
    if (!(await meant(this.session.id, choice))) return this.board.clear();
    this.tools.forget();
    this._chosen();
    this.lesson.chose(choice.text);
    const done = await this.session.choose(choice.text);
    if (done && narrow()) this.drawer(false);
  }

  /**
   * Show where somebody can be sent; without that all can still be done by hand.
   * @param {string} who
   */
  async travel(who) {
    const { live } = this.session;
    const found = await this.session.destinations(who).catch(() => []);
    if (this.session.live === live) this.board.arrive(who, found);
  }

  /** @param {number[]} values */
  async enterDice(values) {
    this.board.keyboard = true;
    this._chosen();
    await this.session.enterDice(values);
  }

  /** Whoever goes on has seen what has happened. */
  _chosen() {
    this.playback.end();
    this.report.chosen(this.session.log);
  }

  /** Take the last choice back; after dice, ask whether one may. */
  async undo() {
    const { session } = this;
    if (!session.undoing.barred || !session.askable) return session.undo();
    const words = await wished(session);
    return words === null ? false : session.wish(words);
  }

  /** To the match after this one. */
  async again() {
    try {
      await this.session.others.again();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /** Ask how far to go back, and go there. */
  async undoTo() {
    const { session } = this;
    if (session.undoing.barred) return;
    const to = await howFar(session.live?.undo.points ?? []);
    if (to !== null) await session.undo(to);
  }

  async advise() {
    const { session, prompt } = this;
    if (!session.ours || session.replaying) return;
    prompt.advice.setAttribute("aria-busy", "true");
    try {
      const live = session.live;
      const advice = await session.advice();
      if (session.live !== live) return;
      const choice = this.board.offer.choices.find((some) => some.text === advice.text);
      prompt.tellAdvice(advice, choice);
      this.board.advise(choice?.place ?? "");
    } catch (problem) {
      toast(words(problem), "error");
    } finally {
      prompt.advice.removeAttribute("aria-busy");
    }
  }

  /** @param {string} place */
  look(place) {
    this.details.look(place);
    this.log.look(place);
    this.tools.look(place);
  }

  /**
   * Look closer at a thing: its details, and all overlays that there are for it.
   * @param {string} place
   */
  inspect(place) {
    this.board.look(place);
    this.tab("details");
    this.tools.inspect(place);
  }

  /** @param {string} id */
  async rule(id) {
    this.tab("charts");
    await this.charts.rule(id);
  }

  /** @param {RowUsed} use */
  async chart(use) {
    this.tab("charts");
    await this.charts.show(use);
  }

  startReplay() {
    const { session } = this;
    if (session.replaying) return this.replay.leave();
    session.goTo(session.over ? 0 : (session.live?.choices ?? 0));
  }

  /**
   * Watch a match that is over from a moment on, with what it was about in view.
   * @param {number} at
   * @param {string[]} places
   */
  async watchFrom(at, places) {
    await this.session.goTo(at);
    if (places.length) this.board.goTo(places);
  }

  /** Bring the list of choices to the front; the keyboard goes there if nothing else is left. */
  list(focus = true) {
    if (narrow()) this.tab("choices");
    else if (this.root.classList.contains("wide")) this.widen();
    if (focus) this.choices.focus();
  }

  async rename() {
    const name = await ask("Rename the match", "Name", this.session.live?.name);
    if (!name) return;
    try {
      await this.session.rename(name);
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  save() {
    const { live } = this.session;
    return live && saveRecord(live, () => this.session.record());
  }

  // --- The panel ---

  /** @param {TabName} name */
  _tabPressed(name) {
    const here = this.panel.classList.contains("open") && this.shown === name;
    if (narrow() && here) this.drawer(false);
    else this.tab(name);
  }

  /**
   * Show a tab; on a phone the drawer opens with it.
   * @param {TabName} name
   */
  tab(name, open = true) {
    const { live } = this.session;
    if (name === "log" && vast()) return this.log.toEnd();
    this.shown = name;
    for (const tab of Object.values(this.tabs)) {
      const here = tab.name === name;
      tab.button.setAttribute("aria-selected", String(here));
      tab.button.tabIndex = here ? 0 : -1;
      tab.body.classList.toggle("shown", here);
    }
    if (open && narrow()) this.drawer(true);
    if (name === "charts" && live) this.charts.open(live.game);
    if (name === "people" && live) {
      this._chat();
      this.people.open();
    }
    if (name === "log") this.log.toEnd();
  }

  /** The panel in columns always shows the log: its other column shows something else. */
  _settle() {
    if (vast() && this.shown === "log") this.tab("details", false);
    if (!narrow()) this.drawer(false);
  }

  /** The board alone, or with the panel beside it. */
  widen() {
    const wide = this.root.classList.toggle("wide");
    this.tools.wide.setAttribute("aria-pressed", String(wide));
  }

  /** @param {boolean} open */
  drawer(open) {
    this.panel.classList.toggle("open", open);
  }

  /** @param {KeyboardEvent} event */
  _tabKeys(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = Object.values(this.tabs).filter(({ button }) => button.offsetParent);
    const here = tabs.findIndex(({ name }) => name === this.shown);
    const next = tabs[(here + step + tabs.length) % tabs.length];
    this.tab(next.name);
    next.button.focus();
  }

  // --- Keys ---

  /** @param {KeyboardEvent} event */
  _key(event) {
    const { key, target } = event;
    if (!this.session.live || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.defaultPrevented) return;
    if (key === "Escape") return this._escape();
    if (typing(target)) return;
    const act = this._acts()[key];
    const button = target instanceof Element && target.closest("button");
    if (act && !(key === " " && button)) {
      event.preventDefault();
      act();
    } else if (/^[1-9]$/.test(key) && this.prompt.press(Number(key))) event.preventDefault();
    else if (key.startsWith("Arrow") && target === document.body && this.board.active.size) {
      event.preventDefault();
      this.board.focus();
    }
  }

  /**
   * What the keys do.
   * @returns {Record<string, () => void>}
   */
  _acts() {
    const { board } = this;
    return {
      "?": () => help(),
      u: () => this.undo(),
      U: () => this.undoTo(),
      a: () => this.advise(),
      n: () => this.lesson.next() || board.cycle(1) || this.prompt.focus(),
      N: () => board.cycle(-1) || this.prompt.focus(),
      b: () => board.focus(),
      "/": () => {
        this.tab("log");
        this.log.search.focus();
      },
      l: () => {
        this.tab(narrow() ? "choices" : this.shown);
        this.choices.focus();
      },
      "+": () => board.camera.zoom(1.25),
      "=": () => board.camera.zoom(1.25),
      "-": () => board.camera.zoom(0.8),
      0: () => board.camera.fit(),
      m: () => board.showMap(),
      f: () => board.frame(),
      c: () => this.tools.toggleCounters(),
      r: () => this.startReplay(),
      e: () => this.endReport.show(),
      o: () => this.briefing.show(),
      p: () => this.widen(),
      d: () => this.tab("details"),
      i: () => board.inspect(),
      t: () => this.tab("people"),
      R: () => this.tab("charts"),
      ...(this.playback.running ? this._playbackActs() : {}),
    };
  }

  /**
   * The keys of a replay work wherever the keyboard is, but where it writes or picks.
   * @param {KeyboardEvent} event
   */
  _replayKey(event) {
    const { key, target } = event;
    if (!this.session.replaying || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey || (typing(target) && target !== this.replay.slider)) return;
    const act = this._replayActs()[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** What further keys do while something is played. */
  _playbackActs() {
    const { playback } = this;
    return { ArrowRight: () => playback.next(), " ": () => playback.toggle() };
  }

  /**
   * What further keys do in a replay.
   * @returns {Record<string, () => void>}
   */
  _replayActs() {
    const { replay } = this;
    return {
      ArrowLeft: () => replay.step(-1),
      ArrowRight: () => replay.step(1),
      Home: () => replay.to(0),
      End: () => replay.to(replay.last),
      " ": () => replay.toggle(),
    };
  }

  _escape() {
    const { board } = this;
    if (this.endReport.shown) this.endReport.hide();
    else if (this.briefing.shown) this.briefing.hide();
    else if (board.card.isMenu || board.selection.length) board.clear();
    else if (this.panel.classList.contains("open")) this.drawer(false);
    else if (this.tools.open) this.tools.toggle(false);
    else if (this.session.replaying) this.replay.leave();
    else {
      this.tools.inspect("");
      board.look("");
    }
  }
}
