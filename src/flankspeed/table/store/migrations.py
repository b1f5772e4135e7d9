"""Migrations: the tables of a store by number, each step up and down, in SQLite and PostgreSQL.

A store keeps its number in a table. Stores that were made before there were numbers have none and
are known by their tables, which came in this order. While a table is as it was first made, its form
stands in `schema.py` alone; a step that alters one writes down how.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Column, Connection, Integer, MetaData, Table, delete, insert, inspect, select

from flankspeed.table.store.schema import (
    ASKED,
    BEGUN,
    CHAT,
    DAYS,
    EDITIONS,
    EXPIRES,
    IMPORTS,
    KEYS,
    LESSONS,
    LINES,
    MATCHES,
    METADATA,
    NAMES,
    NEXT,
    NOTES,
    NOTICES,
    OFFERED,
    OPEN_SEATS,
    SEEN,
    SNAPSHOTS,
    TOKENS,
    VOUCHED,
)
from flankspeed.table.store.stored import StoreError

_LOCK = 7_305_462_197  # of PostgreSQL: one server at a time changes the tables
NUMBER = Table("schema_number", MetaData(), Column("number", Integer, nullable=False))


class Migration(NamedTuple):
    """A step from the number before to `number`: what it is for, the tables it adds.

    `before_down` does what must be done before these are dropped.
    """

    number: int
    words: str
    tables: tuple[Table, ...]
    before_down: Callable[[Connection], None] = lambda _: None

    def up(self, connection: Connection) -> None:
        """Add the tables."""
        METADATA.create_all(connection, self.tables)

    def down(self, connection: Connection) -> None:
        """Drop them, and what only they can hold."""
        self.before_down(connection)
        METADATA.drop_all(connection, self.tables)


def _end_links(connection: Connection) -> None:
    """A link that was made to end must not last for ever where nothing knows of its end."""
    connection.execute(delete(TOKENS).where(TOKENS.c.hash.in_(select(EXPIRES.c.hash))))


MIGRATIONS = (
    Migration(1, "matches", (MATCHES, LINES, TOKENS, KEYS, CHAT, NOTES)),
    Migration(2, "lessons", (LESSONS,)),
    Migration(3, "wishes, names, open seats, the next match", (ASKED, NAMES, OPEN_SEATS, NEXT)),
    Migration(4, "where imported matches come from", (IMPORTS,)),
    Migration(5, "links that end, and who was here", (EXPIRES, SEEN), _end_links),
    Migration(6, "draws that are offered", (OFFERED,)),
    Migration(7, "notices", (NOTICES,)),
    Migration(8, "snapshots, and by which rules matches are played", (SNAPSHOTS, EDITIONS)),
    Migration(9, "how many matches clients begin in a day", (DAYS, BEGUN)),
    Migration(10, "the states that matches were last seen in", (VOUCHED,)),
)
LATEST = MIGRATIONS[-1].number


def number_of(connection: Connection) -> int:
    """The number of a store; 0 if it has no tables."""
    there = set(inspect(connection).get_table_names())
    if NUMBER.name in there:
        return connection.scalar(select(NUMBER.c.number)) or 0
    number = 0
    for migration in MIGRATIONS:  # made before there were numbers
        if not {table.name for table in migration.tables} <= there:
            break
        number = migration.number
    return number


def migrate(connection: Connection, to: int = LATEST) -> tuple[int, int]:
    """Bring a store to a number, up or down, in the connection's transaction: from where, to where.

    Several servers may start at once: the second waits, and finds it done.
    """
    if not 1 <= to <= LATEST:
        raise StoreError(f"a store has a number from 1 to {LATEST}, not {to}")
    _lock(connection)
    number = number_of(connection)
    check_not_newer(number)
    for migration in MIGRATIONS:
        if number < migration.number <= to:
            migration.up(connection)
    for migration in reversed(MIGRATIONS):
        if to < migration.number <= number:
            migration.down(connection)
    NUMBER.create(connection, checkfirst=True)
    if number != to or connection.scalar(select(NUMBER.c.number)) is None:
        connection.execute(delete(NUMBER))
        connection.execute(insert(NUMBER), {"number": to})
    return number, to


def check_not_newer(number: int) -> None:
    """Refuse a store that a newer version has made."""
    if number > LATEST:
        raise StoreError(
            f"the store is at number {number}, and this version knows up to {LATEST}: use the "
            f"version that made it, or bring it down with that one: flankspeed migrate STORE "
            f"--to {LATEST}"
        )


def check_latest(connection: Connection) -> None:
    """Refuse a store that is not as this version reads it."""
    number = number_of(connection)
    check_not_newer(number)
    if number < LATEST:
        raise StoreError(
            f"the store is at number {number}, and this version reads number {LATEST}: bring it up "
            f"first: flankspeed migrate STORE"
        )


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":  # its driver begins no transaction for tables
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
