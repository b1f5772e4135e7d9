"""What agents see of the ships: where they are and how they fare, one number for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from flankspeed.engine import Feature
from flankspeed.engine.observer import Figures, Marks, Members, Rows
from flankspeed.games.samar.agents.scene import Scene
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, HEXES, column_row
from flankspeed.games.samar.data.markers import ABSENT, CONDITIONS, STATUSES

# Of a ship that is not on the map, by how far from the end the numbers of `where` are.
_ELSEWHERE = ("later", "in the cup", "waits", "left", "left south", "sunk", "absent")
_MOST_MARKERS = 100  # of a kind on one ship that are told apart
_MOST_DICE = 500
_PENDING = ("hits", "waterlines", "fires", "catastrophic", "panic")


def figures(charts: Charts) -> Iterator[Figures[Scene]]:
    """Markers that can be several, then those that are there or not."""
    names = charts.ids
    yield Figures([f"{n} hits" for n in names], 0, max(charts.armor), lambda s: s.state.hits)
    yield Figures([f"{n} fires" for n in names], 0, _MOST_MARKERS, lambda s: s.state.fires)
    launched = [f"{n} torpedoes out" for n in names]
    yield Figures(launched, 0, _MOST_MARKERS, lambda s: s.state.launched)
    yield Figures([f"{n} panic" for n in names], 0, 1, lambda s: s.state.panic)
    yield Figures([f"{n} moved" for n in names], 0, 1, lambda s: s.state.moved)
    yield Figures([f"{n} led by the enemy" for n in names], 0, 1, lambda s: s.state.led)


def rows(charts: Charts) -> Iterator[Rows[Scene]]:
    """Where she is, where she heads, her speed and engines, and which side of her counter shows."""
    where, places = _where(charts), _place_columns(charts)
    yield Rows(charts.ids, places, where, lambda s: s.state.where)
    yield Rows(["from"], places, where, _outside)
    angles = [2 * pi * facing / len(FACINGS) for facing in range(len(FACINGS))]
    headings = [[round(sin(angle), 3), round(-cos(angle), 3)] for angle in angles]
    columns = [Feature("heads east", -1, 1), Feature("heads south", -1, 1)]
    yield Rows(charts.ids, columns, headings, lambda s: s.state.facing)
    yield Rows(charts.ids, _flags(STATUSES), _hot(STATUSES), lambda s: s.state.speed)
    yield Rows(charts.ids, _flags(CONDITIONS), _hot(CONDITIONS), lambda s: s.state.condition)
    reverse = [[float(face & 1)] for face in range(2 * len(charts.ships))]
    yield Rows(charts.ids, _flags(["damaged"]), reverse, lambda s: s.state.face)


def members(charts: Charts) -> Iterator[Members[Scene]]:
    """Who acts, and what is asked of whom."""
    names = charts.ids
    yield Members([f"{n} acts" for n in names], Scene.acting)
    yield Members([f"{n} is to attack" for n in names], Scene.waiting)
    yield Members([f"{n} under air attack" for n in names], lambda s: s.state.struck)
    yield Members([f"{n} may react" for n in names], lambda s: s.course.waiting if s.course else ())
    yield Members([f"{n} has reacted" for n in names], lambda s: s.course.fired if s.course else ())
    yield Members(
        [f"{n} may fire AA" for n in names],
        lambda s: s.strike.gunners or () if s.strike else (),
    )
    kinds = [f"strike by {squadron.kind}" for squadron in charts.squadrons]
    yield Members(kinds, lambda s: (s.strike.kind,) if s.strike else ())


def marks(charts: Charts) -> Iterator[Marks[Scene]]:
    """Aircraft on ships, attacks of the phase under way (A-32), and dice thrown at ships (A-12)."""
    kinds = charts.squadrons
    names = [f"{kind.kind} on {ship}" for kind in kinds for ship in charts.ids]
    most = max(kind.count for kind in kinds)
    yield Marks(
        names, range(len(names)), most, lambda s: _aircraft(s.state.charts, tuple(s.state.air))
    )
    names = [f"{ship} will suffer {what}" for what in _PENDING for ship in charts.ids]
    yield Marks(names, range(len(names)), _MOST_MARKERS, _pending)
    if charts.options.panic_scope == "per_phase":
        names = [f"dice thrown at {ship}" for ship in charts.ids]
        yield Marks(names, range(len(names)), _MOST_DICE, lambda s: s.state.shaken)


@lru_cache(maxsize=1024)
def _aircraft(charts: Charts, air: tuple[int, ...]) -> Mapping[int, int]:
    """The units on ships, by kind and ship."""
    count = len(charts.ships)
    pairs = zip(charts.units, air, strict=True)
    return Counter(kind * count + target for kind, target in pairs if target >= 0)


def _pending(scene: Scene) -> Mapping[int, int]:
    """What attacks have done that does not count yet, by what it is and by ship."""
    found: dict[int, int] = {}
    if scene.combat:
        count = len(scene.state.charts.ships)
        for blow in scene.state.blows:
            harm = blow.hits, blow.waterlines, blow.fires, blow.catastrophic, blow.panic
            for what, number in enumerate(harm):
                if number:
                    place = what * count + blow.target
                    found[place] = found.get(place, 0) + number
    return found


# --- Tables ---


def _place_columns(charts: Charts) -> list[Feature]:
    columns, rows_ = charts.sea.columns, charts.sea.rows
    return [
        Feature("column", 0, columns + 1),  # one beyond the edge, for a ship that enters
        Feature("row", 0, rows_ + 1),
        *_flags(_ELSEWHERE),
    ]


def _where(charts: Charts) -> list[list[float]]:
    """By hex, then, from the end, by where a ship is if she is not on the map."""
    nowhere = [0.0] * len(_ELSEWHERE)
    table = []
    for hex_ in range(HEXES):
        column, row = column_row(hex_)
        near = column <= charts.sea.columns + 1 and 0 <= row <= charts.sea.rows + 1
        table.append([float(column), float(row), *nowhere] if near else [0.0, 0.0, *nowhere])
    assert len(_ELSEWHERE) == -ABSENT, "every place off the map has its row"
    return table + [[0.0, 0.0, *place] for place in reversed(_hot(_ELSEWHERE))]


def _outside(scene: Scene) -> Sequence[int]:
    """A-51: the hex off the map that an entering ship comes from."""
    course = scene.course
    return (course.outside,) if course and course.outside and course.entering else ()


def _flags(names: Sequence[str]) -> list[Feature]:
    return [Feature(name, 0, 1) for name in names]


def _hot(of: Sequence[object]) -> list[list[float]]:
    return [[float(one == other) for other in range(len(of))] for one in range(len(of))]
