// @ts-check
// A new picture in place of an old one: both are compared as text, and only what differs is parsed
// and exchanged, so that a large map need not be laid out again for one ship's move.

const DEEP = 4; // levels at which parts are compared

/**
 * @typedef {object} Part an element of a picture, as the server wrote it
 * @property {string} text
 * @property {string} head its opening tag
 * @property {Part[]} children none below the deepest level that is compared
 * @property {Element | null} element what shows it
 */

const parser = document.createElement("template");

/**
 * The elements of a text.
 * @param {string} text
 */
function parsed(text) {
  parser.innerHTML = text; // twice as quick as a DOMParser; whatever it holds, nothing in it runs
  return document.importNode(parser.content, true);
}

/**
 * A picture in parts. No attribute in it has an unescaped `<` or `>`.
 * @param {string} text
 */
export function cut(text) {
  /** @type {Part} */
  const top = { text: "", head: "", children: [], element: null };
  /** @type {{part: Part, start: number}[]} */
  const open = [{ part: top, start: 0 }];
  let depth = 0; // of what is under way, which is deeper than what is open
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const end = text.indexOf(">", at) + 1;
    if (text[at + 1] === "/") {
      if (depth === open.length - 1 && depth > 0) {
        const { part, start } = /** @type {{part: Part, start: number}} */ (open.pop());
        part.text = text.slice(start, end);
      }
      depth -= 1;
      continue;
    }
    const alone = text[end - 2] === "/";
    if (depth === open.length - 1 && depth <= DEEP) {
      const head = text.slice(at, end);
      const part = { text: head, head, children: [], element: null };
      open[depth].part.children.push(part);
      if (!alone) open.push({ part, start: at });
    }
    if (!alone) depth += 1;
  }
  const [picture] = top.children;
  if (!picture?.head.startsWith("<svg")) throw new TypeError("The table has sent no picture.");
  return picture;
}

/**
 * Take a part with some tag out of a picture; the words in it.
 * @param {Part} picture
 * @param {string} tag
 */
export function taken(picture, tag) {
  const at = picture.children.findIndex(({ head }) => head.startsWith(`<${tag}>`));
  if (at < 0) return "";
  const [part] = picture.children.splice(at, 1);
  return parsed(`<svg>${part.text}</svg>`).textContent ?? "";
}

/**
 * Show a picture for the first time.
 * @param {Part} picture
 */
export function drawn(picture) {
  const inside = picture.children.map(({ text }) => text).join("");
  const svg = parsed(`${picture.head}${inside}</svg>`).firstElementChild;
  if (!(svg instanceof SVGSVGElement)) throw new TypeError("The table has sent no picture.");
  link(picture, svg);
  return svg;
}

/**
 * Note which elements show a part and what is in it.
 * @param {Part} part
 * @param {Element} element
 */
function link(part, element) {
  part.element = element;
  const inside = [...element.children];
  if (inside.length !== part.children.length) part.children = []; // it is exchanged as a whole
  part.children.forEach((child, i) => link(child, inside[i]));
}

/**
 * Make what shows one picture show another.
 * @param {Part} shown
 * @param {Part} fresh
 */
export function merge(shown, fresh) {
  const parent = shown.element;
  if (!parent) return;
  fresh.element = parent;
  const left = new Set(shown.children); // what may be used again
  for (const [child, same] of alike(shown.children, fresh.children)) {
    left.delete(same);
    adopt(child, same);
  }
  for (const child of fresh.children) if (!child.element) change(child, left);
  for (const { element } of left) element?.remove();
  let place = parent.firstElementChild;
  for (const { element } of fresh.children) {
    if (!element) continue;
    if (element !== place) parent.insertBefore(element, place);
    place = element.nextElementSibling;
  }
}

/**
 * The parts that are drawn as others were.
 * @param {Part[]} shown
 * @param {Part[]} fresh
 */
function alike(shown, fresh) {
  /** @type {Map<string, Part[]>} */
  const byText = new Map();
  for (const part of shown) {
    const known = byText.get(part.text);
    if (known) known.push(part);
    else byText.set(part.text, [part]);
  }
  /** @type {[fresh: Part, same: Part][]} */
  const pairs = [];
  for (const part of fresh) {
    const same = byText.get(part.text)?.shift();
    if (same) pairs.push([part, same]);
  }
  return pairs;
}

/**
 * A part that is drawn as another was is shown by the same elements.
 * @param {Part} fresh
 * @param {Part} same
 */
function adopt(fresh, same) {
  fresh.element = same.element;
  if (!same.children.length) fresh.children = [];
  fresh.children.forEach((child, i) => adopt(child, same.children[i]));
}

/**
 * A group that differs only in what is in it is changed there; anything else is drawn anew.
 * @param {Part} part
 * @param {Set<Part>} left
 */
function change(part, left) {
  const group = /^<g[ >]/.test(part.head) && !part.head.includes(' id="');
  const old = group && [...left].find((some) => some.head === part.head && some.children.length);
  if (old && part.children.length) {
    left.delete(old);
    merge(old, part);
    return;
  }
  const element = parsed(`<svg>${part.text}</svg>`).firstElementChild?.firstElementChild;
  if (element) link(part, element);
}
