"""News: what other servers have written of a match, each in one statement of PostgreSQL."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import JSON, Connection, Table, Text, bindparam, cast, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from flankspeed.table.store.direct import Statement
from flankspeed.table.store.schema import (
    ASKED,
    CHAT,
    EXPIRES,
    LINES,
    MATCHES,
    NAMES,
    NEXT,
    OFFERED,
    OPEN_SEATS,
    SEEN,
    TOKENS,
)
from flankspeed.table.store.stored import Pending, Stored
from flankspeed.table.wire import HUMAN, Asked, Offered


class Standing(NamedTuple):
    """How far a match is, and what the link that somebody has is good for."""

    version: int
    chat_length: int
    names: dict[str, str]
    seat: str | None  # of the link, if there is such a one
    expires: str | None  # when it ends, if it does


def _pairs(table: Table, key: str, value: str) -> Any:
    """Two columns of a match's rows, as a JSON object."""
    pairs = cast(func.json_object_agg(table.c[key], table.c[value]), Text)
    return select(pairs).where(table.c.match == MATCHES.c.id).scalar_subquery().label(table.name)


def _row(table: Table, *columns: str) -> Any:
    """Columns of the only row that a match may have there, as a JSON array."""
    row = cast(func.json_build_array(*(table.c[column] for column in columns)), Text)
    return select(row).where(table.c.match == MATCHES.c.id).scalar_subquery().label(table.name)


def _list(table: Table, column: str, order: str, *where: Any) -> Any:
    """A column of a match's rows in their order, as a JSON array."""
    found = cast(func.json_agg(aggregate_order_by(table.c[column], table.c[order])), Text)
    rows = select(found).where(table.c.match == MATCHES.c.id, *where)
    return rows.scalar_subquery().label(table.name)


_THIS = MATCHES.c.id == bindparam("the_match")
_CHAT_LENGTH = (
    select(func.coalesce(func.max(CHAT.c.number) + 1, 0))
    .where(CHAT.c.match == MATCHES.c.id)
    .scalar_subquery()
)
STANDING = Statement(
    select(
        MATCHES.c.version,
        _CHAT_LENGTH,
        _pairs(NAMES, "seat", "name"),
        select(TOKENS.c.seat)
        .where(TOKENS.c.hash == bindparam("the_hash"), TOKENS.c.match == MATCHES.c.id)
        .scalar_subquery(),
        select(EXPIRES.c.at)
        .where(EXPIRES.c.hash == bindparam("the_hash"), EXPIRES.c.match == MATCHES.c.id)
        .scalar_subquery(),
    ).where(_THIS)
)
NEWS = Statement(
    select(
        MATCHES,
        _CHAT_LENGTH.label("chat_length"),
        _list(LINES, "text", "place", LINES.c.place >= bindparam("first")),
        _pairs(TOKENS, "hash", "seat"),
        _pairs(EXPIRES, "hash", "at"),
        _pairs(NAMES, "seat", "name"),
        _pairs(SEEN, "seat", "at"),
        _list(OPEN_SEATS, "seat", "seat"),
        _row(ASKED, "seat", "to", "words", "agreed"),
        _row(OFFERED, "seat", "agreed"),
        _row(NEXT, "next"),
    ).where(_THIS)
)
_WHO = func.json_extract_path_text(cast(MATCHES.c.seats, JSON), MATCHES.c.turn)
_BOTS = (
    select(MATCHES.c.id, MATCHES.c.version)
    .where(MATCHES.c.turn != "", MATCHES.c.changed < bindparam("before"), _WHO != HUMAN)
    .order_by(MATCHES.c.changed)
)


def standing(row: Any) -> Standing:
    """How far a match is, by the answer to `STANDING`."""
    version, chat_length, names, seat, expires = row
    return Standing(version, chat_length, _object(names), seat, expires)


def news(row: Any) -> Stored:
    """A match with some lines of its record, by the answer to `NEWS`."""
    return Stored(
        id=row["id"],
        name=row["name"],
        header=row["header"],
        key=row["key"],
        seats=_object(row["seats"]),
        version=row["version"],
        undone=row["undone"],
        pending=Pending(row["choice"], tuple(_array(row["values"]))),
        turn=row["turn"],
        lines=_array(row["lines"]),
        tokens=_object(row["tokens"]),
        chat_length=row["chat_length"],
        asked=_asked(*_array(row["asked"])),
        names=_object(row["names"]),
        open_seats=_array(row["open_seats"]),
        next="".join(_array(row["next"])),
        changed=row["changed"],
        expires=_object(row["expires"]),
        seen=_object(row["seen"]),
        offered=_offered(*_array(row["offered"])),
    )


def _asked(seat: str = "", to: int = 0, words: str = "", agreed: str = "") -> Asked | None:
    return Asked(seat, to, words, _array(agreed)) if seat else None


def _offered(seat: str = "", agreed: str = "") -> Offered | None:
    return Offered(seat, _array(agreed)) if seat else None


def bots_waiting(connection: Connection, before: str) -> list[tuple[str, int]]:
    """The matches in which a bot must choose since before then, and the version of each."""
    return [(row.id, row.version) for row in connection.execute(_BOTS, {"before": before})]


def _object(text: str | None) -> dict[str, str]:
    return msgspec.json.decode(text, type=dict[str, str]) if text else {}


def _array(text: str | None) -> list[Any]:
    return msgspec.json.decode(text, type=list[Any]) if text else []
