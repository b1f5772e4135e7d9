"""A fourth game touches nothing: that of docs/adding-a-game.md, installed, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from added_game import NAME, install, write
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit, by_keyboard, by_mouse, play

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table where the game is installed."""
    folder = tmp_path_factory.mktemp("added")
    installed = install(write(folder / "package"), folder / "installed")
    with Server(f"sqlite:///{folder / 'table.db'}", "--rate", "0", planted=installed) as running:
        yield running


@pytest.fixture(scope="module")
def seats(server: Server) -> list[str]:
    known = {game["name"]: game for game in server.client.get("/api/games").json()}
    found: list[str] = known[NAME]["seats"]
    assert len(found) == 2
    return found


def test_it_is_played_to_its_end_by_mouse(visit: Visit, seats: list[str]) -> None:
    one = visit()
    one.begin(NAME, **{seats[0]: "me", seats[1]: "bot:random"})
    one.shot("added-begins")
    play(one, by_mouse, seed=1)
    assert one.offers()["state"] == "over"
    assert re.match(r"Victory for the", one.offers()["prompt"])
    one.shot("added-over")


def test_it_is_played_to_its_end_by_keyboard(visit: Visit, seats: list[str]) -> None:
    one = visit()
    one.begin_by_keyboard(NAME, **dict.fromkeys(seats, "me"))
    play(one, by_keyboard, seed=2)
    assert one.offers()["state"] == "over"


def test_rules_charts_odds_and_advice_are_there_and_a_choice_is_taken_back(
    visit: Visit, seats: list[str]
) -> None:
    one = visit()
    before = one.begin(NAME, **dict.fromkeys(seats, "me"))
    after = one.make(one.press_place, before["places"][0])
    assert after["list"] != before["list"]
    page = one.page
    page.locator(".log .rule").first.click()
    page.locator(".rule-line.flash").wait_for()
    page.locator(".chart:visible summary").first.click()
    page.locator(".chart table:visible").first.wait_for()
    one.shot("added-charts")
    page.keyboard.press("Escape")
    page.locator(".choices .odds").first.wait_for()
    page.locator(".advise").click()
    page.get_by_text(re.compile("^The bot .* would:")).wait_for()
    back = one.make(page.locator(".undo").click)
    assert back["list"] == before["list"]
