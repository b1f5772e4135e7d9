"""Chunks: the games that are missing, in parts that take a few seconds each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from flankspeed.lab.study.study import Cell

_SECONDS = 3.0  # that a chunk should take
_GROWTH = 8  # how much larger than the last one a chunk of a cell may be


class Chunk(NamedTuple):
    """Games of a cell with numbers in a row."""

    cell: Cell
    first: int
    games: int


class Pace:
    """How long a game of each cell takes, as far as that has been seen."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._largest: dict[str, int] = {}

    def learn(self, cell: Cell, games: int, seconds: float) -> None:
        """So many games took so long; the latest count, for the first are slow."""
        self._seconds[cell.id] = seconds / games
        self._largest[cell.id] = max(games, self._largest.get(cell.id, 0))

    def size(self, cell: Cell) -> int:
        """How many games make a chunk now; a single one as long as nothing is known."""
        if cell.id not in self._seconds:
            return 1
        fitting = int(_SECONDS / max(self._seconds[cell.id], 1e-9))
        return max(1, min(fitting, _GROWTH * self._largest[cell.id]))

    def seconds(self, missing: Mapping[str, int]) -> float:
        """What so many games of each cell will take; of a cell never seen, as of the others."""
        known = list(self._seconds.values())
        usual = sum(known) / len(known) if known else 0.0
        return sum(self._seconds.get(cell, usual) * games for cell, games in missing.items())


def missing_chunks(
    missing: Mapping[str, list[range]], cells: Mapping[str, Cell], pace: Pace
) -> Iterator[Chunk]:
    """What is missing of each cell, in chunks of a size that fits when they are taken.

    The cell that is least far goes on, so that all have about the same games at any time.
    """
    left = {cell: list(ranges) for cell, ranges in missing.items() if ranges}
    while left:
        behind = min(left, key=lambda cell: left[cell][0].start)
        numbers = left[behind].pop(0)
        size = pace.size(cells[behind])
        if len(numbers) > size:
            left[behind].insert(0, numbers[size:])
        elif not left[behind]:
            del left[behind]
        yield Chunk(cells[behind], numbers.start, min(size, len(numbers)))
