"""The rolls of the defence: guns on Table 9-2, AFS and SFS, and what counts on each."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Dice, Log, Modifier, Throw
from flankspeed.games.picket.fire_tables import (
    DESTROYED as DESTROYS,
)
from flankspeed.games.picket.fire_tables import (
    FLAMED as FLAMES,
)
from flankspeed.games.picket.fire_tables import (
    MISS,
    fire_result,
    fire_tables,
)
from flankspeed.games.picket.guns import director_works
from flankspeed.games.picket.ids import FIVE_INCH, GUNNERY, MOUNTS, TWENTY, space_name
from flankspeed.games.picket.people import value
from flankspeed.games.picket.places import GUN_PLACES
from flankspeed.games.picket.planes import planes
from flankspeed.games.picket.state import COMING, DESTROYED, FLAMED, PicketState, Plane
from flankspeed.games.picket.targets import battery

FLAMING_HITS = 3  # 6.8.K: hits that flame a plane
_OPTIONS = fire_tables().options
_BONUS = fire_tables().bonus
_SUPPORT = fire_tables().support
_COUNTERS = planes().counters
_TWIN_ENGINED = tuple(
    kind.type >= 0 and planes().types[kind.type].engines > 1 for kind in _COUNTERS
)
_WILLOW = planes().regular[planes().willow]
_TWIN_ENGINES = Modifier("twin-engined", _OPTIONS.twin_engine_afs)


@cache
def _named(kind: int, bearing: int, altitude: int) -> str:
    name = _COUNTERS[kind].name
    return f"{name} {space_name(bearing * 3 + altitude)}" if bearing >= 0 else name


def plane_name(plane: Plane) -> str:
    """A plane as the log calls it: `Zero 180H`, `Betty with Ohka`."""
    return _named(plane.kind, plane.bearing, plane.altitude)


@cache
def _modifier(name: str, points: int) -> Modifier:
    return Modifier(name, points)


def directed(state: PicketState, mount: int, slaved: bool) -> bool:
    """Whether a gun fires by its director (6.8.C.1, C.3, D; basic 5-inch guns always, R-06)."""
    if state.charts.advanced and battery(state.charts).calibres[mount] == FIVE_INCH:
        return slaved
    return director_works(state, mount)


def is_willow(state: PicketState, plane: Plane) -> bool:
    """11.1: whether a plane spoils the aim of 5-inch and 40mm."""
    return plane.kind == _WILLOW and state.charts.options.willow == "on"


def shot_modifiers(
    state: PicketState, mount: int, plane: Plane, slaved: bool = False
) -> list[Modifier]:
    """Table 9-1 and all else that counts on a gun's roll on Table 9-2."""
    charts, options = state.charts, state.charts.options
    calibre = battery(charts).calibres[mount]
    found: list[Modifier] = []
    by_director = directed(state, mount, slaved)
    # 11.1, R-105: a Willow spoils every bonus of 5-inch and 40mm.
    willow = calibre != TWENTY and is_willow(state, plane)
    if willow:
        if calibre == FIVE_INCH and not by_director:
            found.append(_modifier("Willow, no director", _OPTIONS.willow_manual))
    elif by_director and _BONUS[calibre][plane.altitude]:
        found.append(_modifier("director", _BONUS[calibre][plane.altitude]))
    gunnery = value(state, GUNNERY)
    if gunnery:
        found.append(_modifier("Gunnery officer", gunnery))
    if options.ace_gunners == "on" and not willow and is_ace(state, mount):
        found.append(_modifier("ace gunners", _OPTIONS.ace))
    if options.morale_gunnery == "on" and state.morale:
        found.append(_modifier("morale", state.morale))
    if charts.gun_modifiers[mount]:
        found.append(_modifier("barrels of the mount", charts.gun_modifiers[mount]))
    if calibre == TWENTY and charts.card.twenty_modifier:
        found.append(_modifier("scenario", charts.card.twenty_modifier))
    return found


def shot_modifier(state: PicketState, mount: int, plane: Plane, slaved: bool = False) -> int:
    """The sum of the modifiers of a shot."""
    return sum(modifier.value for modifier in shot_modifiers(state, mount, plane, slaved))


def is_ace(state: PicketState, mount: int) -> bool:
    """11.2: a mount with five kills that has never been damaged."""
    return state.kills[mount] >= _OPTIONS.ace_kills and not state.ace_lost >> mount & 1


@cache
def _shot_why(gun: int, kind: int, bearing: int, altitude: int) -> str:
    return f"{MOUNTS[gun]} at {_named(kind, bearing, altitude)}"


def fire_gun(
    state: PicketState, mount: int, number: int, slaved: bool, dice: Dice, log: Log | None
) -> None:
    """6.8.K, N: 2d6 on Table 9-2; hits add up, the third flames the plane (R-79)."""
    plane = state.planes[number]
    gun = battery(state.charts).ids[mount]
    why = _shot_why(gun, plane.kind, plane.bearing, plane.altitude)
    first, second = dice.throw(2, why)
    state.guns_fired = True
    modifiers = shot_modifiers(state, mount, plane, slaved)
    roll = first + second + sum(modifier.value for modifier in modifiers)
    result = fire_result(battery(state.charts).calibres[mount], plane.altitude, roll)
    hits = result if result < FLAMES else 0
    plane.hits += hits
    if result == DESTROYS:
        shot_down(state, plane, DESTROYED)
    elif result == FLAMES or plane.hits >= FLAMING_HITS:
        shot_down(state, plane, FLAMED)
    if plane.fate != COMING:
        state.kills[mount] += 1
    if log:
        log.add(
            _gun_event(result, plane),
            "P-6.8.N-1" if plane.fate == COMING else "P-6.8.K-1",
            throws=[Throw(6, (first, second), why)],
            modifiers=modifiers,
            places=[GUN_PLACES[gun], f"plane:{number + 1}"],
            gun=MOUNTS[gun],
            plane=plane_name(plane),
            hits=hits,
            total=plane.hits,
            roll=roll,
        )


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
    name = planes().types[_COUNTERS[plane.kind].type].name
    state.kills_by_kind[name] = state.kills_by_kind.get(name, 0) + 1


def can_spray(state: PicketState) -> bool:
    """R-73, R-74: every section can spray, but not without ammunition or in an emergency."""
    return state.ammo > 0 and not state.emergency


# --- Air and surface fire support ---


def support_modifiers(state: PicketState, marker: str, plane: Plane) -> list[Modifier]:
    """11.4: AFS is better against planes with two engines."""
    if marker == "afs" and _TWIN_ENGINED[plane.kind] and state.charts.options.afs_bonus == "on":
        return [_TWIN_ENGINES]
    return []


def support_kills(state: PicketState, marker: str, plane: Plane) -> int:
    """How many faces of the marker's die destroy the plane."""
    return _kills(sum(modifier.value for modifier in support_modifiers(state, marker, plane)))


@cache
def _kills(bonus: int) -> int:
    return sum(_SUPPORT[die + bonus] == "destroyed" for die in range(1, 7))


@cache
def _support_why(marker: str, kind: int, bearing: int, altitude: int) -> str:
    return f"{marker.upper()} at {_named(kind, bearing, altitude)}"


def roll_support(
    state: PicketState, marker: str, plane: Plane, place: str, dice: Dice, log: Log | None
) -> None:
    """6.5.E, 6.8.O, 6.9.E: one die for a marker; a 6 destroys the plane."""
    why = _support_why(marker, plane.kind, plane.bearing, plane.altitude)
    die = dice.d6(why)
    modifiers = support_modifiers(state, marker, plane)
    destroyed = _SUPPORT[die + sum(modifier.value for modifier in modifiers)] == "destroyed"
    if destroyed:
        shot_down(state, plane, DESTROYED)
    if log:
        log.add(
            "support destroys" if destroyed else "support misses",
            "P-6.9.E-1" if place.startswith("special") else "P-6.8.O-1",
            throws=[Throw(6, (die,), why)],
            modifiers=modifiers,
            places=[place],
            marker=marker.upper(),
            plane=plane_name(plane),
        )
