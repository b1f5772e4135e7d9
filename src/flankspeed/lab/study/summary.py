"""What a study has found so far, in short."""

from __future__ import annotations

import msgspec

from flankspeed import games
from flankspeed.lab.rows import sides
from flankspeed.lab.statistics import Estimate, Sample, proportion
from flankspeed.lab.study.measures import FIGURE
from flankspeed.lab.study.results import CellResults, Results
from flankspeed.lab.study.study import Study
from flankspeed.lab.versions import Versions


class CellSummary(msgspec.Struct, frozen=True):
    """One cell: what it is, how many games are there, and how they ended."""

    id: str
    label: str
    levels: dict[str, str]
    games: int
    wanted: int
    wins: dict[str, int]
    win_rates: dict[str, Estimate]
    outcomes: dict[str, int]
    figures: dict[str, Estimate]


class StudySummary(msgspec.Struct, frozen=True):
    """A study; `hash` is that of all results."""

    name: str
    game: str
    seed: int
    versions: Versions
    complete: bool
    games: int
    wanted: int
    hash: str
    cells: list[CellSummary]


def summarise(results: Results) -> StudySummary:
    """Count and average what is there."""
    study = results.study
    return StudySummary(
        name=study.name,
        game=study.game,
        seed=study.seed,
        versions=study.versions,
        complete=results.complete,
        games=sum(map(len, results.cells)),
        wanted=sum(cell.wanted for cell in results.cells),
        hash=results.hash,
        cells=[_cell(study, cell) for cell in results.cells],
    )


def _cell(study: Study, results: CellResults) -> CellSummary:
    winners = results.texts("winner")
    names = {side: side for side in sides(games.load(study.game))} | {"draw": None}
    wins = {name: winners.count(winner) for name, winner in names.items()}
    played = len(results)
    outcomes = results.texts("outcome")
    return CellSummary(
        id=results.cell.id,
        label=study.label(results.cell.levels),
        levels=results.cell.levels,
        games=played,
        wanted=results.wanted,
        wins=wins,
        win_rates={name: proportion(won, played) for name, won in wins.items()} if played else {},
        outcomes={str(name): outcomes.count(name) for name in sorted(set(map(str, outcomes)))},
        figures={
            name: mean
            for name in study.figures
            if (mean := sample_of(results, FIGURE + name)) is not None
        },
    )


def sample_of(results: CellResults, measure: str) -> Estimate | None:
    """The mean of a measure; None if no game has it."""
    sample = Sample()
    for value in results.values(measure).tolist():
        if value == value:  # a number
            sample.add(value)
    return sample.estimate if sample.count else None
