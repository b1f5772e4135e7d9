// What this browser keeps: the matches it has links to, and how its user likes the page.

const KEY = "flankspeed";
const PREFERENCES = { theme: "auto", follow: true, ask: false, counters: true, speed: 1 };
let memory = null; // where the browser keeps nothing

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return memory ?? {};
  }
}

function save(data) {
  memory = data;
  try {
    localStorage.setItem(KEY, JSON.stringify(data));
  } catch {
    // Private windows may refuse; the page then remembers until it is closed.
  }
}

/** The matches of this browser, the one seen last first. */
export function matches() {
  return Object.values(load().matches ?? {}).sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
}

/** One match: {id, game, name, links: {seat or "watch": token}, mine: [seats], seen}. */
export function match(id) {
  return load().matches?.[id] ?? null;
}

/** Note facts about a match; its links are added to those that are known. */
export function keep(id, facts) {
  const data = load();
  const known = data.matches?.[id] ?? { id, links: {}, mine: [] };
  const links = { ...known.links, ...facts.links };
  data.matches = { ...data.matches, [id]: { ...known, ...facts, links, seen: Date.now() } };
  save(data);
}

/** Drop a match from this browser's list. */
export function forget(id) {
  const data = load();
  if (data.matches) delete data.matches[id];
  save(data);
}

/** How the user likes the page. */
export function preferences() {
  return { ...PREFERENCES, ...load().preferences };
}

export function prefer(changes) {
  const data = load();
  data.preferences = { ...data.preferences, ...changes };
  save(data);
  dress();
}

/** Apply the theme to the page. */
export function dress() {
  document.documentElement.dataset.theme = preferences().theme;
}
