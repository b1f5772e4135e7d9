// @ts-check
// A match as this browser takes part in it: position, log, chat, and what can be done.

import { Problem, allGames, call, follow, get, newKey, words, write } from "../common/api.js";
import { knowSides, toast } from "../common/dom.js";
import * as store from "../common/store.js";
import { diceToType, mustAct } from "../common/turns.js";
import { Others } from "./others.js";
import { LastPicture } from "./picture.js";

/** @typedef {import("wire").Shown} Shown */
/** @typedef {import("wire").Position & {shown: Shown}} Position with all that is shown */
/** @typedef {import("wire").Position} Past a position as it was, with nothing besides */
/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Entry} Entry */
/** @typedef {import("wire").Said} Said */
/** @typedef {import("wire").Links} Links */
/** @typedef {Record<string, import("wire").OptionOdds>} OddsByText */
/** @typedef {"position" | "log" | "odds" | "chat" | "stream" | "moment" | "busy" | "here"} What */
/** @typedef {{version: number} | Position} Told */
/** @typedef {(session: Session) => void} Listener */

/** Calls its listeners by the name of what has changed. */
export class Session {
  /**
   * @param {string} id
   * @param {string} token
   */
  constructor(id, token) {
    this.id = id;
    this.token = token; // of the seat whose eyes we look through
    /** @type {Record<string, string>} */
    this.tokens = {}; // of every seat that is ours: one browser may play several
    this.watch = false;
    /** @type {Game | undefined} */
    this.game = undefined; // all that it says of itself
    /** @type {Position | null} */
    this.live = null; // the position as it is, once the match is open
    /** @type {Past | null} */
    this.position = null; // the position that is shown: live, or a moment of the past
    this.picture = "";
    /** @type {number | null} */
    this.at = null;
    /** @type {string | null} */
    this.eyes = null; // whose view a replay shows
    /** @type {Entry[]} */
    this.log = [];
    /** @type {Said[]} */
    this.chat = [];
    /** @type {OddsByText} */
    this.odds = {};
    this.others = new Others(this);
    this.fresh = false; // whether this browser has never seen the match before
    /** @type {number | null} */
    this.seen = null; // how many choices there were when we were here last
    this.busy = false;
    /** @type {import("../common/api.js").StreamState} */
    this.stream = "lost";
    /** @type {string[]} */
    this.overlays = [];
    this._picture = new LastPicture();
    this._page = newKey(); // so that the stream does not bring what we have done ourselves
    this._undone = 0;
    /** @type {Partial<Record<What, Listener[]>>} */
    this._listeners = {};
    this._stop = new AbortController();
    this._again = false;
    /** @type {Told[]} */
    this._told = []; // what the stream has told of and is not shown yet
    /** @type {Promise<void> | null} */
    this._loading = null;
  }

  /**
   * @param {What} what
   * @param {Listener} listener
   */
  on(what, listener) {
    (this._listeners[what] ??= []).push(listener);
  }

  /** @param {What} what */
  _tell(what) {
    for (const listener of this._listeners[what] ?? []) listener(this);
  }

  path(rest = "") {
    return `matches/${encodeURIComponent(this.id)}${rest}`;
  }

  /**
   * Ask about the match; once we have left it nothing is asked, and no answer comes.
   * @returns {Promise<any>}
   */
  async _get(rest = "", token = this.token) {
    const { signal } = this._stop;
    try {
      return await get(this.path(rest), token, signal);
    } catch (problem) {
      if (signal.aborted) return new Promise(() => {});
      throw problem;
    }
  }

  /**
   * Look at the match for the first time; raises a Problem if there is no such match for us.
   * @param {number | null} at
   */
  async open(at) {
    const [found, games] = await Promise.all([this._now(), allGames()]);
    this.game = games.find((some) => some.name === found.game);
    knowSides(this.game);
    const known = store.match(this.id);
    this.fresh = known === null;
    this.seen = known?.choices ?? null;
    const mine = new Set(known?.mine ?? []);
    if (found.seat) mine.add(found.seat);
    const links = { [found.seat ?? "watch"]: this.token };
    store.keep(this.id, { game: found.game, name: found.name, links, mine: [...mine] });
    const kept = store.match(this.id)?.links ?? {};
    for (const seat of mine) if (kept[seat]) this.tokens[seat] = kept[seat];
    this.watch = !found.seat;
    if (this.watch) this.tokens = {};
    this.at = at;
    await this._take(found);
    this._follow();
    this.others.introduce().catch(() => {}); // some other time, then
  }

  close() {
    this._stop.abort();
    this._listeners = {};
  }

  /**
   * The match as it is, with all that is shown.
   * @returns {Promise<Position>}
   */
  async _now(token = this.token) {
    const found = await this._get(this._wanted, token);
    if (this._picture.complete(found.shown.picture)) return found;
    this._picture.forget(); // something else has come meanwhile: ask for all of it
    return this._now(token);
  }

  /**
   * Whether we sit at a seat, and no bot does.
   * @param {string | null | undefined} seat
   * @returns {seat is string}
   */
  holds(seat, position = this.live) {
    return Boolean(seat && this.tokens[seat]) && position?.seats[seat ?? ""] === "human";
  }

  /** Whether one of our seats must choose now. */
  get ours() {
    return this.live !== null && mustAct(this.live, Object.keys(this.tokens));
  }

  /** The dice we must type in: those of our own choice, of a bot's, or of nobody's. */
  get need() {
    return this.live && diceToType(this.live, Object.keys(this.tokens));
  }

  get over() {
    return Boolean(this.live?.result);
  }

  /** Whether other rules have stopped it: it is there to be looked at, and nothing can be done. */
  get frozen() {
    return Boolean(this.live?.frozen);
  }

  get replaying() {
    return this.at !== null;
  }

  _follow() {
    follow(this.token, this._stop.signal, {
      path: () => this.path(`/events${this._known}`),
      last: () => `${this.live?.version}.${this.chat.length}`,
      onevent: (event) => this._event(event),
      onstate: (state) => {
        this.stream = state; // when it is live again it tells by itself what has changed meanwhile
        this._tell("stream");
      },
    });
  }

  /** @param {import("../common/api.js").StreamEvent} event */
  _event({ type, data }) {
    if (type === "position") this._heard(JSON.parse(data));
    else if (type === "chat") this.readChat();
    else if (type === "here") {
      this.others.heard(JSON.parse(data));
      this._tell("here");
    } else if (type === "gone") this._gone();
  }

  /**
   * Somebody has changed the match: here it is, with all that is new to us, or only its version.
   * While we change it ourselves, our own answer comes first.
   * @param {Told} told
   */
  _heard(told) {
    const { version } = told;
    const whole = !("view" in told) || this._picture.complete(told.shown.picture);
    this._told.push(whole ? told : { version });
    this._catchUp();
  }

  /** Show what we were told of, each after the one before; ask for what does not fit. */
  _catchUp() {
    while (!this.busy && !this._loading) {
      const told = this._told.shift();
      if (!told) return;
      if (told.version > (this.live?.version ?? -1)) this.refresh(this._fits(told) ? told : null);
    }
  }

  /**
   * Whether a position that came by itself brings all that we lack; it knows of no overlays.
   * @param {Told} told
   * @returns {told is Position}
   */
  _fits(told) {
    if (!("view" in told) || !this.live) return false;
    const { shown, undone } = told;
    const joins = !shown.first || (undone === this._undone && shown.first <= this.log.length);
    return joins && !this.overlays.length;
  }

  /** How much of the match we have, and who we are. */
  get _known() {
    return `?log=${this.log.length}&undone=${this._undone}&page=${this._page}`;
  }

  /** What every answer shall bring besides the position: all that has to be shown. */
  get _wanted() {
    const overlays = encodeURIComponent(this.overlays.join(","));
    return `${this._known}&have=${this._picture.tag}&overlays=${overlays}`;
  }

  /** Our link may be void, or the match deleted; another of our seats may still be good. */
  _gone() {
    this.stream = "gone";
    this._tell("stream");
  }

  /**
   * Fetch whatever has changed, if it is not there; calls while one is under way make it look once
   * more.
   * @param {Position | null} found
   */
  refresh(found = null) {
    if (this._loading) {
      this._again = true;
      return this._loading;
    }
    this._loading = this._refresh(found);
    return this._loading;
  }

  /** @param {Position | null} found */
  async _refresh(found) {
    try {
      do {
        this._again = false;
        await this._look(found);
        found = null;
      } while (this._again);
    } finally {
      this._loading = null; // at once: whoever calls from now on must not rely on this look
      this._catchUp();
    }
  }

  /** @param {Position | null} found */
  async _look(found) {
    try {
      await this._take(found ?? (await this._now()));
    } catch (problem) {
      if (!(problem instanceof Problem) || !this.live) throw problem;
      if ([401, 403, 404].includes(problem.status)) this._gone();
    }
  }

  /**
   * Show a position the server has sent, through the eyes of the seat that must choose.
   * @param {Position} position
   */
  async _take(position) {
    const waiting = position.view.waiting_for;
    if (waiting !== position.seat && this.holds(waiting, position))
      position = await this._change(waiting, position);
    if (this.live && position.version < this.live.version) return; // overtaken by a newer one
    this.token = this.tokens[position.seat ?? ""] ?? this.token;
    this.live = position;
    this.odds = position.shown.odds ?? {};
    const { name, game, choices, result } = position;
    store.keep(this.id, { name, game, choices, result: result?.outcome });
    this._readLog(position);
    if (position.chat_length > this.chat.length) this.readChat();
    await this._show();
    if (position.shown.odds) this._tell("odds");
    else this._readOdds(position);
  }

  /**
   * Look through the eyes of another of our seats, unless somebody else has it by now.
   * @param {string} seat
   * @param {Position} position
   */
  async _change(seat, position) {
    try {
      return await this._now(this.tokens[seat]);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
      delete this.tokens[seat];
      store.keep(this.id, { mine: Object.keys(this.tokens) });
      return position;
    }
  }

  /** The picture of what is shown, live or past. */
  async _show() {
    const { live, at } = this;
    if (!live) return;
    /** @type {[Past, string]} */
    const [position, picture] =
      at === null
        ? [live, String(live.shown.picture.parts[0])]
        : await Promise.all([
            this._get(`/position?at=${at}${this._eyes}`),
            this._get(`/picture${this._query()}`),
          ]);
    if (this.at !== at || this.live !== live) return; // something newer is on its way
    this.position = position;
    this.picture = picture;
    this._tell("position");
  }

  get _eyes() {
    return this.replaying && this.over && this.eyes !== null ? `&seat=${this.eyes}` : "";
  }

  /** What a picture must show, as its address says it. */
  _query() {
    const layers = this.overlays.length
      ? `overlays=${encodeURIComponent(this.overlays.join(","))}`
      : "";
    return this.replaying
      ? `?at=${this.at}${this._eyes}${layers && `&${layers}`}`
      : layers && `?${layers}`;
  }

  /**
   * Add what is new of the log; lines that we have stay the same objects.
   * @param {Position} position
   */
  _readLog({ shown, undone }) {
    const known = undone === this._undone ? this.log : this.log.slice(0, shown.first);
    this._undone = undone;
    this.log = [...known, ...shown.log.slice(known.length - shown.first)];
    this._tell("log");
  }

  async readChat() {
    try {
      /** @type {Said[]} */
      const more = await this._get(`/chat?from=${this.chat.length}`);
      const known = new Set(this.chat.map((said) => said.number));
      this.chat.push(...more.filter((said) => !known.has(said.number)));
      this._tell("chat");
    } catch {
      // It comes with the next event.
    }
  }

  /** @param {Position} position */
  async _readOdds(position) {
    if (!this.ours || !position.view.options.length) return;
    try {
      const odds = await this._get("/odds");
      if (this.live !== position) return;
      this.odds = odds;
      this._tell("odds");
    } catch {
      // Odds are an extra.
    }
  }

  /**
   * Change which moment is shown: a number, or null for now.
   * @param {number | null} at
   */
  async goTo(at, eyes = this.eyes) {
    const last = this.live?.choices ?? 0;
    this.eyes = eyes;
    this.at = at === null ? null : Math.max(0, Math.min(at, last));
    this._tell("moment");
    try {
      await (this.replaying ? this._show() : this.refresh()); // other overlays may be wanted by now
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /** @param {string[]} overlays */
  async setOverlays(overlays) {
    this.overlays = overlays;
    const { live } = this;
    try {
      if (live && !this.replaying)
        live.shown.picture.parts = [await this._get(`/picture${this._query()}`)];
      await this._show();
    } catch (problem) {
      this.overlays = [];
      toast(words(problem), "error");
    }
  }

  /**
   * Send a change, one at a time, and show what came of it; `quiet` ones were nobody's wish.
   * @param {string} rest
   * @param {object} body
   */
  async _write(rest, body, token = this.token, quiet = false) {
    if (this.busy || this.replaying) return false;
    this.busy = true;
    this._tell("busy");
    try {
      const found = await write(this.path(rest + this._wanted), token, body);
      const whole = this._picture.complete(found.shown.picture);
      await this._take(whole ? found : await this._now());
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this._refused(problem, quiet);
      await this.refresh();
      return false;
    } finally {
      this.busy = false;
      this._tell("busy");
      this._catchUp();
    }
  }

  /**
   * @param {Problem} problem
   * @param {boolean} quiet
   */
  _refused({ status, message }, quiet) {
    if (status !== 409) toast(message, "error");
    else if (!quiet) toast("The table has moved on meanwhile: here is how it stands.");
  }

  /** What a change is made to: it is refused if the match has moved on meanwhile. */
  get _version() {
    return { version: this.live?.version };
  }

  /** @param {string} choice */
  choose(choice) {
    return this._write("/choices", { ...this._version, choice });
  }

  /** @param {number[]} values */
  enterDice(values) {
    return this._write("/dice", { ...this._version, values });
  }

  /**
   * Be bound to a seat's part in the dice; false if that could not be done.
   * @param {string} seat
   * @param {string} commitment
   */
  commit(seat, commitment) {
    return this._write("/dice/commitment", { commitment }, this.tokens[seat], true);
  }

  /**
   * @param {string} seat
   * @param {string} contribution
   */
  reveal(seat, contribution, without = false) {
    const body = { contribution, without_others: without };
    return this._write("/dice/contribution", body, this.tokens[seat], !without);
  }

  /**
   * Why the last choice cannot be taken back ("" if it can), and the token of the seat that may.
   * @returns {{barred: string, token?: string}}
   */
  get undoing() {
    if (this.replaying) return { barred: "this is a moment of the past" };
    if (this.watch || !this.live) return { barred: "you are watching" };
    const { allowed, reason, seat } = this.live.undo;
    if (allowed) return { barred: "", token: this.token };
    return this.holds(seat) ? { barred: "", token: this.tokens[seat] } : { barred: reason };
  }

  /**
   * Take the last choice back, or all until so many are left.
   * @param {number} [to]
   */
  undo(to) {
    const { barred, token } = this.undoing;
    return barred ? false : this._write("/undo", { ...this._version, to }, token);
  }

  /** Whether the others can be asked to let us take our last choice back after dice. */
  get askable() {
    const { live } = this;
    const after = live?.undo.after_dice ?? null;
    return !this.replaying && after !== null && !live?.asked;
  }

  /** @param {string} words */
  wish(words) {
    return this._write("/undo/wish", { ...this._version, words });
  }

  /**
   * Answer such a wish.
   * @param {string} seat
   * @param {boolean} agree
   */
  reply(seat, agree) {
    return this._write("/undo/reply", { ...this._version, agree }, this.tokens[seat]);
  }

  /**
   * Give the match up.
   * @param {string} seat
   */
  resign(seat) {
    return this._write("/resign", this._version, this.tokens[seat]);
  }

  /** @param {string} seat */
  offerDraw(seat) {
    return this._write("/draw", this._version, this.tokens[seat]);
  }

  /**
   * Answer an offer of a draw.
   * @param {string} seat
   * @param {boolean} agree
   */
  answerDraw(seat, agree) {
    return this._write("/draw/reply", { ...this._version, agree }, this.tokens[seat]);
  }

  /**
   * Where somebody can be sent.
   * @param {string} who
   * @returns {Promise<import("wire").Destination[]>}
   */
  destinations(who) {
    return this._get(`/destinations?who=${encodeURIComponent(who)}`);
  }

  /** @returns {Promise<import("wire").Advice>} */
  advice() {
    return this._get("/advice");
  }

  /**
   * What was worth telling after so many choices.
   * @param {number} choice
   * @returns {Promise<import("wire").Told[]>}
   */
  since(choice) {
    return this._get(`/since?choice=${choice}`);
  }

  /** @returns {Promise<import("wire").Briefing>} */
  briefing() {
    return this._get("/briefing");
  }

  /** @returns {Promise<import("wire").Report>} */
  report() {
    return this._get("/report");
  }

  /** @returns {Promise<import("wire").Review>} */
  review() {
    return this._get("/review");
  }

  /**
   * The card of the lesson for one who has so many behind him.
   * @param {number} done
   * @returns {Promise<import("wire").Taught>}
   */
  card(done) {
    return this._get(`/lesson?done=${done}`);
  }

  /** @param {string} text */
  async say(text) {
    await call("POST", this.path("/chat"), { token: this.token, body: { text } });
    await this.readChat();
  }

  /** @returns {Promise<import("wire").Notes>} */
  /** @returns {Promise<import("wire").NoticeInfo>} */
  notice() {
    return this._get("/notice");
  }

  /**
   * Be told of our turn there, or nowhere.
   * @param {string} to
   * @returns {Promise<import("wire").NoticeInfo | null>}
   */
  noticeTo(to) {
    const path = this.path("/notice");
    if (!to) return call("DELETE", path, { token: this.token });
    return call("PUT", path, { token: this.token, body: { to } });
  }

  /**
   * Type the code that came by mail.
   * @param {string} code
   * @returns {Promise<import("wire").NoticeInfo>}
   */
  noticeCode(code) {
    return call("POST", this.path("/notice/code"), { token: this.token, body: { code } });
  }

  notes() {
    return this._get("/notes");
  }

  /** @param {string} text */
  writeNotes(text) {
    return call("PUT", this.path("/notes"), { token: this.token, body: { text } });
  }

  /**
   * A new link for a seat of ours, or for watching; the old one is void from now on.
   * @param {string} seat
   * @param {import("wire").NewLink} body how long it is good, and whether it is for us
   * @returns {Promise<string>}
   */
  async newLink(seat, body) {
    /** @type {Links} */
    const found = await call("POST", this.path(`/seats/${seat}/link`), {
      token: this.tokens[seat] ?? this.token,
      body,
    });
    store.keep(this.id, { links: found.links });
    return found.links[seat];
  }

  /**
   * Put a bot, or a human, on a seat.
   * @param {string} seat
   * @param {string} who
   * @returns {Promise<Links>}
   */
  async sit(seat, who) {
    const found = await call("PUT", this.path(`/seats/${seat}`), {
      token: this.tokens[seat] ?? this.token,
      body: { who },
    });
    await this.refresh();
    return found;
  }

  /** @param {string} name */
  async rename(name) {
    await call("PATCH", this.path(), { token: this.token, body: { name } });
    await this.refresh();
  }

  /** @returns {Promise<string>} */
  async record() {
    return this._get("/record");
  }
}
