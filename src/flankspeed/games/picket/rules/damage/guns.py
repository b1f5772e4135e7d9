"""The guns: what hits do to them, and whether they can fire (1.1, 7.3.P).

A mount is a number into `charts.mounts`, as in `state.guns`.
"""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine import Log
from flankspeed.games.picket.data.ids import MOUNTS, MountIndex
from flankspeed.games.picket.rules.masks import marked
from flankspeed.games.picket.rules.places import GUN_PLACES
from flankspeed.games.picket.state import PicketState


def gun_destroyed(state: PicketState, mount: MountIndex) -> bool:
    """7.3.P: a 20mm gun is destroyed by its first hit, a 40mm by its second, a 5-inch by three."""
    return state.guns[mount] >= state.charts.battery.hits[mount]


def may_fire(state: PicketState) -> bool:
    """Whether any gun may: there is ammunition, and no emergency repairs are under way."""
    return state.ammo > 0 and not state.emergency


def lost_guns(state: PicketState) -> list[int]:
    """1.1, 7.3.P: the guns that are destroyed, or without a magazine; one may be here twice."""
    lost = [mount for mount in marked(state.guns) if gun_destroyed(state, mount)]
    if any(state.primaries) and _magazine_lost(state):
        mounts = range(len(state.guns))
        lost += [mount for mount in mounts if not _magazine_alive(state, mount)]
    return lost


def silent_guns(state: PicketState) -> Sequence[int]:
    """The guns that cannot fire now."""
    return lost_guns(state) if may_fire(state) else range(len(state.guns))


def gun_can_fire(state: PicketState, mount: MountIndex) -> bool:
    """Whether a gun is fit to fire."""
    return mount not in silent_guns(state)


def _magazine_alive(state: PicketState, mount: MountIndex) -> bool:
    """1.1, 7.8.2.J: a gun falls silent when all magazines that feed it are destroyed."""
    primaries, rooms = state.primaries, state.charts.ship.primaries
    for magazine in state.charts.battery.feeding[mount]:
        if primaries[magazine] < rooms[magazine].boxes:
            return True
    return False


def _magazine_lost(state: PicketState) -> bool:
    """Whether any of the magazines is destroyed."""
    return any(state.primaries[room] >= boxes for room, boxes in state.charts.battery.magazines)


def working_directors(state: PicketState) -> int:
    """6.8.C.3, 6.8.D: the mask of the guns with their director's bonus.

    A 5-inch gun once hit has lost it; one director may serve several guns.
    """
    battery = state.charts.battery
    mask = 0 if state.bonuses_lost else battery.directed
    for item in marked(state.equipment):
        mask &= ~battery.directed_by[item]
    if any(state.guns):
        for mount in battery.five_inch:
            if state.guns[mount]:
                mask &= ~(1 << mount)
    return mask


def hit_gun(state: PicketState, mount: MountIndex, log: Log | None) -> None:
    """7.3.P: one hit on a gun, the last of which destroys it."""
    if state.guns[mount] + 1 >= state.charts.battery.hits[mount]:
        destroy_gun(state, mount, log)
        return
    state.guns[mount] += 1
    state.ace_lost |= 1 << mount
    if log:
        gun = state.charts.mounts[mount].id
        log.add(
            "gun damaged",
            "P-7.3.P-1",
            places=[GUN_PLACES[gun]],
            gun=MOUNTS[gun],
            hits=state.guns[mount],
        )


def destroy_gun(state: PicketState, mount: MountIndex, log: Log | None) -> None:
    """7.3.D, 7.3.P: a gun is gone until the anchorage; men repairing it live (R-50)."""
    if gun_destroyed(state, mount):
        return
    gun = state.charts.mounts[mount].id
    state.guns[mount] = state.charts.battery.hits[mount]
    state.ace_lost |= 1 << mount
    state.at_gun[mount] = 0
    if log:
        log.add("gun destroyed", "P-7.3.P-1", places=[GUN_PLACES[gun]], gun=MOUNTS[gun])
