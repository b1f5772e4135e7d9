"""Chances of the defence, exact by Tables 9-2, 10 and 19: for plans, odds and bots.

- `shot_results(state, mount, plane, slaved)`, `support_results(state, marker, plane)`: the chances
  of one roll, a `Shot`: miss, one hit, two hits, flamed, destroyed.
- `plane_outcome(shots, hits)`: what becomes of a plane all these are fired at, in this order: an
  `Outcome`, its chances to end undamaged, damaged, flamed, destroyed.
- `strike_chance(outcome, modifier)`: its chances of a near miss and of a hit on the ship.
- `wave_spreads(state, targets)`, `wave_strikes(state, targets)`: what the fire assigned so far
  makes of each plane, and the near misses and hits to be expected from the whole wave.
- `spray_chance()`, `manoeuvre_chance(state)`: that they succeed.

Chances are floats; every roll of the dice is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from flankspeed.games.picket.data.fire_charts import (
    DAMAGED,
    NEAR_MISS,
    ON_FIRE,
    STRIKE,
    UNDAMAGED,
    fire_charts,
    fire_result,
    strike_result,
)
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.rules.attack.manoeuvre import manoeuvre_modifiers
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.gun_rolls import GunRoll
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.gunnery.shots import gun_roll, support_kills
from flankspeed.games.picket.state import COMING, FLAMED, PicketState, Plane

ROLLS = tuple(first + second for first in range(1, 7) for second in range(1, 7))  # of 2d6
FACES = 6

Shot = tuple[float, float, float, float, float]  # miss, one hit, two hits, flamed, destroyed
Spread = tuple[float, float, float, float, float]  # no hit, one, two, flamed, destroyed


class Outcome(NamedTuple):
    """How a plane ends when the fire is over."""

    undamaged: float
    damaged: float
    flamed: float
    destroyed: float


class Strikes(NamedTuple):
    """Near misses and hits: the chances of a plane, or the numbers to be expected of a wave."""

    near: float
    hit: float


@cache
def gun_results(calibre: int, altitude: int, modifier: int) -> Shot:
    """The chances of Table 9-2 with a modifier."""
    found = [fire_result(calibre, altitude, roll + modifier) for roll in ROLLS]
    return tuple(found.count(result) / len(ROLLS) for result in range(5))  # type: ignore[return-value]


@cache
def marker_results(kills: int) -> Shot:
    """The chances of a marker that so many faces of a die let destroy a plane."""
    return (FACES - kills) / FACES, 0.0, 0.0, 0.0, kills / FACES


@cache
def roll_results(roll: GunRoll) -> Shot:
    """The chances of a gun's roll."""
    return gun_results(roll.calibre, roll.altitude, roll.modifier)


def shot_results(state: PicketState, mount: int, plane: Plane, slaved: bool = False) -> Shot:
    """The chances of a gun's roll at a plane."""
    return roll_results(gun_roll(state, mount, plane, slaved))


def support_results(state: PicketState, marker: str, plane: Plane) -> Shot:
    """The chances of an AFS or SFS marker's roll at a plane."""
    return marker_results(support_kills(state, marker, plane))


def fired_at(spread: Spread, shot: Shot) -> Spread:
    """6.8.K: what one more shot makes of a plane; a plane once flamed is not fired at (R-79)."""
    none, one, two, flamed, destroyed = spread
    miss, single, double, flames, kills = shot
    coming = none + one + two
    return (
        none * miss,
        one * miss + none * single,
        two * miss + one * single + none * double,
        flamed + coming * flames + two * (single + double) + one * double,
        destroyed + coming * kills,
    )


WITH_HITS: tuple[Spread, ...] = (  # by hits
    (1.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0, 0.0),
)
_IN_FLAMES: Spread = (0.0, 0.0, 0.0, 1.0, 0.0)
_DOWN: Spread = (0.0, 0.0, 0.0, 0.0, 1.0)


def start(plane: Plane) -> Spread:
    """A plane as it is now."""
    if plane.fate == COMING:
        return WITH_HITS[plane.hits]
    return _IN_FLAMES if plane.fate == FLAMED else _DOWN


def plane_outcome(shots: Iterable[Shot], hits: int = 0) -> Outcome:
    """What becomes of a plane with so many hits when all these are fired at it, in order."""
    spread: Spread = (float(hits == 0), float(hits == 1), float(hits == 2), float(hits > 2), 0.0)
    for shot in shots:
        spread = fired_at(spread, shot)
    return outcome_of(spread)


def outcome_of(spread: Spread) -> Outcome:
    """A spread by the columns of Table 10."""
    none, one, two, flamed, destroyed = spread
    return Outcome(none + one, two, flamed, destroyed)


@cache
def column_chance(column: int, modifier: int) -> Strikes:
    """The chances of a column of Table 10."""
    found = [strike_result(column, roll + modifier) for roll in ROLLS]
    return Strikes(found.count(NEAR_MISS) / len(ROLLS), found.count(STRIKE) / len(ROLLS))


def strike_chance(outcome: Outcome, modifier: int = 0) -> Strikes:
    """The chances of Table 10 for a plane after the fire; `modifier`: manoeuvre and scenario."""
    near = hit = 0.0
    for column, chance in ((UNDAMAGED, outcome[0]), (DAMAGED, outcome[1]), (ON_FIRE, outcome[2])):
        strikes = column_chance(column, modifier)
        near += chance * strikes.near
        hit += chance * strikes.hit
    return Strikes(near, hit)


def wave_spreads(state: PicketState, targets: Targets) -> list[Spread]:
    """What the fire assigned so far makes of each plane of the wave, in the order of R-77."""
    planes, at = state.planes, targets.at
    spreads = [start(plane) for plane in planes]
    for marker, waiting in ((AFS, targets.afs), (SFS, targets.sfs)):
        if any(waiting):
            for number, count in enumerate(waiting):
                for _ in range(count):
                    shot = support_results(state, marker, planes[number])
                    spreads[number] = fired_at(spreads[number], shot)
    for mount in state.charts.battery.order:
        if mount in at:
            shot = roll_results(targets.roll(state, mount, at[mount]))
            spreads[at[mount]] = fired_at(spreads[at[mount]], shot)
    return spreads


def wave_strikes(state: PicketState, targets: Targets) -> Strikes:
    """Near misses and hits to be expected from the regular planes; AFS re-aimed is left out."""
    modifier = strike_modifier(state)
    chances = [strike_chance(outcome_of(s), modifier) for s in wave_spreads(state, targets)]
    return Strikes(sum(chance.near for chance in chances), sum(chance.hit for chance in chances))


def strike_modifier(state: PicketState) -> int:
    """The sum of the modifiers of Table 10."""
    return state.charts.strikes[state.em_success][state.stopped].modifier


def manoeuvre_chance(state: PicketState) -> float:
    """6.10.D: the chance that the emergency manoeuvre succeeds."""
    column = value_column(sum(modifier.value for modifier in manoeuvre_modifiers(state)))
    return sum(roll_charts().manoeuvre.success(roll, column) for roll in ROLLS) / len(ROLLS)


@cache
def spray_chance() -> float:
    """6.9.F: the chance that spray fire destroys a special."""
    return sum(fire_charts().spray[roll] == "destroyed" for roll in ROLLS) / len(ROLLS)
