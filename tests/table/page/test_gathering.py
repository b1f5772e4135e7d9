"""The page in real browsers: two people draw their dice together without pressing anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from command_line import run
from table_server import Server, Table, play_out

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser, Route
from table_browser import CHROMIUM, PHONE, Visit, Visitor, by_mouse, play, visitors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


@pytest.fixture
def visit(browser: Browser, fair: Server) -> Iterator[Visit]:
    with visitors(browser, fair.url) as come:
        yield come


def begin(visitor: Visitor, **seats: str) -> None:
    """Begin a dive from the start page, which need not be this visitor's turn then."""
    visitor.choose_match("kamikaze", "dives-1", **seats)
    visitor.page.wait_for_selector(".match[data-state]")


def says(visitor: Visitor, words: str) -> None:
    visitor.page.locator(".words", has_text=re.compile(words)).wait_for()


def begun(visitor: Visitor) -> None:
    """Wait until the dice are drawn."""
    visitor.page.wait_for_selector(".match[data-state=yours], .match[data-state=waiting]")
    visitor.page.locator(".log li").first.wait_for(state="attached")  # its tab may be another


def table_of(server: Server, visitor: Visitor) -> Table:
    """The match that a visitor has begun, with the links his browser keeps."""
    kept = visitor.page.evaluate(
        "() => Object.values(JSON.parse(localStorage.flankspeed).matches)[0]"
    )
    return Table(server, {"id": kept["id"], "links": kept["links"]})


def open_link(visitor: Visitor, table: Table, seat: str) -> None:
    visitor.open(f"#/m/{table.id}/{table.links[seat]}")
    visitor.page.wait_for_selector(".match[data-state]")


def test_two_people_draw_their_dice_together(visit: Visit, fair: Server, tmp_path: Path) -> None:
    host, guest = visit(), visit(PHONE, has_touch=True)
    begin(host, usn="me", ijn="friend")
    says(host, "Waiting for the Imperial Japanese Navy to open the link")
    host.shot("gathering")
    host.page.evaluate("() => { navigator.clipboard.writeText = (text) => { window.got = text } }")
    host.page.get_by_role("button", name="Copy the link for IJN").click()
    guest.page.goto(host.page.evaluate("() => window.got"))
    for one in (host, guest):
        begun(one)
    guest.settled()
    guest.leave(guest.page.locator(".choices button").first.dispatch_event, "click")

    table = table_of(fair, host)
    shared = table.watcher.position()["shared"]
    assert sorted(shared["contributions"]) == ["ijn", "usn"]
    host.page.locator("#tab-people").click()
    line = host.page.locator(".drawn")
    assert re.sub(r"\s+", " ", line.inner_text()).startswith("Dice: drawn together by ")
    line.get_by_role("button", name="How that works").click()
    assert shared["host"] in host.page.get_by_role("dialog").inner_text()
    host.shot("gathering-explained")
    host.page.get_by_role("dialog").get_by_role("button", name="Close").click()

    play_out(table, Random(1).choice)
    for one in (host, guest):
        one.page.wait_for_selector(".match[data-state=over]")
        assert one.page.locator(".unfair:visible").count() == 0
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Save the record").click()
    record = tmp_path / "g.fsr"
    download.value.save_as(record)
    told = run("replay", "g.fsr", "--verify", cwd=tmp_path)
    assert (told.code, told.err) == (0, "")
    assert "its dice are the stream's" in told.out
    text = record.read_text(encoding="utf-8")
    for seat, contribution in shared["contributions"].items():
        assert f"{seat}={contribution}" in text
        record.write_text(text.replace(contribution, "ab" * 32), encoding="utf-8")
        assert run("replay", "g.fsr", "--verify", cwd=tmp_path).code != 0


def test_a_match_that_is_taken_in_goes_on_with_dice_drawn_together(
    visit: Visit, fair: Server
) -> None:
    first = fair.begin("kamikaze", scenario="dives-1", seed=4)
    ijn = first.seat("ijn")
    ijn.choose(ijn.position()["view"]["options"][0]["text"], 0)
    table = fair.take_in(ijn.text("/record"))
    host, guest = visit(), visit()
    open_link(host, table, "ijn")
    says(host, "Waiting for the US Navy to open the link")
    assert host.offers()["list"] == []
    open_link(guest, table, "usn")
    guest.page.wait_for_selector(".match[data-state=yours]")
    with guest.page.expect_response("**/record"):  # it looks whether all was fair
        play_out(table, Random(1).choice)
    guest.page.wait_for_selector(".match[data-state=over]")
    guest.page.locator("#tab-people").click()
    guest.page.get_by_text("About this match: imported at choice 1.").wait_for()
    assert guest.page.locator(".unfair:visible").count() == 0


def test_two_people_who_draw_at_the_same_moment_do_not_get_in_each_others_way(
    visit: Visit, fair: Server
) -> None:
    """Each part is sent before the other has come: neither browser is refused anything."""
    host, guest = visit(), visit()
    held: list[Route] = []

    def hold_two(route: Route) -> None:
        held.append(route)
        if len(held) > 2:
            route.continue_()

    for one in (host, guest):
        one.page.route("**/dice/commitment?*", hold_two)
    begin(host, usn="me", ijn="friend")
    host.heard(lambda: len(held) == 1)
    open_link(guest, table_of(fair, host), "ijn")
    guest.heard(lambda: len(held) == 2)
    for route in held[:2]:
        route.continue_()
    for one in (host, guest):
        begun(one)
    assert sorted(table_of(fair, host).watcher.position()["shared"]["contributions"]) == [
        "ijn",
        "usn",
    ]


def test_one_click_begins_without_the_other(visit: Visit, fair: Server) -> None:
    one, late = visit(PHONE, has_touch=True), visit()
    begin(one, usn="me", ijn="friend")
    one.page.locator("#tab-people").click()  # it has opened by itself, to show the link
    one.shot("phone-gathering")
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert one.page.evaluate(wide) <= 0
    one.page.locator(".answers .more").click()  # there is no room for all buttons
    one.page.get_by_role("button", name="Begin without IJN").click()
    begun(one)
    table = table_of(fair, one)
    assert list(table.watcher.position()["shared"]["contributions"]) == ["usn"]
    open_link(late, table, "ijn")
    assert late.settled()["state"] == "yours"
    assert late.page.locator(".unfair:visible").count() == 0


def test_who_plays_both_sides_presses_nothing(visit: Visit, fair: Server) -> None:
    one = visit()
    begin(one, usn="me", ijn="me")
    one.settled()
    play(one, by_mouse, seed=1, most=2)
    shared = table_of(fair, one).watcher.position()["shared"]
    assert sorted(shared["contributions"]) == ["ijn", "usn"]


def test_a_part_drawn_elsewhere_is_said_and_goes_on_there(visit: Visit, fair: Server) -> None:
    """The seat's link is open in two browsers: only the first knows what it is bound to."""
    first, second, other = visit(), visit(), visit()
    table = fair.begin("kamikaze", scenario="dives-1")
    open_link(first, table, "usn")
    says(first, "Waiting for the Imperial Japanese Navy")
    first.open()
    open_link(second, table, "usn")
    says(second, "Waiting for the Imperial Japanese Navy")
    assert second.page.get_by_role("button", name=re.compile("Begin without")).count() == 0
    open_link(other, table, "ijn")
    says(second, "drawn in another browser")
    says(other, "the US Navy must have this page open")
    first.page.go_back()
    for one in (first, second, other):
        begun(one)


@pytest.mark.parametrize("what", ["host", "contribution"])
def test_a_page_that_remembers_something_else_warns(visit: Visit, fair: Server, what: str) -> None:
    """As if the server told another story than when this browser took part."""
    one = visit()
    begin(one, usn="me", ijn="me")
    one.settled()
    assert one.page.locator(".unfair:visible").count() == 0
    one.page.evaluate(
        """(what) => {
          const kept = JSON.parse(localStorage.flankspeed);
          Object.values(kept.matches)[0].drawn.ijn[what] = "ab".repeat(32);
          localStorage.flankspeed = JSON.stringify(kept);
        }""",
        what,
    )
    one.page.reload()
    one.page.locator(".unfair", has_text="Do not trust these dice").wait_for()
    one.shot("unfair")
