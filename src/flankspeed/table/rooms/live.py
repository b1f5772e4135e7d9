"""Live: event streams. A stream tells that something has changed; what, the client then asks for.

The id of an event is `version.chat`: how much of the match and its chat the client has been told
of. So a stream that is opened again, even on a server started anew, goes on where it was.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

HEARTBEAT = 15.0
MOST_STREAMS = 64  # of one match
_ID = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)

Numbers = tuple[int, int]  # version, length of the chat


class Live:
    """Who listens to which match."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._gone: set[str] = set()
        self._closing = False

    def watched(self, match_id: str) -> bool:
        """Whether anybody listens."""
        return match_id in self._listeners

    def full(self, match_id: str) -> bool:
        """Whether no more may listen."""
        return len(self._listeners.get(match_id, ())) >= MOST_STREAMS

    def changed(self, match_id: str) -> None:
        """Wake all who listen to a match."""
        for listener in self._listeners.get(match_id, ()):
            listener.set()

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
        self,
        match_id: str,
        last_id: str,
        numbers: Callable[[], Awaitable[Numbers]],
        allowed: Callable[[], Awaitable[bool]],
    ) -> AsyncIterator[bytes]:
        """The events of a match, beginning with what has changed since `last_id`."""
        told = _numbers(last_id)
        wake = asyncio.Event()
        wake.set()
        self._listeners.setdefault(match_id, set()).add(wake)
        try:
            yield b"retry: 1000\n\n"
            while True:
                try:
                    await asyncio.wait_for(wake.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                wake.clear()
                if match_id in self._gone:
                    yield _event("gone", "", {})
                    return
                if self._closing or not await allowed():
                    return
                version, chat = await numbers()
                if version != told[0]:
                    told = version, told[1]
                    yield _event("position", _id(told), {"version": version})
                if chat != told[1]:
                    told = told[0], chat
                    yield _event("chat", _id(told), {"length": chat})
        finally:
            self._leave(match_id, wake)

    def _leave(self, match_id: str, wake: asyncio.Event) -> None:
        listeners = self._listeners.get(match_id, set())
        listeners.discard(wake)
        if not listeners:
            self._listeners.pop(match_id, None)
            self._gone.discard(match_id)


def _numbers(last_id: str) -> Numbers:
    match = _ID.fullmatch(last_id)
    return (int(match[1]), int(match[2])) if match else (-1, 0)


def _id(numbers: Numbers) -> str:
    return f"{max(numbers[0], 0)}.{numbers[1]}"


def _event(name: str, number: str, data: dict[str, int]) -> bytes:
    identity = f"id: {number}\n" if number else ""
    return f"event: {name}\n{identity}data: {msgspec.json.encode(data).decode()}\n\n".encode()
