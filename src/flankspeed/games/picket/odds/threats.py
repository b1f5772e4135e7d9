"""What planes threaten, in hits by a plane, and how much of it a gun takes away.

The chances are exact (module `chances`); what a result is worth is a judgement.
"""

from __future__ import annotations

from functools import cache
from operator import mul

from flankspeed.engine import Roll
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    DAMAGED,
    ON_FIRE,
    UNDAMAGED,
    WeaponResult,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.odds.chances import (
    WITH_HITS,
    Spread,
    dive_chance,
    fired_at,
    roll_results,
)
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.attack.strike_rolls import CRASH_ROLL, WEAPON_ROLLS, Dives
from flankspeed.games.picket.rules.gunnery.gun_rolls import BatteryRolls, Rolls
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

# --- What a result is worth, in hits by a plane ---

_NEAR = 0.2  # most of Table 11-1 does little or nothing
_PROGRESS = 0.4  # of what a second hit gains is credited to the first
_WORTH = {"miss": 0.0, "near": _NEAR, "hull": 1.5, "guns": 2.0, "stern": 5.0, "bow": 4.0}
_WORTH["sinks"] = 10.0


@cache
def threats_by_hits(dives: Dives) -> Spread:
    """What each state of a plane threatens by Table 10."""
    undamaged, damaged, flamed = (
        chance.hit + _NEAR * chance.near
        for chance in (dive_chance(dives[column]) for column in (UNDAMAGED, DAMAGED, ON_FIRE))
    )
    return undamaged, undamaged - _PROGRESS * (undamaged - damaged), damaged, flamed, 0.0


@cache
def weapon_threat(roll: Roll[WeaponResult], dive: Roll[int]) -> float:
    """What a special threatens with its weapon (Table 12) and itself (7.2.C)."""
    by_weapon = sum(_WORTH[reading.result.kind] for reading in roll.readings)
    crash = dive_chance(dive)
    dives = CRASH_ROLL.chances()[True]
    return by_weapon / len(roll.readings) + dives * (crash.hit + _NEAR * crash.near)


def special_threats(state: PicketState) -> list[float]:
    """What each special of the wave threatens; nothing if it is down."""
    rolls, counters = WEAPON_ROLLS[state.em_success], planes().counters
    dive = dives(state)[CRASH]
    return [
        weapon_threat(rolls[counters[plane.kind].weapon], dive) if plane.fate == COMING else 0.0
        for plane in state.specials
    ]


# --- What a gun takes away ---

Shares = tuple[float, ...]  # of a plane's threat that a gun takes away, by the number of its roll


@cache
def _shares_of(rolls: Rolls, dives: Dives) -> Shares:
    """What a gun takes away from a plane without hits; a first hit counts for what may follow."""
    threats = threats_by_hits(dives)
    left = [sum(map(mul, fired_at(WITH_HITS[0], roll_results(roll)), threats)) for roll in rolls]
    return tuple(1 - threat / threats[0] if threats[0] else 0.0 for threat in left)


@cache
def gun_shares(rolls: BatteryRolls, dives: Dives) -> tuple[tuple[Shares, ...], tuple[Shares, ...]]:
    """The shares by mount: of the guns by themselves, and slaved to the Mk37."""
    alone, slaved = (
        tuple(_shares_of(by_gun, dives) for by_gun in battery)
        for battery in (rolls.alone, rolls.slaved)
    )
    return alone, slaved
