"""People at the table in real browsers: names, who is here, wishes, open tables, the next match."""

from __future__ import annotations

from random import Random

import pytest
from table_server import Server, play_out

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def at(visitor: Visitor, version: int) -> None:
    """Wait until the page shows this version of the match."""
    visitor.page.locator(f".match[data-version='{version}']").wait_for()


def test_names_and_who_is_here(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = visit(), visit()
    usn.sit(table, "usn")
    usn.page.get_by_text("You play the US Navy.").wait_for()
    usn.page.locator("#tab-people").click()
    head = usn.page.locator(".seat-head", has_text="Imperial Japanese Navy")
    assert "here now" not in head.inner_text()
    ijn.sit(table, "ijn")
    head.get_by_text("here now").wait_for()
    ijn.page.locator("#tab-people").click()
    ijn.page.get_by_label("Your name").fill("Anna")
    ijn.page.keyboard.press("Enter")
    head.get_by_text("Anna", exact=True).wait_for()
    ijn.page.get_by_label("Say something to the table").fill("Hello")
    ijn.page.keyboard.press("Enter")
    usn.page.locator(".chat li", has_text="Anna").get_by_text("Hello").wait_for()
    ijn.page.goto("about:blank")
    usn.until("() => !document.querySelector('.seats').textContent.includes('here now')")
    assert table.seat("usn").position()["names"] == {"ijn": "Anna"}
    usn.page.reload()
    usn.page.locator("#prompt", has_text="Waiting for Anna (Imperial Japanese Navy)").wait_for()
    usn.shot("people")


def test_undo_by_consent_between_two_browsers(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = visit(), visit()
    usn.sit(table, "usn")
    ijn.sit(table, "ijn")
    ijn.make(ijn.press_line, "pick E1")
    undo = ijn.page.locator(".undo").first
    assert undo.get_attribute("aria-disabled") == "false"
    undo.click()
    ijn.page.get_by_label("Why").fill("E2 was meant")
    ijn.page.get_by_role("button", name="Ask the US Navy").click()
    ijn.page.get_by_role("button", name="Withdraw it").wait_for()
    wish = usn.page.locator(".wish")
    wish.get_by_text("E2 was meant").wait_for()
    usn.shot("undo-wish")
    wish.get_by_role("button", name="No").click()
    at(ijn, 3)
    assert ijn.page.locator(".wish").is_hidden()
    ijn.page.keyboard.press("u")
    ijn.page.get_by_label("Why").fill("please")
    ijn.page.keyboard.press("Enter")
    wish.get_by_role("button", name="Yes, take it back").click()
    at(ijn, 5)
    at(usn, 5)
    assert "pick E2" in ijn.settled()["list"]
    for each in (usn, ijn):
        each.page.locator("#tab-people").click()
        each.page.get_by_text("Taken back after dice: once.").wait_for()
        assert each.page.locator(".log li").count() == table.seat("usn").position()["log_length"]
    assert "back: 0 ijn # usn agreed: please" in table.seat("usn").text("/record")


def test_alone_one_takes_back_after_dice_without_asking(visit: Visit) -> None:
    one = visit()
    one.begin("kamikaze", "attack", usn="bot:random", ijn="me")
    one.make(one.press_line, "pick E1")
    one.page.keyboard.press("u")
    one.page.get_by_text("It will be marked in the record").wait_for()
    one.make(one.page.get_by_role("button", name="Take it back").click)
    assert "pick E1" in one.offers()["list"]


def test_an_open_table_is_joined_from_the_start_page(visit: Visit, server: Server) -> None:
    host, guest = visit(), visit()
    host.choose_match("kamikaze", "attack", usn="open", ijn="me")
    host.page.wait_for_selector(".match[data-state]")
    host.page.locator("#tab-people").click()
    host.page.get_by_text("anyone may join").wait_for()
    host.page.get_by_label("Your name").fill("Anna the host")
    host.page.keyboard.press("Enter")
    ident = host.page.url.split("/m/")[1].split("/")[0]
    host.heard(lambda: "Anna the host" in server.client.get("/api/tables").text)
    guest.open()
    guest.page.get_by_role("heading", name="Open tables").wait_for()
    guest.shot("open-tables")
    row = guest.page.locator(".tables .match-row", has_text="Anna the host")
    row.get_by_role("button", name="Join as USN").click()
    guest.page.wait_for_selector(".match[data-state]")
    assert f"/m/{ident}/" in guest.page.url
    host.until("() => !document.querySelector('.seats').textContent.includes('anyone may join')")
    host.page.locator(".seat-head", has_text="US Navy").get_by_text("here now").wait_for()
    tables = server.client.get("/api/tables").json()
    assert ident not in [table["id"] for table in tables]


def test_a_table_can_be_closed_again(visit: Visit) -> None:
    host = visit()
    host.choose_match("kamikaze", "attack", usn="open", ijn="me")
    host.page.wait_for_selector(".match[data-state]")
    host.page.locator("#tab-people").click()
    host.page.get_by_role("button", name="Let nobody join").click()
    host.page.locator(".seat-head", has_text="US Navy").get_by_text("a friend").wait_for()


def test_play_again_with_the_seats_changed_and_share_the_replay(
    visit: Visit, server: Server
) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=2)
    play_out(table, Random(1).choice)
    usn, ijn, guest = visit(), visit(), visit()
    usn.sit(table, "usn")
    ijn.sit(table, "ijn")
    report = usn.page.locator(".end-report")
    report.get_by_role("button", name="Share the replay").wait_for()
    usn.page.evaluate("() => { navigator.clipboard.writeText = (text) => { window.got = text } }")
    report.get_by_role("button", name="Share the replay").click()
    usn.until("() => window.got")
    link = usn.page.evaluate("() => window.got")
    assert not any(token in link for token in table.links.values())
    guest.page.goto(link)
    guest.page.locator(".match .state.past").wait_for()
    assert guest.page.get_by_text("Watching", exact=True).first.is_visible()
    report.get_by_role("button", name="Play again, seats changed").click()
    usn.page.locator(".seat-of-mine", has_text="IJN").wait_for()
    ijn.page.locator(".end-report").get_by_role("button", name="To the next match").click()
    ijn.page.locator(".seat-of-mine", has_text="USN").wait_for()
    ids = {each.page.url.split("/m/")[1].split("/")[0] for each in (usn, ijn)}
    assert len(ids) == 1
    assert table.id not in ids


def test_my_matches_say_what_is_new_and_keep_the_finished_apart(
    visit: Visit, server: Server
) -> None:
    going = server.begin("kamikaze", seed=1, name="Going on")
    over = server.begin("kamikaze", scenario="dives-1", seed=2, name="Over soon")
    one = visit()
    for table in (going, over):
        one.sit(table, "usn")
    going.seat("ijn").choose("pick E1", 0)
    going.seat("ijn").choose("enter 11", 1)
    going.seat("ijn").ask("POST", "/chat", json={"text": "well?"})
    one.page.goto("about:blank")
    play_out(over, Random(1).choice)
    one.open()
    row = one.page.locator(".match-row", has_text="Going on")
    row.get_by_text("2 since you were here · 1 new line in the chat").wait_for()
    finished = one.page.locator(".finished")
    finished.locator(".match-row", has_text="Over soon").get_by_text("over: ").wait_for()
    one.shot("my-matches")
    one.sit(going, "usn")
    badge = one.page.locator("#tab-people .badge")
    badge.wait_for()
    assert badge.inner_text() == "1"
    one.page.reload()
    badge.wait_for()
    one.page.locator("#tab-people").click()
    badge.wait_for(state="hidden")
    one.open()
    row.get_by_text("· 2 choices · seeded dice", exact=True).wait_for()
    one.page.locator(".finished summary").click()
    finished.get_by_role("link", name="Over soon").click()
    one.page.wait_for_selector(".match[data-state=over]")


def test_the_list_and_the_table_agree_whose_turn_it_is(visit: Visit) -> None:
    """Dice that are typed in for a bot are ours to throw."""
    one = visit()
    one.begin("kamikaze", "dives-1", "entered", usn="me", ijn="bot:lieutenant")
    assert one.offers()["state"] == "yours"
    one.open()
    one.page.locator(".match-row").get_by_text("● your turn").wait_for()
