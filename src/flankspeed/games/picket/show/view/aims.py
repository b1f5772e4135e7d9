"""The markers on the planes while the defence is being laid out: which gun, AFS, SFS or spray."""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.state import PicketState


class Markers(NamedTuple):
    """Support markers on the planes of the wave, regular or special."""

    afs: tuple[int, ...]
    sfs: tuple[int, ...]


class Aims(NamedTuple):
    """Everything that is aimed but has not fired yet."""

    guns: tuple[int, ...]  # by mount: the regular plane it is aimed at, or HELD
    slaved: int  # mask of the mounts that the Mk37 directs
    planes: Markers
    specials: Markers
    sprayed: int  # mask of the specials with spray fire on them


def aims(state: PicketState) -> Aims:
    """The markers of the step that is under way; none in any other."""
    guns, slaved, sprayed = (HELD,) * len(state.guns), 0, 0
    planes, specials = _no_markers(len(state.planes)), _no_markers(len(state.specials))
    for step in state.agenda:
        if isinstance(step, DefensiveFire) and step.targets:
            at, slaved = step.targets.at, step.targets.slaved
            guns = tuple(at.get(mount, HELD) for mount in range(len(state.guns)))
            planes = Markers(tuple(step.targets.afs), tuple(step.targets.sfs))
        elif isinstance(step, SpecialDefence) and step.afs is not None:
            specials, sprayed = Markers(tuple(step.afs), tuple(step.sfs)), step.sprayed
    return Aims(guns, slaved, planes, specials, sprayed)


def _no_markers(planes: int) -> Markers:
    return Markers((0,) * planes, (0,) * planes)
