// @ts-check
// Templates: files to fill in, to be downloaded or put into the field for the player's own file.

import { apiAddress, get, words } from "../common/api.js";
import { confirm, h, toast } from "../common/dom.js";

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").TemplateInfo} Template */
/** @typedef {{value: string, put: (text: string) => void}} Field */

/**
 * The templates for a field, or nothing if there are none.
 * @param {Game} game
 * @param {Template[]} templates
 * @param {Field} field
 */
export function templateLinks(game, templates, field) {
  const several = templates.length > 1;
  return templates.map((template) => {
    const path = `games/${game.name}/templates/${template.name}`;
    const id = `template-${template.name}`;
    const label = "A template to fill in";
    return h(
      "p",
      { class: "row" },
      h(
        "a",
        { id, href: apiAddress(path), download: true, title: template.title },
        several ? `${label}: ${template.title}` : label,
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain small",
          "aria-describedby": id,
          onclick: () => begin(path, field),
        },
        "Begin with it here",
      ),
    );
  });
}

/**
 * Put a template into a field; what somebody has written there is not lost unasked.
 * @param {string} path
 * @param {Field} field
 */
async function begin(path, field) {
  const lost = "What you have written there is lost.";
  if (field.value && !(await confirm("Put the template into the field?", lost, "Put it there")))
    return;
  try {
    field.put(await get(path));
  } catch (problem) {
    toast(words(problem), "error");
  }
}
