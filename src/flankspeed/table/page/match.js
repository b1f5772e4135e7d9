// @ts-check
// A match on the page: board, prompt and panels round one session.

import { BoardTools } from "./tools.js";
import { Board } from "./board.js";
import { ChartsPanel } from "./charts.js";
import { ChoiceList } from "./choices.js";
import { DetailsPanel } from "./details.js";
import { Drawing } from "./drawing.js";
import { ask, fill, h, icon, narrow, toast, tool, typing } from "./dom.js";
import { saveRecord } from "./files.js";
import { help, settings } from "./help.js";
import { LogPanel } from "./log.js";
import { PeoplePanel } from "./people.js";
import { Prompt } from "./prompt.js";
import { Replay } from "./replay.js";
import { address, note } from "./router.js";
import { Session } from "./session.js";
import * as store from "./store.js";

const TABS = [
  ["choices", "Choices", "list"],
  ["log", "Log", "clock"],
  ["charts", "Charts", "book"],
  ["details", "Details", "info"],
  ["people", "Table", "people"],
];

export class MatchPage {
  constructor({ id, token, at }) {
    this.first = { id, token, at };
    this.session = new Session(id, token);
    this.root = h("div", { class: "match" }, h("p", { class: "loading" }, "Setting the table…"));
    this._keys = (event) => this._key(event);
  }

  shows({ id, token }) {
    return (
      this.session.live &&
      id === this.session.id &&
      (token === this.session.token || Object.values(this.session.tokens).includes(token))
    );
  }

  moveTo(at) {
    if (at !== this.session.at) this.session.goTo(at);
  }

  close() {
    this.session.close();
    this.replay?.stop();
    removeEventListener("keydown", this._keys);
    document.title = "Flank Speed";
  }

  async open() {
    this._build();
    addEventListener("keydown", this._keys);
    try {
      await this.session.open(this.first.at);
    } catch (problem) {
      this._failed(problem);
      return;
    }
    const { links, mine, greeted } = store.match(this.session.id);
    const friends = Object.keys(this.session.live.seats).some(
      (seat) => links[seat] && !mine.includes(seat),
    );
    if (friends && !greeted) {
      this.tab("people");
      store.keep(this.session.id, { greeted: true });
    }
  }

  _failed(problem) {
    const void_ = [401, 403, 404].includes(problem.status);
    fill(
      this.root,
      h(
        "main",
        { class: "failed" },
        h("h1", {}, void_ ? "No such match here" : "The table cannot be reached"),
        h("p", {}, problem.message),
        h(
          "p",
          { class: "buttons" },
          h("a", { class: "button primary", href: "#/" }, "To the start page"),
          void_
            ? h(
                "button",
                {
                  type: "button",
                  class: "plain",
                  onclick: () => {
                    store.forget(this.session.id);
                    location.hash = "#/";
                  },
                },
                "Take it off my list",
              )
            : h(
                "button",
                { type: "button", class: "plain", onclick: () => location.reload() },
                "Try again",
              ),
        ),
      ),
    );
  }

  // --- The parts ---

  _build() {
    const { session } = this;
    this.drawing = new Drawing(session);
    const board = (this.board = new Board({
      choose: (choice) => this.choose(choice),
      look: (place) => this.look(place),
      selected: (selection) => this._selected(selection),
      many: (only) => this.list(only),
      focusElsewhere: () => this.prompt.focus(),
    }));
    const told = {
      choose: (choice) => this.choose(choice),
      light: (places) => board.light(places),
      goTo: (places) => {
        board.goTo(places);
        if (narrow()) this.drawer(false);
      },
      look: (place) => board.look(place),
      rule: (id) => this.rule(id),
      chart: (use) => this.chart(use),
      clear: () => board.clear(),
      titleOf: (place) => board.titleOf(place),
    };
    this.prompt = new Prompt(this.drawing, {
      ...told,
      dice: (values) => this.enterDice(values),
      undo: () => this.undo(),
      advise: () => this.advise(),
      unadvise: () => board.advise(""),
      replay: () => this.startReplay(),
      leaveReplay: () => this.replay.leave(),
      list: () => this.list(),
      people: () => this.tab("people"),
      again: () => {
        location.hash = "#/";
      },
    });
    this.choices = new ChoiceList(told);
    this.log = new LogPanel(told);
    this.charts = new ChartsPanel();
    this.details = new DetailsPanel(told);
    this.people = new PeoplePanel(session, this.drawing);
    this.replay = new Replay(session);
    this.tools = new BoardTools(board, session, {
      replay: () => this.startReplay(),
      wide: () => this.widen(),
    });
    this.name = h("h1", { class: "name" });
    this.signal = h("span", { class: "signal", role: "status" });
    const header = h(
      "header",
      { class: "top" },
      h(
        "a",
        { class: "home", href: "#/", title: "To the start page" },
        icon("home"),
        h("span", {}, "Flank Speed"),
      ),
      this.name,
      this.signal,
      (this.pen = tool("pen", "Rename the match", () => this.rename())),
      tool("save", "Save the record", () => this.save()),
      tool("gear", "Settings", () => settings(board)),
      tool("help", "Help and keys (?)", () => help()),
    );
    this.bodies = {
      choices: this.choices.root,
      log: this.log.root,
      charts: this.charts.root,
      details: this.details.root,
      people: this.people.root,
    };
    this.tabs = Object.fromEntries(
      TABS.map(([key, words, sign]) => [
        key,
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${key}`,
            "aria-controls": `panel-${key}`,
            "aria-selected": "false",
            tabindex: "-1",
            onclick: () => this._tabPressed(key),
          },
          icon(sign),
          h("span", {}, words),
          h("span", { class: "badge", hidden: true }),
        ),
      ]),
    );
    const bar = h(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "Panel",
        onkeydown: (event) => this._tabKeys(event),
      },
      Object.values(this.tabs),
    );
    for (const [key, body] of Object.entries(this.bodies)) {
      if (key === "choices") continue;
      body.id = `panel-${key}`;
      body.setAttribute("role", "tabpanel");
      body.setAttribute("aria-labelledby", `tab-${key}`);
    }
    this.choices.root.id = "panel-choices";
    this.panel = h(
      "aside",
      { class: "panel", "aria-label": "Panel" },
      this.choices.root,
      bar,
      Object.entries(this.bodies)
        .filter(([key]) => key !== "choices")
        .map(([, body]) => body),
    );
    header.prepend(
      h(
        "a",
        {
          class: "skip",
          href: "#board",
          onclick: (event) => {
            event.preventDefault();
            board.focus();
          },
        },
        "To the board",
      ),
    );
    this.prompt.root.append(this.drawing.alarm);
    fill(
      this.root,
      header,
      this.prompt.root,
      h("main", { class: "desk" }, this.tools.root, board.root, this.replay.root),
      this.panel,
    );
    this.tab("log", false);
    session.on("position", () => this._position());
    session.on("log", () => this._logged());
    session.on("odds", () => this._odds());
    session.on("chat", () => this._chat());
    session.on("stream", () => this._stream());
    session.on("moment", () => this._moment());
    session.on("busy", () => this.root.classList.toggle("busy", session.busy));
  }

  // --- What changes ---

  _position() {
    const { session, board } = this;
    const { live, position, replaying } = session;
    this.name.textContent = live.name;
    this.pen.hidden = session.watch;
    board.dark = session.game.dark;
    board.show(session.picture);
    const view = session.ours && !replaying && !session.need ? live.view : null;
    const focus =
      this.prompt.buttons.contains(document.activeElement) ||
      this.choices.root.contains(document.activeElement);
    if (focus) board.keyboard = true;
    board.offers(view);
    this.prompt.update(session, board.offer, board.unseen);
    this.choices.update(board.offer.choices, [], session);
    this.details.update(position.view, board.places, position.log_sheet);
    this._logged();
    this.people.update();
    this.replay.update();
    this.tools.update();
    this.tabs.choices.querySelector(".badge").textContent = board.offer.choices.length;
    this.tabs.choices.querySelector(".badge").hidden = !board.offer.choices.length;
    if (document.activeElement === document.body && (board.keyboard || focus)) this._refocus();
    this._title();
    Object.assign(this.root.dataset, {
      version: live.version,
      state: session.over ? "over" : session.ours ? "yours" : "waiting",
    });
    if (session.need && !replaying && !typing(document.activeElement)) this.prompt.focus();
  }

  /** The keyboard goes on where the game goes on: on the board, or among the buttons. */
  _refocus() {
    if (this.board.active.size) this.board.focus();
    else this.prompt.focus();
  }

  _title() {
    const { session } = this;
    const name = session.live.name;
    document.title = session.over
      ? `The end: ${name}`
      : session.ours
        ? `● Your turn: ${name}`
        : `${name} - waiting`;
  }

  _logged() {
    const { log, replaying, at } = this.session;
    this.log.update(log, replaying ? at : Infinity);
    this.charts.mark(replaying ? log.filter((entry) => entry.choice <= at) : log);
  }

  _odds() {
    const { odds } = this.session;
    this.board.tellOdds(odds);
    this.board.card.tellOdds(odds);
    this.choices.tellOdds(odds);
    this.prompt.tellOdds(odds);
  }

  _chat() {
    const fresh = this.people.tellChat(this.session.chat);
    const badge = this.tabs.people.querySelector(".badge");
    if (this.shown !== "people" && fresh.length) {
      badge.textContent = Number(badge.textContent || 0) + fresh.length;
      badge.hidden = false;
    }
  }

  _stream() {
    const words = {
      live: "",
      lost: "Looking for the table…",
      gone: "This link is no longer valid.",
    }[this.session.stream];
    this.signal.textContent = words;
    this.signal.className = `signal ${this.session.stream}`;
  }

  _moment() {
    const { session } = this;
    note(address(session.id, session.token, session.at));
    this.replay.update();
  }

  _selected(selection) {
    this.choices.update(this.board.offer.narrowed(selection), selection, this.session);
  }

  // --- What is done ---

  async choose(choice) {
    this.board.card.drop();
    const done = await this.session.choose(choice.text);
    if (done && narrow()) this.drawer(false);
  }

  async enterDice(values) {
    this.board.keyboard = true;
    await this.session.enterDice(values);
  }

  undo() {
    return this.session.undo();
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
      toast(problem.message, "error");
    } finally {
      prompt.advice.removeAttribute("aria-busy");
    }
  }

  look(place) {
    this.details.look(place);
    this.log.look(place);
    this.tools.look(place);
  }

  async rule(id) {
    this.tab("charts");
    await this.charts.rule(id);
  }

  async chart(use) {
    this.tab("charts");
    await this.charts.show(use);
  }

  startReplay() {
    const { session } = this;
    if (session.replaying) return this.replay.leave();
    session.goTo(session.over ? 0 : session.live.choices);
  }

  /** Bring the list of choices to the front; the keyboard goes there if nothing else is left. */
  list(focus = true) {
    if (narrow()) this.tab("choices");
    else if (this.root.classList.contains("wide")) this.widen();
    if (focus) this.choices.focus();
  }

  async rename() {
    const name = await ask("Rename the match", "Name", this.session.live.name);
    if (name) await this.session.rename(name).catch((problem) => toast(problem.message, "error"));
  }

  save() {
    return saveRecord(this.session.live, () => this.session.record());
  }

  // --- The panel ---

  _tabPressed(key) {
    if (narrow() && this.panel.classList.contains("open") && this.shown === key) this.drawer(false);
    else this.tab(key);
  }

  /** Show a tab; on a phone the drawer opens with it. */
  tab(key, open = true) {
    this.shown = key;
    for (const [name, button] of Object.entries(this.tabs)) {
      const here = name === key;
      button.setAttribute("aria-selected", String(here));
      button.tabIndex = here ? 0 : -1;
      this.bodies[name].classList.toggle("shown", here);
    }
    if (open && narrow()) this.drawer(true);
    if (key === "charts" && this.session.live) this.charts.open(this.session.live.game);
    if (key === "people") {
      this.tabs.people.querySelector(".badge").hidden = true;
      this.tabs.people.querySelector(".badge").textContent = "";
      if (this.session.live) this.people.open();
    }
    if (key === "log") this.log.toEnd();
  }

  /** The board alone, or with the panel beside it. */
  widen() {
    const wide = this.root.classList.toggle("wide");
    this.tools.wide.setAttribute("aria-pressed", String(wide));
  }

  drawer(open) {
    this.panel.classList.toggle("open", open);
  }

  _tabKeys(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const keys = TABS.map(([key]) => key).filter((key) => this.tabs[key].offsetParent);
    const next = keys[(keys.indexOf(this.shown) + step + keys.length) % keys.length];
    this.tab(next);
    this.tabs[next].focus();
  }

  // --- Keys ---

  _key(event) {
    if (
      !this.session.live ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.defaultPrevented
    )
      return;
    if (event.key === "Escape") return this._escape();
    if (typing(event.target)) return;
    const { board, session } = this;
    const replaying = session.replaying;
    const act = {
      "?": () => help(),
      u: () => this.undo(),
      a: () => this.advise(),
      n: () => board.cycle(1) || this.prompt.focus(),
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
      f: () => board.follow(),
      c: () => this.tools.toggleCounters(),
      r: () => this.startReplay(),
      p: () => this.widen(),
      d: () => this.tab("details"),
      t: () => this.tab("people"),
      R: () => this.tab("charts"),
      ...(replaying
        ? {
            ArrowLeft: () => this.replay.step(-1),
            ArrowRight: () => this.replay.step(1),
            Home: () => this.replay.to(0),
            End: () => this.replay.to(session.live.choices),
            " ": () => this.replay.toggle(),
          }
        : {}),
    }[event.key];
    if (act && !(event.key === " " && event.target.closest("button"))) {
      event.preventDefault();
      act();
    } else if (/^[1-9]$/.test(event.key) && this.prompt.press(Number(event.key)))
      event.preventDefault();
    else if (event.key.startsWith("Arrow") && event.target === document.body && board.active.size) {
      event.preventDefault();
      board.focus();
    }
  }

  _escape() {
    const { board } = this;
    if (board.card.isMenu || board.selection.length) board.clear();
    else if (this.panel.classList.contains("open")) this.drawer(false);
    else if (this.tools.open) this.tools.toggle(false);
    else if (this.session.replaying) this.replay.leave();
    else board.look("");
  }
}
