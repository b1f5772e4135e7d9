"""The board is always there: windows of all sizes, with letters of all sizes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, Visitor, by_mouse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

SIZES = [
    (320, 568),
    (390, 844),
    (568, 320),
    (844, 390),
    (768, 1024),
    (960, 540),
    (1024, 768),
    (1366, 768),
    (1600, 900),
    (2560, 1440),
]
GAMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("kamikaze", {"scenario": "dives-3"}, []),
    ("picket", {"scenario": "7"}, []),
    ("samar", {}, ["formation", "usn first"]),
]

# What is wrong with the page as it is laid out, in words.
_FAULTS = """() => {
  const faults = [];
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const share = (stage.width * stage.height) / (innerWidth * innerHeight);
  if (share < 0.5) faults.push(`the board has ${share.toFixed(2)} of the window`);
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) faults.push(`the page is ${over} too wide`);
  const named = (element) => element.outerHTML.slice(0, 90);
  const all = (selector) => [...document.querySelectorAll(selector)];

  // A line that is cut off still has some letters.
  const letters = all(".match *").filter((element) =>
    element.checkVisibility() && !element.closest("svg, option, .offscreen, .skip")
    && getComputedStyle(element).clipPath === "none"
    && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  for (const element of letters) {
    const { fontSize, display } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    if (size < 11) faults.push(`letters of ${size}: ${named(element)}`);
    const box = element.getBoundingClientRect();
    const room = Math.min(2 * size, element.textContent.trim().length * size * 0.25);
    if (display !== "inline" && (box.width < room || box.height < size))
      faults.push(`cut to nothing: ${named(element)}`);
  }

  // Every control is in sight, or where it can be scrolled to, or under a button that is in sight.
  const scroller = (element) => {
    for (let node = element.parentElement; node; node = node.parentElement)
      if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return true;
    return false;
  };
  const hidden = ".acts, .tools, .more-menu, .status .all, .tab-body, .choice-list, .phase-help";
  const instead = ".unfold, .widen, .brief, #tab-choices, #tab-log";
  for (const element of all(".match :is(button, a, input, select)")) {
    if (element.closest("[hidden], .skip") || element.matches(instead)) continue;
    if (!element.checkVisibility()) {
      if (!element.closest(hidden)) faults.push(`cannot be reached: ${named(element)}`);
      continue;
    }
    if (scroller(element)) continue;
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || !(element.contains(hit) || hit.contains(element)))
      faults.push(`cannot be pressed: ${named(element)}`);
    if (Math.min(box.width, box.height) < 20) faults.push(`too small: ${named(element)}`);
    if (box.x < -1 || box.right > innerWidth + 1) faults.push(`sticks out: ${named(element)}`);
  }
  return faults.join("\\n");
}"""

# Change the size of letters, as the settings do.
_LETTERS = """async (text) => {
  const store = await import("./page/common/store.js");
  store.prefer({ text });
  dispatchEvent(new Event("resize"));
}"""

# Where the board is, and how large its picture is drawn where the player has not asked for more.
_PLACE = """() => {
  const { x, y, width, height } = document.querySelector(".stage").getBoundingClientRect();
  const { a } = new DOMMatrix(getComputedStyle(document.querySelector(".pane")).transform);
  const small = document.documentElement.classList.contains("narrow");
  return [x, y, width, height, small ? "as a finger needs it" : a];
}"""


def comes(browser: Browser, server: Server, size: tuple[int, int], **liked: Any) -> Visitor:
    """A visitor who likes the page so; he will not wait for anything that moves."""
    one = Visitor(browser, server.url, size, reduced_motion="reduce")
    one.likes(**liked)
    return one


def begins(one: Visitor, server: Server, game: str, wanted: dict[str, Any]) -> None:
    """Begin a match, with all seats his own."""
    table = server.begin(game, seed=3, **wanted)
    for seat, token in table.links.items():
        if seat != "watch":
            one.open(f"#/m/{table.id}/{token}")
            one.page.wait_for_selector(".match[data-state]")
    one.settled()


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES)))
def test_a_window_of_any_size(
    browser: Browser, server: Server, number: int, game: tuple[str, dict[str, Any], list[str]]
) -> None:
    """Each game in every size; every size with plain and with large letters."""
    name, wanted, first = game
    one = comes(browser, server, SIZES[-1])
    begins(one, server, name, wanted)
    for text in first:
        one.make(one.press_button, text)
    chance = random.Random(5)
    for turn, (width, height) in enumerate(SIZES):
        letters = 1 + (turn + number) % 2
        one.page.evaluate(_LETTERS, letters)
        one.resize(width, height)
        one.settled()
        where = one.page.evaluate(_PLACE)
        here = f"{name} in {width}x{height}, letters {letters}"
        assert not one.page.evaluate(_FAULTS), here
        by_mouse(one, one.settled(), chance)
        one.settled()
        one.at_rest()
        assert one.page.evaluate(_PLACE) == where, here
        one.shot(f"{name}-{width}x{height}-{letters}")
    one.close()


def stage(one: Visitor) -> Any:
    """Where the board is, once nothing moves."""
    one.at_rest()
    return one.page.evaluate(_PLACE)


def test_what_is_said_lies_over_the_board(browser: Browser, server: Server) -> None:
    """Neither advice nor the form for dice nor a whole sentence takes room from the board."""
    one = comes(browser, server, (1024, 768))
    begins(one, server, "samar", {})
    for text in ("formation", "usn first"):
        one.make(one.press_button, text)
    where = stage(one)
    one.page.keyboard.press("a")
    one.page.get_by_text("The bot admiral would:").wait_for()
    assert stage(one) == where
    one.page.get_by_role("button", name="Close", exact=True).click()
    one.page.evaluate(_LETTERS, 2)
    one.resize(320, 568)
    small = stage(one)
    one.page.locator(".words.cut").click()
    assert one.page.locator(".whole").inner_text() == one.offers()["prompt"]
    assert stage(one) == small
    one.close()
    one = comes(browser, server, (390, 844))
    one.begin("kamikaze", "dives-1", dice="entered", usn="me", ijn="me")
    asked = stage(one)
    one.page.locator(".pad button").nth(2).click()
    one.make(one.page.get_by_role("button", name="Enter dice").click)
    assert stage(one) == asked
    one.close()


def test_what_does_not_fit_lies_under_one_button(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (390, 844))
    begins(one, server, "picket", {"scenario": "7"})
    for _ in range(40):
        if one.settled()["buttons"] and one.page.locator(".answers .more").is_visible():
            break
        by_mouse(one, one.settled(), random.Random(1))
    more, menu = one.page.locator(".answers .more"), one.page.locator(".more-menu button")
    assert menu.count() >= 1
    assert not menu.first.is_visible()
    more.focus()
    one.page.keyboard.press("Enter")
    assert one.focused(".more-menu button:first-child")
    one.page.keyboard.press("ArrowUp")
    assert one.focused(".more-menu button:last-child")
    one.page.keyboard.press("Escape")
    assert one.focused(".more")
    assert not menu.first.is_visible()
    one.page.keyboard.press("Enter")
    one.make(one.page.locator(".more-menu [data-text]").first.press, "Enter")
    one.close()


def test_tools_of_a_small_window_are_folded(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (320, 568))
    begins(one, server, "kamikaze", {"scenario": "dives-1"})
    page = one.page
    zoom, gear = page.get_by_role("button", name="Zoom in (+)"), page.get_by_label("Settings")
    assert not zoom.is_visible()
    page.get_by_role("button", name="More of the view").click()
    zoom.click()
    assert not gear.is_visible()
    page.get_by_role("button", name="More", exact=True).click()
    assert not zoom.is_visible()  # a press elsewhere has folded them away
    gear.click()
    page.get_by_role("heading", name="Settings").wait_for()
    one.close()


def test_whose_turn_it_is_and_our_seat_are_always_in_sight(
    browser: Browser, server: Server
) -> None:
    for size in ((1366, 768), (320, 568)):
        one = comes(browser, server, size)
        table = server.begin("kamikaze", scenario="dives-1", seed=1)
        one.open(f"#/m/{table.id}/{table.links['ijn']}")
        one.settled()
        strip = one.page.locator(".status")
        assert "your turn" in strip.inner_text().lower()
        assert "You: ●IJN" in strip.inner_text().replace(" ", " ").replace("\n", "")
        one.close()


def test_sizes_are_set_and_kept(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (1366, 768))
    begins(one, server, "kamikaze", {"scenario": "dives-1"})
    page = one.page
    letters = "() => parseFloat(getComputedStyle(document.querySelector('.words')).fontSize)"
    before, (*_, scale) = page.evaluate(letters), stage(one)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Size of the board at first").select_option("150")
    page.get_by_label("Size of letters").select_option("125")
    page.keyboard.press("Escape")
    assert page.evaluate(letters) == pytest.approx(1.25 * before)
    one.resize(1708, 960)
    page.reload()
    one.settled()
    assert page.evaluate(letters) == pytest.approx(1.25 * before)
    assert stage(one)[-1] > 1.4 * scale
    one.close()


def test_the_whole_sheet_in_small_moves_the_view(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (1366, 768), follow=False)
    table = server.begin("samar", seed=3)
    one.open(f"#/m/{table.id}/{table.links['ijn']}")  # nothing is his to choose: it hides nothing
    one.page.wait_for_selector(".match[data-state=waiting]")
    one.page.keyboard.press("0")
    one.at_rest()
    small = one.page.locator(".minimap")
    assert not small.is_visible()
    for _ in range(6):
        one.page.keyboard.press("+")
    one.at_rest()
    far = "() => new DOMMatrix(getComputedStyle(document.querySelector('.pane')).transform).e"
    seen = []
    for x in (10, 100):
        box = small.bounding_box()
        assert box
        one.page.mouse.click(box["x"] + x, box["y"] + box["height"] / 2)
        one.at_rest()
        seen.append(one.page.evaluate(far))
    assert seen[1] < seen[0] - 200  # the sheet has gone to the left
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_label("Show the whole sheet in small").uncheck()
    assert not small.is_visible()
    one.close()


def test_arrows_lead_to_choices_out_of_view(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (1366, 768), follow=False)
    begins(one, server, "samar", {})
    one.page.mouse.move(500, 500)
    for _ in range(8):
        one.page.keyboard.press("+")
    for _ in range(30):
        one.page.keyboard.press("Shift+ArrowRight")
    one.at_rest()
    arrow = one.page.get_by_role("button", name="to the left: go there")
    box = arrow.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    assert one.offers()["places"] == []
    arrow.click()
    one.at_rest()
    assert one.offers()["places"]
    one.page.keyboard.press("f")  # frames them all
    one.at_rest()
    assert one.page.locator(".arrow:visible").count() == 0
    one.close()


# A point inside the outline of a choice at which nothing is drawn but the ground.
_GAP = """() => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const named = ".stage [id*=':'], .stage [data-place]";
  for (const outline of document.querySelectorAll(".stage rect[data-choice]")) {
    const box = outline.getBoundingClientRect();
    for (let i = 1; i < 12; i++) for (let j = 1; j < 12; j++) {
      const [x, y] = [box.x + (box.width * i) / 12, box.y + (box.height * j) / 12];
      const free = x > stage.left && x < stage.right && y > stage.top && y < stage.bottom
        && document.elementFromPoint(x, y)?.closest(".stage")
        && document.elementsFromPoint(x, y).every((element) =>
          element.closest(named)?.matches(".space:not(.can, .may)") ?? true);
      if (free) return [x, y];
    }
  }
  return null;
}"""


def test_all_of_an_outline_reacts(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (1400, 900))
    begins(one, server, "samar", {})
    for text in ("formation", "usn first"):
        one.make(one.press_button, text)
    point = one.page.evaluate(_GAP)
    one.page.mouse.move(*point)
    one.page.wait_for_selector(".stage.over-choice")
    one.press_point(point)
    assert one.offers()["menu"]
    one.close()


def test_help_on_the_start_page(browser: Browser, server: Server) -> None:
    one = comes(browser, server, (1366, 768))
    one.open()
    one.page.locator("input[name=game]").first.focus()
    one.page.keyboard.press("?")
    one.page.get_by_role("heading", name="Help").wait_for()
    one.close()
