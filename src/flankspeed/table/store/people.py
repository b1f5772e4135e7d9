"""People: names, chat, notes and where they want to be told of their turn, as statements do."""

from __future__ import annotations

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select

from flankspeed.table.store.schema import CHAT, NAMES, NOTES, NOTICES, SEEN
from flankspeed.table.store.stored import Asking
from flankspeed.table.wire import Said

_THE_MATCH: BindParameter[str] = bindparam("the_match")
_THE_SEAT: BindParameter[str] = bindparam("the_seat")
_NAMES = select(NAMES.c.seat, NAMES.c.name).where(NAMES.c.match == _THE_MATCH)
_DROP_NAME = delete(NAMES).where(NAMES.c.match == _THE_MATCH, NAMES.c.seat == _THE_SEAT)
_ADD_NAME = insert(NAMES)
_SEEN = select(SEEN.c.seat, SEEN.c.at).where(SEEN.c.match == _THE_MATCH)
_DROP_SEEN = delete(SEEN).where(SEEN.c.match == _THE_MATCH, SEEN.c.seat == _THE_SEAT)
_ADD_SEEN = insert(SEEN)
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


def names(connection: Connection, match_id: str) -> dict[str, str]:
    """What those at the seats are called."""
    return {row.seat: row.name for row in connection.execute(_NAMES, {"the_match": match_id})}


def name(connection: Connection, match_id: str, seat: str, name: str) -> None:
    """Note what somebody is called; an empty name is none."""
    connection.execute(_DROP_NAME, {"the_match": match_id, "the_seat": seat})
    if name:
        connection.execute(_ADD_NAME, {"match": match_id, "seat": seat, "name": name})


def seen(connection: Connection, match_id: str) -> dict[str, str]:
    """When the holders of the seats were here last."""
    return {row.seat: row.at for row in connection.execute(_SEEN, {"the_match": match_id})}


def see(connection: Connection, match_id: str, seat: str, at: str) -> None:
    """Note that the holder of a seat is here."""
    connection.execute(_DROP_SEEN, {"the_match": match_id, "the_seat": seat})
    connection.execute(_ADD_SEEN, {"match": match_id, "seat": seat, "at": at})


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


def forget(connection: Connection, match_id: str, seat: str) -> None:
    """Somebody else has a seat: what was his who had it is gone."""
    for drop in (_DROP_NOTES, _DROP_NAME, _DROP_SEEN, _DROP_NOTICE):
        connection.execute(drop, {"the_match": match_id, "the_seat": seat})
