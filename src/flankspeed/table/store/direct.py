"""Direct: single statements, given to PostgreSQL's driver itself.

Every request reads by one, and a choice is written by one: so it costs a tenth of a transaction,
which is begun and ended by statements of its own.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select
from sqlalchemy.dialects.postgresql import asyncpg as driver
from sqlalchemy.engine import URL

from flankspeed.table.store.schema import KEYS
from flankspeed.table.store.stored import Conflict, KeyUsed, StoreError

if TYPE_CHECKING:
    import asyncpg

_PATIENCE = 5.0  # seconds that it may take to connect, to get a connection, or for an answer
_CONNECTIONS = 8


class Statement:
    """A statement as the driver wants it: its text, and its values in order."""

    def __init__(self, statement: Select[Any]) -> None:
        compiled = statement.compile(dialect=_dialect())
        self.text = str(compiled)
        self._fixed = compiled.params
        self._order = compiled.positiontup or []

    def values(self, **values: object) -> list[object]:
        """The values in the order of the text."""
        known = self._fixed | values
        return [known[name] for name in self._order]


class Direct:
    """Some connections that do one statement at a time."""

    def __init__(self, url: URL) -> None:
        self._address = address(url)
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()

    async def do(self, statement: Statement, **values: object) -> Any:
        """Do a statement; the only row of its answer, None if there is none."""
        import asyncpg

        try:
            pool = self._pool or await self._open()
            async with pool.acquire(timeout=_PATIENCE) as connection:
                return await connection.fetchrow(statement.text, *statement.values(**values))
        except asyncpg.UniqueViolationError as error:
            raise KeyUsed if error.table_name == KEYS.name else Conflict from error
        except (
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # a connection that is lost while it is asked
            OSError,
        ) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            raise StoreError(f"the store does not answer: {why}") from error

    async def _open(self) -> asyncpg.Pool[Any]:
        import asyncpg

        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    **self._address,
                    min_size=1,
                    max_size=_CONNECTIONS,
                    timeout=_PATIENCE,
                    command_timeout=_PATIENCE,
                    reset=_leave,
                )
        return self._pool

    async def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            self._pool.terminate()


async def _leave(_: object) -> None:
    """A statement changes nothing of its connection that must be put right."""


def _dialect() -> Any:
    return driver.dialect()  # type: ignore[no-untyped-call]


def address(url: URL) -> dict[str, Any]:
    """What the driver wants to be told of a URL."""
    _, found = _dialect().create_connect_args(url)
    return dict(found)
