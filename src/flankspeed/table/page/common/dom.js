// @ts-check
// Elements in few words, and what every page of the table needs of them.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | false | null | undefined} Child what is nothing is left out */
/** @typedef {Child | Child[] | Child[][]} Children */
/** @typedef {Record<string, any>} Props attributes, and by `onNAME` what listens to an event */
/** @typedef {import("wire").SideInfo} Side */
/** @typedef {import("wire").GameInfo} Game */

/**
 * An element: h("button", {class: "go", onclick: f, "aria-label": "Go"}, "Go").
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

/**
 * @template {HTMLElement | SVGElement} Some
 * @param {Some} element
 * @param {Props} props
 * @param {Children[]} children
 */
function dress(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...nodes(children));
  return element;
}

/**
 * Put new children into an element.
 * @template {Element} Some
 * @param {Some} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * @param {Children[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat(2)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  advice: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 1-1 2H9c0-1 0-1-1-2z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  wide: "M3 5h18v14H3zM15 5v14M9 9l-3 3 3 3",
  target: "M12 2v5M12 17v5M2 12h5M17 12h5M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  layers: "M12 3 3 8l9 5 9-5zM4 12l8 4.5 8-4.5M4 16l8 4.5 8-4.5",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  dots: "M12 5v.01M12 12v.01M12 19v.01",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2.5M12 18v.5",
  menu: "M4 6h16M4 12h16M4 18h16",
  home: "M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM12 7v14M8 10h8M4 14c0 4 4 7 8 7s8-3 8-7M4 14l-1.500 2.500M4 14l2.500 2M20 14l1.500 2.500M20 14l-2.500 2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  first: "M19 5 9 12l10 7zM6 5v14",
  back: "M16 5 6 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l10 7-10 7z",
  last: "M5 5l10 7-10 7zM18 5v14",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  people:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.300M18 14.500c2 .7 3.500 2.500 3.500 5.500",
  info: "M12 11v6M12 7.500v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  pen: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  gear: "M4 7h9M19 7h1M16 4v6M4 17h1M11 17h9M8 14v6",
};

/**
 * A small line drawing that stands beside words, so that it says nothing itself.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] }),
  );
}

/**
 * A button with a picture only; its label is read out and shown as a hint.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Props} [props]
 */
export function tool(name, label, onclick, props = {}) {
  return h(
    "button",
    { type: "button", class: "tool", title: label, "aria-label": label, onclick, ...props },
    icon(name),
  );
}

/**
 * A short message that goes away by itself.
 * @param {string} words
 * @param {"note" | "error"} kind
 */
export function toast(words, kind = "note") {
  const box = h("div", { class: `toast ${kind}` }, words);
  document.getElementById("toasts")?.append(box);
  setTimeout(() => box.remove(), kind === "error" ? 9000 : 4500);
}

/**
 * A dialog with a heading; the promise tells which button closed it ("" for none).
 * @param {string} title
 * @param {Children} body
 * @param {[words: string, value: string, kind?: string][]} [buttons]
 * @param {Props} [props]
 * @returns {Promise<string>}
 */
export function dialog(title, body, buttons = [["Close", ""]], props = {}) {
  return new Promise((resolve) => {
    const id = `dialog-${Math.random().toString(36).slice(2)}`;
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id }, title),
      body,
      h(
        "div",
        { class: "buttons" },
        buttons.map(([words, value, kind]) =>
          h("button", { value, class: kind || "plain" }, words),
        ),
      ),
    );
    const box = h("dialog", { "aria-labelledby": id, ...props }, form);
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    box.addEventListener("click", (event) => {
      if (event.target === box) box.close("");
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * Ask before something that cannot be undone.
 * @param {string} title
 * @param {string} words
 * @param {string} yes
 */
export async function confirm(title, words, yes) {
  return (
    (await dialog(title, h("p", {}, words), [
      ["Keep it as it is", ""],
      [yes, "yes", "danger"],
    ])) === "yes"
  );
}

/**
 * Ask for one line of text; null if it is not given.
 * @param {string} title
 * @param {string} label
 */
export async function ask(title, label, value = "", limit = 80) {
  const input = h("input", {
    type: "text",
    maxlength: limit,
    value,
    name: "line",
    autofocus: true,
  });
  const answer = await dialog(title, h("label", { class: "field" }, label, input), [
    ["OK", "yes", "primary"],
    ["Cancel", ""],
  ]);
  return answer === "yes" && input.value.trim() ? input.value.trim() : null;
}

/**
 * Put text on the clipboard, also where the page is not served over https.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = h("textarea", { value: text, class: "offscreen", "aria-hidden": "true" });
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }
  toast(`${what} copied`);
}

/**
 * Whether the user's keys go into a field just now.
 * @param {EventTarget | null} target
 */
export function typing(target) {
  return (
    target instanceof Element &&
    target.closest("input, select, textarea, dialog, [contenteditable]") !== null
  );
}

/** @type {Record<string, Side>} */
let sides = {}; // of the game that is looked at: its seats by their names, signs and colours

/**
 * Let the sides of a game be known from now on.
 * @param {Game | undefined} game
 */
export function knowSides(game) {
  sides = game?.sides ?? {};
}

/**
 * The name of a seat for people.
 * @param {string | null} seat
 */
export function seatName(seat) {
  return sides[seat ?? ""]?.name ?? (seat ?? "").toUpperCase();
}

/**
 * The short name of a seat, with its sign: never by colour alone. `known`: the sides of its game.
 * @param {string | null} seat
 * @param {Record<string, Side>} known
 */
export function chip(seat, known = sides) {
  const { name, sign, colour } = known[seat ?? ""] ?? {};
  const root = h(
    "span",
    { class: "chip", title: name ?? seatName(seat) },
    h("span", { "aria-hidden": "true" }, sign ?? ""),
    (seat ?? "").toUpperCase(),
  );
  if (colour) root.style.background = colour;
  return root;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
