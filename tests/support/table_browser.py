"""People at the page: somebody with a real browser, who plays by mouse or by keyboard only.

Whoever plays here presses only what the page highlights: places on the board that can be chosen,
buttons of the prompt, lines of the menu they open.
"""

from __future__ import annotations

import json
import math
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright
from table_server import Table

# The one without a window costs a fifth less.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
DESK, PHONE = (1400, 900), (390, 844)
PATIENCE = 180_000.0  # milliseconds; only a test that hangs gets there, on however busy a machine
_OFTEN = 30  # milliseconds
_HASTE, _NEAR = 270, 30  # milliseconds, pixels; the page takes two presses as close for one
_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# What the page offers just now; a place counts only if it can be seen.
_OFFERS = """() => {
  const root = document.querySelector(".match");
  const stage = document.querySelector(".stage")?.getBoundingClientRect();
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const within = x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
    return within && document.elementFromPoint(x, y)?.closest(".stage, .card") !== null;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    state: root?.dataset.state ?? "",
    version: Number(root?.dataset.version ?? -1),
    busy: !root || root.matches(".busy, :has(.moving)") || all("dialog:not([open])").length > 0,
    places: all(".stage .can").filter(seen).map((element) => element.dataset.place ?? element.id),
    buttons: all(".answers [data-text]").map((button) => button.dataset.text),
    menu: all(".card:not([hidden]) [role=menuitem]").map((item) => item.innerText),
    list: all(".choices [data-text]").map((item) => item.dataset.text),
    asked: Boolean(document.querySelector("dialog.question")),
    dice: Number(document.querySelector(".dice-form")?.dataset.count ?? 0),
    prompt: document.querySelector(".words")?.innerText ?? "",
    title: document.title,
  };
}"""

# The same once it is the visitor's turn, or the match is over, and nothing is under way; places,
# which take long to look at, are looked at last.
_SETTLED = f"""(after) => {{
  const root = document.querySelector(".match[data-state=yours], .match[data-state=over]");
  if (!root || root.matches(".busy, :has(.moving)")) return false;
  if (Number(root.dataset.version) <= after) return false;
  const offers = ({_OFFERS})();
  const some = [offers.places, offers.buttons, offers.menu, offers.list].some((all) => all.length);
  const ready = offers.state === "over" || some || offers.dice;
  return ready && !offers.busy && offers;
}}"""

# Whether the browser draws at all.
_FRAMES = """() => new Promise((tell) => {
  requestAnimationFrame(() => tell(true));
  setTimeout(() => tell(false), 5000);
})"""

# The window's new size has been drawn: whatever the page does about it has begun.
_DRAWN = "() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(tell)))"

_GONE_ON = "(after) => Number(document.querySelector('.match')?.dataset.version ?? -1) > after"

_AT_REST = """() => !document.querySelector(".moving")
  && document.getAnimations().every((some) => some.playState !== "running")"""

# A point where a press meets a place and no other one that can be chosen.
_POINT = """(place) => {
  const owner = (element) => element.closest(".stage [id*=':'], .stage [data-place]");
  const named = `[id='${place}'], [data-place='${place}']`;
  for (const element of document.querySelectorAll(named)) {
    const box = element.getBoundingClientRect();
    for (const u of [0.5, 0.3, 0.7, 0.15, 0.85]) for (const v of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      const [x, y] = [box.x + box.width * u, box.y + box.height * v];
      if (!document.elementFromPoint(x, y)?.closest(".stage")) continue;
      for (const hit of document.elementsFromPoint(x, y)) {
        const found = owner(hit);
        if (!found) continue;
        if ((found.dataset.place ?? found.id) === place) return [x, y];
        if (found.matches(".can, .may")) break;
      }
    }
  }
  return null;
}"""


# Preferences as if the user had chosen them before; without a word the briefing, which would lie
# over what a test presses, stays away. The order in which such scripts run is anybody's guess.
_LIKED = """if (location.protocol !== "about:") {
  const [kept, liked] = [JSON.parse(localStorage.flankspeed ?? "{}"), LIKED];
  const once = JSON.stringify(liked);
  if (!kept[once]) Object.assign((kept.preferences ??= {}), liked);
  localStorage.flankspeed = JSON.stringify({...kept, [once]: true});
}"""
_BRIEFED = """if (location.protocol !== "about:") {
  const kept = JSON.parse(localStorage.flankspeed ?? "{}");
  (kept.preferences ??= {}).briefing ??= false;
  localStorage.flankspeed = JSON.stringify(kept);
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGS)
        yield browser
        browser.close()


class Visitor:
    """Somebody who looks at the page; `complaints` are what his browser has found wrong."""

    def __init__(
        self, browser: Browser, url: str, size: tuple[int, int] = DESK, **how: Any
    ) -> None:
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, **how)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(_BRIEFED)
        self.url = url
        self.complaints: list[str] = []
        self._pressed = 0.0, (0.0, 0.0)  # when (by the page's clock) and where a place was pressed
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))

    def likes(self, **preferences: Any) -> None:
        """Let the page be set up so when it is first opened."""
        self.page.add_init_script(_LIKED.replace("LIKED", json.dumps(preferences)))

    def _hear(self, kind: str, words: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(words)

    def close(self) -> None:
        """Leave; nothing may have gone wrong."""
        self.context.close()
        assert not self.complaints, self.complaints

    # --- Looking ---

    def offers(self) -> dict[str, Any]:
        """What the page offers now."""
        found: dict[str, Any] = self.page.evaluate(_OFFERS)
        return found

    def until(self, condition: str, argument: Any = None) -> Any:
        """Wait for a condition in the page, a function in JavaScript; what it has answered.

        It is asked by the clock: a busy machine may draw no frames for a long time.
        """
        asked = self.page.wait_for_function(condition, arg=argument, polling=_OFTEN)
        return asked.json_value()

    def heard(self, condition: Callable[[], object]) -> None:
        """Wait for what a test learns through handlers of its own, of held requests for one.

        The handlers are called only while the page is waited for.
        """
        for _ in range(int(PATIENCE / _OFTEN)):
            if condition():
                return
            self.page.wait_for_timeout(_OFTEN)
        raise AssertionError("what the test waits for has not come")

    def at_rest(self) -> None:
        """Wait until nothing moves any more: neither the view nor anything that is animated."""
        self.until(_AT_REST)

    def settled(self, *, after: int = -1) -> dict[str, Any]:
        """What the page offers once it is this visitor's turn, or the match is over."""
        try:
            found: dict[str, Any] = self.until(_SETTLED, after)
        except TimeoutError as error:
            raise AssertionError(self.offers() | {"frames": self.page.evaluate(_FRAMES)}) from error
        return found

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, and wait until the page has settled in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        # The page may hear of it late: only then is it drawn anew.
        self.until("([w, h]) => innerWidth === w && innerHeight === h", [width, height])
        self.redrawn()

    def redrawn(self) -> None:
        """Wait until the page has settled in a window, or with letters, of another size."""
        self.page.evaluate(_DRAWN)
        self.at_rest()

    def focused(self, selector: str) -> bool:
        """Whether the keyboard is at such an element."""
        return bool(self.page.evaluate("s => document.activeElement?.matches(s)", selector))

    def shot(self, name: str) -> None:
        """A picture for people to look at, if somebody has named a folder for them."""
        folder = os.environ.get("FLANKSPEED_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png")

    # --- Beginning a match ---

    def open(self, address: str = "") -> None:
        """Go to the start page, or to where a link leads."""
        self.page.goto(self.url + address)

    def sit(self, table: Table, seat: str) -> None:
        """Open the link of a seat, and wait until the page hears of the match."""
        self.open(f"#/m/{table.id}/{table.links[seat]}")
        self.page.locator(".signal.live").wait_for(state="attached")

    def begin(self, game: str, scenario: str = "", dice: str = "", **seats: str) -> dict[str, Any]:
        """Begin a match that is this visitor's turn, or his to type dice in for."""
        self.choose_match(game, scenario, dice, **seats)
        return self.settled()

    def choose_match(self, game: str, scenario: str = "", dice: str = "", **seats: str) -> None:
        """Begin a match from the start page, by mouse; seats are `me`, `friend` or `bot:NAME`."""
        self.open()
        self.page.locator(f"input[name=game][value={game}]").check()
        if scenario:
            self.page.locator("select[name=scenario]").select_option(scenario)
        for seat, who in seats.items():
            self.page.locator(f"select[name=seat-{seat}]").select_option(who)
        if dice:
            self.page.locator(f"input[name=dice][value={dice}]").check()
        self.page.get_by_role("button", name="Start the match").click()

    def tab_to(self, selector: str) -> None:
        """Go to an element by the Tab key."""
        for _ in range(120):
            if self.focused(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def begin_by_keyboard(self, game: str, scenario: str = "", **seats: str) -> dict[str, Any]:
        """Begin a match from the start page without a mouse."""
        self.open()
        self.page.wait_for_selector("input[name=game]")
        self.tab_to("input[name=game]")
        for _ in range(3):
            if self.focused(f"[value={game}]"):
                break
            self.page.keyboard.press("ArrowRight")
        wanted = {"scenario": scenario} | {f"seat-{seat}": who for seat, who in seats.items()}
        for name, value in wanted.items():
            if value:
                self.tab_to(f"select[name={name}]")
                self._set(name, value)
        self.tab_to(".go button")
        self.page.keyboard.press("Enter")
        return self.settled()

    def _set(self, name: str, value: str) -> None:
        """Change the list that the keyboard is at, as its arrow keys do."""
        values: list[str] = self.page.evaluate(
            "() => [...document.activeElement.options].map((option) => option.value)"
        )
        here = self.page.evaluate("() => document.activeElement.selectedIndex")
        steps = values.index(value) - here
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        assert self.page.locator(f"select[name={name}]").input_value() == value

    # --- Playing ---

    def press_place(self, place: str) -> None:
        """Press a place on the board."""
        point = self.page.evaluate(_POINT, place)
        assert point, f"{place} cannot be pressed"
        self.press_point(point)

    def press_point(self, point: tuple[float, float]) -> None:
        """Press a point of the window, as long after the last one as a person would."""
        self.page.mouse.move(*point)
        last, there = self._pressed
        if math.dist(point, there) < _NEAR:
            self.until("then => performance.now() > then", last + _HASTE)
        self.page.mouse.click(*point)
        self._pressed = self.page.evaluate("() => performance.now()"), point

    def press_button(self, text: str) -> None:
        """Press a button of the prompt; what does not fit there lies under its last button."""
        button = self.page.locator(f'.answers [data-text="{text}"]')
        if not button.is_visible():
            self.page.locator(".answers .more").click()
        button.click()

    def press_line(self, text: str) -> None:
        """Press a line of the list of choices, which is a drawer where there is little room."""
        line = self.page.locator(f'.choices [data-text="{text}"]')
        if not line.is_visible():
            self.page.locator("#tab-choices").click()
        line.click()

    def press_key_of(self, text: str) -> None:
        """Press the digit that stands for a button of the prompt."""
        self.page.keyboard.press(str(1 + self.offers()["buttons"].index(text)))

    def leave(self, press: Callable[..., object], *what: Any) -> None:
        """Make a choice in some way after which it may be anybody's turn."""
        before = self.offers()["version"]
        press(*what)
        self.until(_GONE_ON, before)

    def make(self, press: Callable[..., object], *what: Any) -> dict[str, Any]:
        """Make a choice in some way and wait for what comes of it."""
        before = self.offers()["version"]
        press(*what)
        return self.settled(after=before)


Visit = Callable[..., Visitor]


@contextmanager
def visitors(browser: Browser, url: str) -> Iterator[Visit]:
    """Visitors, each with a browser of his own; what his console says at the end is nothing."""
    here: list[Visitor] = []

    def come(size: tuple[int, int] = DESK, **how: Any) -> Visitor:
        here.append(Visitor(browser, url, size, **how))
        return here[-1]

    yield come
    for visitor in here:
        visitor.close()


Step = Callable[[Visitor, dict[str, Any], random.Random], None]


def by_mouse(visitor: Visitor, offers: dict[str, Any], chance: random.Random) -> None:
    """Press something that is highlighted: a line of the menu, a button, a place."""
    if offers["asked"]:
        visitor.page.get_by_role("button", name="Do it").click()
        return
    if offers["menu"]:
        number = chance.randrange(len(offers["menu"]))
        visitor.page.locator(".card [role=menuitem]").nth(number).click()
        return
    places, buttons = offers["places"], offers["buttons"]
    if not places and not buttons:  # there are too many choices about a place for a menu
        visitor.press_line(chance.choice(offers["list"]))
    elif buttons and (not places or chance.random() < 0.4):
        visitor.press_button(chance.choice(buttons))
    else:
        visitor.press_place(chance.choice(places))


def by_keyboard(visitor: Visitor, offers: dict[str, Any], chance: random.Random) -> None:
    """The same with keys only."""
    keyboard = visitor.page.keyboard
    if offers["asked"]:
        visitor.tab_to("dialog button.primary")
        keyboard.press("Enter")
        return
    if offers["menu"]:
        for _ in range(chance.randrange(len(offers["menu"]))):
            keyboard.press("ArrowDown")
        keyboard.press("Enter")
        return
    places, buttons = offers["places"], offers["buttons"]
    if not places and not buttons:
        if not visitor.focused(".choice-list input"):  # a place with many choices leads there
            keyboard.press("l")
        visitor.tab_to(f'.choices [data-text="{chance.choice(offers["list"][:20])}"]')
        keyboard.press("Enter")
        return
    if buttons and (not places or chance.random() < 0.4):
        visitor.press_key_of(chance.choice(buttons))
        return
    if not visitor.focused(".stage [role=button]"):
        keyboard.press("b")
    for key in chance.choices(["n", "ArrowRight", "ArrowDown", "ArrowLeft", "Shift+N"], k=3):
        keyboard.press(key)
    assert visitor.focused(".stage [role=button]")
    keyboard.press("Enter")


# What brings a long game to its end: buttons that stand for many choices, and those that let be.
_QUICK = ("formation", "continue all", "done", "pass")


def quickly(step: Step) -> Step:
    """The same, but by a button that makes it short wherever there is one.

    A ship is steered for a while, then left to hold her course, which stands in the list.
    """

    def quick(visitor: Visitor, offers: dict[str, Any], chance: random.Random) -> None:
        wanted = [text for text in _QUICK if text in offers["buttons"]]
        steady = [text for text in offers["list"] if text.startswith("continue ")]
        if wanted and not offers["menu"]:
            offers = offers | {"buttons": wanted[:1], "places": []}
        elif steady and not offers["menu"] and chance.random() < 0.9:
            offers = offers | {"buttons": [], "places": [], "list": steady[:1]}
        step(visitor, offers, chance)

    return quick


def play(visitor: Visitor, step: Step, seed: int, most: int = 800) -> int:
    """Play until the match is over, or for so many steps; how many it took."""
    chance = random.Random(seed)
    offers = visitor.settled()
    for number in range(most):
        if offers["state"] == "over":
            return number
        step(visitor, offers, chance)
        offers = visitor.settled()
    return most
