"""Plain changes: choices alone, which nearly all changes are, written by the driver itself.

That costs a third of what the same statements do in a transaction of SQLAlchemy's; of PostgreSQL
it is one statement, with one way there and back.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import ARRAY, Integer, Text, bindparam, func, insert, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.base import Executable

from flankspeed.table.store.direct import Statement
from flankspeed.table.store.schema import KEYS, LINES, MATCHES
from flankspeed.table.store.statements import columns
from flankspeed.table.store.stored import Change, Conflict, KeyUsed

_COLUMNS = ("name", "seats", "version", "undone", "choice", "values", "turn", "changed")
_CHANGE = (
    update(MATCHES)
    .where(MATCHES.c.id == bindparam("the_match"), MATCHES.c.version == bindparam("before"))
    .values({name: bindparam(f"new_{name}") for name in _COLUMNS})
)


def _values(change: Change) -> dict[str, Any]:
    new = {f"new_{name}": value for name, value in columns(change).items()}
    return new | {"the_match": change.id, "before": change.version - 1}


def _text(statement: Executable) -> str:
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))  # type: ignore[attr-defined]


_SQLITE_CHANGE = _text(_CHANGE)
_SQLITE_LINE = _text(insert(LINES))
_SQLITE_KEY = _text(insert(KEYS).prefix_with("OR IGNORE"))


def write(connection: sqlite3.Connection, change: Change) -> None:
    """Write a plain change to SQLite; see `statements.apply`."""
    try:
        if connection.execute(_SQLITE_CHANGE, _values(change)).rowcount != 1:
            raise Conflict
        for place, text in enumerate(change.added, change.kept):
            connection.execute(_SQLITE_LINE, {"match": change.id, "place": place, "text": text})
        if (mark := change.applied) is not None:
            row = {"match": change.id, "seat": mark.seat, "key": mark.key, "request": mark.request}
            if not connection.execute(_SQLITE_KEY, row).rowcount:
                raise KeyUsed
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _statement() -> Statement:
    changed = _CHANGE.returning(MATCHES.c.id).cte("changed")
    places, texts = bindparam("places", type_=ARRAY(Integer)), bindparam("texts", type_=ARRAY(Text))
    new = func.unnest(places, texts).table_valued("place", "text").render_derived("new")
    added = insert(LINES).from_select(
        ["match", "place", "text"], select(changed.c.id, new.c.place, new.c.text)
    )
    seat, key, request = (bindparam(name, type_=Text) for name in ("seat", "key", "request"))
    marked = insert(KEYS).from_select(
        ["match", "seat", "key", "request"],
        select(changed.c.id, seat, key, request).where(seat != ""),
    )
    ctes = added.cte("added"), marked.cte("marked")
    return Statement(select(func.count()).select_from(changed).add_cte(*ctes))


WRITE = _statement()


def values(change: Change) -> dict[str, Any]:
    """The values of a plain change for `WRITE`, which answers how many matches it has changed."""
    mark = change.applied
    return _values(change) | {
        "places": list(range(change.kept, change.kept + len(change.added))),
        "texts": change.added,
        "seat": mark.seat if mark else "",
        "key": mark.key if mark else "",
        "request": mark.request if mark else "",
    }
