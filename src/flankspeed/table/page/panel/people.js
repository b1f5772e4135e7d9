// @ts-check
// Those at the table: seats and their links, chat, and one's own notes.

import { words } from "../common/api.js";
import { originOf } from "../common/dice.js";
import { chip, copy, dialog, fill, h, icon, seatName, toast } from "../common/dom.js";
import { endings } from "../match/ending.js";
import { address, link } from "../router.js";
import * as store from "../common/store.js";
import { NoticeForm } from "./notice.js";

/** @typedef {import("../match/drawing.js").Drawing} Drawing */
/** @typedef {import("../match/session.js").Session} Session */
/** @typedef {import("wire").Said} Said */

export class PeoplePanel {
  /**
   * @param {Session} session
   * @param {Drawing} drawing
   */
  constructor(session, drawing) {
    this.session = session;
    this.drawing = drawing;
    this.dice = h("div", {});
    this.seats = h("ul", { class: "seats" });
    const name = h("input", {
      type: "text",
      maxlength: 40,
      value: store.preferences().name,
      autocomplete: "nickname",
      placeholder: "for those you play with",
      onchange: () => store.rename(name.value),
    });
    this.named = h("label", { class: "field own-name" }, "Your name", name);
    this.origin = h("p", { class: "note origin", role: "note", hidden: true });
    this.marks = h("p", { class: "note", hidden: true });
    this.talk = h("ol", { class: "chat" });
    this.line = h("input", {
      type: "text",
      maxlength: 1000,
      placeholder: "Say something to the table",
      "aria-label": "Say something to the table",
    });
    this.notes = h("textarea", {
      rows: 6,
      maxlength: 20000,
      "aria-label": "Your own notes",
      placeholder: "Only you see these.",
      disabled: true,
      oninput: () => this._noted(),
    });
    this.kept = h("span", { class: "note", role: "status" });
    const form = h(
      "form",
      { class: "say", onsubmit: (/** @type {SubmitEvent} */ event) => this._say(event) },
      this.line,
      h("button", { class: "plain" }, "Say"),
    );
    this.notice = new NoticeForm(session);
    this.ownNotes = h("section", {}, h("h2", {}, "Notes ", this.kept), this.notes);
    const chat = h(
      "section",
      {},
      h("h2", {}, "Chat"),
      h("div", { role: "log", "aria-label": "Chat" }, this.talk),
      form,
    );
    this.root = h(
      "div",
      { class: "tab-body people-panel" },
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Seats, chat and notes" },
        h(
          "section",
          {},
          h("h2", {}, "Seats"),
          this.seats,
          this.named,
          this.dice,
          this.origin,
          this.marks,
        ),
        chat,
        this.ownNotes,
        this.notice.root,
      ),
    );
    this._read = false; // whether we have got our notes
    this._key = ""; // what the list of seats was made of
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
  }

  async open() {
    if (this._read || this.session.watch) return;
    this._read = true;
    try {
      await this.notice.open();
      this.notes.value = (await this.session.notes()).text;
      this.notes.disabled = false; // not before: what is typed must not be lost
    } catch {
      this._read = false;
    }
  }

  update() {
    const { session } = this;
    const { live } = session;
    if (!live) return;
    this.ownNotes.hidden = session.watch;
    fill(this.dice, this.drawing.line);
    const origin = originOf(live.origin).join("; ");
    this.origin.hidden = !origin;
    this.origin.textContent = `About this match: ${origin}.`;
    const bots = session.game?.bots ?? [];
    const known = store.match(session.id)?.links ?? {};
    const { here, names, watching } = session.others;
    const seats = [live.seats, live.open_seats, live.replaceable];
    const ends = [session.over, live.offered, live.shared?.awaited];
    const stands = [...seats, ...ends, here, names, watching, live.taken_back];
    const key = JSON.stringify([stands, Object.keys(session.tokens), known]);
    if (key === this._key) return;
    this._key = key;
    fill(
      this.seats,
      Object.entries(live.seats).map(([seat, who]) => this._seat(seat, who, known[seat], bots)),
      this._watching(known.watch, watching),
    );
    const times = live.taken_back;
    this.marks.hidden = !times;
    this.marks.textContent = `Taken back after dice: ${times === 1 ? "once" : `${times} times`}.`;
    this.named.hidden = session.watch;
  }

  /**
   * @param {string} seat
   * @param {string} who
   * @param {string | undefined} token
   * @param {string[]} bots
   */
  _seat(seat, who, token, bots) {
    const { session } = this;
    const mine = Boolean(session.tokens[seat]);
    const bot = who !== "human";
    const { here, names } = session.others;
    const open = session.live?.open_seats.includes(seat);
    const free = Boolean(session.live?.replaceable.includes(seat));
    const nobody = open ? "anyone may join" : free ? "gone: put somebody there" : "a friend";
    const sitter = bot ? `bot ${who}${mine ? ", for you" : ""}` : mine ? "you" : names[seat];
    const row = h("div", { class: "row" });
    if (!bot && token) {
      const what = mine ? "Copy my link" : "Copy the link to send";
      row.append(this._copy(token, what, chip(seat), `plays the ${seatName(seat)}`));
    }
    if (open && !session.watch) {
      const onclick = () => this._close();
      row.append(h("button", { type: "button", class: "plain small", onclick }, "Let nobody join"));
    }
    if (mine && !bot) {
      const onclick = () => this._handOn(seat);
      row.append(h("button", { type: "button", class: "plain small", onclick }, "Hand on…"));
    }
    if (mine) row.append(...endings(session, seat).filter((each) => each !== null));
    if ((free || mine) && !session.watch && !session.over && !session.frozen)
      row.append(this._sitters(seat, who, bots));
    const head = h(
      "div",
      { class: "seat-head" },
      chip(seat),
      h("b", {}, seatName(seat)),
      h("span", { class: "note" }, sitter ?? nobody),
      !bot && !mine && here.includes(seat) ? h("span", { class: "here" }, "here now") : null,
    );
    return h("li", { class: mine ? "mine" : "" }, head, row);
  }

  /**
   * Who may sit on a seat.
   * @param {string} seat
   * @param {string} who
   * @param {string[]} bots
   */
  _sitters(seat, who, bots) {
    const select = h(
      "select",
      {
        "aria-label": `Who sits for the ${seatName(seat)}`,
        onchange: () => this._sit(seat, select.value),
      },
      ["human", ...bots].map((name) =>
        h("option", { value: name }, name === "human" ? "a human" : `bot ${name}`),
      ),
    );
    select.value = who;
    return select;
  }

  /**
   * Those who watch, and the link for more of them.
   * @param {string | undefined} token
   * @param {number} watching
   */
  _watching(token, watching) {
    if (!token && !watching && this.session.watch) return null;
    const now = watching ? h("span", { class: "here" }, `${watching} here now`) : null;
    const label = "Copy the link for watching";
    return h(
      "li",
      {},
      h("div", { class: "seat-head" }, icon("eye"), h("b", {}, "Watching"), now),
      h(
        "div",
        { class: "row" },
        token ? this._copy(token, label, icon("eye"), "only watches") : null,
        this.session.watch ? null : this._anew(),
      ),
    );
  }

  /** Makes a new link for watching, which voids the old one. */
  _anew() {
    const onclick = () => this._watchAnew();
    return h("button", { type: "button", class: "plain small", onclick }, "New link to watch…");
  }

  async _watchAnew() {
    const { lasts, field } = lasting();
    const note = "Whoever watches by the old link is shut out; the new one can be made to end.";
    const answer = await dialog("A new link for watching?", h("div", {}, h("p", {}, note), field), [
      ["Copy a new link", "yes", "primary"],
      ["Keep it as it is", ""],
    ]);
    if (!answer) return;
    try {
      const token = await this.session.newLink("watch", { hours: lasts(), own: false });
      await copy(link(this.session.id, token), "Link");
      this.update();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /**
   * A link, and what it is good for.
   * @param {string} token
   * @param {string} label
   * @param {Element} sign
   * @param {string} use
   */
  _copy(token, label, sign, use) {
    const onclick = () => copy(link(this.session.id, token), "Link");
    return h(
      "button",
      { type: "button", class: "plain small link", onclick },
      icon("copy"),
      h("span", {}, label),
      h("span", { class: "use" }, sign, use),
    );
  }

  /** Take our free seats off the list of open tables. */
  async _close() {
    try {
      await this.session.others.closeTable();
      await this.session.refresh();
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /** @param {string} seat */
  async _handOn(seat) {
    const { lasts, field } = lasting();
    const note =
      `A new link for the ${seatName(seat)} is made, and the old one is void. If it is for ` +
      "somebody else, that one has the seat, and your notes are deleted.";
    const answer = await dialog("Hand on this seat?", h("div", {}, h("p", {}, note), field), [
      ["Make a link for somebody else", "other", "primary"],
      ["Make a new link for me", "me"],
      ["Keep it as it is", ""],
    ]);
    if (!answer) return;
    try {
      const own = answer === "me";
      const token = await this.session.newLink(seat, { hours: lasts(), own });
      const url = link(this.session.id, token);
      await this._tellLink(url, own);
      await copy(url, "Link");
      if (own) location.hash = address(this.session.id, token);
      else this._leave(seat);
      location.reload(); // our old link is void, also for the events we listen to
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /**
   * Show the new link of a seat.
   * @param {string} url
   * @param {boolean} own
   */
  _tellLink(url, own) {
    const note = own
      ? "Whoever opens it has your seat."
      : "Send it to whoever takes the seat: whoever opens it has it.";
    const line = h("input", { type: "text", readonly: true, value: url, "aria-label": "New link" });
    const label = own ? "Copy it and go on" : "Copy it and leave the seat";
    return dialog("The seat's new link", h("div", {}, h("p", {}, note), line), [
      [label, "", "primary"],
    ]);
  }

  /**
   * Give up a seat, and go on with another of ours.
   * @param {string} seat
   */
  _leave(seat) {
    const { session } = this;
    const mine = (store.match(session.id)?.mine ?? []).filter((some) => some !== seat);
    store.keep(session.id, { mine });
    delete session.tokens[seat];
    const [next] = Object.values(session.tokens);
    location.hash = next ? address(session.id, next) : "#/";
  }

  /**
   * @param {string} seat
   * @param {string} who
   */
  async _sit(seat, who) {
    try {
      const found = await this.session.sit(seat, who);
      const token = found.links[seat];
      if (token) await this._welcome(seat, token);
      else
        toast(
          who === "human"
            ? "You have the seat again."
            : `The bot ${who} sits for the ${seatName(seat)} now.`,
        );
    } catch (problem) {
      toast(words(problem), "error");
      this._key = "";
      this.update();
    }
  }

  /**
   * A bot's seat has become a human's: whose?
   * @param {string} seat
   * @param {string} token
   */
  async _welcome(seat, token) {
    const { session } = this;
    store.keep(session.id, { links: { [seat]: token } });
    const answer = await dialog(
      `Who takes the ${seatName(seat)}?`,
      h("p", {}, "The seat has a new link; whoever has it has the seat."),
      [
        ["I do", "me", "primary"],
        ["A friend: copy the link", "friend"],
      ],
    );
    if (answer === "me") {
      session.tokens[seat] = token;
      store.keep(session.id, { mine: [...(store.match(session.id)?.mine ?? []), seat] });
    } else await copy(link(session.id, token), "Link");
    this._key = "";
    await session.refresh();
  }

  /** @param {Said[]} chat */
  tellChat(chat) {
    const fresh = chat.slice(this.talk.children.length);
    this.talk.append(
      ...fresh.map((said) =>
        h(
          "li",
          {},
          said.seat ? chip(said.seat) : h("span", { class: "chip" }, "watching"),
          this.session.others.names[said.seat]
            ? h("b", {}, this.session.others.names[said.seat])
            : null,
          h("span", {}, said.text),
        ),
      ),
    );
    this.talk.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** @param {SubmitEvent} event */
  async _say(event) {
    event.preventDefault();
    const text = this.line.value.trim();
    if (!text) return;
    try {
      await this.session.say(text);
      this.line.value = "";
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  _noted() {
    clearTimeout(this._timer);
    this.kept.textContent = "…";
    this._timer = setTimeout(async () => {
      try {
        await this.session.writeNotes(this.notes.value);
        this.kept.textContent = "saved";
      } catch (problem) {
        this.kept.textContent = words(problem);
      }
    }, 600);
  }
}

/** For how long a link shall be good: a field to choose it, and what was chosen in hours. */
function lasting() {
  const choices = /** @type {const} */ ([
    ["", "until another is made"],
    ["24", "for a day"],
    ["168", "for a week"],
    ["720", "for 30 days"],
  ]);
  const select = h(
    "select",
    {},
    choices.map(([value, label]) => h("option", { value }, label)),
  );
  const field = h("label", { class: "field" }, "The link is good", select);
  return { field, lasts: () => (select.value ? Number(select.value) : null) };
}
