"""The guns: what hits do to them, and whether they can fire (1.1, 7.3.P).

A mount is a number into `charts.mounts`, as in `state.guns`.
"""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Log
from flankspeed.games.picket.firing_chart import firing_chart
from flankspeed.games.picket.ids import (
    CALIBRE_OF,
    FIVE_INCH,
    FORTY,
    MAG_20_AFT,
    MAG_40_AFT,
    MAG_LIGHT_FWD,
    MOUNTS,
)
from flankspeed.games.picket.places import GUN_PLACES
from flankspeed.games.picket.state import PicketState

# Hits that destroy each mount of `MOUNTS` (7.3.P).
_HITS = tuple(firing_chart().hits[calibre] for calibre in CALIBRE_OF)


def gun_destroyed(state: PicketState, mount: int) -> bool:
    """7.3.P: a 20mm gun is destroyed by its first hit, a 40mm by its second, a 5-inch by three."""
    return state.guns[mount] >= _HITS[state.charts.mounts[mount].id]


def gun_can_fire(state: PicketState, mount: int) -> bool:
    """Whether a gun is fit to fire: ammunition, no emergency repairs, not destroyed, fed."""
    return (
        state.ammo > 0
        and not state.emergency
        and not gun_destroyed(state, mount)
        and magazine_alive(state, mount)
    )


def magazine_alive(state: PicketState, mount: int) -> bool:
    """1.1, 7.8.2.J: a gun falls silent when all magazines that feed it are destroyed."""
    gun = state.charts.mounts[mount]
    primaries, rooms = state.primaries, state.charts.ship.primaries
    for magazine in _feeding(gun.magazine, CALIBRE_OF[gun.id], state.charts.options.light_mags):
        if primaries[magazine] < rooms[magazine].boxes:
            return True
    return False


@cache
def _feeding(magazine: int, calibre: int, light_mags: str) -> tuple[int, ...]:
    """R-01: the magazines that must all be gone before a gun with this one of its own stops."""
    if calibre == FIVE_INCH:
        return (magazine,)
    own_aft = MAG_40_AFT if calibre == FORTY else MAG_20_AFT
    if light_mags == "own_and_fwd_shared":
        return (own_aft, MAG_LIGHT_FWD)
    if magazine == MAG_LIGHT_FWD or light_mags == "own_calibre":
        return (magazine,)
    return (MAG_20_AFT, MAG_40_AFT)


def director_works(state: PicketState, mount: int) -> bool:
    """6.8.C.3, 6.8.D: whether a gun has its director's bonus; a 5-inch gun once hit has not."""
    gun = state.charts.mounts[mount]
    if gun.director < 0 or state.bonuses_lost or state.equipment[gun.director]:
        return False
    return CALIBRE_OF[gun.id] != FIVE_INCH or not state.guns[mount]


def hit_gun(state: PicketState, mount: int, log: Log | None) -> None:
    """7.3.P: one hit on a gun, the last of which destroys it."""
    if state.guns[mount] + 1 >= _HITS[state.charts.mounts[mount].id]:
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


def destroy_gun(state: PicketState, mount: int, log: Log | None) -> None:
    """7.3.D, 7.3.P: a gun is gone until the anchorage; men repairing it live (R-50)."""
    if gun_destroyed(state, mount):
        return
    gun = state.charts.mounts[mount].id
    state.guns[mount] = _HITS[gun]
    state.ace_lost |= 1 << mount
    state.at_gun[mount] = 0
    if log:
        log.add("gun destroyed", "P-7.3.P-1", places=[GUN_PLACES[gun]], gun=MOUNTS[gun])
