"""The ships as a seat sees them: whereabouts, ratings of the side that shows, and markers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, Facing, hex_name
from flankspeed.games.samar.data.markers import (
    ABSENT,
    CONDITIONS,
    CUP,
    HULK,
    LATER,
    LEFT,
    SOUTH,
    STATUSES,
    SUNK,
    WAITING,
    ShipNumber,
)
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.state import SamarState

# Where a ship is that is not on the map.
_WHEREABOUTS = {
    LATER: "later",
    CUP: "cup",
    WAITING: "waits",
    LEFT: "left",
    SOUTH: "south",
    SUNK: "sunk",
    ABSENT: "absent",
}
# T6: the special factors, each with its letter and the rating that bears it.
_FLAGS = (
    ("no_extended", "M", 0),
    ("radar", "R", 0),
    ("aa_guns_only", "A", 1),
    ("aa_secondary", "A", 2),
    ("plunging", "P", 4),
    ("torpedo_prone", "T", 4),
    ("no_flank", "H", 6),
)


class RatingsView(msgspec.Struct, frozen=True):
    """The ratings of one side of a counter, with the range bands that follow from them."""

    range: int
    gunnery: int
    secondary: int
    weight: int
    armor: int
    torpedo: int
    speed: int
    maneuver: int
    close_range: int
    longest_range: int


class StepView(msgspec.Struct, frozen=True):
    """A hex of a ship's last move, and the heading she left it or ended with."""

    hex: str
    facing: str


class ShipView(msgspec.Struct, frozen=True):
    """A ship: ratings are those of the side that shows, `printed` with the letters beside them.

    `whereabouts` is map, later, cup, waits, left, south, sunk or absent; hex and facing are only
    there on the map. `evading` includes panic at battle speed. `led`: the enemy moves her.
    """

    place: str
    id: str
    name: str
    short: str
    navy: str
    type: str
    group: str
    division: str
    flags: tuple[str, ...]
    whereabouts: str
    hex: str | None
    facing: str | None
    damaged: bool
    ratings: RatingsView
    printed: tuple[str, ...]
    speed: str
    condition: str
    hits: int
    fires: int
    panic: bool
    torpedoes_out: int
    evading: bool
    moved: bool
    led: bool
    air: dict[str, int]
    trail: list[StepView]

    def __hash__(self) -> int:
        return hash((self.id, self.hex, self.facing, self.hits))

    @property
    def heading(self) -> int:
        """Her facing in hexsides clockwise from north; 0 off the map."""
        return FACINGS.index(self.facing) if self.facing else 0

    @property
    def hulk(self) -> bool:
        """6.4: sinking, and in the way until then."""
        return self.condition == CONDITIONS[HULK]

    @property
    def afloat(self) -> bool:
        """On the map, and no hulk."""
        return self.hex is not None and not self.hulk

    @property
    def lost(self) -> bool:
        """6.4: sunk, or a hulk about to sink."""
        return self.hulk or self.whereabouts == _WHEREABOUTS[SUNK]


class _Standing(NamedTuple):
    """All of a ship that changes."""

    where: int
    face: int
    facing: Facing
    speed: int
    condition: int
    hits: int
    fires: int
    panic: int
    launched: int
    moved: int
    led: int
    trail: tuple[int, ...]
    evading: bool
    air: tuple[tuple[str, int], ...]


def ship_views(state: SamarState) -> list[ShipView]:
    """All ships, by number."""
    ships, air = range(len(state.where)), _strikes(state)
    all_ = zip(
        state.where,
        state.face,
        state.facing,
        state.speed,
        state.condition,
        state.hits,
        state.fires,
        state.panic,
        state.launched,
        state.moved,
        state.led,
        state.trails,
        map(state.evading, ships),
        [air.get(ship, ()) for ship in ships] if air else [()] * len(ships),
        strict=True,
    )
    charts = state.charts
    return [_ship(charts, ship, standing) for ship, standing in enumerate(all_)]


@lru_cache(maxsize=4096)  # most are as they were when somebody last looked
def _ship(charts: Charts, number: ShipNumber, standing: tuple[Any, ...]) -> ShipView:
    now = _Standing._make(standing)
    ship, here = charts.ships[number], now.where > 0
    side = _counters(charts)[now.face]
    return ShipView(
        place=charts.places[number],
        id=ship.id,
        name=ship.name,
        short=ship.short,
        navy=ship.navy,
        type=ship.type,
        group=ship.group,
        division=ship.division,
        flags=side.flags,
        whereabouts="map" if here else _WHEREABOUTS[now.where],
        hex=hex_name(now.where) if here else None,
        facing=FACINGS[now.facing] if here else None,
        damaged=bool(now.face & 1),
        ratings=side.ratings,
        printed=side.printed,
        speed=STATUSES[now.speed],
        condition=CONDITIONS[now.condition],
        hits=now.hits,
        fires=now.fires,
        panic=bool(now.panic),
        torpedoes_out=now.launched,
        evading=now.evading,
        moved=bool(now.moved),
        led=bool(now.led),
        air=dict(now.air),
        trail=[StepView(hex_name(step >> 3), FACINGS[step & 7]) for step in now.trail],
    )


def _strikes(state: SamarState) -> dict[ShipNumber, tuple[tuple[str, int], ...]]:
    """8.2: how many air units of each kind are on each ship."""
    charts, found = state.charts, dict[int, dict[str, int]]()
    for unit, target in enumerate(state.air):
        if target >= 0:
            kind = charts.squadrons[charts.units[unit]].kind
            there = found.setdefault(target, {})
            there[kind] = there.get(kind, 0) + 1
    return {ship: tuple(there.items()) for ship, there in found.items()}


class _Counter(NamedTuple):
    """One side of a ship's counter, which never changes."""

    flags: tuple[str, ...]
    ratings: RatingsView
    printed: tuple[str, ...]


@lru_cache(maxsize=16)
def _counters(charts: Charts) -> list[_Counter]:
    """Both sides of every counter, by face."""
    return [
        _Counter(
            tuple(name for name, *_ in _FLAGS if getattr(ship, name)),
            RatingsView(*side, close_range=charts.close[face], longest_range=charts.reach[face]),
            _printed(ship, side),
        )
        for number, ship in enumerate(charts.ships)
        for face, side in ((2 * number, ship.front), (2 * number + 1, ship.back))
    ]


def _printed(ship: Ship, side: tuple[int, ...]) -> tuple[str, ...]:
    """2.5, T6: the ratings with the letters of the special factors."""
    letters = [""] * len(side)
    for name, letter, rating in _FLAGS:
        if getattr(ship, name):
            letters[rating] += letter
    return tuple(f"{value}{flags}" for value, flags in zip(side, letters, strict=True))
