"""Connections: what one may cost. Heads are short and soon there, bodies too, idle ones give way.

uvicorn reads requests with httptools, which takes a head of any length, from one who takes any
time. Here every connection is counted, and one sweep looks after all of them a few times a second.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, NamedTuple

import httptools
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from flankspeed.table.defaults import CONNECTIONS, SECONDS
from flankspeed.table.log import report
from flankspeed.table.metrics import CONNECTIONS_CLOSED

HEAD_BYTES = 16 * 1024  # of request line and headers; also of what stands between parts of a body
URL_BYTES = 4 * 1024
BODY_BYTES = 5_000_000  # more than any request may have
MOST_AHEAD = 16  # requests sent before the first one is answered
_SLOWEST = 20_000  # bytes of a body in a second
_SLICE = 16 * 1024  # bytes that are read at once


class Allowed(NamedTuple):
    """What connections are allowed: seconds for a head, and how many there may be."""

    seconds: float = SECONDS
    most: int = CONNECTIONS


class Door:
    """All connections of a server."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        # Those from which no whole request is under way; which is so for longest stands first.
        self.resting: dict[Connection, None] = {}
        self._closed: Counter[str] = Counter()

    def connection(self, **given: Any) -> Connection:
        """What uvicorn reads a new connection with."""
        return Connection(self, **given)

    def make_room(self, newcomer: Connection) -> None:
        """If there are too many, close the one that rests longest; if none does, the new one."""
        if len(newcomer.connections) > self.allowed.most:
            oldest = next(iter(self.resting))  # the new one rests, too
            del self.resting[oldest]  # it is lost only later, and the next one takes another
            if oldest is newcomer:
                newcomer.refuse(503, "too many connections")
            else:
                oldest.refuse(0, "idle, and others came")

    def sweep(self, connections: set[Any]) -> None:
        """Cut off who takes too long, and write down what was closed: a line for each reason."""
        now = time.monotonic()
        for connection in list(connections):
            if isinstance(connection, Connection):
                connection.look(now)
        for reason, count in self._closed.items():
            report("connections closed", level="warning", reason=reason, count=count)
        self._closed.clear()

    def note(self, reason: str) -> None:
        """Count one that was closed."""
        CONNECTIONS_CLOSED.add(reason)
        self._closed[reason] += 1


class _TooMuch(Exception):
    """The request is refused while it is read."""


class Connection(HttpToolsProtocol):
    """One connection, which knows since when it waits for what."""

    def __init__(self, door: Door, **given: Any) -> None:
        super().__init__(**given)
        self._door = door
        self._since = time.monotonic()  # that it waits for a head or a body
        self._reading = "head"  # or "body", or "" between two requests
        self._unread = 0  # bytes since anything came of them
        self._body = 0
        self._stuck: float | None = None  # since when it takes no answer
        self._refusal = (400, "not HTTP")

    # --- its life ---

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._door.resting[self] = None
        self._door.make_room(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.resting.pop(self, None)
        super().connection_lost(exc)

    def look(self, now: float) -> None:
        """Cut it off if it takes too long."""
        if self.transport.is_closing():
            return
        seconds = self._door.allowed.seconds
        if self._stuck is not None and now - self._stuck > 3 * seconds:
            self._door.note("it takes no answer")
            self.transport.abort()
        elif self._reading == "head" and now - self._since > seconds:
            if self._unread:
                self.refuse(408, "its head took too long")
            else:
                self.transport.close()
        elif self._reading == "body" and now - self._since > seconds + self._body / _SLOWEST:
            self.refuse(408, "its body took too long")

    def refuse(self, status: int, reason: str) -> None:
        """Close it, with an answer if it gets one (0: none) and has got no part of another."""
        if self.transport.is_closing():
            return
        self._door.note(reason)
        if status and not self._is_answering():
            closing = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + closing)
        self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete

    # --- what it is sent ---

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            self._read(data[start : start + _SLICE] if len(data) > _SLICE else data)

    def _read(self, data: bytes) -> None:
        if not self._reading:
            self._wait_for("head")
        self._unread += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:  # we know no other protocol: it is a request as any
            self._wait_for("")
        except httptools.HttpParserError:
            self.refuse(*self._refusal)
        if self._unread > HEAD_BYTES:
            self.refuse(431, "its head is too long")

    def _wait_for(self, what: str) -> None:
        self._reading, self._since = what, time.monotonic()
        self._unread = self._body = 0

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            self._stop(429, "too many requests at once")
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > URL_BYTES:
            self._stop(414, "its address is too long")

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._wait_for("body")

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        self._body += len(body)
        if self._body > BODY_BYTES:
            self._stop(413, "its body is too long")
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._wait_for("")
        self._door.resting.pop(self, None)
        super().on_message_complete()

    def _stop(self, status: int, reason: str) -> None:
        self._refusal = status, reason
        raise _TooMuch

    # --- what it is answered ---

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._door.resting.pop(self, None)
            self._door.resting[self] = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck = None
