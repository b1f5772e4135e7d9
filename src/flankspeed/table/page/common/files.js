// @ts-check
// Records as files: saved to the user's disk.

import { words } from "./api.js";
import { h, toast } from "./dom.js";

/**
 * Save the record of a match.
 * @param {{name?: string, game?: string}} match
 * @param {() => Promise<string>} read
 */
export async function saveRecord(match, read) {
  try {
    const text = await read();
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const name =
      `${match.name || match.game}`.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || match.game;
    const anchor = h("a", { href: url, download: `${name}.fsr` });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (problem) {
    toast(words(problem), "error");
  }
}
