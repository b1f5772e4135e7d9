"""Long imports: they tell how far they are, and end when nobody waits for them any more."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import expect
from table_browser import CHROMIUM, chromium
from table_server import PATIENCE, Server, problem

from flankspeed import games
from flankspeed.engine import Match, Rolled

# Every choice takes a while, as those of a very long record do together.
SLOW = """
import time
from flankspeed.engine import match
play = match.Match.play
def slowly(*args, **more):
    time.sleep(0.02)
    return play(*args, **more)
match.Match.play = slowly
"""


def record(choices: int, taken_back: int = 0) -> str:
    """A record of so many choices, all of which were taken back so often on the way."""
    match, random = Match(games.load("kamikaze"), dice=Rolled(3)), Random(3)
    for made in range(1, choices + 1):
        assert match.decision is not None
        match.play(random.choice(match.decision.options))
        if taken_back and made % (choices // taken_back) == 0:
            match.take_back(0, "ijn", "again")
    return str(match.record)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("slow")
    (folder / "sitecustomize.py").write_text(SLOW)
    with Server(f"sqlite:///{folder / 'table.db'}", "--rate", "0", planted=folder) as server:
        yield server


def progress(server: Server, name: str) -> httpx.Response:
    return server.client.get(f"/api/imports/{name}")


def until_begun(server: Server, name: str) -> dict[str, int]:
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = progress(server, name)
        if answer.status_code == 200 and answer.json()["done"]:
            found: dict[str, int] = answer.json()
            return found
        assert time.monotonic() < deadline
        time.sleep(0.02)


def ended(server: Server) -> list[int]:
    """The answers to imports, as the log has them."""
    rows = [json.loads(line) for line in server.log().splitlines()]
    return [row["status"] for row in rows if row.get("path") == "/api/matches/import"]


def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(("taken_back", "lines"), [(0, 60), (6, 67)])
def test_it_tells_how_far_it_is(taken_back: int, lines: int, slow: Server) -> None:
    """What was taken back is replayed as well: it counts, with what says so, and the start."""
    text = record(60, taken_back)
    answers: list[httpx.Response] = []

    def send() -> None:
        url = f"{slow.url}api/matches/import?progress=mine"
        answers.append(httpx.post(url, json={"record": text}, timeout=PATIENCE))

    sending = threading.Thread(target=send)
    sending.start()
    found = until_begun(slow, "mine")
    assert found["of"] == lines
    assert 0 < found["done"] < lines
    second = slow.client.post("/api/matches/import?progress=mine", json={"record": text})
    assert "being taken in already" in problem(second, 409)
    sending.join(PATIENCE)
    assert answers[0].status_code == 201
    assert "nothing of this name" in problem(progress(slow, "mine"), 404).lower()


def children(server: Server) -> set[str]:
    """Its worker, and whatever else it has started."""
    lists = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return {pid for each in lists for pid in each.read_text().split()}


def test_who_goes_away_has_cancelled_it(slow: Server) -> None:
    """The worker is ended in the middle of it, and another does what is asked next."""
    before, url = ended(slow), httpx.URL(slow.url)
    body = json.dumps({"record": record(600)}).encode()
    head = (
        f"POST /api/matches/import?progress=gone HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((url.host, url.port)) as connection:
        connection.sendall(head.encode() + body)
        until_begun(slow, "gone")
        workers = children(slow)
    until(lambda: ended(slow) == [*before, 400])
    until(lambda: not workers <= children(slow))
    assert progress(slow, "gone").status_code == 404
    assert slow.take_in(record(3)).watcher.position()["choices"] == 3


@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")
def test_the_page_shows_it_and_can_cancel(slow: Server, tmp_path: Path) -> None:
    file, short = tmp_path / "long.fsr", tmp_path / "short.fsr"
    file.write_text(record(600))
    short.write_text(record(3))
    before = ended(slow)
    with chromium() as browser:
        page = browser.new_page()
        page.goto(slow.url)
        page.locator("#import-file").set_input_files(file)
        bar, opener = page.locator(".importing progress[value]"), "Open a record…"
        expect(bar).to_be_visible(timeout=PATIENCE * 1000)
        expect(page.locator(".importing")).to_contain_text("of 600 lines")
        expect(page.get_by_role("button", name=opener)).to_be_disabled()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".importing")).to_be_empty()
        expect(page.get_by_text("Cancelled: the record is not taken in.")).to_be_visible()
        expect(page.get_by_role("button", name=opener)).to_be_focused()
        until(lambda: len(ended(slow)) > len(before))
        assert page.url.rstrip("/") == slow.url.rstrip("/")
        page.locator("#import-file").set_input_files(file)
        expect(bar).to_be_visible(timeout=PATIENCE * 1000)
        page.evaluate("location.hash = '#/m/none/none'")  # whoever goes elsewhere stays there
        expect(page.get_by_text("No such match here")).to_be_visible(timeout=PATIENCE * 1000)
        until(lambda: len(ended(slow)) > len(before) + 1)
        page.get_by_role("link", name="To the start page").click()
        page.locator("#import-file").set_input_files(short)
        page.wait_for_selector(".match[data-state]", timeout=PATIENCE * 1000)
    assert ended(slow)[len(before) :] == [400, 400, 201]
