"""Checking a store: every match replays, and what belongs to matches fits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from sqlalchemy import Connection, Table, select

from flankspeed.engine import FlankspeedError, Match
from flankspeed.table.rooms.past.restore import Outdated, restore, turn_of
from flankspeed.table.rooms.past.upgrading import known_states, leads_to, taken_up
from flankspeed.table.store.backup import tables
from flankspeed.table.store.schema import CHAT, LINES, MATCHES
from flankspeed.table.store.statements import load
from flankspeed.table.store.stored import Stored
from flankspeed.table.wire import REPLAY, WATCH


def match_ids(connection: Connection) -> list[str]:
    """All matches, by their ids."""
    return list(connection.scalars(select(MATCHES.c.id).order_by(MATCHES.c.id)))


def faults(connection: Connection, progress: Callable[[], None] = lambda: None) -> Iterator[str]:
    """What is wrong with a store, one sentence each; `progress` is called after each match."""
    yield from _pages(connection)
    yield from _strays(connection)
    for table in (LINES, CHAT):
        yield from _gaps(connection, table)
    for match_id in match_ids(connection):
        yield from (f"match {match_id}: {fault}" for fault in _match(connection, match_id))
        progress()


def _pages(connection: Connection) -> Iterator[str]:
    """Damage to the file itself; PostgreSQL sees to its own."""
    if connection.dialect.name == "sqlite":
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if said != "ok":
                yield f"the file is damaged: {' '.join(str(said).split())}"


def _strays(connection: Connection) -> Iterator[str]:
    for table in tables():
        if table is not MATCHES:
            column = table.c.match
            known = select(MATCHES.c.id)
            for match_id in connection.scalars(
                select(column).where(column.not_in(known)).distinct().order_by(column)
            ):
                yield f"{table.name}: rows of a match {match_id} that is not there"


def _gaps(connection: Connection, table: Table) -> Iterator[str]:
    """Lines of records and chats are numbered from 0 without gaps."""
    number = table.c.place if table is LINES else table.c.number
    expected, last = 0, ""
    rows = connection.execute(
        select(table.c.match, number).order_by(table.c.match, number),
        execution_options={"yield_per": 1000},
    )
    for match_id, place in rows:
        if match_id != last:
            expected, last = 0, match_id
        if place != expected:
            yield f"match {match_id}: {table.name} {expected} is missing"
        expected = place + 1


def _match(connection: Connection, match_id: str) -> Iterator[str]:
    try:
        stored = load(connection, match_id, whole=True)
    except ValueError as error:  # what stands in a column cannot be read
        yield f"it cannot be read: {error}"
        return
    assert stored is not None, "the store is looked at as it is at one moment"
    yield from _tokens(stored)
    try:
        match, frozen = taken_up(stored)
    except (FlankspeedError, ValueError) as error:
        yield f"it does not replay: {' '.join(str(error).split())}"
        return
    if frozen:
        yield frozen.words
        return
    if turn_of(match) != stored.turn:
        yield f"the store says that {stored.turn!r} must choose, the record {turn_of(match)!r}"
    if not all(leads_to(match, known) for known in known_states(stored, [])):
        yield "the state it was last seen in is not what the record leads to"
    yield from _snapshot(connection, match_id, match)


def _snapshot(connection: Connection, match_id: str, match: Match) -> Iterator[str]:
    """A snapshot of today's rules leads to where the record does; others are not used."""
    stored = load(connection, match_id)
    assert stored is not None, "the store is looked at as it is at one moment"
    with suppress(Outdated):
        if restore(stored).state != match.state:
            yield "its snapshot is not what the record leads to"


def _tokens(stored: Stored) -> Iterator[str]:
    if not stored.tokens:
        yield "nobody has a link to it"
    for seat in sorted(set(stored.tokens.values()) - {*stored.seats, WATCH, REPLAY}):
        yield f"there is a link for a seat {seat!r} that it has not"
