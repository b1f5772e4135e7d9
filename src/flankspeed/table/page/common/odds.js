// @ts-check
// The odds of a choice: a sentence, and what counts on its throw, by name.

import { h } from "./dom.js";

const TOLD = 0.005; // what two digits tell

/** @typedef {import("wire").ModifierInfo} Modifier */
/** @typedef {import("wire").OptionOdds} Odds */

/**
 * A number with its sign, as print has it.
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/**
 * What a choice costs, in an adviser's unit.
 * @param {number} cost
 * @param {string} unit
 */
export function costText(cost, unit) {
  return `${cost.toFixed(Math.abs(cost) < 1 ? 2 : 1)} ${unit}`;
}

/**
 * The same of a choice beside the best: what cannot be told apart is as good.
 * @param {number} cost
 * @param {string} unit
 */
export function lessText(cost, unit) {
  return cost < TOLD ? "as good" : `${costText(cost, unit)} less`;
}

/**
 * What counts, in one line of text: "+2 director, −1 morale".
 * @param {Modifier[]} modifiers
 */
export function counted(modifiers) {
  return modifiers.map(({ name, value }) => `${signed(value)} ${name}`).join(", ");
}

/**
 * What counts, one small label for each. Here and below spaces keep apart what is read out.
 * @param {Modifier[]} modifiers
 */
export function labels(modifiers) {
  const each = modifiers.flatMap(({ name, value }) => [
    h("span", { class: "modifier" }, h("b", {}, signed(value)), ` ${name}`),
    " ",
  ]);
  return each.length ? h("span", { class: "counted" }, each) : null;
}

/**
 * Both, for a card, or in brief only the sentence; nothing if nothing is known.
 * @param {Odds | undefined} odds
 * @param {boolean} [brief]
 */
export function known(odds, brief) {
  return odds
    ? [" ", h("span", { class: "odds" }, odds.text), " ", brief ? null : labels(odds.modifiers)]
    : [];
}
