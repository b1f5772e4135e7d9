"""What a study has found, as data: what the page shows, and `--json` prints."""

from __future__ import annotations

import msgspec

from flankspeed import games
from flankspeed.lab.rows import sides
from flankspeed.lab.study.measures import FIGURE, LENGTHS, WINS
from flankspeed.lab.study.report.effects import Effect, effects
from flankspeed.lab.study.report.turns import TurnMean, by_turn
from flankspeed.lab.study.results import CellResults, Results
from flankspeed.lab.study.study import Study
from flankspeed.lab.study.summary import StudySummary, summarise

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
DRAW = "draw"
_BINS = 24  # of a distribution with more values than that


class Distribution(msgspec.Struct, frozen=True):
    """How a measure is spread: mean, quantiles (5, 25, 50, 75 and 95 %), and shares by bin.

    `edges` are the ends of the bins; one more than there are shares.
    """

    games: int
    mean: float
    quantiles: list[float]
    edges: list[float]
    shares: list[float]


class Ending(msgspec.Struct, frozen=True):
    """One way for games to end: who wins (or `draw`), and by what outcome."""

    winner: str
    outcome: str


class CellFindings(msgspec.Struct, frozen=True):
    """More of one cell; `endings` are shares of all games, in the order of the study's."""

    id: str
    endings: list[float]
    distributions: dict[str, Distribution]
    turns: list[TurnMean]


class Findings(msgspec.Struct, frozen=True):
    """A whole study."""

    summary: StudySummary
    endings: list[Ending]
    effects: list[Effect]
    cells: list[CellFindings]
    strength: str  # what the strength of a side counts
    seconds: float  # of processors, for all games
    command: str


def findings(results: Results, out: str) -> Findings:
    """Look at all of it; `out` is the folder, as the command has it."""
    study = results.study
    figures = [FIGURE + name for name in study.figures]
    edges = _edges(results, [*figures, *LENGTHS])
    game = games.load(study.game)
    endings = _endings(results)
    return Findings(
        summary=summarise(results),
        endings=endings,
        effects=effects(results, [WINS + study.side, *figures, *LENGTHS]),
        cells=[_cell(study, cell, endings, edges) for cell in results.cells],
        strength=game.strength_title(),
        seconds=round(sum(float(cell.values("seconds").sum()) for cell in results.cells), 1),
        command=f"flankspeed study run {study.file} --out {out} && flankspeed study report {out}",
    )


def _endings(results: Results) -> list[Ending]:
    """All there are: those of the side that is looked at first, draws last but the others."""
    study = results.study
    others = [side for side in sides(games.load(study.game)) if side != study.side]
    order = [study.side, DRAW, *others]
    found = {ending for cell in results.cells for ending in _ended(cell)}
    return [Ending(*each) for each in sorted(found, key=lambda e: (order.index(e[0]), e[1]))]


def _ended(results: CellResults) -> list[tuple[str, str]]:
    """How each game of a cell ended."""
    pairs = zip(results.texts("winner"), results.texts("outcome"), strict=True)
    return [(winner or DRAW, str(outcome)) for winner, outcome in pairs]


def _cell(
    study: Study, results: CellResults, endings: list[Ending], edges: dict[str, list[float]]
) -> CellFindings:
    spread = {name: _distribution(results, name, bins) for name, bins in edges.items()}
    ended = _ended(results)
    shares = [ended.count((each.winner, each.outcome)) / max(len(ended), 1) for each in endings]
    return CellFindings(
        id=results.cell.id,
        endings=shares,
        distributions={name: found for name, found in spread.items() if found},
        turns=by_turn(results, sides(games.load(study.game))),
    )


def _edges(results: Results, measures: list[str]) -> dict[str, list[float]]:
    """Bins that all cells share: one for each whole number if they are few."""
    import numpy as np

    found = {}
    for name in measures:
        values = np.concatenate([cell.values(name) for cell in results.cells])
        values = values[~np.isnan(values)]
        if not len(values):
            continue
        low, high = float(values.min()), float(values.max())
        if bool((values == values.round()).all()) and high - low < _BINS:
            edges = np.arange(low - 0.5, high + 1.0)
        else:
            edges = np.linspace(low, high, _BINS + 1)
        found[name] = edges.tolist()
    return found


def _distribution(results: CellResults, name: str, edges: list[float]) -> Distribution | None:
    import numpy as np

    values = results.values(name)
    values = values[~np.isnan(values)]
    if not len(values):
        return None
    counts, _ = np.histogram(values, edges)
    return Distribution(
        games=len(values),
        mean=float(values.mean()),
        quantiles=[float(each) for each in np.quantile(values, QUANTILES)],
        edges=edges,
        shares=[float(count) / len(values) for count in counts],
    )
