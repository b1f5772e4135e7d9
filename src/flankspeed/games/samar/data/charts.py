"""Charts: everything that options and data fix before play, shared by all states of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from flankspeed.engine.data import convert
from flankspeed.engine.only_one import only_one
from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import (
    DISTANCE,
    HEXES,
    STEPS,
    Facing,
    Hex,
    broadsides,
    column_row,
    hex_at,
    hex_named,
)
from flankspeed.games.samar.data.map import LAND, OCEAN, SHALLOWS, sea
from flankspeed.games.samar.data.markers import ABSENT, CUP, LATER, WAITING
from flankspeed.games.samar.data.overrides import Overrides
from flankspeed.games.samar.data.ships import ships
from flankspeed.games.samar.data.track import track
from flankspeed.games.samar.options import SamarOptions

_START: Final = {
    "center": CUP,
    "battleships": LATER,
    "optional": ABSENT,
    "taffy3": WAITING,
    "taffy2": WAITING,
    "bombardment": CUP,
}
_HEAVY: Final = ("BB", "CA", "CL")


class Charts:
    """The charts of one set of options and data: immutable, looked up and never copied.

    Ratings are lists by `face`: twice the ship's number, plus 1 for the reverse of its counter.
    """

    def __init__(self, options: SamarOptions, overrides: Overrides) -> None:
        self.keeper: object = None
        self.options = options
        self.overrides = overrides
        self._lay_out_ships()
        self._lay_out_map()
        self.track = track(overrides)
        self.turns = self.track.turns
        self.squadrons = squadrons(overrides)
        # The kind of every air unit: an index into `squadrons`.
        self.units = tuple(k for k, s in enumerate(self.squadrons) for _ in range(s.count))
        # 5.3: for each facing, which differences of hexes lie in the broadside arc.
        self.broadside = broadsides(options.arc_half_angle, options.arc_boundary)

    def _lay_out_ships(self) -> None:
        options = self.options
        fleet = ships(options.battle_speed, self.overrides)
        self.ships = fleet
        self.ids = tuple(ship.id for ship in fleet)
        self.places = tuple(f"ship:{ship.id}" for ship in fleet)
        self.number = {ship.id: number for number, ship in enumerate(fleet)}
        self.navy = tuple(0 if ship.navy == "ijn" else 1 for ship in fleet)
        self.navies = tuple(
            tuple(n for n, navy in enumerate(self.navy) if navy == side) for side in (0, 1)
        )
        self.heavy = tuple(ship.type in _HEAVY for ship in fleet)
        self.groups = {
            group: tuple(n for n, ship in enumerate(fleet) if ship.group == group)
            for group in _START
        }
        chosen = options.optional_cruisers.split("+")
        self.start = tuple(
            CUP if ship.group == "optional" and ship.short in chosen else _START[ship.group]
            for ship in fleet
        )
        sides = [side for ship in fleet for side in (ship.front, ship.back)]
        self.range = tuple(side.range for side in sides)
        self.gunnery = tuple(side.gunnery for side in sides)
        self.secondary = tuple(side.secondary for side in sides)
        self.weight = tuple(side.weight for side in sides)
        self.armor = tuple(side.armor for side in sides)
        self.torpedo = tuple(side.torpedo for side in sides)
        self.speed = tuple(side.speed for side in sides)
        self.maneuver = tuple(side.maneuver for side in sides)
        # 5.4: where close range ends, and the longest range there is.
        ranges = FIGURES.ranges
        self.close = tuple((side.range * ranges.close_halves + 1) // 2 for side in sides)
        self.reach = tuple(
            side.range if ship.no_extended else (side.range * ranges.maximum_halves + 1) // 2
            for ship in fleet
            for side in (ship.front, ship.back)
        )

    def _lay_out_map(self) -> None:
        chart = sea(self.overrides)
        self.sea = chart
        terrain = bytearray(HEXES)  # 0 is off the map
        self.hexes = tuple(
            hex_at(column, row)
            for column in range(1, chart.columns + 1)
            for row in range(1, chart.rows + 1)
        )
        for hex_ in self.hexes:
            terrain[hex_] = chart.terrain_at(*column_row(hex_))
        self.terrain = bytes(terrain)
        self.land = sum(1 << hex_ for hex_ in self.hexes if terrain[hex_] == LAND)
        self.shallows = sum(1 << hex_ for hex_ in self.hexes if terrain[hex_] == SHALLOWS)
        # 3.4, A-56: the deep-water hexes of the south edge.
        self.south = frozenset(
            hex_at(column, chart.rows)
            for column in range(1, chart.columns + 1)
            if terrain[hex_at(column, chart.rows)] == OCEAN
        )
        # Entry hexes with the headings a ship may have there, by group of ships.
        centre = hex_named(chart.set_up_centre)
        self.set_up = tuple(
            hex_ for hex_ in self.hexes if DISTANCE[hex_ - centre] <= chart.set_up_radius
        )
        center_force = self._entries([hex_named(name) for name in chart.center_force])
        self.entries = {
            "center": center_force,
            "battleships": center_force,
            "optional": center_force,
            "taffy2": self._entries([hex_named(name) for name in chart.taffy2]),
            "bombardment": self._entries(sorted(self.south)),
        }

    def _entries(self, hexes: list[Hex]) -> tuple[tuple[Hex, Facing], ...]:
        """A-51: a ship crosses an off-map hexside and heads straight on, onto the map."""
        terrain = self.terrain
        return tuple(
            (hex_, heading)
            for hex_ in hexes
            for heading in range(6)
            if not terrain[hex_ - STEPS[heading]] and terrain[hex_ + STEPS[heading]]
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # Charts are equal by identity: there is one object for each set of options and data.
        return charts_of, (self.options, msgspec.to_builtins(self.overrides))


@only_one(most=64)
def _charts(options: SamarOptions, overrides: bytes) -> Charts:
    return Charts(options, convert(msgspec.json.decode(overrides), Overrides, "the data"))


def charts_of(options: SamarOptions, data: Mapping[str, Any] | None = None) -> Charts:
    """The charts for these options and overriding data: always the same object for the same."""
    overrides = convert(dict(data or {}), Overrides, "the data")
    return _charts(options, msgspec.json.encode(overrides))
