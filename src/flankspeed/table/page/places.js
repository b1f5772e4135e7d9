// @ts-check
// The things of a picture that have a name: a choice's place is the id of one of them.

const said = new WeakMap(); // element: its words, which the browser would show in its own way

export class Places {
  constructor() {
    this.svg = null;
    this.elements = new Map(); // place: its elements, the main one first
    this.titles = new Map(); // place: its words
  }

  /** Find out which elements of a picture stand for which places, and what they say. */
  gather(svg) {
    this.svg = svg;
    this.elements.clear();
    this.titles.clear();
    for (const element of svg.querySelectorAll("[id*=':'], [data-place]")) {
      const echo = element.dataset.place;
      const place = echo ?? element.id;
      const known = this.elements.get(place);
      if (!known) this.elements.set(place, [element]);
      else if (echo) known.push(element);
      else known.unshift(element);
      const title = element.firstElementChild;
      if (title?.tagName === "title") {
        said.set(element, title.textContent.split(". Now: ")[0]);
        title.remove();
      }
      if (said.has(element) && (!echo || !this.titles.has(place)))
        this.titles.set(place, said.get(element));
    }
  }

  has(place) {
    return this.elements.has(place);
  }

  /** Whether it is a mere place of the board, and no thing. */
  isSpace(place) {
    return this.of(place)[0]?.classList.contains("space") ?? false;
  }

  /** All elements of a place. */
  of(place) {
    return this.elements.get(place) ?? [];
  }

  /** Where a place is on the screen. */
  onScreen(place) {
    return this.of(place)[0].getBoundingClientRect();
  }

  /** Where places lie on the sheet. */
  boxes(places) {
    return places
      .filter((place) => this.has(place))
      .map((place) => boxOf(this.of(place)[0], this.svg));
  }

  /** The part of the sheet that is the map, without the panels beside it. */
  get map() {
    return boxOf(this.svg.querySelector(".field") ?? this.svg, this.svg);
  }

  /** The things that lie on a part of the sheet. */
  inside(part) {
    return this.boxes([...this.titles.keys()]).filter(
      (box) =>
        box.x >= part.x &&
        box.y >= part.y &&
        box.x + box.width <= part.x + part.width &&
        box.y + box.height <= part.y + part.height,
    );
  }

  /** The places under a point of the screen, the uppermost first. */
  under(x, y) {
    const found = [];
    for (const element of document.elementsFromPoint(x, y)) {
      const owner = this.svg?.contains(element) && element.closest("[id*=':'], [data-place]");
      if (owner) found.push(owner.dataset.place ?? owner.id);
    }
    return found;
  }

  /** The nearest of some places to a point of the screen, if any is within reach. */
  near(x, y, places, reach) {
    let best = ["", reach];
    for (const place of places) {
      for (const element of this.of(place)) {
        const box = element.getBoundingClientRect();
        const far = Math.hypot(
          Math.max(box.left - x, 0, x - box.right),
          Math.max(box.top - y, 0, y - box.bottom),
        );
        if (far < best[1]) best = [place, far];
      }
    }
    return best[0];
  }

  /** The nearest of some places in a direction from one of them. */
  beside(from, places, [dx, dy]) {
    const middle = (place) => {
      const box = this.onScreen(place);
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = ["", Infinity];
    for (const place of places) {
      const [u, v] = middle(place);
      const along = (u - x) * dx + (v - y) * dy;
      const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (place !== from && along > 2 && along + 2.2 * across < best[1])
        best = [place, along + 2.2 * across];
    }
    return best[0];
  }
}

/** From an element's coordinates to the sheet's. */
export function matrixOf(element, svg) {
  let matrix = svg.createSVGMatrix();
  for (let node = element; node !== svg; node = node.parentNode) {
    const steps = node.transform.baseVal; // not to be consolidated: that would change the element
    let own = svg.createSVGMatrix();
    for (let i = 0; i < steps.numberOfItems; i++) own = own.multiply(steps.getItem(i).matrix);
    matrix = own.multiply(matrix);
  }
  return matrix;
}

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
