// @ts-check
// Help: the keys, and how the page can be set up.

import { mayNotify } from "./bell.js";
import { dialog, h } from "./dom.js";
import { measure } from "./room.js";
import * as store from "./store.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {Pick<store.Preferences, "follow" | "ask" | "counters" | "playback" | "briefing" | "notify" | "sound" | "minimap">} Boxes */

const KEYS = [
  ["Arrows", "go from choice to choice on the board"],
  ["n, Shift+n", "next choice, choice before; in a lesson, on from a card that is read"],
  ["Enter", "choose"],
  ["1 to 9", "press a button of the prompt"],
  ["l", "to the list of choices"],
  ["b", "to the board"],
  ["u, Shift+u", "undo; undo to one of the choices before"],
  ["a", "advice"],
  ["/", "search the log"],
  ["Shift+R", "charts and rules"],
  ["d", "details"],
  ["i, right or long press", "look closer: details and overlays; nothing is chosen"],
  ["t", "seats, chat and notes"],
  ["+, -, 0", "zoom in, zoom out, the whole sheet"],
  ["m, f", "the map, the choices"],
  ["Shift+arrows", "move the view"],
  ["c", "hide the counters"],
  ["p", "the board alone"],
  ["Space, right", "while something is played: pause, next step"],
  ["r", "replay; then left, right, space"],
  ["e", "the report, once the match is over"],
  ["o", "the briefing"],
  ["Escape", "close, clear, back"],
  ["?", "this help, on the start page too"],
];

const TEXTS = [80, 90, 100, 110, 125, 150, 175, 200]; // percent
const ZOOMS = [75, 100, 125, 150, 200, 300];

export function help() {
  const rows = KEYS.map(([keys, words]) =>
    h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, words)),
  );
  return dialog(
    "Help",
    h(
      "div",
      { class: "help", tabindex: 0, role: "region", "aria-label": "Help" },
      h(
        "p",
        {},
        "What can be chosen is outlined on the board; nothing else reacts. Press a ship, a gun " +
          "or a plane: if several things can be done there, a small menu asks which. Everything " +
          "stands in the list of choices, too. A dot is where somebody can be sent by one press; " +
          "a ring is the same with a risk, which is asked about first.",
      ),
      h(
        "p",
        {},
        "Wheel or pinch to zoom, drag to move. Undo takes back every choice after which no dice " +
          "were thrown.",
      ),
      h("table", {}, h("caption", {}, "Keys"), h("tbody", {}, rows)),
    ),
    [["Close", "", "primary"]],
  );
}

/** @param {Board | null} board */
export async function settings(board) {
  const kept = store.preferences();
  const select = h(
    "select",
    { onchange: () => store.prefer({ theme: select.value }) },
    [
      ["auto", "as the system"],
      ["light", "light"],
      ["dark", "dark"],
    ].map(([value, words]) => h("option", { value }, words)),
  );
  select.value = kept.theme;
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: kept.name,
    autocomplete: "nickname",
    onchange: () => store.rename(name.value),
  });
  /** @type {(name: "text" | "zoom", words: string, values: number[], told: () => void) => HTMLElement} */
  const size = (name, words, values, told) => {
    const list = h(
      "select",
      {
        onchange: () => {
          store.prefer({ [name]: Number(list.value) / 100 });
          told();
        },
      },
      values.map((value) => h("option", { value }, `${value} %`)),
    );
    list.value = String(Math.round(kept[name] * 100));
    return h("label", { class: "field" }, words, list);
  };
  /** @type {(name: keyof Boxes, words: string) => HTMLElement} */
  const box = (name, words) => {
    const input = h("input", {
      type: "checkbox",
      onchange: async () => {
        if (name === "notify" && input.checked) input.checked = await mayNotify();
        store.prefer({ [name]: input.checked });
        board?.dress();
      },
    });
    input.checked = kept[name];
    return h("label", { class: "check" }, input, words);
  };
  await dialog(
    "Settings",
    h(
      "div",
      { class: "settings" },
      h("label", { class: "field" }, "Your name, for those you play with", name),
      h("label", { class: "field" }, "Colours", select),
      size("text", "Size of letters", TEXTS, measure),
      size("zoom", "Size of the board at first", ZOOMS, () => board?.home()),
      box("follow", "Move the view to the choices"),
      box("ask", "Ask before a choice is made"),
      box("counters", "Show the counters"),
      box("playback", "Play what has happened"),
      box("briefing", "Show the briefing before the first choice"),
      box("notify", "Tell me when it is my turn"),
      box("sound", "Sound a tone when it is my turn"),
      box("minimap", "Show the whole sheet in small"),
    ),
    [["Close", "", "primary"]],
  );
}
