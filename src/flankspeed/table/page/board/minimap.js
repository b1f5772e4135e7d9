// @ts-check
// The whole sheet in small, while not all of its map is in view: a press or a drag in it moves the
// view. It lies in a corner where nothing can be chosen, or is not shown.

import { h } from "../common/dom.js";
import * as store from "../common/store.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Part} Part */
/** @typedef {{map: Part, things: Part[], choices: Part[]}} Sketch what is drawn of the sheet */

const SHARE = 0.26; // of the board's width and height that it takes at most
const LARGEST = 220; // pixels
const CORNERS = ["at-right at-bottom", "at-left at-bottom", "at-left at-top", "at-right at-top"];
const COLOURS = {
  dark: { sheet: "#04121c", map: "#17405b", thing: "#a9d6f2", choice: "#ffc83d", frame: "#fff" },
  pale: { sheet: "#cdd7da", map: "#f4f7f7", thing: "#50616d", choice: "#b87500", frame: "#b3231a" },
};

export class Minimap {
  /**
   * @param {HTMLElement} root
   * @param {Camera} camera
   */
  constructor(root, camera) {
    this.root = root;
    this.camera = camera;
    this.dark = false;
    this.canvas = h("canvas", { class: "minimap", "aria-hidden": "true", hidden: true });
    root.append(this.canvas);
    /** @type {Sketch | null} */
    this._sketch = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this._go(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) this._go(event);
    });
  }

  /** @param {PointerEvent} event */
  _go({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const { width, height } = this.camera.sheet;
    this.camera.lookAt(
      ((clientX - box.left) / box.width) * width,
      ((clientY - box.top) / box.height) * height,
    );
  }

  /**
   * Whether it is wanted: part of the map is out of view.
   * @param {Part} map
   */
  wanted({ x, y, width, height }) {
    const most = {
      x: x + width / 40,
      y: y + height / 40,
      width: width * 0.95,
      height: height * 0.95,
    };
    return store.preferences().minimap && !this.camera.sees(most);
  }

  /**
   * Show this of the sheet (null: nothing), away from what can be chosen.
   * @param {Sketch | null} sketch
   * @param {DOMRect[]} clear
   */
  show(sketch, clear) {
    this._sketch = sketch;
    const corner = sketch && this._corner(clear);
    this.canvas.hidden = !corner;
    if (!corner) return;
    this.canvas.className = `minimap ${corner}`;
    this.draw();
  }

  /**
   * A corner in which it lies upon nothing of this.
   * @param {DOMRect[]} clear
   */
  _corner(clear) {
    const frame = this.root.getBoundingClientRect();
    const { sheet } = this.camera;
    const scale = Math.min(
      Math.min(LARGEST, frame.width * SHARE) / sheet.width,
      Math.min(LARGEST, frame.height * SHARE * 1.5) / sheet.height,
    );
    const [width, height] = [sheet.width * scale, sheet.height * scale];
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    /** @param {string} corner */
    const free = (corner) => {
      const left = corner.includes("left") ? frame.left : frame.right - width - 16;
      const top = corner.includes("top") ? frame.top : frame.bottom - height - 16;
      return !clear.some(
        (box) =>
          box.right > left &&
          box.left < left + width + 16 &&
          box.bottom > top &&
          box.top < top + height + 16,
      );
    };
    return CORNERS.find(free) ?? "";
  }

  /** Draw it; the view may have moved. */
  draw() {
    const { canvas, _sketch: sketch } = this;
    const { sheet, box } = this.camera;
    const pen = canvas.getContext("2d");
    if (canvas.hidden || !sketch || !box || !pen) return;
    const colours = this.dark ? COLOURS.dark : COLOURS.pale;
    canvas.width = canvas.clientWidth * devicePixelRatio;
    canvas.height = canvas.clientHeight * devicePixelRatio;
    const scale = canvas.width / sheet.width;
    const least = 2 * devicePixelRatio;
    /** @type {(part: Part, colour: string) => void} */
    const paint = ({ x, y, width, height }, colour) => {
      pen.fillStyle = colour;
      pen.fillRect(
        x * scale,
        y * scale,
        Math.max(least, width * scale),
        Math.max(least, height * scale),
      );
    };
    paint(sheet, colours.sheet);
    paint(sketch.map, colours.map);
    for (const part of sketch.things) paint(part, colours.thing);
    for (const part of sketch.choices) paint(part, colours.choice);
    pen.strokeStyle = colours.frame;
    pen.lineWidth = least;
    pen.strokeRect(box.x * scale, box.y * scale, box.width * scale, box.height * scale);
  }
}
