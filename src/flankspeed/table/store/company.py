"""Company: the other servers on the same store. They tell each other what they do.

Over one connection to PostgreSQL a server tells the others what it has written (NOTIFY), hears them
(LISTEN) and holds what it has taken on alone (advisory locks). All that ends with the connection,
and so with the server, however it ends. That others have missed a word, or that two have taken on
the same, harms nothing: every change names the version before it, and every request looks at the
store.

The word follows the change instead of being a part of its transaction: PostgreSQL makes
transactions that notify one after the other, each with its wait for the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy.engine import URL

from flankspeed.table.log import report
from flankspeed.table.store.direct import address

if TYPE_CHECKING:
    import asyncpg

ALIVE = 2.0  # seconds after which a server says that it is there
_PATIENCE = 5.0  # seconds that PostgreSQL may take for a word
_AGAIN = 1.0  # seconds until a lost connection is made anew
_CHANNEL = "flankspeed"
_NOTIFY = "select pg_notify($1, told) from unnest($2::text[]) as told"
# A machine that is gone without a word shall not keep what it has taken on.
_SETTINGS = {
    "application_name": "flankspeed: other servers",
    "synchronous_commit": "off",  # words need not outlive anything
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


class Told(msgspec.Struct, omit_defaults=True, frozen=True):
    """What one server tells the others.

    A match was `changed` (by a page) or is `gone`; so many are `here` with it; or of itself: that
    it has just come (`hello`), is there (`alive`), goes (`bye`).
    """

    by: str
    what: Literal["changed", "gone", "here", "hello", "alive", "bye"]
    match: str = ""
    page: str = ""
    seats: list[str] = []
    watching: int = 0


class Company:
    """A server's place among all on its store; one that is alone has all for itself."""

    shared = False  # whether there may be others

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)

    async def attend(self, hear: Callable[[Told], None], back: Callable[[], None]) -> None:
        """Hear the others for ever; `back` is called when we may have missed something."""

    def post(self, told: Told) -> None:
        """Tell the others soon."""

    async def take(self, match_id: str) -> bool:
        """Take on a match alone; whether we have it."""
        return True

    async def leave(self, match_id: str) -> None:
        """Let others have it."""

    async def close(self) -> None:
        """Go."""


class Others(Company):
    """The servers on a store of PostgreSQL."""

    shared = True

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._address = address(url)
        self._connection: asyncpg.Connection[Any] | None = None
        self._one = asyncio.Lock()  # a connection does one thing at a time
        self._held: set[str] = set()
        self._posted: asyncio.Queue[Told] = asyncio.Queue()

    async def attend(self, hear: Callable[[Told], None], back: Callable[[], None]) -> None:
        while True:
            try:
                async with self._connected(hear):
                    back()
                    await self._say_all()
            except Exception as error:
                report("other servers are not heard", level="warning", error=error)
            await asyncio.sleep(_AGAIN)

    @asynccontextmanager
    async def _connected(self, hear: Callable[[Told], None]) -> AsyncIterator[None]:
        import asyncpg

        def heard(_: object, __: int, ___: str, payload: object) -> None:
            told = msgspec.json.decode(str(payload), type=Told)
            if told.by != self.name:
                hear(told)

        connection = await asyncpg.connect(
            **self._address,
            timeout=_PATIENCE,
            command_timeout=_PATIENCE,
            server_settings=_SETTINGS,
        )
        try:
            connection.add_termination_listener(lambda _: self.post(Told(self.name, "alive")))
            await connection.add_listener(_CHANNEL, heard)
            self._connection = connection
            yield
        finally:
            self._connection = None
            self._held.clear()
            self._posted = asyncio.Queue()
            connection.terminate()

    async def _say_all(self) -> None:
        """Say what is posted, all that there is at once, and now and then that we are there."""
        while True:
            told = Told(self.name, "alive")
            with suppress(TimeoutError):
                told = await asyncio.wait_for(self._posted.get(), ALIVE)
            await self._say(told)

    async def _say(self, *told: Told) -> None:
        """Say this, and all that is posted."""
        texts = [_text(each) for each in told]
        while not self._posted.empty():
            texts.append(_text(self._posted.get_nowait()))
        await self._run(_NOTIFY, _CHANNEL, texts)

    async def _run(self, statement: str, *values: object) -> Any:
        async with self._one:
            if self._connection is None:
                raise ConnectionError("there is no connection")
            rows = await self._connection.fetch(statement, *values)  # all of them are made
            return rows[0][0]

    def post(self, told: Told) -> None:
        if self._connection is not None:  # else all is told anew when there is one
            self._posted.put_nowait(told)

    async def take(self, match_id: str) -> bool:
        """Take it on; if the connection is lost others may do so, too, until we ask again."""
        if match_id not in self._held:
            with suppress(Exception):  # whoever does not reach the store does not have it
                if await self._run("select pg_try_advisory_lock($1)", _number(match_id)):
                    self._held.add(match_id)
        return match_id in self._held

    async def leave(self, match_id: str) -> None:
        if match_id in self._held:
            self._held.discard(match_id)
            with suppress(Exception):  # a lost connection has left it
                await self._run("select pg_advisory_unlock($1)", _number(match_id))

    async def close(self) -> None:
        with suppress(Exception):
            await self._say(Told(self.name, "bye"))


def _text(told: Told) -> str:
    return msgspec.json.encode(told).decode()


def _number(match_id: str) -> int:
    """The lock of a match: locks have numbers of 64 bits."""
    found = hashlib.blake2b(f"flankspeed {match_id}".encode(), digest_size=8).digest()
    return int.from_bytes(found, signed=True)
