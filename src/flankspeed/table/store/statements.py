"""Statements: what is read and written in one transaction, the same in SQLite and PostgreSQL.

Each function takes a connection in a transaction. Statements are made once: only values change.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from time import time
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, update

from flankspeed.engine import FlankspeedError
from flankspeed.table.store.schema import (
    ASKED,
    CHAT,
    EDITIONS,
    EXPIRES,
    IMPORTS,
    KEYS,
    LESSONS,
    LINES,
    MATCHES,
    NAMES,
    NEXT,
    NOTES,
    NOTICES,
    OFFERED,
    OPEN_SEATS,
    SEEN,
    SNAPSHOTS,
    TOKENS,
    VOUCHED,
)
from flankspeed.table.wire import Asked, Offered, Said


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


_THE_MATCH: BindParameter[str] = bindparam("the_match")
_THE_SEAT: BindParameter[str] = bindparam("the_seat")
_COUNT = select(func.count()).select_from(MATCHES)
_MATCH = select(MATCHES).where(MATCHES.c.id == _THE_MATCH)
_ADD_MATCH = insert(MATCHES)
_CHANGE = update(MATCHES).where(
    MATCHES.c.id == _THE_MATCH, MATCHES.c.version == bindparam("version_before")
)
_HEAD = update(MATCHES).where(MATCHES.c.id == _THE_MATCH)
_REMOVE = delete(MATCHES).where(MATCHES.c.id == _THE_MATCH)
_WAITING = (
    select(MATCHES.c.id, MATCHES.c.seats, MATCHES.c.turn)
    .where(MATCHES.c.turn != "")
    .order_by(MATCHES.c.changed.desc())
)
_TURN = select(MATCHES.c.turn).where(MATCHES.c.id == _THE_MATCH)
_LINES = (
    select(LINES.c.text)
    .where(LINES.c.match == _THE_MATCH, LINES.c.place >= bindparam("first"))
    .order_by(LINES.c.place)
)
_ADD_LINES = insert(LINES)
_AT_ONCE = 1000  # lines: more of them would hold others up
_CUT_LINES = delete(LINES).where(LINES.c.match == _THE_MATCH, LINES.c.place >= bindparam("kept"))
_LOGS = (
    select(SNAPSHOTS.c.lines, SNAPSHOTS.c.entries, SNAPSHOTS.c.edition, SNAPSHOTS.c.log)
    .where(SNAPSHOTS.c.match == _THE_MATCH)
    .order_by(SNAPSHOTS.c.lines)
)
_SNAPSHOT = select(SNAPSHOTS.c.data).where(
    SNAPSHOTS.c.match == _THE_MATCH, SNAPSHOTS.c.lines == bindparam("at")
)
_STATES = (
    select(SNAPSHOTS.c.lines, SNAPSHOTS.c.data)
    .where(SNAPSHOTS.c.match == _THE_MATCH)
    .order_by(SNAPSHOTS.c.lines)
)
_ADD_SNAPSHOT = insert(SNAPSHOTS)
_DROP_SNAPSHOT = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.match == _THE_MATCH, SNAPSHOTS.c.lines == bindparam("at")
)
_CUT_SNAPSHOTS = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.match == _THE_MATCH, SNAPSHOTS.c.lines > bindparam("kept")
)
_VOUCHED = select(VOUCHED).where(VOUCHED.c.match == _THE_MATCH)
_VOUCH = insert(VOUCHED)
_DROP_VOUCHED = delete(VOUCHED).where(VOUCHED.c.match == _THE_MATCH)
_EDITION = select(EDITIONS.c.version, EDITIONS.c.edition).where(EDITIONS.c.match == _THE_MATCH)
_ADD_EDITION = insert(EDITIONS)
_DROP_EDITION = delete(EDITIONS).where(EDITIONS.c.match == _THE_MATCH)
_LESSON = select(LESSONS.c.name).where(LESSONS.c.match == _THE_MATCH)
_ADD_LESSON = insert(LESSONS)
_IMPORT = select(IMPORTS.c.choices).where(IMPORTS.c.match == _THE_MATCH)
_ADD_IMPORT = insert(IMPORTS)
_ASKED = select(ASKED.c.seat, ASKED.c.to, ASKED.c.words, ASKED.c.agreed).where(
    ASKED.c.match == _THE_MATCH
)
_ASK = insert(ASKED)
_DROP_ASKED = delete(ASKED).where(ASKED.c.match == _THE_MATCH)
_OFFERED = select(OFFERED.c.seat, OFFERED.c.agreed).where(OFFERED.c.match == _THE_MATCH)
_OFFER = insert(OFFERED)
_DROP_OFFERED = delete(OFFERED).where(OFFERED.c.match == _THE_MATCH)
_NAMES = select(NAMES.c.seat, NAMES.c.name).where(NAMES.c.match == _THE_MATCH)
_DROP_NAME = delete(NAMES).where(NAMES.c.match == _THE_MATCH, NAMES.c.seat == _THE_SEAT)
_ADD_NAME = insert(NAMES)
_OPEN = (
    select(OPEN_SEATS.c.seat).where(OPEN_SEATS.c.match == _THE_MATCH).order_by(OPEN_SEATS.c.seat)
)
_ADD_OPEN = insert(OPEN_SEATS)
_DROP_OPEN = delete(OPEN_SEATS).where(OPEN_SEATS.c.match == _THE_MATCH)
_VACANT = (
    select(MATCHES.c.id, MATCHES.c.name, MATCHES.c.header, MATCHES.c.created)
    .where(MATCHES.c.id.in_(select(OPEN_SEATS.c.match)))
    .order_by(MATCHES.c.created.desc(), MATCHES.c.id)
    .limit(bindparam("most"))
)
_NEXT = select(NEXT.c.next).where(NEXT.c.match == _THE_MATCH)
_ADD_NEXT = insert(NEXT)
_TOKENS = select(TOKENS.c.hash, TOKENS.c.seat).where(TOKENS.c.match == _THE_MATCH)
_ADD_TOKENS = insert(TOKENS)
_VOID_TOKEN = delete(TOKENS).where(TOKENS.c.match == _THE_MATCH, TOKENS.c.seat == _THE_SEAT)
_EXPIRES = select(EXPIRES.c.hash, EXPIRES.c.at).where(EXPIRES.c.match == _THE_MATCH)
_ADD_EXPIRES = insert(EXPIRES)
_SEEN = select(SEEN.c.seat, SEEN.c.at).where(SEEN.c.match == _THE_MATCH)
_DROP_SEEN = delete(SEEN).where(SEEN.c.match == _THE_MATCH, SEEN.c.seat == _THE_SEAT)
_ADD_SEEN = insert(SEEN)
_ADD_KEY = insert(KEYS)
_KEY = select(KEYS.c.request).where(
    KEYS.c.match == _THE_MATCH, KEYS.c.seat == _THE_SEAT, KEYS.c.key == bindparam("the_key")
)
_CHAT_LENGTH = select(func.count()).select_from(CHAT).where(CHAT.c.match == _THE_MATCH)
_CHAT = (
    select(CHAT.c.number, CHAT.c.seat, CHAT.c.text, CHAT.c.at)
    .where(CHAT.c.match == _THE_MATCH, CHAT.c.number >= bindparam("first"))
    .order_by(CHAT.c.number)
    .limit(bindparam("most"))
)
_SAY = insert(CHAT)
_NOTES = select(NOTES.c.text).where(NOTES.c.match == _THE_MATCH, NOTES.c.seat == _THE_SEAT)
_DROP_NOTES = delete(NOTES).where(NOTES.c.match == _THE_MATCH, NOTES.c.seat == _THE_SEAT)
_ADD_NOTES = insert(NOTES)

_NOTICE = select(NOTICES.c.to, NOTICES.c.code, NOTICES.c.tries).where(
    NOTICES.c.match == _THE_MATCH, NOTICES.c.seat == _THE_SEAT
)
_DROP_NOTICE = delete(NOTICES).where(NOTICES.c.match == _THE_MATCH, NOTICES.c.seat == _THE_SEAT)
_ADD_NOTICE = insert(NOTICES)


def count(connection: Connection) -> int:
    """How many matches there are."""
    return connection.scalar(_COUNT) or 0


def add(connection: Connection, match: Stored) -> None:
    """Write a new match."""
    row = columns(match) | {
        "id": match.id,
        "header": match.header,
        "key": match.key,
        "created": now(),
    }
    connection.execute(_ADD_MATCH, row)
    _add_lines(connection, match.id, 0, match.lines)
    _play_by(connection, match.id, match.begun, match.edition)
    _add_snapshots(connection, match.id, match.snapshots)
    _add_tokens(connection, match.id, list(match.tokens.items()))
    if match.lesson:
        connection.execute(_ADD_LESSON, {"match": match.id, "name": match.lesson})
    if match.imported is not None:
        connection.execute(_ADD_IMPORT, {"match": match.id, "choices": match.imported})
    _add_open(connection, match.id, match.open_seats)


def load(connection: Connection, match_id: str, *, whole: bool = False) -> Stored | None:
    """Read a match; None if there is none of that id.

    Of its record all is read that its last snapshot has not, or, if `whole`, all lines, and with
    them all states that are known.
    """
    the_match = {"the_match": match_id}
    row = connection.execute(_MATCH, the_match).mappings().first()
    if row is None:
        return None
    snapshots = _snapshots(connection, match_id, whole=whole)
    first = snapshots[-1].lines - 1 if snapshots and not whole else 0
    begun, edition = connection.execute(_EDITION, the_match).one_or_none() or ("", "")
    values = msgspec.json.decode(row["values"], type=tuple[int, ...])
    return Stored(
        id=match_id,
        name=row["name"],
        header=row["header"],
        key=row["key"],
        seats=msgspec.json.decode(row["seats"], type=dict[str, str]),
        version=row["version"],
        undone=row["undone"],
        pending=Pending(row["choice"], values),
        turn=row["turn"],
        lines=lines(connection, match_id, first),
        tokens=tokens(connection, match_id),
        chat_length=connection.scalar(_CHAT_LENGTH, the_match) or 0,
        lesson=connection.scalar(_LESSON, the_match) or "",
        asked=_asked(connection, match_id),
        names=_names(connection, match_id),
        open_seats=list(connection.scalars(_OPEN, the_match)),
        next=connection.scalar(_NEXT, the_match) or "",
        imported=connection.scalar(_IMPORT, the_match),
        changed=row["changed"],
        expires=expires(connection, match_id),
        seen=seen(connection, match_id),
        offered=_offered(connection, match_id),
        begun=begun,
        edition=edition,
        snapshots=snapshots,
        vouched=_vouched(connection, match_id) if whole else None,
        first=first,
    )


def lines(connection: Connection, match_id: str, first: int = 0) -> list[str]:
    """The lines of a match's record, from place `first` on."""
    return list(connection.scalars(_LINES, {"the_match": match_id, "first": first}))


def _snapshots(connection: Connection, match_id: str, *, whole: bool) -> list[Kept]:
    """The snapshots with their parts of the log; the last one has its data, or all have."""
    rows = connection.execute(_LOGS, {"the_match": match_id})
    found = [Kept(row.lines, row.entries, row.edition, b"", row.log) for row in rows]
    if whole:
        rows = connection.execute(_STATES, {"the_match": match_id})
        states = {row.lines: row.data for row in rows}
        for kept in found:
            kept.data = states[kept.lines]
    elif found:
        which = {"the_match": match_id, "at": found[-1].lines}
        found[-1].data = connection.scalar(_SNAPSHOT, which) or b""
    return found


def past(connection: Connection, match_id: str) -> tuple[list[str], dict[int, bytes]]:
    """All that lies before the last snapshot: the lines, and the data of all snapshots."""
    rows = connection.execute(_STATES, {"the_match": match_id})
    return lines(connection, match_id), {row.lines: row.data for row in rows}


def renew(connection: Connection, match: Stored) -> None:
    """Note by which rules a match is played from now on, with its snapshots under them."""
    connection.execute(_CUT_SNAPSHOTS, {"the_match": match.id, "kept": -1})
    _play_by(connection, match.id, match.begun, match.edition)
    _add_snapshots(connection, match.id, match.snapshots)


def _play_by(connection: Connection, match_id: str, version: str, edition: str) -> None:
    connection.execute(_DROP_EDITION, {"the_match": match_id})
    row = {"match": match_id, "version": version, "edition": edition}
    connection.execute(_ADD_EDITION, row)


def _add_snapshots(connection: Connection, match_id: str, snapshots: Sequence[Kept]) -> None:
    for kept in snapshots:  # another server may have kept the same
        connection.execute(_DROP_SNAPSHOT, {"the_match": match_id, "at": kept.lines})
        connection.execute(_ADD_SNAPSHOT, msgspec.structs.asdict(kept) | {"match": match_id})


def _vouched(connection: Connection, match_id: str) -> Vouched | None:
    row = connection.execute(_VOUCHED, {"the_match": match_id}).first()
    return None if row is None else Vouched(row.match, row.choices, row.undone, row.state)


def vouch(connection: Connection, states: Sequence[Vouched]) -> None:
    """Note in which states matches stand."""
    for vouched in states:
        connection.execute(_DROP_VOUCHED, {"the_match": vouched.match})
        connection.execute(_VOUCH, msgspec.structs.asdict(vouched))


def _asked(connection: Connection, match_id: str) -> Asked | None:
    row = connection.execute(_ASKED, {"the_match": match_id}).first()
    if row is None:
        return None
    return Asked(row.seat, row.to, row.words, msgspec.json.decode(row.agreed, type=list[str]))


def _offered(connection: Connection, match_id: str) -> Offered | None:
    row = connection.execute(_OFFERED, {"the_match": match_id}).first()
    return Offered(row.seat, msgspec.json.decode(row.agreed, type=list[str])) if row else None


def _names(connection: Connection, match_id: str) -> dict[str, str]:
    return {row.seat: row.name for row in connection.execute(_NAMES, {"the_match": match_id})}


def tokens(connection: Connection, match_id: str) -> dict[str, str]:
    """The hashes of a match's tokens, with the seat of each."""
    rows = connection.execute(_TOKENS, {"the_match": match_id})
    return {row.hash: row.seat for row in rows}


def expires(connection: Connection, match_id: str) -> dict[str, str]:
    """When the links of a match end, by their hashes, if they do."""
    return {row.hash: row.at for row in connection.execute(_EXPIRES, {"the_match": match_id})}


def seen(connection: Connection, match_id: str) -> dict[str, str]:
    """When the holders of the seats were here last."""
    return {row.seat: row.at for row in connection.execute(_SEEN, {"the_match": match_id})}


def see(connection: Connection, match_id: str, seat: str, at: str) -> None:
    """Note that the holder of a seat is here."""
    connection.execute(_DROP_SEEN, {"the_match": match_id, "the_seat": seat})
    connection.execute(_ADD_SEEN, {"match": match_id, "seat": seat, "at": at})


def apply(connection: Connection, change: Change) -> None:
    """Write a change; `Conflict` if the store has another version than the one before it."""
    the_match = {"the_match": change.id}
    before = {"version_before": change.version - 1}
    if connection.execute(_CHANGE, columns(change) | the_match | before).rowcount != 1:
        raise Conflict
    if change.header:
        connection.execute(_HEAD, the_match | {"header": change.header})
    if change.cut:
        connection.execute(_CUT_LINES, the_match | {"kept": change.kept})
        connection.execute(_CUT_SNAPSHOTS, the_match | {"kept": change.kept})
    _add_lines(connection, change.id, change.kept, change.added)
    _add_snapshots(connection, change.id, [change.snapshot] if change.snapshot else [])
    if change.asked_anew:
        _ask(connection, change.id, change.asked)
    if change.offered_anew:
        _offer(connection, change.id, change.offered)
    if change.open_seats is not None:
        connection.execute(_DROP_OPEN, the_match)
        _add_open(connection, change.id, change.open_seats)
    if change.next:
        connection.execute(_ADD_NEXT, {"match": change.id, "next": change.next})
    for seat in change.tokens:
        the_seat = the_match | {"the_seat": seat}
        connection.execute(_VOID_TOKEN, the_seat)
        if not change.same:
            for drop in (_DROP_NOTES, _DROP_NAME, _DROP_SEEN, _DROP_NOTICE):
                connection.execute(drop, the_seat)
    _add_tokens(connection, change.id, [(new, seat) for seat, new in change.tokens.items() if new])
    for seat, at in change.expires.items():
        row = {"hash": change.tokens[seat], "match": change.id, "at": at}
        connection.execute(_ADD_EXPIRES, row)
    if (mark := change.applied) is not None:
        if applied(connection, change.id, mark.seat, mark.key) is not None:
            raise KeyUsed
        connection.execute(_ADD_KEY, msgspec.structs.asdict(mark) | {"match": change.id})


def _ask(connection: Connection, match_id: str, asked: Asked | None) -> None:
    connection.execute(_DROP_ASKED, {"the_match": match_id})
    if asked:
        row = msgspec.structs.asdict(asked) | {"match": match_id}
        row["agreed"] = msgspec.json.encode(asked.agreed).decode()
        connection.execute(_ASK, row)


def _offer(connection: Connection, match_id: str, offered: Offered | None) -> None:
    connection.execute(_DROP_OFFERED, {"the_match": match_id})
    if offered:
        agreed = msgspec.json.encode(offered.agreed).decode()
        connection.execute(_OFFER, {"match": match_id, "seat": offered.seat, "agreed": agreed})


def _add_open(connection: Connection, match_id: str, seats: Sequence[str]) -> None:
    if seats:
        connection.execute(_ADD_OPEN, [{"match": match_id, "seat": seat} for seat in seats])


def applied(connection: Connection, match_id: str, seat: str, key: str) -> str | None:
    """The request that was applied under this key; None if none was."""
    which = {"the_match": match_id, "the_seat": seat, "the_key": key}
    request: str | None = connection.scalar(_KEY, which)
    return request


def remove(connection: Connection, match_id: str) -> None:
    """Delete a match and all that belongs to it."""
    connection.execute(_REMOVE, {"the_match": match_id})


def waiting(connection: Connection) -> list[Waiting]:
    """The matches in which somebody must choose, the latest first."""
    return [
        Waiting(row.id, msgspec.json.decode(row.seats, type=dict[str, str]), row.turn)
        for row in connection.execute(_WAITING)
    ]


def turn(connection: Connection, match_id: str) -> str:
    """The seat that must choose; empty if none must, or there is no such match."""
    return connection.scalar(_TURN, {"the_match": match_id}) or ""


def vacant(connection: Connection, most: int) -> list[Vacant]:
    """The matches that somebody may join, the newest first."""
    return [
        Vacant(
            row.id,
            row.name,
            row.header,
            list(connection.scalars(_OPEN, {"the_match": row.id})),
            list(_names(connection, row.id).values()),
            row.created,
        )
        for row in connection.execute(_VACANT, {"most": most})
    ]


def name(connection: Connection, match_id: str, seat: str, name: str) -> None:
    """Note what somebody is called; an empty name is none."""
    connection.execute(_DROP_NAME, {"the_match": match_id, "the_seat": seat})
    if name:
        connection.execute(_ADD_NAME, {"match": match_id, "seat": seat, "name": name})


def say(connection: Connection, match_id: str, said: Said) -> None:
    """Add a line to the chat."""
    connection.execute(_SAY, msgspec.structs.asdict(said) | {"match": match_id})


def chat(connection: Connection, match_id: str, first: int, most: int) -> list[Said]:
    """The chat from line `first` on."""
    which = {"the_match": match_id, "first": first, "most": most}
    return [Said(*row) for row in connection.execute(_CHAT, which)]


def notes(connection: Connection, match_id: str, seat: str) -> str:
    """A seat's notes."""
    return connection.scalar(_NOTES, {"the_match": match_id, "the_seat": seat}) or ""


def note(connection: Connection, match_id: str, seat: str, text: str) -> None:
    """Replace a seat's notes."""
    connection.execute(_DROP_NOTES, {"the_match": match_id, "the_seat": seat})
    connection.execute(_ADD_NOTES, {"match": match_id, "seat": seat, "text": text})


def notice(connection: Connection, match_id: str, seat: str) -> Asking | None:
    """Where a seat wants to be told of its turn, if it does."""
    row = connection.execute(_NOTICE, {"the_match": match_id, "the_seat": seat}).first()
    return None if row is None else Asking(*row)


def ask_notice(connection: Connection, match_id: str, seat: str, asking: Asking | None) -> None:
    """Note where a seat wants to be told of its turn; None: nowhere."""
    connection.execute(_DROP_NOTICE, {"the_match": match_id, "the_seat": seat})
    if asking:
        row = msgspec.structs.asdict(asking) | {"match": match_id, "seat": seat}
        connection.execute(_ADD_NOTICE, row)


def columns(match: Stored | Change) -> dict[str, Any]:
    """The columns of a match that change."""
    return {
        "name": match.name,
        "seats": msgspec.json.encode(match.seats).decode(),
        "version": match.version,
        "undone": match.undone,
        "choice": match.pending.choice,
        "values": msgspec.json.encode(match.pending.values).decode(),
        "turn": match.turn,
        "changed": now(),
    }


def _add_lines(connection: Connection, match_id: str, first: int, lines: list[str]) -> None:
    for start in range(0, len(lines), _AT_ONCE):
        rows = [
            {"match": match_id, "place": place, "text": text}
            for place, text in enumerate(lines[start : start + _AT_ONCE], first + start)
        ]
        connection.execute(_ADD_LINES, rows)


def _add_tokens(connection: Connection, match_id: str, new: Sequence[tuple[str, str]]) -> None:
    rows = [{"hash": digest, "match": match_id, "seat": seat} for digest, seat in new]
    if rows:
        connection.execute(_ADD_TOKENS, rows)
