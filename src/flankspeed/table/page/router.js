// @ts-check
// Addresses: `#/` the start page, `#/m/ID/TOKEN` a match, `#/m/ID/TOKEN/at/N` a moment of it.
// All of it stands behind the `#`, which browsers never send to a server.

/** @typedef {{page: "match", id: string, token: string, at: number | null}} MatchRoute */
/** @typedef {{page: "start"} | MatchRoute} Route */

/**
 * What an address means.
 * @returns {Route}
 */
export function route(hash = location.hash) {
  const [, kind, id, token, word, number] = hash.replace(/^#/, "").split("/");
  if (kind !== "m" || !id || !token) return { page: "start" };
  const at = word === "at" && /^\d+$/.test(number ?? "") ? Number(number) : null;
  return { page: "match", id: decodeURIComponent(id), token: decodeURIComponent(token), at };
}

/**
 * The address of a match, or of a moment of it.
 * @param {string} id
 * @param {string} token
 * @param {number | null} at
 */
export function address(id, token, at = null) {
  const base = `#/m/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
  return at === null ? base : `${base}/at/${at}`;
}

/**
 * The link somebody can be given.
 * @param {string} id
 * @param {string} token
 * @param {number | null} at
 */
export function link(id, token, at = null) {
  return new URL(address(id, token, at), location.href).href;
}

/**
 * Change the address without leaving the page.
 * @param {string} hash
 */
export function note(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}
