"""The page in a real browser: played by mouse and by keyboard, alone and in company."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import FloatRect, Route
from table_browser import (
    CHROMIUM,
    PHONE,
    Visit,
    Visitor,
    by_keyboard,
    by_mouse,
    play,
    quickly,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


# --- Each game from the start page to its end ---

# Each with a scenario that a visitor who presses anything brings to an end in half a minute.
GAMES: list[tuple[str, str, dict[str, str]]] = [
    ("kamikaze", "dives-4", {"usn": "me", "ijn": "me"}),
    ("picket", "7", {}),
    ("samar", "", {"usn": "me", "ijn": "bot:random"}),
]
Seats = dict[str, str]


@pytest.mark.parametrize(("game", "scenario", "seats"), GAMES)
def test_a_game_is_played_to_its_end_by_mouse(
    visit: Visit, game: str, scenario: str, seats: Seats
) -> None:
    one = visit()
    one.begin(game, scenario, **seats)
    one.shot(f"{game}-begins")
    play(one, quickly(by_mouse), seed=1, most=60)
    one.shot(f"{game}-under-way")
    play(one, quickly(by_mouse), seed=1)
    assert one.offers()["state"] == "over"
    assert re.match(r"Victory for the|A draw", one.offers()["prompt"])
    one.shot(f"{game}-over")


@pytest.mark.parametrize(
    ("game", "scenario", "seats"), [("kamikaze", "dives-2", {"usn": "me", "ijn": "me"}), GAMES[1]]
)
def test_a_game_is_played_to_its_end_by_keyboard(
    visit: Visit, game: str, scenario: str, seats: Seats
) -> None:
    one = visit()
    one.begin_by_keyboard(game, scenario, **seats)
    play(one, quickly(by_keyboard), seed=2)
    assert one.offers()["state"] == "over"


def test_what_is_usual_goes_by_who_sits_where(visit: Visit) -> None:
    one = visit()
    one.open()
    one.page.locator("input[name=game][value=kamikaze]").check()
    one.page.locator("details.options summary").click()
    usn = one.page.locator("select[name=seat-usn]")
    row = one.page.locator(".option-row", has_text="p2.usChoices").locator("select")
    changed = one.page.locator("details.options summary .note")
    for who, value in (("me", "ask"), ("bot:lieutenant", "auto"), ("friend", "ask")):
        usn.select_option(who)
        assert row.input_value() == value
        said = {"ask": "asked", "auto": "taken automatically"}[value]
        assert row.locator(f"option[value={value}]").text_content() == f"{said} (usual)"
    row.select_option("auto")  # as he likes it, whoever sits there
    assert changed.text_content() == "1 changed"
    usn.select_option("me")
    assert row.input_value() == "auto"


def test_samar_by_hand(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    one.shot("samar-set-up")
    for _ in range(3):
        place = one.offers()["places"][20]
        one.make(one.press_place, place)
    one.make(one.press_button, "formation")
    one.make(one.press_button, "usn first")
    play(one, by_mouse, seed=4, most=10)
    one.shot("samar-by-hand")
    assert one.offers()["state"] == "yours"


def test_a_long_game_is_left_to_bots_by_keyboard(visit: Visit) -> None:
    one = visit()
    one.begin_by_keyboard("samar", usn="me", ijn="me")
    play(one, quickly(by_keyboard), seed=2, most=30)
    keyboard = one.page.keyboard
    for name in ("US Navy", "Imperial Japanese Navy"):
        keyboard.press("Escape")
        keyboard.press("t")
        one.tab_to(f"select[aria-label='Who sits for the {name}']")
        keyboard.press("ArrowDown")  # after the human stands the random bot
        one.page.get_by_text(f"The bot random sits for the {name} now.").wait_for()
    one.page.wait_for_selector(".match[data-state=over]")


# --- Company ---


def test_two_browsers_on_one_match(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.begin("samar", usn="me", ijn="friend")
    assert host.page.get_by_role("tab", name="Table").get_attribute("aria-selected") == "true"
    host.page.evaluate("() => { navigator.clipboard.writeText = (text) => { window.got = text } }")
    host.page.get_by_role("button", name="Copy the link to send").click()
    link = host.page.evaluate("() => window.got")
    guest.page.goto(link)
    guest.page.wait_for_selector(".match[data-state=waiting]")
    assert guest.offers()["places"] == []
    assert "Waiting for the US Navy" in guest.offers()["prompt"]
    assert guest.page.title().endswith("waiting")

    before = guest.offers()["version"]
    host.press_button("formation")
    for each in (host, guest):
        each.until("before => document.querySelector('.match').dataset.version > before", before)
        log = each.page.locator(".log li", has_text="set up").last
        log.wait_for(state="attached")  # another tab may be shown
    states = {each.offers()["state"]: each for each in (host, guest)}
    assert sorted(states) == ["waiting", "yours"]
    assert "Your turn" in states["yours"].page.title()

    guest.page.get_by_role("tab", name="Table").click()
    guest.page.get_by_label("Say something to the table").fill("Good hunting!")
    guest.page.keyboard.press("Enter")
    host.page.get_by_text("Good hunting!").wait_for()
    host.shot("samar-two-browsers")


def test_a_watcher_sees_and_cannot_choose(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=1)
    one = visit()
    one.open(f"#/m/{table.id}/{table.links['watch']}")
    one.page.wait_for_selector(".match[data-state=waiting]")
    assert one.offers()["places"] == []
    assert one.page.locator(".undo").get_attribute("aria-disabled") == "true"


def sits(visitor: Visitor, seat: str, who: str) -> None:
    """Wait until the list of seats says so."""
    head = visitor.page.locator(".seat-head", has_text=seat)
    head.get_by_text(who, exact=True).wait_for()


def test_a_seat_is_handed_on(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.begin("kamikaze", "dives-1", usn="me", ijn="me")
    host.page.get_by_role("tab", name="Table").click()
    sits(host, "US Navy", "you")
    host.page.get_by_role("button", name="Hand on…").first.click()
    host.page.get_by_role("button", name="Make a link for somebody else").click()
    link = host.page.get_by_role("textbox", name="New link").input_value()
    host.page.get_by_role("button", name="Copy it and leave the seat").click()
    guest.page.goto(link)
    guest.page.wait_for_selector(".match[data-state]")
    guest.page.get_by_role("tab", name="Table").click()
    sits(guest, "US Navy", "you")
    sits(host, "US Navy", "a friend")


def test_a_bot_is_replaced(visit: Visit) -> None:
    one = visit()
    one.begin("kamikaze", "attack", usn="me", ijn="bot:random")
    one.page.locator("#tab-people").click()
    one.page.get_by_label("Who sits for the Imperial Japanese Navy").select_option("human")
    one.page.get_by_role("button", name="I do").click()
    sits(one, "Imperial Japanese Navy", "you")


def test_a_link_that_opens_nothing_says_so(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze")
    one = visit()
    one.open(f"#/m/{table.id}/wrong")
    one.page.get_by_role("heading", name="No such match here").wait_for()
    one.page.get_by_role("link", name="To the start page").click()
    one.page.get_by_role("heading", name="New match").wait_for()
    one.complaints = [said for said in one.complaints if "401" not in said]


# --- What a player does besides ---


def test_undo_takes_back_and_says_why_it_cannot(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    undo = one.page.locator(".undo")
    assert undo.get_attribute("aria-disabled") == "true"
    assert one.page.locator("#undo-why").inner_text() == "nothing has been chosen yet"
    first = one.offers()["prompt"]
    one.make(one.press_place, one.offers()["places"][0])
    assert one.offers()["prompt"] != first
    one.make(one.page.keyboard.press, "u")
    assert one.offers()["prompt"] == first
    one.make(one.press_button, "formation")
    one.make(undo.click)
    assert "Samuel B. Roberts" in one.offers()["prompt"]


def test_a_menu_asks_which_of_several_choices(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    one.make(one.press_button, "formation")
    one.make(one.press_button, "usn first")
    one.press_place("ship:U-DD5")
    assert "Hoel" in one.offers()["menu"][0]
    one.page.keyboard.press("Escape")
    assert one.offers()["menu"] == []
    one.press_place("ship:U-DD5")
    one.make(one.page.keyboard.press, "Enter")
    assert "speed for Hoel" in one.offers()["prompt"]


def test_reload_in_mid_turn(visit: Visit) -> None:
    one = visit()
    one.begin("kamikaze", "dives-2", usn="me", ijn="me")
    play(one, by_mouse, seed=6, most=4)
    before = one.settled()
    one.page.reload()
    after = one.settled()
    assert after["prompt"] == before["prompt"]
    assert after["version"] == before["version"]
    assert after["places"] == before["places"]


def test_typed_in_dice(visit: Visit) -> None:
    one = visit()
    offers = one.begin("kamikaze", "dives-1", dice="entered", usn="me", ijn="me")
    assert offers["prompt"] == "Throw one d8 for entry point"
    one.shot("dice")
    for _ in range(12):
        offers = one.settled()
        if offers["state"] == "over":
            break
        if offers["dice"]:
            one.make(_type_dice, one, offers["dice"])
        else:
            by_mouse(one, offers, random.Random(1))
    one.page.locator(".log .die").first.wait_for()


def _type_dice(visitor: Visitor, count: int) -> None:
    """Too few dice, then a face that does not exist, then the right ones."""
    field = visitor.page.get_by_label(re.compile("^Throw"))
    enter = visitor.page.get_by_role("button", name="Enter dice")
    field.fill("9" * count)
    assert enter.is_disabled()
    field.fill("1" * count)
    field.press("Enter")


def test_replay_has_its_place_in_the_address(visit: Visit) -> None:
    one = visit()
    one.begin("kamikaze", "dives-3", usn="me", ijn="bot:random")  # three dives: three moves or more
    play(one, by_mouse, seed=7)
    assert one.offers()["state"] == "over"
    assert "/at/" not in one.page.url
    one.page.get_by_role("button", name="Watch the replay").click()
    one.page.wait_for_url(re.compile("/at/0$"))
    one.page.get_by_role("button", name="One forward").click()
    one.page.wait_for_url(re.compile("/at/1$"))
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_url(re.compile("/at/2$"))
    one.shot("replay")
    one.page.reload()
    one.page.get_by_text("Move 2 of").wait_for()
    one.page.get_by_label("Seen by").select_option("ijn")
    one.page.get_by_role("button", name="Last moment").click()
    one.page.get_by_label("Speed").select_option("10")
    one.page.get_by_role("button", name="Play (space)").click()
    one.page.wait_for_url(re.compile(r"/at/[3-9]$"))
    one.page.keyboard.press("Escape")
    one.page.wait_for_url(lambda url: "/at/" not in url)


def test_advice_charts_details_and_log(visit: Visit) -> None:
    one = visit()
    one.begin("samar", usn="me", ijn="me")
    one.make(one.press_button, "formation")
    one.make(one.press_button, "usn first")
    page = one.page
    page.keyboard.press("a")
    page.get_by_text("The bot admiral would:").wait_for()
    page.get_by_label("Search the log").fill("Hoel is set up")
    page.locator(".log li", has_text="Hoel is set up").locator(".rule").click()
    page.locator(".rule-line.flash").wait_for()
    assert "S-3.1-taffy3-1" in page.locator(".rule-line.flash").inner_text()
    page.get_by_label("Search charts and rules").fill("critical hit throw")
    page.locator(".chart:visible summary").first.click()
    page.locator(".chart table:visible").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("#tab-details").click()
    page.get_by_label("Find a thing on the board").fill("Yamato")
    page.locator(".things button").first.click()
    sheet = page.locator(".sheet-of").inner_text()
    assert "Yamato" in sheet
    assert "Imperial Japanese Navy" in sheet  # in words, not as the view names things
    assert "main guns, dice" in sheet.lower()
    page.get_by_role("button", name="Overlays").click()
    page.get_by_label("Range bands").check()
    page.locator("#tab-log").click()
    page.get_by_label("Search the log").fill("Heermann")
    shown = page.locator(".log li:visible:not(.heading)")
    assert shown.count() == 1
    assert "Heermann" in shown.inner_text()
    one.shot("samar-log")


def test_odds_name_what_counts(visit: Visit, server: Server) -> None:
    """Where the keyboard is, in the list, and with the advice."""
    one, counts = visit(), "+3 stern 5-inch"
    auto = {"p2.usChoices": "auto"}
    table = server.begin("kamikaze", scenario="dives-1", options=auto, seed=4)
    table.seat("ijn").choose("face E", 0)
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.settled()
    page = one.page
    page.locator(".choices .odds").first.wait_for()
    assert page.locator(".choices button").first.get_attribute("title") == counts
    page.keyboard.press("b")
    handle = page.locator(".stage [role=button]:focus")
    card = page.locator(f"#{handle.get_attribute('aria-describedby')}")
    assert re.fullmatch(
        rf".* MP\ncrash [\d.]+%, volley of 3 dice\n{re.escape(counts)}", card.inner_text()
    )
    page.keyboard.press("a")
    page.locator(".advice-said .modifier", has_text="5-inch").wait_for()
    rather = page.locator(".advice-said .rather").inner_text()
    assert re.search(r"Rather than: .*; \d\.\d+ percentage points of winning less\)", rather)
    told = page.locator(".choices li", has_text=re.compile("points of winning less|as good"))
    assert told.count() == page.locator(".choices button").count() - 1


def test_what_a_bot_is_like_is_said_where_it_is_chosen(visit: Visit) -> None:
    one = visit()
    one.open()
    one.page.locator("input[name=game][value=samar]").check()
    who = one.page.locator("select[name=seat-usn]")
    who.select_option("bot:captain")
    assert one.page.get_by_text("overlooks what Taffy 2 can do").is_visible()
    who.select_option("me")
    assert one.page.get_by_text("overlooks what Taffy 2 can do").count() == 0


def test_matches_are_listed_renamed_saved_opened_and_deleted(visit: Visit, tmp_path: Path) -> None:
    one = visit()
    one.begin("picket")
    page = one.page
    page.get_by_role("link", name="Flank Speed").click()
    page.get_by_role("button", name=re.compile("^Rename")).click()
    page.get_by_label("Name", exact=True).fill("A day off Okinawa")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="A day off Okinawa").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Save the record")).click()
    record = tmp_path / "match.fsr"
    download.value.save_as(record)
    assert record.read_text().startswith("flankspeed")
    page.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("button", name="Keep it as it is").click()
    assert page.get_by_role("link", name="A day off Okinawa").is_visible()
    page.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("button", name="Delete it").click()
    page.get_by_text("The match is deleted.").wait_for()
    assert page.get_by_role("link", name="A day off Okinawa").count() == 0
    page.locator("#import-file").set_input_files(record)
    page.wait_for_selector(".match[data-state]")


def test_a_match_is_deleted_while_answers_about_it_are_awaited(visit: Visit) -> None:
    """Nothing is asked of a match that is gone: what is slow to be answered is taken back."""
    one = visit()
    held: list[Route] = []
    one.page.route("**/odds", lambda route: held.append(route))
    one.begin("picket")
    one.page.route(re.compile(r"/api/matches/\w+$"), lambda route: _hold_looks(route, held))
    one.page.get_by_role("link", name="Flank Speed").click()
    one.page.get_by_role("button", name=re.compile("^Delete")).click()
    one.page.get_by_role("button", name="Delete it").click()
    one.page.get_by_text("The match is deleted.").wait_for()
    one.heard(lambda: held)  # how the match stands, asked for by the list; its odds if late
    for route in held:
        route.continue_()
    one.page.reload()
    one.page.get_by_text("None yet.").wait_for()


def _hold_looks(route: Route, held: list[Route]) -> None:
    if route.request.method == "GET":
        held.append(route)
    else:
        route.continue_()


def test_notes_are_kept(visit: Visit) -> None:
    one = visit()
    one.begin("picket")
    one.page.keyboard.press("t")
    one.page.get_by_label("Your own notes").fill("Watch 270.")
    one.page.get_by_text("saved").wait_for()
    one.page.reload()
    one.settled()
    one.page.keyboard.press("t")
    one.until("() => document.querySelector('.people-panel textarea').value === 'Watch 270.'")


# --- A phone, the dark, and those who cannot see ---


def test_a_phone(visit: Visit) -> None:
    one = visit(PHONE, has_touch=True, color_scheme="dark")
    one.open()
    one.page.wait_for_selector("input[name=game]")
    one.shot("phone-start")
    _no_wider_than_the_window(one)
    one.begin("picket")
    one.shot("phone-picket")
    _no_wider_than_the_window(one)
    one.begin("samar", usn="me", ijn="me")
    _no_wider_than_the_window(one)
    one.shot("phone-samar")
    place = one.offers()["places"][30]
    box = one.page.locator(f"[id='{place}']").bounding_box()
    assert box
    one.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert len(one.offers()["menu"]) == 1  # a finger is less sure than a mouse: it is asked
    one.shot("phone-samar-menu")
    one.make(one.page.locator(".card [role=menuitem]").tap)
    one.page.get_by_role("tab", name="Choices").tap()
    one.shot("phone-samar-drawer")
    one.make(one.page.locator(".choices button").first.tap)


def _no_wider_than_the_window(visitor: Visitor) -> None:
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert visitor.page.evaluate(wide) <= 0


def test_zoom_and_pan(visit: Visit) -> None:
    one = visit(reduced_motion="reduce")
    one.begin("samar", usn="me", ijn="me")
    hexagon = one.page.locator("[id='hex:1410']")

    def box() -> FloatRect:
        one.at_rest()
        found = hexagon.bounding_box()
        assert found
        return found

    start = box()
    one.page.keyboard.press("+")
    assert box()["width"] == pytest.approx(start["width"] * 1.25, rel=0.02)
    one.page.keyboard.press("-")
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    one.page.mouse.move(x, y)
    one.page.mouse.wheel(0, -300)
    closer = box()
    assert closer["width"] > start["width"] * 1.2
    assert closer["x"] + closer["width"] / 2 == pytest.approx(x, abs=3)
    one.page.mouse.down()
    one.page.mouse.move(x + 90, y + 40, steps=4)
    one.page.mouse.up()
    assert box()["x"] - closer["x"] == pytest.approx(90, abs=6)
    assert one.offers()["prompt"].startswith("Where does St. Lo")  # dragging chooses nothing
    one.page.keyboard.press("0")
    assert box()["width"] < start["width"]
