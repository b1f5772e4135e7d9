// @ts-check
// The pointer on the board: wheel and pinch zoom, drag pans, a press that stays put is a click.

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {{x: number, y: number, startX: number, startY: number}} Finger where it is and was */

/**
 * @typedef {object} Told
 * @property {(event: PointerEvent) => void} hover
 * @property {(event: PointerEvent) => void} press
 * @property {(spot: {clientX: number, clientY: number}) => void} inspect
 * @property {() => void} leave
 */

const LONG = 500; // milliseconds after which a finger that stays looks closer
/** @type {Record<string, number>} */
const SLOP = { mouse: 4, pen: 6, touch: 10 };

/**
 * Make a frame answer to the pointer; `hover`, `press`, `inspect` (the right button, or a long
 * press) and `leave` are told of the rest.
 * @param {HTMLElement} frame
 * @param {Camera} camera
 * @param {Told} told
 */
export function gestures(frame, camera, { hover, press, inspect, leave }) {
  /** @type {Map<number, Finger>} */
  const down = new Map();
  let dragged = false;
  let spread = 0;
  let tapped = false;
  let waiting = 0; // for a long press

  frame.addEventListener("wheel", (event) => turned(event, camera), { passive: false });

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    if (event.target instanceof Element && event.target.closest(".over-board")) return;
    down.set(event.pointerId, {
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
    });
    if (down.size === 1) dragged = event.button === 1;
    clearTimeout(waiting);
    if (down.size === 1 && event.pointerType === "touch")
      waiting = setTimeout(() => {
        if (dragged) return;
        dragged = tapped = true; // so that it is no press when the finger is lifted
        inspect(event);
      }, LONG);
    if (down.size === 2) spread = distance(down);
  });

  frame.addEventListener("pointermove", (event) => {
    const point = down.get(event.pointerId);
    if (!point) {
      if (event.pointerType !== "touch") hover(event);
      return;
    }
    const far = Math.hypot(event.clientX - point.startX, event.clientY - point.startY);
    if (!dragged && down.size === 1 && far < (SLOP[event.pointerType] ?? 6)) return;
    const [x, y] = middle(down);
    point.x = event.clientX;
    point.y = event.clientY;
    if (!dragged) {
      dragged = true;
      frame.setPointerCapture(event.pointerId);
      frame.classList.add("dragged");
      leave();
    }
    const [u, v] = middle(down);
    camera.pan(x - u, y - v);
    if (down.size === 2) {
      const now = distance(down);
      if (spread) camera.zoom(now / spread, u, v);
      spread = now;
    }
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(waiting);
    spread = 0;
    if (down.size) return;
    frame.classList.remove("dragged");
    if (!dragged && event.type === "pointerup" && event.button === 0) {
      tapped = event.pointerType === "touch";
      press(event);
    }
  };
  frame.addEventListener("contextmenu", (event) => {
    if (event.target instanceof Element && event.target.closest(".over-board")) return;
    event.preventDefault();
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!touch && event.button === 2) inspect(event); // a finger was heard before
  });
  // The click that follows a tap would meet the menu the tap has opened under the finger.
  frame.addEventListener("touchend", (event) => {
    if (tapped && event.cancelable) event.preventDefault();
    tapped = false;
  });
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  frame.addEventListener("pointerleave", (event) => {
    if (!down.size && event.pointerType !== "touch") leave();
  });
}

/**
 * @param {WheelEvent} event
 * @param {Camera} camera
 */
function turned(event, camera) {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 16 : 1;
  const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
  camera.zoom(factor, event.clientX, event.clientY);
}

/** @param {Map<number, Finger>} down */
function middle(down) {
  const points = [...down.values()];
  return [
    points.reduce((sum, point) => sum + point.x, 0) / points.length,
    points.reduce((sum, point) => sum + point.y, 0) / points.length,
  ];
}

/** @param {Map<number, Finger>} down */
function distance(down) {
  const [a, b] = [...down.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
