"""Records that are taken in: nobody brings his own dice."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from table_server import Server, Table, bound, draw_together, drawn, play_out, problem

from flankspeed import games
from flankspeed.engine import Record, Rolled, verify

KEY = bytes(range(32))
PROMISE = hashlib.sha256(KEY).hexdigest()


def unfinished(server: Server, choices: int, **wanted: Any) -> str:
    """The record of a match of two people after some choices: one whose dice have not ended it."""
    while True:
        table = server.begin("kamikaze", **{"scenario": "dives-1"} | wanted)
        draw_together(table)
        position = table.watcher.position()
        while position["choices"] < choices and not position["result"]:
            seat = table.seat(position["view"]["waiting_for"])
            option = seat.position()["view"]["options"][0]
            position = seat.choose(option["text"], position["version"])
        if not position["result"]:
            return table.watcher.text("/record")


def finished(table: Table) -> Record:
    """The record of a match that is played to its end."""
    play_out(table, Random(3).choice)
    return Record.parse(table.watcher.text("/record"))


def test_a_key_without_a_result_is_refused(fair: Server) -> None:
    """Whoever made the record would know every die to come."""
    header = unfinished(fair, 0, seats={"usn": "random"}).partition("\n\n")[0]
    named = "\n".join(row for row in header.splitlines() if not row.startswith("dice:"))
    record = f"{named}\ndice: sha256 {PROMISE}\n\nkey: {KEY.hex()}\n"
    answer = fair.client.post("/api/matches/import", json={"record": record})
    assert "must not tell the key of its dice" in problem(answer, 422)


@pytest.mark.parametrize("dice", [f"sha256 {PROMISE}", "seed 7", "scripted"])
def test_a_record_without_a_choice_brings_no_dice(fair: Server, dice: str) -> None:
    """Its maker knows the stream that the record names: the match has another."""
    header = unfinished(fair, 0, seats={"usn": "random"}).partition("\n\n")[0]
    named = [row for row in header.splitlines() if not row.startswith("dice:")]
    table = fair.take_in("\n".join([*named, f"dice: {dice}", "", ""]))
    record = finished(table)
    assert record.header.dice not in (f"sha256 {PROMISE}", "seed 7")
    assert record.header.dice == f"sha256 {hashlib.sha256(bytes.fromhex(record.key)).hexdigest()}"
    assert verify(games.load("kamikaze"), record)


def test_seeded_dice_go_on_as_others_and_the_record_names_both(fair: Server) -> None:
    text = unfinished(fair, 2, seed=7, scenario="dives-6")
    record = finished(fair.take_in(text, seats={"usn": "random"}))
    assert record.header.dice == "seed 7"
    assert record.new_dice is not None
    assert record.new_dice.dice.name == f"sha256 {Rolled(bytes.fromhex(record.key)).commitment}"
    assert verify(games.load("kamikaze"), record)
    seeded = Rolled(7)
    foretold = [
        tuple(seeded.throw(len(throw.values), "", throw.sides)) == throw.values
        for line in record.lines
        for throw in line.throws
    ]
    assert all(foretold[:1])
    assert not all(foretold)


def test_two_people_draw_the_dice_they_go_on_with_together(fair: Server) -> None:
    table = fair.take_in(unfinished(fair, 2))
    position = table.watcher.position()
    assert sorted(position["shared"]["awaited"]) == ["ijn", "usn"]
    assert position["choices"] == 2
    seat = table.seat(position["view"]["waiting_for"] or "ijn")
    refused = seat.post("/choices", choice="stay", version=position["version"])
    assert "the dice are not drawn yet" in problem(refused, 409).lower()
    draw_together(table)
    record = finished(table)
    assert record.new_dice is not None
    assert record.new_dice.dice.contributions == {seat: drawn(seat) for seat in ("usn", "ijn")}
    assert verify(games.load("kamikaze"), record) is False  # of the first part nobody has the key
    assert record.header.dice.startswith("shared ")


def test_each_step_of_that_outlives_the_server(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0", seed=None) as server:
        table = server.take_in(unfinished(server, 2, seed=7))
        for path, part, value in (
            ("/dice/commitment", "commitment", bound),
            ("/dice/contribution", "contribution", drawn),
        ):
            for name in ("usn", "ijn"):
                server.kill()
                server.start()
                assert name in table.watcher.position()["shared"]["awaited"]
                answer = table.seat(name).post(path, **{part: value(name)})
                assert answer.status_code == 200, answer.text
        after = table.watcher.position()
        server.kill()
        server.start()
        assert table.watcher.position() == after
        assert verify(games.load("kamikaze"), finished(table))


def test_dice_are_typed_in_if_that_is_wanted_or_was_so_before(fair: Server) -> None:
    text = unfinished(fair, 2, seed=7)
    copy = fair.take_in(text, dice="entered")
    assert copy.watcher.position()["dice_kind"] == "entered"
    assert "\ndice: entered # imported\n" in copy.watcher.text("/record")
    again = fair.take_in(copy.watcher.text("/record"))
    assert again.watcher.position()["dice_kind"] == "entered"
    rolled = fair.take_in(copy.watcher.text("/record"), dice="rolled", seats={"usn": "random"})
    assert rolled.watcher.position()["dice_kind"] == "rolled"
    bots = {"record": text, "dice": "entered", "seats": {"usn": "random", "ijn": "random"}}
    answer = fair.client.post("/api/matches/import", json=bots)
    assert "bots cannot type in dice" in problem(answer, 422).lower()


def test_all_are_told_of_dice_that_somebody_may_know(server: Server, fair: Server) -> None:
    def origins(table: Table) -> list[Any]:
        seats = [table.seat(name).position()["origin"] for name in table.links]
        assert all(each == seats[0] for each in seats)
        return [seats[0]["dice"], seats[0]["imported"]]

    assert origins(server.begin("kamikaze", seed=7)) == ["seeded", None]
    assert origins(fair.begin("kamikaze", dice="entered")) == ["entered", None]
    assert origins(fair.begin("kamikaze")) == ["shared", None]
    assert origins(fair.begin("kamikaze", seats={"usn": "random"})) == ["secret", None]
    text = unfinished(fair, 2, seed=7)
    assert origins(fair.take_in(text)) == ["shared", 2]
    assert origins(fair.take_in(text, dice="entered")) == ["entered", 2]
    over = fair.begin("kamikaze", scenario="dives-1", seed=7)
    record = finished(over)
    assert origins(fair.take_in(str(record))) == ["seeded", record.lines[-1].number]
    for wanted, dice in ({"seed": 7}, "seeded"), ({"dice": "entered"}, "entered"), ({}, "shared"):
        table = fair.begin("kamikaze", open=["usn"], **wanted)
        found = [each for each in fair.client.get("/api/tables").json() if each["id"] == table.id]
        assert [each["origin"] for each in found] == [{"dice": dice, "imported": None}]


def test_that_it_was_imported_outlives_the_server(url: str) -> None:
    with Server(url, "--rate", "0") as server:
        table = server.take_in(unfinished(server, 2))
        server.kill()
        server.start()
        assert table.watcher.position()["origin"] == {"dice": "seeded", "imported": 2}
