"""What players bring along is read by workers with limits, and nothing holds up the server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from pool_jobs import busy, fatal, first, greedy, patient, quick, sleepy
from table_server import PATIENCE, Server, problem

import flankspeed
from flankspeed.engine import RecordError
from flankspeed.table.workers import jobs, pool
from flankspeed.table.workers.pipe import Cost
from flankspeed.table.workers.pool import Allowance, TooCostly, WorkerLost, Workers

DEEP = ".".join("a" * 32_000) + "=1"  # 64 kB that take a reader of TOML a quarter of a minute


def plant(folder: Path, code: str) -> Path:
    """A folder whose `code` runs first in the server's processes."""
    planted = folder / "planted"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(code)
    return planted


def events(server: Server) -> list[str]:
    return [json.loads(line)["event"] for line in server.log().splitlines()]


def until_logged(server: Server, event: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while event not in events(server):
        assert time.monotonic() < deadline, server.log()
        time.sleep(0.02)


def test_a_file_that_takes_too_long_is_refused_and_holds_up_nobody(server: Server) -> None:
    wanted = {"game": "picket", "scenario": "own", "file": DEEP}
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(server.client.post, "/api/matches", json=wanted)
        served = 0
        while not asked.done():
            assert server.client.get("/healthz").status_code == 200
            served += 1
            time.sleep(0.05)
    words = problem(asked.result(), 422)
    assert words == "Your file takes too long, or too much memory, to read."
    assert served > 3
    assert server.begin("kamikaze").watcher.position()["choices"] == 0


def test_a_job_that_takes_too_much_is_ended_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By CPU time, memory or the clock; others in other workers do not notice.

    A worker that died is replaced; patience counts from when a worker has the job, so that those
    who waited for all of this have lost nothing; and bots do not wait for any of it.
    """
    ready = tmp_path / "ready"
    allowed: dict[Any, Allowance] = {busy: Allowance(PATIENCE, Cost(1, 500), "too much")}
    allowed[greedy] = Allowance(PATIENCE, Cost(9, 500), "too much")
    allowed[sleepy] = allowed[quick] = Allowance(3.0, None, "too much")
    for job, most in allowed.items():
        monkeypatch.setitem(pool._ALLOWANCES, job, most)
    monkeypatch.setattr(pool, "_FIRST", (first,))

    async def work() -> None:
        crew = Workers(3)
        try:
            other = asyncio.create_task(crew.run(patient, ready))
            costly = [asyncio.create_task(crew.run(job)) for job in (busy, greedy, sleepy, fatal)]
            late = asyncio.create_task(crew.run(quick))
            await asyncio.sleep(0)
            assert (crew.jobs, crew.waiting) == (6, 4)
            assert await crew.run(first)
            assert not costly[0].done()
            told = await asyncio.gather(*costly, return_exceptions=True)
            assert [type(each) for each in told] == [TooCostly] * 3 + [WorkerLost]
            assert {str(each) for each in told[:3]} == {"too much"}
            assert await late
            assert not other.done()
            ready.touch()
            assert await other
            assert crew.jobs == crew.waiting == 0
        finally:
            crew.close()

    asyncio.run(work())


def test_an_import_has_no_more_choices_than_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match = flankspeed.new("kamikaze", seed=1)
    for _ in range(5):
        match.play(0)
    monkeypatch.setattr(jobs, "MOST_CHOICES", 4)
    with pytest.raises(RecordError, match="has 5 choices; at the table a match has at most 4"):
        jobs.reopened(str(match.record))


def test_what_holds_up_the_server_is_logged(tmp_path: Path) -> None:
    """A slow answer, planted in the event loop; and a match with too many choices."""
    code = """
import time
from flankspeed.table import metrics
from flankspeed.table.workers import jobs
def slow(gauges):
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    return ""
metrics.exposition = slow
jobs.MOST_CHOICES = 2
"""
    planted = plant(tmp_path, code)
    with Server(f"sqlite:///{tmp_path / 'table.db'}", planted=planted) as server:
        assert "event loop blocked" not in events(server)
        server.client.get("/metrics")
        until_logged(server, "event loop blocked")
        ijn = server.begin("kamikaze").seat("ijn")
        for version, choice in enumerate(("pick E1", "enter 11")):
            ijn.choose(choice, version)
        words = problem(ijn.post("/choices", choice="face E", version=2), 422)
        assert words == "A match at the table has at most 2 choices."


def test_a_bot_that_takes_too_long_is_replaced_by_a_simpler_one(tmp_path: Path) -> None:
    """It is tried twice; then the next simpler one chooses, and the match goes on."""
    code = """
import time
from flankspeed.table.workers import jobs, pool
think = jobs.think
def slow(game, name, chance, number, state):
    if name == "captain" and number == 0:
        time.sleep(1000)
    return think(game, name, chance, number, state)
slow.__module__, slow.__qualname__ = "flankspeed.table.workers.jobs", "think"
jobs.think = slow
pool._FIRST = (slow,)
pool._ALLOWANCES[slow] = pool.Allowance(3.0)
"""
    planted = plant(tmp_path, code)
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0", planted=planted) as server:
        usn = server.begin(scenario="dives-1", seats={"ijn": "captain"}).seat("usn")
        assert usn.until("over")["fault"] is None
        assert events(server).count("bot took too long") >= 2


def test_bots_go_on_by_themselves_after_an_outage_of_the_store(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        table = server.begin("samar", seats={"usn": "random", "ijn": "random"})
        with sqlite3.connect(file) as database:
            database.execute("ALTER TABLE lines RENAME TO away")
        until_logged(server, "bot waits for the store")
        with sqlite3.connect(file) as database:
            database.execute("ALTER TABLE away RENAME TO lines")
        table.watcher.until("over")


def costly(random: Random) -> tuple[str, dict[str, Any]]:
    """A request that would take long, if it were let."""
    deep = ".".join("a" * random.randint(10_000, 32_000)) + "=1"
    files = [deep, "a = " + "[" * 30_000, "a = " + "9" * 60_000, "[a]\n" * 15_000]
    many = "".join(f"{number} usn wait\n" for number in range(1, random.randint(1, 160_000)))
    record = f"flankspeed: 4\ngame: picket\nscenario: 3\nseats: usn=human\ndice: seed 1\n\n{many}"
    file = {"game": "picket", "scenario": "own", "file": random.choice(files)}
    return random.choice([("", file), ("/import", {"record": record})])


@pytest.mark.parametrize("tries", [4, pytest.param(200, marks=pytest.mark.attack)])
def test_whoever_plays_goes_on_under_costly_requests(
    tmp_path: Path, tries: int, tried: Counter[str]
) -> None:
    """None of them is let through, or answered by an error of ours; every choice is made."""
    random = Random(31)
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as server:
        asked = [costly(random) for _ in range(tries)]

        def ask(request: tuple[str, dict[str, Any]]) -> int:
            path, wanted = request
            with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
                return client.post(f"/api/matches{path}", json=wanted).status_code

        with ThreadPoolExecutor(3) as threads:
            refused = [threads.submit(ask, request) for request in asked]
            made = 0
            while made < 10 or not all(each.done() for each in refused):
                table = server.begin("kamikaze", scenario="dives-1", seed=made)
                while not (position := table.seat("ijn").position())["result"]:
                    turn = table.seat(position["view"]["waiting_for"])
                    turn.choose(turn.position()["view"]["options"][0]["text"], position["version"])
                    made += 1
        codes = {each.result() for each in refused}
        assert codes <= {400, 413, 422}
        tried["costly requests, refused"] += tries
        tried["choices made meanwhile"] += made
        blocked = events(server).count("event loop blocked")
        tried["times they held up the server for 50 ms"] += blocked
        assert '"level":"error"' not in server.log()
