// @ts-check
// Taking in a record: a long one shows how far it is, and can be cancelled.

import { call, get, newKey } from "../common/api.js";
import { fill, h } from "../common/dom.js";

const LONG = 500; // milliseconds after which it is shown
const OFTEN = 400; // milliseconds between two questions

/**
 * Have a record taken in; `place` shows how far it is while that takes long. Throws an `AbortError`
 * if the player does not want to wait, which is told to `cancel`.
 * @param {object} body
 * @param {HTMLElement} place
 * @param {AbortController} cancel
 * @returns {Promise<import("wire").Links>}
 */
export async function takeIn(body, place, cancel) {
  const key = newKey();
  const count = h("span", { class: "note", "aria-hidden": "true" }); // the bar says it
  const words = h("p", {}, "Taking in the record… ", count);
  const bar = h("progress", { "aria-label": "How much of the record is replayed" });
  const stop = h(
    "button",
    { type: "button", class: "plain small", onclick: () => cancel.abort() },
    "Cancel",
  );
  let asking = 0;
  const ask = async () => {
    if (!place.contains(bar)) fill(place, words, bar, stop);
    try {
      const { done, of } = await get(`imports/${key}`, undefined, cancel.signal);
      if (of) [bar.max, bar.value] = [of, done];
      if (of)
        count.textContent = `${done.toLocaleString("en")} of ${of.toLocaleString("en")} lines`;
    } catch {
      // another server takes it in, or it is done: the bar says only that it goes on
    }
    if (asking) asking = window.setTimeout(ask, OFTEN);
  };
  asking = window.setTimeout(ask, LONG);
  try {
    return await call("POST", `matches/import?progress=${key}`, { body, signal: cancel.signal });
  } finally {
    clearTimeout(asking);
    asking = 0;
    fill(place);
  }
}
