"""A fighter's shot: one D6 against the number of Figure 2 for the aspect of its target."""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.engine import Figure, Roll
from flankspeed.games.kamikaze.data.charts import ASPECTS, KILL_CHARTS, KillNumbers


class Shot(NamedTuple):
    """A shot at one aspect: the number it needs, its roll, and the chance that it kills."""

    needs: Figure
    roll: Roll[bool]
    chance: float
    head_on: bool


def shots(numbers: KillNumbers, chart: str = "") -> tuple[Shot, ...]:
    """K-1-fire-6: the shots of a kill chart by the angle off the target's tail, in eighths.

    They are the same to the left and to the right.
    """
    aspects = [
        _shot(Figure(KILL_CHARTS, *row, chart)) for row in zip(ASPECTS, numbers, strict=True)
    ]
    return (*aspects, *aspects[-2:0:-1])


def _shot(needs: Figure) -> Shot:
    roll = Roll.at_least(needs, "fire")
    return Shot(needs, roll, roll.chances()[True], head_on=needs.name == ASPECTS[-1])
