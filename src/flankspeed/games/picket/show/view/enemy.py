"""The enemy as he is shown: the wave under way with the markers on it, and the waves to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from flankspeed.games.picket.data.ids import BEARINGS, NOWHERE, SECTIONS, space_name
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.show.view.aims import Aims, Markers
from flankspeed.games.picket.show.view.types import (
    Altitude,
    AttackView,
    Fate,
    PlaneView,
    WaveView,
)
from flankspeed.games.picket.state import PicketState

_FATES: tuple[Fate, ...] = get_args(Fate)  # in the order of the state's
_ALTITUDES: tuple[Altitude, ...] = get_args(Altitude)
_WEAPONS = ("Ohka", "bomb", "torpedo")


def attack(state: PicketState, aimed: Aims) -> AttackView:
    """The wave under way, and all that is known of the others."""
    return AttackView(
        wave=state.wave,
        planes=_marked("plane", state.planes, aimed.planes),
        specials=_marked("special", state.specials, aimed.specials, aimed.sprayed),
        waves=[
            WaveView([_plane(p) for p in regular], [_plane(p) for p in special])
            for regular, special in state.waves
        ],
        attack_ends=state.attack_ends,
        hits_this_phase=state.plane_hits,
        flaming_hits=FLAMING_HITS,
        manoeuvre_tried=state.em_tried,
        manoeuvre_succeeded=state.em_success,
    )


def _marked(
    kind: str, wave: Sequence[Plane], markers: Markers, sprayed: int = 0
) -> list[PlaneView]:
    """The planes of the wave, numbered from 1, with the markers that are on them."""
    return [
        _plane(
            plane,
            f"{kind}:{number + 1}",
            markers.afs[number],
            markers.sfs[number],
            sprayed=bool(sprayed >> number & 1),
        )
        for number, plane in enumerate(wave)
    ]


def _plane(
    plane: Plane, place: str = "", afs: int = 0, sfs: int = 0, *, sprayed: bool = False
) -> PlaneView:
    counter = planes().counters[plane.kind]
    kind, regular = planes().types[counter.type], plane.bearing != NOWHERE
    return PlaneView(
        place=place,
        name=kind.name,
        engines=kind.engines,
        weapon=_WEAPONS[counter.weapon] if counter.weapon >= 0 else "",
        bearing=BEARINGS[plane.bearing] if regular else None,
        altitude=_ALTITUDES[plane.altitude] if regular else None,
        space=space_name(plane.bearing * len(_ALTITUDES) + plane.altitude) if regular else "",
        section=SECTIONS[plane.section] if plane.section != NOWHERE else None,
        hits=plane.hits,
        fate=_FATES[plane.fate],
        afs=afs,
        sfs=sfs,
        sprayed=sprayed,
    )
