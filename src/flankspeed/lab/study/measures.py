"""Measures: what can be read off a game as a number, by the name of its column.

`wins.SIDE` is 1 or 0; `score.SIDE`, `figure.NAME`, `decisions`, `throws` and `seconds` are columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flankspeed.engine import Game, OptionError
from flankspeed.lab.rows import Row, check_figure, sides
from flankspeed.lab.statistics import Estimate, Sample, proportion

WINS, SCORE, FIGURE = "wins.", "score.", "figure."
LENGTHS = ("decisions", "throws")


def check_measure(game: Game[Any], name: str, figures: Sequence[str]) -> None:
    """Refuse a measure that the games do not have."""
    if name.startswith(FIGURE):
        check_figure(game, name.removeprefix(FIGURE), figures)
        return
    known = [*(WINS + side for side in sides(game)), *(SCORE + side for side in sides(game))]
    if name not in (*known, *LENGTHS):
        names = ", ".join([*known, *LENGTHS])
        raise OptionError(f"{name!r} cannot be measured (but {names}, and figure.NAME)")


def value(row: Row, name: str) -> float | None:
    """What a game measures; None if it has no such figure."""
    kind, _, what = name.partition(".")
    if kind == "wins":
        return float(row.winner == what)
    if kind == "score":
        return row.scores[what]
    if kind == "figure":
        return row.figures.get(what)
    return float(getattr(row, name))


def estimate(sample: Sample, name: str) -> Estimate | None:
    """The mean of a measure with its interval; None of too few values."""
    if sample.count < 2:
        return None
    if name.startswith(WINS):
        return proportion(round(sample.total), sample.count)
    return sample.estimate
