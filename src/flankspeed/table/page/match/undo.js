// @ts-check
// Undo to here: the choices that can still be taken back, to go back to before one of them.

import { dialog, h } from "../common/dom.js";

/** @typedef {import("wire").UndoPoint} Point */

/**
 * Ask how far to go back; null if not at all.
 * @param {Point[]} points the last choice first
 */
export async function howFar(points) {
  const first = points.at(-1);
  if (!first) return null;
  /** @type {(words: string, to: number, kind: string) => HTMLElement} */
  const line = (words, to, kind) => h("button", { value: `to ${to}`, class: kind }, words);
  const body = h(
    "div",
    { class: "undo-points", role: "group", "aria-label": "Undo to here" },
    line(`All ${points.length} choices since dice were last thrown`, first.to, "primary"),
    points.map(({ to, label }) => line(`To before: ${label}`, to, "plain")),
  );
  const answer = await dialog("Undo to here", body, [["Cancel", ""]]);
  return answer ? Number(answer.slice(3)) : null;
}
