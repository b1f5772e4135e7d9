// @ts-check
// The bar on top: what to do now and by whom, the buttons, undo and advice in their fixed places.

import { asked, diceForm } from "./dice.js";
import { chip, fill, h, icon, seatName } from "./dom.js";
import { counted, labels } from "./odds.js";

const BUTTONS = 6; // more than these are in the list only

export class Prompt {
  /** `told`: choose(choice), dice(values), undo(), advise(), replay(), leaveReplay(), list(). */
  constructor(drawing, told) {
    this.drawing = drawing;
    this.told = told;
    this.who = h("div", { class: "who" });
    this.words = h("p", { class: "words", id: "prompt" });
    this.buttons = h("div", { class: "answers" });
    this.undo = h(
      "button",
      {
        type: "button",
        class: "plain undo",
        onclick: () => {
          if (this.undo.getAttribute("aria-disabled") !== "true") told.undo();
        },
      },
      icon("undo"),
      h("span", {}, "Undo"),
    );
    this.why = h("span", { id: "undo-why", class: "offscreen" });
    this.undo.setAttribute("aria-describedby", "undo-why");
    this.advice = h(
      "button",
      { type: "button", class: "plain advise", onclick: () => told.advise() },
      icon("advice"),
      h("span", {}, "Advice"),
    );
    this.said = h("div", { class: "advice-said", role: "status", hidden: true });
    this.spoken = h("div", { class: "offscreen", "aria-live": "assertive" });
    this.root = h(
      "section",
      { class: "prompt", "aria-label": "What to do now" },
      h("div", { class: "ask" }, this.who, this.words),
      this.buttons,
      h("div", { class: "fixed" }, this.advice, this.undo, this.why),
      this.said,
      this.spoken,
    );
    this._form = null;
  }

  update(session, offer, unseen) {
    const { live, position, replaying } = session;
    const view = (replaying ? position : live).view;
    const mine = session.ours && !replaying;
    this.root.classList.toggle("mine", mine);
    this.root.classList.toggle("over", session.over && !replaying);
    this._undo(session);
    this.advice.hidden = !mine || !offer.choices.length;
    this.said.hidden = true;
    const text = this._sentence(session, view);
    if (this.words.textContent !== text) {
      this.words.textContent = text;
      if (!replaying) this.spoken.textContent = mine ? `Your turn. ${text}` : text;
    }
    fill(this.who, this._who(session, view));
    this._answers(session, offer, mine, unseen);
  }

  _sentence(session, view) {
    const { live, replaying } = session;
    if (replaying)
      return view.prompt || (session.position.result ? session.position.result.outcome : "");
    if (live.result) return `${winner(live.result)}: ${live.result.outcome}`;
    if (this.drawing.open) return this.drawing.sentence;
    if (session.need) return asked(session.need);
    if (session.ours) return view.prompt;
    if (live.fault) return live.fault;
    const seat = view.waiting_for;
    const who = live.seats[seat] ?? "";
    const by = live.thinking
      ? `${seatName(seat)} (bot ${who}) is thinking`
      : who && who !== "human"
        ? `Waiting for the bot ${who}`
        : `Waiting for the ${seatName(seat)}`;
    return view.prompt ? `${by}: ${view.prompt}` : `${by}.`;
  }

  _who(session, view) {
    if (session.replaying)
      return [h("span", { class: "state past" }, `Move ${session.at} of ${session.live.choices}`)];
    if (session.over) return [h("span", { class: "state" }, "The end")];
    const seat = view.waiting_for;
    const state = session.ours
      ? h("span", { class: "state turn" }, "Your turn")
      : h("span", { class: "state wait" }, session.live.fault ? "Stopped" : "Waiting");
    return [state, seat && chip(seat)];
  }

  _undo(session) {
    const { barred } = session.undoing;
    this.undo.setAttribute("aria-disabled", barred ? "true" : "false");
    this.undo.title = barred ? `Undo: ${barred}` : "Take the last choice back (u)";
    this.why.textContent = barred;
  }

  _answers(session, offer, mine, unseen) {
    if (session.replaying) {
      this._form = null;
      fill(
        this.buttons,
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this.told.leaveReplay() },
          session.over ? "To the end" : "Back to the table",
        ),
      );
      return;
    }
    if (mine && session.need) {
      const key = JSON.stringify([session.need, session.live.version]);
      if (this._form !== key) fill(this.buttons, diceForm(session.need, this.told.dice));
      this._form = key;
      return;
    }
    this._form = null;
    if (session.over) {
      fill(
        this.buttons,
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this.told.replay() },
          "Watch the replay",
        ),
        h(
          "button",
          { type: "button", class: "plain", onclick: () => this.told.again() },
          "New match",
        ),
      );
      return;
    }
    if (session.live.fault && !session.watch) {
      fill(
        this.buttons,
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this.told.people() },
          "Replace the bot…",
        ),
      );
      return;
    }
    if (this.drawing.open) {
      fill(this.buttons, this.drawing.buttons);
      return;
    }
    const free = mine ? unseen : [];
    const shown = free.slice(0, BUTTONS);
    const buttons = shown.map((choice, i) =>
      h(
        "button",
        {
          type: "button",
          class: choice.shortcut
            ? "plain shortcut"
            : offer.choices.length > shown.length
              ? "plain"
              : "primary",
          "data-text": choice.text,
          title: `${choice.label} (${i + 1})`,
          onclick: () => this.told.choose(choice),
        },
        choice.label,
        h("span", { class: "odds" }),
      ),
    );
    if (free.length > BUTTONS)
      buttons.push(
        h(
          "button",
          { type: "button", class: "plain", onclick: () => this.told.list() },
          `${free.length - BUTTONS} more…`,
        ),
      );
    const focus = this.buttons.contains(document.activeElement);
    fill(this.buttons, buttons);
    if (focus) this.lost = true;
  }

  tellOdds(odds) {
    for (const button of this.buttons.querySelectorAll("[data-text]")) {
      const known = odds[button.dataset.text];
      const place = button.querySelector(".odds");
      if (!known || place.textContent) continue;
      place.textContent = known.text;
      if (known.modifiers.length) button.title += `: ${counted(known.modifiers)}`;
    }
  }

  /** The keyboard goes to the first button or to the dice. */
  focus() {
    const first = this.buttons.querySelector("input, button");
    first?.focus();
    return Boolean(first);
  }

  /** The button a number key stands for. */
  press(number) {
    const button = this.buttons.querySelectorAll("[data-text]")[number - 1];
    button?.click();
    return Boolean(button);
  }

  tellAdvice(advice, choice) {
    this.said.hidden = false;
    fill(
      this.said,
      h(
        "p",
        {},
        `The bot ${advice.bot} would: `,
        h("b", {}, advice.label),
        advice.numbers ? ` (${advice.numbers})` : "",
        " ",
        labels(advice.modifiers),
      ),
      choice &&
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this.told.choose(choice) },
          "Do it",
        ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => {
            this.said.hidden = true;
            this.told.unadvise();
          },
        },
        "Close",
      ),
    );
  }
}

/** Who has won, in words. */
export function winner(result) {
  return result.winner ? `Victory for the ${seatName(result.winner)}` : "A draw";
}
