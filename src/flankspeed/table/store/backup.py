"""Backups: all matches and what belongs to them, in a file that any store can be made from.

The file is JSON lines, compressed by gzip. The first line says what it is; then comes, table by
table, a line that names its columns and one for each row; the last line says how many rows there
were, so that a file which was cut off is known. Bytes are written in base64.

Tables that refer to no match (how the store itself is kept) are left out: a store has its own.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Table, func, insert, inspect, select

from flankspeed import __version__
from flankspeed.table.store.schema import MATCHES, METADATA
from flankspeed.table.store.stored import StoreError

FORMAT = 1
_AT_ONCE = 500  # rows read or written together

T = TypeVar("T")


class Head(msgspec.Struct, kw_only=True):
    """The first line: the format, who wrote it, and when."""

    format: int = msgspec.field(name="flankspeed-backup")
    version: str
    created: str


class Columns(msgspec.Struct):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class End(msgspec.Struct):
    """The last line."""

    rows: int


def tables() -> list[Table]:
    """The tables of matches, each after those it refers to."""
    return [
        table
        for table in METADATA.sorted_tables
        if table is MATCHES or any(key.column.table is MATCHES for key in table.foreign_keys)
    ]


def lines_of(connection: Connection) -> Iterator[bytes]:
    """All matches in the store, as the lines of a backup."""
    created = datetime.now(UTC).isoformat(timespec="seconds")
    yield msgspec.json.encode(Head(format=FORMAT, version=__version__, created=created))
    there, rows = inspect(connection), 0
    for table in tables():
        if not there.has_table(table.name):
            continue  # a store of an earlier version: it had nothing to say there
        has = {column["name"] for column in there.get_columns(table.name)}
        columns = [column for column in table.columns if column.name in has]
        yield msgspec.json.encode(
            Columns(str(table.name), [str(column.name) for column in columns])
        )
        every = select(*columns).order_by(*table.primary_key.columns)
        for row in connection.execute(every, execution_options={"yield_per": _AT_ONCE}):
            yield msgspec.json.encode(tuple(row))
            rows += 1
    yield msgspec.json.encode(End(rows))


def add(connection: Connection, lines: Iterable[bytes]) -> int:
    """Put a backup into a store that has no match; how many matches there were."""
    if connection.scalar(select(func.count()).select_from(MATCHES)):
        raise StoreError("the store has matches already: a backup is put into an empty one")
    rows = enumerate(lines, 1)
    _, first = next(rows, (1, b""))
    head = _read(first, Head, 1)
    if head.format != FORMAT:
        raise StoreError(f"this backup is of format {head.format}, and we know format {FORMAT}")
    known = {table.name: table for table in tables()}
    reading: _Reading | None = None
    count = 0
    for number, line in rows:
        if line.startswith(b"["):
            if reading is None:
                raise StoreError(f"line {number} of the backup is a row of no table")
            count += 1
            reading.add(connection, _read(line, list[Any], number), number)
            continue
        if reading is not None:
            reading.flush(connection)
        if line.startswith(b'{"rows"'):
            return _ended(_read(line, End, number), count, rows, connection)
        columns = _read(line, Columns, number)
        reading = _Reading(known, columns, head.version)
    raise StoreError("the backup is cut off: its last line is missing")


def _ended(end: End, count: int, rest: Iterator[tuple[int, bytes]], connection: Connection) -> int:
    if end.rows != count or next(rest, None) is not None:
        raise StoreError(f"the backup is damaged: it had {end.rows} rows, and {count} are in it")
    return connection.scalar(select(func.count()).select_from(MATCHES)) or 0


class _Reading:
    """A table that is being filled."""

    def __init__(self, known: dict[str, Table], columns: Columns, version: str) -> None:
        unknown = f"the backup was made by version {version} and has what this one does not know"
        if columns.table not in known:
            raise StoreError(f"{unknown}: {columns.table}")
        table = known[columns.table]
        for name in columns.columns:
            if name not in table.columns:
                raise StoreError(f"{unknown}: {table.name}.{name}")
        self._types = [table.columns[name].type.python_type for name in columns.columns]
        self._nullable = [bool(table.columns[name].nullable) for name in columns.columns]
        self._names = columns.columns
        self._insert = insert(table)
        self._waiting: list[dict[str, Any]] = []

    def add(self, connection: Connection, row: list[Any], number: int) -> None:
        if len(row) != len(self._names):
            raise StoreError(f"line {number} of the backup has {len(row)} values")
        try:
            values = [
                None if value is None and nullable else msgspec.convert(value, kind)
                for value, kind, nullable in zip(row, self._types, self._nullable, strict=True)
            ]
        except msgspec.ValidationError as error:
            raise StoreError(f"line {number} of the backup cannot be read: {error}") from None
        self._waiting.append(dict(zip(self._names, values, strict=True)))
        if len(self._waiting) == _AT_ONCE:
            self.flush(connection)

    def flush(self, connection: Connection) -> None:
        if self._waiting:
            connection.execute(self._insert, self._waiting)
            self._waiting = []


def _read(line: bytes, kind: type[T], number: int) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        if number == 1:
            raise StoreError("this is no backup of a table") from None
        raise StoreError(f"line {number} of the backup cannot be read") from None


def write_file(path: Path, lines: Iterable[bytes]) -> None:
    """Write a backup; the keys of dice are in it: it is for its owner only.

    An earlier file of that name is there until the new one is whole.
    """
    new = path.with_name(f"{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        with gzip.open(new, "wb", compresslevel=6) as file:
            for line in lines:
                file.write(line + b"\n")
        new.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)


def read_file(path: Path) -> Iterator[bytes]:
    """The lines of a backup."""
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                yield line.rstrip(b"\n")
    except gzip.BadGzipFile:
        raise StoreError(f"{path} is no backup of a table") from None
    except EOFError:
        raise StoreError("the backup is cut off: its last line is missing") from None
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
