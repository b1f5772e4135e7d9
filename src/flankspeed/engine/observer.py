"""Observers: what is seen of a position, named and read in one place, and written at once.

A game lists `Facts` that are true or not, `Figures`, and `Rows` looked up in tables. Each part has
the names of its numbers and a function that reads them off a scene: the state, or what a game puts
together of state and seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    """Things of one kind, each described by a row of a table: the row's number, -1 for none.

    No numbers at all stand for none of the things.
    """

    names: Sequence[str]  # of the things
    columns: Sequence[Feature]
    table: Sequence[Sequence[float]]
    numbers: Callable[[Scene], Sequence[int]]


class Observer(Generic[Scene]):
    """All parts, in this order: facts, figures, rows."""

    def __init__(
        self,
        facts: Iterable[Facts[Scene]],
        figures: Iterable[Figures[Scene]],
        rows: Iterable[Rows[Scene]] = (),
    ) -> None:
        self._facts, self._figures, self._rows = list(facts), list(figures), list(rows)
        self._masks = [(len(part.names), part.mask) for part in self._facts]
        self._values = [_from_zero(part) for part in self._figures]
        lows = [part.low for part in self._figures for _ in part.names]
        self._lows = np.array(lows, np.float32)
        self._bits = sum(width for width, _ in self._masks)
        self._places = self._bits + sum(len(part.names) for part in self._figures)
        self._tables = []
        at = self._places
        for part in self._rows:
            width = len(part.columns)
            table = np.array([*part.table, [0] * width], np.float32)
            self._tables.append((at, at + len(part.names) * width, width, table, part.numbers))
            at += len(part.names) * width
        self.features = tuple(self._features())

    def _features(self) -> Iterable[Feature]:
        for facts in self._facts:
            yield from (Feature(name, 0, 1) for name in facts.names)
        for figures in self._figures:
            yield from (Feature(name, figures.low, figures.high) for name in figures.names)
        for rows in self._rows:
            for name in rows.names:
                yield from (Feature(f"{name} {what}", *bounds) for what, *bounds in rows.columns)

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
        np.add(np.frombuffer(bytearray(values), np.uint8), self._lows, out[at : self._places])
        for start, end, width, table, numbers in self._tables:
            found = numbers(scene)
            if found:
                table.take(found, 0, out[start:end].reshape(-1, width), "wrap")
            else:
                out[start:end] = 0


def _from_zero(part: Figures[Scene]) -> Callable[[Scene], Sequence[int]]:
    """What reads figures, less the least they can be."""
    values, low = part.values, part.low
    return (lambda scene: [value - low for value in values(scene)]) if low else values
