"""How many presses a turn takes: ships and planes are sent where they shall go."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, PHONE, Visit, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

# Every press of the mouse is counted, whatever it meets.
_COUNT = "window.presses = 0; addEventListener('pointerdown', () => window.presses++, true)"

# Points of the window where destinations of a kind can be pressed: in view, with nothing above.
_GOALS = """(kind) => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(`.stage ${kind}`)].flatMap((dot) => {
    const box = dot.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const inside = x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
    const place = dot.dataset.choice;
    const here = document.elementFromPoint(x, y)?.closest("[id*=':'], [data-place]");
    const met = here && (here.dataset.place ?? here.id) === place;
    return inside && met ? [[place, [x, y]]] : [];
  });
}"""

SAFE, RISKY = ".is-goal:not(.risky)", ".is-goal.risky"


def goals(visitor: Visitor, kind: str = SAFE) -> dict[str, tuple[float, float]]:
    """The destinations that can be pressed, once there are some, and where."""
    visitor.at_rest()
    visitor.until(f"kind => ({_GOALS})(kind).length", kind)
    return dict(visitor.page.evaluate(_GOALS, kind))


def presses(visitor: Visitor) -> int:
    return int(visitor.page.evaluate("() => window.presses"))


def battle(visitor: Visitor) -> None:
    """Samar, with the ships of Taffy 3 about to move."""
    visitor.page.add_init_script(_COUNT)
    visitor.begin("samar", usn="me", ijn="me")
    for text in ("formation", "usn first"):
        visitor.make(visitor.press_button, text)


# How far down the window a place is.
_HEIGHT = "place => document.getElementById(place).getBoundingClientRect().y"


def to_move(visitor: Visitor) -> list[str]:
    """The ships that have not moved yet."""
    return [text for text in visitor.settled()["list"] if text.startswith("move ")]


def test_twelve_ships_are_steered_in_thirty_presses(visit: Visit) -> None:
    one = visit()
    battle(one)
    start = presses(one)
    waiting = to_move(one)
    for number in range(12):
        offers = one.settled()
        ready = [text.replace("move ", "ship:") for text in offers["list"]]
        seen = [place for place in ready if place in offers["places"]]
        one.press_place(min(seen, key=lambda place: one.page.evaluate(_HEIGHT, place)))
        foremost = min(goals(one).values(), key=lambda point: point[1])
        one.shot(f"samar-destinations-{number}")
        one.make(one.press_point, foremost)
    assert len(waiting) - len(to_move(one)) >= 12
    assert presses(one) - start == 24


def test_a_turn_of_the_cap_is_flown_in_fifteen_presses(visit: Visit) -> None:
    one = visit()
    one.page.add_init_script(_COUNT)
    offers = one.begin("kamikaze", "attack", usn="me", ijn="bot:lieutenant")
    assert "CAP fighters moves next" in offers["prompt"]
    start = presses(one)
    while "Turn 1" in one.offers()["prompt"]:
        plane = next(p for p in one.settled()["places"] if p.startswith("plane:"))
        one.make(one.press_place, plane)
        farthest = min(goals(one).values(), key=lambda point: point[1])
        one.shot("kamikaze-destinations")
        one.make(one.press_point, farthest)
    assert presses(one) - start <= 15


def test_a_turn_of_the_raid_is_flown_in_fifteen_presses(visit: Visit) -> None:
    """Six escorts are sent one by one, the kamikazes together."""
    one = visit()
    one.page.add_init_script(_COUNT)
    one.begin("kamikaze", "attack", usn="bot:lieutenant", ijn="me")
    start = presses(one)
    for _ in range(6):
        plane = next(p for p in one.settled()["places"] if p.startswith("plane:"))
        one.make(one.press_place, plane)
        one.make(one.press_point, max(goals(one).values(), key=lambda point: point[1]))
    one.make(one.press_button, "south all")
    assert "Turn 2" in one.offers()["prompt"]
    assert presses(one) - start == 13


def test_a_risk_is_asked_about_first(visit: Visit) -> None:
    one = visit()
    battle(one)
    one.press_place("ship:U-CVE9")  # with ships all round her
    point = next(iter(goals(one, RISKY).values()))
    before = one.offers()["version"]
    one.press_point(point)
    one.page.locator(".card.menu", has_text="Go there?").wait_for()
    first = one.page.locator(".card [role=menuitem]").first
    assert "collision" in first.inner_text()
    assert one.page.locator(".is-path").count() == 1
    one.shot("samar-risk")
    assert one.offers()["version"] == before
    one.make(one.press_point, point)  # a second press means it


def test_destinations_are_reached_by_keyboard(visit: Visit) -> None:
    one = visit()
    battle(one)
    one.press_place("ship:U-DD4")
    one.make(one.page.get_by_role("menuitem", name="Move Heermann").click)
    goals(one)
    one.page.keyboard.press("b")
    one.page.keyboard.press("ArrowUp")
    assert one.focused(".is-goal")
    label = one.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label.startswith("Heermann to ")
    assert one.page.locator(".is-path").count() == 1
    while not one.focused(SAFE):
        one.page.keyboard.press("ArrowUp")
    one.make(one.page.keyboard.press, "Enter")
    one.page.locator(".log li", has_text="Heermann steams").wait_for()


def test_a_finger_is_asked_before_anybody_goes(visit: Visit) -> None:
    one = visit(PHONE, has_touch=True)
    battle(one)
    one.press_place("ship:U-DD4")
    one.page.locator(".card [role=menuitem]").first.wait_for()
    x, y = next(iter(goals(one).values()))
    before = one.offers()["version"]
    one.page.touchscreen.tap(x, y)
    one.page.locator(".card.menu", has_text="Go there?").wait_for()
    one.shot("phone-destinations")
    assert one.offers()["version"] == before
    one.make(one.page.locator(".card [role=menuitem]").first.tap)
