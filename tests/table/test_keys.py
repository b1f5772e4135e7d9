"""Keys of requests: one that is sent again is applied once, and closes no room whatever it asks."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from table_server import Server, problem

USED = "Another request was made with this key."


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def alone(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server of which nobody else opens rooms."""
    url = f"sqlite:///{tmp_path_factory.mktemp('keys') / 'table.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("database")
    with Server(url, "--rate", "0") as made:
        yield made


def rooms(server: Server) -> float:
    lines = server.client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("flankspeed_rooms "))


def test_a_key_that_was_used_closes_no_room(alone: Server) -> None:
    table = alone.begin("kamikaze")
    ijn, key = table.seat("ijn"), uuid.uuid4().hex
    made = ijn.post("/choices", choice="pick E1", version=0, key=key)
    assert made.status_code == 200
    position = made.json()
    options = [option["text"] for option in position["view"]["options"]]
    here = rooms(alone)
    for _ in range(2):  # with the room open, and after a restart
        for choice in (*options[:3], "pick E1", "no such choice"):
            answer = ijn.post("/choices", choice=choice, version=position["version"], key=key)
            assert problem(answer, 409) == USED
            assert rooms(alone) == here
        answer = ijn.post("/undo", version=position["version"], key=key)
        assert problem(answer, 409) == USED
        again = ijn.post("/choices", choice="pick E1", version=0, key=key)
        assert again.status_code == 200
        assert again.json()["version"] == position["version"]
        alone.kill()
        alone.start()
        assert ijn.position()["choices"] == 1
        here = rooms(alone)
    assert ijn.choose(options[0], position["version"])["choices"] == 2


def test_sent_many_times_at_once_it_is_applied_once(alone: Server) -> None:
    table = alone.begin("kamikaze")
    ijn, key = table.seat("ijn"), uuid.uuid4().hex
    here = rooms(alone)

    def send(choice: str) -> httpx.Response:
        return ijn.post("/choices", choice=choice, version=0, key=key)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(send, ["pick E1"] * 8 + ["pick E2"] * 8))
    done = {answer.status_code for answer in answers}
    assert done == {200, 409}
    assert {answer.json()["choices"] for answer in answers if answer.status_code == 200} == {1}
    assert {problem(answer, 409) for answer in answers if answer.status_code == 409} == {USED}
    assert ijn.position()["choices"] == 1
    assert rooms(alone) == here
