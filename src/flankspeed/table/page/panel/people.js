// @ts-check
// Those at the table: seats and their links, chat, and one's own notes.

import { words } from "../common/api.js";
import { chip, confirm, copy, dialog, fill, h, icon, seatName, toast } from "../common/dom.js";
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
        h("section", {}, h("h2", {}, "Seats"), this.seats, this.named, this.dice, this.marks),
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
    const bots = session.game?.bots ?? [];
    const known = store.match(session.id)?.links ?? {};
    const { here, names, watching } = session.others;
    const stands = [live.seats, live.open_seats, here, names, watching, live.taken_back];
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
    const name = names[seat] ?? (open ? "anyone may join" : "a friend");
    const sitter = bot ? `bot ${who}` : mine ? "you" : name;
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
    if ((bot || mine) && !session.watch && !session.over)
      row.append(this._sitters(seat, who, bots));
    const head = h(
      "div",
      { class: "seat-head" },
      chip(seat),
      h("b", {}, seatName(seat)),
      h("span", { class: "note" }, sitter),
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
    if (!token && !watching) return null;
    const now = watching ? h("span", { class: "here" }, `${watching} here now`) : null;
    const label = "Copy the link for watching";
    return h(
      "li",
      {},
      h("div", { class: "seat-head" }, icon("eye"), h("b", {}, "Watching"), now),
      token && h("div", { class: "row" }, this._copy(token, label, icon("eye"), "only watches")),
    );
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
    const sure = await confirm(
      "Hand on this seat?",
      `A new link for the ${seatName(seat)} is made; whoever gets it has the seat, ` +
        "and your own link is void.",
      "Make a new link",
    );
    if (!sure) return;
    try {
      const token = await this.session.newLink(seat);
      const url = link(this.session.id, token);
      const answer = await this._tellLink(url);
      await copy(url, "Link");
      if (answer === "leave") this._leave(seat);
      else location.hash = address(this.session.id, token);
      location.reload(); // our old link is void, also for the events we listen to
    } catch (problem) {
      toast(words(problem), "error");
    }
  }

  /**
   * Show the new link of a seat; "leave" or "keep" is what shall become of the seat.
   * @param {string} url
   */
  _tellLink(url) {
    const note =
      "Send it to whoever takes the seat. Whoever opens it has the seat; you may also keep it.";
    const line = h("input", { type: "text", readonly: true, value: url, "aria-label": "New link" });
    return dialog("The seat's new link", h("div", {}, h("p", {}, note), line), [
      ["Copy it and leave the seat", "leave", "primary"],
      ["Copy it and keep the seat", "keep"],
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
