"""The store: every match as its record's lines, written before anything is answered.

SQLite in a file or PostgreSQL, by the same statements (`statements.py`). One server works on a file
(`only_server.py`); where several work on a store, the version in every update keeps a match from
going two ways.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import update_wrapper
from typing import Concatenate, Literal, ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from flankspeed.table.metrics import STORE_SECONDS
from flankspeed.table.store import backup, news, people, statements
from flankspeed.table.store.company import Company, Others, Told
from flankspeed.table.store.databases import Database, Postgresql, Sqlite, parsed_url, reason
from flankspeed.table.store.direct import Direct
from flankspeed.table.store.migrations import LATEST, migrate
from flankspeed.table.store.news import Standing
from flankspeed.table.store.quotas import begin_one
from flankspeed.table.store.stored import (
    Asking,
    Change,
    Conflict,
    Stored,
    StoreError,
    Vacant,
    Vouched,
    Waiting,
    now,
)
from flankspeed.table.wire import Said

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """All matches, in a database."""

    def __init__(self, url: str) -> None:
        """Name the database: `sqlite:///file` or `postgresql://user@host/name`."""
        parsed = parsed_url(url)
        self.kind: Literal["sqlite", "postgresql"] = (
            "sqlite" if parsed.get_backend_name() == "sqlite" else "postgresql"
        )
        self._direct = Direct(parsed)
        self._database: Database = (
            Sqlite(parsed) if self.kind == "sqlite" else Postgresql(parsed, self._direct)
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

    async def vouch(self, states: Sequence[Vouched]) -> None:
        """Note in which states matches stand."""
        await self._do(statements.vouch, states)

    async def tokens(self, match_id: str) -> dict[str, str]:
        """The hashes of a match's tokens, with the seat of each."""
        return await self._do(statements.tokens, match_id)

    async def expires(self, match_id: str) -> dict[str, str]:
        """When the links of a match end, by their hashes, if they do."""
        return await self._do(statements.expires, match_id)

    async def seen(self, match_id: str) -> dict[str, str]:
        """When the holders of the seats were here last."""
        return await self._do(people.seen, match_id)

    async def see(self, match_id: str, seat: str, at: str) -> None:
        """Note that the holder of a seat is here."""
        await self._do(people.see, match_id, seat, at)

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
        await self._do(people.name, match_id, seat, name)
        self._tell(match_id)

    async def say(self, match_id: str, said: Said) -> None:
        """Add a line to the chat."""
        await self._do(people.say, match_id, said)
        self._tell(match_id)

    async def chat(self, match_id: str, first: int, most: int) -> list[Said]:
        """The chat from line `first` on."""
        return await self._do(people.chat, match_id, first, most)

    async def notice(self, match_id: str, seat: str) -> Asking | None:
        """Where a seat wants to be told of its turn, if it does."""
        return await self._do(people.notice, match_id, seat)

    async def ask_notice(self, match_id: str, seat: str, asking: Asking | None) -> None:
        """Note where a seat wants to be told of its turn; None: nowhere."""
        await self._do(people.ask_notice, match_id, seat, asking)

    async def notes(self, match_id: str, seat: str) -> str:
        """A seat's notes."""
        return await self._do(people.notes, match_id, seat)

    async def note(self, match_id: str, seat: str, text: str) -> None:
        """Replace a seat's notes."""
        await self._do(people.note, match_id, seat, text)


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
