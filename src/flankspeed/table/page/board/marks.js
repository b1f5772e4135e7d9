// @ts-check
// What the page draws over the picture: outlines of what can be chosen, which the keyboard and
// screen readers reach it by, and marks on what is looked at, lit up, or advised.

import { s } from "../common/dom.js";
import { matrixOf } from "./places.js";

/** @typedef {import("./places.js").Places} Places */
/** @typedef {import("./places.js").Drawn} Drawn */
/** @typedef {{place: string, kind: string, label: string, menu: boolean}} Offered */

export class Marks {
  /** @param {Places} places */
  constructor(places) {
    this.places = places;
    this.outlines = s("g", { role: "group", "aria-label": "Choices on the board" });
    this.marks = s("g", {});
    this.layer = s("g", { class: "marks", "pointer-events": "none" }, this.outlines, this.marks);
    /** @type {Map<string, SVGElement>} */
    this.handles = new Map(); // place: the element that gets the keyboard
    /** @type {[place: string, shape: SVGGeometryElement][]} */
    this._shapes = []; // the outlines of what can be chosen
  }

  /**
   * Outline what can be chosen; `press(place)` is told of a click.
   * @param {Offered[]} offered
   * @param {(place: string) => void} press
   */
  offer(offered, press) {
    this.handles.clear();
    const parts = offered.map((one) => {
      const shapes = this.places.of(one.place).map((element) => this._shape(element, one.kind));
      this.handle(shapes[0], one, press);
      return shapes;
    });
    this._shapes = offered.flatMap(({ place }, i) =>
      parts[i].map((shape) => /** @type {[string, SVGGeometryElement]} */ ([place, shape])),
    );
    this.outlines.replaceChildren(...parts.flat());
  }

  /**
   * The place with the smallest outline round a point of the screen, if there is any.
   * @param {number} x
   * @param {number} y
   */
  under(x, y) {
    let best = { place: "", size: Infinity };
    for (const [place, shape] of this._shapes) {
      const { left, right, top, bottom, width, height } = shape.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom || width * height >= best.size) continue;
      const matrix = shape.getScreenCTM();
      if (matrix && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse())))
        best = { place, size: width * height };
    }
    return best.place;
  }

  /**
   * Let the keyboard and screen readers reach a choice by its outline.
   * @param {SVGElement} handle
   * @param {Offered} offered
   * @param {(place: string) => void} press
   */
  handle(handle, { place, label, menu }, press) {
    handle.setAttribute("role", "button");
    handle.setAttribute("tabindex", "-1");
    handle.setAttribute("data-choice", place);
    handle.setAttribute("aria-label", label);
    if (menu) handle.setAttribute("aria-haspopup", "menu");
    handle.addEventListener("click", () => press(place)); // only from a screen reader
    // While it has the keyboard, the card is about it.
    handle.addEventListener("focus", () => handle.setAttribute("aria-describedby", "card-choices"));
    handle.addEventListener("blur", () => handle.removeAttribute("aria-describedby"));
    this.handles.set(place, handle);
  }

  /**
   * One handle can be reached by Tab.
   * @param {string} place
   */
  entry(place) {
    for (const [some, handle] of this.handles)
      handle.setAttribute("tabindex", some === place ? "0" : "-1");
  }

  /**
   * Mark places by kind: {lit: [...], hover: [...]}; `pixel` is a pixel's size on the sheet.
   * @param {Record<string, string[]>} kinds
   * @param {number} pixel
   */
  draw(kinds, pixel) {
    const parts = Object.entries(kinds).flatMap(([kind, places]) =>
      places.flatMap((place) => this.places.of(place).map((element) => this._shape(element, kind))),
    );
    this.layer.style.setProperty("--px", `${pixel}px`);
    this.marks.replaceChildren(...parts);
  }

  /**
   * Where the marks of a kind are on the screen.
   * @param {string} kind
   */
  onScreen(kind) {
    return [...this.marks.querySelectorAll(`.is-${kind}`)].map((mark) =>
      mark.getBoundingClientRect(),
    );
  }

  /**
   * @param {Drawn} element
   * @param {string} kind
   */
  _shape(element, kind) {
    const { a, b, c, d, e, f } = matrixOf(element, this.places.svg);
    const props = { class: `is-${kind}`, transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` };
    if (element.tagName === "path") return s("path", { ...props, d: element.getAttribute("d") });
    const box = element.getBBox();
    return s("rect", {
      ...props,
      x: box.x - 2,
      y: box.y - 2,
      width: box.width + 4,
      height: box.height + 4,
      rx: 5,
    });
  }
}
