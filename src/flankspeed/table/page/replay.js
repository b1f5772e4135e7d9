// @ts-check
// Replay: first, back, forward, last, play; the moment stands in the address.

import { h, icon, tool } from "./dom.js";
import * as store from "./store.js";

const SPEEDS = [0.5, 1, 2, 4, 10];

export class Replay {
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
    this.speed.value = store.preferences().speed;
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
      tool("last", "Last moment", () => this.to(session.live.choices)),
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

  update() {
    const { session } = this;
    this.root.hidden = !session.replaying;
    if (!session.replaying) return this.stop();
    this.slider.max = session.live.choices;
    this.slider.value = session.at;
    this.count.textContent = `${session.at} / ${session.live.choices}`;
    const seats = session.over ? Object.keys(session.live.seats) : [];
    this.eyes.hidden = seats.length < 2;
    if (this.eyes.options.length !== seats.length)
      this.eyes.replaceChildren(
        ...seats.map((seat) => h("option", { value: seat }, seat.toUpperCase())),
      );
    this.eyes.value = session.eyes ?? session.live.seat ?? seats[0] ?? "";
  }

  to(at) {
    this.stop();
    return this.session.goTo(at);
  }

  step(by) {
    this.stop();
    return this.session.goTo((this.session.at ?? this.session.live.choices) + by);
  }

  leave() {
    this.stop();
    return this.session.goTo(null);
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.session.at === null || this.session.at >= this.session.live.choices)
      this.session.goTo(0);
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
      if (this.session.at === null || this.session.at >= this.session.live.choices)
        return this.stop();
      await this.session.goTo(this.session.at + 1);
    }
  }
}
