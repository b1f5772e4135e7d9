"""Taking back after dice: by consent, for good, and to be seen in the record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from table_server import Seat, Server, Table, play_out, problem

from flankspeed import games
from flankspeed.engine import Record, verify


def _thrown(server: Server, **wanted: Any) -> Table:
    """A match whose first choice has thrown a die."""
    table = server.begin("kamikaze", seed=1, **wanted)
    position = table.seat("ijn").choose("pick E1", 0)
    assert position["undo"]["allowed"] is False
    assert position["undo"]["after_dice"] == 0
    return table


def _wish(seat: Seat, version: int, words: str = "") -> Any:
    answer = seat.post("/undo/wish", version=version, words=words)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _reply(seat: Seat, version: int, agree: bool) -> Any:
    answer = seat.post("/undo/reply", version=version, agree=agree)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_the_other_agrees_to_is_taken_back_and_marked(server: Server) -> None:
    table = _thrown(server)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    before = ijn.position()
    asked = _wish(ijn, 1, "E2 was  meant")["asked"]
    assert asked == {"seat": "ijn", "to": 0, "words": "E2 was meant", "agreed": []}
    assert usn.position()["asked"] == asked
    found = _reply(usn, 2, agree=True)
    assert (found["choices"], found["asked"], found["taken_back"]) == (0, None, 1)
    assert found["undone"] == before["undone"] + 1
    assert found["log_length"] < before["log_length"]
    assert "pick E2" in [option["text"] for option in ijn.position()["view"]["options"]]
    record = Record.parse(usn.text("/record"))
    assert "back: 0 ijn # usn agreed: E2 was meant" in str(record)
    assert verify(games.load("kamikaze"), record)


def test_a_no_leaves_all_as_it_is_and_a_wish_can_be_withdrawn(server: Server) -> None:
    table = _thrown(server)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    _wish(ijn, 1)
    assert "for the others" in problem(ijn.post("/undo/reply", version=2, agree=True), 403)
    assert _reply(usn, 2, agree=False)["asked"] is None
    _wish(ijn, 3)
    found = _reply(ijn, 4, agree=False)
    assert (found["asked"], found["choices"], found["taken_back"]) == (None, 1, 0)
    said = problem(usn.post("/undo/reply", version=5, agree=True), 409)
    assert said == "Nobody asks to take anything back."


def test_a_wish_is_over_when_the_match_goes_on(server: Server) -> None:
    table = _thrown(server)
    ijn = table.seat("ijn")
    _wish(ijn, 1)
    assert ijn.choose("enter 11", 2)["asked"] is None
    problem(table.seat("usn").post("/undo/reply", version=3, agree=True), 409)


def test_only_one_s_own_choice_can_be_asked_for(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    for seat in ("usn", "ijn"):
        said = problem(table.seat(seat).post("/undo/wish", version=0), 409)
        assert said.startswith("There is nothing to be asked for")
    table.seat("ijn").choose("pick E1", 0)
    assert table.seat("usn").position()["undo"]["after_dice"] is None
    problem(table.seat("usn").post("/undo/wish", version=1), 409)
    problem(table.watcher.post("/undo/wish", version=1), 403)
    problem(table.seat("ijn").post("/undo/wish", version=1, words="a" * 121), 400)
    assert table.seat("ijn").choose("enter 11", 1)["undo"]["after_dice"] is None


def test_a_bot_does_not_mind(server: Server) -> None:
    table = server.begin("kamikaze", seed=1, seats={"usn": "admiral"})
    ijn = table.seat("ijn")
    ijn.choose("pick E1", 0)
    found = _wish(ijn, 1)
    assert (found["choices"], found["taken_back"], found["asked"]) == (0, 1, None)
    assert "back: 0 ijn # nobody to ask" in ijn.text("/record")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_wish_and_mark_outlive_the_server(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/table.db"
    if kind == "postgresql":
        url = request.getfixturevalue("database")
    with Server(url, "--rate", "0") as server:
        table = _thrown(server)
        table.seat("ijn").ask("PUT", "/name", json={"name": "Anna"})
        asked = _wish(table.seat("ijn"), 1, "oh")["asked"]
        server.kill()
        server.start()
        found = table.seat("usn").position()
        assert (found["asked"], found["names"]) == (asked, {"ijn": "Anna"})
        _reply(table.seat("usn"), 2, agree=True)
        table.seat("ijn").choose("pick E2", 3)
        record = table.seat("ijn").text("/record")
        server.kill()
        server.start()
        assert table.seat("ijn").text("/record") == record
        assert table.seat("usn").position()["taken_back"] == 1
        play_out(table, Random(1).choice)
        assert verify(games.load("kamikaze"), Record.parse(table.seat("usn").text("/record")))
