"""Reading the data files of Picket Duty: what the modules with charts share.

Every file is read by a function `xs()` that keeps what it made, and made by `parse_xs(raw)` from
the plain contents of the file; a player's own figures go through the same `parse_xs`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.resources import files
from typing import Any, ClassVar, TypeVar

import msgspec

from flankspeed.engine import Chart, DataError, Figure, Modifier, Roll, Used
from flankspeed.engine.chart import ChartData, Damaged, check_damaged
from flankspeed.engine.data import check_source, read_toml

DATA = files("flankspeed.games.picket.data")

Raw = dict[str, Any]
Rows = list[list[str | int]]
T = TypeVar("T")
_COUNTS = {"d6": 1, "2d6": 2}  # dice that a roll for success may take


class Sourced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure that says where it comes from, and why if it had to be reconstructed."""

    source: str
    why: str = ""
    damaged: tuple[Damaged, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a figure without a source: msgspec adds where in the file it stands."""
        what = type(self).__name__.lstrip("_").lower()
        try:
            check_source(what, self.source, self.why)
            check_damaged(what, self.source, self.damaged, self._rows(), self._columns())
        except DataError as error:
            raise ValueError(str(error)) from None

    def _rows(self) -> Collection[str]:
        """The rows that can be marked as damaged, by name."""
        return ()

    def _columns(self) -> Collection[str]:
        return ()


class Named(Sourced, frozen=True, kw_only=True):
    """Named figures, which are shown together as a chart."""

    shown_as: ClassVar[str]

    def figure(self, name: str) -> Figure:
        """One of them, as the chart shows it."""
        return Figure(self.shown_as, name.replace("_", " "), getattr(self, name))

    def modifier(self, says: str, name: str, times: int = 1) -> Modifier:
        """One of them as something that counts, so many times."""
        figure = self.figure(name)
        return Modifier(says, times * figure.value, figure.used)


class TwoDice(Sourced, frozen=True, kw_only=True):
    """A chart read by two dice: one for the row, which begins with it, a d6 for the column."""

    title: str
    rule: str
    rows: list[tuple[int, str, str, str, str, str, str]]

    def _rows(self) -> Collection[str]:
        return [str(row[0]) for row in self.rows]

    def _columns(self) -> Collection[str]:
        return "123456"


class Threshold(Sourced, frozen=True, kw_only=True):
    """A chart of successes: in each column the lowest roll that succeeds."""

    title: str
    rule: str
    dice: str
    columns: tuple[str, ...]
    at_least: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check that every column has its number, and none is worse than the one before."""
        super().__post_init__()
        low = _COUNTS.get(self.dice, 1)
        high = 6 * _COUNTS.get(self.dice, 0)
        if len(self.at_least) != len(self.columns):
            raise ValueError(f"{len(self.at_least)} numbers for {len(self.columns)} columns")
        if not all(low <= number <= high for number in self.at_least):
            raise ValueError(f"a number that {self.dice} cannot roll")
        if list(self.at_least) != sorted(self.at_least, reverse=True):
            raise ValueError("a higher column must not be harder")

    def _columns(self) -> Collection[str]:
        return self.columns

    def roll(self, why: str, column: int, shift: int = 0) -> Roll[bool]:
        """The roll in a column, with what is added to the dice: whether it succeeds."""
        least = self.at_least[column]
        return Roll(
            why,
            lambda total: total >= least,
            count=_COUNTS[self.dice],
            shift=shift,
            reads=[Used(self.title, "at least", self.columns[column])],
        )


def raw(name: str) -> Raw:
    """The plain contents of a data file."""
    return read_toml(DATA / f"{name}.toml")


def by_roll(chart: Chart[T], column: int = 0) -> tuple[T, ...]:
    """The cells of a column, to be indexed by the roll; below the lowest roll stands its cell."""
    rows = chart.rows
    first = rows[0][0]
    if first < 0:
        raise DataError(f"chart {chart.name}: a roll below 0 cannot be an index")
    return (rows[0][1][column],) * first + tuple(cells[column] for _, cells in rows)


def die(what: str, rows: Rows, results: Collection[str]) -> tuple[str, ...]:
    """The results of one die, to be indexed by its roll."""
    data = ChartData(title=what, rule="", source="rulebook", dice="d6", rows=rows)
    return by_roll(Chart(what, data, str, results))


def index_of(what: str, name: str, names: Sequence[str]) -> int:
    """The place of a name in a list, or a `DataError` that says it is unknown."""
    try:
        return names.index(name)
    except ValueError:
        raise DataError(f"{what}: {name!r} is unknown") from None


def same_names(what: str, names: Sequence[str], expected: Sequence[str]) -> None:
    """Refuse a list of names that is not the expected one, and say which name is wrong."""
    for place, (name, other) in enumerate(zip(names, expected, strict=False), 1):
        if name != other:
            raise DataError(f"{what}: number {place} is {name!r}, not {other!r}")
    if len(names) != len(expected):
        raise DataError(f"{what}: there are {len(expected)}, not {len(names)}")
