"""A match that is as long as one may be: whatever is asked of it holds up nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random

import httpx
import pytest
from table_server import Seat, Server, Table, draw_together

from flankspeed import games
from flankspeed.engine import Match, Rolled

# The longest piece of work in the event loop, by the CPU time of its own thread: neither a busy
# machine nor what other threads do is counted.
WATCH = """
import asyncio, time
from flankspeed.table import services
from flankspeed.table.log import report
from flankspeed.table.watchdog import LONGEST
async def watch():
    while True:
        before = time.thread_time()
        await asyncio.sleep(0.002)
        spent = time.thread_time() - before
        if spent > LONGEST:
            report("a long piece of work", ms=round(spent * 1000))
services.watch = watch
"""
CHOICES = 17_900  # nearly as many as there may be
PAGE = "?log=0"  # what a page asks for when it is opened
TRIES = 3  # what is long by chance is not long each time


@cache
def record(over: bool) -> str:
    """A dogfight without end, in which nobody fires; or which somebody has given up."""
    endless = {"p1.turnCap": "0", "p1.leftover": "forfeit"}
    match, random = Match(games.load("kamikaze"), "attack", endless, dice=Rolled(3)), Random(3)
    while match.choices < CHOICES:
        assert match.decision is not None
        options = match.decision.options
        peaceful = [each for each in options if each.text.split()[0] not in ("fire", "exit")]
        match.play(random.choice(peaceful or options))
    if over:
        match.resign("usn")
    return str(match.record)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("long")
    (folder / "sitecustomize.py").write_text(WATCH)
    with Server(f"sqlite:///{folder / 'table.db'}", "--rate", "0", planted=folder) as server:
        yield server


def long_pieces(server: Server) -> list[int]:
    rows = [json.loads(line) for line in server.log().splitlines()]
    return [row["ms"] for row in rows if row["event"] == "a long piece of work"]


def unhindered(server: Server, ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer to a request that takes others no time."""
    found = []
    for _ in range(TRIES):
        before = len(long_pieces(server))
        answer = ask()
        assert answer.status_code in (200, 201), answer.text
        server.client.get("/healthz")  # the loop has come round
        found.append(long_pieces(server)[before:])
        if not found[-1]:
            return answer
    raise AssertionError(f"{answer.request.url}: {found} ms")


def look(seat: Seat, *paths: str) -> None:
    for path in paths:
        unhindered(seat.table.server, partial(seat.ask, "GET", path))


def follow(seat: Seat) -> httpx.Response:
    """What a stream brings a page that has nothing yet."""
    url = seat.table.server.url.rstrip("/") + seat.path("/events?log=0")
    with httpx.stream("GET", url, headers=seat.headers) as answer:
        for line in answer.iter_lines():
            if line.startswith("event: here"):
                break
        return answer


def take_in(server: Server, over: bool) -> Table:
    wanted = {"record": record(over)}
    answer = unhindered(server, lambda: server.client.post("/api/matches/import", json=wanted))
    return Table(server, answer.json())


def test_nothing_that_is_asked_of_it_takes_long(server: Server) -> None:
    watcher = take_in(server, over=False).watcher
    look(watcher, PAGE, "/log", f"/log?from={CHOICES}", "/record", f"/since?choice={CHOICES // 2}")
    look(watcher, *(f"/{what}?at={at}" for what in ("position", "picture") for at in (0, 7777)))
    unhindered(server, lambda: follow(watcher))
    assert server.stop() == 0
    server.start()
    look(watcher, PAGE, "/record")


def test_nor_does_what_is_done_in_it(server: Server) -> None:
    """Choices, and one that is taken back after dice, before the snapshot of the import."""
    table = take_in(server, over=False)
    wanted: int | None = None
    while wanted is None:
        position = table.watcher.position()
        turn = position["view"]["waiting_for"]
        option = table.seat(turn).position()["view"]["options"][0]["text"]
        table.seat(turn).choose(option, position["version"])
        other = table.seat("usn" if turn == "ijn" else "ijn").position()
        wanted, version = other["undo"]["after_dice"], other["version"]
    asks = table.seat(other["seat"])
    unhindered(server, partial(asks.post, "/undo/wish", version=version, key="the-wish"))
    reply = partial(table.seat(turn).post, "/undo/reply", version=version + 1, key="the-reply")
    back = unhindered(server, partial(reply, agree=True))
    assert back.json()["choices"] == wanted


def test_nor_does_looking_back_when_it_is_over(server: Server) -> None:
    look(take_in(server, over=True).watcher, PAGE, "/report")


def test_nor_does_anything_while_its_dice_are_drawn(tmp_path: Path) -> None:
    """There is no snapshot of it before that: the server has all of it in memory."""
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    store = f"sqlite:///{tmp_path / 'table.db'}"
    with Server(store, "--rate", "0", seed=None, planted=tmp_path) as server:
        table = take_in(server, over=False)
        look(table.watcher, PAGE)
        before = len(long_pieces(server))
        assert draw_together(table)["choices"] == CHOICES
        assert not long_pieces(server)[before:]
        look(table.watcher, PAGE, "/record")
