// @ts-check
// Whose turn it is: the same answer on the table and in the list of matches.

/** @typedef {import("wire").Position} Position */

/**
 * The dice that people with these seats must type in: for their own choice, a bot's or nobody's.
 * @param {Position} position
 * @param {string[]} ours
 */
export function diceToType({ need, seats, view }, ours) {
  const seat = view.waiting_for;
  if (!need || !ours.length) return null;
  return !seat || seats[seat] !== "human" || ours.includes(seat) ? need : null;
}

/**
 * Whether people with these seats must do something now.
 * @param {Position} position
 * @param {string[]} ours
 */
export function mustAct(position, ours) {
  const { result, seats, shared, view } = position;
  if (shared?.awaited.length) return false; // the dice are to be drawn first, and pages do that
  const seat = view.waiting_for ?? "";
  const chooses = ours.includes(seat) && seats[seat] === "human";
  return !result && (chooses || diceToType(position, ours) !== null);
}
