"""Seats in real browsers: links that end, bots in one's place, leaving, resigning, drawing."""

from __future__ import annotations

import pytest
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def sit(visitor: Visitor, table: Table, seat: str) -> None:
    """Take a seat, and open the list of seats."""
    visitor.sit(table, seat)
    visitor.page.locator("#tab-people").click()


def test_a_draw_is_offered_by_keyboard_and_agreed_to(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = visit(), visit()
    sit(usn, table, "usn")
    sit(ijn, table, "ijn")
    usn.page.get_by_role("button", name="Offer a draw…").focus()
    usn.page.keyboard.press("Enter")
    usn.page.get_by_role("button", name="Offer it").press("Enter")
    usn.page.get_by_role("button", name="Withdraw the offer").wait_for()
    assert usn.page.get_by_role("button", name="Offer a draw…").count() == 0
    offer = ijn.page.get_by_role("status").filter(has_text="The US Navy offers a draw")
    offer.get_by_role("button", name="Agree to a draw").press("Enter")
    for each in (usn, ijn):
        each.page.locator("#prompt", has_text="A draw: a draw was agreed").wait_for()
        assert each.page.get_by_role("button", name="Resign…").count() == 0
    usn.page.get_by_label("Report").get_by_text("A draw: a draw was agreed.").wait_for()


def test_one_resigns_after_being_asked(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = visit()
    sit(ijn, table, "ijn")
    ijn.page.get_by_role("button", name="Resign…").click()
    ijn.page.get_by_role("button", name="Keep it as it is").click()
    assert table.watcher.position()["result"] is None
    ijn.page.get_by_role("button", name="Resign…").click()
    ijn.page.get_by_role("button", name="Resign", exact=True).click()
    ijn.page.locator("#prompt", has_text="Victory for the US Navy: ijn has resigned").wait_for()


def test_a_seat_is_kept_left_and_filled(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = visit(), visit()
    sit(usn, table, "usn")
    sit(ijn, table, "ijn")
    field = "Who sits for the Imperial Japanese Navy"
    ijn.page.get_by_label(field).select_option("random")
    ijn.page.get_by_text("bot random, for you").wait_for()
    usn.page.locator(".seat-head", has_text="bot random").wait_for()
    assert usn.page.get_by_label(field).count() == 0
    ijn.open()
    ijn.page.locator(f".match-row:has(a[href*='{table.id}'])").get_by_title("Delete").click()
    ijn.page.get_by_role("button", name="Delete it").click()
    ijn.page.get_by_text("It is off your list; the others keep it.").wait_for()
    usn.page.get_by_label(field).select_option("ensign")
    usn.page.get_by_text("The bot ensign sits for the Imperial Japanese Navy now.").wait_for()


def test_a_link_for_watching_ends(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn = visit()
    sit(usn, table, "usn")
    usn.page.get_by_role("button", name="New link to watch…").click()
    usn.page.get_by_label("The link is good").select_option("for a day")
    with usn.page.expect_request("**/seats/watch/link") as sent:
        usn.page.get_by_role("button", name="Copy a new link").click()
    assert sent.value.post_data_json == {"hours": 24, "own": False}
    usn.heard(lambda: table.watcher.ask("GET").status_code == 401)
