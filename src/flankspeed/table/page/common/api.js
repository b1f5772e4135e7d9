// @ts-check
// The server: requests with a seat's token, its problem documents, and the stream of events.

/** @typedef {import("wire").GameInfo} Game */
/** @typedef {import("wire").Rule} Rule */
/** @typedef {import("wire").ChartView} Chart */
/** @typedef {{type: string, data: string, id: string}} StreamEvent */
/** @typedef {"live" | "lost" | "gone"} StreamState */
/**
 * Who follows a match: what to ask for, how much is known (`version.chat`), and what is told.
 * @typedef {object} Follower
 * @property {() => string} path
 * @property {() => string} last
 * @property {(event: StreamEvent) => void} onevent
 * @property {(state: StreamState) => void} onstate
 */

const API = new URL("api/", document.baseURI);

/** Where a path of the server is, for links. */
export const apiAddress = (/** @type {string} */ path) => new URL(path, API).href;

/** What the server says when it cannot do something: one sentence. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {number} [version]
   */
  constructor(status, detail, version) {
    super(detail);
    this.status = status;
    this.version = version;
  }
}

/**
 * One request; answers JSON, or text for anything else.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: object, signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function call(method, path, { token, body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const written = body === undefined ? undefined : JSON.stringify(body);
  let answer, content;
  try {
    answer = await fetch(new URL(path, API), { method, headers, signal, body: written });
    content = await contentOf(answer);
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Problem(0, "The table cannot be reached just now.");
  }
  if (answer.ok) return content;
  const detail = content?.detail || content?.title || `The table answers ${answer.status}.`;
  throw new Problem(answer.status, detail, content?.version);
}

/** @param {Response} answer */
function contentOf(answer) {
  if (answer.status === 204) return null;
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  return json ? answer.json() : answer.text();
}

/** Whether it was we who did not want the answer any more. */
export const aborted = (/** @type {unknown} */ error) =>
  error instanceof Error && error.name === "AbortError";

/** What went wrong, in words. */
export const words = (/** @type {unknown} */ problem) =>
  problem instanceof Error ? problem.message : String(problem);

/**
 * @param {string} path
 * @param {string} [token]
 * @param {AbortSignal} [signal]
 */
export const get = (path, token, signal) => call("GET", path, { token, signal });

/** A value nobody else has, to tell a repeated request from a new one. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/**
 * A write that is sent again when its answer got lost: the key keeps it from counting twice.
 * @param {string} path
 * @param {string} token
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function write(path, token, body) {
  const keyed = { ...body, key: newKey() };
  for (let attempt = 0; ; attempt++) {
    const late = new AbortController();
    const limit = setTimeout(() => late.abort(LATE), ANSWERED);
    try {
      return await call("POST", path, { token, body: keyed, signal: late.signal });
    } catch (problem) {
      const again = problem instanceof Problem && [0, 502, 503].includes(problem.status);
      if (!again || attempt === 4) throw problem;
      await pause(200 * 2 ** attempt);
    } finally {
      clearTimeout(limit);
    }
  }
}

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
const SILENCE = 60_000; // heartbeats come more often than this
const ANSWERED = 20_000; // milliseconds after which the answer to a change counts as lost
const LATE = new Error("no answer has come");

/**
 * The events of a match, for as long as `signal` lasts; goes on where we are when it breaks off.
 * @param {string} token
 * @param {AbortSignal} signal
 * @param {Follower} follower
 */
export async function follow(token, signal, { path, last, onevent, onstate }) {
  let wait = 300;
  while (!signal.aborted) {
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    let watch = setTimeout(stop, SILENCE);
    try {
      const headers = {
        Authorization: `Bearer ${token}`,
        Accept: "text/event-stream",
        "Last-Event-ID": last(),
      };
      const how = /** @type {const} */ ({ headers, signal: own.signal, cache: "no-store" });
      const answer = await fetch(new URL(path(), API), how);
      if ([401, 403, 404].includes(answer.status)) {
        onstate("gone");
        return;
      }
      if (!answer.ok || !answer.body) throw new Problem(answer.status, "no stream");
      onstate("live");
      wait = 300;
      const heard = () => {
        clearTimeout(watch);
        watch = setTimeout(stop, SILENCE);
      };
      for await (const event of parsed(answer.body, heard)) onevent(event);
    } catch {
      // The stream broke off: wait a little and go on.
    } finally {
      clearTimeout(watch);
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    onstate("lost");
    await pause(wait);
    wait = Math.min(wait * 2, 8000);
  }
}

/**
 * The events of a text/event-stream, one by one; `heard` is told of every sign of life.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {() => void} heard
 */
async function* parsed(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    rest += value.replaceAll("\r", "");
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = { type: "message", data: "", id: "" };
      for (const line of block.split("\n")) {
        const [, field = "", words = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        if (field === "event") event.type = words;
        else if (field === "id") event.id = words;
        else if (field === "data") event.data += words;
      }
      if (event.data || event.id) yield event;
    }
  }
}

/** @type {Promise<Game[]> | null} */
let games = null;

/**
 * What can be played; asked once.
 * @returns {Promise<Game[]>}
 */
export function allGames() {
  games ??= get("games").catch((problem) => {
    games = null;
    throw problem;
  });
  return games;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Something about a game that never changes: its rules or its charts.
 * @template {"rules" | "charts"} What
 * @param {string} game
 * @param {What} what
 * @returns {Promise<(What extends "rules" ? Rule : Chart)[]>}
 */
export function ofGame(game, what) {
  const path = `games/${game}/${what}`;
  const known = kept.get(path);
  if (known) return known;
  const asked = get(path).catch((problem) => {
    kept.delete(path);
    throw problem;
  });
  kept.set(path, asked);
  return asked;
}
