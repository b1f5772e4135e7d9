"""Versions: a request that comes late is refused, one that comes twice is applied once."""

from __future__ import annotations

import threading
import uuid
from typing import Any

import httpx
from table_server import Seat, Server, problem


def test_a_stale_version_is_refused_with_the_current_one(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    ijn.choose("pick E1", 0)
    for version in (0, 2, 99):
        answer = ijn.post("/choices", version=version, choice="enter 11")
        problem(answer, 409)
        assert answer.json()["version"] == 1
        problem(ijn.post("/undo", version=version), 409)
        problem(ijn.post("/dice", version=version, values=[1]), 409)
    assert ijn.position()["choices"] == 1


def test_a_repeated_request_is_answered_and_not_applied_again(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    body = {"version": 0, "choice": "pick E1", "key": uuid.uuid4().hex}
    first = ijn.ask("POST", "/choices", json=body)
    again = ijn.ask("POST", "/choices", json=body)
    assert first.json() == again.json()
    ijn.choose("enter 11", 1)
    later = ijn.ask("POST", "/choices", json=body)
    assert later.status_code == 200
    assert later.json() == ijn.position()
    assert later.json()["choices"] == 2
    back = {"version": 2, "key": uuid.uuid4().hex}
    assert ijn.ask("POST", "/undo", json=back).json()["choices"] == 1
    assert ijn.ask("POST", "/undo", json=back).json()["choices"] == 1


def test_a_key_is_good_for_one_request(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    key = uuid.uuid4().hex
    ijn.ask("POST", "/choices", json={"version": 0, "choice": "pick E1", "key": key})
    other = {"version": 0, "choice": "pick E2", "key": key}
    assert "key" in problem(ijn.ask("POST", "/choices", json=other), 409)
    now = {"version": 1, "choice": "enter 11", "key": key}
    problem(ijn.ask("POST", "/choices", json=now), 409)
    position = ijn.position()
    assert (position["version"], position["choices"]) == (1, 1)
    assert ijn.choose("enter 11", 1)["choices"] == 2


def test_typed_in_dice_are_applied_once(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", dice="entered")
    ijn = table.seat("ijn")
    body = {"version": 0, "values": [3], "key": uuid.uuid4().hex}
    first = ijn.ask("POST", "/dice", json=body).json()
    assert first["version"] == 1
    assert ijn.ask("POST", "/dice", json=body).json() == first


def test_of_many_at_once_one_wins(server: Server) -> None:
    """Twenty different choices for the same version: one is made, all others are refused."""
    table = server.begin("samar", seed=1)
    options = [o["text"] for o in table.seat("usn").position()["view"]["options"]][:20]
    answers: list[httpx.Response] = []
    start = threading.Barrier(len(options))

    def choose(text: str) -> None:
        start.wait()
        answers.append(table.seat("usn").post("/choices", version=0, choice=text))

    _together([lambda text=text: choose(text) for text in options])
    assert sorted(a.status_code for a in answers) == [200] + [409] * (len(options) - 1)
    assert table.seat("usn").position()["choices"] == 1


def test_of_one_sent_many_times_at_once_one_is_applied(server: Server) -> None:
    table = server.begin("samar", seed=1)
    usn = table.seat("usn")
    body = {
        "version": 0,
        "choice": usn.position()["view"]["options"][0]["text"],
        "key": uuid.uuid4().hex,
    }
    answers: list[Any] = []

    def send(seat: Seat) -> None:
        answers.append(seat.ask("POST", "/choices", json=body).json())

    _together([lambda: send(usn)] * 12)
    assert [answer["version"] for answer in answers] == [1] * 12
    assert usn.position()["choices"] == 1


def _together(jobs: list[Any]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
