// @ts-check
// Those at the table: seats and their links, chat, and one's own notes.

import { allGames } from "./api.js";
import { chip, confirm, copy, dialog, fill, h, icon, seatName, toast } from "./dom.js";
import { address, link } from "./router.js";
import * as store from "./store.js";

export class PeoplePanel {
  constructor(session, drawing) {
    this.session = session;
    this.drawing = drawing;
    this.dice = h("div", {});
    this.seats = h("ul", { class: "seats" });
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
      { class: "say", onsubmit: (event) => this._say(event) },
      this.line,
      h("button", { class: "plain" }, "Say"),
    );
    this.ownNotes = h("section", {}, h("h2", {}, "Notes ", this.kept), this.notes);
    this.root = h(
      "div",
      { class: "tab-body people-panel" },
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Seats, chat and notes" },
        h("section", {}, h("h2", {}, "Seats"), this.seats, this.dice),
        h(
          "section",
          {},
          h("h2", {}, "Chat"),
          h("div", { role: "log", "aria-label": "Chat" }, this.talk),
          form,
        ),
        this.ownNotes,
      ),
    );
    this._read = false;
  }

  async open() {
    if (this._read || this.session.watch) return;
    this._read = true;
    try {
      this.notes.value = (await this.session.notes()).text;
      this.notes.disabled = false; // not before: what is typed must not be lost
    } catch {
      this._read = false;
    }
  }

  async update() {
    const { session } = this;
    this.ownNotes.hidden = session.watch;
    fill(this.dice, this.drawing.line);
    const { seats } = session.live;
    const games = await allGames().catch(() => []);
    const bots = games.find((game) => game.name === session.live.game)?.bots ?? [];
    const key = JSON.stringify([
      seats,
      Object.keys(session.tokens),
      bots.length,
      store.match(session.id)?.links,
    ]);
    if (key === this._key) return;
    this._key = key;
    const known = store.match(session.id)?.links ?? {};
    fill(
      this.seats,
      Object.entries(seats).map(([seat, who]) => this._seat(seat, who, known[seat], bots)),
      known.watch
        ? h(
            "li",
            {},
            h("div", { class: "seat-head" }, icon("eye"), h("b", {}, "Watching")),
            h(
              "div",
              { class: "row" },
              this._copy("watch", known.watch, "Copy the link for watching"),
            ),
          )
        : null,
    );
  }

  _seat(seat, who, token, bots) {
    const { session } = this;
    const mine = Boolean(session.tokens[seat]);
    const bot = who !== "human";
    const words = bot ? `bot ${who}` : mine ? "you" : "a friend";
    const row = h("div", { class: "row" });
    if (!bot && token)
      row.append(this._copy(seat, token, mine ? "Copy my link" : "Copy the link to send"));
    if (mine && !bot)
      row.append(
        h(
          "button",
          { type: "button", class: "plain small", onclick: () => this._handOn(seat) },
          "Hand on…",
        ),
      );
    if (!session.watch && !session.over) {
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
      if (bot || mine) row.append(select);
    }
    return h(
      "li",
      { class: mine ? "mine" : "" },
      h(
        "div",
        { class: "seat-head" },
        chip(seat),
        h("b", {}, seatName(seat)),
        h("span", { class: "note" }, words),
      ),
      row,
    );
  }

  _copy(seat, token, words) {
    return h(
      "button",
      {
        type: "button",
        class: "plain small",
        onclick: () => copy(link(this.session.id, token), "Link"),
      },
      icon("copy"),
      h("span", {}, words),
    );
  }

  async _handOn(seat) {
    const sure = await confirm(
      "Hand on this seat?",
      `A new link for the ${seatName(seat)} is made; whoever gets it has the seat, and your own link is void.`,
      "Make a new link",
    );
    if (!sure) return;
    try {
      const token = await this.session.newLink(seat);
      const url = link(this.session.id, token);
      const answer = await dialog(
        "The seat's new link",
        h(
          "div",
          {},
          h(
            "p",
            {},
            "Send it to whoever takes the seat. Whoever opens it has the seat; you may also keep it.",
          ),
          h("input", { type: "text", readonly: true, value: url, "aria-label": "New link" }),
        ),
        [
          ["Copy it and leave the seat", "leave", "primary"],
          ["Copy it and keep the seat", "keep"],
        ],
      );
      await copy(url, "Link");
      if (answer === "leave") {
        const mine = (store.match(this.session.id)?.mine ?? []).filter((some) => some !== seat);
        store.keep(this.session.id, { mine });
        delete this.session.tokens[seat];
        const [next] = Object.values(this.session.tokens);
        location.hash = next ? address(this.session.id, next) : "#/";
      } else location.hash = address(this.session.id, token);
      location.reload(); // our old link is void, also for the events we listen to
    } catch (problem) {
      toast(problem.message, "error");
    }
  }

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
      toast(problem.message, "error");
      this._key = "";
      this.update();
    }
  }

  /** A bot's seat has become a human's: whose? */
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

  tellChat(chat) {
    const fresh = chat.slice(this.talk.children.length);
    this.talk.append(
      ...fresh.map((said) =>
        h(
          "li",
          {},
          said.seat ? chip(said.seat) : h("span", { class: "chip" }, "watching"),
          h("span", {}, said.text),
        ),
      ),
    );
    this.talk.lastElementChild?.scrollIntoView({ block: "nearest" });
    return fresh;
  }

  async _say(event) {
    event.preventDefault();
    const text = this.line.value.trim();
    if (!text) return;
    try {
      await this.session.say(text);
      this.line.value = "";
    } catch (problem) {
      toast(problem.message, "error");
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
        this.kept.textContent = problem.message;
      }
    }, 600);
  }
}
