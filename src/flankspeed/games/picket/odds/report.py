"""The odds of a wave of Picket Duty: what the best fire makes of every plane of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flankspeed.engine import DataError, OptionError
from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import CALIBRE_OF, GUNNERY, space_name, space_of
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.odds.barrage import barrage_at
from flankspeed.games.picket.odds.chances import strike_chance
from flankspeed.games.picket.odds.fire import Fire, best_fire, with_afs
from flankspeed.games.picket.odds.worth import worth_of
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.damage.people import give_value
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.state import PicketState

_USUAL = "Zero"


def wave_report(
    state: PicketState,
    wave: Sequence[str],
    *,
    gunnery: int = 0,
    lost: Sequence[str] = (),
    sfs: int = 0,
    afs: int = 0,
    manoeuvred: bool = False,
) -> dict[str, Any]:
    """Chances of each plane, and strikes to be expected, by the best assignment of a fresh ship.

    `state` is a new game, which is changed; planes are written as 315H, or Betty:315H. AFS markers
    are not turned to other planes.
    """
    _prepare(state, wave, gunnery, lost)
    state.sfs, state.afs, state.em_success = sfs, afs, manoeuvred
    worth = worth_of(state.charts.card)
    plan, placed = with_afs(state, best_fire(state, Targets(state), worth), worth, afs)
    found = [_plane_report(state, plan, placed, number) for number in range(len(wave))]
    return {
        "mode": state.charts.options.mode,
        "gunnery": state.values[GUNNERY],
        "lost": list(lost),
        "sfs": sfs,
        "afs": afs,
        "manoeuvred": manoeuvred,
        "planes": found,
        "hits": sum(plane["hit"] for plane in found),
        "near_misses": sum(plane["near_miss"] for plane in found),
        "no_hit": _product(1 - plane["hit"] for plane in found),
    }


def _product(chances: Any) -> float:
    product = 1.0
    for chance in chances:
        product *= chance
    return product


def _prepare(state: PicketState, wave: Sequence[str], gunnery: int, lost: Sequence[str]) -> None:
    """The ship with these guns lost, facing these planes."""
    most = len(attack_charts().waves) - 1  # no attack is larger
    if not 1 <= len(wave) <= most:
        raise OptionError(f"a wave has 1 to {most} planes, not {len(wave)}")
    give_value(state, GUNNERY, gunnery)
    for name in lost:
        gun = GUN_IDS.index(name) if name in GUN_IDS else -1
        if gun not in state.charts.mount_index:
            guns = ", ".join(GUN_IDS[mount.id] for mount in state.charts.mounts)
            raise OptionError(f"the ship has no gun {name!r} (she has: {guns})")
        state.guns[state.charts.mount_index[gun]] = firing_chart().hits[CALIBRE_OF[gun]]
    state.planes = [_plane(text) for text in wave]
    state.wave = 1


def _plane(text: str) -> Plane:
    """A plane as written: 315H, or Betty:315H."""
    name, colon, place = text.rpartition(":")
    types = {kind.name.lower(): kind.name for kind in planes().types}
    if colon and name.lower() not in types:
        raise OptionError(f"there is no plane {name!r} (there are: {', '.join(types.values())})")
    try:
        space = space_of(place.upper())
    except DataError as error:
        raise OptionError(str(error)) from None
    number = list(types).index(name.lower() if colon else _USUAL.lower())
    return Plane(planes().regular[number], space // 3, space % 3)


def _plane_report(
    state: PicketState, plan: Fire, afs: Sequence[int], number: int
) -> dict[str, Any]:
    """One plane: what fires at it, how it ends, what it does to the ship."""
    plane, mounts = state.planes[number], state.charts.mounts
    aimed = barrage_at(state, plane, worth_of(state.charts.card))
    outcome = aimed.outcome(plane.hits, plan.shots[number])
    strikes = strike_chance(outcome, dives(state))
    guns = [(GUN_IDS[mounts[mount].id], slaved) for mount, at, slaved in plan.guns if at == number]
    return {
        "plane": space_name(plane.bearing * 3 + plane.altitude),
        "type": planes().counters[plane.kind].name,
        "guns": [gun for gun, _ in guns],
        "slaved": [gun for gun, slaved in guns if slaved],
        "sfs": plan.sfs.count(number),
        "afs": list(afs).count(number),
        **outcome._asdict(),
        "hit": strikes.hit,
        "near_miss": strikes.near,
    }
