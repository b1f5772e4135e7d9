"""How far a study is: cells, games, rate, time left, and the intervals as they narrow."""

from __future__ import annotations

from datetime import timedelta
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from flankspeed.lab.statistics import Estimate
from flankspeed.lab.study.measures import WINS
from flankspeed.lab.study.run import Run, Standing

_CELLS = 12  # that are shown at the same time


class StudyProgress:
    """A few lines of standard error, drawn again and again; nothing where no terminal is."""

    def __init__(self) -> None:
        screen = Console(stderr=True)
        self._live = (
            Live(console=screen, transient=True, auto_refresh=False) if screen.is_terminal else None
        )

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, run: Run) -> None:
        """Draw it as it is now."""
        if self._live:
            self._live.update(_drawn(run), refresh=True)


def _drawn(run: Run) -> Group:
    standings = list(run.standings.values())
    cells = sum(standing.done == standing.wanted for standing in standings)
    done = sum(standing.done for standing in standings)
    wanted = sum(standing.wanted for standing in standings)
    left = run.seconds_left
    time = f", {timedelta(seconds=round(left))} left" if left is not None else ""
    bar = Table.grid()
    bar.add_row(ProgressBar(total=wanted, completed=done, width=60))
    words = (
        f"{run.study.name}: {cells} of {len(standings)} cells, {done} of {wanted} games, "
        f"{run.rate:.1f} games a second{time}"
    )
    return Group(Text(words), bar, _intervals(run, standings))


def _intervals(run: Run, standings: list[Standing]) -> Table:
    """The cells that are least certain."""
    table = Table(box=None, pad_edge=False)
    for name in ("cell", "games", standings[0].measure):
        table.add_column(name)
    uncertain = sorted(standings, key=lambda standing: -_width(standing.estimate))
    for standing in uncertain[:_CELLS]:
        found = standing.estimate
        percent = standing.measure.startswith(WINS)
        shown = _text(found, percent) if found else "-"
        games = f"{standing.done} of {standing.wanted}"
        table.add_row(run.study.label(standing.cell.levels), games, shown)
    return table


def _width(found: Estimate | None) -> float:
    return found.high - found.low if found else float("inf")


def _text(found: Estimate, percent: bool) -> str:
    form = "{:.1%}" if percent else "{:.2f}"
    mean, low, high = (form.format(each) for each in (found.mean, found.low, found.high))
    return f"{mean} ({low} to {high})"
