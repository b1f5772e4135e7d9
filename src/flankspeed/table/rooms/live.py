"""Live: event streams. A stream brings what others have changed, and tells who has the match open.

Of the chat it tells the length.

The id of an event is `version.chat`: how much of the match and its chat the client has been told
of. So a stream that is opened again, even on a server started anew, goes on where it was.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from typing import Protocol

import msgspec

from flankspeed.table.problems import Refused
from flankspeed.table.rooms.presence import Presence
from flankspeed.table.store.stored import StoreError

HEARTBEAT = 15.0
MOST_WATCHING = 64  # streams of one match, of those who watch
MOST_SITTING = 16  # of one seat
MOST_OF_CLIENT = 200  # of one client, whatever matches these follow
_ID = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)

Numbers = tuple[int, int]  # version, length of the chat


class Follower(Protocol):
    """Somebody who follows a match: what there is to tell him."""

    page: str  # by which the answers to his own changes are known, if he has made any
    seat: str | None  # None for one who watches
    client: str  # whose budget he is on

    async def numbers(self) -> Numbers | None:
        """How far the match and its chat are; None once his link is void."""

    async def still_here(self) -> bool:
        """He is asked now and then; False once his link is void."""

    async def changed(self, *, whole: bool) -> tuple[int, bytes]:
        """The version now, and the match as JSON; if not `whole` its version alone."""

    async def here(self, seats: list[str], watching: int) -> bytes:
        """Who is here, as JSON: these seats, and so many who watch."""


class _Listener:
    """A stream that waits; `owed` says that it was not its own page that made all the changes."""

    def __init__(self, follower: Follower) -> None:
        self.page = follower.page
        self.seat = follower.seat
        self.client = follower.client
        self.owed = True
        self.wake = asyncio.Event()
        self.wake.set()

    def tell(self, by: str) -> None:
        self.owed = self.owed or not by or by != self.page
        self.wake.set()


class Live:
    """Who listens to which match."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[_Listener]] = {}
        self._clients: Counter[str] = Counter()
        self._gone: set[str] = set()
        self._closing = False
        self.presence = Presence()  # of those who listen to other servers
        self.after_moving: Callable[[str], None] = lambda _: None  # somebody comes or goes here

    @property
    def followed(self) -> list[str]:
        """The matches that somebody listens to."""
        return list(self._listeners)

    @property
    def streams(self) -> int:
        """How many listen, to all matches."""
        return sum(map(len, self._listeners.values()))

    def watched(self, match_id: str) -> bool:
        """Whether anybody listens."""
        return match_id in self._listeners

    def sits(self, match_id: str, seat: str) -> bool:
        """Whether somebody who has this seat listens, here or to another server."""
        return seat in self._here(match_id)[0]

    def full(self, match_id: str, seat: str | None, client: str) -> bool:
        """Whether no more may listen at this seat (None: watch), or of this client."""
        there = sum(each.seat == seat for each in self._listeners.get(match_id, ()))
        most = MOST_SITTING if seat else MOST_WATCHING
        return there >= most or self._clients[client] >= MOST_OF_CLIENT

    def changed(self, match_id: str, by: str = "") -> None:
        """Wake all who listen to a match; the page that made the change has its answer already."""
        for listener in self._listeners.get(match_id, ()):
            listener.tell(by)

    def present(self, match_id: str) -> None:
        """Wake all who listen: somebody has come or gone, or is called otherwise."""
        for listener in self._listeners.get(match_id, ()):
            listener.wake.set()

    def gone(self, match_id: str) -> None:
        """The match was deleted: the streams tell it and end."""
        if match_id in self._listeners:
            self._gone.add(match_id)
            self.changed(match_id)

    def close(self) -> None:
        """The server stops: end all streams; their clients will ask again."""
        self._closing = True
        for match_id in self._listeners:
            self.changed(match_id)

    async def stream(
        self, match_id: str, last_id: str, follower: Follower
    ) -> AsyncGenerator[bytes, None]:
        """The events of a match, beginning with what has changed since `last_id`."""
        told = _numbers(last_id)
        here = b""
        if self.full(match_id, follower.seat, follower.client):
            yield b"retry: 30000\n\n"  # others came between question and answer
            return
        listener = _Listener(follower)
        self._clients[listener.client] += 1
        self._listeners.setdefault(match_id, set()).add(listener)
        self._moved(match_id)
        try:
            yield b"retry: 1000\n\n"
            while True:
                try:
                    await asyncio.wait_for(listener.wake.wait(), HEARTBEAT)
                except TimeoutError:
                    if not await follower.still_here():
                        return
                    yield b": still here\n\n"
                    continue
                listener.wake.clear()
                owed, listener.owed = listener.owed, False
                if match_id in self._gone:
                    yield _event("gone", "", b"{}")
                    return
                numbers = None if self._closing else await follower.numbers()
                if numbers is None:
                    return
                version, chat = numbers
                if version != told[0]:
                    version, position = await follower.changed(whole=owed)
                    told = version, told[1]
                    yield _event("position", _id(told), position)
                if chat != told[1]:
                    told = told[0], chat
                    yield _event("chat", _id(told), msgspec.json.encode({"length": chat}))
                found = await follower.here(*self._here(match_id))
                if found != here:
                    here = found
                    yield _event("here", "", here)
        except (StoreError, Refused):
            return  # the store is away, or the match is: the page asks again, and is told so
        finally:
            self._leave(match_id, listener)

    def _here(self, match_id: str) -> tuple[list[str], int]:
        """The seats that listen, and how many who watch, with all servers."""
        (seats, watching), (elsewhere, more) = self.own(match_id), self.presence.here(match_id)
        return sorted({*seats, *elsewhere}), watching + more

    def own(self, match_id: str) -> tuple[list[str], int]:
        """The seats that listen here, and how many who watch."""
        seats = [listener.seat for listener in self._listeners.get(match_id, ())]
        return sorted({seat for seat in seats if seat}), seats.count(None)

    def _leave(self, match_id: str, listener: _Listener) -> None:
        listeners = self._listeners.get(match_id, set())
        listeners.discard(listener)
        self._clients[listener.client] -= 1
        if not self._clients[listener.client]:
            del self._clients[listener.client]
        if not listeners:
            self._listeners.pop(match_id, None)
            self._gone.discard(match_id)
        self._moved(match_id)

    def _moved(self, match_id: str) -> None:
        self.present(match_id)
        self.after_moving(match_id)


def _numbers(last_id: str) -> Numbers:
    match = _ID.fullmatch(last_id)
    return (int(match[1]), int(match[2])) if match else (-1, 0)


def _id(numbers: Numbers) -> str:
    return f"{max(numbers[0], 0)}.{numbers[1]}"


def _event(name: str, number: str, data: bytes) -> bytes:
    identity = f"id: {number}\n" if number else ""
    return b"".join((f"event: {name}\n{identity}data: ".encode(), data, b"\n\n"))
