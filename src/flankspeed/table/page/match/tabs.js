// @ts-check
// The panel beside the board: the choices stand above where there is room, all the rest is behind
// tabs; on a phone it is a drawer.

import { h, icon } from "../common/dom.js";
import { narrow, vast } from "../common/room.js";

/** @typedef {"choices" | "log" | "charts" | "details" | "people"} TabName */
/** @typedef {[label: string, sign: Parameters<typeof icon>[0], body: HTMLElement]} Page */
/**
 * @typedef {object} Tab one of the things that the panel shows, and the button for it
 * @property {TabName} name
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} badge
 * @property {HTMLElement} body
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  /**
   * @param {Record<TabName, Page>} pages
   * @param {HTMLElement} above what stands above all
   * @param {(name: TabName) => void} shows is told which one is shown
   */
  constructor(pages, above, shows) {
    this.shows = shows;
    /** @type {TabName} */
    this.shown = "log";
    this.tabs = {
      choices: this._tab("choices", pages.choices),
      log: this._tab("log", pages.log),
      charts: this._tab("charts", pages.charts),
      details: this._tab("details", pages.details),
      people: this._tab("people", pages.people),
    };
    this.root = this._panel(above);
  }

  /**
   * @param {TabName} name
   * @param {Page} page
   * @returns {Tab}
   */
  _tab(name, [label, sign, body]) {
    const badge = h("span", { class: "badge", hidden: true });
    const props = {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      "aria-selected": "false",
      tabindex: "-1",
      onclick: () => this._pressed(name),
    };
    body.id = `panel-${name}`;
    const button = h("button", props, icon(sign), h("span", {}, label), badge);
    return { name, button, badge, body };
  }

  /** @param {HTMLElement} above */
  _panel(above) {
    const { choices, ...others } = this.tabs;
    for (const { name, body } of Object.values(others)) {
      body.setAttribute("role", "tabpanel");
      body.setAttribute("aria-labelledby", `tab-${name}`);
    }
    const bar = h(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "Panel",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this._keys(event),
      },
      Object.values(this.tabs).map(({ button }) => button),
    );
    return h(
      "aside",
      { class: "panel", "aria-label": "Panel" },
      above,
      choices.body,
      bar,
      Object.values(others).map(({ body }) => body),
    );
  }

  /** @param {TabName} name */
  _pressed(name) {
    if (narrow() && this.open && this.shown === name) this.drawer(false);
    else this.show(name);
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = Object.values(this.tabs).filter(({ button }) => button.offsetParent);
    const here = tabs.findIndex(({ name }) => name === this.shown);
    const next = tabs[(here + step + tabs.length) % tabs.length];
    this.show(next.name);
    next.button.focus();
  }

  /**
   * Show a tab; on a phone the drawer opens with it.
   * @param {TabName} name
   */
  show(name, open = true) {
    if (name === "log" && vast()) return this.shows(name);
    this.shown = name;
    for (const tab of Object.values(this.tabs)) {
      const here = tab.name === name;
      tab.button.setAttribute("aria-selected", String(here));
      tab.button.tabIndex = here ? 0 : -1;
      tab.body.classList.toggle("shown", here);
    }
    if (open && narrow()) this.drawer(true);
    this.shows(name);
  }

  /** The panel in columns always shows the log: its other column shows something else. */
  settle() {
    if (vast() && this.shown === "log") this.show("details", false);
    if (!narrow()) this.drawer(false);
  }

  /** Whether the drawer is open. */
  get open() {
    return this.root.classList.contains("open");
  }

  /** @param {boolean} open */
  drawer(open) {
    this.root.classList.toggle("open", open);
  }

  /**
   * Whether what a tab shows can be seen.
   * @param {TabName} name
   */
  inSight(name) {
    return this.shown === name && (!narrow() || this.open);
  }

  /**
   * Write a number on a tab; none for 0.
   * @param {TabName} name
   * @param {number} count
   */
  badge(name, count) {
    const { badge } = this.tabs[name];
    badge.textContent = String(count);
    badge.hidden = !count;
  }
}
