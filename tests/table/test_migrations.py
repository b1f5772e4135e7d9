"""Migrations: a store of any earlier number comes up, goes down and up again, with all it holds."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from command_line import run
from sqlalchemy import insert, inspect
from table_postgresql import own_database

from flankspeed import games
from flankspeed.engine import Match, Rolled
from flankspeed.table.rooms.past.restore import restore, turn_of
from flankspeed.table.store import backup, migrations
from flankspeed.table.store.reading import reading
from flankspeed.table.store.schema import METADATA
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import Pending, Stored, StoreError

T = TypeVar("T")
NUMBERS = range(1, migrations.LATEST + 1)
GAMES = ("samar", "picket", "kamikaze")
# A row for each table that no match has by itself; `match` stands in all of them.
ROWS: dict[str, dict[str, Any]] = {
    "keys": {"seat": "usn", "key": "k", "request": "r"},
    "chat": {"number": 0, "seat": "usn", "text": "good luck", "at": "2026-01-01T00:00:00+00:00"},
    "notes": {"seat": "usn", "text": "keep some AFS"},
    "snapshots": {"lines": 1, "entries": 1, "edition": "none", "data": b"\0", "log": b"\xff"},
    "vouched": {"choices": 1, "undone": 0, "state": b"\xfe"},
    "editions": {"version": "0.1.0", "edition": "none"},
    "days": {"day": "2026-01-01", "key": "ab" * 32},
    "begun": {"day": "2026-01-01", "client": "cd" * 32, "matches": 3},
    "lessons": {"name": "last-pass"},
    "asked": {"seat": "usn", "to": 1, "words": "please", "agreed": "[]"},
    "names": {"seat": "usn", "name": "Ann"},
    "open_seats": {"seat": "usn"},
    "next": {"next": "another"},
    "imports": {"choices": 7},
    "expires": {"hash": "ending", "at": "2027-01-01T00:00:00+00:00"},
    "seen": {"seat": "usn", "at": "2026-01-01T00:00:00+00:00"},
    "offered": {"seat": "usn", "agreed": "[]"},
    "notices": {"seat": "usn", "to": "a@example.org", "code": "", "tries": 0},
}


@pytest.fixture(params=["sqlite", "postgresql"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A store that no other test uses."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'table.db'}"
        return
    whole: str = request.getfixturevalue("database")
    with own_database(whole, "migrations") as url:
        yield url


def with_store(url: str, job: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with a store that nobody has opened yet."""

    async def work() -> T:
        store = Store(url)
        try:
            return await job(store)
        finally:
            await store.close()

    return asyncio.run(work())


@cache
def mid_game(game: str) -> Stored:
    """A match after some choices."""
    match, random = Match(games.load(game), dice=Rolled(3)), Random(3)
    for _ in range(12):
        assert match.decision is not None
        match.play(random.choice(match.decision.options))
    return Stored(
        id=game,
        name="Ein Abend, 大和",
        header=str(match.record.header),
        key="",
        seats=dict.fromkeys(match.game.seats, "human"),
        version=12,
        undone=0,
        pending=Pending(),
        turn=turn_of(match),
        lines=[str(line) for line in match.record.lines],
        tokens={f"{game}-usn": "usn", f"{game}-watch": "watch"},
    )


async def _fill(store: Store) -> None:
    """A new store: matches of every game in mid-turn, and something in every table."""
    await store._do(METADATA.drop_all)
    await store._do(lambda connection: migrations.NUMBER.drop(connection, checkfirst=True))
    await store.open()
    for game in GAMES:
        await store.add(mid_game(game))

    def fill(connection: Any) -> None:
        connection.execute(
            insert(METADATA.tables["tokens"]),
            {"hash": "ending", "match": "kamikaze", "seat": "watch"},
        )
        for name, row in ROWS.items():
            if name in ("days", "begun"):
                connection.execute(insert(METADATA.tables[name]), row)
            elif name != "editions":  # every match has one
                connection.execute(insert(METADATA.tables[name]), row | {"match": "kamikaze"})

    await store._do(fill)


def contents(url: str) -> dict[str, list[str]]:
    """All rows of all tables that there are."""

    def read(connection: Any) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        table = ""
        for line in backup.lines_of(connection):
            if line.startswith(b'{"table"'):
                table = json.loads(line)["table"]
                found[table] = []
            elif table and not line.startswith(b"{"):
                found[table].append(line.decode())
        return found

    return reading(url, read)


def forms(url: str) -> dict[str, Any]:
    """How the tables are made: columns, keys, indexes."""

    def read(connection: Any) -> dict[str, Any]:
        there = inspect(connection)
        return {
            name: (
                [
                    (str(column["name"]), str(column["type"]), column["nullable"])
                    for column in there.get_columns(name)
                ],
                there.get_pk_constraint(name)["constrained_columns"],
                [key["options"] for key in there.get_foreign_keys(name)],
                [index["column_names"] for index in there.get_indexes(name)],
            )
            for name in there.get_table_names()
        }

    return reading(url, read)


def plays_on(url: str, game: str) -> None:
    """A match replays and goes on."""
    stored = with_store(url, lambda store: store.load(game, whole=True))
    assert stored is not None
    stored.snapshots = []
    match = restore(stored)
    assert (match.choices, turn_of(match)) == (12, stored.turn)
    assert match.decision is not None
    match.play(match.decision.options[0])
    assert match.choices == 13


def test_every_table_has_a_row_in_these_tests() -> None:
    assert {*ROWS, "matches", "lines", "tokens"} == set(METADATA.tables)


async def _forget(store: Store) -> None:
    await store._do(migrations.NUMBER.drop)


def test_down_to_every_number_and_up_again(own: str) -> None:
    """Up also as a store from before there were numbers, which is known by its tables."""
    for number in NUMBERS:
        down_and_up(own, number)


def down_and_up(own: str, number: int) -> None:
    """Whatever the lower number can hold is there afterwards."""
    with_store(own, _fill)
    before, form = contents(own), forms(own)
    with_store(own, lambda store: store.migrate(number))
    held = {table.name for step in migrations.MIGRATIONS[:number] for table in step.tables}
    assert set(forms(own)) == {*held, "schema_number"}
    lower = contents(own)
    ended = [row for row in before["tokens"] if number < 5 and '"ending"' in row]
    before["tokens"] = [row for row in before["tokens"] if row not in ended]
    assert lower == {name: rows for name, rows in before.items() if name in held}
    if number % 2:
        with_store(own, _forget)
    assert reading(own, migrations.number_of) == number
    with_store(own, Store.open)
    assert contents(own) == {name: lower.get(name, []) for name in before}
    assert forms(own) == form
    for game in GAMES:
        plays_on(own, game)


def test_the_tables_are_those_of_the_schema(own: str) -> None:
    """Steps up make the same as making all at once."""
    with_store(own, lambda store: store.migrate(1))
    with_store(own, Store.open)
    stepped = forms(own)
    del stepped["schema_number"]

    async def at_once(store: Store) -> None:
        await store._do(METADATA.drop_all)
        await store._do(migrations.NUMBER.drop)
        await store._do(METADATA.create_all)

    with_store(own, at_once)
    assert forms(own) == stepped


def test_a_newer_store_is_refused_and_stays_as_it_is(own: str) -> None:
    with_store(own, _fill)

    async def raise_number(store: Store) -> None:
        number = migrations.NUMBER.update().values(number=99)
        await store._do(lambda connection: connection.execute(number))

    with_store(own, raise_number)
    before = contents(own)
    with pytest.raises(StoreError, match=r"^the store is at number 99, and this version knows"):
        with_store(own, Store.open)
    assert (contents(own), reading(own, migrations.number_of)) == (before, 99)


def test_many_servers_open_one_store_at_once(own: str) -> None:
    with_store(own, _fill)
    with_store(own, lambda store: store.migrate(1))

    async def open_all() -> None:
        stores = [Store(own) for _ in range(5)]
        try:
            await asyncio.gather(*(store.open() for store in stores))
            assert [await store.count() for store in stores] == [3] * 5
        finally:
            for store in stores:
                await store.close()

    asyncio.run(open_all())


def test_what_fails_half_way_leaves_the_store_as_it_was(
    own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_store(own, _fill)
    with_store(own, lambda store: store.migrate(1))
    before, form = contents(own), forms(own)

    def fail(_: object) -> None:
        raise StoreError("no")

    steps = list(migrations.MIGRATIONS)
    broken = type("Broken", (migrations.Migration,), {"up": lambda *_: fail(None)})
    steps[-1] = broken(*steps[-1])
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", tuple(steps))
        with pytest.raises(StoreError, match=r"^no$"):
            with_store(own, Store.open)
    assert (contents(own), forms(own)) == (before, form)


def test_the_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with_store(url, _fill)
    latest = migrations.LATEST
    ran = run("migrate", url, "--to", "2", cwd=tmp_path)
    assert (ran.out, ran.code) == (f"The store was at number {latest}, and is at 2.\n", 0)
    ran = run("check-store", url, cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "bring it up first: flankspeed migrate STORE" in ran.err
    ran = run("backup", url, "old.gz", cwd=tmp_path)
    assert ran.code == 0
    ran = run("migrate", url, "--json", cwd=tmp_path)
    assert (json.loads(ran.out), ran.code) == ({"before": 2, "after": latest}, 0)
    ran = run("restore", "old.gz", "sqlite:///other.db", cwd=tmp_path)
    assert (ran.out, ran.code) == ("3 matches are in the store.\n", 0)
    assert contents(f"sqlite:///{tmp_path / 'other.db'}") == contents(url)
    for args, words in (
        ((url, "--to", "0"), f"a store has a number from 1 to {latest}, not 0"),
        (("sqlite:///none.db",), "there is no store none.db"),
    ):
        ran = run("migrate", *args, cwd=tmp_path)
        assert (ran.out, ran.code) == ("", 2)
        assert words in ran.err
    assert not (tmp_path / "none.db").exists()
    with sqlite3.connect(tmp_path / "table.db") as file:
        assert file.execute("SELECT number FROM schema_number").fetchall() == [(latest,)]
