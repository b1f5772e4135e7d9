"""The report at the end of a match, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from accessibility import serious_findings
from playwright.sync_api import expect
from table_browser import (
    CHROMIUM,
    DESK,
    PHONE,
    Visit,
    Visitor,
    by_mouse,
    play,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

RECORDS = Path(__file__).parents[2] / "records"
NARROW = (320, 640)


def finished(visitor: Visitor, server: Server, record: str) -> None:
    """Look at a match that is over, until its report is there."""
    table = server.take_in((RECORDS / f"{record}.fsr").read_text(encoding="utf-8"))
    visitor.open(f"#/m/{table.id}/{table.links['watch']}")
    visitor.page.locator(".end-report:visible .verdict").wait_for()
    visitor.at_rest()


def test_it_comes_when_the_match_is_over_and_can_be_closed_and_brought_back(visit: Visit) -> None:
    one = visit()
    one.begin("kamikaze", "dives-1", usn="me", ijn="me")
    sheet = one.page.locator(".end-report")
    assert sheet.is_hidden()
    play(one, by_mouse, seed=1)
    sheet.locator(".verdict").wait_for()
    assert re.search(r"victory\.", sheet.locator(".verdict").inner_text())
    assert sheet.get_by_role("heading", name="Luck").is_visible()
    one.shot("report-played")
    board = one.page.locator(".board").bounding_box()
    one.page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    assert one.page.locator(".board").bounding_box() == board  # it lies over the board
    one.page.get_by_role("button", name="Report", exact=True).click()
    sheet.wait_for()
    assert one.focused(".end-report")
    sheet.get_by_role("button", name="Close the report").click()
    sheet.wait_for(state="hidden")
    one.page.keyboard.press("e")
    sheet.wait_for()


def test_it_tells_all_there_is_and_leads_to_its_moments(visit: Visit, server: Server) -> None:
    one = visit()
    finished(one, server, "picket-3")
    page, sheet = one.page, one.page.locator(".end-report")
    assert "is on station at the end" in sheet.locator(".verdict").inner_text()
    for heading in ("Decisive moments", "How it went", "Losses", "The best shots", "Luck"):
        assert sheet.get_by_role("heading", name=heading, exact=True).is_visible()
    assert sheet.locator(".plot circle").count() == sheet.locator(".plot rect").count() == 5
    sheet.get_by_text("The same as a table").click()
    row = sheet.locator("tr", has=page.get_by_role("rowheader", name="12 Apr midday"))
    assert row.locator("td").all_inner_texts() == ["6", "4"]
    sheet.get_by_role("button", name="Move 48").first.click()
    sheet.wait_for(state="hidden")
    expect(page.locator(".replay .count")).to_have_text("48 / 141")
    assert page.url.endswith("/at/48")
    page.get_by_role("button", name="To the end").click()
    sheet.wait_for()


def test_the_decisions_that_cost_most(visit: Visit, server: Server) -> None:
    one = visit()
    finished(one, server, "picket-3")
    page, sheet = one.page, one.page.locator(".end-report")
    sheet.get_by_role("button", name="Let the bot look for them").click()
    part = sheet.locator(
        "section", has=page.get_by_role("heading", name="Decisions that cost most")
    )
    part.locator("li").nth(2).wait_for()
    assert re.search(r"cost \d+\.\d+ percentage points of keeping the ship", part.inner_text())
    one.shot("report-review")
    part.get_by_role("button", name=re.compile("^Move ")).first.click()
    sheet.wait_for(state="hidden")
    assert "/at/" in page.url


def test_its_rule_can_be_looked_up(visit: Visit, server: Server) -> None:
    one = visit()
    finished(one, server, "picket-3")
    one.page.locator(".end-report .rule").click()
    one.page.locator(".rule-line.flash").wait_for()


@pytest.mark.parametrize(
    ("button", "name", "begins"),
    [("Save the picture", ".svg", b"<svg"), ("Save it as PNG", ".png", b"\x89PNG\r\n")],
)
def test_the_picture_is_saved(
    visit: Visit, server: Server, button: str, name: str, begins: bytes
) -> None:
    one = visit()
    finished(one, server, "picket-3")
    with one.page.expect_download() as saved:
        one.page.locator(".end-report").get_by_role("button", name=button).click()
    assert saved.value.suggested_filename.endswith(name)
    assert saved.value.path().read_bytes().startswith(begins)


@pytest.mark.parametrize("size", [DESK, PHONE, NARROW])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everybody_can_read_it(
    visit: Visit, server: Server, size: tuple[int, int], colours: str
) -> None:
    one = visit(size, color_scheme=colours)
    finished(one, server, "samar-battle")
    one.shot(f"report-{colours}-{size[0]}")
    for summary in one.page.locator(".end-report summary").all():
        summary.click()
    assert serious_findings(one) == []
    assert one.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    sheet = "() => { const s = document.querySelector('.end-report');"
    assert one.page.evaluate(f"{sheet} return s.scrollWidth <= s.clientWidth; }}")
    one.page.locator(".end-report .plot").scroll_into_view_if_needed()
    one.shot(f"report-{colours}-{size[0]}-plot")
