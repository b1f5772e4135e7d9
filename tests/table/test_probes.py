"""What those who run the server ask it: is it alive, is it ready, what has it counted."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from litestar.testing import TestClient
from table_postgresql import Database, binaries, running
from table_server import Server, problem

from flankspeed.table.app import create_app
from flankspeed.table.metrics import Counter, Histogram

_SAMPLE = re.compile(r'(\w+)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)+)\})? (\S+)')


def counted(server: Server) -> dict[str, float]:
    """All samples, by name and labels as they are written."""
    answer = server.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            sample = _SAMPLE.fullmatch(line)
            assert sample, line
            found[line.rpartition(" ")[0]] = float(sample[3])
    return found


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as server:
        before = counted(server)
        assert before["flankspeed_rooms"] == 0
        table = server.begin(scenario="dives-1", seats={"usn": "ensign"})
        seat = table.seat("ijn")
        position = seat.position()
        seat.choose("face E", position["version"])
        seat.get("/odds")
        events = seat.events()
        next(events)
        after = counted(server)
        assert after["flankspeed_rooms"] == after["flankspeed_streams"] == 1
        assert after['flankspeed_choices_total{by="person"}'] == 1
        route = 'method="POST",route="/api/matches/{match_id}/choices"'
        assert after[f'flankspeed_requests_total{{{route},status="200"}}'] == 1
        assert after[f'flankspeed_request_seconds_bucket{{{route},le="+Inf"}}'] == 1
        assert after[f"flankspeed_request_seconds_count{{{route}}}"] == 1
        assert after['flankspeed_store_seconds_count{transaction="apply"}'] >= 1
        assert after['flankspeed_job_seconds_count{job="odds"}'] == 1
        assert after["flankspeed_jobs_waiting"] == 0
        for method in ("TRACE", "PROPFIND", "PURGE"):
            server.client.request(method, f"/nothing/{method}")
        strange = 'method="other",route="none",status="404"'
        assert counted(server)[f"flankspeed_requests_total{{{strange}}}"] == 3
        assert table.id not in server.client.get("/metrics").text


def test_a_record_that_is_written_anew_counts_no_choice_again(server: Server) -> None:
    """What is taken back after dice stays in the record, all of which is written anew."""
    name = 'flankspeed_choices_total{by="person"}'
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    before = counted(server).get(name, 0)
    ijn.choose("pick E1", 0)
    assert counted(server)[name] == before + 1
    assert ijn.post("/undo/wish", version=1).status_code == 200
    taken_back = usn.post("/undo/reply", version=2, agree=True).json()
    assert (taken_back["choices"], taken_back["taken_back"]) == (0, 1)
    assert counted(server)[name] == before + 1
    ijn.choose("pick E2", 3)
    assert counted(server)[name] == before + 2


def test_a_histogram_counts_in_every_bucket_that_is_long_enough() -> None:
    histogram = Histogram("x_seconds", "X.", "of")
    for seconds in (0.0005, 0.02, 99.0):
        histogram.add('a "b"\n', seconds=seconds)
    lines = list(histogram.lines())
    assert lines[0] == 'x_seconds_bucket{of="a \\"b\\"\\n",le="0.001"} 1'
    assert [line.rpartition(" ")[2] for line in lines[:5]] == ["1", "1", "1", "1", "2"]
    assert lines[-3].endswith('le="+Inf"} 3')
    assert lines[-1].endswith(" 3")
    assert list(Counter("y_total", "Y.").lines()) == ["y_total 0"]


@contextmanager
def stopped(database: Database) -> Iterator[None]:
    """All processes of a database stand still: it takes connections and answers nothing."""
    processes = database.processes()
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(processes):
            os.kill(process, signal.SIGCONT)


def test_a_database_that_hangs_is_told_of_and_health_is_another_thing(tmp_path: Path) -> None:
    """It is answered before clients give up; the log names the reason, the metrics count it."""
    hasty = "from flankspeed.table.store import store\nstore._PATIENCE = 0.5\n"
    (tmp_path / "sitecustomize.py").write_text(hasty)
    folder = binaries()
    if folder is None:
        pytest.skip("PostgreSQL is not installed (on Debian: the package postgresql)")
    with (
        running(folder) as database,
        Server(database.url, "--rate", "0", planted=tmp_path) as server,
    ):
        seat = server.begin(seed=1).seat("ijn")
        with stopped(database):
            assert server.client.get("/healthz").json()["status"] == "ok"
            said = problem(server.client.get("/readyz", timeout=25), 503)
            assert said.startswith("The store does not answer")
            choice = seat.post("/choices", version=0, choice="pick E1")
            problem(choice, 503)
            assert counted(server)['flankspeed_errors_total{reason="StoreError"}'] == 2
        lines = [json.loads(line) for line in server.log().splitlines()]
        failed = [line for line in lines if line.get("status") == 503]
        assert {line["level"] for line in failed} == {"error"}
        assert all(line["reason"].startswith("StoreError: the store does not") for line in failed)
        assert server.client.get("/readyz").status_code == 200
        assert seat.post("/choices", version=0, choice="pick E1").status_code == 200


def test_an_address_that_no_store_can_be_asked_for(url: str) -> None:
    with Server(url, "--rate", "0") as server:
        for name in ("%00", "a%00b", "%ff", "%ed%a0%80", "%0a"):
            link = {"Authorization": "Bearer x"}
            problem(server.client.get(f"/api/matches/{name}/", headers=link), 404)
            problem(server.client.post(f"/api/tables/{name}", json={"seat": "usn"}), 404)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the framework's own
def test_a_server_that_is_about_to_stop_is_not_ready(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'table.db'}")
    with TestClient(app) as client:
        assert client.get("/readyz").json() == {"status": "ready", "matches": 0}
        app.state.services.stopping = True
        assert client.get("/healthz").status_code == 200
        assert problem(client.get("/readyz"), 503) == "The server is stopping."
