"""A day of a campaign of Picket Duty, played in a real browser."""

from __future__ import annotations

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

QUICK = ("auto", "resolve all")


def test_a_day_of_the_long_campaign(browser: Browser, server: Server) -> None:
    """From naming the ship to the next morning: the calendar goes on, the log sheet is kept."""
    table = server.begin("picket", scenario="long-b", seed=5)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    offers = one.settled()
    day = one.page.locator(".turn-name")
    assert day.inner_text() == "Day 1 of 94"
    one.make(one.press_line, "name Ammen")
    offers = one.make(one.press_place, "compartment:aft-engine-room")
    assert "Chief Petty Officer" in offers["prompt"]
    for _ in range(60):
        if day.inner_text() != "Day 1 of 94":
            break
        shortcut = next((text for text in offers["buttons"] if text in QUICK), "")
        if shortcut:
            offers = one.make(one.press_button, shortcut)
        else:
            offers = one.make(one.press_line, offers["list"][0])
    assert day.inner_text().startswith("Day ")
    assert day.inner_text() != "Day 1 of 94"
    one.page.locator("#tab-details").click()
    one.page.locator("#panel-details", has_text="Ammen").wait_for()
    position = table.seat("usn").position()
    assert position["view"]["status"]["turn"] == day.inner_text()
    one.shot("campaign-day")
    one.close()
