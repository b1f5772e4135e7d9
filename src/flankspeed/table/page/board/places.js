// @ts-check
// The things of a picture that have a name: a choice's place is the id of one of them.

import { s } from "../common/dom.js";

/** @typedef {import("./camera.js").Part} Part */
/** @typedef {SVGGraphicsElement} Drawn what stands for a place, or for a part of one */
/** @typedef {[number, number]} Point */

const NAMED = "[id*=':'], [data-place]";

/** @type {WeakMap<Element, string>} */
const said = new WeakMap(); // the words of an element, which the browser would show in its own way

export class Places {
  constructor() {
    this.svg = s("svg"); // an empty one until there is a picture
    /** @type {Map<string, Drawn[]>} */
    this.elements = new Map(); // place: its elements, the main one first
    /** @type {Map<string, string>} */
    this.titles = new Map(); // place: its words
  }

  /**
   * Find out which elements of a picture stand for which places, and what they say.
   * @param {SVGSVGElement} svg
   */
  gather(svg) {
    this.svg = svg;
    this.elements.clear();
    this.titles.clear();
    const named = /** @type {NodeListOf<Drawn>} */ (svg.querySelectorAll(NAMED));
    for (const element of named) {
      const echo = element.dataset.place;
      const place = placeOf(element);
      const known = this.elements.get(place);
      if (!known) this.elements.set(place, [element]);
      else if (echo) known.push(element);
      else known.unshift(element);
      const words = wordsOf(element);
      if (words !== undefined && (!echo || !this.titles.has(place))) this.titles.set(place, words);
    }
  }

  /** @param {string} place */
  has(place) {
    return this.elements.has(place);
  }

  /**
   * Whether it is a mere place of the board, and no thing.
   * @param {string} place
   */
  isSpace(place) {
    return this.of(place)[0]?.classList.contains("space") ?? false;
  }

  /**
   * All elements of a place.
   * @param {string} place
   */
  of(place) {
    return this.elements.get(place) ?? [];
  }

  /**
   * Where a place is on the screen.
   * @param {string} place
   */
  onScreen(place) {
    return this.of(place)[0].getBoundingClientRect();
  }

  /**
   * How large a place is on the screen.
   * @param {string} place
   */
  area(place) {
    const { width, height } = this.onScreen(place);
    return width * height;
  }

  /**
   * Where places lie on the sheet.
   * @param {string[]} places
   */
  boxes(places) {
    return places
      .filter((place) => this.has(place))
      .map((place) => boxOf(this.of(place)[0], this.svg));
  }

  /** The part of the sheet that is the map, without the panels beside it. */
  get map() {
    const field = /** @type {Drawn | null} */ (this.svg.querySelector(".field"));
    return boxOf(field ?? this.svg, this.svg);
  }

  /**
   * The things that lie on a part of the sheet.
   * @param {Part} part
   */
  inside(part) {
    return this.boxes([...this.titles.keys()]).filter(
      (box) =>
        box.x >= part.x &&
        box.y >= part.y &&
        box.x + box.width <= part.x + part.width &&
        box.y + box.height <= part.y + part.height,
    );
  }

  /**
   * The places under a point of the screen, the uppermost first.
   * @param {number} x
   * @param {number} y
   */
  under(x, y) {
    return document.elementsFromPoint(x, y).flatMap((element) => {
      const owner = this.svg.contains(element) && element.closest(NAMED);
      return owner ? [placeOf(owner)] : [];
    });
  }

  /**
   * The nearest of some places to a point of the screen, if any is within reach.
   * @param {number} x
   * @param {number} y
   * @param {Iterable<string>} places
   * @param {number} reach
   */
  near(x, y, places, reach) {
    let best = { place: "", far: reach };
    for (const place of places) {
      for (const element of this.of(place)) {
        const box = element.getBoundingClientRect();
        const far = Math.hypot(
          Math.max(box.left - x, 0, x - box.right),
          Math.max(box.top - y, 0, y - box.bottom),
        );
        if (far < best.far) best = { place, far };
      }
    }
    return best.place;
  }

  /**
   * The nearest of some places in a direction from one of them.
   * @param {string} from
   * @param {Iterable<string>} places
   * @param {Point} direction
   */
  beside(from, places, [dx, dy]) {
    const [x, y] = this._middle(from);
    let best = { place: "", far: Infinity };
    for (const place of places) {
      const [u, v] = this._middle(place);
      const along = (u - x) * dx + (v - y) * dy;
      const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const far = along + 2.2 * across;
      if (place !== from && along > 2 && far < best.far) best = { place, far };
    }
    return best.place;
  }

  /**
   * @param {string} place
   * @returns {Point}
   */
  _middle(place) {
    const box = this.onScreen(place);
    return [box.left + box.width / 2, box.top + box.height / 2];
  }
}

/**
 * The place that a named element stands for.
 * @param {Element} element
 */
function placeOf(element) {
  return element.getAttribute("data-place") ?? element.id;
}

/**
 * What an element says. Its title is taken away, and remembered.
 * @param {Drawn} element
 */
function wordsOf(element) {
  const title = element.firstElementChild;
  if (title?.tagName === "title") {
    said.set(element, title.textContent.split(". Now: ")[0]);
    title.remove();
  }
  return said.get(element);
}

/**
 * From an element's coordinates to the sheet's.
 * @param {Drawn} element
 * @param {SVGSVGElement} svg
 */
export function matrixOf(element, svg) {
  let matrix = svg.createSVGMatrix();
  let node = element;
  while (node !== svg) {
    const steps = node.transform.baseVal; // not to be consolidated: that would change the element
    let own = svg.createSVGMatrix();
    for (let i = 0; i < steps.numberOfItems; i++) own = own.multiply(steps.getItem(i).matrix);
    matrix = own.multiply(matrix);
    node = /** @type {Drawn} */ (node.parentNode);
  }
  return matrix;
}

/**
 * Where an element lies on the sheet.
 * @param {Drawn} element
 * @param {SVGSVGElement} svg
 * @returns {Part}
 */
function boxOf(element, svg) {
  const { a, b, c, d, e, f } = matrixOf(element, svg);
  const { x, y, width, height } = element.getBBox();
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ];
  const xs = corners.map(([u, v]) => a * u + c * v + e);
  const ys = corners.map(([u, v]) => b * u + d * v + f);
  return {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
}
