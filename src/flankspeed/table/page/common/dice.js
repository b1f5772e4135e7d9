// @ts-check
// Dice: as faces in the log, and as a form where they are typed in.

import { h, s } from "./dom.js";

/** @typedef {import("wire").Thrown} Thrown */
/** @typedef {import("wire").Need} Need */

/** @type {Record<number, [x: number, y: number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7, 6],
    [17, 6],
    [7, 12],
    [17, 12],
    [7, 18],
    [17, 18],
  ],
};

/**
 * One die; a die with other than six sides shows its number.
 * @param {number} value
 */
export function face(value, sides = 6) {
  const props = { class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": String(value) };
  if (sides === 6 && PIPS[value]) {
    return s(
      "svg",
      props,
      s("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5 }),
      PIPS[value].map(([cx, cy]) => s("circle", { cx, cy, r: 2.2 })),
    );
  }
  const shape =
    sides > 20
      ? s("rect", { x: 1.5, y: 4, width: 21, height: 16, rx: 3 })
      : s("path", { d: "M12 1.500 22 8v8l-10 6.500L2 16V8z" });
  const number = s("text", { x: 12, y: 16, "text-anchor": "middle" }, String(value));
  return s("svg", props, shape, number);
}

/**
 * Dice thrown together, with what for.
 * @param {Thrown} thrown
 */
export function throwOf({ sides, values, why }) {
  return h(
    "span",
    { class: "throw", title: `${why}${sides === 6 ? "" : `, d${sides}`}` },
    values.map((value) => face(value, sides)),
  );
}

/**
 * The numbers in a line of text: digit by digit where one digit is enough for a die.
 * @param {string} text
 * @param {number} sides
 */
export function readDice(text, sides) {
  const found = sides <= 9 ? text.match(/\d/g) : text.match(/\d+/g);
  return (found ?? []).map(Number);
}

/** @type {Record<string, string>} */
const DICE = {
  seeded: "seeded dice: whoever knows the seed knows them",
  entered: "typed-in dice",
};

/**
 * What all should know before they trust the dice, in words; often nothing.
 * @param {import("wire").Origin} origin
 */
export function originOf({ dice, imported }) {
  const past = typeof imported === "number" && `imported at choice ${imported}`;
  return [DICE[dice], past].filter((words) => typeof words === "string");
}

/**
 * What must be thrown, in words.
 * @param {Need} need
 */
export function asked({ count, sides, why }) {
  return `Throw ${count === 1 ? "one" : count} d${sides} for ${why}`;
}

/**
 * A form that asks for dice; `enter(values)` gets them once they are all there.
 * @param {Need} need
 * @param {(values: number[]) => void} enter
 */
export function diceForm(need, enter) {
  const { count, sides } = need;
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    name: "dice",
    "aria-describedby": "dice-said",
    "aria-label": asked(need),
    placeholder: sides <= 9 ? "type the digits" : "numbers, with spaces",
  });
  const shown = h("span", { class: "throw", "aria-hidden": "true" });
  const said = h("span", { id: "dice-said", role: "status" });
  const go = h("button", { class: "primary", disabled: true }, "Enter dice");
  const values = () => readDice(input.value, sides);

  const look = () => {
    const found = values();
    const wrong = found.filter((value) => value < 1 || value > sides);
    shown.replaceChildren(...found.map((value) => face(value, sides)));
    said.textContent = wrong.length
      ? `a d${sides} has no ${wrong[0]}`
      : `${found.length} of ${count}`;
    said.classList.toggle("wrong", wrong.length > 0 || found.length > count);
    go.disabled = wrong.length > 0 || found.length !== count;
  };
  /** @param {number} value */
  const add = (value) => {
    input.value = `${input.value}${sides <= 9 || !input.value ? "" : " "}${value}`;
    look();
    input.focus();
  };
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    if (!go.disabled) enter(values());
  };
  input.addEventListener("input", look);
  look();
  return h(
    "form",
    { class: "dice-form", autocomplete: "off", "data-count": count, onsubmit },
    sides <= 12 ? pad(sides, add) : null,
    input,
    shown,
    said,
    go,
  );
}

/**
 * The faces of a die as buttons.
 * @param {number} sides
 * @param {(value: number) => void} add
 */
function pad(sides, add) {
  const faces = Array.from({ length: sides }, (_, i) => i + 1);
  return h(
    "span",
    { class: "pad", role: "group", "aria-label": "Faces" },
    faces.map((value) =>
      h(
        "button",
        { type: "button", "aria-label": `a ${value}`, onclick: () => add(value) },
        face(value, sides),
      ),
    ),
  );
}
