"""Sheets: a file with a line for each game, as Parquet, CSV or JSON lines."""

from __future__ import annotations

import csv
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self

import msgspec

from flankspeed.engine import FlankspeedError, Game, OptionError
from flankspeed.lab.columns import SCENARIO, SEED, Columns, arrow
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import Row, figure_names, sides

_SEEDS = 2**63  # a column of Parquet holds no larger number


class Sheet(ABC):
    """A file in the making: it is there when all of it is, else nothing is."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self.path = path
        self.columns = columns
        self._part = path.with_name(f".{path.name}.part")

    def __enter__(self) -> Self:
        try:
            if self.path.is_dir():
                raise IsADirectoryError(0, "Is a directory")
            self._file = self._part.open("wb")
        except OSError as error:
            raise FlankspeedError(f"cannot write {self.path}: {error.strerror}") from error
        self._begin()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._end()
        self._file.close()
        if kind is None:
            os.replace(self._part, self.path)
        else:
            with suppress(FileNotFoundError):
                self._part.unlink()

    def keeper(self, batch: Batch) -> Callable[[Sequence[Row]], None]:
        """What writes more rows of a batch."""
        labels = {SCENARIO: batch.scenario, SEED: batch.seed}
        return lambda rows: self._add([self.columns.line(row, labels) for row in rows])

    @abstractmethod
    def _begin(self) -> None:
        """What stands before all lines."""

    @abstractmethod
    def _add(self, lines: Sequence[dict[str, Any]]) -> None:
        """Write more lines."""

    @abstractmethod
    def _end(self) -> None:
        """What stands after all lines."""


class _Csv(Sheet):
    """Texts between commas, under a head line; what is not there is empty."""

    def _begin(self) -> None:
        self._text = TextIOWrapper(self._file, encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._text, self.columns.names, lineterminator="\n")
        self._writer.writeheader()

    def _add(self, lines: Sequence[dict[str, Any]]) -> None:
        self._writer.writerows(lines)

    def _end(self) -> None:
        self._text.flush()


class _JsonLines(Sheet):
    """An object in each line."""

    def _begin(self) -> None:
        pass

    def _add(self, lines: Sequence[dict[str, Any]]) -> None:
        self._file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)

    def _end(self) -> None:
        pass


class _Parquet(Sheet):
    """A table by columns, in groups of rows."""

    _GROUP = 10_000

    def _begin(self) -> None:
        self._schema = self.columns.schema(turns=False)
        self._writer = arrow().parquet.ParquetWriter(self._file, self._schema)
        self._lines: list[dict[str, Any]] = []

    def _add(self, lines: Sequence[dict[str, Any]]) -> None:
        self._lines += lines
        if len(self._lines) >= self._GROUP:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(arrow().Table.from_pylist(self._lines, self._schema))
        self._lines = []

    def _end(self) -> None:
        self._write()
        self._writer.close()


_KINDS: dict[str, type[Sheet]] = {".parquet": _Parquet, ".csv": _Csv, ".jsonl": _JsonLines}


def sheet_of(path: Path, game: Game[Any], batches: Sequence[Batch]) -> Sheet:
    """The sheet that the name of a file asks for, for games of these batches."""
    kind = _KINDS.get(path.suffix)
    if kind is None:
        raise OptionError(f"{path} should end in {', '.join(_KINDS)}")
    if kind is _Parquet:
        arrow()  # say now if it is missing
        if abs(batches[0].seed) >= _SEEDS:
            raise OptionError(f"{path} cannot hold so large a seed")
    figures = dict.fromkeys(name for batch in batches for name in figure_names(game, batch))
    return kind(path, Columns([SCENARIO, SEED], sides(game), list(figures)))
