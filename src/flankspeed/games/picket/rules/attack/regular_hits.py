"""The planes that came through dive on the ship: Table 10 (7.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log
from flankspeed.games.picket.data.fire_charts import (
    NEAR_MISS,
    ON_FIRE,
    STRIKE,
    STRIKE_COLUMNS,
    strike_charts,
)
from flankspeed.games.picket.rules.attack.strike_rolls import Dives
from flankspeed.games.picket.rules.damage.hits import near_miss, plane_strikes
from flankspeed.games.picket.rules.gunnery.battery import MOST_PLANES
from flankspeed.games.picket.rules.gunnery.shots import plane_name
from flankspeed.games.picket.rules.plane import COMING, FLAMED, SPENT, Plane
from flankspeed.games.picket.rules.station.withdrawal import check_withdrawal
from flankspeed.games.picket.state import PicketState, PicketStep

_PLACES: Final = tuple(f"plane:{number}" for number in range(1, MOST_PLANES + 1))
_COLUMN_OF_HITS: Final = strike_charts().column_of_hits
_KINDS: Final = ("dive misses", "dive near miss", "dive hits")
_RULES: Final = ("P-7.1.A-1", "P-7.1.G-1", "P-7.1.C-1")


@mypyc_attr(allow_interpreted_subclasses=True)
class RegularHits(PicketStep):
    """7.1: every regular plane left rolls on Table 10, in the order of placement (R-80)."""

    __slots__ = ()

    def copy(self) -> RegularHits:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """One plane after another, until fighters drive the rest off (Table 15)."""
        for place, plane in zip(_PLACES, state.planes, strict=False):
            if state.attacks_over:
                break
            if plane.fate == COMING or plane.fate == FLAMED:
                dive(state, plane, column_of(plane), place, dice, log)
                plane.fate = SPENT
                check_withdrawal(state, log)
        state.agenda.pop()
        return None


def column_of(plane: Plane) -> int:
    """6.8.K: the column of Table 10 for a regular plane's hits."""
    if plane.fate == FLAMED:
        return ON_FIRE
    return _COLUMN_OF_HITS[min(plane.hits, len(_COLUMN_OF_HITS) - 1)]


def dives(state: PicketState) -> Dives:
    """7.1.B: the rolls on Table 10 as things are now."""
    return state.charts.dives[state.em_success][state.stopped]


def dive(
    state: PicketState, plane: Plane, column: int, place: str, dice: Dice, log: Log | None
) -> None:
    """7.1.A to G: 2d6 on Table 10; a hit is struck on Table 11, a near miss on 11-1, at once."""
    result = roll_dive(state, plane, column, place, dice, log)
    if result == STRIKE:
        plane_strikes(state, plane, dice, log)
    elif result == NEAR_MISS:
        near_miss(state, plane, dice, log)


def roll_dive(
    state: PicketState, plane: Plane, column: int, place: str, dice: Dice, log: Log | None
) -> int:
    """One roll on Table 10 and its result."""
    why = f"{plane_name(plane)} dives on the ship" if log or dice.told else ""
    first, second = dice.two_d6(why)
    roll = dives(state)[column]
    result = roll.results[first + second]
    if log:
        reading = roll.reading(first, second)
        log.add(
            _KINDS[result],
            _RULES[result],
            readings=[reading.told(why)],
            places=[place],
            plane=plane_name(plane),
            column=STRIKE_COLUMNS[column],
            roll=reading.total,
        )
    return result
