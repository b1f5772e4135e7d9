"""Ending by people: resigning and drawing, and what the record says of it."""

from __future__ import annotations

import uuid
from typing import Any

import httpx
import pytest
from table_server import Seat, Server, problem

from flankspeed import games
from flankspeed.engine import Record, verify


def resign(seat: Seat, **more: Any) -> httpx.Response:
    return seat.post("/resign", **{"version": seat.position()["version"]} | more)


def offer(seat: Seat) -> httpx.Response:
    return seat.post("/draw", version=seat.position()["version"])


def reply(seat: Seat, agree: bool) -> httpx.Response:
    return seat.post("/draw/reply", version=seat.position()["version"], agree=agree)


def over(position: Any, winner: str | None, outcome: str) -> None:
    assert position["result"] == {"winner": winner, "outcome": outcome}
    view = position["view"]
    assert (view["waiting_for"], view["options"], position["need"]) == (None, [], None)


def test_one_resigns_and_the_record_says_so_for_ever(url: str) -> None:
    with Server(url, "--rate", "0", seed=None) as server:
        table = server.begin("kamikaze", seats={"usn": "random"})
        ijn = table.seat("ijn")
        ijn.choose("pick E1", 0)
        key = uuid.uuid4().hex
        answer = resign(ijn, key=key, version=1)
        over(answer.json(), "usn", "ijn has resigned")
        assert resign(ijn, key=key, version=1).json()["version"] == 2  # once
        problem(resign(ijn), 409)
        problem(offer(ijn), 409)
        problem(ijn.post("/choices", choice="enter 11", version=2), 422)
        assert not ijn.position()["undo"]["allowed"]
        text = ijn.text("/record")
        assert text.splitlines()[-3] == "ended: resigned ijn"
        assert text.splitlines()[-1] == "result: usn ijn has resigned"
        assert verify(games.load("kamikaze"), Record.parse(text))
        server.kill()
        server.start()
        over(ijn.position(), "usn", "ijn has resigned")
        assert ijn.text("/record") == text
        copy = server.take_in(text)
        over(copy.watcher.position(), "usn", "ijn has resigned")
        assert copy.watcher.text("/record") == text
        assert ijn.get("/report")["verdict"]["words"] == "US victory: ijn has resigned."


@pytest.mark.parametrize("game", games.names())
def test_every_game_can_be_given_up_before_its_first_choice(server: Server, game: str) -> None:
    table = server.begin(game, seed=1)
    name = next(seat for seat in table.links if seat != "watch")
    seat = table.seat(name)
    winner = "ijn" if name == "usn" else "usn"
    over(resign(seat).json(), winner, f"{name} has resigned")
    assert "<svg" in seat.text("/picture")
    assert seat.get("/report")["verdict"]["words"].endswith(f": {name} has resigned.")
    text = seat.text("/record")
    assert verify(games.load(game), Record.parse(text))
    assert server.take_in(text).watcher.position()["result"]["winner"] == winner


def test_a_draw_is_offered_and_agreed_to(url: str) -> None:
    with Server(url, "--rate", "0") as server:
        table = server.begin("kamikaze")
        usn, ijn = table.seat("usn"), table.seat("ijn")
        problem(reply(usn, agree=True), 409)
        assert offer(usn).json()["offered"] == {"seat": "usn", "agreed": []}
        problem(offer(ijn), 409)
        problem(reply(usn, agree=True), 403)
        assert reply(ijn, agree=False).json()["offered"] is None
        assert offer(usn).json()["result"] is None
        assert reply(usn, agree=False).json()["offered"] is None  # withdrawn
        offer(ijn)
        ijn.choose("pick E1", ijn.position()["version"])  # it stands while the match goes on
        server.kill()
        server.start()
        assert usn.position()["offered"] == {"seat": "ijn", "agreed": []}
        problem(table.watcher.post("/draw/reply", version=6, agree=True), 403)
        over(reply(usn, agree=True).json(), None, "a draw was agreed")
        text = usn.text("/record")
        assert "\nended: agreed ijn usn\n" in text
        assert text.endswith("\nresult: draw a draw was agreed\n")
        assert verify(games.load("kamikaze"), Record.parse(text))


def test_bots_agree_to_nothing_and_a_new_holder_to_nothing_he_has_not_seen(server: Server) -> None:
    alone = server.begin("kamikaze", seats={"usn": "random"}, seed=1).seat("ijn")
    assert "bots play on" in problem(offer(alone), 409)
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    offer(usn)
    usn.ask("POST", "/seats/usn/link")
    assert ijn.position()["offered"] is None


def test_resigning_ends_what_waits_for_dice(server: Server) -> None:
    table = server.begin("kamikaze", dice="entered")
    ijn = table.seat("ijn")
    assert ijn.choose("pick E1", 0)["need"]
    over(resign(ijn).json(), "usn", "ijn has resigned")
    record = Record.parse(ijn.text("/record"))
    assert [line.number for line in record.lines] == [0]
