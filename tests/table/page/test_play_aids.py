"""The page in a real browser: steering by one press, charts, shortcuts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, PHONE, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def steers(visitor: Visitor) -> list[str]:
    """Begin the battle, with Heermann about to steer; the places there are for that."""
    visitor.begin("samar", usn="me", ijn="me")
    for text in ("formation", "usn first"):
        visitor.make(visitor.press_button, text)
    visitor.press_place("ship:U-DD4")
    visitor.make(visitor.page.get_by_role("menuitem", name="Move Heermann").click)
    visitor.make(visitor.press_button, "battle")
    return _steering(visitor)


def _steering(visitor: Visitor) -> list[str]:
    return [p for p in visitor.settled()["places"] if p.startswith(("side:", "smoke:"))]


def _prompt(visitor: Visitor) -> str:
    words: str = visitor.offers()["prompt"]
    return words


def test_each_press_steers(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url)
    assert len(set(steers(one))) == 12
    one.make(one.press_place, "side:NW")  # clear of other ships: a collision would end the move
    assert "5 hexes to go" in _prompt(one)
    _steering(one)
    one.make(one.press_place, "smoke:N")
    assert "4 hexes to go" in _prompt(one)
    one.page.locator(".log li", has_text="Heermann makes smoke in").wait_for()
    _steering(one)
    middle = one.page.evaluate(
        """() => {
          const box = document.querySelector(".steering [data-place]").getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    one.make(one.press_point, middle)
    assert "3 hexes to go" in _prompt(one)
    one.page.keyboard.press("b")
    one.page.keyboard.press("End")
    one.page.keyboard.press("Home")
    label = one.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label == "Steer N: straight on"
    one.make(one.page.keyboard.press, "Enter")
    assert "2 hexes to go" in _prompt(one)
    one.close()


def test_the_view_moves_where_no_frames_are_drawn(browser: Browser, server: Server) -> None:
    """As in a tab that nobody sees: what is to be chosen is in view all the same."""
    table = server.begin("samar", seed=1)
    one = Visitor(browser, server.url)
    one.page.add_init_script("requestAnimationFrame = () => 1")
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    assert one.settled()["places"]
    one.close()


def test_a_finger_finds_every_way_to_steer(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url, PHONE, has_touch=True)
    places = set(steers(one))
    assert len(places) == 12
    for place in places:
        box = one.page.locator(f"[id='{place}']").bounding_box()
        assert box
        assert min(box["width"], box["height"]) > 22
    one.close()


def until_a_chart_is_read(table: Table) -> set[str]:
    """Play until lines of the log name charts that their dice were read on; the titles."""
    usn, chance = table.seat("usn"), random.Random(3)
    while True:
        entries = usn.get("/log")
        folds = Counter(entry["fold"] for entry in entries)
        alone = [entry for entry in entries if folds[entry["fold"]] == 1]
        used = {chart["title"] for entry in alone for chart in entry["charts"]}
        if used:
            return used
        position = usn.position()
        usn.choose(chance.choice(position["view"]["options"])["text"], position["version"])


def test_the_log_leads_to_the_row_of_the_chart(browser: Browser, server: Server) -> None:
    table = server.begin("picket", scenario="3", seed=3)
    titles = until_a_chart_is_read(table)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    name = one.page.locator(".log .chart-name").last
    title = name.inner_text()
    assert title in titles
    name.click()
    chart = one.page.locator(".charts-list .chart[open]")
    chart.wait_for()
    assert title in chart.locator("summary").inner_text()
    assert chart.locator("tr.used").first.is_visible()
    recent = one.page.locator(".recent li", has_text=title).first
    recent.scroll_into_view_if_needed()
    assert recent.locator("tr.used").count() >= 1
    one.close()


def test_what_was_just_used_stays_as_it_is_until_more_is(browser: Browser, server: Server) -> None:
    """A change of the match that brings no new line leaves the reader where he is."""
    table = server.begin("picket", scenario="3", seed=3)
    until_a_chart_is_read(table)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator(".log .chart-name").last.click()
    recent = one.page.locator(".recent li").first
    recent.wait_for()
    line = recent.element_handle()
    table.seat("usn").ask("PATCH", json={"name": "Another name"}).raise_for_status()
    one.page.get_by_text("Another name", exact=True).wait_for()
    assert line.evaluate("(line) => line.isConnected")
    one.close()


def test_a_shortcut_for_the_whole_decision_is_the_first_button_and_line(
    browser: Browser, server: Server
) -> None:
    """Players of Picket Duty live by `auto`: key 1, with its odds, and at the head of the list."""
    table = server.begin("picket", scenario="3", options={"mode": "advanced"}, seed=1)
    usn = table.seat("usn")
    position = usn.position()
    while not position["view"]["shortcuts"]:
        position = usn.choose(position["view"]["options"][0]["text"], position["version"])
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    offers = one.settled()
    assert (offers["buttons"], offers["list"][0]) == (["auto", "fire"], "auto")
    odds = one.page.locator(".answers [data-text=auto] .odds:not(:empty)")
    odds.wait_for()
    assert "hits" in odds.inner_text()
    offers = one.make(one.page.keyboard.press, "1")
    assert (offers["buttons"], offers["list"][0]) == (["resolve all"], "resolve all")
    one.make(one.press_button, "resolve all")
    record = usn.text("/record")
    assert "usn aim " in record
    assert "auto" not in record.split("\n\n")[1]
    one.close()


def test_charts_say_what_was_read_out_of_damaged_text(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url)
    one.begin("picket", "3")
    one.page.get_by_role("tab", name="Charts").click()
    chart = one.page.locator(".charts-list .chart[data-name='attacks.letter.G']")
    chart.locator("summary").click()
    assert "row 11: read out of damaged text" in chart.locator(".note li").last.inner_text()
    one.close()
