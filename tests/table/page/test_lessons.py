"""Lessons in a real browser: followed by mouse, keys and touch; folded, left, done otherwise."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from accessibility import serious_findings
from table_browser import CHROMIUM, PHONE, Visit, Visitor

from flankspeed import games
from flankspeed.engine.lessons.lesson import Lesson

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


# The card that belongs to what the page shows, once it is there and another than before.
_CARD = """(before) => {
  const match = document.querySelector(".match");
  const card = document.querySelector(".lesson:not([hidden])");
  if (!card || match.matches(".busy, :has(.moving)")) return false;
  const { version, card: number } = card.dataset;
  if (version !== match.dataset.version || `${version}.${number}` === before) return false;
  return {
    id: `${version}.${number}`,
    number: number === "" ? null : Number(number),
    words: card.querySelector(".lesson-words").innerText,
    reads: Boolean(card.querySelector(".primary")),
    covers: [...document.querySelectorAll(".marks .is-pointed")].some((mark) => {
      const [a, b] = [mark, card].map((some) => some.getBoundingClientRect());
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }),
    helped: Boolean(document.querySelector(".phase-help")?.getClientRects().length),
    pointed: document.querySelectorAll(".pointed, .marks .is-pointed").length,
  };
}"""

# The same, unless it is asked first whether a choice is meant.
_CARD_OR_QUESTION = f"""(before) =>
  document.querySelector("dialog.question") ? "asked" : ({_CARD})(before)"""

_GO_ON = ":is(.lesson, dialog.question) .primary"

_MIDDLE = """(what) => {
  const { left, top, width, height } = document.querySelector(what).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""

Press = Callable[[Visitor, str], None]


def first(game: str) -> Lesson:
    return games.load(game).lessons()[0]


def start(visitor: Visitor, game: str) -> dict[str, Any]:
    visitor.open()
    visitor.page.locator(f"input[name=game][value={game}]").check()
    visitor.page.get_by_role("button", name=f"Start here: {first(game).title}").click()
    return card(visitor)


def card(visitor: Visitor, before: str = "") -> dict[str, Any]:
    visitor.at_rest()
    found: dict[str, Any] = visitor.until(_CARD, before)
    return found


def follow(visitor: Visitor, press: Press, text: str, before: str) -> dict[str, Any]:
    """Do what a card says, and mean it; the next card."""
    press(visitor, text)
    if visitor.until(_CARD_OR_QUESTION, before) == "asked":
        press(visitor, "")
    return card(visitor, before)


def wanted(visitor: Visitor, lesson: Lesson, number: int) -> str:
    offered: list[str] = visitor.offers()["list"]
    wants = lesson.cards[number].wants
    return next(text for want in wants for text in offered if fnmatchcase(text, want))


def mouse(visitor: Visitor, text: str) -> None:
    if not text:
        visitor.page.locator(_GO_ON).click()
    elif text in visitor.offers()["buttons"]:
        visitor.press_button(text)
    else:
        visitor.press_line(text)


def keys(visitor: Visitor, text: str) -> None:
    keyboard = visitor.page.keyboard
    if visitor.offers()["asked"]:
        visitor.tab_to(_GO_ON)
        keyboard.press("Enter")
    elif not text:
        keyboard.press("Enter" if visitor.focused(_GO_ON) else "n")
    elif text in visitor.offers()["buttons"]:
        visitor.press_key_of(text)
    else:
        keyboard.press("l")
        visitor.tab_to(f'.choices [data-text="{text}"]')
        keyboard.press("Enter")


def touch(visitor: Visitor, text: str) -> None:
    page = visitor.page
    if not text:
        page.locator(_GO_ON).tap()
        return
    line = page.locator(f'.choices [data-text="{text}"]')
    if not line.is_visible():
        page.locator("#tab-choices").tap()
    line.tap()


WAYS: dict[str, tuple[Press, dict[str, Any]]] = {
    "mouse": (mouse, {}),
    "keys": (keys, {}),
    "touch": (touch, {"size": PHONE, "has_touch": True}),
}


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("way", WAYS)
def test_a_lesson_is_followed_to_its_end(visit: Visit, game: str, way: str) -> None:
    press, how = WAYS[way]
    one, lesson = visit(**how), first(game)
    shown, seen = start(one, game), set()
    while shown["number"] is not None:
        number = shown["number"]
        step = lesson.cards[number]
        one.shot(f"lesson-{game}-{way}-{number:02}")
        assert step.title in shown["words"]
        assert not shown["covers"], step.title
        assert not (way == "touch" and shown["helped"]), "there is no room for two that explain"
        assert bool(shown["pointed"]) == (number > 0), step.title
        assert shown["reads"] == (not step.wants)
        seen.add(number)
        if one.offers()["state"] == "over":
            one.page.locator(".end-report").wait_for()  # the card is within reach all the same
        text = wanted(one, lesson, number) if step.wants else ""
        shown = follow(one, press, text, shown["id"])
    assert seen == set(range(len(lesson.cards)))
    assert "The end of the lesson" in shown["words"]


def test_one_is_free_to_do_otherwise_and_undo_brings_the_card_back(visit: Visit) -> None:
    one, lesson = visit(), first("kamikaze")
    shown = start(one, "kamikaze")
    for text in ("", "", "pick C1"):
        mouse(one, text)
        shown = card(one, shown["id"])
    other = next(text for text in one.offers()["list"] if text != "move left90")
    turned = shown
    mouse(one, other)
    shown = card(one, shown["id"])
    assert lesson.cards[3].otherwise in shown["words"]
    one.page.reload()
    assert lesson.cards[3].otherwise in card(one)["words"]  # nothing is lost
    one.make(one.page.keyboard.press, "u")
    again = card(one, shown["id"])
    assert again["number"] == turned["number"]
    assert lesson.cards[3].otherwise not in again["words"]


def test_it_is_folded_brought_back_and_left(visit: Visit) -> None:
    one = visit()
    start(one, "picket")
    words = one.page.locator(".lesson-words")
    one.page.get_by_role("button", name="Fold").click()
    words.wait_for(state="hidden")
    one.page.reload()
    card(one)
    assert words.is_hidden()
    one.page.get_by_role("button", name="Show", exact=True).click()
    words.wait_for()
    one.page.get_by_role("button", name="Leave the lesson").click()
    one.page.locator(".lesson").wait_for(state="hidden")
    offers = one.make(one.press_line, one.offers()["list"][0])  # the match goes on
    assert offers["state"] == "yours"
    one.page.reload()
    one.settled()
    assert one.page.locator(".lesson").is_hidden()


def test_a_card_makes_room_for_what_it_points_at(visit: Visit) -> None:
    """It lies in a free corner, or is lower, or folds, wherever the board is dragged to."""
    one = visit(PHONE)
    shown = start(one, "kamikaze")
    mouse(one, "")
    shown = card(one, shown["id"])
    assert first("kamikaze").cards[1].point == ["plane:K4"]
    words, heights = one.page.locator(".lesson-words"), []
    for height, readable in ((844, True), (560, True), (360, False)):
        one.resize(PHONE[0], height)
        drag_to_the_middle(one, ".marks .is-pointed")
        assert not card(one)["covers"], height
        assert words.is_visible() == readable
        heights.append(one.page.locator(".lesson").evaluate("card => card.offsetHeight"))
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == len(heights)
    one.page.get_by_role("button", name="Show", exact=True).click()
    assert words.is_visible()


def drag_to_the_middle(visitor: Visitor, what: str) -> None:
    """Drag the board so that this lies in its middle."""
    (x, y), (u, v) = (visitor.page.evaluate(_MIDDLE, some) for some in (what, ".board"))
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(u, v, steps=4)
    mouse.up()
    visitor.at_rest()


def test_rules_are_a_press_away(visit: Visit) -> None:
    one = visit()
    shown = start(one, "samar")
    mouse(one, "")
    card(one, shown["id"])
    one.page.locator(".lesson-buttons button", has_text=first("samar").steps[0].rule).click()
    one.page.locator(".rule-line.flash").wait_for()


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)])
def test_accessibility(visit: Visit, size: tuple[int, int]) -> None:
    one = visit(size)
    shown = start(one, "kamikaze")
    for _ in range(2):
        assert serious_findings(one) == []
        assert one.page.locator(".lesson [aria-live=polite]").count() == 1
        one.shot(f"lesson-axe-{size[0]}-{shown['number']}")
        mouse(one, "")
        shown = card(one, shown["id"])
    wide = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert one.page.evaluate(wide)
