"""Observers: what is seen of a position, named and read in one place, and written at once.

A game lists `Facts` that are true or not, `Figures`, `Rows` looked up in tables, `Members` of a
group, and `Marks` where few of many places have something. Each part has the names of its numbers
and a function that reads them off a scene: the state, or what a game puts together of state and
seat. Many scenes are written at once (`write_all`) in much less time than one by one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from flankspeed.engine.errors import MissingPackage
from flankspeed.engine.feature import Feature

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "gym") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


class Members(NamedTuple, Generic[Scene]):
    """Who of at most 256 belongs to a group: the numbers of those who do."""

    names: Sequence[str]
    members: Callable[[Scene], Sequence[int]]


class Marks(NamedTuple, Generic[Scene]):
    """Places of which few have a number: what these have, by the key of the place; others are 0.

    `keys` are those of the names, none below 0. More than `high` is told as `high`.
    """

    names: Sequence[str]
    keys: Sequence[int]
    high: int
    marked: Callable[[Scene], Mapping[int, int]]


class Observer(Generic[Scene]):
    """All parts, in this order: facts, figures, rows, members, marks."""

    def __init__(
        self,
        facts: Iterable[Facts[Scene]],
        figures: Iterable[Figures[Scene]],
        rows: Iterable[Rows[Scene]] = (),
        members: Iterable[Members[Scene]] = (),
        marks: Iterable[Marks[Scene]] = (),
    ) -> None:
        self._facts, self._figures = list(facts), list(figures)
        self._rows, self._members, self._marks = list(rows), list(members), list(marks)
        self.features = tuple(self._features())
        self._masks = [(len(part.names), part.mask) for part in self._facts]
        self._values = [_from_zero(part) for part in self._figures]
        lows = [part.low for part in self._figures for _ in part.names]
        self._lows, self._below_zero = np.array(lows, np.float32), any(lows)
        self._figures_end = sum(width for width, _ in self._masks) + len(lows)
        self._tables, self._rows_end = self._lay_out_tables(self._figures_end)
        self._groups, self._marked = [], []
        at = self._rows_end
        for group in self._members:
            self._groups.append((at, group.members))
            at += len(group.names)
        for places in self._marks:
            slots = np.zeros(max(places.keys) + 1, np.intp)
            slots[list(places.keys)] = range(at, at + len(places.names))
            self._marked.append((slots, places.high, places.marked))
            at += len(places.names)

    def _lay_out_tables(self, at: int) -> tuple[list[_Table[Scene]], int]:
        tables = []
        for part in self._rows:
            end = at + len(part.names) * len(part.columns)
            rows = np.array(part.table, np.float32)
            tables.append(_Table(at, end, rows, len(rows) <= _BYTE, part.numbers))
            at = end
        return tables, at

    def _features(self) -> Iterator[Feature]:
        for facts in self._facts:
            yield from (Feature(name, 0, 1) for name in facts.names)
        for part in self._figures:
            yield from (Feature(name, part.low, part.high) for name in part.names)
        for rows in self._rows:
            for name in rows.names:
                yield from (Feature(f"{name} {what}", *bounds) for what, *bounds in rows.columns)
        for group in self._members:
            yield from (Feature(name, 0, 1) for name in group.names)
        for marks in self._marks:
            yield from (Feature(name, 0, marks.high) for name in marks.names)

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
        out[at : self._figures_end] = _bytes(values)
        if self._below_zero:
            out[at : self._figures_end] += self._lows
        for start, end, table, small, numbers in self._tables:
            rows = numbers(scene)
            if rows:
                things = out[start:end].reshape(-1, table.shape[1])
                table.take(_bytes(rows) if small else rows, 0, things, "wrap")
            else:
                out[start:end] = 0
        out[self._rows_end :] = 0
        for start, members in self._groups:
            there = members(scene)
            if there:
                out[start:][_bytes(there)] = 1
        for slots, high, marked in self._marked:
            found = marked(scene)
            if found:
                keys = np.fromiter(found, np.intp, len(found))
                marks = np.fromiter(found.values(), np.float32, len(found))
                out[slots[keys]] = np.minimum(marks, high)

    def write_all(self, scenes: Sequence[Scene], out: Numbers) -> None:
        """Write the numbers of many scenes, each in its row of `out`, which is in one piece.

        For one scene `write` is faster, for a dozen and more this: what costs most is calling
        NumPy, and here it is called once for all.
        """
        self._write_facts(scenes, out)
        self._write_figures(scenes, out)
        for table in self._tables:
            _write_rows(table, scenes, out)
        out[:, self._rows_end :] = 0
        for start, members in self._groups:
            _write_members(start, [members(scene) for scene in scenes], out)
        for slots, high, marked in self._marked:
            _write_marks(slots, high, [marked(scene) for scene in scenes], out)

    def _write_facts(self, scenes: Sequence[Scene], out: Numbers) -> None:
        words = []
        end = sum(width for width, _ in self._masks)
        for scene in scenes:
            word = at = 0
            for width, mask in self._masks:
                word |= mask(scene) << at
                at += width
            words.append(word.to_bytes(end + 7 >> 3, "little"))
        packed = np.frombuffer(b"".join(words), np.uint8).reshape(len(scenes), -1)
        out[:, :end] = np.unpackbits(packed, axis=1, count=end, bitorder="little")

    def _write_figures(self, scenes: Sequence[Scene], out: Numbers) -> None:
        values: list[int] = []
        for scene in scenes:
            for read in self._values:
                values += read(scene)
        there = out[:, self._figures_end - len(self._lows) : self._figures_end]
        there[:] = _bytes(values).reshape(there.shape)
        if self._below_zero:
            there += self._lows


def _write_rows(table: _Table[Scene], scenes: Sequence[Scene], out: Numbers) -> None:
    start, end, rows, small, read = table
    numbers: list[int] = []
    some = []  # the scenes that have any
    for scene, found in enumerate(map(read, scenes)):
        if found:
            numbers += found
            some.append(scene)
    if len(some) < len(scenes):
        out[:, start:end] = 0
    if some:
        places = _bytes(numbers) if small else _integers(numbers)
        values = rows.take(places, 0, mode="wrap").reshape(-1, end - start)
        there = slice(None) if len(some) == len(scenes) else some
        out[there, start:end] = values


def _write_members(start: int, found: Sequence[Sequence[int]], out: Numbers) -> None:
    members: list[int] = []
    for there in found:
        members += there
    if members:
        out[_rows_of(found), start + _bytes(members).astype(np.intp)] = 1


def _write_marks(
    slots: NDArray[np.intp], high: int, found: Sequence[Mapping[int, int]], out: Numbers
) -> None:
    keys: list[int] = []
    marks: list[int] = []
    for marked in found:
        keys += marked
        marks += marked.values()
    if keys:
        out[_rows_of(found), slots[_integers(keys)]] = np.minimum(_integers(marks), high)


def _rows_of(found: Sequence[Sized]) -> NDArray[np.intp]:
    """The row of each thing that was found in it."""
    return np.arange(len(found)).repeat([len(things) for things in found])


class _Table(NamedTuple, Generic[Scene]):
    """Rows laid out: from where to where they stand, and whether their numbers fit a byte."""

    start: int
    end: int
    rows: Numbers
    small: bool
    numbers: Callable[[Scene], Sequence[int]]


def _bytes(values: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    # By way of bytes it is eight times as fast as from the list.
    return np.frombuffer(bytearray(values), np.uint8)


def _integers(values: Sequence[int]) -> NDArray[np.intc]:
    return np.frombuffer(array("i", values), np.intc)


def _from_zero(part: Figures[Scene]) -> Callable[[Scene], Sequence[int]]:
    """What reads figures, less the least they can be."""
    values, low = part.values, part.low
    return (lambda scene: [value - low for value in values(scene)]) if low else values
