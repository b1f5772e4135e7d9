"""Statements: what is read and written in one transaction, the same in SQLite and PostgreSQL.

Each function takes a connection in a transaction. Statements are made once: only values change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, update

from flankspeed.table.store import people
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
    NEXT,
    OFFERED,
    OPEN_SEATS,
    SNAPSHOTS,
    TOKENS,
    VOUCHED,
)
from flankspeed.table.store.stored import (
    Change,
    Conflict,
    Kept,
    KeyUsed,
    Pending,
    Stored,
    Vacant,
    Vouched,
    Waiting,
    now,
)
from flankspeed.table.wire import Asked, Offered

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
_ADD_KEY = insert(KEYS)
_KEY = select(KEYS.c.request).where(
    KEYS.c.match == _THE_MATCH, KEYS.c.seat == _THE_SEAT, KEYS.c.key == bindparam("the_key")
)
_CHAT_LENGTH = select(func.count()).select_from(CHAT).where(CHAT.c.match == _THE_MATCH)


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
        names=people.names(connection, match_id),
        open_seats=list(connection.scalars(_OPEN, the_match)),
        next=connection.scalar(_NEXT, the_match) or "",
        imported=connection.scalar(_IMPORT, the_match),
        changed=row["changed"],
        expires=expires(connection, match_id),
        seen=people.seen(connection, match_id),
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


def tokens(connection: Connection, match_id: str) -> dict[str, str]:
    """The hashes of a match's tokens, with the seat of each."""
    rows = connection.execute(_TOKENS, {"the_match": match_id})
    return {row.hash: row.seat for row in rows}


def expires(connection: Connection, match_id: str) -> dict[str, str]:
    """When the links of a match end, by their hashes, if they do."""
    return {row.hash: row.at for row in connection.execute(_EXPIRES, {"the_match": match_id})}


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
        connection.execute(_VOID_TOKEN, the_match | {"the_seat": seat})
        if not change.same:
            people.forget(connection, change.id, seat)
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
            list(people.names(connection, row.id).values()),
            row.created,
        )
        for row in connection.execute(_VACANT, {"most": most})
    ]


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
