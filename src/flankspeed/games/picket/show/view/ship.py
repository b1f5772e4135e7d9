"""The ship as she is shown: guns, directors and radars, compartments, sections, list and trim."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    CALIBRE_OF,
    CALIBRES,
    EQUIPMENT,
    LEANS,
    SECTIONS,
    SPACES,
    MountIndex,
    space_name,
)
from flankspeed.games.picket.rules.damage.compartments import (
    is_shaded,
    primary_destroyed,
    secondary_destroyed,
)
from flankspeed.games.picket.rules.damage.equipment import equipment_destroyed
from flankspeed.games.picket.rules.damage.flooding import net_lean, restricted
from flankspeed.games.picket.rules.damage.guns import gun_destroyed, silent_guns
from flankspeed.games.picket.rules.damage.people import free_crews
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.places import (
    EQUIPMENT_PLACES,
    GUN_PLACES,
    PRIMARY_PLACES,
    SECONDARY_PLACES,
    SECTION_PLACES,
)
from flankspeed.games.picket.show.view.aims import Aims
from flankspeed.games.picket.show.view.people import Officers
from flankspeed.games.picket.show.view.types import (
    EquipmentView,
    GunView,
    LeanView,
    PrimaryView,
    SecondaryView,
    SectionView,
)
from flankspeed.games.picket.state import PicketState


def guns(state: PicketState, aimed: Aims, officers: Officers) -> list[GunView]:
    """All mounts aboard, in the order of the fit."""
    silent = silent_guns(state)
    return [
        _gun(state, mount, aimed, officers, can_fire=mount not in silent)
        for mount in range(len(state.guns))
    ]


def _gun(
    state: PicketState, mount: MountIndex, aimed: Aims, officers: Officers, *, can_fire: bool
) -> GunView:
    gun, target = state.charts.mounts[mount], aimed.guns[mount]
    calibre, place = CALIBRE_OF[gun.id], GUN_PLACES[gun.id]
    return GunView(
        place=place,
        name=state.charts.fit.names[gun.id],
        calibre=CALIBRES[calibre],
        section=SECTIONS[gun.section],
        side=gun.side,
        director=EQUIPMENT_PLACES[gun.director] if gun.director >= 0 else "",
        magazine=PRIMARY_PLACES[gun.magazine],
        hits=state.guns[mount],
        boxes=firing_chart().hits[calibre],
        destroyed=gun_destroyed(state, mount),
        can_fire=can_fire,
        sector=_space_names(gun.reach & ~_restricted(state, mount)),
        target=None if target == HELD else target + 1,
        by_director=target != HELD and bool(aimed.slaved >> mount & 1),
        crew=state.at_gun[mount],
        officers=officers.get(place, ()),
        kills=state.kills[mount],
    )


def _restricted(state: PicketState, mount: MountIndex) -> int:
    """7.4, 6.8.H: the mask of spaces that list and trim keep a gun from firing into."""
    if not any(state.lean):
        return 0
    altitudes = len(ALTITUDES)
    return sum(
        1 << space
        for space in range(SPACES)
        if restricted(state, mount, space // altitudes, space % altitudes)
    )


@lru_cache(maxsize=1024)
def _space_names(spaces: int) -> tuple[str, ...]:
    """The spaces of a mask, by bearing and altitude."""
    return tuple(space_name(space) for space in bits(spaces))


def equipment(state: PicketState) -> list[EquipmentView]:
    """The directors and radars aboard."""
    figures = state.charts.ship
    return [
        EquipmentView(
            place=EQUIPMENT_PLACES[item],
            name=EQUIPMENT[item],
            section=SECTIONS[figures.equipment_section[item]],
            hits=state.equipment[item],
            boxes=figures.equipment_boxes,
            destroyed=equipment_destroyed(state, item),
            crew=state.at_equipment[item],
        )
        for item in state.charts.fit.equipment
    ]


def primaries(state: PicketState, officers: Officers) -> list[PrimaryView]:
    """All primary compartments."""
    return [
        PrimaryView(
            place=place,
            name=room.name,
            section=SECTIONS[room.section],
            hits=state.primaries[number],
            boxes=room.boxes,
            destroyed=primary_destroyed(state, number),
            fire=bool(state.fires >> number & 1),
            flooded=bool(state.flooded >> number & 1),
            crew=state.at_primary[number],
            officers=officers.get(place, ()),
        )
        for number, (room, place) in enumerate(
            zip(state.charts.ship.primaries, PRIMARY_PLACES, strict=True)
        )
    ]


def secondaries(state: PicketState) -> list[SecondaryView]:
    """7.9.A: all secondary compartments; the basic game has none."""
    if not state.charts.advanced:
        return []
    figures = state.charts.ship
    return [
        SecondaryView(
            place=SECONDARY_PLACES[number],
            name=room.name,
            section=SECTIONS[room.section],
            hits=state.secondaries[number],
            boxes=figures.secondary_boxes,
            destroyed=secondary_destroyed(state, number),
            shaded=is_shaded(state, number),
            flooded=bool(state.secondary_flooded >> number & 1),
            crew=state.secondary_crew >> number & 1,
        )
        for number, room in enumerate(figures.secondaries)
    ]


def sections(state: PicketState) -> list[SectionView]:
    """The three sections with their repair crews."""
    free = free_crews(state)
    return [
        SectionView(
            place=SECTION_PLACES[section],
            name=name,
            repair=section + 1,
            crew=state.crew[section],
            full=state.charts.crews[section],
            free=free[section],
            deck_fires=state.deck_fires[section],
            deck_fire_spaces=state.charts.options.deckfire_len,
        )
        for section, name in enumerate(SECTIONS)
    ]


def lean(state: PicketState) -> LeanView:
    """7.4: list and trim."""
    return LeanView(dict(zip(LEANS, state.lean, strict=True)), *net_lean(state))
