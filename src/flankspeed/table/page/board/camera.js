// @ts-check
// Zoom and pan: which part of the sheet the window shows. The picture itself is laid out once, at
// its own size; only the pane it lies on is moved and scaled, which is cheap.

import { h, still } from "../common/dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Part of the sheet */

const DEEPEST = 8; // pixels for a unit of the sheet
const FARTHEST = 0.6; // as far as can still be read
const WAY = 260; // milliseconds that a movement takes
const PAUSE = 140; // milliseconds without a step after which it has stopped

/** The part of a sheet that is shown; all numbers are in units of the sheet. */
export class Camera {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame; // the window
    this.pane = h("div", { class: "pane" }); // what moves behind it
    frame.append(this.pane);
    /** @type {Part} */
    this.sheet = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {Part | null} */
    this.box = null; // what is shown
    this.moved = () => {}; // told whenever the view changes,
    this.rested = () => {}; // and when it has stopped
    /** @type {Part | null} */
    this._goal = null; // where the view is on its way to
    /** @type {Part | null} */
    this._fitted = null; // what is kept in view when the window changes
    this._frame = 0; // the next step of a movement
    this._rest = 0; // the timer that tells when it has stopped
    new ResizeObserver(() => this._resized()).observe(frame);
  }

  /**
   * A new picture of this size; the view stays where it was if the sheet is as large as before.
   * @param {number} width
   * @param {number} height
   */
  take(width, height) {
    const same =
      this.box !== null &&
      Math.abs(width - this.sheet.width) < 60 &&
      Math.abs(height - this.sheet.height) < 500;
    this.sheet = { x: 0, y: 0, width, height };
    return same;
  }

  get _ratio() {
    const { clientWidth, clientHeight } = this.frame;
    return clientWidth && clientHeight ? clientWidth / clientHeight : 1;
  }

  /** Pixels for a unit of the sheet. */
  get scale() {
    return this.box ? this.frame.clientWidth / this.box.width : 1;
  }

  _resized() {
    if (!this.box || !this.frame.clientWidth) return;
    const { x, y, width, height } = this.box;
    const wide = Math.sqrt(width * height * this._ratio);
    this.box = {
      x: x + (width - wide) / 2,
      y: y + (height - wide / this._ratio) / 2,
      width: wide,
      height: wide / this._ratio,
    };
    if (this._fitted) this.show(this._fitted, { jump: true });
    else this._apply();
  }

  /**
   * The view that just holds a part of the sheet.
   * @param {Part} part
   */
  around(part, margin = 0) {
    const width = Math.max(part.width + 2 * margin, (part.height + 2 * margin) * this._ratio);
    const height = width / this._ratio;
    return {
      x: part.x + (part.width - width) / 2,
      y: part.y + (part.height - height) / 2,
      width,
      height,
    };
  }

  /**
   * Show a part of the sheet; `fitted` ones are kept in view when the window changes.
   * @param {Part} part
   */
  show(part, { margin = 0, jump = false, fitted = false } = {}) {
    this._fitted = fitted || jump ? part : null;
    this._move(this.around(part, margin), jump);
  }

  fit() {
    this.show(this.sheet, { fitted: true });
  }

  /**
   * Zoom so that the point under the pointer stays where it is.
   * @param {number} factor
   * @param {number} [clientX]
   * @param {number} [clientY]
   */
  zoom(factor, clientX, clientY) {
    const now = this._goal ?? this.box;
    if (!now) return;
    this._fitted = null;
    const frame = this.frame.getBoundingClientRect();
    const u = clientX === undefined ? 0.5 : (clientX - frame.left) / frame.width;
    const v = clientY === undefined ? 0.5 : (clientY - frame.top) / frame.height;
    const { x, y, width, height } = now;
    const widest = this.around(this.sheet).width * 1.25;
    const wide = Math.min(Math.max(width / factor, frame.width / DEEPEST), widest);
    const share = wide / width;
    this._move(
      {
        x: x + width * u * (1 - share),
        y: y + height * v * (1 - share),
        width: wide,
        height: height * share,
      },
      true,
    );
  }

  /**
   * Move the view by pixels.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy, jump = true) {
    const now = (!jump && this._goal) || this.box;
    if (!now) return;
    this._fitted = null;
    const { x, y, width, height } = now;
    this._move({ x: x + dx / this.scale, y: y + dy / this.scale, width, height }, jump);
  }

  /**
   * Put a point of the sheet into the middle of the view.
   * @param {number} x
   * @param {number} y
   */
  lookAt(x, y) {
    if (!this.box) return;
    this._fitted = null;
    const { width, height } = this.box;
    this._move({ x: x - width / 2, y: y - height / 2, width, height }, true);
  }

  /**
   * Whether a part is in view, or will be when the view has stopped moving.
   * @param {Part | undefined} part
   */
  sees(part) {
    const goal = this._goal ?? this.box;
    return part !== undefined && goal !== null && holds(goal, part);
  }

  /**
   * Bring parts of the sheet into view by moving no more than is needed, if any is out of it.
   * @param {Part[]} parts
   */
  reveal(parts, margin = 24) {
    const goal = this._goal ?? this.box;
    if (!parts.length || !goal) return;
    const exact = hull(parts);
    if (holds(goal, exact)) return;
    const all = grown(exact, margin);
    if (all.width <= goal.width && all.height <= goal.height) return this._bring(goal, all);
    if (parts.some((part) => holds(goal, part))) return;
    const x = goal.x + goal.width / 2;
    const y = goal.y + goal.height / 2;
    /** @param {Part} part */
    const far = (part) => Math.hypot(part.x + part.width / 2 - x, part.y + part.height / 2 - y);
    const nearest = parts.reduce((best, part) => (far(part) < far(best) ? part : best));
    this._bring(goal, grown(nearest, goal.width / 5));
  }

  /**
   * @param {Part} goal
   * @param {Part} part
   */
  _bring(goal, part) {
    this._fitted = null;
    const x = Math.min(Math.max(goal.x, part.x + part.width - goal.width), part.x);
    const y = Math.min(Math.max(goal.y, part.y + part.height - goal.height), part.y);
    this._move({ ...goal, x, y });
  }

  /**
   * Put the middle of some parts into the middle of the view, close enough to be read.
   * @param {Part[]} parts
   */
  centre(parts, closest = 1, { farthest = FARTHEST, jump = false } = {}) {
    if (!parts.length) return;
    const all = hull(parts);
    const least = Math.min(this.around(all, 40).width, this.frame.clientWidth / farthest);
    const width = Math.max(
      least,
      Math.min(this.box?.width ?? Infinity, this.frame.clientWidth / closest),
    );
    const height = width / this._ratio;
    this._fitted = null;
    this._move(
      { x: all.x + (all.width - width) / 2, y: all.y + (all.height - height) / 2, width, height },
      jump,
    );
  }

  /**
   * Show all of some parts, no closer than so many pixels for a unit.
   * @param {Part[]} parts
   * @param {number} closest
   */
  hold(parts, closest) {
    if (!parts.length) return;
    const { x, y, width, height } = grown(hull(parts), 24);
    const wide = Math.max(width, this.frame.clientWidth / closest);
    const high = Math.max(height, this.frame.clientHeight / closest);
    this.show({ x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high });
  }

  /**
   * Keep a good part of the sheet in the window whatever happens.
   * @param {Part} box
   * @returns {Part}
   */
  _clamped(box) {
    /** @type {(low: number, size: number, span: number) => number} */
    const keep = (low, size, span) => {
      const [least, most] = size > span ? [span - size, 0] : [-size * 0.25, span - size * 0.75];
      return Math.max(least, Math.min(low, most));
    };
    return {
      ...box,
      x: keep(box.x, box.width, this.sheet.width),
      y: keep(box.y, box.height, this.sheet.height),
    };
  }

  /** @param {Part} wanted */
  _move(wanted, jump = false) {
    const goal = this._clamped(wanted);
    cancelAnimationFrame(this._frame);
    this.pane.classList.add("moving"); // quick, if not sharp, until it rests
    this._restSoon();
    if (jump || !this.box || still()) {
      this._goal = null;
      this.box = goal;
      this._frame = requestAnimationFrame(() => this._arrive());
      return;
    }
    this._goal = goal;
    const from = this.box;
    const start = performance.now();
    /** @param {number} time */
    const step = (time) => {
      const t = Math.min(1, Math.max(0, (time - start) / WAY));
      if (t === 1) return this._arrive();
      this.box = between(from, goal, 1 - (1 - t) ** 3);
      this._apply();
      this._frame = requestAnimationFrame(step);
    };
    this._frame = requestAnimationFrame(step);
  }

  _apply() {
    if (!this.box) return;
    const { x, y } = this.box;
    const { scale } = this;
    this.pane.style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
    this.pane.classList.add("moving");
    this._restSoon();
    this.moved();
  }

  _restSoon() {
    clearTimeout(this._rest);
    this._rest = setTimeout(() => this._stop(), PAUSE);
  }

  /** The last step of a movement. */
  _arrive() {
    cancelAnimationFrame(this._frame);
    this._frame = 0;
    this.box = this._goal ?? this.box;
    this._goal = null;
    this._apply();
  }

  /** It has stopped; where frames come slowly, or none do, the rest of the way is a jump. */
  _stop() {
    if (this._frame) this._arrive();
    clearTimeout(this._rest);
    this.pane.classList.remove("moving");
    this.rested();
  }
}

/**
 * What is seen when a share of the way is done.
 * @param {Part} from
 * @param {Part} to
 * @param {number} share
 * @returns {Part}
 */
function between(from, to, share) {
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    width: from.width + (to.width - from.width) * share,
    height: from.height + (to.height - from.height) * share,
  };
}

/**
 * The smallest part of the sheet that holds all of these.
 * @param {Part[]} parts
 * @returns {Part}
 */
function hull(parts) {
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  return {
    x,
    y,
    width: Math.max(...parts.map((part) => part.x + part.width)) - x,
    height: Math.max(...parts.map((part) => part.y + part.height)) - y,
  };
}

/**
 * @param {Part} part
 * @param {number} by
 * @returns {Part}
 */
function grown({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * @param {Part} outer
 * @param {Part} inner
 */
function holds(outer, inner) {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
