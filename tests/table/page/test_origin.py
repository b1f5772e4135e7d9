"""What all are told of dice that somebody may know, in real browsers."""

from __future__ import annotations

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

_CUT_SHORT = """() => [...document.querySelectorAll(".status .origin")]
  .filter((words) => words.scrollWidth > words.clientWidth).map((words) => words.innerText)"""


def test_a_seat_that_was_not_asked_sees_where_dice_and_past_come_from(
    visit: Visit, server: Server
) -> None:
    first = server.begin("kamikaze", seed=4)
    first.seat("ijn").choose("pick E1", 0)
    table = server.take_in(first.watcher.text("/record"))
    usn = visit()
    usn.open(f"#/m/{table.id}/{table.links['usn']}")
    strip = usn.page.get_by_label("Where the game stands")
    strip.get_by_text("imported at choice 1").wait_for()
    strip.get_by_text("seeded dice").wait_for()
    assert usn.page.evaluate(_CUT_SHORT) == []
    usn.page.locator("#tab-people").click()
    words = (
        "About this match: seeded dice: whoever knows the seed knows them; imported at choice 1."
    )
    usn.page.get_by_role("note").get_by_text(words).wait_for()
    usn.open()
    usn.page.locator(".match-row", has_text="seeded dice · imported at choice 1").wait_for()
    server.begin("kamikaze", seed=4, open=["usn"], name="Known to me")
    guest = visit()
    guest.open()
    guest.page.locator(".tables .match-row", has_text="Known to me").get_by_text(
        "whoever knows the seed knows them"
    ).wait_for()
