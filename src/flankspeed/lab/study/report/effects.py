"""Effects: what each level of a factor changes, against its base, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from flankspeed.lab.statistics import Estimate, paired
from flankspeed.lab.study.factors import Factor
from flankspeed.lab.study.measures import WINS
from flankspeed.lab.study.results import CellResults, Results
from flankspeed.lab.study.study import Study

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

Pair = tuple[CellResults, CellResults]  # the changed cell, and that with the base instead


class Difference(msgspec.Struct, frozen=True):
    """What one cell has more than another of some measures, over the games that both played."""

    cell: str
    than: str
    where: str  # what both have in common, in words
    games: int
    measures: dict[str, Estimate]


class Effect(msgspec.Struct, frozen=True):
    """What a level changes against the base of its factor, averaged over all else that varies.

    `saved` is how many times as many games it would have taken unpaired, for the first measure.
    """

    factor: str
    title: str
    level: str
    word: str
    base: str
    games: int
    measures: dict[str, Estimate]
    saved: float | None
    differences: list[Difference]


def effects(results: Results, measures: Sequence[str]) -> list[Effect]:
    """All factors, level by level."""
    by_levels = {tuple(sorted(cell.cell.levels.items())): cell for cell in results.cells}
    found = []
    for factor in results.study.varied:
        for level in factor.levels:
            pairs = list(_pairs(results, factor, level, by_levels))
            if level != factor.base and pairs:
                found.append(_effect(results.study, factor, level, pairs, measures))
    return found


def _pairs(
    results: Results,
    factor: Factor,
    level: str,
    by_levels: Mapping[tuple[tuple[str, str], ...], CellResults],
) -> Iterator[Pair]:
    """The cells with this level, each with the one that differs from it in nothing else."""
    for cell in results.cells:
        if cell.cell.levels[factor.name] == level:
            wanted = cell.cell.levels | {factor.name: factor.base}
            other = by_levels.get(tuple(sorted(wanted.items())))
            if other is not None and _common(cell, other) > 1:
                yield cell, other


def _common(one: CellResults, other: CellResults) -> int:
    """How many games, from the first on, both have."""
    numbers, others = one.numbers, other.numbers
    count = min(len(numbers), len(others))
    same: int = (numbers[:count] == others[:count]).sum()
    return int(same)


def _effect(
    study: Study, factor: Factor, level: str, pairs: Sequence[Pair], measures: Sequence[str]
) -> Effect:
    differences = [
        Difference(
            cell=one.cell.id,
            than=other.cell.id,
            where=study.label(one.cell.levels, without=factor.name),
            games=_common(one, other),
            measures=_measured([(one, other)], measures),
        )
        for one, other in pairs
    ]
    return Effect(
        factor=factor.name,
        title=factor.title,
        level=level,
        word=factor.word(level),
        base=factor.word(factor.base),
        games=min(difference.games for difference in differences),
        measures=_measured(pairs, measures),
        saved=_saved(pairs, measures[0]),
        differences=differences,
    )


def _measured(pairs: Sequence[Pair], measures: Sequence[str]) -> dict[str, Estimate]:
    """Each measure that enough games have."""
    found = {}
    for measure in measures:
        differences = _averaged(pairs, measure)
        if len(differences) > 1:
            step = 1 / len(pairs) if measure.startswith(WINS) else 0.0
            found[measure] = paired(differences.tolist(), step)
    return found


def _averaged(pairs: Sequence[Pair], measure: str) -> Array:
    """The difference of each game, averaged over the pairs, where all of them know it."""
    import numpy as np

    count = min(_common(*pair) for pair in pairs)
    total = np.zeros(count)
    for one, other in pairs:
        total += one.values(measure)[:count] - other.values(measure)[:count]
    mean: Array = total / len(pairs)
    return mean[~np.isnan(mean)]


def _saved(pairs: Sequence[Pair], measure: str) -> float | None:
    """The variance of a difference with games apart, by that with games paired."""
    apart = together = 0.0
    for one, other in pairs:
        count = _common(one, other)
        values, others = one.values(measure)[:count], other.values(measure)[:count]
        apart += float(values.var() + others.var())
        together += float((values - others).var())
    return apart / together if together else None
