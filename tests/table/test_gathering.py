"""The gathering: people draw their dice together, and nobody can choose them."""

from __future__ import annotations

import re
import subprocess
import uuid
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from table_server import (
    Seat,
    Server,
    Table,
    bound,
    draw_together,
    drawn,
    play_out,
    problem,
)

from flankspeed import games
from flankspeed.engine import Record, RecordError, SharedDice, verify
from flankspeed.engine.records.shared_dice import commit as commit_to


def commit(table: Table, seat: str, **other: Any) -> httpx.Response:
    return table.seat(seat).post("/dice/commitment", **{"commitment": bound(seat)} | other)


def reveal(table: Table, seat: str, **other: Any) -> httpx.Response:
    return table.seat(seat).post("/dice/contribution", **{"contribution": drawn(seat)} | other)


def made(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def awaited(table: Table) -> list[str]:
    seats: list[str] = table.watcher.position()["shared"]["awaited"]
    return seats


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("kamikaze", {"seed": 3}),
        ("kamikaze", {"dice": "entered"}),
        ("kamikaze", {"seats": {"ijn": "random"}}),
        ("kamikaze", {"seats": {"usn": "random", "ijn": "random"}}),
        ("picket", {}),
    ],
)
def test_who_does_not_play_another_person_need_not_gather(
    fair: Server, game: str, wanted: dict[str, Any]
) -> None:
    table = fair.begin(game, **wanted)
    assert table.watcher.position()["shared"] is None
    seat = next(iter(table.links))
    answer = commit(table, seat)
    assert answer.status_code in (403, 409)  # a bot's, or nobody's part is needed
    assert problem(reveal(table, seat), answer.status_code)


@pytest.mark.parametrize("game", ["kamikaze", "samar"])
def test_no_die_is_thrown_and_nothing_chosen_before_all_have_revealed(
    fair: Server, game: str
) -> None:
    table = fair.begin(game)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    steps = [(commit, "ijn"), (commit, "usn"), (reveal, "usn"), (reveal, "ijn")]
    waiting = [["usn", "ijn"], ["usn"], ["usn", "ijn"], ["ijn"]]
    for (step, seat), seats in zip(steps, waiting, strict=True):
        for each in (usn, ijn, table.watcher):
            position = each.position()
            assert sorted(position["shared"]["awaited"]) == sorted(seats)
            view = position["view"]
            assert (view["waiting_for"], view["options"], view["shortcuts"]) == (None, [], [])
            assert (position["need"], position["choices"], position["log_length"]) == (None, 0, 0)
            assert each.get("/log") == []
            assert "<svg" in each.text("/picture")
        for each in (usn, ijn):
            version = position["version"]
            for path, body in (
                ("/choices", {"choice": "pick E1"}),
                ("/dice", {"values": [1]}),
                ("/undo", {}),
            ):
                refused = each.post(path, version=version, **body)
                assert "the dice are not drawn yet" in problem(refused, 409).lower()
            problem(each.ask("GET", "/advice"), 409)
            assert each.get("/odds") == {}
        problem(table.watcher.ask("GET", "/record"), 409)
        made(step(table, seat))
    position = usn.position()
    assert position["shared"]["awaited"] == []
    assert position["view"]["waiting_for"] in ("usn", "ijn")
    assert position["shared"]["commitments"] == {seat: bound(seat) for seat in ("ijn", "usn")}
    assert position["shared"]["contributions"] == {seat: drawn(seat) for seat in ("usn", "ijn")}


def test_the_record_verifies_and_whatever_is_changed_in_it_does_not(fair: Server) -> None:
    table = fair.begin("kamikaze", scenario="dives-1")
    host = draw_together(table)["shared"]["host"]
    play_out(table, Random(1).choice)
    text = table.watcher.text("/record")
    record, game = Record.parse(text), games.load("kamikaze")
    assert record.header.dice == f"shared {host}"
    assert verify(game, record)
    other = "ab" * 32
    for value in (host, record.key, drawn("usn"), drawn("ijn"), bound("usn"), bound("ijn")):
        assert value in text
        with pytest.raises(RecordError):
            verify(game, Record.parse(text.replace(value, other)))
    die = record.lines[0].throws[0]
    wrong = text.replace(f"d8={die.values[0]}]", f"d8={die.values[0] % 8 + 1}]", 1)
    with pytest.raises(RecordError):
        verify(game, Record.parse(wrong))


def test_each_step_outlives_the_server(url: str) -> None:
    with Server(url, "--rate", "0", seed=None) as server:
        table = server.begin("kamikaze", scenario="dives-1")
        for step, seat in ((commit, "usn"), (commit, "ijn"), (reveal, "ijn"), (reveal, "usn")):
            server.kill()
            server.start()
            after = made(step(table, seat))
            assert table.seat(seat).position() == after
        server.kill()
        server.start()
        assert table.seat(seat).position() == after
        assert after["shared"]["awaited"] == []
        assert [entry["choice"] for entry in table.watcher.get("/log")][:1] == [0]
        play_out(table, Random(2).choice)
        record = Record.parse(table.watcher.text("/record"))
        assert verify(games.load("kamikaze"), record)


def test_a_seat_that_has_not_come_is_left_out(fair: Server) -> None:
    table = fair.begin("kamikaze", scenario="dives-1")
    made(commit(table, "usn"))
    assert "ijn must, or be left out" in problem(reveal(table, "usn"), 409)
    position = made(reveal(table, "usn", without_others=True))
    assert position["shared"]["awaited"] == []
    assert list(position["shared"]["contributions"]) == ["usn"]
    problem(commit(table, "ijn"), 409)
    assert table.seat("ijn").position()["view"]["options"]
    play_out(table, Random(3).choice)
    record = Record.parse(table.watcher.text("/record"))
    assert record.header.contributions == {"usn": drawn("usn")}
    assert verify(games.load("kamikaze"), record)


def test_a_seat_that_has_committed_is_not_left_out(fair: Server) -> None:
    table = fair.begin("kamikaze")
    made(commit(table, "usn"))
    made(commit(table, "ijn"))
    position = made(reveal(table, "usn", without_others=True))
    assert position["shared"]["awaited"] == ["ijn"]
    assert position["view"]["waiting_for"] is None
    sits = table.seat("ijn").ask("PUT", "/seats/ijn", json={"who": "random"})
    assert "ijn is committed" in problem(sits, 409)
    assert "ijn must reveal first" in problem(table.seat("ijn").ask("POST", "/seats/ijn/link"), 409)
    assert made(reveal(table, "ijn"))["view"]["waiting_for"]


def test_what_is_hostile_is_refused_and_changes_nothing(fair: Server) -> None:
    table = fair.begin("kamikaze")

    def refused(answer: httpx.Response, status: int, words: str) -> None:
        assert words in problem(answer, status)

    refused(reveal(table, "usn"), 409, "is not committed to anything")
    refused(reveal(table, "usn", without_others=True), 409, "is not committed to anything")
    made(commit(table, "usn"))
    before = table.seat("usn").position()
    refused(commit(table, "usn"), 409, "committed already")
    refused(commit(table, "usn", commitment=bound("x")), 409, "committed already")
    wrong = {"contribution": drawn("x"), "without_others": True}
    refused(reveal(table, "usn", **wrong), 422, "not the one that usn is committed to")
    for path, part in (("commitment", bound("ijn")), ("contribution", drawn("ijn"))):
        refused(table.watcher.post(f"/dice/{path}", **{path: part}), 403, "for watching")
    assert table.seat("usn").position() == before
    made(commit(table, "ijn"))
    refused(commit(table, "ijn"), 409, "Nobody else can take part")
    refused(reveal(table, "ijn", contribution=drawn("usn")), 422, "not the one")
    made(reveal(table, "ijn"))
    refused(reveal(table, "ijn"), 409, "has revealed already")
    made(reveal(table, "usn"))
    refused(reveal(table, "usn"), 409, "need nobody's part")
    refused(commit(table, "usn"), 409, "need nobody's part")


def test_a_repeated_request_is_answered_and_not_applied_again(fair: Server) -> None:
    table = fair.begin("kamikaze")
    key = uuid.uuid4().hex
    first = made(commit(table, "usn", key=key))
    assert made(commit(table, "usn", key=key)) == first
    made(commit(table, "ijn"))
    made(reveal(table, "usn", key=key + "r"))
    last = made(reveal(table, "ijn"))
    assert made(reveal(table, "usn", key=key + "r"))["version"] == last["version"]
    problem(reveal(table, "usn", key=key), 409)


def test_a_seat_handed_on_commits_anew(fair: Server) -> None:
    """Whoever takes the seat does not know what was drawn for it."""
    table = fair.begin("kamikaze")
    made(commit(table, "usn"))
    usn = Seat(table, table.seat("usn").ask("POST", "/seats/usn/link").json()["links"]["usn"])
    assert sorted(awaited(table)) == ["ijn", "usn"]
    table.links["usn"] = usn.token
    made(commit(table, "usn", commitment=bound("heir")))
    made(commit(table, "ijn"))
    made(reveal(table, "ijn"))
    problem(reveal(table, "usn"), 422)
    assert made(reveal(table, "usn", contribution=drawn("heir")))["shared"]["awaited"] == []


def test_a_bot_that_takes_a_seat_adds_nothing(fair: Server) -> None:
    """One person who is left and has not committed has the simple form; who has, reveals."""
    table = fair.begin("kamikaze")
    host = table.watcher.position()["shared"]["host"]
    table.seat("ijn").ask("PUT", "/seats/ijn", json={"who": "random"})
    assert table.watcher.position()["shared"] is None
    assert table.seat("usn").until("turn", seat="usn")["fault"] is None
    assert f"dice: sha256 {host}\n" in table.watcher.text("/record")

    table = fair.begin("kamikaze")
    made(commit(table, "usn"))
    table.seat("ijn").ask("PUT", "/seats/ijn", json={"who": "random"})
    assert awaited(table) == ["usn"]
    made(reveal(table, "usn"))
    assert table.seat("usn").until("turn", seat="usn")["fault"] is None
    assert f"contributions: usn={drawn('usn')}\n" in table.watcher.text("/record")


def test_the_others_hear_of_it(fair: Server) -> None:
    table = fair.begin("kamikaze")
    events = (event for event in table.watcher.events() if event[0] != "here")
    assert next(events)[2] == {"version": 0}
    for version, (step, seat) in enumerate(
        ((commit, "usn"), (commit, "ijn"), (reveal, "usn"), (reveal, "ijn")), 1
    ):
        made(step(table, seat))
        assert next(events)[2] == {"version": version}


def test_the_page_that_explains_it_can_be_followed_by_hand() -> None:
    """What its commands print is what it says; and our own code says the same."""
    page = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    script = "".join(re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
    said = re.findall(r"  # (.*)", script)
    ran = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert [line.removesuffix("  -") for line in ran.stdout.splitlines()] == said
    told = dict(re.findall(r"^(\w+)=([0-9a-f]{64})$", script, re.MULTILINE))
    seats = {seat: told[seat] for seat in ("usn", "ijn")}
    dice = SharedDice(told["key"], {s: commit_to(seats[s]) for s in seats}, seats)
    assert (dice.key.hex(), dice.name) == (told["stream"], f"shared {said[0]}")
    assert dice.throw(8, "") == [int(die) for die in said[-1].split()]
