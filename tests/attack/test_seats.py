"""Hostile requests: what a stranger, a watcher or the other side sends changes nothing."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from table_server import Seat, Server, Table

SHORT, LONG = 150, 20_000
STRANGE: list[Any] = [None, True, -1, 2**70, 1.5, "", "\x00", "\U0001f600" * 50, [], {}, [[[]]]]
PATHS = ["", "/choices", "/dice", "/undo", "/dice/commitment", "/dice/contribution", "/notes"]
PATHS += ["/seats/usn/link", "/seats/ijn/link", "/seats/usn", "/seats/ijn", "/resign", "/draw"]
PATHS += ["/draw/reply", "/undo/wish", "/undo/reply", "/notice", "/notice/code", "/open", "/again"]
PATHS += ["/share", "/nothing", "/../x", "/%00"]
METHODS = ["POST", "PUT", "PATCH", "DELETE"]
FIELDS: dict[str, list[Any]] = {
    "version": [0, 1, 7],
    "choice": ["pick E1", "enter 11"],
    "key": ["abcdefgh"],
    "values": [[1], [6, 6]],
    "text": ["mine"],
    "who": ["random", "human"],
    "name": ["other"],
    "commitment": ["0" * 64],
}


def body(random: Random) -> dict[str, Any]:
    """Some fields, most of them as they should be."""
    fields = random.sample(sorted(FIELDS), random.randint(0, 4))
    strange = random.random() < 0.3
    return {
        field: random.choice(STRANGE if strange and random.random() < 0.5 else FIELDS[field])
        for field in fields
    }


def token(random: Random, table: Table, other: Table) -> str:
    """One that is not the seat's: of nobody, of another table, damaged, or to watch only."""
    right = table.links["ijn"]
    damaged = list(right)
    damaged[random.randrange(len(right))] = "-"
    cut = right[: random.randrange(1, len(right))]
    known = [table.links["watch"], *other.links.values()]
    return random.choice([*known, "x", cut, "".join(damaged) + "_", right + right])


@pytest.mark.parametrize("tries", [SHORT, pytest.param(LONG, marks=pytest.mark.attack)])
def test_no_hostile_request_is_accepted(server: Server, tries: int, tried: Counter[str]) -> None:
    random = Random(23)
    table, other = server.begin("kamikaze", seed=1), server.begin("kamikaze", seed=2)
    before = [table.seat(link).position() for link in ("usn", "ijn")]
    for _ in range(tries):
        method, path, sent = random.choice(METHODS), random.choice(PATHS), body(random)
        asked = f"{method} {path} {sent}"
        answer = Seat(table, token(random, table, other)).ask(method, path, json=sent)
        assert 400 <= answer.status_code < 500, asked
        tried[f"hostile requests, refused ({answer.status_code})"] += 1
    assert [table.seat(link).position() for link in ("usn", "ijn")] == before


@pytest.mark.parametrize("tries", [SHORT, pytest.param(LONG, marks=pytest.mark.attack)])
def test_no_request_of_the_other_side_makes_my_choice(
    server: Server, tries: int, tried: Counter[str]
) -> None:
    """It may say things, and offer or ask for things; the position is what it was."""
    random = Random(29)
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    before = ijn.position()
    for _ in range(tries):
        path, sent = random.choice(["/choices", "/dice", "/undo", "/seats/ijn/link"]), body(random)
        answer = usn.ask("POST", path, json=sent)
        assert 400 <= answer.status_code < 500, f"{path} {sent}"
        tried["requests of the other side, refused"] += 1
    assert ijn.position() == before
