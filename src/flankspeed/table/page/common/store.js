// @ts-check
// What this browser keeps: the matches it has links to, and how its user likes the page.

const KEY = "flankspeed";
const PREFERENCES = {
  name: "", // what others call us
  theme: "auto",
  follow: true,
  ask: false,
  counters: true,
  speed: 1, // of replay and playback
  playback: true,
  briefing: true, // before the first choice
  notify: false,
  sound: false,
  text: 1, // how large the page's letters are
  zoom: 1, // how large the board is at first
  minimap: true,
  /** @type {string[]} */
  told: [], // the phases whose help is known
};

/** @typedef {Record<string, string>} Links the tokens by seat, or "watch" */
/** @typedef {{host: string, contribution: string, sent: boolean}} Part of a seat in the dice */
/** @typedef {{at: number, done: number, aside: string}} Mark after so many choices: cards, words */
/** @typedef {{marks: Mark[], folded: boolean, left: boolean}} Learnt */
/**
 * @typedef {object} Facts
 * @property {string} [game]
 * @property {string} [name]
 * @property {Links} [links]
 * @property {string[]} [mine] our seats
 * @property {boolean} [greeted] whether we were told whom to invite
 * @property {boolean} [briefed] whether we have seen the briefing
 * @property {Record<string, Part>} [drawn] what we have drawn for our seats
 * @property {Learnt} [lesson] how far we are in the lesson that it was begun from
 * @property {string[]} [silent] the kinds of questions that are not asked any more
 * @property {number} [choices] how many there were when we looked last
 * @property {number} [read] how many lines of the chat we have read
 * @property {string} [result] how it ended, once it has
 */
/** @typedef {Facts & {id: string, links: Links, mine: string[], seen?: number}} Kept */
/** @typedef {typeof PREFERENCES & {game?: string}} Preferences */
/** @typedef {{matches?: Record<string, Kept>, preferences?: Partial<Preferences>}} Data */

/** @type {Data | null} */
let memory = null; // where the browser keeps nothing

/** @returns {Data} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return memory ?? {};
  }
}

/** @param {Data} data */
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

/**
 * One match.
 * @param {string} id
 */
export function match(id) {
  return load().matches?.[id] ?? null;
}

/**
 * Note facts about a match; its links are added to those that are known.
 * @param {string} id
 * @param {Facts} facts
 */
export function keep(id, facts) {
  const data = load();
  const known = data.matches?.[id] ?? { id, links: {}, mine: [] };
  const links = { ...known.links, ...facts.links };
  data.matches = { ...data.matches, [id]: { ...known, ...facts, links, seen: Date.now() } };
  save(data);
}

/**
 * Note facts about a match that we have not looked at: it stays where it is in the list.
 * @param {string} id
 * @param {Facts} facts
 */
export function note(id, facts) {
  const data = load();
  const known = data.matches?.[id];
  if (known)
    save({
      ...data,
      matches: {
        ...data.matches,
        [id]: { ...known, ...facts, links: known.links, mine: known.mine },
      },
    });
}

/**
 * Drop a match from this browser's list.
 * @param {string} id
 */
export function forget(id) {
  const data = load();
  if (data.matches) delete data.matches[id];
  save(data);
}

/**
 * How the user likes the page.
 * @returns {Preferences}
 */
export function preferences() {
  return { ...PREFERENCES, ...load().preferences };
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  const data = load();
  data.preferences = { ...data.preferences, ...changes };
  save(data);
  dress();
}

/**
 * Be called otherwise from now on.
 * @param {string} name
 */
export function rename(name) {
  prefer({ name: name.trim() });
  dispatchEvent(new Event("renamed"));
}

/** Apply theme and size of letters to the page. */
export function dress() {
  const { theme, text } = preferences();
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.setProperty("--text", String(text));
}
