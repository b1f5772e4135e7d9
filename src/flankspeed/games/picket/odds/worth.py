"""What planes threaten: the chance that they end the ship's duty, or sink her.

- `Worth`: what a hit and a near miss cost; `worth_of(card)` for a game.
- `plane_threats`, `special_threat`, `phase_threat`: what a plane, a special and all that is still
  to come in a phase threaten.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flankspeed.engine import Roll
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    DAMAGED,
    ON_FIRE,
    UNDAMAGED,
    WeaponResult,
)
from flankspeed.games.picket.data.ids import SectionId
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.odds.chances import dive_chance, spray_chance
from flankspeed.games.picket.rules.attack.regular_hits import column_of
from flankspeed.games.picket.rules.attack.strike_rolls import CRASH_ROLL, WEAPON_ROLLS, Dives
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.damage.hull import afloat_roll
from flankspeed.games.picket.rules.plane import COMING, FLAMED, Plane
from flankspeed.games.picket.state import PicketState

# --- Regular planes ---


class Worth(NamedTuple):
    """The chance that a hit (by section) or a near miss ends the ship's duty, or sinks her."""

    hit: tuple[float, float, float]
    near: float


# Measured on a fresh ship, many thousand times, damage control and the end of the phase included.
# A near miss may carry both radars away and send the ship home, but hardly ever sinks her.
ON_STATION = Worth((0.065, 0.06, 0.1), 0.06)
AFLOAT = Worth((0.03, 0.015, 0.045), 0.004)


def worth_of(card: Card) -> Worth:
    """Long campaigns count ships sunk; everything else is lost by leaving the station too."""
    return AFLOAT if card.campaign in ("long_a", "long_b") else ON_STATION


Threats = tuple[float, float, float]  # of a plane undamaged, damaged, flamed


@cache
def plane_threats(worth: Worth, section: SectionId, dives: Dives) -> Threats:
    """What each state of a plane threatens, by Table 10."""
    undamaged, damaged, flamed = (
        chance.hit * worth.hit[section] + chance.near * worth.near
        for chance in (dive_chance(dives[column]) for column in (UNDAMAGED, DAMAGED, ON_FIRE))
    )
    return undamaged, damaged, flamed


# --- Special attacks and the manoeuvre ---

_RESULTS = {"miss": 0.0, "hull": 0.05, "guns": 0.05, "stern": 1.0, "bow": 1.0, "sinks": 1.0}
# What of ships dead in the water never reach the anchorage.
_SINKS_UNDER_WAY = afloat_roll(0).chances()["sinks"]


@cache
def _weapon_threat(worth: Worth, roll: Roll[WeaponResult], dive: Roll[int]) -> float:
    """7.2.B and C: what a special threatens by Table 12, and by its own dive."""
    costs = _RESULTS | {"near": worth.near}
    if worth is AFLOAT:
        costs["stern"] = costs["bow"] = _SINKS_UNDER_WAY
    by_weapon = sum(costs[reading.result.kind] for reading in roll.readings)
    crash = dive_chance(dive)
    dives = CRASH_ROLL.chances()[True]
    mean_hit = sum(worth.hit) / len(worth.hit)
    by_dive = dives * (crash.hit * mean_hit + crash.near * worth.near)
    return by_weapon / len(roll.readings) + by_dive


def special_threat(state: PicketState, plane: Plane, worth: Worth, manoeuvred: bool) -> float:
    """What a special threatens, if the ship has manoeuvred or not (7.2.A)."""
    weapon = WEAPON_ROLLS[manoeuvred][planes().counters[plane.kind].weapon]
    return _weapon_threat(worth, weapon, dives_if(state, manoeuvred)[CRASH])


def dives_if(state: PicketState, manoeuvred: bool) -> Dives:
    """The rolls on Table 10, if the ship has manoeuvred or not."""
    return state.charts.dives[manoeuvred][state.stopped]


_LATER_REGULARS = 0.6  # of the threat of planes to come is left when the guns have fired


def phase_threat(state: PicketState, worth: Worth, manoeuvred: bool) -> float:
    """What is still to be feared in this phase, if the ship has manoeuvred or not."""
    rolls, section_at = dives_if(state, manoeuvred), state.charts.ship.section_at
    threat = 0.0
    for plane in state.planes:
        if plane.fate in (COMING, FLAMED):
            threats = plane_threats(worth, section_at[plane.bearing], rolls)
            threat += threats[column_of(plane)]
    threat += sum(
        special_threat(state, plane, worth, manoeuvred)
        for plane in state.specials
        if plane.fate == COMING
    )
    for regulars, specials in state.waves:
        for plane in regulars:
            threats = plane_threats(worth, section_at[plane.bearing], rolls)
            threat += _LATER_REGULARS * threats[0]
        for plane in specials:
            passed = 1 - spray_chance()
            threat += passed * special_threat(state, plane, worth, manoeuvred)
    return threat
