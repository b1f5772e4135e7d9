// @ts-check
// The rows of the log: entries, and folds of entries that are parts of one thing.

/** @typedef {import("wire").Entry} Entry */
/**
 * @typedef {object} LogRow
 * @property {string} key
 * @property {string} sign changes with whatever is drawn of it
 * @property {Entry[]} entries of a fold; else one alone
 * @property {boolean} folds whether it is a fold
 * @property {boolean} open whether the parts of a fold follow it
 * @property {boolean} inner whether it is a part of an open fold
 */

const MANY = 12; // dice of one entry; with more than that it is told in short, too

/** @param {Entry} entry */
export const isHeading = ({ kind }) => kind === "heading" || kind === "phase begins";

/**
 * The entries that are parts of one thing, together.
 * @param {Entry[]} entries
 */
export function folds(entries) {
  /** @type {Entry[][]} */
  const found = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last?.[0].fold === entry.fold) last.push(entry);
    else found.push([entry]);
  }
  return found;
}

/**
 * Whether entries are told in one line that opens: parts of one thing, or one with many dice.
 * @param {Entry[]} fold
 */
function isFold(fold) {
  const [{ dice, summary, text }] = fold;
  const thrown = dice.reduce((sum, { values }) => sum + values.length, 0);
  return fold.length > 1 || (thrown > MANY && summary !== text);
}

/**
 * What a fold says: what its last entry says of all.
 * @param {Entry[]} fold
 */
export function summaryOf(fold) {
  const last = fold[fold.length - 1];
  return isFold(fold) ? last.summary : last.text;
}

/**
 * The places that entries name, each once.
 * @param {Entry[]} entries
 */
export function placesOf(entries) {
  return [...new Set(entries.flatMap(({ places }) => places))];
}

/**
 * All rows, with the parts of those folds that are open.
 * @param {Entry[]} entries
 * @param {Set<number>} open
 */
export function foldedRows(entries, open) {
  return folds(entries).flatMap((fold) => {
    if (!isFold(fold)) return [single(fold[0])];
    const shown = open.has(fold[0].fold);
    const inner = shown ? fold.map((entry) => single(entry, true)) : [];
    return [whole(fold, shown), ...inner];
  });
}

/**
 * The rows of entries that are looked for, each under its heading; nothing is folded.
 * @param {Entry[]} entries
 * @param {(entry: Entry) => boolean} fits
 */
export function foundRows(entries, fits) {
  /** @type {LogRow[]} */
  const rows = [];
  /** @type {Entry | null} */
  let heading = null; // of what comes, as long as it is not among the rows
  for (const entry of entries) {
    const found = fits(entry);
    if (isHeading(entry)) heading = found ? null : entry;
    if (!found) continue;
    if (heading) rows.push(single(heading));
    heading = null;
    rows.push(single(entry));
  }
  return rows;
}

/**
 * @param {Entry} entry
 * @returns {LogRow}
 */
function single(entry, inner = false) {
  const key = `${entry.number}${inner ? " inner" : ""}`;
  return { key, sign: "", entries: [entry], folds: false, open: false, inner };
}

/**
 * @param {Entry[]} entries
 * @param {boolean} open
 * @returns {LogRow}
 */
function whole(entries, open) {
  const sign = `${entries.length} ${open}`;
  return { key: `fold ${entries[0].fold}`, sign, entries, folds: true, open, inner: false };
}
