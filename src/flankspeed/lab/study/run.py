"""Running a study: play what is missing, keep it, look whether it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from flankspeed.engine import OptionError
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import Row, paired_rows
from flankspeed.lab.runners import Runner
from flankspeed.lab.statistics import Estimate, Sample
from flankspeed.lab.study.chunks import Pace, missing_chunks
from flankspeed.lab.study.measures import WINS, estimate, value
from flankspeed.lab.study.sizes import wanted
from flankspeed.lab.study.store import Store
from flankspeed.lab.study.study import Cell, Study, cell_id


class Standing:
    """How far a cell is: what was measured of each of its games."""

    def __init__(self, study: Study, cell: Cell, store: Store) -> None:
        """Take in what is there."""
        self.cell = cell
        self.measure = study.until.of if study.until else WINS + study.side
        self.values: dict[int, float | None] = {}
        self._study = study
        kind, _, what = self.measure.partition(".")
        column = "winner" if kind == "wins" else self.measure
        for table in store.tables(cell, ["number", column]):
            found = table.column(column).to_pylist()
            if kind == "wins":
                found = [float(winner == what) for winner in found]
            self.values.update(zip(table.column("number").to_pylist(), found, strict=True))
        self.look()

    def look(self) -> None:
        """See how many games are wanted now."""
        self.wanted = wanted(self._study, self.values)
        self.done = 0  # of those that are wanted
        self._sample = Sample()
        for number, found in self.values.items():
            self._count(number, found)

    def add(self, rows: list[Row]) -> None:
        """Take in games that have been played."""
        for row in rows:
            self.values[row.number] = value(row, self.measure)
            self._count(row.number, self.values[row.number])

    def _count(self, number: int, found: float | None) -> None:
        if number < self.wanted:
            self.done += 1
            if found is not None:
                self._sample.add(found)

    @property
    def missing(self) -> list[range]:
        """The numbers of games that are wanted and not there."""
        absent = [number for number in range(self.wanted) if number not in self.values]
        return list(_ranges(absent))

    @property
    def estimate(self) -> Estimate | None:
        """What is measured, as far as it is known."""
        return estimate(self._sample, self.measure)


def _ranges(numbers: list[int]) -> Iterator[range]:
    """Ascending numbers as ranges."""
    start = None
    for at, number in enumerate(numbers):
        if start is None:
            start = number
        if at + 1 == len(numbers) or numbers[at + 1] != number + 1:
            yield range(start, number + 1)
            start = None


class Run:
    """A study on its way; `watch` is called whenever more is known."""

    def __init__(self, store: Store, watch: Callable[[Run], None] | None = None) -> None:
        self.store = store
        self.study = store.study
        self.standings = {cell.id: Standing(self.study, cell, store) for cell in self.study.cells}
        self.played = 0
        self._pace = Pace()
        self._worked = 0.0
        self._watch = watch

    def go(self, runner: Runner, records: bool = False) -> None:
        """Play until nothing is missing; what has been played is kept, whatever happens."""
        cells = {cell.id: cell for cell in self.study.cells}
        self._started = perf_counter()
        self._tell()
        while missing := self._missing():
            chunks = missing_chunks(missing, cells, self._pace)
            calls = (
                (cell.id, cell.batch, first, count, self.study.watched, records)
                for cell, first, count in chunks
            )
            for _, (cell, rows) in runner.run(play_chunk, calls):
                self._take(cells[cell], rows)
            for standing in self.standings.values():
                standing.look()

    def _missing(self) -> dict[str, list[range]]:
        return {id: each.missing for id, each in self.standings.items() if each.missing}

    def _take(self, cell: Cell, rows: list[Row]) -> None:
        self.store.add(cell, rows)
        self.standings[cell.id].add(rows)
        seconds = sum(row.seconds for row in rows)
        self._pace.learn(cell, len(rows), seconds)
        self.played += len(rows)
        self._worked += seconds
        self._tell()

    def _tell(self) -> None:
        if self._watch:
            self._watch(self)

    @property
    def rate(self) -> float:
        """Games a second since it began."""
        return self.played / max(perf_counter() - self._started, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take to play what is wanted now; None as long as nobody knows."""
        if not self._worked:
            return None
        at_once = self._worked / max(perf_counter() - self._started, 1e-9)
        games = {id: standing.wanted - standing.done for id, standing in self.standings.items()}
        return self._pace.seconds(games) / at_once


def play_chunk(
    cell: str, batch: Batch, first: int, count: int, watched: int, records: bool
) -> tuple[str, list[Row]]:
    """Play games of a cell, in whatever process; refuse where other rules are kept."""
    if cell_id(batch) != cell:
        raise OptionError("a worker has another version of the game or its rules")
    return cell, list(paired_rows(batch, first, count, watched, records))
