// @ts-check
// What the start page looks like: the sea at its top, and the emblems of the games.

import { h, s, tool } from "../common/dom.js";
import { help, settings } from "../common/help.js";

/** @typedef {import("wire").GameInfo} Game */

// Ships on the horizon: they belong to the page, not to any game.
const CRUISER =
  "M2 50h116l-9 12H13zM20 50v-6h10l3-4h8v10M44 50V30h6V18h4v-8h3v8h5v12h8v20" +
  "M74 50V38h8v-8h5v20M90 50v-7h10l4 7M33 43h-14M48 44h6M100 46h13";
const DESTROYER =
  "M4 52h112l-12 10H12zM26 52v-7h11v7M31 47H17M42 52V40h8V26h3V14h2v12h6v26" +
  "M66 52V36h7v16M79 52V38h7v14M92 52v-6h10v6M97 48h14M52 20h8M46 34h16";

export function masthead() {
  const title = h(
    "div",
    {},
    h("h1", {}, "Flank Speed"),
    h("p", {}, "Naval wargames of the Pacific, 1944 and 1945"),
  );
  const corner = h(
    "div",
    { class: "corner" },
    tool("gear", "Settings", () => settings(null)),
    tool("help", "Help and keys", () => help()),
  );
  return h(
    "header",
    { class: "masthead" },
    horizon(),
    h("div", { class: "masthead-in" }, title, corner),
  );
}

/**
 * A game's silhouette; a ship if it has none of its own, or is not known here.
 * @param {Game | null | undefined} game
 */
export function emblem(game) {
  return s(
    "svg",
    { class: "emblem", viewBox: "0 0 120 72", "aria-hidden": "true" },
    s("path", { d: game?.emblem || DESTROYER }),
  );
}

/** The sea at the top of the page: rhumb lines of a chart, and ships on the horizon. */
function horizon() {
  const lines = Array.from({ length: 16 }, (_, i) => {
    const turn = (i * Math.PI) / 8;
    return `M930 96l${(1400 * Math.cos(turn)).toFixed(0)} ${(1400 * Math.sin(turn)).toFixed(0)}`;
  }).join("");
  return s(
    "svg",
    {
      class: "horizon",
      viewBox: "0 0 1200 200",
      preserveAspectRatio: "xMaxYMid slice",
      "aria-hidden": "true",
    },
    s("path", { class: "rhumb", d: lines }),
    ...[34, 46, 78].map((r) => s("circle", { class: "rhumb", cx: 930, cy: 96, r })),
    s("path", {
      class: "rose",
      d: "M930 30l9 57-9 9zM930 162l-9-57 9-9zM996 96l-57 9-9-9zM864 96l57-9 9 9z",
    }),
    s(
      "g",
      { class: "ships" },
      s("path", { transform: "translate(640 112) scale(1.05)", d: CRUISER }),
      s("path", { transform: "translate(1050 138) scale(.55)", d: DESTROYER }),
      s("path", { transform: "translate(500 150) scale(.4)", d: DESTROYER }),
    ),
    s("path", {
      class: "waves",
      d: `M0 180${"q15-8 30 0t30 0".repeat(20)}M20 192${"q15-8 30 0t30 0".repeat(20)}`,
    }),
  );
}
