"""Chances of the defence, exact by Tables 9-2, 10 and 19: for plans, odds and bots.

- `shot_results(state, mount, plane, slaved)`, `support_results(state, marker, plane)`: the chances
  of one roll, a `Shot`: miss, one hit, two hits, flamed, destroyed.
- `fired_at(spread, shot)`: what one more shot makes of a plane, a `Spread` of its hits and fates;
  `outcome_of(spread)`: its chances to end undamaged, damaged, flamed, destroyed, an `Outcome`.
- `strike_chance(outcome, dives)`: its chances of a near miss and of a hit on the ship.
- `wave_spreads(state, targets)`, `wave_strikes(state, targets)`: what the fire assigned so far
  makes of each plane, and the near misses and hits to be expected from the whole wave.
- `spray_chance()`, `manoeuvre_chance(state)`: that they succeed.

Chances are floats; every roll of the dice is counted.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flankspeed.engine import Roll
from flankspeed.games.picket.data.fire_charts import (
    DAMAGED,
    NEAR_MISS,
    ON_FIRE,
    STRIKE,
    UNDAMAGED,
)
from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.rules.attack.manoeuvre import manoeuvre_modifiers, manoeuvre_roll
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.attack.strike_rolls import Dives
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.gun_rolls import GunRoll
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.gunnery.shots import (
    SupportRolls,
    gun_roll,
    support_roll,
    support_rolls,
)
from flankspeed.games.picket.rules.gunnery.special_defence import SPRAY
from flankspeed.games.picket.rules.plane import COMING, FLAMED, Plane
from flankspeed.games.picket.state import PicketState

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
def roll_results(roll: GunRoll) -> Shot:
    """The chances of a gun's roll."""
    chances = roll.chances()
    return tuple(chances.get(result, 0.0) for result in range(5))  # type: ignore[return-value]


@cache
def _marker_results(roll: Roll[str]) -> Shot:
    """The chances of a marker's roll."""
    chances = roll.chances()
    return chances["miss"], 0.0, 0.0, 0.0, chances["destroyed"]


def shot_results(state: PicketState, mount: MountIndex, plane: Plane, slaved: bool = False) -> Shot:
    """The chances of a gun's roll at a plane."""
    return roll_results(gun_roll(state, mount, plane, slaved))


def support_results(state: PicketState, marker: str, plane: Plane) -> Shot:
    """The chances of an AFS or SFS marker's roll at a plane."""
    return _marker_results(support_roll(state, marker, plane))


@cache
def _that_destroy(rolls: SupportRolls) -> tuple[float, ...]:
    return tuple(_marker_results(roll)[-1] for roll in rolls)


def support_chances(state: PicketState, marker: str) -> tuple[float, ...]:
    """The chance that a marker destroys a plane, by kind of counter."""
    return _that_destroy(support_rolls(state, marker))


def support_chance(state: PicketState, marker: str, plane: Plane) -> float:
    """The chance that a marker destroys the plane."""
    return support_chances(state, marker)[plane.kind]


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


def outcome_of(spread: Spread) -> Outcome:
    """A spread by the columns of Table 10."""
    none, one, two, flamed, destroyed = spread
    return Outcome(none + one, two, flamed, destroyed)


@cache
def dive_chance(roll: Roll[int]) -> Strikes:
    """The chances of a roll on Table 10."""
    chances = roll.chances()
    return Strikes(chances.get(NEAR_MISS, 0.0), chances.get(STRIKE, 0.0))


def strike_chance(outcome: Outcome, dives: Dives) -> Strikes:
    """The chances of Table 10 for a plane after the fire."""
    near = hit = 0.0
    for column, chance in ((UNDAMAGED, outcome[0]), (DAMAGED, outcome[1]), (ON_FIRE, outcome[2])):
        strikes = dive_chance(dives[column])
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
    now = dives(state)
    chances = [strike_chance(outcome_of(s), now) for s in wave_spreads(state, targets)]
    return Strikes(sum(chance.near for chance in chances), sum(chance.hit for chance in chances))


def manoeuvre_chance(state: PicketState) -> float:
    """6.10.D: the chance that the emergency manoeuvre succeeds."""
    return manoeuvre_roll(manoeuvre_modifiers(state)).chances().get(True, 0.0)


@cache
def spray_chance() -> float:
    """6.9.F: the chance that spray fire destroys a special."""
    return SPRAY.chances()["destroyed"]
