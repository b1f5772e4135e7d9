"""Databases: what makes transactions, in a file of SQLite or in PostgreSQL.

SQLite takes one writer at a time: its transactions are made one after another in a thread of their
own, each as a whole, which costs half as much as a step to the thread for every statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

from flankspeed.engine import MissingPackage
from flankspeed.table.store import plain
from flankspeed.table.store.direct import Direct
from flankspeed.table.store.one_thread import OneThread
from flankspeed.table.store.stored import Change, Conflict, StoreError

_PATIENCE = 5.0  # seconds that a database may take to connect, or for a statement

T = TypeVar("T")


class Database(Protocol):
    """What makes transactions."""

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction."""

    async def write(self, change: Change) -> None:
        """Write a plain change."""

    async def close(self) -> None:
        """Close all connections."""


class Sqlite:
    """One thread, with a connection for plain changes and one for all else."""

    def __init__(self, url: URL) -> None:
        make_file(Path(str(url.database)))
        self._engine = create_engine(url, hide_parameters=True)
        self._thread = OneThread("store")
        self._plain: PoolProxiedConnection | None = None
        _prepare(self._engine)

    async def run(self, job: Callable[[Connection], T]) -> T:
        return await self._thread.run(lambda: self._run(job))

    def _run(self, job: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return job(connection)

    async def write(self, change: Change) -> None:
        await self._thread.run(lambda: self._write(change))

    def _write(self, change: Change) -> None:
        if self._plain is None:
            self._plain = self._engine.raw_connection()
        connection = self._plain.driver_connection
        assert isinstance(connection, sqlite3.Connection), "it is SQLite's"
        plain.write(connection, change)

    async def close(self) -> None:
        await self._thread.run(self._close)
        self._thread.end()

    def _close(self) -> None:
        if self._plain is not None:
            self._plain.close()
        self._engine.dispose()


def make_file(file: Path) -> None:
    """The keys of dice are in it: it is for its owner only."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"cannot make {file}: {error.strerror}") from error


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # what was answered outlives a loss of power
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()


class Postgresql:
    """Some connections, driven by the event loop."""

    def __init__(self, url: URL, direct: Direct) -> None:
        self._direct = direct
        try:
            self._engine = create_async_engine(
                url,
                pool_size=8,
                max_overflow=0,
                pool_timeout=_PATIENCE,
                hide_parameters=True,
                connect_args={"timeout": _PATIENCE, "command_timeout": _PATIENCE},
            )
        except ModuleNotFoundError as error:
            raise MissingPackage(str(error.name), "postgresql") from None
        event.listen(self._engine.sync_engine, "checkout", _not_closed)

    async def run(self, job: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(job)

    async def write(self, change: Change) -> None:
        row = await self._direct.do(plain.WRITE, **plain.values(change))
        if row[0] != 1:
            raise Conflict

    async def close(self) -> None:
        await self._engine.dispose()


def _not_closed(connection: Any, *_: object) -> None:
    """Take no connection that the database has closed: the driver knows without asking it."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}


def parsed_url(url: str) -> URL:
    """The address of a store, with the driver that we use."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url!r} is no store: sqlite:///FILE or postgresql://...") from None
    kind = {"postgres": "postgresql"}.get(parsed.drivername, parsed.drivername).partition("+")[0]
    if kind not in _DRIVERS:
        raise StoreError(f"a store cannot be {kind!r}: sqlite:///FILE or postgresql://...")
    if kind == "sqlite" and not parsed.database:
        raise StoreError("the store needs a file: sqlite:///FILE")
    return parsed.set(drivername=_DRIVERS[kind])


def reason(error: Exception) -> str:
    """What the driver says, without the statement and its values."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split()) or type(original).__name__
