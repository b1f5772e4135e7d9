"""A row that can be chosen reacts on all of its area: in the list of choices, and on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, DESK, PHONE, Visit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

# Points of the rows in sight, corners and edges among them, at which a press would miss its row.
_MISSED = """() => {
  const sight = document.querySelector(".choice-list .scroll").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".choices > li")].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= sight.top && bottom <= sight.bottom;
  });
  const missed = rows.flatMap((row) => {
    const { left, top, width, height } = row.getBoundingClientRect();
    const shares = [0, 0.02, 0.1, 0.5, 0.9, 0.98, 1];
    const at = (start, size) => shares.map((share) => start + 0.5 + share * (size - 1.5));
    const points = at(left, width).flatMap((x) => at(top, height).map((y) => [x, y]));
    const choice = row.querySelector("[data-text]");
    return points.filter(([x, y]) => !choice.contains(document.elementFromPoint(x, y)));
  });
  return [rows.length, missed];
}"""

# A point in the far corner of a row on the board, where nothing is drawn.
_CORNER = """(place) => {
  const { right, bottom } = document.getElementById(place).getBoundingClientRect();
  return [right - 6, bottom - 4];
}"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_row_of_the_list_is_all_button(visit: Visit, size: tuple[int, int]) -> None:
    one = visit(size)
    one.begin("kamikaze", "attack", usn="me", ijn="me")
    if size == PHONE:
        one.page.locator("#tab-choices").click()
    one.at_rest()
    rows, missed = one.page.evaluate(_MISSED)
    assert rows > 1
    assert missed == []


def test_a_row_on_the_board_is_all_choice(visit: Visit) -> None:
    one = visit()
    offers = one.begin("kamikaze", "attack", usn="me", ijn="me")
    place = offers["places"][-1]
    one.at_rest()
    before = one.offers()["version"]
    one.press_point(one.page.evaluate(_CORNER, place))
    assert one.settled(after=before)["version"] > before
