"""The results of a study as arrays, cell by cell."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flankspeed.lab.columns import TURNS, arrow
from flankspeed.lab.study.measures import WINS
from flankspeed.lab.study.run import Run
from flankspeed.lab.study.store import Store
from flankspeed.lab.study.study import Cell, Study

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


class CellResults:
    """The games of a cell that count, by their numbers."""

    def __init__(self, store: Store, cell: Cell, wanted: int) -> None:
        self.cell = cell
        self.wanted = wanted
        pa = arrow()
        empty = store.study.columns.schema(turns=True).empty_table()
        # A study that has grown has columns that its first files do not have.
        table = pa.concat_tables([empty, *store.tables(cell)], promote_options="default")
        table = table.unify_dictionaries()
        table = table.filter(pa.compute.less(table.column("number"), wanted))
        self._table = table.sort_by("number")

    def __len__(self) -> int:
        return int(self._table.num_rows)

    @property
    def complete(self) -> bool:
        """Whether all games are there that are wanted."""
        return len(self) == self.wanted

    @cached_property
    def numbers(self) -> Array:
        """The numbers of the games, ascending."""
        return self._column("number")

    def texts(self, name: str) -> list[str | None]:
        """A column of texts."""
        found: list[str | None] = self._table.column(name).to_pylist()
        return found

    def values(self, measure: str) -> Array:
        """A measure of each game; not a number where a game has none."""
        if measure.startswith(WINS):
            import numpy as np

            side = measure.removeprefix(WINS)
            return np.array([float(winner == side) for winner in self.texts("winner")])
        return self._column(measure).astype("<f8")

    def _column(self, name: str) -> Array:
        array: Array = self._table.column(name).to_numpy()
        return array

    @property
    def turns(self) -> list[list[dict[str, Any]]]:
        """The turns of the games that were watched."""
        return [turns for turns in self._table.column(TURNS).to_pylist() if turns is not None]

    def feed(self, total: Any, study: Study) -> None:
        """Add all of it to a hash but the seconds, which are never the same."""
        columns = study.columns
        for name in columns.names:
            if name in columns.labels or name == "seconds":
                continue
            values = self._table.column(name)
            if str(values.type).startswith("dictionary"):
                contents = "\n".join(text or "" for text in values.to_pylist()).encode()
            else:
                contents = values.to_numpy().astype("<f8").tobytes()
            total.update(f"{name}\0".encode() + contents)
        total.update(repr(self.turns).encode())


class Results:
    """All cells."""

    def __init__(self, store: Store) -> None:
        self.study = store.study
        standings = Run(store).standings
        self.cells = [
            CellResults(store, cell, standings[cell.id].wanted) for cell in self.study.cells
        ]

    @property
    def complete(self) -> bool:
        """Whether the study is done."""
        return all(cell.complete for cell in self.cells)

    @property
    def hash(self) -> str:
        """The same for the same games, however and wherever they were played."""
        total = hashlib.sha256()
        for cell in sorted(self.cells, key=lambda each: each.cell.id):
            total.update(f"{cell.cell.id} {len(cell)}\n".encode())
            cell.feed(total, self.study)
        return total.hexdigest()
