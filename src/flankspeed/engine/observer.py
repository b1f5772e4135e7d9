"""Observers: what is seen of a position, named and read in one place, and written at once.

A game lists `Facts` that are true or not, `Figures`, `Rows` looked up in tables, and `Marks` where
few of many places have something. Each part has the names of its numbers and a function that reads
them off a scene: the state, or what a game puts together of state and seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from flankspeed.engine.errors import MissingPackage
from flankspeed.engine.feature import Feature

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "gym") from missing

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

Scene = TypeVar("Scene")

_BYTE = 256


class Facts(NamedTuple, Generic[Scene]):
    """Facts that are true or not, read as a mask: the lowest bit is the first one's."""

    names: Sequence[str]
    mask: Callable[[Scene], int]


class Figures(NamedTuple, Generic[Scene]):
    """Whole numbers within the same bounds, which are at most 255 apart: each fits a byte."""

    names: Sequence[str]
    low: int
    high: int
    values: Callable[[Scene], Sequence[int]]


class Rows(NamedTuple, Generic[Scene]):
    """Things of one kind, each described by a row of a table: `numbers` are those of the rows.

    In a table of more than 256 rows they may count from its end, -1 being the last row. No numbers
    at all stand for nothing but zeros.
    """

    names: Sequence[str]  # of the things
    columns: Sequence[Feature]
    table: Sequence[Sequence[float]]
    numbers: Callable[[Scene], Sequence[int]]


class Marks(NamedTuple, Generic[Scene]):
    """Places of which few have a number: what these have, by place; all others are 0."""

    names: Sequence[str]
    low: int
    high: int
    marked: Callable[[Scene], Mapping[int, int]]


class Observer(Generic[Scene]):
    """All parts, in this order: facts, figures, rows, marks."""

    def __init__(
        self,
        facts: Iterable[Facts[Scene]],
        figures: Iterable[Figures[Scene]],
        rows: Iterable[Rows[Scene]] = (),
        marks: Iterable[Marks[Scene]] = (),
    ) -> None:
        self._facts, self._figures = list(facts), list(figures)
        self._rows, self._marks = list(rows), list(marks)
        self.features = tuple(self._features())
        self._masks = [(len(part.names), part.mask) for part in self._facts]
        self._values = [_from_zero(part) for part in self._figures]
        lows = [part.low for part in self._figures for _ in part.names]
        self._lows = np.array(lows, np.float32)
        at = sum(width for width, _ in self._masks) + len(lows)
        self._figures_end = at
        self._tables = []
        for part in self._rows:
            width = len(part.columns)
            end = at + len(part.names) * width
            table = np.array(part.table, np.float32)
            self._tables.append((at, end, width, table, len(table) <= _BYTE, part.numbers))
            at = end
        self._rows_end = at
        self._marked = []
        for marks_ in self._marks:
            self._marked.append((at, marks_.marked))
            at += len(marks_.names)

    def _features(self) -> Iterator[Feature]:
        for facts in self._facts:
            yield from (Feature(name, 0, 1) for name in facts.names)
        for part in self._figures:
            yield from (Feature(name, part.low, part.high) for name in part.names)
        for rows in self._rows:
            for name in rows.names:
                yield from (Feature(f"{name} {what}", *bounds) for what, *bounds in rows.columns)
        for marks in self._marks:
            yield from (Feature(name, marks.low, marks.high) for name in marks.names)

    def write(self, scene: Scene, out: Numbers) -> None:
        """Write all numbers of a scene."""
        word = at = 0
        for width, mask in self._masks:
            word |= mask(scene) << at
            at += width
        packed = np.frombuffer(word.to_bytes(at + 7 >> 3, "little"), np.uint8)
        out[:at] = np.unpackbits(packed, count=at, bitorder="little")
        values: list[int] = []
        for read in self._values:
            values += read(scene)
        np.add(_bytes(values), self._lows, out[at : self._figures_end])
        for start, end, width, table, small, numbers in self._tables:
            found = numbers(scene)
            if found:
                rows = out[start:end].reshape(-1, width)
                table.take(_bytes(found) if small else found, 0, rows, "wrap")
            else:
                out[start:end] = 0
        out[self._rows_end :] = 0
        for start, marked in self._marked:
            for place, value in marked(scene).items():
                out[start + place] = value


def _bytes(values: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    # By way of bytes it is eight times as fast as from the list.
    return np.frombuffer(bytearray(values), np.uint8)


def _from_zero(part: Figures[Scene]) -> Callable[[Scene], Sequence[int]]:
    """What reads figures, less the least they can be."""
    values, low = part.values, part.low
    return (lambda scene: [value - low for value in values(scene)]) if low else values
