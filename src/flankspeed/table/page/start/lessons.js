// @ts-check
// Start here: the lessons of a game, for those who do not know it yet.

import { h } from "../common/dom.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").LessonInfo} Lesson */

/**
 * A button for every lesson of a game; nothing if it has none.
 * @param {Game} game
 * @param {(lesson: Lesson) => void} begin
 */
export function startHere({ title, lessons }, begin) {
  if (!lessons.length) return null;
  const buttons = lessons.map((lesson) =>
    h(
      "button",
      { type: "button", class: "primary", onclick: () => begin(lesson) },
      `Start here: ${lesson.title}`,
    ),
  );
  const words = `New to ${title}? A lesson of ${lessons[0].minutes} minutes shows you how, card by card.`;
  return h("div", { class: "start-here" }, h("p", {}, words), buttons);
}
