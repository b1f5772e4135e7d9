// @ts-check
// The start page: begin a match, or go on with one.

import { Problem, aborted, allGames, call, get, words } from "./api.js";
import { ask, chip, confirm, fill, h, knowSides, s, seatName, toast, tool } from "./dom.js";
import { saveRecord } from "./files.js";
import { help, settings } from "./help.js";
import { OwnFile } from "./own.js";
import { address } from "./router.js";
import * as store from "./store.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Links} Links */
/** @typedef {import("wire").NewMatch} NewMatch */
/** @typedef {import("wire").OptionInfo} Option */
/** @typedef {import("wire").Position} Position */
/** @typedef {import("./store.js").Kept} Kept */
/**
 * @typedef {object} Setting a rule option, its field, and what it usually is with these players
 * @property {Option} option
 * @property {HTMLSelectElement | HTMLInputElement} input
 * @property {string} usual
 */

// Ships on the horizon: they belong to the page, not to any game.
const CRUISER =
  "M2 50h116l-9 12H13zM20 50v-6h10l3-4h8v10M44 50V30h6V18h4v-8h3v8h5v12h8v20" +
  "M74 50V38h8v-8h5v20M90 50v-7h10l4 7M33 43h-14M48 44h6M100 46h13";
const DESTROYER =
  "M4 52h112l-12 10H12zM26 52v-7h11v7M31 47H17M42 52V40h8V26h3V14h2v12h6v26" +
  "M66 52V36h7v16M79 52V38h7v14M92 52v-6h10v6M97 48h14M52 20h8M46 34h16";

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
  }

  close() {
    this._stopLooking();
  }

  async open() {
    document.title = "Flank Speed";
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
    const change = (/** @type {Game} */ other) => {
      store.prefer({ game: other.name });
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
      h("form", { onsubmit: start }, h("fieldset", { class: "games" }, legend, plates), setup.root),
    );
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

/** All that can be chosen for a new match of a game. */
class Setup {
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
    this.seats = game.seats.map((seat, i) => ({ seat, who: this._sitters(seat, i > 0) }));
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
    const rows = this.seats.map(({ seat, who }) => {
      const name = h("span", { class: "seat-name" }, seatName(seat));
      return h("div", { class: "seat-row" }, chip(seat), name, who);
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
        h("span", {}, h("code", {}, option.name), h("span", { class: "note" }, option.meaning)),
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
   * Who may sit on a seat; at first we do, or the strongest bot.
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
      [...bots].reverse().map((name) => h("option", { value: `bot:${name}` }, label(name))),
    );
    if (bot) who.value = `bot:${best}`;
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
            values.map((value) => h("option", { value }, value)),
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
      : (chosen?.summary ?? "");
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

  /** Let every option that is as usual be as it is usual with these people at the table. */
  _seated() {
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
        choice.textContent = choice.value === usual ? `${choice.value} (usual)` : choice.value;
    }
  }
}

/** @param {HTMLSelectElement} who */
function isBot(who) {
  return who.value.startsWith("bot:");
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

function masthead() {
  const title = h(
    "div",
    {},
    h("h1", {}, "Flank Speed"),
    h("p", {}, "Naval wargames of the Pacific, 1944 and 1945"),
  );
  const corner = h(
    "div",
    { class: "corner" },
    tool("gear", "Settings", () => settings(null)),
    tool("help", "Help and keys", () => help()),
  );
  return h(
    "header",
    { class: "masthead" },
    horizon(),
    h("div", { class: "masthead-in" }, title, corner),
  );
}

/**
 * A game's silhouette; a ship if it has none of its own, or is not known here.
 * @param {Game | null | undefined} game
 */
function emblem(game) {
  return s(
    "svg",
    { class: "emblem", viewBox: "0 0 120 72", "aria-hidden": "true" },
    s("path", { d: game?.emblem || DESTROYER }),
  );
}

/** The sea at the top of the page: rhumb lines of a chart, and ships on the horizon. */
function horizon() {
  const lines = Array.from({ length: 16 }, (_, i) => {
    const turn = (i * Math.PI) / 8;
    return `M930 96l${(1400 * Math.cos(turn)).toFixed(0)} ${(1400 * Math.sin(turn)).toFixed(0)}`;
  }).join("");
  return s(
    "svg",
    {
      class: "horizon",
      viewBox: "0 0 1200 200",
      preserveAspectRatio: "xMaxYMid slice",
      "aria-hidden": "true",
    },
    s("path", { class: "rhumb", d: lines }),
    ...[34, 46, 78].map((r) => s("circle", { class: "rhumb", cx: 930, cy: 96, r })),
    s("path", {
      class: "rose",
      d: "M930 30l9 57-9 9zM930 162l-9-57 9-9zM996 96l-57 9-9-9zM864 96l57-9 9 9z",
    }),
    s(
      "g",
      { class: "ships" },
      s("path", { transform: "translate(640 112) scale(1.05)", d: CRUISER }),
      s("path", { transform: "translate(1050 138) scale(.55)", d: DESTROYER }),
      s("path", { transform: "translate(500 150) scale(.4)", d: DESTROYER }),
    ),
    s("path", {
      class: "waves",
      d: `M0 180${"q15-8 30 0t30 0".repeat(20)}M20 192${"q15-8 30 0t30 0".repeat(20)}`,
    }),
  );
}
