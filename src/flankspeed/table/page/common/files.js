// @ts-check
// Files: records and pictures saved to the user's disk.

import { words } from "./api.js";
import { h, toast } from "./dom.js";

/** @typedef {{name?: string, game?: string}} Match */

const SHARP = 2; // pixels of a picture for each of its own

/**
 * Save the record of a match.
 * @param {Match} match
 * @param {() => Promise<string>} read
 */
export async function saveRecord(match, read) {
  try {
    const text = await read();
    save(new Blob([text], { type: "text/plain" }), `${fileName(match)}.fsr`);
  } catch (problem) {
    toast(words(problem), "error");
  }
}

/**
 * Save the log of a match as text.
 * @param {Match} match
 * @param {import("wire").Entry[]} log
 */
export function saveLog(match, log) {
  const lines = log.map(({ kind, text }) => (kind === "heading" ? `\n${text}\n` : text));
  save(
    new Blob([`${lines.join("\n").trim()}\n`], { type: "text/plain" }),
    `${fileName(match)}.txt`,
  );
}

/**
 * Save a picture of the board, as it is drawn or in pixels.
 * @param {Match} match
 * @param {string} svg
 * @param {"svg" | "png"} kind
 */
export async function savePicture(match, svg, kind) {
  try {
    const drawn = new Blob([svg], { type: "image/svg+xml" });
    save(kind === "svg" ? drawn : await pixels(svg), `${fileName(match)}.${kind}`);
  } catch (problem) {
    toast(words(problem), "error");
  }
}

/** @param {Match} match */
function fileName({ name, game }) {
  return `${name || game}`.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || `${game}`;
}

/**
 * @param {Blob} content
 * @param {string} name
 */
function save(content, name) {
  const url = URL.createObjectURL(content);
  const anchor = h("a", { href: url, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * A picture in pixels.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pixels(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , width = 800, height = 600] = (root.getAttribute("viewBox") ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  root.setAttribute("width", String(width * SHARP)); // what has no size is drawn in any
  root.setAttribute("height", String(height * SHARP));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = h("canvas", { width: width * SHARP, height: height * SHARP });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) =>
      blob ? done(blob) : fail(new Error("The picture cannot be made here.")),
    ),
  );
}
