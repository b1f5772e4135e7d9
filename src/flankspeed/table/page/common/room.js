// @ts-check
// How much room the window has, counted in letters: large text in a large window is like a small
// window. The classes of the root element tell it to the style sheets.

const DESK = { width: 60, height: 36 }; // with less, the panel is a drawer
const SLIM = 28; // with less, where the game stands takes two lines
const BROAD = 44; // from here on sentence and buttons stand beside one another in a drawer's window
const TALL = 34; // from here on there is height for bars that a finger meets easily
const VAST = 140; // from here on what the panel holds stands in columns

const root = document.documentElement;

/** Take the measure of the window. */
export function measure() {
  const letter = parseFloat(getComputedStyle(root).fontSize);
  const width = innerWidth / letter;
  const height = innerHeight / letter;
  const small = width < DESK.width || height < DESK.height;
  root.classList.toggle("narrow", small);
  root.classList.toggle("slim", width < SLIM);
  root.classList.toggle("broad", width >= BROAD);
  root.classList.toggle("tall", height >= TALL);
  root.classList.toggle("vast", !small && width >= VAST);
  dispatchEvent(new Event("room"));
}

/** Measure from now on whenever the window changes. */
export function watchRoom() {
  addEventListener("resize", measure);
  measure();
}

/** Whether the panel is a drawer. */
export const narrow = () => root.classList.contains("narrow");

/** Whether the panel stands in columns. */
export const vast = () => root.classList.contains("vast");
