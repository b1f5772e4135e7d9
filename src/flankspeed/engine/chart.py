"""Charts: a table of the rulebook as data, checked when it is loaded.

A chart stands in a TOML file as

    [gun_loss]
    title = "Damage to the ship's guns"
    rule = "K-2-gun-1"
    source = "rulebook"            # or "reconstructed", with a `why`
    dice = "d6"                    # the rolls that must be covered: d6, 2d6, d10, ...
    columns = ["..."]              # left out where there is only one
    rows = [["1-2", "..."], ...]   # a roll or a range of rolls, then one cell a column

The first row may be open below (`<=2`) and the last above (`>=12`): then modified rolls beyond the
dice find their row too. Otherwise a roll the chart does not have is an error.

A printed figure that was read out of damaged text says so, for a row, a column, a cell or all:

    damaged = [{ row = 4, why = "the number is lost, but six bearings stand there" }]
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from copy import copy
from typing import Any, Generic, TypeVar

import msgspec

from flankspeed.engine.data import check_source, convert
from flankspeed.engine.errors import DataError

Cell = TypeVar("Cell")
Made = TypeVar("Made")
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


class ChartData(msgspec.Struct, forbid_unknown_fields=True):
    """A chart as it stands in its file."""

    title: str
    rule: str
    source: str
    dice: str
    rows: list[list[str | int]]
    columns: list[str] = []
    why: str = ""
    damaged: list[Damaged] = []


class Chart(Generic[Cell]):
    """A chart, ready to look up: `chart[roll]`, or `chart.at(roll, column)` if it has columns."""

    __slots__ = (
        "_cells",
        "_first",
        "_open_above",
        "_open_below",
        "columns",
        "count",
        "name",
        "rule",
        "sides",
        "title",
    )

    def __init__(
        self,
        name: str,
        data: ChartData,
        kind: type[Cell],
        results: Collection[Cell] | None = None,
    ) -> None:
        """Check the chart: rolls without gap or overlap, cells of one kind, known `results`."""
        self.name = name
        self.title = data.title
        self.rule = data.rule
        self.columns = tuple(data.columns) or ("",)
        check_source(f"chart {name}", data.source, data.why)
        self.count, self.sides = self._dice(data.dice)
        high = self.count * self.sides
        self._first = self.count
        self._cells: list[tuple[Cell, ...]] = []
        self._open_below = self._open_above = False
        for row in data.rows:
            self._add(row, kind, results, last=row is data.rows[-1])
        covered = self._first + len(self._cells) - 1
        if self._open_above and covered < high:
            self._cells += [self._cells[-1]] * (high - covered)
            covered = high
        if covered < high:
            raise DataError(f"chart {name}: rolls {covered + 1} to {high} have no row")
        if covered > high and not self._open_above:
            raise DataError(f"chart {name}: {data.dice} cannot roll {covered}")
        rolls = [str(row[0]) for row in data.rows]
        check_damaged(f"chart {name}", data.source, data.damaged, rolls, data.columns)

    def _dice(self, dice: str) -> tuple[int, int]:
        """How many dice are thrown, and of how many sides."""
        match = _DICE.fullmatch(dice)
        if not match:
            raise DataError(f"chart {self.name}: {dice!r} are no dice; write d6, 2d6 or d10")
        return int(match[1] or 1), int(match[2])

    def _add(
        self,
        row: list[str | int],
        kind: type[Cell],
        results: Collection[Cell] | None,
        last: bool,
    ) -> None:
        rolls = row[0] if row else ""
        cells = tuple(convert(cell, kind, f"chart {self.name}, row {rolls!r}") for cell in row[1:])
        match = _ROLLS.fullmatch(str(rolls))
        if not match or (match[4] and (match[1] or match[2])):
            raise DataError(f"chart {self.name}: {rolls!r} is no roll or range of rolls")
        below, above, first, end = match[1], match[2], int(match[3]), int(match[4] or match[3])
        if below and not self._cells:
            self._open_below = True
            self._first = min(self._first, first)
            first = self._first
        elif above and last:
            self._open_above = True
        elif below or above:
            raise DataError(
                f"chart {self.name}: row {rolls!r} can only stand at the end of the rows"
            )
        expected = self._first + len(self._cells)
        if first != expected or end < first:
            raise DataError(f"chart {self.name}: row {rolls!r} where roll {expected} should follow")
        if len(cells) != len(self.columns):
            raise DataError(
                f"chart {self.name}: row {rolls!r} has {len(cells)} cells, not {len(self.columns)}"
            )
        for cell in cells:
            if results is not None and cell not in results:
                raise DataError(f"chart {self.name}: row {rolls!r} has the unknown result {cell!r}")
        self._cells.extend([cells] * (end - first + 1))

    @property
    def rows(self) -> Sequence[tuple[int, tuple[Cell, ...]]]:
        """Every roll with its cells, in order."""
        return [(self._first + i, cells) for i, cells in enumerate(self._cells)]

    def map(self, made: Callable[[Cell], Made]) -> Chart[Made]:
        """The same chart, with what is made of each cell in its place."""
        twin: Chart[Any] = copy(self)
        # Rolls that share a row share what is made of it.
        rows = {id(cells): tuple(map(made, cells)) for cells in self._cells}
        twin._cells = [rows[id(cells)] for cells in self._cells]
        return twin

    def at(self, roll: int, column: int) -> Cell:
        """The cell for a roll in a column; a roll beyond an open end finds the end row."""
        index, cells = roll - self._first, self._cells
        if 0 <= index < len(cells):
            return cells[index][column]
        if index < 0 and self._open_below:
            return cells[0][column]
        if index > 0 and self._open_above:
            return cells[-1][column]
        raise DataError(f"chart {self.name} has no row for {roll}")

    def __getitem__(self, roll: int) -> Cell:
        return self.at(roll, 0)


def highest_roll(rolls: str) -> float:
    """The highest roll that a row like `3`, `4-6`, `<=2` or `>=12` holds."""
    match = _ROLLS.fullmatch(rolls)
    if not match:
        raise DataError(f"{rolls!r} is no roll or range of rolls")
    return math.inf if match[2] else int(match[4] or match[3])


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
