"""Tables 11 and 11-1: one die finds the row, another the column in it (7.1.C, 7.3.T)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mypy_extensions import mypyc_attr

from flankspeed.engine import Roll, Used

Cell = TypeVar("Cell")


@mypyc_attr(allow_interpreted_subclasses=True)
class CellRoll(Roll[Cell]):
    """The d6 for the column, in a row that is known."""

    __slots__ = ("row", "shown_as")

    def __init__(self, shown_as: str, why: str, row: int, cells: Sequence[Cell]) -> None:
        """`cells` of the row are indexed by the die; the chart is `shown_as`."""
        super().__init__(why, cells.__getitem__)
        self.shown_as = shown_as
        self.row = row

    def used(self, dice: tuple[int, ...]) -> tuple[Used, ...]:
        return (Used(self.shown_as, self.row, str(dice[0])),)


def rows_of(
    shown_as: str, table: str, cells: Sequence[Sequence[Cell]], *, sides: int = 6, first: int = 0
) -> Roll[CellRoll[Cell]]:
    """The roll for the row: what it reads is the roll for the column; `first` is its lowest row."""
    numbers = range(first, len(cells))
    rows = [CellRoll(shown_as, f"{table} column", row, cells[row]) for row in numbers]
    return Roll(f"{table} row", lambda total: rows[total - 1], sides=sides)
