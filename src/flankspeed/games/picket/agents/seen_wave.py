"""What agents see of the enemy: the wave under way, what is aimed at it, and the waves to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from flankspeed.engine import Feature
from flankspeed.engine.observer import Facts, Figures, Rows
from flankspeed.games.picket.agents.limits import AFS, PLANES, SFS, SPECIALS, WAVES
from flankspeed.games.picket.agents.scene import Scene
from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, SECTIONS, SPACES
from flankspeed.games.picket.data.planes import WEAPONS, planes
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.state import Plane

_FATES = ("coming", "flamed", "destroyed", "spent")
_WAVE = [f"plane {number + 1}" for number in range(PLANES[0])]
_SPECIAL = [f"special {number + 1}" for number in range(SPECIALS)]
_MOST_HITS = FLAMING_HITS + 1  # a plane with two hits may take two more
_MOST_STRIKES = 100
_NO_PLANE = -1
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


# --- Planes ---


def _hot(number: int, of: int) -> list[float]:
    return [float(other == number) for other in range(of)]


def _regular_row(kind: int, space: int) -> list[float]:
    counter = _COUNTERS[kind]
    bearing, altitude = divmod(space, len(ALTITUDES))
    return [
        kind + 1,
        planes().types[counter.type].engines,
        float(counter.type == planes().willow),
        *_hot(bearing, len(BEARINGS)),
        *_hot(altitude, len(ALTITUDES)),
    ]


_KIND = Feature("kind", 0, len(_COUNTERS))
_REGULAR_COLUMNS = (
    _KIND,
    Feature("engines", 0, 2),
    Feature("Willow", 0, 1),
    *(Feature(f"at {bearing}", 0, 1) for bearing in BEARINGS),
    *(Feature(altitude, 0, 1) for altitude in ALTITUDES),
)
_REGULAR = [
    _regular_row(kind, space) for kind in range(len(planes().types)) for space in range(SPACES)
]
_SPECIAL_COLUMNS = (_KIND, *(Feature(weapon, 0, 1) for weapon in WEAPONS))
_SPECIALS = [
    [kind + 1, *_hot(_COUNTERS[kind].weapon, len(WEAPONS))] for kind in range(planes().attack_ends)
]
# By fate and hits, and by fate and section (the last for one that has none yet).
_STATUS_COLUMNS = (*(Feature(fate, 0, 1) for fate in _FATES), Feature("hits", 0, _MOST_HITS))
_STATUS = [
    [*_hot(fate, len(_FATES)), hits]
    for fate in range(len(_FATES))
    for hits in range(_MOST_HITS + 1)
]
_AIM_COLUMNS = (
    *(Feature(fate, 0, 1) for fate in _FATES),
    *(Feature(section, 0, 1) for section in SECTIONS),
)
_AIM = [
    [*_hot(fate, len(_FATES)), *_hot(section, len(SECTIONS))]
    for fate in range(len(_FATES))
    for section in range(len(SECTIONS) + 1)
]


def rows() -> Iterator[Rows[Scene]]:
    """The planes: those of the wave under way, and as far as they are known those to come."""
    regular = [name for number, size in enumerate(PLANES) for name in _names("plane", size, number)]
    special = [name for number in range(WAVES) for name in _names("special", SPECIALS, number)]
    yield Rows(regular, _REGULAR_COLUMNS, _REGULAR, _regulars)
    yield Rows(_WAVE, _STATUS_COLUMNS, _STATUS, lambda s: _numbers(s.state.planes, _STATUS_OF))
    yield Rows(special, _SPECIAL_COLUMNS, _SPECIALS, _specials)
    yield Rows(_SPECIAL, _AIM_COLUMNS, _AIM, lambda s: _numbers(s.state.specials, _AIM_OF))


def _names(what: str, count: int, wave: int) -> list[str]:
    when = f" of wave +{wave}" if wave else ""
    return [f"{what} {number + 1}{when}" for number in range(count)]


class _Code(NamedTuple):
    """What row a plane has, and how many planes there can be."""

    of: Callable[[Plane], int]
    most: int


_STATUS_OF = _Code(lambda plane: plane.fate * (_MOST_HITS + 1) + plane.hits, PLANES[0])
_AIM_OF = _Code(
    lambda plane: (
        (plane.fate + 1) * (len(SECTIONS) + 1) - 1
        if plane.section < 0
        else plane.fate * (len(SECTIONS) + 1) + plane.section
    ),
    SPECIALS,
)
_REGULARS_OF = [
    _Code(
        lambda plane: (
            (plane.kind * len(BEARINGS) + plane.bearing) * len(ALTITUDES) + plane.altitude
        ),
        most,
    )
    for most in PLANES
]
_SPECIAL_OF = _Code(lambda plane: plane.kind, SPECIALS)


def _numbers(found: Sequence[Plane], code: _Code) -> list[int]:
    if not found:
        return []
    return [*map(code.of, found), *[_NO_PLANE] * (code.most - len(found))]


def _regulars(scene: Scene) -> list[int]:
    state = scene.state
    if not state.planes and not state.waves:
        return []
    waves = (state.planes, *(regulars for regulars, _ in state.waves), *_NO_WAVES)
    numbers: list[int] = []
    for regulars, code in zip(waves, _REGULARS_OF, strict=False):
        numbers += _numbers(regulars, code) or [_NO_PLANE] * code.most
    return numbers


def _specials(scene: Scene) -> list[int]:
    state = scene.state
    if not state.specials and not state.waves:
        return []
    waves = (state.specials, *(specials for _, specials in state.waves), *_NO_WAVES)
    numbers: list[int] = []
    for specials in waves[:WAVES]:
        numbers += _numbers(specials, _SPECIAL_OF) or [_NO_PLANE] * SPECIALS
    return numbers


_NO_WAVES: tuple[tuple[Plane, ...], ...] = ((),) * WAVES
