"""Whatever is written on a board can be read where it is first shown; fine print comes later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, DESK, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

RECORDS = Path(__file__).parents[2] / "records"
LEAST = 10.9  # pixels: 11, but for rounding
STARTS: list[tuple[str, dict[str, Any]]] = [
    ("samar", {}),
    ("picket", {"scenario": "3"}),
    ("picket", {"scenario": "3", "options": {"mode": "advanced"}}),
    ("picket", {"scenario": "mini"}),
    ("kamikaze", {"scenario": "attack"}),
    ("kamikaze", {"scenario": "dives-3"}),
]
# Records, and after how many choices there is much on the board.
UNDER_WAY = [
    ("samar-battle", 700),
    ("picket-4", 60),
    ("picket-long-a", 150),
    ("kamikaze-attack", 60),
    ("kamikaze-dives-3", 15),
]

# The letters on the board: how large each piece of text is on the screen, and what it says.
_LETTERS = """() => [...document.querySelectorAll(".stage svg :is(text, tspan)")]
  .filter((element) => element.checkVisibility()
    && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((element) => {
    const { a, b } = element.getScreenCTM();
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b);
    return [size, element.textContent];
  })"""

# How many pieces of fine print there are, and how many are shown.
_FINE = """() => {
  const fine = [...document.querySelectorAll(".stage :is(text.fine, .fine text)")];
  return [fine.length, fine.filter((element) => element.checkVisibility()).length];
}"""


# Whether all of the map is in view.
_WHOLE_MAP = """() => {
  const [map, stage] = [".stage .field", ".stage"].map((selector) =>
    document.querySelector(selector).getBoundingClientRect());
  return map.left >= stage.left && map.right <= stage.right
    && map.top >= stage.top && map.bottom <= stage.bottom;
}"""


def watcher(browser: Browser, server: Server, table: Table) -> Visitor:
    """Somebody who looks at a board as it is first shown, and will not wait for what moves."""
    one = Visitor(browser, server.url, DESK, reduced_motion="reduce")
    one.open(f"#/m/{table.id}/{table.links['watch']}")
    one.page.wait_for_selector(".stage svg text", state="attached")
    one.at_rest()
    return one


def too_small(one: Visitor) -> list[tuple[float, str]]:
    """What is written too small to be read."""
    found = one.page.evaluate(_LETTERS)
    assert len(found) > 50
    return sorted({(round(size, 1), words) for size, words in found if size < LEAST})


@pytest.mark.parametrize(("game", "wanted"), STARTS)
def test_letters_can_be_read_at_the_start(
    browser: Browser, server: Server, game: str, wanted: dict[str, Any]
) -> None:
    one = watcher(browser, server, server.begin(game, seed=3, **wanted))
    assert not too_small(one)
    one.close()


@pytest.mark.parametrize(("record", "choices"), UNDER_WAY)
def test_letters_can_be_read_in_a_game_under_way(
    browser: Browser, server: Server, record: str, choices: int
) -> None:
    header, _, lines = (RECORDS / f"{record}.fsr").read_text(encoding="utf-8").partition("\n\n")
    header = header.replace("=random", "=human")  # bots would go on
    played = "".join(lines.splitlines(keepends=True)[: choices + 1])
    one = watcher(browser, server, server.take_in(f"{header}\n\n{played}"))
    assert not too_small(one)
    one.close()


@pytest.mark.parametrize(("game", "wanted"), [("samar", {}), ("kamikaze", {"scenario": "dives-3"})])
def test_fine_print_comes_as_one_zooms_in(
    browser: Browser, server: Server, game: str, wanted: dict[str, Any]
) -> None:
    one = watcher(browser, server, server.begin(game, seed=3, **wanted))
    pieces, shown = one.page.evaluate(_FINE)
    assert pieces
    assert not shown
    for _ in range(8):
        one.page.keyboard.press("+")
    one.at_rest()
    assert one.page.evaluate(_FINE) == [pieces, pieces]
    assert not too_small(one)
    one.page.keyboard.press("0")
    one.at_rest()
    assert one.page.evaluate(_FINE) == [pieces, 0]
    one.close()


def test_a_choice_in_view_does_not_move_it_however_close_to_the_edge(
    browser: Browser, server: Server
) -> None:
    """The name of the ship, which is chosen first, stands at the very edge of the map."""
    one = Visitor(browser, server.url, DESK, reduced_motion="reduce")
    table = server.begin("picket", scenario="mini", seed=3)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.settled()
    one.at_rest()
    assert one.page.evaluate(_WHOLE_MAP)
    one.close()
