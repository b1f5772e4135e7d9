// @ts-check
// What is chosen before a match begins: scenario, seats, dice, options, figures of one's own.

import { chip, h, knowSides, seatName } from "../common/dom.js";
import { OwnFile } from "./own.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").NewMatch} NewMatch */
/** @typedef {import("wire").OptionInfo} Option */
/**
 * @typedef {object} Setting a rule option, its field, and what it usually is with these players
 * @property {Option} option
 * @property {HTMLSelectElement | HTMLInputElement} input
 * @property {string} usual
 */

/** All that can be chosen for a new match of a game. */
export class Setup {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    knowSides(game);
    this.summary = h("p", { class: "note", id: "scenario-note" });
    this.scenario = h(
      "select",
      { name: "scenario", "aria-describedby": "scenario-note", onchange: () => this._summary() },
      game.scenarios.map((scenario) => h("option", { value: scenario.name }, scenario.title)),
    );
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.own = new OwnFile(
      "own-scenario",
      "Your scenario",
      "Paste what is in your file, drop it here, or choose it: TOML with a table [scenario] and, " +
        "if you like, one of [options].",
      (problem) => this.tell(problem),
    );
    this.figures = new OwnFile(
      "own-figures",
      "Your figures",
      "In TOML, as the guide to the game says: names, or for those who own the game what is " +
        "printed where ours is reconstructed.",
      (problem) => this.tell(problem),
    );
    this.own.offer(
      game,
      game.templates.filter((template) => template.scenario),
    );
    this.figures.offer(
      game,
      game.templates.filter((template) => !template.scenario),
    );
    this.seats = game.seats.map((seat, i) => ({
      seat,
      who: this._sitters(seat, i > 0),
      about: h("p", { class: "note", role: "status" }), // what the bot is like
    }));
    this.entered = h("input", { type: "radio", name: "dice", value: "entered" });
    this.name = h("input", { type: "text", name: "name", maxlength: 80, placeholder: game.title });
    this.changed = h("span", { class: "note" }, "all as the rules have them");
    this.settings = game.options.map((option) => this._setting(option));
    this.go = h("button", { class: "primary big" }, "Start the match");
    this.root = h("div", { class: "rest" }, this._parts());
    this._summary();
    this._seated();
  }

  /** What the server is told of it. */
  get body() {
    /** @type {NewMatch} */
    const body = {
      game: this.game.name,
      scenario: this.scenario.value,
      options: this._chosen,
      seats: Object.fromEntries(
        this.seats.map(({ seat, who }) => [seat, isBot(who) ? who.value.slice(4) : "human"]),
      ),
      open: this.open,
      dice: this.entered.checked ? "entered" : "rolled",
      file: this.own.root.hidden ? this.figures.value : this.own.value,
      name: this.name.value.trim() || null,
    };
    return body;
  }

  /** The seats that are this browser's. */
  get mine() {
    return this.seats.filter(({ who }) => who.value === "me").map(({ seat }) => seat);
  }

  /** The seats that anybody may take. */
  get open() {
    return this.seats.filter(({ who }) => who.value === "open").map(({ seat }) => seat);
  }

  /**
   * Say what is wrong with what has been filled in ("": nothing).
   * @param {string} problem
   */
  tell(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
  }

  // --- The parts ---

  _parts() {
    const columns = h(
      "div",
      { class: "columns" },
      h(
        "div",
        {},
        h("label", { class: "field" }, "Scenario", this.scenario, this.summary),
        h("label", { class: "field" }, "Name (if you like)", this.name),
      ),
      this._sitting(),
      this._dice(),
    );
    const note =
      "No account is needed: each seat has a secret link, and this browser remembers yours.";
    return [
      columns,
      this.own.root,
      this._options(),
      this.game.figures ? this._figures() : null,
      this.problem,
      h("div", { class: "go" }, this.go, h("p", { class: "note" }, note)),
    ];
  }

  _sitting() {
    const rows = this.seats.map(({ seat, who, about }) => {
      const name = h("span", { class: "seat-name" }, seatName(seat));
      return h("div", { class: "seat-row" }, chip(seat), name, who, about);
    });
    return h("fieldset", { class: "sitting" }, h("legend", {}, "Who sits where"), rows);
  }

  _dice() {
    const rolled = h("input", { type: "radio", name: "dice", value: "rolled" });
    rolled.checked = true;
    /** @type {(input: HTMLElement, label: string, note: string) => HTMLElement} */
    const line = (input, label, note) =>
      h(
        "label",
        { class: "check" },
        input,
        h("span", {}, label, h("span", { class: "note" }, note)),
      );
    return h(
      "fieldset",
      { class: "dice-kind" },
      h("legend", {}, "Dice"),
      line(rolled, "Rolled for us", " by the computer, fairly"),
      line(this.entered, "Typed in", " from the dice on our own table"),
    );
  }

  _options() {
    const rows = this.settings.map(({ option, input }) =>
      h(
        "label",
        { class: "option-row" },
        h(
          "span",
          {},
          option.title ? h("span", {}, `${option.title} `) : null,
          h("code", {}, option.name),
          h("span", { class: "note" }, option.meaning),
        ),
        input,
      ),
    );
    const sift = () => {
      const wanted = search.value.trim().toLowerCase();
      for (const row of rows)
        row.hidden = Boolean(wanted) && !row.textContent.toLowerCase().includes(wanted);
    };
    const search = h("input", {
      type: "search",
      placeholder: "Find an option",
      "aria-label": "Find an option",
      oninput: sift,
    });
    return h(
      "details",
      { class: "options" },
      h("summary", {}, `Rule options (${rows.length}) `, this.changed),
      search,
      h("div", { class: "option-rows" }, rows),
    );
  }

  _figures() {
    return h(
      "details",
      { class: "own-figures" },
      h("summary", {}, "Your own figures and names"),
      this.figures.root,
    );
  }

  // --- Fields ---

  /**
   * Who may sit on a seat; at first we do, or a bot of middling strength.
   * @param {string} seat
   * @param {boolean} bot
   */
  _sitters(seat, bot) {
    const { bots, seats } = this.game;
    const best = bots.at(-1);
    const label = (/** @type {string} */ name) =>
      name === best ? `bot ${name} (strongest)` : `bot ${name}`;
    const who = h(
      "select",
      {
        name: `seat-${seat}`,
        "aria-label": `Who plays the ${seatName(seat)}`,
        onchange: () => this._seated(),
      },
      h("option", { value: "me" }, "me"),
      seats.length > 1 ? h("option", { value: "friend" }, "a friend, by link") : null,
      seats.length > 1 ? h("option", { value: "open" }, "anyone who joins") : null,
      [...bots].reverse().map((name) => h("option", { value: `bot:${name}` }, label(name))),
    );
    if (bot) who.value = `bot:${bots[Math.floor(bots.length / 2)]}`;
    return who;
  }

  /**
   * @param {Option} option
   * @returns {Setting}
   */
  _setting(option) {
    const values = option.values.split("|");
    const usual = option.default;
    const onchange = () => this._count();
    const input =
      values.length > 1 && values.includes(usual)
        ? h(
            "select",
            { onchange },
            values.map((value) => h("option", { value }, option.words?.[value] ?? value)),
          )
        : h("input", { type: "text", onchange, title: option.values });
    input.value = usual;
    return { option, input, usual };
  }

  // --- What changes ---

  _summary() {
    const chosen = this.game.scenarios.find((scenario) => scenario.name === this.scenario.value);
    this.own.show(Boolean(chosen?.own));
    this.summary.textContent = chosen?.own
      ? "As your own file describes it."
      : (chosen?.about ?? "");
    this.tell("");
  }

  /** The options that are not as usual. */
  get _chosen() {
    const changed = this.settings.filter(({ input, usual }) => input.value !== usual);
    return Object.fromEntries(changed.map(({ option, input }) => [option.name, input.value]));
  }

  _count() {
    const number = Object.keys(this._chosen).length;
    this.changed.textContent = number ? `${number} changed` : "all as the rules have them";
  }

  /** Say who the bots are; options that are as usual become as usual with these people. */
  _seated() {
    for (const { who, about } of this.seats)
      about.textContent = isBot(who) ? (this.game.bot_words[who.value.slice(4)] ?? "") : "";
    const people = this.seats
      .filter(({ who }) => !isBot(who))
      .map(({ seat }) => this.game.people_options[seat] ?? {});
    /** @type {Record<string, string>} */
    const others = Object.assign({}, ...people);
    for (const setting of this.settings) {
      const { option, input } = setting;
      const usual = others[option.name] ?? option.default;
      if (input.value === setting.usual) input.value = usual;
      setting.usual = usual;
      for (const choice of input instanceof HTMLSelectElement ? input.options : [])
        choice.textContent =
          (option.words?.[choice.value] ?? choice.value) +
          (choice.value === usual ? " (usual)" : "");
    }
  }
}

/** @param {HTMLSelectElement} who */
function isBot(who) {
  return who.value.startsWith("bot:");
}
