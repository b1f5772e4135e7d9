// @ts-check
// What is asked once more before a choice is made, unless one does not want to be asked so again.

import { dialog, h } from "../common/dom.js";
import * as store from "../common/store.js";

/** @typedef {import("./offer.js").Choice} Choice */

/**
 * Whether a choice is meant: most are made without a word.
 * @param {string} id of the match
 * @param {Choice} choice
 */
export async function meant(id, { ask }) {
  const silent = store.match(id)?.silent ?? [];
  if (!ask || silent.includes(ask.kind)) return true;
  const box = h("input", { type: "checkbox" });
  const body = h(
    "div",
    {},
    h("p", {}, ask.words),
    h("label", { class: "check" }, box, "Do not ask this again in this match"),
  );
  const answer = await dialog(
    "Is that meant?",
    body,
    [
      ["Do it", "yes", "primary"],
      ["Cancel", ""],
    ],
    { class: "question" },
  );
  if (answer && box.checked) store.keep(id, { silent: [...silent, ask.kind] });
  return answer === "yes";
}
