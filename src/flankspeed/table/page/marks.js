// @ts-check
// What the page draws over the picture: outlines of what can be chosen, which the keyboard and
// screen readers reach it by, and marks on what is looked at, lit up, or advised.

import { s } from "./dom.js";
import { matrixOf } from "./places.js";

export class Marks {
  constructor(places) {
    this.places = places;
    this.outlines = s("g", { role: "group", "aria-label": "Choices on the board" });
    this.marks = s("g", {});
    this.layer = s("g", { class: "marks", "pointer-events": "none" }, this.outlines, this.marks);
    this.handles = new Map(); // place: the element that gets the keyboard
  }

  /** Outline what can be chosen: [{place, kind, label, menu}]; `press(place)` is told of a click. */
  offer(offered, press) {
    this.handles.clear();
    const parts = offered.map(({ place, kind, label, menu }) => {
      const shapes = this.places.of(place).map((element) => this._shape(element, kind));
      const [handle] = shapes;
      const props = {
        role: "button",
        tabindex: -1,
        "data-choice": place,
        "aria-label": label,
        "aria-haspopup": menu ? "menu" : null,
      };
      for (const [name, value] of Object.entries(props))
        if (value !== null) handle.setAttribute(name, value);
      handle.addEventListener("click", () => press(place)); // only from a screen reader
      handle.addEventListener("focus", () =>
        handle.setAttribute("aria-describedby", "card-choices"),
      ); // the card is about it now
      handle.addEventListener("blur", () => handle.removeAttribute("aria-describedby"));
      this.handles.set(place, handle);
      return shapes;
    });
    this.outlines.replaceChildren(...parts.flat());
  }

  /** One handle can be reached by Tab. */
  entry(place) {
    for (const [some, handle] of this.handles)
      handle.setAttribute("tabindex", some === place ? "0" : "-1");
  }

  /** Mark places by kind: {lit: [...], hover: [...]}; `pixel` is a pixel's size on the sheet. */
  draw(kinds, pixel) {
    const parts = Object.entries(kinds).flatMap(([kind, places]) =>
      places.flatMap((place) => this.places.of(place).map((element) => this._shape(element, kind))),
    );
    this.layer.style.setProperty("--px", `${pixel}px`);
    this.marks.replaceChildren(...parts);
  }

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
