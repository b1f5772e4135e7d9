"""The past of a room: snapshots in the store, so that opening it costs the same however long it is.

Every so many choices a room is written down as it stands, with the log since the last time, and
forgets what lies before. The log is kept compressed, as it is sent; it is read again, as lines are,
when somebody asks.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from flankspeed.engine import Match, RecordError
from flankspeed.engine.edition import edition
from flankspeed.engine.records.snapshot import Snapshot, take
from flankspeed.table.rooms.log_entries import LogEntries, Reader
from flankspeed.table.store.stored import Kept
from flankspeed.table.wire import Entry

T = TypeVar("T")

EVERY = 100  # choices; to open a room fewer than about so many are replayed
_LONGEST = 50_000_000  # bytes of one snapshot or part of the log, whatever a backup holds


class Past:
    """What the store has of a room besides its last lines."""

    def __init__(self, snapshots: list[Kept]) -> None:
        self._kept = snapshots

    @property
    def entries(self) -> int:
        """How many entries of the log there are."""
        return self._kept[-1].entries if self._kept else 0

    @property
    def lines(self) -> int:
        """How many lines of the record there are."""
        return self._kept[-1].lines if self._kept else 0

    def log(self) -> list[Entry]:
        """The log up to the last snapshot."""
        return [_decoded(entry, Entry) for entry in _read(self._kept, 0)]

    def reader(self) -> Reader:
        """What reads the log up to the snapshot that is the last one now."""
        kept = tuple(self._kept)
        return lambda first: [*_read(kept, first)]

    def add(self, kept: Kept) -> None:
        """The store has one more; its data are not needed here."""
        self._kept.append(msgspec.structs.replace(kept, data=b""))

    def cut(self, lines: int) -> None:
        """The store has those after so many lines no more."""
        self._kept = [kept for kept in self._kept if kept.lines <= lines]


def _read(snapshots: Iterable[Kept], first: int) -> list[msgspec.Raw]:
    """The log from entry `first` on; the entries themselves are not looked at."""
    log, begins = list[msgspec.Raw](), 0
    for kept in snapshots:
        if kept.entries > first:
            part = unzipped(kept.log, list[msgspec.Raw])
            start = kept.entries - len(part)  # what another server kept may overlap
            if not log or start < begins:
                log, begins = part, start
            else:
                log[start - begins :] = part
    return log[first - begins :]


def due(match: Match, past: Past) -> bool:
    """Whether a match has gone on far enough since its last snapshot."""
    return match.settled[0] - past.lines >= EVERY


def keep(match: Match, log: LogEntries, past: Past) -> tuple[Snapshot, Kept] | None:
    """A snapshot of a match, as it is and as the store has it; None if it cannot be had."""
    snapshot = take(match)
    if snapshot is None or snapshot.lines <= past.lines:
        return None
    entries = log.length_at(snapshot.choices)
    part = log.part(past.entries).read_at_once()[: entries - past.entries]
    kept = Kept(
        lines=snapshot.lines,
        entries=entries,
        edition=edition(match.game),
        data=zipped(snapshot),
        log=zipped(part),
    )
    return snapshot, kept


def read_snapshot(data: bytes) -> Snapshot:
    """A snapshot of the store; `RecordError` if it cannot be read."""
    return unzipped(data, Snapshot)


def zipped(value: object) -> bytes:
    """A value as it stands in the store."""
    return zlib.compress(msgspec.json.encode(value), 6)


def unzipped(data: bytes, kind: type[T]) -> T:
    """What stands in the store compressed; it may come from a backup of anybody's."""
    try:
        text = zlib.decompressobj().decompress(data, _LONGEST)
    except zlib.error as error:
        raise RecordError(f"a snapshot cannot be read: {error}") from None
    return _decoded(text, kind)


def _decoded(text: bytes | msgspec.Raw, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"a snapshot cannot be read: {error}") from None
