// @ts-check
// The others at the table: what they are called, who is here, and the match that is played next.

import { call } from "../common/api.js";
import { seatName } from "../common/dom.js";
import { address, link } from "../router.js";
import * as store from "../common/store.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Links} Links */
/** @typedef {{seats: string[], watching: number, names: Record<string, string>}} Here */

export class Others {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {string[]} */
    this.here = []; // the seats that have the match open
    this.watching = 0;
    /** @type {Record<string, string> | null} */
    this._names = null; // newer than those of the position
  }

  /** @returns {Record<string, string>} */
  get names() {
    return this._names ?? this.session.live?.names ?? {};
  }

  /** @param {Here} found */
  heard({ seats, watching, names }) {
    this.here = seats;
    this.watching = watching;
    this._names = names;
  }

  /**
   * Whoever sits there, for people.
   * @param {string | null} seat
   */
  called(seat) {
    const name = this.names[seat ?? ""];
    return name ? `${name} (${seatName(seat)})` : `the ${seatName(seat)}`;
  }

  /** The people who have the seats that are not ours. */
  get people() {
    const { live, tokens } = this.session;
    const seats = Object.entries(live?.seats ?? {});
    return seats.filter(([seat, who]) => who === "human" && !tokens[seat]).map(([seat]) => seat);
  }

  /** Tell our name to the table, if we have one or have just dropped it. */
  async introduce(changed = false) {
    const { session } = this;
    const { name } = store.preferences();
    if (!name && !changed) return;
    for (const [seat, token] of Object.entries(session.tokens))
      if (session.holds(seat) && (this.names[seat] ?? "") !== name)
        await call("PUT", session.path("/name"), { token, body: { name } });
  }

  /** Go to the match after this one, with the seats changed; whoever comes first begins it. */
  async again() {
    const { session } = this;
    /** @type {Record<string, string>} */
    const links = {};
    let id = "";
    for (const [seat, token] of Object.entries(session.tokens)) {
      if (!session.holds(seat)) continue;
      /** @type {Links} */
      const found = await call("POST", session.path("/again"), { token });
      Object.assign(links, found.links);
      id = found.id;
    }
    const mine = Object.keys(links);
    store.keep(id, { game: session.live?.game, links, mine });
    location.hash = address(id, links[mine[0]]);
  }

  /** A link to the replay, for everybody. */
  async share() {
    const { session } = this;
    /** @type {Links} */
    const found = await call("POST", session.path("/share"), { token: session.token });
    return link(found.id, found.links.replay, 0);
  }

  /** Let nobody join any more. */
  closeTable() {
    const { session } = this;
    return call("DELETE", session.path("/open"), { token: session.token });
  }
}
