// @ts-check
// Letters that can be read: how far a picture may be away at first, and when its fine print shows.

import { matrixOf } from "./places.js";

const LEAST = 11; // pixels; smaller letters are a strain
const USUAL = 11; // units of a sheet that does not say how small its letters are

/**
 * Pixels for a unit of the sheet from which on all letters of a picture can be read.
 * @param {string} head its opening tag
 */
export function readable(head) {
  return LEAST / (Number(/ data-letters="([^"]*)"/.exec(head)?.[1]) || USUAL);
}

/**
 * Show fine print only where it is large enough.
 * @param {SVGSVGElement} svg
 * @param {number} scale pixels for a unit of the sheet
 */
export function sift(svg, scale) {
  for (const element of svg.querySelectorAll(".fine")) {
    if (!(element instanceof SVGGraphicsElement)) continue;
    const { a, b } = matrixOf(element, svg);
    const size = Number(element.getAttribute("font-size")) * Math.hypot(a, b) * scale;
    element.classList.toggle("too-small", size < LEAST);
  }
}
