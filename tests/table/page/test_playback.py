"""What has happened is shown in a real browser: played over the board, and told in a report."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, Visit, Visitor, visitors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

# What is played stands still until somebody goes on with it.
_STILL = 0.0001
_SHOWS = "version => Number(document.querySelector('.match')?.dataset.version) >= version"
_PLAYS = "() => document.querySelector('.caption:not([hidden])')?.innerText"
_DONE = "() => document.querySelector('.caption[hidden]') && !document.querySelector('.playback')"

# What is moved or thrown matters; nothing else does.
_WEIGHTS = """
from flankspeed.games.kamikaze.game import Kamikaze
Kamikaze.weight = lambda self, event: 2 if event.throws else int(event.kind == "move")
"""


def look(one: Visitor, table: Table, seat: str = "watch", **preferences: Any) -> Visitor:
    """Open a match in a browser whose user likes the page so."""
    one.likes(**preferences)
    one.open(f"#/m/{table.id}/{table.links[seat]}")
    one.page.locator(".signal.live").wait_for(state="attached")
    return one


def go_on(table: Table, chance: random.Random) -> int:
    """Make some choice for whoever must; the version after it."""
    position = table.watcher.position()
    seat = table.seat(position["view"]["waiting_for"])
    text = chance.choice(seat.position()["view"]["options"])["text"]
    version: int = seat.choose(text, position["version"])["version"]
    return version


def until_something_moves(one: Visitor, table: Table) -> None:
    """Go on until a piece has moved, which is drawn where it was."""
    chance = random.Random(1)
    for _ in range(60):
        one.until(_SHOWS, go_on(table, chance))
        if one.page.locator(".stage .away").count():
            return
    raise AssertionError("nothing has moved")


def test_what_others_do_is_played_step_by_step(visit: Visit, server: Server) -> None:
    """Pieces travel from where they were; when it is over, all is as the picture shows it."""
    table = server.begin("kamikaze", scenario="attack", seed=1)
    one = look(visit(), table, speed=_STILL)
    until_something_moves(one, table)
    one.shot("playback")
    assert one.page.evaluate(_PLAYS)
    assert one.page.locator(".playback > g").count()
    assert not one.page.locator(".playback [id]").count()
    steps = 0
    while one.page.locator(".caption:not([hidden])").count():
        one.page.keyboard.press("ArrowRight")
        steps += 1
    assert steps > 1
    one.until(_DONE)
    assert not one.page.locator(".stage .away").count()


def test_it_goes_on_by_itself(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", scenario="attack", seed=1)
    one = look(visit(), table)
    one.page.evaluate(
        """() => {
          const caption = document.querySelector(".caption");
          window.said = [];
          new MutationObserver(() => window.said.push(caption.innerText))
            .observe(caption, { childList: true });
        }"""
    )
    chance = random.Random(1)
    for _ in range(3):
        go_on(table, chance)
    last = table.watcher.get("/log")[-1]["text"]
    one.until("last => window.said.some((text) => text.includes(last))", last)
    one.until(_DONE)


def test_it_can_be_paused_and_skipped(visit: Visit, server: Server) -> None:
    table = server.begin("kamikaze", scenario="attack", seed=1)
    one = look(visit(), table, speed=_STILL)
    until_something_moves(one, table)
    one.page.keyboard.press("Space")
    one.page.get_by_role("button", name="Go on (space)").wait_for()
    one.page.get_by_role("button", name="Skip").click()
    one.until(_DONE)
    assert not one.page.locator(".stage .away").count()


def test_it_does_not_delay_a_choice(visit: Visit, server: Server) -> None:
    """The choices are there while something is played, and one of them ends it."""
    table, chance = server.begin("kamikaze", scenario="attack", seed=1), random.Random(1)
    one = look(visit(), table, "ijn", speed=_STILL)
    for _ in range(6):
        version = go_on(table, chance)
    one.until(_SHOWS, version)
    assert one.page.evaluate(_PLAYS)
    before = one.page.evaluate(_PLAYS)
    offers = one.settled()
    one.make(one.press_line, offers["list"][0])
    assert one.page.evaluate(_PLAYS) != before


@pytest.mark.parametrize("how", ["reduced motion", "setting"])
def test_who_wants_no_playback_has_none(visit: Visit, server: Server, how: str) -> None:
    table, chance = server.begin("kamikaze", scenario="attack", seed=1), random.Random(1)
    motion = {"reduced_motion": "reduce"} if how == "reduced motion" else {}
    one = look(visit(**motion), table, speed=_STILL, playback=how != "setting")
    for _ in range(12):
        one.until(_SHOWS, go_on(table, chance))
        assert one.page.evaluate(_DONE)


def test_the_keys_of_a_replay_work_wherever_the_keyboard_is(visit: Visit, server: Server) -> None:
    """But not where it writes."""
    table, chance = server.begin("kamikaze", scenario="attack", seed=1), random.Random(1)
    for _ in range(9):
        go_on(table, chance)
    one = look(visit(), table)
    one.page.keyboard.press("r")
    one.page.wait_for_url(re.compile("/at/9$"))
    one.page.locator(".log .line").last.focus()
    one.page.keyboard.press("ArrowLeft")
    one.page.wait_for_url(re.compile("/at/8$"))
    one.page.locator("#tab-log").focus()
    one.page.keyboard.press("Home")
    one.page.wait_for_url(re.compile("/at/0$"))
    one.page.locator(".stage").focus()
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_url(re.compile("/at/1$"))
    one.page.get_by_role("slider", name="Moment").focus()
    one.page.keyboard.press("End")
    one.page.wait_for_url(re.compile("/at/9$"))
    one.page.get_by_label("Search the log").fill("E1")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("Home")
    assert one.page.url.endswith("/at/9")


@pytest.fixture(scope="module")
def weighing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table whose game says what matters."""
    folder = tmp_path_factory.mktemp("weighing")
    (folder / "sitecustomize.py").write_text(_WEIGHTS, encoding="utf-8")
    store = f"sqlite:///{folder / 'table.db'}"
    with Server(store, "--rate", "0", planted=folder) as running:
        yield running


def test_a_report_tells_what_matters(browser: Browser, weighing: Server) -> None:
    """After others have chosen: the weightiest first; it closes with one's next choice."""
    table, chance = weighing.begin("kamikaze", scenario="attack", seed=1), random.Random(1)
    with visitors(browser, weighing.url) as visit:
        one = look(visit(), table, "usn")
        while table.watcher.position()["view"]["waiting_for"] != "usn":
            version = go_on(table, chance)
        one.until(_SHOWS, version)
        weighty = table.watcher.get("/since")
        assert len(weighty) > 1
        report = one.page.get_by_role("region", name="Since your last choice")
        report.wait_for()
        one.shot("report")
        lines = [line.strip() for line in report.locator("li").all_inner_texts()]
        assert lines == [told["text"] for told in weighty]
        report.get_by_role("button", name="Close").click()
        assert not report.is_visible()
        one.page.get_by_role("tab", name="Log").click()
        one.page.get_by_role("button", name="Since your last choice").click()
        report.locator("li button").first.click()
        one.page.wait_for_url(re.compile(f"/at/{weighty[0]['choice']}$"))
        one.page.keyboard.press("Escape")
        one.page.wait_for_url(lambda url: "/at/" not in url)
        offers = one.settled()
        one.leave(one.press_line, offers["list"][0])
        told = [line.strip() for line in report.locator("li").all_inner_texts()]
        assert told != lines


def test_a_notification_tells_whose_turn_it_is(visit: Visit, server: Server) -> None:
    """If it is wanted, and the page is not seen."""
    table, chance = server.begin("kamikaze", scenario="attack", seed=1), random.Random(1)
    one = visit()
    one.page.add_init_script(
        """window.told = [];
        window.Notification = class {
          static permission = "granted";
          constructor(title) { window.told.push(title); }
        };"""
    )
    look(one, table, "usn", notify=True)
    one.page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
    while table.watcher.position()["view"]["waiting_for"] != "usn":
        version = go_on(table, chance)
    one.until(_SHOWS, version)
    assert one.page.evaluate("() => window.told") == ["It is your turn"]
