// @ts-check
// Arrows at the board's edge: there, out of view, something can be chosen. A press goes there.

import { h, icon } from "../common/dom.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Part} Part */
/** @typedef {"left" | "right" | "up" | "down"} Side */

const WORDS = { left: "to the left", right: "to the right", up: "above", down: "below" };
const SIDES = /** @type {Side[]} */ (Object.keys(WORDS));
const SPOTS = [50, 30, 70, 15, 85]; // where on an edge an arrow may stand, in percent of it

export class Arrows {
  /**
   * @param {HTMLElement} root
   * @param {Camera} camera
   */
  constructor(root, camera) {
    this.camera = camera;
    this._arrows = SIDES.map((side) => {
      const count = h("span", { "aria-hidden": "true" });
      const button = h(
        "button",
        { type: "button", class: `arrow ${side}`, hidden: true, onclick: () => this._go(side) },
        icon("down"),
        count,
      );
      return { side, button, count };
    });
    root.append(...this._arrows.map(({ button }) => button));
    /** @type {Record<Side, Part[]>} */
    this._beyond = { left: [], right: [], up: [], down: [] };
  }

  /**
   * Point to those of the choices that are out of view; not from upon one that is in view.
   * @param {Part[]} choices
   * @param {DOMRect[]} clear
   */
  point(choices, clear) {
    this._beyond = { left: [], right: [], up: [], down: [] };
    for (const choice of choices) {
      const side = this._side(choice);
      if (side) this._beyond[side].push(choice);
    }
    for (const { side, button, count } of this._arrows) {
      const many = this._beyond[side].length;
      button.hidden = !many;
      if (!many) continue;
      count.textContent = String(many);
      const words = `${many === 1 ? "1 choice" : `${many} choices`} ${WORDS[side]}`;
      button.title = `${words}: go there`;
      button.setAttribute("aria-label", button.title);
      place(button, clear);
    }
  }

  /**
   * On which side of the view a part lies, if its middle is out of it.
   * @param {Part} part
   * @returns {Side | null}
   */
  _side({ x, y, width, height }) {
    const { box } = this.camera;
    if (!box) return null;
    const across = (x + width / 2 - box.x) / box.width - 0.5;
    const down = (y + height / 2 - box.y) / box.height - 0.5;
    if (Math.max(Math.abs(across), Math.abs(down)) <= 0.5) return null;
    if (Math.abs(across) > Math.abs(down)) return across < 0 ? "left" : "right";
    return down < 0 ? "up" : "down";
  }

  /** @param {Side} side */
  _go(side) {
    this.camera.reveal(this._beyond[side]);
  }
}

/**
 * Put an arrow on its edge where it hides the least.
 * @param {HTMLElement} button
 * @param {DOMRect[]} clear
 */
function place(button, clear) {
  /** @param {number} spot */
  const hides = (spot) => {
    button.style.setProperty("--spot", `${spot}%`);
    const own = button.getBoundingClientRect();
    return clear.filter(
      (box) =>
        box.right > own.left &&
        box.left < own.right &&
        box.bottom > own.top &&
        box.top < own.bottom,
    ).length;
  };
  const counts = SPOTS.map(hides);
  const best = SPOTS[counts.indexOf(Math.min(...counts))];
  button.style.setProperty("--spot", `${best}%`);
}
