"""Stored: a match as it lies in the store, a change of it, and what else is read, as plain data."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from time import time

import msgspec

from flankspeed.engine import FlankspeedError
from flankspeed.table.wire import Asked, Offered


class StoreError(FlankspeedError):
    """The store cannot be opened, read or written."""


class Conflict(StoreError):
    """Somebody else has changed the match in the store."""

    def __init__(self, words: str = "the match has been changed elsewhere") -> None:
        super().__init__(words)


class KeyUsed(Conflict):
    """A request was applied under this key before, perhaps another one; nothing was written."""


class Pending(msgspec.Struct, frozen=True):
    """A choice that waits for typed-in dice (empty: the start of the game), and the dice so far."""

    choice: str = ""
    values: tuple[int, ...] = ()


class Applied(msgspec.Struct, frozen=True):
    """The mark of a request that was applied."""

    seat: str
    key: str
    request: str


class Kept(msgspec.Struct):
    """A snapshot as it lies in the store: after so many lines, with so many entries of the log.

    `log` are those since the snapshot before it.
    """

    lines: int
    entries: int
    edition: str
    data: bytes
    log: bytes


class Vouched(msgspec.Struct, frozen=True):
    """The state that a match was last seen in, compressed, after so many choices and undos."""

    match: str
    choices: int
    undone: int
    state: bytes


class Stored(msgspec.Struct):
    """A match as it lies in the store."""

    id: str
    name: str
    header: str
    key: str
    seats: dict[str, str]
    version: int
    undone: int
    pending: Pending
    turn: str
    lines: list[str]
    tokens: dict[str, str]  # hash: seat
    chat_length: int = 0
    lesson: str = ""
    asked: Asked | None = None
    names: dict[str, str] = {}
    open_seats: list[str] = []
    next: str = ""
    imported: int | None = None  # the number of choices it was taken in with
    changed: str = ""
    expires: dict[str, str] = {}  # hash: when the link ends, if it does
    seen: dict[str, str] = {}  # seat: when its holder was here last
    offered: Offered | None = None
    begun: str = ""  # the version that it was begun with
    edition: str = ""  # of the rules that it was last played by
    snapshots: list[Kept] = []  # in order; but for the last one they may lack their data
    vouched: Vouched | None = None  # if it was read whole
    first: int = 0  # the place of the first of `lines` in the record: before it is a snapshot


class Change(msgspec.Struct, kw_only=True):
    """One change of a match: what is to be written in one transaction."""

    id: str
    version: int  # after it
    undone: int
    name: str
    seats: dict[str, str]
    pending: Pending
    turn: str
    kept: int  # lines of the record that stay
    added: list[str]  # lines that follow them
    cut: bool = False  # whether there are lines to be taken out after those that stay
    applied: Applied | None = None
    tokens: dict[str, str] = {}  # new ones by seat, in place of the old one; empty: there is none
    expires: dict[str, str] = {}  # by seat, when these end, if they do
    same: bool = False  # whether they are for those who had the old ones
    header: str = ""  # the record's, if it is another than before
    asked: Asked | None = None
    asked_anew: bool = False  # whether that is another than before
    offered: Offered | None = None
    offered_anew: bool = False
    open_seats: list[str] | None = None  # those left, if there were more before
    next: str = ""  # the match that is played next, if it is settled now
    snapshot: Kept | None = None

    @property
    def plain(self) -> bool:
        """Whether it does nothing but add lines to the record, as nearly all do."""
        return not (
            self.cut
            or self.tokens
            or self.expires
            or self.header
            or self.asked_anew
            or self.offered_anew
            or self.open_seats is not None
            or self.next
            or self.snapshot
        )


class Asking(msgspec.Struct):
    """Somebody wants to be told of his turn: where, the code he has still to type, and tries."""

    to: str
    code: str
    tries: int


class Vacant(msgspec.Struct):
    """A match that somebody may join: its name, the record's header, the free seats, when made."""

    id: str
    name: str
    header: str
    seats: list[str]
    names: list[str]
    created: str


class Waiting(msgspec.Struct):
    """A match that is not over: who sits where, and the seat to choose."""

    id: str
    seats: dict[str, str]
    turn: str


def now() -> str:
    """The time in UTC, as it is stored."""
    return _text_of_second(int(time()))


@lru_cache(maxsize=4)  # a request asks for it a few times
def _text_of_second(second: int) -> str:
    return text_of(datetime.fromtimestamp(second, UTC))


def text_of(moment: datetime) -> str:
    """A time as it is stored; of two the later one is the greater text."""
    return moment.isoformat(timespec="seconds")


@lru_cache(maxsize=1024)
def time_of(text: str) -> datetime:
    """The time that is stored as this text."""
    return datetime.fromisoformat(text)
