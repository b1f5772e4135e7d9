"""What agents see of the planes: those of the wave under way, then of the waves to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flankspeed.engine import Feature
from flankspeed.engine.observer import Rows
from flankspeed.games.picket.agents.limits import PLANES, SPECIALS, WAVES
from flankspeed.games.picket.agents.scene import Scene
from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, SECTIONS
from flankspeed.games.picket.data.planes import WEAPONS, planes
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS
from flankspeed.games.picket.rules.plane import Plane

_FATES = ("coming", "flamed", "destroyed", "spent")
_MOST_HITS = FLAMING_HITS + 1  # a plane with two hits may take two more
_COUNTERS = planes().counters


def _flags(names: Sequence[str]) -> list[Feature]:
    return [Feature(name, 0, 1) for name in names]


def _hot(number: int, of: Sequence[object]) -> list[float]:
    return [float(other == number) for other in range(len(of))]


# Tables: the first row of each is of no plane. The functions beside them find a plane's row.

_KIND = Feature("kind", 0, len(_COUNTERS))
_REGULAR_COLUMNS = [
    _KIND,
    Feature("engines", 0, 2),
    Feature("Willow", 0, 1),
    *_flags([f"at {bearing}" for bearing in BEARINGS]),
    *_flags(ALTITUDES),
]
_REGULAR = [[0.0] * len(_REGULAR_COLUMNS)] + [
    [
        kind + 1,
        plane.engines,
        float(kind == planes().willow),
        *_hot(bearing, BEARINGS),
        *_hot(altitude, ALTITUDES),
    ]
    for kind, plane in enumerate(planes().types)
    for bearing in range(len(BEARINGS))
    for altitude in range(len(ALTITUDES))
]


def _regular(plane: Plane) -> int:
    place = plane.kind * len(BEARINGS) + plane.bearing
    return 1 + place * len(ALTITUDES) + plane.altitude


_STATUS_COLUMNS = [*_flags(_FATES), Feature("hits", 0, _MOST_HITS)]
_STATUS = [[0.0] * len(_STATUS_COLUMNS)] + [
    [*_hot(fate, _FATES), hits] for fate in range(len(_FATES)) for hits in range(_MOST_HITS + 1)
]


def _status(plane: Plane) -> int:
    return 1 + plane.fate * (_MOST_HITS + 1) + plane.hits


_SPECIAL_COLUMNS = [_KIND, *_flags(WEAPONS)]
_SPECIAL = [[0.0] * len(_SPECIAL_COLUMNS)] + [
    [kind + 1, *_hot(counter.weapon, WEAPONS)] for kind, counter in enumerate(_COUNTERS)
]


def _special(plane: Plane) -> int:
    return 1 + plane.kind


_AIM_COLUMNS = [*_flags(_FATES), *_flags(SECTIONS)]
_AIM = [[0.0] * len(_AIM_COLUMNS)] + [
    [*_hot(fate, _FATES), *_hot(section, SECTIONS)]
    for fate in range(len(_FATES))
    for section in range(-1, len(SECTIONS))  # -1: it is not rolled yet
]


def _aim(plane: Plane) -> int:
    return 2 + plane.fate * (len(SECTIONS) + 1) + plane.section


def rows() -> Iterator[Rows[Scene]]:
    """Regular planes, and what has become of those of this wave; specials likewise."""
    regular = [name for number, size in enumerate(PLANES) for name in _names("plane", size, number)]
    special = [name for number in range(WAVES) for name in _names("special", SPECIALS, number)]
    yield Rows(regular, _REGULAR_COLUMNS, _REGULAR, _regulars)
    yield Rows(
        regular[: PLANES[0]],
        _STATUS_COLUMNS,
        _STATUS,
        lambda s: _filled(s.state.planes, _status, PLANES[0]) if s.state.planes else (),
    )
    yield Rows(special, _SPECIAL_COLUMNS, _SPECIAL, _specials)
    yield Rows(
        special[:SPECIALS],
        _AIM_COLUMNS,
        _AIM,
        lambda s: _filled(s.state.specials, _aim, SPECIALS) if s.state.specials else (),
    )


def _names(what: str, count: int, wave: int) -> list[str]:
    when = f" of wave +{wave}" if wave else ""
    return [f"{what} {number + 1}{when}" for number in range(count)]


def _filled(found: Sequence[Plane], row: Callable[[Plane], int], most: int) -> list[int]:
    return [*map(row, found), *[0] * (most - len(found))]


def _regulars(scene: Scene) -> list[int]:
    state = scene.state
    if not state.planes and not state.waves:
        return []
    numbers = _filled(state.planes, _regular, PLANES[0])
    for (regulars, _), most in zip(state.waves, PLANES[1:], strict=False):
        numbers += _filled(regulars, _regular, most)
    return numbers + [0] * (sum(PLANES) - len(numbers))


def _specials(scene: Scene) -> list[int]:
    state = scene.state
    if not state.specials and not state.waves:
        return []
    numbers = _filled(state.specials, _special, SPECIALS)
    for _, specials in state.waves:
        numbers += _filled(specials, _special, SPECIALS)
    return numbers + [0] * (WAVES * SPECIALS - len(numbers))
