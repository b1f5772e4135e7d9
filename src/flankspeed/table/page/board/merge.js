// @ts-check
// A new picture in place of an old one: only what differs is exchanged, so that a large map need
// not be laid out again for one ship's move.

const DEEP = 4; // levels at which parts are compared

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap(); // how the server drew an element, before the page changed anything

/**
 * Remember how the parts of a picture were drawn, before anything in it is changed.
 * @param {Element} element
 */
export function remember(element, deep = DEEP) {
  for (const child of element.children) {
    drawn.set(child, child.outerHTML);
    if (deep > 1) remember(child, deep - 1);
  }
}

/**
 * Make the shown picture like a fresh one, which is used up.
 * @param {Element} shown
 * @param {Element} fresh
 */
export function merge(shown, fresh, deep = DEEP) {
  const left = [...shown.children]; // what may be used again
  const byText = new Map(left.map((child) => [drawn.get(child), child]));
  const parts = [...fresh.children].map((child) => {
    const text = child.outerHTML;
    const same = byText.get(text);
    if (same) {
      byText.delete(text);
      left.splice(left.indexOf(same), 1);
    }
    return { child, text, same };
  });
  let place = shown.firstElementChild;
  for (const { child, text, same } of parts) {
    const element = same ?? changed(child, text, left, deep);
    if (element !== place) shown.insertBefore(element, place);
    place = element.nextElementSibling;
  }
  left.forEach((child) => child.remove());
}

/**
 * A group that differs only in what is in it is changed there; anything else is taken as it is.
 * @param {Element} child
 * @param {string} text
 * @param {Element[]} left
 * @param {number} deep
 */
function changed(child, text, left, deep) {
  const old = deep > 1 && child.tagName === "g" && left.find((some) => sameHead(some, child));
  if (old) {
    left.splice(left.indexOf(old), 1);
    merge(old, child, deep - 1);
    drawn.set(old, text);
    return old;
  }
  if (deep > 1) remember(child, deep - 1);
  drawn.set(child, text);
  return child;
}

/**
 * @param {Element} a
 * @param {Element} b
 */
function sameHead(a, b) {
  return (
    a.tagName === "g" &&
    !b.id &&
    a.attributes.length === b.attributes.length &&
    [...b.attributes].every(({ name, value }) => a.getAttribute(name) === value)
  );
}
