"""Small values that are kept and sent as they are: dice, figures, modifiers, results.

They stand apart from what uses them: a compiled module would lose the types of their fields.
"""

from __future__ import annotations

from typing import NamedTuple


class Throw(NamedTuple):
    """Dice thrown together: how many sides each had, what they showed, and what they were for."""

    sides: int
    values: tuple[int, ...]
    why: str = ""

    def __str__(self) -> str:
        """The text of a record: `d8=3`, `2d6=1,6`."""
        count = len(self.values)
        return f"{count if count != 1 else ''}d{self.sides}={','.join(map(str, self.values))}"


class Used(NamedTuple):
    """What of a chart counted: a row, by the roll read on it or by its name, and a column.

    The chart goes by its title, or by the name that it is shown under.
    """

    chart: str
    row: int | str
    column: str = ""


class Figure(NamedTuple):
    """A named figure: the chart it is shown in, its name there, and what it is.

    In a chart with several columns it stands in one of them.
    """

    chart: str
    name: str
    value: int
    column: str = ""

    @property
    def used(self) -> Used:
        """The figure as something that counted."""
        return Used(self.chart, self.name, self.column)


class _NamedValue(NamedTuple):
    name: str
    value: int


class Modifier(_NamedValue):
    """One reason why a number was what it was: its name and what it counted.

    It knows the figure it comes from, if there is one; that makes no difference between two.
    """

    figure: Used | None

    def __new__(cls, name: str, value: int, figure: Used | None = None) -> Modifier:
        """Name what counts, and how much."""
        modifier = super().__new__(cls, name, value)
        modifier.figure = figure
        return modifier


class Result(NamedTuple):
    """How a game ended: the winning seat (None for a draw) and the name of the outcome."""

    winner: str | None
    outcome: str
