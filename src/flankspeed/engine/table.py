"""Tables: a rulebook chart as data, checked when it is loaded.

A chart stands in a TOML file as

    [gun_loss]
    title = "Damage to the ship's guns"
    rule = "K-2-gun-1"
    source = "rulebook"            # or "reconstructed", with a `why`
    dice = "d6"                    # the rolls that must be covered: d6, 2d6, d10, ...
    columns = ["..."]              # left out where there is only one
    rows = [["1-2", "..."], ...]   # a roll or a range of rolls, then one cell a column

The first row may be open below (`<=2`) and the last above (`>=12`): then modified rolls beyond the
dice find their row too. Otherwise a roll the table does not have is an error.

A printed figure that was read out of damaged text says so, for a row, a column, a cell or all:

    damaged = [{ row = 4, why = "the number is lost, but six bearings stand there" }]
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Collection, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import RLock
from typing import Any, Generic, TypeVar

import msgspec

from flankspeed.engine.errors import DataError

Cell = TypeVar("Cell")
LONGEST_NAME = 40  # letters: boards with such names fit a terminal
_ROLLS = re.compile(r"(?:(<=)|(>=))?(-?\d+)(?:-(\d+))?")
_DICE = re.compile(r"(\d*)d(\d+)")


class Damaged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What had to be read out of damaged text: a row, a column, a cell or, without both, all."""

    why: str
    row: str | int = ""
    column: str | int = ""

    @property
    def where(self) -> str:
        """`row 4, column +1`, or nothing."""
        places = (("row", self.row), ("column", self.column))
        return ", ".join(f"{word} {place}" for word, place in places if place != "")


class TableData(msgspec.Struct, forbid_unknown_fields=True):
    """A chart as it stands in its file."""

    title: str
    rule: str
    source: str
    dice: str
    rows: list[list[str | int]]
    columns: list[str] = []
    why: str = ""
    damaged: list[Damaged] = []


class Table(Generic[Cell]):
    """A chart, ready to look up: `table[roll]`, or `table.at(roll, column)` if it has columns."""

    __slots__ = (
        "_cells",
        "_first",
        "_open_above",
        "_open_below",
        "columns",
        "name",
        "rule",
        "title",
    )

    def __init__(
        self,
        name: str,
        data: TableData,
        kind: type[Cell],
        results: Collection[Cell] | None = None,
    ) -> None:
        """Check the chart: rolls without gap or overlap, cells of one kind, known `results`."""
        self.name = name
        self.title = data.title
        self.rule = data.rule
        self.columns = tuple(data.columns) or ("",)
        check_source(f"table {name}", data.source, data.why)
        low, high = self._rolls_of(data.dice)
        self._first = low
        self._cells: list[tuple[Cell, ...]] = []
        self._open_below = self._open_above = False
        for row in data.rows:
            self._add(row, kind, results, last=row is data.rows[-1])
        covered = self._first + len(self._cells) - 1
        if self._open_above and covered < high:
            self._cells += [self._cells[-1]] * (high - covered)
            covered = high
        if covered < high:
            raise DataError(f"table {name}: rolls {covered + 1} to {high} have no row")
        if covered > high and not self._open_above:
            raise DataError(f"table {name}: {data.dice} cannot roll {covered}")
        rolls = [str(row[0]) for row in data.rows]
        check_damaged(f"table {name}", data.source, data.damaged, rolls, data.columns)

    def _rolls_of(self, dice: str) -> tuple[int, int]:
        match = _DICE.fullmatch(dice)
        if not match:
            raise DataError(f"table {self.name}: {dice!r} are no dice; write d6, 2d6 or d10")
        count = int(match[1] or 1)
        return count, count * int(match[2])

    def _add(
        self,
        row: list[str | int],
        kind: type[Cell],
        results: Collection[Cell] | None,
        last: bool,
    ) -> None:
        rolls = row[0] if row else ""
        cells = tuple(convert(cell, kind, f"table {self.name}, row {rolls!r}") for cell in row[1:])
        match = _ROLLS.fullmatch(str(rolls))
        if not match or (match[4] and (match[1] or match[2])):
            raise DataError(f"table {self.name}: {rolls!r} is no roll or range of rolls")
        below, above, first, end = match[1], match[2], int(match[3]), int(match[4] or match[3])
        if below and not self._cells:
            self._open_below = True
            self._first = min(self._first, first)
            first = self._first
        elif above and last:
            self._open_above = True
        elif below or above:
            raise DataError(
                f"table {self.name}: row {rolls!r} can only stand at the end of the rows"
            )
        expected = self._first + len(self._cells)
        if first != expected or end < first:
            raise DataError(f"table {self.name}: row {rolls!r} where roll {expected} should follow")
        if len(cells) != len(self.columns):
            raise DataError(
                f"table {self.name}: row {rolls!r} has {len(cells)} cells, not {len(self.columns)}"
            )
        for cell in cells:
            if results is not None and cell not in results:
                raise DataError(f"table {self.name}: row {rolls!r} has the unknown result {cell!r}")
        self._cells.extend([cells] * (end - first + 1))

    @property
    def rows(self) -> Sequence[tuple[int, tuple[Cell, ...]]]:
        """Every roll with its cells, in order."""
        return [(self._first + i, cells) for i, cells in enumerate(self._cells)]

    def at(self, roll: int, column: int) -> Cell:
        """The cell for a roll in a column; a roll beyond an open end finds the end row."""
        index, cells = roll - self._first, self._cells
        if 0 <= index < len(cells):
            return cells[index][column]
        if index < 0 and self._open_below:
            return cells[0][column]
        if index > 0 and self._open_above:
            return cells[-1][column]
        raise DataError(f"table {self.name} has no row for {roll}")

    def __getitem__(self, roll: int) -> Cell:
        return self.at(roll, 0)


def highest_roll(rolls: str) -> float:
    """The highest roll that a row like `3`, `4-6`, `<=2` or `>=12` holds."""
    match = _ROLLS.fullmatch(rolls)
    if not match:
        raise DataError(f"{rolls!r} is no roll or range of rolls")
    return math.inf if match[2] else int(match[4] or match[3])


def check_source(what: str, source: str, why: str) -> None:
    """Every figure says where it comes from, and a reconstructed one why it is what it is."""
    if source not in ("rulebook", "reconstructed"):
        raise DataError(f"{what}: source must be 'rulebook' or 'reconstructed', not {source!r}")
    if source == "reconstructed" and not why:
        raise DataError(f"{what}: reconstructed, but no 'why' says from what")


def check_damaged(
    what: str,
    source: str,
    damaged: Sequence[Damaged],
    rows: Collection[str] = (),
    columns: Collection[str] = (),
) -> None:
    """Only what is printed can have been read out of damaged text, and it must be there."""
    for mark in damaged:
        if source != "rulebook":
            raise DataError(f"{what}: damaged text can only be that of the rulebook")
        if not mark.why:
            raise DataError(f"{what}: damaged, but no 'why' says how it was read")
        for word, place, places in (("row", mark.row, rows), ("column", mark.column, columns)):
            if place != "" and str(place) not in places:
                raise DataError(f"{what}: damaged: there is no {word} {place}")


def read_toml(path: Traversable | Path) -> dict[str, Any]:
    """The contents of a TOML file, or a `DataError` that names the file and the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name} is not valid TOML: {error}") from error
    return parse_toml(text, path.name)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The contents of a TOML text, or a `DataError` that says what it is and names the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name} is not valid TOML: {error}") from error
    except RecursionError:
        raise DataError(f"{name} is nested too deeply") from None


def check_name(what: str, name: str, longest: int = LONGEST_NAME) -> None:
    """Refuse a name from a player's file that a record, or a board, could not hold.

    A record is made of lines, brackets and comments: a name must be none of these.
    """
    if (
        not name.isprintable()
        or name != " ".join(name.split())
        or not name
        or set(name) & set("[]#")
    ):
        raise DataError(
            f"{name!r} cannot name {what}: use one line without [, ], # and spare blanks"
        )
    if len(name) > longest:
        raise DataError(f"{name[:20]!r}... is too long to name {what}: {longest} letters at most")


T = TypeVar("T")


# While one thread makes the first object of a type, msgspec has the type half described: another
# thread that makes one then ends the process. So all typed data are made one at a time.
_MAKING = RLock()


def typed(value: object, to: type[T], *, strict: bool = True) -> T:
    """`msgspec.convert`, safe in many threads."""
    with _MAKING:
        return msgspec.convert(value, to, strict=strict)


def convert(value: object, to: type[T], what: str) -> T:
    """Make plain data into a typed object, or raise a `DataError` that names the place."""
    try:
        return typed(value, to)
    except msgspec.ValidationError as error:
        raise DataError(f"{what}: {error}") from error
