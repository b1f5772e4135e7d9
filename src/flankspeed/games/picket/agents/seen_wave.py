"""What agents see of the defence: what is aimed at the wave under way, and what there still is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flankspeed.engine.observer import Facts, Figures
from flankspeed.games.picket.agents.limits import AFS, PLANES, SFS, SPECIALS, WAVES
from flankspeed.games.picket.agents.scene import Scene
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.places import GUN_IDS

_WAVE = [f"plane {number + 1}" for number in range(PLANES[0])]
_SPECIAL = [f"special {number + 1}" for number in range(SPECIALS)]
_MOST_STRIKES = 100
_COUNTERS = planes().counters
_SPECIAL_KINDS = range(len(planes().types), planes().attack_ends)


def facts(charts: Charts) -> Iterator[Facts[Scene]]:
    """What is so or not."""
    yield Facts(["aiming"], lambda s: s.fire is not None and s.fire.offers is not None)
    yield Facts(["special defence fires"], lambda s: s.special.firing if s.special else 0)
    guns, width = [GUN_IDS[mount.id] for mount in charts.mounts], len(_WAVE)

    def aimed(scene: Scene) -> int:
        mask = 0
        if scene.targets:
            for mount, plane in scene.targets.at.items():
                mask |= 1 << mount * width + plane
        return mask

    yield Facts([f"{gun} at {plane}" for gun in guns for plane in _WAVE], aimed)
    yield Facts([f"{gun} slaved" for gun in guns], lambda s: s.targets.slaved if s.targets else 0)
    yield Facts(
        [f"director on {plane}" for plane in _WAVE],
        lambda s: 1 << s.targets.director if s.targets and s.targets.director != HELD else 0,
    )
    sprayed = [f"{plane} sprayed" for plane in _SPECIAL]
    yield Facts(sprayed, lambda s: s.special.sprayed if s.special else 0)


def figures() -> Iterator[Figures[Scene]]:
    """What is counted."""
    yield Figures(["wave"], 0, WAVES, lambda s: [s.state.wave])
    yield Figures(
        ["planes that struck"], 0, _MOST_STRIKES, lambda s: [min(s.state.plane_hits, _MOST_STRIKES)]
    )
    yield Figures(["AFS to aim anew"], 0, AFS, _loose)
    no_planes, no_specials = [0] * len(_WAVE), [0] * SPECIALS

    def filled(markers: Sequence[int], empty: list[int]) -> list[int]:
        return [*markers, *empty[len(markers) :]]

    for marker, most in (("afs", AFS), ("sfs", SFS)):

        def on_planes(scene: Scene, marker: str = marker) -> list[int]:
            targets = scene.targets
            return filled(getattr(targets, marker), no_planes) if targets else no_planes

        def on_specials(scene: Scene, marker: str = marker) -> list[int]:
            special = scene.special
            if special is None or special.afs is None:
                return no_specials
            return filled(getattr(special, marker), no_specials)

        yield Figures([f"{marker.upper()} on {plane}" for plane in _WAVE], 0, most, on_planes)
        yield Figures([f"{marker.upper()} on {plane}" for plane in _SPECIAL], 0, most, on_specials)
    most = max(counter.number for counter in _COUNTERS)
    names = [f"{_COUNTERS[kind].name} left" for kind in _SPECIAL_KINDS]
    first, end = _SPECIAL_KINDS[0], _SPECIAL_KINDS[-1] + 1
    yield Figures(names, 0, most, lambda s: s.state.container[first:end])
    aside = [f"{_COUNTERS[kind].name} set aside" for kind in _SPECIAL_KINDS]
    yield Figures(aside, 0, most, lambda s: s.state.set_aside[first:end])


def _loose(scene: Scene) -> tuple[int]:
    if scene.fire:
        return (scene.fire.loose,)
    return (scene.special.loose if scene.special else 0,)
