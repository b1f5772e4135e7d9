// @ts-check
// A match as this browser takes part in it: position, log, chat, and what can be done.

import { Problem, allGames, call, follow, get, write } from "./api.js";
import { knowSides, toast } from "./dom.js";
import * as store from "./store.js";

/** Calls its listeners by the name of what has changed. */
export class Session {
  constructor(id, token) {
    this.id = id;
    this.token = token; // of the seat whose eyes we look through
    this.tokens = {}; // of every seat that is ours: one browser may play several
    this.watch = false;
    this.live = null; // the position as it is
    this.position = null; // the position that is shown: live, or a moment of the past
    this.picture = "";
    this.at = null;
    this.eyes = null; // whose view a replay shows
    this.log = [];
    this.chat = [];
    this.odds = {};
    this.busy = false;
    this.stream = "lost";
    this.overlays = [];
    this._undone = 0;
    this._listeners = {};
    this._stop = new AbortController();
    this._again = false;
    this._latest = 0;
    this._loading = null;
  }

  on(what, listener) {
    (this._listeners[what] ??= []).push(listener);
  }

  _tell(what) {
    for (const listener of this._listeners[what] ?? []) listener(this);
  }

  path(rest = "") {
    return `matches/${encodeURIComponent(this.id)}${rest}`;
  }

  /** Ask about the match; once we have left it nothing is asked, and no answer comes. */
  async _get(rest = "", token = this.token) {
    const { signal } = this._stop;
    try {
      return await get(this.path(rest), token, signal);
    } catch (problem) {
      if (signal.aborted) return new Promise(() => {});
      throw problem;
    }
  }

  /** Look at the match for the first time; raises a Problem if there is no such match for us. */
  async open(at) {
    const [found, games] = await Promise.all([this._get(this._wanted), allGames()]);
    this.game = games.find((some) => some.name === found.game); // all that it says of itself
    knowSides(this.game);
    const known = store.match(this.id);
    const mine = new Set(known?.mine ?? []);
    if (found.seat) mine.add(found.seat);
    const links = { [found.seat ?? "watch"]: this.token };
    store.keep(this.id, { game: found.game, name: found.name, links, mine: [...mine] });
    const kept = store.match(this.id).links;
    for (const seat of mine) if (kept[seat]) this.tokens[seat] = kept[seat];
    this.watch = !found.seat;
    if (this.watch) this.tokens = {};
    this.at = at;
    await this._take(found);
    this._follow();
  }

  close() {
    this._stop.abort();
    this._listeners = {};
  }

  /** Whether we sit at a seat, and no bot does. */
  holds(seat, position = this.live) {
    return Boolean(this.tokens[seat]) && position.seats[seat] === "human";
  }

  /** Whether one of our seats must choose now. */
  get ours() {
    return !this.over && Boolean(this.need || this.holds(this.live?.view.waiting_for));
  }

  /** The dice we must type in: those of our own choice, of a bot's, or of nobody's. */
  get need() {
    const { live } = this;
    if (!live?.need || this.watch) return null;
    const seat = live.view.waiting_for;
    return !seat || this.holds(seat) || live.seats[seat] !== "human" ? live.need : null;
  }

  get over() {
    return Boolean(this.live?.result);
  }

  get replaying() {
    return this.at !== null;
  }

  _follow() {
    const onevent = (event) => {
      const data = event.data ? JSON.parse(event.data) : {};
      if (event.type === "position") this._heard(data.version);
      else if (event.type === "chat") this.readChat();
      else if (event.type === "gone") this._gone();
    };
    const onstate = (state) => {
      this.stream = state; // a stream that is there again tells by itself what has changed meanwhile
      this._tell("stream");
      if (state === "gone") this._gone();
    };
    follow(this.path("/events"), this.token, this._stop.signal, { onevent, onstate });
  }

  /** Somebody has changed the match; while we change it ourselves, our own answer comes first. */
  _heard(version) {
    this._latest = version;
    if (!this.busy && version !== this.live?.version) this.refresh();
  }

  /** What every answer shall bring besides the position: all that has to be shown. */
  get _wanted() {
    return `?log=${this.log.length}&undone=${this._undone}&overlays=${encodeURIComponent(this.overlays.join(","))}`;
  }

  /** Our link may be void, or the match deleted; another of our seats may still be good. */
  _gone() {
    this.stream = "gone";
    this._tell("stream");
  }

  /** Fetch whatever has changed; calls while one is under way make it look once more. */
  refresh() {
    if (this._loading) {
      this._again = true;
      return this._loading;
    }
    this._loading = this._refresh().finally(() => {
      this._loading = null;
    });
    return this._loading;
  }

  async _refresh() {
    do {
      this._again = false;
      try {
        await this._take(await this._get(this._wanted));
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (!this.live) throw problem;
        if ([401, 403, 404].includes(problem.status)) return this._gone();
      }
    } while (this._again);
  }

  /** Show a position the server has sent, through the eyes of the seat that must choose. */
  async _take(position) {
    const waiting = position.view.waiting_for;
    if (waiting !== position.seat && this.holds(waiting, position))
      position = await this._change(waiting, position);
    this.live = position;
    this.odds = position.shown.odds ?? {};
    store.keep(this.id, { name: position.name, game: position.game });
    this._readLog(position);
    if (position.chat_length > this.chat.length) this.readChat();
    await this._show();
    if (position.shown.odds) this._tell("odds");
    else this._readOdds(position);
  }

  /** Look through the eyes of another of our seats, unless somebody else has it by now. */
  async _change(seat, position) {
    try {
      const found = await this._get(this._wanted, this.tokens[seat]);
      this.token = this.tokens[seat];
      return found;
    } catch (problem) {
      if (problem.status !== 401) throw problem;
      delete this.tokens[seat];
      store.keep(this.id, { mine: Object.keys(this.tokens) });
      return position;
    }
  }

  /** The picture of what is shown, live or past. */
  async _show() {
    const { live, at } = this;
    const [position, picture] =
      at === null
        ? [live, live.shown.picture]
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

  _readLog({ shown, undone }) {
    this._undone = undone;
    this.log = [...this.log.slice(0, shown.first), ...shown.log];
    this._tell("log");
  }

  async readChat() {
    try {
      const more = await this._get(`/chat?from=${this.chat.length}`);
      const known = new Set(this.chat.map((said) => said.number));
      this.chat.push(...more.filter((said) => !known.has(said.number)));
      this._tell("chat");
    } catch {
      // It comes with the next event.
    }
  }

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

  /** Change which moment is shown: a number, or null for now. */
  async goTo(at, eyes = this.eyes) {
    const last = this.live.choices;
    this.eyes = eyes;
    this.at = at === null ? null : Math.max(0, Math.min(at, last));
    this._tell("moment");
    try {
      await (this.replaying ? this._show() : this.refresh()); // other overlays may be wanted by now
    } catch (problem) {
      toast(problem.message, "error");
    }
  }

  async setOverlays(overlays) {
    this.overlays = overlays;
    try {
      if (!this.replaying) this.live.shown.picture = await this._get(`/picture${this._query()}`);
      await this._show();
    } catch (problem) {
      this.overlays = [];
      toast(problem.message, "error");
    }
  }

  /** Send a change, one at a time, and show what came of it; `quiet` ones were nobody's wish. */
  async _write(rest, body, token = this.token, quiet = false) {
    if (this.busy || this.replaying) return false;
    this.busy = true;
    this._tell("busy");
    try {
      const answer = await write(this.path(rest + this._wanted), token, body);
      this.token = token;
      await this._take(answer);
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!quiet || problem.status !== 409)
        toast(
          problem.status === 409
            ? "The table has moved on meanwhile: here is how it stands."
            : problem.message,
          problem.status === 409 ? "note" : "error",
        );
      await this.refresh();
      return false;
    } finally {
      this.busy = false;
      this._tell("busy");
      if (this._latest > this.live.version) this.refresh();
    }
  }

  /** What a change is made to: it is refused if the match has moved on meanwhile. */
  get _now() {
    return { version: this.live.version };
  }

  choose(choice) {
    return this._write("/choices", { ...this._now, choice });
  }

  enterDice(values) {
    return this._write("/dice", { ...this._now, values });
  }

  /** Be bound to a seat's part in the dice; false if that could not be done. */
  commit(seat, commitment) {
    return this._write("/dice/commitment", { commitment }, this.tokens[seat], true);
  }

  reveal(seat, contribution, without = false) {
    return this._write(
      "/dice/contribution",
      { contribution, without_others: without },
      this.tokens[seat],
      !without,
    );
  }

  /** Why the last choice cannot be taken back ("" if it can), and the token of the seat that may. */
  get undoing() {
    if (this.replaying) return { barred: "this is a moment of the past" };
    if (this.watch) return { barred: "you are watching" };
    const { allowed, reason, seat } = this.live.undo;
    if (allowed) return { barred: "", token: this.token };
    return this.holds(seat) ? { barred: "", token: this.tokens[seat] } : { barred: reason };
  }

  undo() {
    const { barred, token } = this.undoing;
    return barred ? false : this._write("/undo", this._now, token);
  }

  advice() {
    return this._get("/advice");
  }

  async say(text) {
    await call("POST", this.path("/chat"), { token: this.token, body: { text } });
    await this.readChat();
  }

  notes() {
    return this._get("/notes");
  }

  writeNotes(text) {
    return call("PUT", this.path("/notes"), { token: this.token, body: { text } });
  }

  /** A new link for a seat of ours; the old one is void from now on. */
  async newLink(seat) {
    const found = await call("POST", this.path(`/seats/${seat}/link`), {
      token: this.tokens[seat] ?? this.token,
    });
    store.keep(this.id, { links: found.links });
    return found.links[seat];
  }

  /** Put a bot, or a human, on a seat. */
  async sit(seat, who) {
    const found = await call("PUT", this.path(`/seats/${seat}`), {
      token: this.tokens[seat] ?? this.token,
      body: { who },
    });
    await this.refresh();
    return found;
  }

  async rename(name) {
    await call("PATCH", this.path(), { token: this.token, body: { name } });
    await this.refresh();
  }

  async record() {
    return this._get("/record");
  }
}
