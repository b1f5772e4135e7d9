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
import { saveLog, saveRecord } from "../common/files.js";
import { fold } from "../common/fold.js";
import { help, settings } from "../common/help.js";
import { Keys } from "./keys.js";
import { LessonCard } from "./lesson.js";
import { LogPanel } from "../panel/log.js";
import { PeoplePanel } from "../panel/people.js";
import { Playback } from "./playback.js";
import { Prompt } from "./prompt.js";
import { meant } from "./questions.js";
import { Replay } from "./replay.js";
import { ReportCard } from "./report_card.js";
import { narrow } from "../common/room.js";
import { address, note } from "../router.js";
import { Session } from "./session.js";
import { StatusStrip } from "./status.js";
import * as store from "../common/store.js";
import { Tabs } from "./tabs.js";
import { howFar } from "./undo.js";
import { wished } from "./wish.js";
import { BoardTools } from "../board/tools.js";

/** @typedef {import("./offer.js").Choice} Choice */
/** @typedef {import("../router.js").MatchRoute} MatchRoute */
/** @typedef {import("wire").RowUsed} RowUsed */
/** @typedef {import("./tabs.js").TabName} TabName */

const SIGNALS = {
  live: "",
  lost: "Looking for the table…",
  gone: "This link is no longer valid.",
};

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
      people: () => this.tabs.show("people"),
      again: () => this.again(),
      save: () => this.save(),
      saveLog: () => this.saveLog(),
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
    this.tabs = new Tabs(
      {
        choices: ["Choices", "list", this.choices.root],
        log: ["Log", "clock", this.log.root],
        charts: ["Charts", "book", this.charts.root],
        details: ["Details", "info", this.details.root],
        people: ["Table", "people", this.people.root],
      },
      this.report.root,
      (name) => this._tabShown(name),
    );
    this.lesson = new LessonCard(session, board, this._parts(), (id) => this.rule(id));
    this.briefing = new BriefingSheet(session, (id) => this.rule(id));
    const edge = [this.prompt.sheet, this.briefing.root, this.status.help];
    board.root.append(this.endReport.root, h("div", { class: "over-edge" }, edge));
    this.root = h(
      "div",
      { class: "match" },
      this._header(),
      this.prompt.root,
      h("main", { class: "desk" }, this.tools.root, board.root, this.replay.root),
      this.tabs.root,
    );
    this.tabs.show("log", false);
    this._first = at;
    this.keys = new Keys(this);
    this._room = () => this.tabs.settle();
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
    this.keys.close();
    removeEventListener("room", this._room);
    removeEventListener("renamed", this._renamed);
    document.title = "Flank Speed";
  }

  async open() {
    this.keys.listen();
    addEventListener("room", this._room);
    addEventListener("renamed", this._renamed);
    this.tabs.settle();
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
    this.tabs.show("people");
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
        if (narrow()) this.tabs.drawer(false);
      },
      moment: async (/** @type {number} */ choice, /** @type {string[]} */ places) => {
        if (narrow()) this.tabs.drawer(false);
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
    const { prompt, tools } = this;
    const { tabs } = this.tabs;
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
    this.details.update(position.view, board.places, position.log_sheet, session.game?.facts ?? {});
    this._logged();
    this.people.update();
    this.replay.update();
    this.endReport.update();
    this.tools.update();
    this.tabs.badge("choices", board.offer.choices.length);
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
        : `${name} - ${session.frozen ? "stopped" : "waiting"}`;
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
    this.tabs.badge("people", this._reads ? 0 : Math.max(0, chat.length - read));
  }

  /** Whether the chat is in sight. */
  get _reads() {
    return this.tabs.inSight("people") && !document.hidden;
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
    this.status.known();
    this._chosen();
    this.lesson.chose(choice.text);
    const done = await this.session.choose(choice.text);
    if (done && narrow()) this.tabs.drawer(false);
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
    this.report.chosen(this.session.live?.choices ?? 0);
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
      this.choices.tellWeighed(advice);
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
    this.tabs.show("details");
    this.tools.inspect(place);
  }

  /** @param {string} id */
  async rule(id) {
    this.tabs.show("charts");
    await this.charts.rule(id);
  }

  /** @param {RowUsed} use */
  async chart(use) {
    this.tabs.show("charts");
    await this.charts.show(use);
  }

  startReplay() {
    const { session } = this;
    if (session.replaying) return this.replay.leave();
    session.goTo(session.over || session.frozen ? 0 : (session.live?.choices ?? 0));
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
    if (narrow()) this.tabs.show("choices");
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

  saveLog() {
    const { live, log } = this.session;
    return live && saveLog(live, log);
  }

  /** @param {TabName} name */
  _tabShown(name) {
    const { live } = this.session;
    if (name === "charts" && live) this.charts.open(live.game);
    if (name === "people" && live) {
      this._chat();
      this.people.open();
    }
    if (name === "log") this.log.toEnd();
  }

  /** The board alone, or with the panel beside it. */
  widen() {
    const wide = this.root.classList.toggle("wide");
    this.tools.wide.setAttribute("aria-pressed", String(wide));
  }
}
