"""A match that other rules have stopped, in a real browser: what it says, and what it offers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from table_server import Server, Table, problem

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from accessibility import serious_findings
from playwright.sync_api import Browser, expect
from table_browser import CHROMIUM, DESK, PHONE, Visitor, visitors

from flankspeed.table.rooms.past.snapshots import unzipped, zipped

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]

CHOICES, OTHERWISE = 16, 9  # from this one on the record tells it in other words than today's


def played_by_other_rules(file: Path) -> None:
    """What the store would have of matches whose rules have changed since."""
    with sqlite3.connect(file) as store:
        store.execute("UPDATE editions SET version = '0.0.9', edition = 'another'")
        for match, data in store.execute("SELECT match, state FROM vouched").fetchall():
            kinds, top = json.loads(unzipped(data, str))
            damage = 1 + kinds[0][2:].index("damage")
            top[damage] += 1
            state = zipped(json.dumps([kinds, top]))
            store.execute("UPDATE vouched SET state = ? WHERE match = ?", (state, match))
        told = f"UPDATE lines SET text = text || ' so it was' WHERE place >= {OTHERWISE - 1}"
        store.execute(told)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Table, Table]]:
    """A match in mid-game, in which a draw is offered, and one that was over."""
    file = tmp_path_factory.mktemp("stopped") / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        table = server.begin("kamikaze", name="Sunday evening", seed=3, open=["usn"])
        for version in range(CHOICES):
            seat = table.seat(table.watcher.position()["view"]["waiting_for"])
            seat.choose(seat.position()["view"]["options"][0]["text"], version)
        assert table.seat("ijn").post("/draw", version=CHOICES).status_code == 200
        over = server.begin("kamikaze", name="Given up", seed=3)
        over.seat("ijn").choose("pick E1", 0)
        assert over.seat("usn").post("/resign", version=1).status_code == 200
        server.stop()
        played_by_other_rules(file)
        server.start()
        yield server, table, over


def prompt_of(visitor: Visitor) -> Any:
    return visitor.page.get_by_label("What to do now")


def labels(visitor: Visitor) -> list[str]:
    """What can be pressed in the bar and its menu, or could be."""
    found: list[str] = visitor.page.locator(".prompt button:not([hidden])").all_inner_texts()
    return [label for label in found if label and "more" not in label]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_it_says_why_and_offers_what_can_be_done(
    size: tuple[int, int], browser: Browser, stopped: tuple[Server, Table, Table]
) -> None:
    server, table, _ = stopped
    with visitors(browser, server.url) as visit:
        one = visit(size)
        changes: list[str] = []
        one.page.on("request", lambda asked: changes.append(asked.method))
        one.sit(table, "usn")
        words = "This match cannot go on: its rules or data have changed since version 0.0.9"
        assert prompt_of(one).inner_text().startswith(words)
        assert one.page.title() == "Sunday evening - stopped"
        assert set(labels(one)) == {"Watch the replay", "Save the record", "Save the log"}
        expect(one.page.locator(".draw-offer")).to_be_hidden()
        expect(one.page.locator(".phase-help")).to_be_hidden()
        one.page.locator("#tab-people").click()
        one.page.get_by_role("button", name="Hand on…").wait_for()
        assert one.page.get_by_role("button", name="Resign…").count() == 0
        assert one.page.get_by_role("button", name="Offer a draw…").count() == 0
        assert one.page.locator(".seats select").count() == 0
        one.page.keyboard.press("Escape")
        for key in ("u", "U", "a", "1"):
            one.page.keyboard.press(key)
        assert not {"POST", "PUT"} & {*changes}
        assert serious_findings(one) == []
        one.shot(f"frozen-{size[0]}")
        one.open()
        row = one.page.locator(".match-row", has_text="Sunday evening")
        row.get_by_text("stopped: its rules have changed").wait_for()


def test_nobody_can_join_it(stopped: tuple[Server, Table, Table]) -> None:
    server, table, _ = stopped
    answer = server.client.post(f"/api/tables/{table.id}", json={"seat": "usn"})
    assert "cannot go on" in problem(answer, 409)


def test_record_and_log_can_be_saved(
    browser: Browser, stopped: tuple[Server, Table, Table]
) -> None:
    server, table, _ = stopped
    log = table.watcher.get("/log")
    with visitors(browser, server.url) as visit:
        one = visit()
        one.sit(table, "watch")
        with one.page.expect_download() as coming:
            one.page.get_by_role("button", name="Save the record", exact=True).last.click()
        record = Path(coming.value.path()).read_text(encoding="utf-8")
        assert record == table.watcher.text("/record")
        assert record.count("so it was") == CHOICES - OTHERWISE + 1
        with one.page.expect_download() as coming:
            one.page.get_by_role("button", name="Save the log").click()
        assert coming.value.suggested_filename == "Sunday-evening.txt"
        saved = Path(coming.value.path()).read_text(encoding="utf-8").splitlines()
        assert [line for line in saved if line] == [entry["text"] for entry in log]


def test_the_replay_shows_what_is_known(
    browser: Browser, stopped: tuple[Server, Table, Table]
) -> None:
    server, table, _ = stopped
    with visitors(browser, server.url) as visit:
        one = visit()
        one.sit(table, "usn")
        one.page.get_by_role("button", name="Watch the replay").click()
        words = one.page.locator(".words")
        count = one.page.locator(".replay .count")
        expect(count).to_have_text(f"0 / {CHOICES}")
        for at in range(1, CHOICES + 1):
            one.page.keyboard.press("ArrowRight")
            expect(count).to_have_text(f"{at} / {CHOICES}")
            unknown = OTHERWISE <= at < CHOICES
            last = f"What move {at} led to cannot be shown, for the rules have changed since: "
            last += f"this is move {OTHERWISE - 1}."
            if unknown:
                expect(words).to_have_text(last)
            else:
                expect(words).not_to_contain_text("cannot be shown")
        one.page.get_by_role("button", name="Back to the table").click()
        expect(words).to_contain_text("cannot go on")


def test_a_match_that_is_over_tells_how_it_ended(
    browser: Browser, stopped: tuple[Server, Table, Table]
) -> None:
    """There is no report of it: that would be by the rules of today."""
    server, _, over = stopped
    with visitors(browser, server.url) as visit:
        one = visit()
        one.sit(over, "usn")
        words = one.page.locator(".words")
        expect(words).to_contain_text("usn has resigned; its rules or data have changed")
        assert "Report" not in labels(one)
        assert "Watch the replay" in labels(one)
        one.page.keyboard.press("e")
        expect(one.page.locator(".end-report")).to_be_hidden()
        expect(one.page.locator(".toast.error")).to_have_count(0)
