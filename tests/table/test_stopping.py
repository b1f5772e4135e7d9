"""A stop: it is soon over, whatever is under way, nothing is lost, and a start goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from multiprocessing import connection
from pathlib import Path
from typing import Any

import httpx
import pytest
from command_line import plant, run
from pool_jobs import quick
from table_filled import fill
from table_server import PATIENCE, Server
from table_services import in_services

from flankspeed.table.services import Services
from flankspeed.table.workers import pool
from flankspeed.table.workers.pool import Workers

MATCHES, BOTS = 300, 100


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with hundreds of matches in which a bot must choose."""
    file = tmp_path_factory.mktemp("filled") / "table.db"
    fill(file, MATCHES + 1, MATCHES // BOTS)
    return file


@pytest.fixture
def file(filled: Path, tmp_path: Path) -> Path:
    """The same, for one test."""
    file = tmp_path / "table.db"
    file.write_bytes(filled.read_bytes())
    return file


def lines(file: Path) -> dict[str, list[str]]:
    """The records of all matches."""
    with closing(sqlite3.connect(file)) as store:
        found: dict[str, list[str]] = {}
        for match, text in store.execute("SELECT match, text FROM lines ORDER BY match, place"):
            found.setdefault(match, []).append(text)
        return found


def bots_waiting(file: Path) -> int:
    """In how many matches a bot must choose."""
    with closing(sqlite3.connect(file)) as store:
        rows = store.execute("SELECT seats, turn FROM matches WHERE turn != ''").fetchall()
        return sum(json.loads(seats)[turn] != "human" for seats, turn in rows)


def test_a_stop_while_bots_are_taken_up(file: Path) -> None:
    """It ends in good order, nothing is lost, and every bot has its turn after another start."""
    before = lines(file)
    assert bots_waiting(file) == BOTS
    with Server(f"sqlite:///{file}") as server:
        for _ in range(2):
            assert server.stop() == 0
            assert json.loads(server.log().splitlines()[-1])["event"] == "stopped"
            left = bots_waiting(file)
            server.start()
        assert left
        deadline = time.monotonic() + PATIENCE
        while bots_waiting(file):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert server.stop() == 0
        assert '"level":"error"' not in server.log()
    after = lines(file)
    assert all(after[match][: len(texts)] == texts for match, texts in before.items())
    assert sum(len(after[match]) > len(texts) for match, texts in before.items()) == BOTS


def test_bots_that_nobody_waits_for_take_few_rooms(file: Path) -> None:
    """A server that starts has room and time for those who come."""

    async def job(services: Services) -> None:
        changed, seen = services.rooms.after_change, list[int]()

        def note(room: Any) -> None:
            changed(room)
            seen.append(services.thinking.matches)

        services.rooms.after_change = note
        while bots_waiting(file) > BOTS - 20:
            await asyncio.sleep(0.05)
        assert max(seen) <= 2 * services.workers.count

    in_services(file, job)


def test_bots_for_which_there_is_no_room_go_on_later(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def job(services: Services) -> None:
        services.rooms._most = 1
        async with services.rooms.entered(f"{1:016x}"):
            while "too many matches are in use" not in capsys.readouterr().err:
                await asyncio.sleep(0.05)
            assert bots_waiting(file) == BOTS
        while bots_waiting(file) == BOTS:
            await asyncio.sleep(0.05)

    in_services(file, job)


def test_a_stop_does_not_wait_for_a_thread_without_end(tmp_path: Path) -> None:
    """What somebody asks for takes a quarter of an hour; it is given up, and nothing else is."""
    code = """
import time
from flankspeed.table import serve
from flankspeed.table.rooms.past.history import History
serve._STOPPING = serve._CLOSING = 1
History.state_at = lambda *_: time.sleep(1000)
"""
    (tmp_path / "sitecustomize.py").write_text(code)
    with Server(f"sqlite:///{tmp_path / 'table.db'}", planted=tmp_path) as server:
        ijn = server.begin("kamikaze").seat("ijn")
        before = ijn.choose("pick E1", 0)

        def ask() -> None:
            with suppress(httpx.TransportError):
                ijn.ask("GET", "/position?at=0")

        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(ask)
            while "flankspeed_rooms 1" not in server.client.get("/metrics").text:
                assert not asked.done()
            assert server.stop() == 0
        last = json.loads(server.log().splitlines()[-1])
        assert (last["event"], last["level"]) == ("stopped", "warning")
        server.start()
        assert ijn.position() == before


def test_a_worker_that_is_just_starting_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread looks at the pipe; all is closed, and other files get the numbers that are free.

    The thread then waited for one of these, until it lost its patience.
    """
    looks, goes_on = threading.Event(), threading.Event()
    wait = connection.wait

    def slowly(pipes: list[connection.Connection], timeout: float) -> list[Any]:
        numbers = [pipe.fileno() for pipe in pipes]
        looks.set()
        goes_on.wait(PATIENCE)
        return wait(numbers, timeout)

    async def work() -> None:
        crew = Workers(1)
        job = asyncio.create_task(crew.run(quick))
        await asyncio.to_thread(looks.wait, PATIENCE)
        job.cancel()
        crew.close()

    monkeypatch.setattr(connection, "wait", slowly)
    monkeypatch.setattr(pool, "PATIENCE", 10 * PATIENCE)
    before = set(threading.enumerate())
    with ExitStack() as others:
        asyncio.run(work())
        for _ in range(20):
            for end in socket.socketpair():
                others.enter_context(end)
        goes_on.set()
        left = set(threading.enumerate()) - before
        for thread in left:
            thread.join(PATIENCE)
        assert not [thread.name for thread in left if thread.is_alive()]


@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
def test_a_stop_before_anything_is_served(tmp_path: Path, number: str) -> None:
    """The signal comes when the server has its socket, and does not yet wait for anybody."""
    code = f"""
import os, signal
from flankspeed.table import getting_ready
get_ready = getting_ready.get_ready
def stopped():
    os.kill(os.getpid(), signal.{number})
    get_ready()
getting_ready.get_ready = stopped
"""
    store = f"sqlite:///{tmp_path / 'table.db'}"
    ran = run("serve", "--port", "0", "--store", store, cwd=tmp_path, planted=plant(tmp_path, code))
    assert ran.code == 0, ran.err
    assert json.loads(ran.err.splitlines()[-1])["event"] == "stopped"
