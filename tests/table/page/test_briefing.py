"""The briefing in a real browser: before the first choice, once, and again when it is wanted."""

from __future__ import annotations

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, DESK, PHONE, Visit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


@pytest.mark.parametrize("game", ["kamikaze", "picket", "samar"])
def test_it_comes_once_and_can_be_had_again(visit: Visit, server: Server, game: str) -> None:
    table = server.begin(game, seed=3)
    seat = next(seat for seat in table.links if seat != "watch")
    told = table.seat(seat).get("/briefing")
    one = visit()
    one.likes(briefing=True)
    one.open(f"#/m/{table.id}/{table.links[seat]}")
    sheet = one.page.get_by_role("region", name="Briefing")
    sheet.wait_for()
    words = sheet.inner_text()
    for part in ("situation", "forces", "goal", "length", "decides", "rule"):
        assert told[part]
        assert told[part] in words
    one.shot(f"briefing-{game}")
    sheet.get_by_role("button", name="Go on").click()
    assert sheet.is_hidden()
    one.page.reload()
    one.page.locator(".signal.live").wait_for(state="attached")
    one.page.keyboard.press("o")
    sheet.wait_for()
    one.page.keyboard.press("Escape")
    assert sheet.is_hidden()


def test_who_watches_or_has_begun_is_not_bothered(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    watcher, player = visit(PHONE), visit(PHONE)
    for one in (watcher, player):
        one.likes(briefing=True)
    watcher.open(f"#/m/{table.id}/{table.links['watch']}")
    watcher.page.locator(".signal.live").wait_for(state="attached")
    table.seat("ijn").choose("pick E1", 0)
    player.open(f"#/m/{table.id}/{table.links['ijn']}")
    player.page.locator(".signal.live").wait_for(state="attached")
    for one in (watcher, player):
        assert one.page.get_by_role("region", name="Briefing").is_hidden()
        one.page.keyboard.press("o")
        one.page.get_by_role("region", name="Briefing").wait_for()
    watcher.shot("briefing-phone")


def test_a_choice_puts_it_away(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    one = visit()
    one.likes(briefing=True)
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.page.get_by_role("region", name="Briefing").wait_for()
    one.make(one.press_line, "pick E1")
    assert one.page.get_by_role("region", name="Briefing").is_hidden()


def test_the_help_of_a_phase_is_folded_away_once_known(visit: Visit) -> None:
    """Ship after ship is set up in one phase: with the second one knows what it is for."""
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    helped = one.page.locator(".phase-help")
    assert helped.is_visible()
    one.make(one.press_place, one.offers()["places"][0])
    assert helped.is_hidden()
    one.page.get_by_role("button", name="What this phase is for", exact=True).click()
    assert helped.is_visible()
    one.page.get_by_role("button", name="Close what this phase is for").click()
    one.page.reload()
    one.settled()
    assert helped.is_hidden()


def test_a_draw_that_is_offered_meanwhile_lies_above_it(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    for size in (DESK, PHONE):
        one = visit(size)
        one.likes(briefing=True)
        one.open(f"#/m/{table.id}/{table.links['usn']}")
        sheet = one.page.get_by_role("region", name="Briefing")
        sheet.wait_for()
        if size == DESK:
            assert table.seat("ijn").post("/draw", version=0).status_code == 200
        offer = one.page.locator(".draw-offer")
        offer.get_by_role("button", name="Agree").wait_for()
        above, below = offer.bounding_box(), sheet.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]
        end = one.page.locator(".board").bounding_box()
        assert end
        assert below["y"] + below["height"] <= end["y"] + end["height"]
