// @ts-check
// Replay: first, back, forward, last, play; the moment stands in the address.

import { h, icon, tool } from "../common/dom.js";
import * as store from "../common/store.js";

/** @typedef {import("./session.js").Session} Session */

const SPEEDS = [0.5, 1, 2, 4, 10];

export class Replay {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Moment",
      oninput: () => session.goTo(Number(this.slider.value)),
    });
    this.play = tool("play", "Play (space)", () => this.toggle());
    this.speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => store.prefer({ speed: Number(this.speed.value) }) },
      SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`)),
    );
    this.speed.value = String(store.preferences().speed);
    this.eyes = h("select", {
      "aria-label": "Seen by",
      onchange: () => session.goTo(session.at, this.eyes.value),
    });
    this.count = h("output", { class: "count" });
    this.root = h(
      "div",
      { class: "replay", role: "group", "aria-label": "Replay", hidden: true },
      tool("first", "First moment", () => this.to(0)),
      tool("back", "One back (left)", () => this.step(-1)),
      this.play,
      tool("forward", "One forward (right)", () => this.step(1)),
      tool("last", "Last moment", () => this.to(this.last)),
      this.slider,
      this.count,
      this.speed,
      this.eyes,
      h(
        "button",
        { type: "button", class: "plain", onclick: () => this.leave() },
        icon("close"),
        h("span", {}, "Leave the replay"),
      ),
    );
    this.running = false;
  }

  /** The number of the last moment there is. */
  get last() {
    return this.session.live?.choices ?? 0;
  }

  update() {
    const { session } = this;
    const { live, at } = session;
    this.root.hidden = !session.replaying;
    if (!live || at === null) return this.stop();
    this.slider.max = String(live.choices);
    this.slider.value = String(at);
    this.count.textContent = `${at} / ${live.choices}`;
    const seats = session.over ? Object.keys(live.seats) : [];
    this.eyes.hidden = seats.length < 2;
    if (this.eyes.options.length !== seats.length)
      this.eyes.replaceChildren(
        ...seats.map((seat) => h("option", { value: seat }, seat.toUpperCase())),
      );
    this.eyes.value = session.eyes ?? live.seat ?? seats[0] ?? "";
  }

  /** @param {number} at */
  to(at) {
    this.stop();
    return this.session.goTo(at);
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    return this.session.goTo((this.session.at ?? this.last) + by);
  }

  leave() {
    this.stop();
    return this.session.goTo(null);
  }

  toggle() {
    if (this.running) return this.stop();
    const { at } = this.session;
    if (at === null || at >= this.last) this.session.goTo(0);
    this.running = true;
    this._dress();
    this._run();
  }

  stop() {
    this.running = false;
    this._dress();
  }

  _dress() {
    this.play.replaceChildren(icon(this.running ? "pause" : "play"));
    const label = this.running ? "Pause (space)" : "Play (space)";
    this.play.title = label;
    this.play.setAttribute("aria-label", label);
  }

  async _run() {
    while (this.running) {
      await new Promise((done) => setTimeout(done, 900 / Number(this.speed.value)));
      if (!this.running) return;
      const { at } = this.session;
      if (at === null || at >= this.last) return this.stop();
      await this.session.goTo(at + 1);
    }
  }
}
