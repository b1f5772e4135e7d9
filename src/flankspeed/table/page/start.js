// @ts-check
// The start page: begin a match, or go on with one.

import { allGames, call, get } from "./api.js";
import { ask, chip, confirm, fill, h, icon, knowSides, s, seatName, toast, tool } from "./dom.js";
import { saveRecord } from "./files.js";
import { help, settings } from "./help.js";
import { OwnFile } from "./own.js";
import { address } from "./router.js";
import * as store from "./store.js";

// Ships on the horizon: they belong to the page, not to any game.
const CRUISER =
  "M2 50h116l-9 12H13zM20 50v-6h10l3-4h8v10M44 50V30h6V18h4v-8h3v8h5v12h8v20M74 50V38h8v-8h5v20M90 50v-7h10l4 7M33 43h-14M48 44h6M100 46h13";
const DESTROYER =
  "M4 52h112l-12 10H12zM26 52v-7h11v7M31 47H17M42 52V40h8V26h3V14h2v12h6v26M66 52V36h7v16M79 52V38h7v14M92 52v-6h10v6M97 48h14M52 20h8M46 34h16";

export class StartPage {
  constructor() {
    this.list = h("ul", { class: "matches" });
    this.fleet = h(
      "section",
      { class: "fleet", "aria-labelledby": "fleet-title" },
      h(
        "div",
        { class: "section-head" },
        h("h2", { id: "fleet-title" }, "My matches"),
        this._importer(),
      ),
      this.list,
    );
    this.form = h(
      "div",
      { class: "new-body" },
      h("p", { class: "empty" }, "Looking for the table…"),
    );
    this.root = h(
      "div",
      { class: "start" },
      h(
        "header",
        { class: "masthead" },
        horizon(),
        h(
          "div",
          { class: "masthead-in" },
          h(
            "div",
            {},
            h("h1", {}, "Flank Speed"),
            h("p", {}, "Naval wargames of the Pacific, 1944 and 1945"),
          ),
          h(
            "div",
            { class: "corner" },
            tool("gear", "Settings", () => settings(null)),
            tool("help", "Help and keys", () => help()),
          ),
        ),
      ),
      h(
        "main",
        { class: "start-main" },
        h(
          "section",
          { class: "new", "aria-labelledby": "new-title" },
          h("h2", { id: "new-title" }, "New match"),
          this.form,
        ),
        this.fleet,
      ),
    );
  }

  close() {
    this.closed = true;
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
        h("p", { class: "empty" }, problem.message),
        h("button", { type: "button", class: "primary", onclick: () => this.open() }, "Try again"),
      );
      return;
    }
    this._choose(store.preferences().game ?? this.games[0].name);
  }

  // --- A new match ---

  _choose(name) {
    const game = this.games.find((some) => some.name === name) ?? this.games[0];
    this.game = game;
    const radios = this.games.map((some) => {
      const input = h("input", {
        type: "radio",
        name: "game",
        value: some.name,
        onchange: () => {
          store.prefer({ game: some.name });
          this._fill(some);
        },
      });
      input.checked = some === game;
      return h(
        "label",
        { class: "game" },
        input,
        h(
          "span",
          { class: "plate" },
          emblem(some),
          h("strong", {}, some.title),
          h("span", { class: "summary" }, some.summary),
        ),
      );
    });
    this.rest = h("div", { class: "rest" });
    fill(
      this.form,
      h(
        "form",
        { onsubmit: (event) => this._start(event) },
        h("fieldset", { class: "games" }, h("legend", { class: "offscreen" }, "Game"), radios),
        this.rest,
      ),
    );
    this._fill(game);
  }

  _fill(game) {
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
      "Paste what is in your file, drop it here, or choose it: TOML with a table [scenario] and, if you like, one of [options].",
      (words) => this._tell(words),
    );
    this.figures = new OwnFile(
      "own-figures",
      "Your figures",
      "In TOML, as the guide to the game says: names, or for those who own the game what is printed where ours is reconstructed.",
      (words) => this._tell(words),
    );
    this.seats = game.seats.map((seat, i) => this._seat(game, seat, i));
    this.dice = this._dice();
    this.name = h("input", { type: "text", name: "name", maxlength: 80, placeholder: game.title });
    this.go = h("button", { class: "primary big" }, "Start the match");
    fill(
      this.rest,
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          h("label", { class: "field" }, "Scenario", this.scenario, this.summary),
          h("label", { class: "field" }, "Name (if you like)", this.name),
        ),
        h(
          "fieldset",
          { class: "sitting" },
          h("legend", {}, "Who sits where"),
          this.seats.map((seat) => seat.root),
        ),
        this.dice.root,
      ),
      this.own.root,
      this._options(game),
      game.figures
        ? h(
            "details",
            { class: "own-figures" },
            h("summary", {}, "Your own figures and names"),
            this.figures.root,
          )
        : null,
      this.problem,
      h(
        "div",
        { class: "go" },
        this.go,
        h(
          "p",
          { class: "note" },
          "No account is needed: each seat has a secret link, and this browser remembers yours.",
        ),
      ),
    );
    this._summary();
    this._seated();
  }

  _summary() {
    const chosen = this.game.scenarios.find((scenario) => scenario.name === this.scenario.value);
    this.own.show(Boolean(chosen?.own));
    this.summary.textContent = chosen?.own
      ? "As your own file describes it."
      : (chosen?.summary ?? "");
    this._tell("");
  }

  /** Say what is wrong with what has been filled in ("": nothing). */
  _tell(words) {
    this.problem.textContent = words;
    this.problem.hidden = !words;
  }

  _seat(game, seat, i) {
    const best = game.bots.at(-1);
    const who = h(
      "select",
      {
        name: `seat-${seat}`,
        "aria-label": `Who plays the ${seatName(seat)}`,
        onchange: () => this._seated(),
      },
      h("option", { value: "me" }, "me"),
      game.seats.length > 1 ? h("option", { value: "friend" }, "a friend, by link") : null,
      [...game.bots]
        .reverse()
        .map((bot) =>
          h(
            "option",
            { value: `bot:${bot}` },
            bot === best ? `bot ${bot} (strongest)` : `bot ${bot}`,
          ),
        ),
    );
    if (i > 0) who.value = `bot:${best}`;
    return {
      seat,
      who,
      root: h(
        "div",
        { class: "seat-row" },
        chip(seat),
        h("span", { class: "seat-name" }, seatName(seat)),
        who,
      ),
    };
  }

  _dice() {
    const radio = (value, words, note) => {
      const input = h("input", { type: "radio", name: "dice", value });
      input.checked = value === "rolled";
      return h(
        "label",
        { class: "check" },
        input,
        h("span", {}, words, h("span", { class: "note" }, note)),
      );
    };
    const root = h(
      "fieldset",
      { class: "dice-kind" },
      h("legend", {}, "Dice"),
      radio("rolled", "Rolled for us", " by the computer, fairly"),
      radio("entered", "Typed in", " from the dice on our own table"),
    );
    return {
      root,
      get value() {
        return root.querySelector("input:checked").value;
      },
    };
  }

  _options(game) {
    this.options = new Map();
    const changed = h("span", { class: "note" }, "all as the rules have them");
    const count = () => {
      const some = this._chosen();
      const number = Object.keys(some).length;
      changed.textContent = number ? `${number} changed` : "all as the rules have them";
    };
    const search = h("input", {
      type: "search",
      placeholder: "Find an option",
      "aria-label": "Find an option",
      oninput: () => sift(),
    });
    const rows = game.options.map((option) => {
      const values = option.values.split("|");
      const known = values.length > 1 && values.includes(option.default);
      const input = known
        ? h(
            "select",
            { onchange: count },
            values.map((value) => h("option", { value }, value)),
          )
        : h("input", { type: "text", onchange: count, title: option.values });
      input.value = input.dataset.usual = option.default;
      this.options.set(option, input);
      return h(
        "label",
        { class: "option-row" },
        h("span", {}, h("code", {}, option.name), h("span", { class: "note" }, option.meaning)),
        input,
      );
    });
    const sift = () => {
      const words = search.value.trim().toLowerCase();
      for (const row of rows)
        row.hidden = Boolean(words) && !row.textContent.toLowerCase().includes(words);
    };
    return h(
      "details",
      { class: "options" },
      h("summary", {}, `Rule options (${game.options.length}) `, changed),
      search,
      h("div", { class: "option-rows" }, rows),
    );
  }

  _chosen() {
    const chosen = {};
    for (const [option, input] of this.options)
      if (input.value !== input.dataset.usual) chosen[option.name] = input.value;
    return chosen;
  }

  /** Let every option that is as usual be as it is usual with these people at the table. */
  _seated() {
    const people = this.seats
      .filter(({ who }) => !who.value.startsWith("bot:"))
      .map(({ seat }) => this.game.people_options[seat] ?? {});
    const others = Object.assign({}, ...people);
    for (const [option, input] of this.options) {
      const usual = others[option.name] ?? option.default;
      if (input.value === input.dataset.usual) input.value = usual;
      input.dataset.usual = usual;
      for (const choice of input.options ?? [])
        choice.textContent = choice.value === usual ? `${choice.value} (usual)` : choice.value;
    }
  }

  async _start(event) {
    event.preventDefault();
    const seats = {};
    for (const { seat, who } of this.seats)
      seats[seat] = who.value.startsWith("bot:") ? who.value.slice(4) : "human";
    const mine = this.seats.filter(({ who }) => who.value === "me").map(({ seat }) => seat);
    const body = {
      game: this.game.name,
      scenario: this.scenario.value,
      options: this._chosen(),
      seats,
      dice: this.dice.value,
    };
    if (this.name.value.trim()) body.name = this.name.value.trim();
    const file = this.own.root.hidden ? this.figures.value : this.own.value;
    if (file) body.file = file;
    this._tell("");
    this.go.disabled = true;
    try {
      this._enter(await call("POST", "matches", { body }), mine, this.game.name);
    } catch (problem) {
      this._tell(problem.message);
    } finally {
      this.go.disabled = false;
    }
  }

  _enter({ id, links }, mine, game) {
    store.keep(id, { game, links, mine });
    location.hash = address(id, links[mine[0]] ?? links.watch);
  }

  // --- Matches of this browser ---

  _importer() {
    const file = h("input", {
      type: "file",
      accept: ".fsr,.txt,text/plain",
      class: "offscreen",
      id: "import-file",
      tabindex: "-1",
      "aria-hidden": "true",
      onchange: () => this._import(file),
    });
    return h(
      "span",
      { class: "import" },
      file,
      h(
        "button",
        { type: "button", class: "plain small", onclick: () => file.click() },
        "Open a record…",
      ),
    );
  }

  async _import(file) {
    if (!file.files.length) return;
    try {
      const record = await file.files[0].text();
      const game = /^game: *(\S+)/m.exec(record)?.[1] ?? "";
      const known = this.games?.find((some) => some.name === game);
      const seats = Object.fromEntries((known?.seats ?? []).map((seat) => [seat, "human"]));
      this._enter(
        await call("POST", "matches/import", { body: { record, seats } }),
        Object.keys(seats),
        game,
      );
    } catch (problem) {
      toast(problem.message, "error");
    } finally {
      file.value = "";
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
    this.looking?.abort();
    this.looking = new AbortController();
  }

  _match(match) {
    const token = match.links[match.mine[0]] ?? match.links.watch ?? Object.values(match.links)[0];
    const state = h("span", { class: "state" });
    const name = h(
      "a",
      { href: address(match.id, token), class: "match-name" },
      match.name ?? match.game,
    );
    const sign = h("span", {}, emblem(null));
    const row = h(
      "li",
      { class: "match-row" },
      sign,
      h("div", { class: "about" }, name, state),
      h(
        "div",
        { class: "row" },
        tool("pen", `Rename ${match.name}`, () => this._rename(match, token)),
        tool("save", `Save the record of ${match.name}`, () =>
          saveRecord(match, () => get(`matches/${match.id}/record`, token)),
        ),
        tool("bin", `Delete ${match.name}`, () => this._delete(match, token)),
      ),
    );
    this._state(match, token, { state, row, sign });
    return row;
  }

  async _state(match, token, { state, row, sign }) {
    try {
      const asked = get(`matches/${match.id}`, token, this.looking.signal);
      const [found, games] = await Promise.all([asked, allGames()]);
      const game = games.find((some) => some.name === found.game);
      fill(sign, emblem(game));
      const waiting = found.view.waiting_for;
      const mine = !found.result && (match.mine.includes(waiting) || (found.need && !waiting));
      row.classList.toggle("turn", Boolean(mine));
      const awaited = waiting ? [waiting] : (found.shared?.awaited ?? []);
      fill(
        state,
        found.result
          ? `over: ${found.result.outcome}`
          : mine
            ? h("b", {}, "● your turn")
            : awaited.length
              ? ["waiting for ", awaited.map((seat) => chip(seat, game?.sides))]
              : "waiting",
        h("span", { class: "note" }, ` ${found.choices} choices`),
      );
    } catch (problem) {
      if (problem.name === "AbortError") return;
      const lost = [401, 403, 404].includes(problem.status);
      fill(
        state,
        lost ? "gone, or the link is void " : problem.message,
        lost
          ? h(
              "button",
              {
                type: "button",
                class: "plain small",
                onclick: () => {
                  store.forget(match.id);
                  this._matches();
                },
              },
              "Take it off the list",
            )
          : null,
      );
    }
  }

  async _rename(match, token) {
    const name = await ask("Rename the match", "Name", match.name);
    if (!name) return;
    try {
      await call("PATCH", `matches/${match.id}`, { token, body: { name } });
      store.keep(match.id, { name });
      this._matches();
    } catch (problem) {
      toast(problem.message, "error");
    }
  }

  async _delete(match, token) {
    if (
      !(await confirm(
        "Delete this match?",
        `“${match.name}” is deleted for everybody at its table, with its record. This cannot be undone.`,
        "Delete it",
      ))
    )
      return;
    this._stopLooking();
    try {
      await call("DELETE", `matches/${match.id}`, { token });
      store.forget(match.id);
      toast("The match is deleted.");
    } catch (problem) {
      if (problem.status === 404) store.forget(match.id);
      toast(problem.message, "error");
    }
    this._matches();
  }
}

/** A game's silhouette; a ship if it has none of its own, or is not known here. */
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
