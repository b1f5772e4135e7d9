// @ts-check
// Zoom and pan: which part of the sheet the window shows. The picture itself is laid out once, at
// its own size; only the pane it lies on is moved and scaled, which is cheap.

import { h, still } from "./dom.js";

const DEEPEST = 8; // pixels for a unit of the sheet
const FARTHEST = 0.6; // as far as can still be read

/** The part of a sheet that is shown; all numbers are in units of the sheet. */
export class Camera {
  constructor(frame) {
    this.frame = frame; // the window
    this.pane = h("div", { class: "pane" }); // what moves behind it
    frame.append(this.pane);
    this.sheet = { x: 0, y: 0, width: 1, height: 1 };
    this.box = null;
    this.moved = null; // told whenever the view changes, and when it has stopped
    this.rested = null;
    new ResizeObserver(() => this._resized()).observe(frame);
  }

  /** A new picture of this size; the view stays where it was if the sheet is as large as before. */
  take(width, height) {
    const same =
      this.box &&
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

  /** The view that just holds a part of the sheet. */
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

  /** Show a part of the sheet; `fitted` ones are kept in view when the window changes. */
  show(part, { margin = 0, jump = false, fitted = false } = {}) {
    this._fitted = fitted || jump ? part : null;
    this._move(this.around(part, margin), jump);
  }

  fit() {
    this.show(this.sheet, { fitted: true });
  }

  /** Zoom so that the point under the pointer stays where it is. */
  zoom(factor, clientX, clientY) {
    this._fitted = null;
    const frame = this.frame.getBoundingClientRect();
    const u = clientX === undefined ? 0.5 : (clientX - frame.left) / frame.width;
    const v = clientY === undefined ? 0.5 : (clientY - frame.top) / frame.height;
    const { x, y, width, height } = this._goal ?? this.box;
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

  /** Move the view by pixels. */
  pan(dx, dy, jump = true) {
    this._fitted = null;
    const { x, y, width, height } = (!jump && this._goal) || this.box;
    this._move({ x: x + dx / this.scale, y: y + dy / this.scale, width, height }, jump);
  }

  /** Whether a part is in view, or will be when the view has stopped moving. */
  sees(part) {
    return Boolean(part && this.box) && holds(this._goal ?? this.box, part);
  }

  /** Bring parts of the sheet into view by moving no more than is needed, if any is out of it. */
  reveal(parts, margin = 24) {
    if (!parts.length || !this.box) return;
    const goal = this._goal ?? this.box;
    const all = grown(hull(parts), margin);
    if (holds(goal, all)) return;
    if (all.width <= goal.width && all.height <= goal.height) return this._bring(goal, all);
    if (parts.some((part) => holds(goal, part))) return;
    const x = goal.x + goal.width / 2;
    const y = goal.y + goal.height / 2;
    const far = (part) => Math.hypot(part.x + part.width / 2 - x, part.y + part.height / 2 - y);
    this._bring(
      goal,
      grown(
        parts.reduce((best, part) => (far(part) < far(best) ? part : best)),
        goal.width / 5,
      ),
    );
  }

  _bring(goal, part) {
    this._fitted = null;
    const x = Math.min(Math.max(goal.x, part.x + part.width - goal.width), part.x);
    const y = Math.min(Math.max(goal.y, part.y + part.height - goal.height), part.y);
    this._move({ ...goal, x, y });
  }

  /** Put the middle of some parts into the middle of the view, close enough to be read. */
  centre(parts, closest = 1, jump = false) {
    if (!parts.length) return;
    const all = hull(parts);
    const least = Math.min(this.around(all, 40).width, this.frame.clientWidth / FARTHEST);
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

  /** Keep a good part of the sheet in the window whatever happens. */
  _clamped(box) {
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

  _move(goal, jump = false) {
    goal = this._clamped(goal);
    cancelAnimationFrame(this._frame);
    this.pane.classList.add("moving"); // quick, if not sharp, until it rests
    if (jump || !this.box || still()) {
      this._goal = null;
      this.box = goal;
      this._frame = requestAnimationFrame(() => this._apply());
      return;
    }
    this._goal = goal;
    const from = this.box;
    const start = performance.now();
    const step = (time) => {
      const t = Math.min(1, Math.max(0, (time - start) / 260));
      const share = 1 - (1 - t) ** 3;
      this.box = Object.fromEntries(
        Object.keys(goal).map((key) => [key, from[key] + (goal[key] - from[key]) * share]),
      );
      this._apply();
      if (t < 1) this._frame = requestAnimationFrame(step);
      else this._goal = null;
    };
    this._frame = requestAnimationFrame(step);
  }

  _apply() {
    if (!this.box) return;
    const { x, y } = this.box;
    const { scale } = this;
    this.pane.style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
    this.pane.classList.add("moving");
    clearTimeout(this._rest);
    this._rest = setTimeout(() => {
      if (this._goal) return; // a slow machine: it is still under way
      this.pane.classList.remove("moving");
      this.rested?.();
    }, 140);
    this.moved?.();
  }
}

/** The smallest part of the sheet that holds all of these. */
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

function grown({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function holds(outer, inner) {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
