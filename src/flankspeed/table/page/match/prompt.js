// @ts-check
// The bar on top: what to do now, the buttons, undo and advice in their fixed places. Its height
// never changes: what needs more room lies on a sheet over the board's upper edge.

import { Answers } from "./answers.js";
import { asked, diceForm } from "../common/dice.js";
import { fill, h, icon, seatName, tool } from "../common/dom.js";
import { lessText, counted, labels } from "../common/odds.js";
import { drawOffer } from "./ending.js";
import { wish } from "./wish.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./offer.js").Choice} Choice */
/** @typedef {import("./offer.js").Offer} Offer */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("wire").Advice} Advice */
/** @typedef {import("wire").Position} Position */
/** @typedef {import("./session.js").OddsByText} Odds */
/**
 * @typedef {object} Told what the bar says of what is done in it
 * @property {(choice: Choice) => void} choose
 * @property {(values: number[]) => void} dice
 * @property {() => void} undo
 * @property {() => void} undoTo
 * @property {() => void} advise
 * @property {() => void} unadvise
 * @property {() => void} replay
 * @property {() => void} report
 * @property {() => void} leaveReplay
 * @property {() => void} list
 * @property {() => void} people
 * @property {() => void} again
 * @property {() => void} save
 * @property {() => void} saveLog
 */
/**
 * @typedef {object} Answer a choice that has a button, and where its odds stand on it
 * @property {Choice} choice
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} odds
 */

const BUTTONS = 9; // as many as there are keys; more than these are in the list only

export class Prompt {
  /**
   * @param {Drawing} drawing
   * @param {Told} told
   */
  constructor(drawing, told) {
    this.drawing = drawing;
    this.told = told;
    this.words = h("p", { class: "words", id: "prompt", onclick: () => this._whole() });
    this.answers = new Answers();
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
    this.further = tool("list", "Undo to here (Shift+u)", () => told.undoTo(), {
      class: "plain undo-to",
      "aria-haspopup": "dialog",
    });
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
    this.full = h("p", { class: "whole", hidden: true });
    this.dice = h("div", { class: "dice", hidden: true });
    this.sheet = h("div", { class: "sheet" }, drawing.alarm, this.full, this.dice, this.said);
    this.wish = wish(drawing.session);
    this.draw = drawOffer(drawing.session);
    this.sheet.append(this.wish.root, this.draw.root);
    this.root = h(
      "section",
      { class: "prompt", "aria-label": "What to do now" },
      this.words,
      this.answers.root,
      h("div", { class: "fixed" }, this.advice, this.undo, this.further, this.why),
      this.spoken,
    );
    this.words.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this._whole();
    });
    new ResizeObserver(() => this._fit()).observe(this.root);
    /** @type {Answer[]} */
    this._choices = [];
    this._form = ""; // for which throw there is a form
  }

  /**
   * @param {Session} session
   * @param {Offer} offer
   * @param {Choice[]} unseen
   */
  update(session, offer, unseen) {
    const { live, position, replaying } = session;
    if (!live || !position) return;
    const mine = session.ours && !replaying;
    this.root.classList.toggle("mine", mine);
    this.root.classList.toggle("over", session.over && !replaying);
    this._undo(session);
    this.wish.update();
    this.draw.update();
    this.advice.hidden = !mine || !offer.choices.length;
    this.said.hidden = true;
    this.full.hidden = true;
    const text = replaying ? this._moment(session, position) : this._sentence(session, live);
    if (this.words.textContent !== text) {
      this.words.textContent = text;
      this.words.title = text;
      if (!replaying) this.spoken.textContent = mine ? `Your turn. ${text}` : text;
    }
    this._answers(session, live, offer, unseen);
    this._fit();
  }

  /** What is cut off can be read by whoever goes there. */
  _fit() {
    this.answers.fit();
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = this.words;
    const cut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth;
    this.words.classList.toggle("cut", cut);
    for (const [name, value] of [
      ["tabindex", "0"],
      ["role", "button"],
    ])
      if (cut) this.words.setAttribute(name, value);
      else this.words.removeAttribute(name);
  }

  /** Show the whole sentence, or no longer. */
  _whole() {
    const cut = this.words.classList.contains("cut");
    this.full.hidden = !cut || !this.full.hidden;
    this.full.textContent = this.words.textContent;
  }

  /**
   * Whether the keyboard is here.
   * @param {Element | null} element
   */
  holds(element) {
    return this.root.contains(element) || this.sheet.contains(element);
  }

  /**
   * What was to be done in a moment of the past, if that is known.
   * @param {Session} session
   * @param {Position} position
   */
  _moment({ at }, { view, result, choices }) {
    return choices === at
      ? view.prompt || (result?.outcome ?? "")
      : `What move ${at} led to cannot be shown, for the rules have changed since: ` +
          `this is move ${choices}.`;
  }

  /**
   * What to do now, or what is waited for.
   * @param {Session} session
   * @param {Position} live
   */
  _sentence(session, { view, result, fault, frozen, seats, thinking }) {
    const end = result ? `${winner(result)}: ${result.outcome}` : "";
    if (frozen) return end ? `${end}; ${frozen}` : frozen;
    if (end) return end;
    if (this.drawing.open) return this.drawing.sentence;
    if (session.need) return asked(session.need);
    if (session.ours) return view.prompt;
    if (fault) return fault;
    const seat = view.waiting_for;
    const sitter = seats[seat ?? ""] ?? "";
    const by = thinking
      ? `${seatName(seat)} (bot ${sitter}) is thinking`
      : sitter && sitter !== "human"
        ? `Waiting for the bot ${sitter}`
        : `Waiting for ${session.others.called(seat)}`;
    return view.prompt ? `${by}: ${view.prompt}` : `${by}.`;
  }

  /** @param {Session} session */
  _undo(session) {
    const { barred } = session.undoing;
    const askable = Boolean(barred) && session.askable;
    this.undo.setAttribute("aria-disabled", barred && !askable ? "true" : "false");
    this.undo.title = askable
      ? `Ask to take it back (u): ${barred}`
      : barred
        ? `Undo: ${barred}`
        : "Take the last choice back (u)";
    this.why.textContent = barred;
    this.undo.hidden = session.frozen;
    this.further.hidden = Boolean(barred) || (session.live?.undo.points?.length ?? 0) < 2;
  }

  /**
   * @param {Session} session
   * @param {Position} live
   * @param {Offer} offer
   * @param {Choice[]} unseen
   */
  _answers(session, live, offer, unseen) {
    this._choices = [];
    const { need } = session;
    const mine = session.ours && !session.replaying;
    const form = need && mine ? JSON.stringify([need, live.version]) : "";
    if (need && form && form !== this._form) fill(this.dice, diceForm(need, this.told.dice));
    else if (!form) fill(this.dice);
    this.dice.hidden = !form;
    this._form = form; // what is typed into it stays until it is another throw
    const buttons = form ? [] : this._buttons(session, live, offer, unseen);
    const listed = this._choices.length ? Math.max(0, unseen.length - BUTTONS) : 0;
    this.root.classList.toggle("bare", !buttons.length);
    this.answers.show(buttons, listed);
  }

  /**
   * @param {Session} session
   * @param {Position} live
   * @param {Offer} offer
   * @param {Choice[]} unseen
   */
  _buttons(session, live, offer, unseen) {
    const { told } = this;
    if (session.replaying) {
      const label = session.over ? "To the end" : "Back to the table";
      return [button("primary", label, () => told.leaveReplay())];
    }
    if (session.over || session.frozen)
      return [
        button("primary", "Watch the replay", () => told.replay()),
        ...(session.frozen
          ? [
              button("plain", "Save the record", () => told.save()),
              button("plain", "Save the log", () => told.saveLog()),
            ]
          : [button("plain", "Report", () => told.report())]),
        session.watch || !session.over ? null : button("plain", again(live), () => told.again()),
      ].filter((each) => each !== null);
    if (live.fault && !session.watch)
      return [button("primary", "Replace the bot…", () => told.people())];
    if (this.drawing.open) return this.drawing.buttons;
    if (!session.ours) return [];
    const shown = unseen.slice(0, BUTTONS);
    const kind = offer.choices.length > shown.length ? "plain" : "primary";
    this._choices = shown.map((choice, i) => this._answer(choice, i + 1, kind));
    const buttons = this._choices.map((answer) => answer.button);
    if (unseen.length > BUTTONS)
      buttons.push(button("plain", "All choices in the list…", () => told.list()));
    return buttons;
  }

  /**
   * @param {Choice} choice
   * @param {number} number
   * @param {string} kind
   */
  _answer(choice, number, kind) {
    const odds = h("span", { class: "odds" });
    const props = {
      type: "button",
      class: choice.shortcut ? "plain shortcut" : kind,
      "data-text": choice.text,
      title: `${choice.label} (${number})`,
      onclick: () => this.told.choose(choice),
    };
    const label = h("span", { class: "label" }, choice.label);
    return { choice, odds, button: h("button", props, label, odds) };
  }

  /** @param {Odds} odds */
  tellOdds(odds) {
    for (const { choice, button, odds: place } of this._choices) {
      const known = odds[choice.text];
      if (!known || place.textContent) continue;
      place.textContent = known.text;
      if (known.modifiers.length) button.title += `: ${counted(known.modifiers)}`;
    }
    if (this.answers.overflows) this.answers.fit();
  }

  /** The keyboard goes to the first button or to the dice. */
  focus() {
    const field = this.dice.querySelector("input");
    if (!field) return this.answers.focus();
    field.focus();
    return true;
  }

  /**
   * The button a number key stands for.
   * @param {number} number
   */
  press(number) {
    const answer = this._choices[number - 1];
    answer?.button.click();
    return Boolean(answer);
  }

  /**
   * @param {Advice} advice
   * @param {Choice | undefined} choice
   */
  tellAdvice(advice, choice) {
    const close = () => {
      this.said.hidden = true;
      this.told.unadvise();
    };
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
        rather(advice),
      ),
      choice && button("primary", "Do it", () => this.told.choose(choice)),
      button("plain", "Close", close),
    );
  }
}

/**
 * What would be second best; of the other options the list of choices tells.
 * @param {Advice} advice
 */
function rather({ weighed, unit }) {
  const next = weighed[1];
  if (!next) return null;
  const words = `${next.words}; ${lessText(next.cost, unit)}`;
  return h("span", { class: "rather" }, " Rather than: ", h("b", {}, next.label), ` (${words}).`);
}

/**
 * @param {string} kind
 * @param {string} label
 * @param {() => void} onclick
 */
function button(kind, label, onclick) {
  return h("button", { type: "button", class: kind, onclick }, label);
}

/**
 * What playing again is called.
 * @param {Position} live
 */
export function again({ next, seats, lesson }) {
  if (next) return "To the next match";
  return Object.keys(seats).length > 1 && !lesson ? "Play again, seats changed" : "Play again";
}

/**
 * Who has won, in words.
 * @param {import("wire").ResultInfo} result
 */
function winner(result) {
  return result.winner ? `Victory for the ${seatName(result.winner)}` : "A draw";
}
