"""Axe-core finds nothing that keeps somebody from using the page, in any of its parts."""

from __future__ import annotations

from random import Random

import pytest
from table_server import Server, play_out

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from accessibility import serious_findings
from table_browser import CHROMIUM, Visit, Visitor, by_mouse, play

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def sound(visitor: Visitor, where: str) -> None:
    """Nothing serious is found."""
    visitor.at_rest()
    assert serious_findings(visitor) == [], where


def test_the_page_in_the_light(visit: Visit) -> None:
    one = visit(color_scheme="light")
    one.open()
    one.page.wait_for_selector("input[name=game]")
    one.page.locator("details.options summary").click()
    sound(one, "start page")
    one.begin("samar", usn="me", ijn="me")
    one.make(one.press_button, "formation")
    sound(one, "samar")
    one.begin("kamikaze", "dives-2", usn="me", ijn="me")
    play(one, by_mouse, seed=9, most=4)
    sound(one, "kamikaze")


def test_the_page_in_the_dark(visit: Visit) -> None:
    one = visit(color_scheme="dark")
    one.open()
    one.page.wait_for_selector("input[name=game]")
    sound(one, "start page")
    one.begin("picket", "7")
    play(one, by_mouse, seed=8, most=4)
    for tab in ("log", "charts", "details", "people"):
        one.page.locator(f"#tab-{tab}").click()
        sound(one, f"picket, {tab}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_people_and_sheets(visit: Visit, server: Server, theme: str) -> None:
    """The briefing, a wish and the dialog for it, open tables, the report, finished matches."""
    table = server.begin("kamikaze", seed=1)
    server.begin("kamikaze", seed=1, open=["usn"])
    over = server.begin("kamikaze", scenario="dives-1", seed=2)
    play_out(over, Random(1).choice)
    one = visit(color_scheme=theme)
    one.likes(briefing=True, minimap=True)
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.page.get_by_role("region", name="Briefing").wait_for()
    sound(one, "briefing")
    one.make(one.press_line, "pick E1")
    one.page.keyboard.press("u")
    one.page.get_by_label("Why").wait_for()
    sound(one, "dialog of a wish")
    one.page.keyboard.press("Enter")
    one.page.locator(".wish button").wait_for()
    one.page.locator("#tab-people").click()
    sound(one, "wish")
    one.page.keyboard.press("?")
    sound(one, "help")
    one.page.keyboard.press("Escape")
    one.page.get_by_role("button", name="Settings").click()
    sound(one, "settings")
    one.open(f"#/m/{over.id}/{over.links['usn']}")
    one.page.reload()
    one.page.locator(".end-report").get_by_role("button", name="Share the replay").wait_for()
    sound(one, "end report")
    one.open()
    one.page.reload()
    one.page.get_by_role("heading", name="Open tables").wait_for()
    one.page.locator(".finished summary").click()
    sound(one, "start page with tables and finished matches")
