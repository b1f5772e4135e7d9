"""A player's own figures: what a data file may put in the place of the game's.

It looks like this, with as much or as little in it as the player wants to change:

    [ships.J-Yamato]             # ratings of either side, and flags
    front = { gunnery = 6 }
    radar = true

    [sighting]                   # maximum sighting distance by time
    0712 = 10

    [air.TB]                     # air units by kind: TB, DB, F, SA
    count = 5

    [map]                        # the rows of a column that are not open ocean
    09 = { shallows = "39-40, 43", land = "41-42" }
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from flankspeed.games.samar.data.formulas import Maneuver, Range, Rating, Strength

Sighting = Annotated[int, Meta(ge=1, le=60)]
Units = Annotated[int, Meta(ge=0, le=36)]


class SideChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ratings to change on one side of a counter."""

    range: Range | None = None
    gunnery: Rating | None = None
    secondary: Rating | None = None
    weight: Strength | None = None
    armor: Strength | None = None
    torpedo: Rating | None = None
    speed: Strength | None = None
    maneuver: Maneuver | None = None


class ShipChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to change on a ship's counter."""

    front: SideChange = SideChange()
    back: SideChange = SideChange()
    no_extended: bool | None = None
    radar: bool | None = None
    aa_guns_only: bool | None = None
    aa_secondary: bool | None = None
    plunging: bool | None = None
    torpedo_prone: bool | None = None
    no_flank: bool | None = None


class AirChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to change for a kind of air unit."""

    count: Units | None = None
    dice: Strength | None = None
    weight: Strength | None = None


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rows of a column that are not open ocean, as "11-13" or "11-13, 16"."""

    shallows: str = ""
    land: str = ""


class Overrides(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's data file; its names are checked where its figures are used."""

    ships: dict[str, ShipChange] = {}
    sighting: dict[str, Sighting] = {}
    air: dict[str, AirChange] = {}
    map: dict[str, Column] = {}


NONE = Overrides()


def changes(change: msgspec.Struct) -> dict[str, Any]:
    """The single figures and flags that a change gives."""
    values = msgspec.structs.asdict(change)
    return {name: value for name, value in values.items() if isinstance(value, int | float)}
