"""The folder of a study: what it is, and its results, a Parquet file for each chunk of games.

    DIR/study.json                          the study, with its cells
    DIR/cells/CELL/00000100-00000149.parquet   games 100 to 149 of a cell
    DIR/records/CELL/00000100.fsr           the record of a game, if records are kept

A file is written beside its place and put there when it is whole: what is there is right, and what
is missing is played.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, Self

import msgspec

from flankspeed.engine import DataError, FlankspeedError, OptionError
from flankspeed.engine.data import typed
from flankspeed.lab.columns import arrow
from flankspeed.lab.rows import Row
from flankspeed.lab.study.study import Cell, Study

try:
    import fcntl
except ImportError:  # no POSIX system: there nobody is kept out
    fcntl = None  # type: ignore[assignment]

_STUDY, _CELLS, _RECORDS, _LOCK, _PART = "study.json", "cells", "records", ".lock", ".part"
_CHUNK = re.compile(r"(\d{8,})-(\d{8,})\.parquet")


class Store:
    """The folder of one study, for reading; in `with`, for writing too, by one process."""

    def __init__(self, path: Path, study: Study) -> None:
        """Take a folder that is empty, or that of this study; else raise, and write nothing."""
        arrow()  # say now if it is missing
        self.path = path
        self.study = study
        self._lock: FileIO | None = None
        if path.exists() and not path.is_dir():
            raise OptionError(f"{path} is not a folder")
        if (path / _STUDY).exists():
            _check_same(path, _read(path), study)
        elif path.exists() and any(path.iterdir()):
            raise OptionError(f"{path} holds other things, but no study: name another folder")

    @classmethod
    def open(cls, path: Path) -> Store:
        """The folder of a study that has been run, at least for a while."""
        return cls(path, _read(path))

    def __enter__(self) -> Self:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = FileIO(self.path / _LOCK, "w")
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for left in self.path.rglob(f"*{_PART}"):
                left.unlink()
            self._write(self.path / _STUDY, msgspec.json.encode(self.study))
        except BlockingIOError:
            raise OptionError(f"{self.path} is in use: another process runs this study") from None
        except OSError as error:
            raise FlankspeedError(f"cannot write {self.path}: {error.strerror}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            self._lock.close()

    def chunks(self, cell: Cell) -> list[tuple[int, int]]:
        """The games of a cell that are there, as (first, last) of each file, in order."""
        folder = self.path / _CELLS / cell.id
        found = [_CHUNK.fullmatch(path.name) for path in folder.glob("*.parquet")]
        return sorted((int(match[1]), int(match[2])) for match in found if match)

    def add(self, cell: Cell, rows: Sequence[Row]) -> None:
        """Keep the results of games with numbers in a row, and their records."""
        pa, columns, labels = arrow(), self.study.columns, self.study.labels(cell)
        for row in rows:
            if row.record:
                path = self.path / _RECORDS / cell.id / f"{row.number:08}.fsr"
                self._write(path, row.record.encode())
        lines = [columns.full_line(row, labels) for row in rows]
        table = pa.Table.from_pylist(lines, columns.schema(turns=True))
        sink = pa.BufferOutputStream()
        pa.parquet.write_table(table, sink)
        name = f"{rows[0].number:08}-{rows[-1].number:08}.parquet"
        self._write(self.path / _CELLS / cell.id / name, sink.getvalue())

    def tables(self, cell: Cell, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """The results of a cell, a table of Arrow for each file."""
        for first, last in self.chunks(cell):
            path = self.path / _CELLS / cell.id / f"{first:08}-{last:08}.parquet"
            try:
                table = arrow().parquet.read_table(path, columns=columns)
            except (OSError, arrow().ArrowException) as error:
                why = " ".join(str(error).split())
                raise DataError(f"{path} cannot be read; delete it and run the study: {why}") from (
                    error
                )
            if table.num_rows != last - first + 1:
                raise DataError(f"{path} does not hold its games: delete it and run the study")
            yield table

    def _write(self, path: Path, contents: Any) -> None:
        """Write a file whole or not at all, even if the machine goes down."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + _PART)
        with part.open("wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)


def _read(path: Path) -> Study:
    try:
        text = (path / _STUDY).read_bytes()
    except FileNotFoundError:
        raise DataError(f"{path} holds no study") from None
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    try:
        return typed(msgspec.json.decode(text), Study)
    except msgspec.MsgspecError as error:
        raise DataError(f"{path / _STUDY} is not what a study leaves there: {error}") from None


def _check_same(path: Path, there: Study, study: Study) -> None:
    """Refuse the folder of another study; this one may have got more cells and more games."""
    grown = {cell.id for cell in there.cells} <= {cell.id for cell in study.cells}
    if grown and (there.name, there.game) == (study.name, study.game):
        return
    why = there.versions.differs(study.versions) if there.game == study.game else ""
    if there.name == study.name and why:
        raise OptionError(f"{path} holds results by other rules (now {why}): name another folder")
    raise OptionError(
        f"{path} holds another study ({there.name!r}, or other cells): name another folder"
    )
