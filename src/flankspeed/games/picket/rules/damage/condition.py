"""The condition of the ship: what it can no longer do, and when it leaves (6.10, 9.0)."""

from __future__ import annotations

from typing import Final

from flankspeed.games.picket.data.ids import (
    ENGINE_AFT,
    ENGINE_FWD,
    FIRE_AFT,
    FIRE_FWD,
    FUEL_AFT,
    FUEL_FWD,
    PORT_SHAFT,
    RUDDER,
    STACK_AFT,
    STACK_FWD,
    STBD_SHAFT,
    STEERING,
)
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed
from flankspeed.games.picket.rules.damage.equipment import RADARS, equipment_destroyed
from flankspeed.games.picket.state import FULL_TRACK, PicketState


def em_barred(state: PicketState) -> str:
    """6.10.A: why an emergency manoeuvre is not allowed now; empty if it is."""
    hits = state.primaries
    if state.manoeuvre == 0:
        return "manoeuvre is at 0"
    if state.fuel == 0:
        return "there is no fuel"
    if not any(hits):
        return ""
    stacks = bool(hits[STACK_FWD]) + bool(hits[STACK_AFT])
    for barred, why in (
        (hits[RUDDER], "the rudder is damaged"),
        (hits[STEERING], "the steering room is damaged"),
        (hits[ENGINE_FWD] and hits[ENGINE_AFT], "both engine rooms are damaged"),
        (hits[PORT_SHAFT] and hits[STBD_SHAFT], "both shafts are bent"),
        (stacks == 2, "both stacks are damaged"),
        (stacks and state.charts.options.stack_em == "any", "a stack is damaged"),
    ):
        if barred:
            return why
    return ""


def must_withdraw(state: PicketState) -> str:
    """9.0.G: why the ship must leave its station at the end of the phase; empty if it need not."""
    if any(state.primaries):
        why = _lost_rooms(state)
        if why:
            return why
    if state.hull == 0:
        return "the hull is at 0"
    if state.manoeuvre == 0:
        return "manoeuvre is at 0"
    if any(state.equipment) and all(equipment_destroyed(state, radar) for radar in RADARS):
        return "both radars are destroyed"
    return ""


_PAIRS: Final = (
    (ENGINE_FWD, ENGINE_AFT, "engine rooms"),
    (FIRE_FWD, FIRE_AFT, "fire rooms"),
    (FUEL_FWD, FUEL_AFT, "fuel tanks"),
)


def _lost_rooms(state: PicketState) -> str:
    """9.0.G-1: compartments without which she cannot stay."""
    hits = state.primaries
    for first, second, what in _PAIRS:
        if hits[first] and hits[second] and _both_destroyed(state, first, second):
            return f"both {what} are destroyed"
    if hits[RUDDER] and primary_destroyed(state, RUDDER):
        return "the rudder is destroyed"
    if hits[PORT_SHAFT] and hits[STBD_SHAFT]:
        return "both shafts are damaged"
    return ""


def _both_destroyed(state: PicketState, first: int, second: int) -> bool:
    return primary_destroyed(state, first) and primary_destroyed(state, second)


def armament_half(state: PicketState) -> bool:
    """9.0.G-2, R-102: at least half of the ship's mounts are damaged or destroyed."""
    return 2 * (len(state.guns) - state.guns.count(0)) >= len(state.guns)


def damaged_at_all(state: PicketState) -> bool:
    """9.0.B, R-117: any hit anywhere, or hull, manoeuvre or flood below 10."""
    return (
        any(state.primaries)
        or any(state.secondaries)
        or any(state.equipment)
        or any(state.guns)
        or state.water_lines > 0
        or min(state.hull, state.manoeuvre, state.flood) < FULL_TRACK
    )


def half_damaged(state: PicketState) -> bool:
    """7.7.L, R-09: half of all compartments have hits; the basic game counts the primaries only."""
    ship = state.charts.ship
    primaries = len(state.primaries) - state.primaries.count(0)
    if not state.charts.advanced:
        return primaries >= ship.emergency_basic
    secondaries = len(state.secondaries) - state.secondaries.count(0)
    return primaries + secondaries >= ship.emergency_advanced
