"""The store: every match as its record's lines, written before anything is answered.

SQLite in a file or PostgreSQL, by the same statements (`statements.py`). SQLite takes one writer at
a time: its transactions are made one after another in a thread of their own, each as a whole, which
costs half as much as a step to the thread for every statement. One server works on a file
(`only_server.py`); where several work on a store, the version in every update keeps a match from
going two ways.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import update_wrapper
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from flankspeed.engine import MissingPackage
from flankspeed.table.metrics import STORE_SECONDS
from flankspeed.table.store import backup, news, plain
from flankspeed.table.store import statements as statements
from flankspeed.table.store.company import Company, Others, Told
from flankspeed.table.store.direct import Direct
from flankspeed.table.store.migrations import LATEST, migrate
from flankspeed.table.store.news import Standing
from flankspeed.table.store.one_thread import OneThread
from flankspeed.table.store.quotas import begin_one
from flankspeed.table.store.statements import (
    Applied,
    Asking,
    Change,
    Conflict,
    Kept,
    KeyUsed,
    Pending,
    Stored,
    StoreError,
    Vacant,
    Waiting,
    now,
    text_of,
    time_of,
)
from flankspeed.table.wire import Said

__all__ = [
    "Applied",
    "Asking",
    "Change",
    "Conflict",
    "Kept",
    "KeyUsed",
    "Pending",
    "Standing",
    "Store",
    "StoreError",
    "Stored",
    "Vacant",
    "Waiting",
    "now",
    "text_of",
    "time_of",
]

_PATIENCE = 5.0  # seconds that a database may take to connect, or for a statement

P = ParamSpec("P")
T = TypeVar("T")


class _Database(Protocol):
    """What makes transactions."""

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction."""

    async def write(self, change: Change) -> None:
        """Write a plain change."""

    async def close(self) -> None:
        """Close all connections."""


class _Sqlite:
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


class _Postgresql:
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


class Store:
    """All matches, in a database."""

    def __init__(self, url: str) -> None:
        """Name the database: `sqlite:///file` or `postgresql://user@host/name`."""
        parsed = parsed_url(url)
        self.kind: Literal["sqlite", "postgresql"] = (
            "sqlite" if parsed.get_backend_name() == "sqlite" else "postgresql"
        )
        self._direct = Direct(parsed)
        self._database: _Database = (
            _Sqlite(parsed) if self.kind == "sqlite" else _Postgresql(parsed, self._direct)
        )
        self.company = Company() if self.kind == "sqlite" else Others(parsed)

    def _tell(
        self, match_id: str, what: Literal["changed", "gone"] = "changed", page: str = ""
    ) -> None:
        """Tell the other servers what was written."""
        self.company.post(Told(self.company.name, what, match_id, page))

    async def _do(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do a job in a transaction; what goes wrong is a `StoreError`."""
        with STORE_SECONDS.timed(job.__name__), _told():
            return await self._database.run(lambda connection: job(connection, *args, **kwargs))

    async def open(self) -> None:
        """Connect, and bring the tables up to this version's."""
        await self.migrate(LATEST)

    async def migrate(self, to: int) -> tuple[int, int]:
        """Bring the store to a number, up or down (see `migrations`): from where, to where."""
        try:
            return await self._do(migrate, to)
        except StoreError as error:
            raise StoreError(str(error).replace("does not answer", "cannot be opened")) from error

    async def close(self) -> None:
        """Close all connections."""
        await self._direct.close()
        await self._database.close()

    async def count(self) -> int:
        """How many matches there are."""
        return await self._do(statements.count)

    async def add(self, match: Stored) -> None:
        """Write a new match."""
        await self._do(statements.add, match)

    async def load(self, match_id: str, *, whole: bool = False) -> Stored | None:
        """Read a match, from its last snapshot on or `whole`; None if there is none of that id."""
        return await self._do(_at_one_moment(statements.load), match_id, whole=whole)

    async def past(self, match_id: str) -> tuple[list[str], dict[int, bytes]]:
        """All lines of a match, and the data of its snapshots."""
        return await self._do(_at_one_moment(statements.past), match_id)

    async def renew(self, match: Stored) -> None:
        """Note by which rules a match is played from now on, with its snapshots under them."""
        await self._do(statements.renew, match)

    async def tokens(self, match_id: str) -> dict[str, str]:
        """The hashes of a match's tokens, with the seat of each."""
        return await self._do(statements.tokens, match_id)

    async def expires(self, match_id: str) -> dict[str, str]:
        """When the links of a match end, by their hashes, if they do."""
        return await self._do(statements.expires, match_id)

    async def seen(self, match_id: str) -> dict[str, str]:
        """When the holders of the seats were here last."""
        return await self._do(statements.seen, match_id)

    async def see(self, match_id: str, seat: str, at: str) -> None:
        """Note that the holder of a seat is here."""
        await self._do(statements.see, match_id, seat, at)

    async def apply(self, change: Change, page: str = "") -> None:
        """Write a change that a page has made.

        `Conflict` if the store has another version than the one before it, `KeyUsed` if there was
        a request of its key.
        """
        if change.plain:
            with STORE_SECONDS.timed("apply"), _told():
                await self._database.write(change)
        else:
            await self._do(statements.apply, change)
        self._tell(change.id, page=page)

    async def applied(self, match_id: str, seat: str, key: str) -> str | None:
        """The request that was applied under this key; None if none was."""
        return await self._do(statements.applied, match_id, seat, key)

    async def remove(self, match_id: str) -> None:
        """Delete a match and all that belongs to it."""
        await self._do(statements.remove, match_id)
        self._tell(match_id, "gone")

    async def standing(self, match_id: str, digest: str) -> Standing | None:
        """How far a match is by now where others may write it, and whose seat a link is."""
        with STORE_SECONDS.timed("standing"):
            row = await self._direct.do(news.STANDING, the_match=match_id, the_hash=digest)
        return None if row is None else news.standing(row)

    async def news(self, match_id: str, first: int) -> Stored | None:
        """A match as others may have written it, with the lines of its record from `first` on."""
        with STORE_SECONDS.timed("news"):
            row = await self._direct.do(news.NEWS, the_match=match_id, first=first)
        return None if row is None else news.news(row)

    async def bots_waiting(self, before: str) -> list[tuple[str, int]]:
        """The matches in which a bot must choose since before then, with their versions."""
        return await self._do(news.bots_waiting, before)

    async def turn(self, match_id: str) -> str:
        """The seat that must choose in a match; empty if none must."""
        return await self._do(statements.turn, match_id)

    async def begins(self, client: str, most: int) -> bool:
        """Count one more match that a client begins today; False if that is too many."""
        day = now()[:10]
        for _ in range(2):  # another server may be the first on this day, or of this client
            with suppress(Conflict):
                return await self._do(begin_one, client, day, most)
        return await self._do(begin_one, client, day, most)

    async def restore(self, lines: Iterable[bytes]) -> int:
        """Put a backup into the store, which must have no match; how many it has then."""
        return await self._do(backup.add, lines)

    async def waiting(self) -> list[Waiting]:
        """The matches in which somebody must choose."""
        return await self._do(statements.waiting)

    async def vacant(self, most: int) -> list[Vacant]:
        """The matches that somebody may join, the newest first."""
        return await self._do(statements.vacant, most)

    async def name(self, match_id: str, seat: str, name: str) -> None:
        """Note what somebody is called; an empty name is none."""
        await self._do(statements.name, match_id, seat, name)
        self._tell(match_id)

    async def say(self, match_id: str, said: Said) -> None:
        """Add a line to the chat."""
        await self._do(statements.say, match_id, said)
        self._tell(match_id)

    async def chat(self, match_id: str, first: int, most: int) -> list[Said]:
        """The chat from line `first` on."""
        return await self._do(statements.chat, match_id, first, most)

    async def notice(self, match_id: str, seat: str) -> Asking | None:
        """Where a seat wants to be told of its turn, if it does."""
        return await self._do(statements.notice, match_id, seat)

    async def ask_notice(self, match_id: str, seat: str, asking: Asking | None) -> None:
        """Note where a seat wants to be told of its turn; None: nowhere."""
        await self._do(statements.ask_notice, match_id, seat, asking)

    async def notes(self, match_id: str, seat: str) -> str:
        """A seat's notes."""
        return await self._do(statements.notes, match_id, seat)

    async def note(self, match_id: str, seat: str, text: str) -> None:
        """Replace a seat's notes."""
        await self._do(statements.note, match_id, seat, text)


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong with a database is told as a `StoreError`."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise StoreError(f"the store does not answer: {reason(error)}") from error


_ONE_MOMENT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _at_one_moment(
    job: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Connection, P], T]:
    """A job that reads all as it was at one moment, also if another server writes meanwhile."""

    def read(connection: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if connection.dialect.name == "postgresql":
            connection.execute(_ONE_MOMENT)
        return job(connection, *args, **kwargs)

    return update_wrapper(read, job)


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
