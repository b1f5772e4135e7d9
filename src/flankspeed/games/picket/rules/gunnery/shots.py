"""The rolls of the defence: guns on Table 9-2, AFS and SFS, and what counts on each."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.fire_charts import DESTROYED as DESTROYS
from flankspeed.games.picket.data.fire_charts import FLAMED as FLAMES
from flankspeed.games.picket.data.fire_charts import MISS, fire_charts
from flankspeed.games.picket.data.ids import (
    GUNNERY,
    MOUNTS,
    AltitudeId,
    BearingId,
    MountIndex,
    space_name,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.damage.guns import may_fire, working_directors
from flankspeed.games.picket.rules.gunnery.gun_rolls import Condition, GunRoll
from flankspeed.games.picket.rules.places import GUN_PLACES
from flankspeed.games.picket.rules.plane import COMING, DESTROYED, FLAMED, Plane
from flankspeed.games.picket.state import PicketState

FLAMING_HITS: Final = 3  # 6.8.K: hits that flame a plane
_OPTIONS: Final = fire_charts().options
_COUNTERS: Final = planes().counters
_TWIN_ENGINED: Final = tuple(
    kind.type >= 0 and planes().types[kind.type].engines > 1 for kind in _COUNTERS
)
_TYPE_NAMES: Final = tuple(
    planes().types[kind.type].name if kind.type >= 0 else "" for kind in _COUNTERS
)
_TWIN_ENGINES: Final = _OPTIONS.modifier("twin-engined", "twin_engine_afs")
_SUPPORT: Final = Roll.on(fire_charts().support, "support")
_SUPPORT_AT_TWIN: Final = Roll.on(fire_charts().support, "support", modifiers=[_TWIN_ENGINES])
SupportRolls = tuple[Roll[str], ...]  # by kind of counter
# Without rule 11.4 and with it.
_SUPPORT_ROLLS: Final[tuple[SupportRolls, ...]] = (
    (_SUPPORT,) * len(_COUNTERS),
    tuple(_SUPPORT_AT_TWIN if twin else _SUPPORT for twin in _TWIN_ENGINED),
)


@cache
def _named(kind: int, bearing: BearingId, altitude: AltitudeId) -> str:
    name = _COUNTERS[kind].name
    return f"{name} {space_name(bearing * 3 + altitude)}" if bearing >= 0 else name


def plane_name(plane: Plane) -> str:
    """A plane as the log calls it: `Zero 180H`, `Betty with Ohka`."""
    return _named(plane.kind, plane.bearing, plane.altitude)


def roll_at(state: PicketState, plane: Plane) -> int:
    """Which of a gun's rolls is the one at this plane (11.1)."""
    return state.charts.rolls_at[plane.kind] + plane.altitude


def condition(state: PicketState) -> Condition:
    """All that counts on the rolls of the guns now (6.8.C.3, D), as `charts.rolls` wants it."""
    charts = state.charts
    return (
        working_directors(state),
        _aces(state) if charts.aces else 0,
        state.values[GUNNERY] if state.alive >> GUNNERY & 1 else 0,
        state.morale if charts.morale_at_guns else 0,
    )


def _aces(state: PicketState) -> int:
    """11.2: the mask of the mounts with five kills that have never been damaged."""
    aces = sum(1 << mount for mount, kills in enumerate(state.kills) if kills >= _OPTIONS.ace_kills)
    return aces & ~state.ace_lost


def gun_roll(state: PicketState, mount: MountIndex, plane: Plane, slaved: bool = False) -> GunRoll:
    """A gun's roll at a plane as things are now, by the Mk37 or not (6.8.C.1)."""
    rolls = state.charts.rolls[condition(state)]
    return (rolls.slaved if slaved else rolls.alone)[mount][roll_at(state, plane)]


def _shot_why(state: PicketState, mount: MountIndex, plane: Plane) -> str:
    return f"{MOUNTS[state.charts.battery.ids[mount]]} at {plane_name(plane)}"


def fire_gun(
    state: PicketState, mount: MountIndex, number: int, roll: GunRoll, dice: Dice, log: Log | None
) -> bool:
    """6.8.K, N: 2d6 on Table 9-2; whether the plane is down.

    Hits add up, the third flames the plane (R-79).
    """
    plane = state.planes[number]
    why = _shot_why(state, mount, plane) if log or dice.told else ""
    first, second = dice.two_d6(why)
    state.guns_fired = True
    result = roll.results[first + second]
    if result != MISS:
        if result < FLAMES:
            plane.hits += result
        if result >= FLAMES or plane.hits >= FLAMING_HITS:
            shot_down(state, plane, DESTROYED if result == DESTROYS else FLAMED)
            state.kills[mount] += 1
    if log:
        reading = roll.reading(first, second)
        gun = state.charts.battery.ids[mount]
        log.add(
            _gun_event(result, plane),
            "P-6.8.N-1" if plane.fate == COMING else "P-6.8.K-1",
            readings=[reading.told(why)],
            places=[GUN_PLACES[gun], f"plane:{number + 1}"],
            gun=MOUNTS[gun],
            plane=plane_name(plane),
            hits=result if result < FLAMES else 0,
            total=plane.hits,
            roll=reading.total,
        )
    return plane.fate != COMING


def _gun_event(result: int, plane: Plane) -> str:
    if result == MISS:
        return "gun misses"
    if result == DESTROYS:
        return "gun destroys"
    if result == FLAMES:
        return "gun flames"
    return "gun hits" if plane.fate == COMING else "third hit flames"


def shot_down(state: PicketState, plane: Plane, fate: int) -> None:
    """A plane is flamed or destroyed: noted in the ship's log by its type."""
    plane.fate = fate
    name = _TYPE_NAMES[plane.kind]
    state.kills_by_kind[name] = state.kills_by_kind.get(name, 0) + 1


def can_spray(state: PicketState) -> bool:
    """R-73, R-74: every section can spray, but not without ammunition or in an emergency."""
    return may_fire(state)


# --- Air and surface fire support ---


def support_rolls(state: PicketState, marker: str) -> SupportRolls:
    """The rolls of a marker; 11.4: AFS is better against planes with two engines."""
    return _SUPPORT_ROLLS[state.charts.afs_bonus and marker == "afs"]


def support_roll(state: PicketState, marker: str, plane: Plane) -> Roll[str]:
    """The roll of a marker at a plane."""
    return support_rolls(state, marker)[plane.kind]


def _support_why(marker: str, plane: Plane) -> str:
    return f"{marker.upper()} at {plane_name(plane)}"


def roll_support(
    state: PicketState,
    marker: str,
    plane: Plane,
    what: str,
    number: int,
    dice: Dice,
    log: Log | None,
) -> bool:
    """6.5.E, 6.8.O, 6.9.E: one die for a marker; whether it destroys the plane, as a 6 does.

    `what` is "plane" or "special", `number` which of them in the wave.
    """
    why = _support_why(marker, plane) if log or dice.told else ""
    roll = support_rolls(state, marker)[plane.kind]
    die = dice.d6(why)
    destroyed = roll.results[die] == "destroyed"
    if destroyed:
        shot_down(state, plane, DESTROYED)
    if log:
        log.add(
            "support destroys" if destroyed else "support misses",
            "P-6.9.E-1" if what == "special" else "P-6.8.O-1",
            readings=[roll.reading(die).told(why)],
            places=[f"{what}:{number + 1}"],
            marker=marker.upper(),
            plane=plane_name(plane),
        )
    return destroyed
