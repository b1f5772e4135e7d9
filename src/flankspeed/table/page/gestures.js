// @ts-check
// The pointer on the board: wheel and pinch zoom, drag pans, a press that stays put is a click.

const SLOP = { mouse: 4, pen: 6, touch: 10 };

/** Make a frame answer to the pointer; `hover`, `press` and `leave` are told of the rest. */
export function gestures(frame, camera, { hover, press, leave }) {
  const down = new Map();
  let dragged = false;
  let spread = 0;
  let tapped = false;

  const middle = () => {
    const points = [...down.values()];
    return [
      points.reduce((sum, p) => sum + p.x, 0) / points.length,
      points.reduce((sum, p) => sum + p.y, 0) / points.length,
    ];
  };
  const distance = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  frame.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      camera.zoom(
        Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)),
        event.clientX,
        event.clientY,
      );
    },
    { passive: false },
  );

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    if (event.target.closest(".over-board")) return;
    down.set(event.pointerId, {
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
    });
    if (down.size === 1) dragged = event.button === 1;
    if (down.size === 2) spread = distance();
  });

  frame.addEventListener("pointermove", (event) => {
    const point = down.get(event.pointerId);
    if (!point) {
      if (event.pointerType !== "touch") hover(event);
      return;
    }
    const [x, y] = middle();
    const old = { ...point };
    point.x = event.clientX;
    point.y = event.clientY;
    const far = Math.hypot(point.x - point.startX, point.y - point.startY);
    if (!dragged && down.size === 1 && far < (SLOP[event.pointerType] ?? 6)) {
      point.x = old.x;
      point.y = old.y;
      return;
    }
    if (!dragged) {
      dragged = true;
      frame.setPointerCapture(event.pointerId);
      frame.classList.add("dragged");
      leave();
    }
    const [u, v] = middle();
    camera.pan(x - u, y - v);
    if (down.size === 2) {
      const now = distance();
      if (spread) camera.zoom(now / spread, u, v);
      spread = now;
    }
  });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    spread = 0;
    if (down.size) return;
    frame.classList.remove("dragged");
    if (!dragged && event.type === "pointerup" && event.button === 0) {
      tapped = event.pointerType === "touch";
      press(event);
    }
  };
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
