"""The page in a real browser: looking closer, being asked, taking many choices back."""

from __future__ import annotations

import pytest
from accessibility import serious_findings
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def at_the_edge(visitor: Visitor, server: Server) -> None:
    """An escort that may leave the board, and be lost."""
    options = {"p1.edgeExit": "lost"}
    table = server.begin("kamikaze", scenario="attack", seed=1, options=options)
    ijn = table.seat("ijn")
    for number, choice in enumerate(("pick E1", "enter 1")):
        ijn.choose(choice, ijn.position()["version"])
        assert ijn.position()["choices"] == number + 1
    visitor.open(f"#/m/{table.id}/{table.links['ijn']}")
    visitor.settled()


def test_what_cannot_be_taken_back_is_asked_about(visit: Visit, server: Server) -> None:
    one = visit()
    at_the_edge(one, server)
    before = one.offers()["version"]
    leave = next(text for text in one.offers()["list"] if text.startswith("leave"))
    one.press_line(leave)
    one.page.get_by_text("E1 leaves the board here, and is lost.").wait_for()
    one.shot("asked")
    assert serious_findings(one) == []
    one.page.get_by_role("button", name="Cancel").click()
    assert one.offers()["version"] == before
    one.press_line(leave)
    one.page.get_by_label("Do not ask this again in this match").check()
    one.make(one.page.get_by_role("button", name="Do it").click)
    one.page.locator(".log li", has_text="E1").first.wait_for()
    silent = "id => JSON.parse(localStorage.flankspeed).matches[id].silent"
    match_id = one.page.evaluate("() => location.hash.split('/')[2]")
    assert one.page.evaluate(silent, match_id) == ["leave"]


def test_a_ship_is_looked_at_closely_and_nothing_is_chosen(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    for text in ("formation", "usn first"):
        one.make(one.press_button, text)
    before = one.offers()
    plain = one.page.evaluate("() => document.querySelectorAll('.stage svg *').length")
    more = "plain => document.querySelectorAll('.stage svg *').length > plain + 20"
    box = one.page.locator("[id='ship:U-DD4']").first.bounding_box()
    assert box
    one.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    one.until(more, plain)  # the overlays
    assert one.page.locator("#tab-details").get_attribute("aria-selected") == "true"
    assert "Heermann" in one.page.locator("#panel-details").inner_text()
    after = one.offers()
    assert (after["version"], after["menu"]) == (before["version"], [])
    one.shot("inspected")
    one.page.keyboard.press("Escape")
    one.until(f"plain => !({more})(plain)", plain)
    one.page.keyboard.press("b")
    one.page.keyboard.press("i")
    one.until(more, plain)
    assert one.offers()["version"] == before["version"]


def test_a_whole_set_up_is_taken_back_at_once(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    one.make(one.press_place, one.offers()["places"][20])
    assert one.page.locator(".undo-to").is_hidden()  # one choice needs no menu
    one.make(one.press_place, one.offers()["places"][20])
    one.make(one.press_place, one.offers()["places"][20])
    one.page.get_by_role("button", name="Undo to here").click()
    one.page.get_by_role("button", name="All 3 choices").wait_for()
    one.shot("undo-to")
    assert serious_findings(one) == []
    lines = one.page.locator(".undo-points button")
    assert lines.count() == 4
    one.make(lines.nth(2).click)  # to before the second
    assert one.page.locator(".log li", has_text="is set up in").count() == 1
