"""The log of a match in a real browser: of a long one only what is in sight is in the document."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from table_log import lines
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, Visit, Visitor, visitors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

MOST = 60  # lines in the document, whatever the length of the log
_LINES = "() => document.querySelectorAll('.log > li').length"
_IN_SIGHT = """(text) => {
  const box = document.querySelector('.log-panel .scroll').getBoundingClientRect();
  return [...document.querySelectorAll('.log > li')].some((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return line.innerText.includes(text) && top >= box.top - 1 && bottom <= box.bottom + 1;
  });
}"""

# Events of one kind are parts of one thing.
_FOLDING = """
from flankspeed.games.kamikaze.game import Kamikaze
Kamikaze.fold_key = lambda self, event: event.kind
Kamikaze.fold_text = lambda self, events: f"{len(events)} times {events[0].kind}"
"""


def finished(server: Server) -> Table:
    """A long match that is over."""
    record = Path(__file__).parents[2] / "records" / "kamikaze-attack.fsr"
    return server.take_in(record.read_text(encoding="utf-8"))


def played(server: Server, choices: int) -> Table:
    """A match that has gone on for a while."""
    table = server.begin("kamikaze", scenario="attack", seed=1)
    go_on(table, choices)
    return table


def go_on(table: Table, choices: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(choices):
        position = table.watcher.position()
        seat = position["view"]["waiting_for"]
        options = table.seat(seat).position()["view"]["options"]
        table.seat(seat).choose(chance.choice(options)["text"], position["version"])


def look(visit: Visit, table: Table, seat: str = "watch") -> Visitor:
    one = visit()
    one.open(f"#/m/{table.id}/{table.links[seat]}")
    one.page.locator(".log li").first.wait_for()
    return one


def test_a_long_log_is_not_in_the_document(visit: Visit, server: Server) -> None:
    """It ends with what happened last; scrolled to its begin it shows what happened first."""
    table = finished(server)
    told = lines(table.watcher.get("/log"))
    assert len(told) > 2 * MOST
    one = look(visit, table)
    one.until(_IN_SIGHT, told[-1])
    assert one.page.evaluate(_LINES) < MOST
    last = one.page.locator(".log > li").last
    assert last.get_attribute("aria-posinset") == str(len(told))
    assert last.get_attribute("aria-setsize") == str(len(told))
    one.page.locator(".log-panel .scroll").evaluate("(scroller) => { scroller.scrollTop = 0 }")
    one.until("() => document.querySelector('.log > li[aria-posinset=\"1\"]')")
    assert one.page.evaluate(_LINES) < MOST
    one.shot("log-begins")


def test_the_document_does_not_grow_with_the_match(visit: Visit, server: Server) -> None:
    """Elements of the page besides the picture: as many after many choices as after some."""
    table = played(server, 40)
    one = look(visit, table)
    count = "() => document.querySelectorAll('.match :not(.stage *)').length"
    before = one.page.evaluate(count)
    go_on(table, 120, seed=2)
    version = table.watcher.position()["version"]
    one.until("v => document.querySelector('.match').dataset.version === String(v)", version)
    assert one.page.evaluate(count) < before + 150


def test_a_search_looks_through_all_of_it(visit: Visit, server: Server) -> None:
    table = finished(server)
    entries = table.watcher.get("/log")
    one = look(visit, table)
    one.page.get_by_label("Search the log").fill(entries[0]["text"])
    one.until(_IN_SIGHT, entries[0]["text"])
    one.page.get_by_label("Search the log").fill("nothing like this")
    one.page.locator(".log-panel .empty").wait_for()
    one.page.get_by_label("Search the log").fill("")
    one.until(_IN_SIGHT, lines(entries)[-1])


def test_the_keyboard_goes_along_the_lines(visit: Visit, server: Server) -> None:
    """One line is reached by Tab; the arrows lead to the others, also to those out of sight."""
    table = finished(server)
    one = look(visit, table)
    one.page.get_by_label("Search the log").focus()
    keyboard = one.page.keyboard
    keyboard.press("Tab")
    keyboard.press("Tab")
    assert one.focused(".log .line")
    stops = "() => document.querySelectorAll('.log .line[tabindex=\"0\"]').length"
    assert one.page.evaluate(stops) == 1
    here = "() => Number(document.activeElement.closest('li').ariaPosInSet)"
    last = one.page.evaluate(here)
    keyboard.press("ArrowUp")
    assert one.page.evaluate(here) < last
    for _ in range(50):
        keyboard.press("ArrowUp")
    assert one.page.evaluate(here) < last - 50
    assert one.page.evaluate(_LINES) < MOST
    keyboard.press("Home")
    assert one.page.evaluate(here) <= 3  # headings stand before it
    keyboard.press("End")
    assert one.page.evaluate(here) == last


def test_a_line_leads_to_its_moment(visit: Visit, server: Server) -> None:
    """What comes later is dimmed, and what has just happened is in sight."""
    table = finished(server)
    entries = table.watcher.get("/log")
    entry = next(one for one in entries if one["choice"] == 40)
    one = look(visit, table)
    one.page.get_by_label("Search the log").fill(entry["text"])
    line = one.page.locator(f".log > li:has-text({entry['text']!r})").first
    line.get_by_role("button", name="To this moment").click()
    one.page.wait_for_url(re.compile(r"/at/\d+$"))
    one.page.get_by_label("Search the log").fill("")
    one.page.goto(f"{server.url}#/m/{table.id}/{table.links['watch']}/at/40")
    past = len(lines([one for one in entries if one["choice"] <= 40]))
    one.until(_IN_SIGHT, lines(entries)[past - 1])
    assert one.page.locator(".log > li.later").count()
    assert one.page.locator(".log > li:not(.later)").count()


def test_what_is_new_is_read_out(visit: Visit, server: Server) -> None:
    """By a region of its own: lines that scroll into sight are not new."""
    table = played(server, 60)
    one = look(visit, table)
    length = len(table.watcher.get("/log"))
    go_on(table, 1, seed=3)
    fresh = table.watcher.get(f"/log?from={length}")
    spoken = one.page.get_by_role("log", name="New in the log")
    spoken.get_by_text(lines(fresh)[-1]).wait_for(state="attached")
    assert spoken.locator("p").count() == len(lines(fresh))


def test_parts_of_one_thing_are_one_line(browser: Browser, tmp_path: Path) -> None:
    """A press on it shows them, another hides them; a search finds them as they are."""
    (tmp_path / "sitecustomize.py").write_text(_FOLDING, encoding="utf-8")
    store = f"sqlite:///{tmp_path / 'table.db'}"
    with (
        Server(store, "--rate", "0", planted=tmp_path) as server,
        visitors(browser, server.url) as visit,
    ):
        table = played(server, 40)
        entries = table.watcher.get("/log")
        folds = {entry["fold"] for entry in entries}
        assert len(folds) < len(entries)
        one = look(visit, table)
        last = one.page.locator(".log > li").last
        assert last.get_attribute("aria-setsize") == str(len(folds))
        fold = one.page.locator(".log .fold").last
        words = fold.inner_text()
        count = int(re.match(r"\D*(\d+) times", words)[1])  # type: ignore[index]
        fold.click()
        one.until("() => document.querySelector('.log .fold[aria-expanded=true]')")
        one.shot("log-fold")
        assert one.page.locator(".log .inner").count() == count
        assert one.focused(".log .fold")
        one.page.keyboard.press("Enter")
        one.until("() => !document.querySelector('.log .inner')")
        single = next(entry for entry in entries if entry["fold"] != entry["number"])
        one.page.get_by_label("Search the log").fill(single["text"])
        one.until(_IN_SIGHT, single["text"])


def test_many_dice_are_one_line_that_opens(visit: Visit, server: Server) -> None:
    """The smoke of Samar is thrown for marker by marker."""
    record = Path(__file__).parents[2] / "records" / "samar-battle.fsr"
    table = server.take_in(record.read_text(encoding="utf-8"))
    entries = table.watcher.get("/log")
    entry = next(e for e in reversed(entries) if sum(len(d["values"]) for d in e["dice"]) > 12)
    one = visit()
    one.open(f"#/m/{table.id}/{table.links['watch']}/at/{entry['choice']}")
    fold = one.page.locator(".log .fold", has_text=entry["summary"]).last
    fold.wait_for()
    assert one.page.locator(".log li", has_text=entry["text"]).count() == 0
    fold.click()
    line = one.page.locator(".log .inner", has_text=entry["text"])
    line.wait_for()
    assert line.locator(".die").count() == sum(len(thrown["values"]) for thrown in entry["dice"])
