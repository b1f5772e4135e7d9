"""The ship of the map: compartments, equipment, people, tracks and boxes (`ship.toml`).

`ship()` is the `Ship`, indexed by the ids of the module `ids`:

- `.primaries[id]`: name, section, kind, boxes (the destroyed box included), floods.
- `.secondaries[id]`: name, section, shaded (57, from forward to aft); `secondary_id(section, name)`
  finds one; `.plot_room` is the only one with an effect of its own (-1 column on Table 8-1).
- `.equipment_section[id]`, `.equipment_boxes`.
- `.section_at[bearing]` that a plane strikes, `.lean_at[bearing]` that flooding tips the ship to.
- `.posts[officer]` to start in, `.engineer_repairs`, `.crews[section]`, `.primary_crew` and the
  other limits; `.full_track`, where all tracks but morale begin; `.morale` and `.morale_start`;
  sizes of boxes; `.emergency_basic` and `.emergency_advanced`, half of all compartments (R-09).

The guns are in `firing_chart` and `fits`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.ids import (
    BEARINGS,
    EQUIPMENT,
    FORWARD,
    LEANS,
    PEOPLE,
    PRIMARIES,
    SECTIONS,
    Lean,
    SecondaryId,
    Section,
    SectionId,
)
from flankspeed.games.picket.data.load import Raw, Sourced, index_of, raw, same_names

PrimaryKind = Literal[
    "magazine",
    "fuel",
    "bridge",
    "cic",
    "radio",
    "engine",
    "fire",
    "stack",
    "steering",
    "rudder",
    "shaft",
]
TRACKS = ("ammo", "hull", "manoeuvre", "fuel", "flood", "morale")


class Primary(NamedTuple):
    """A compartment of the map; `floods`: blue-barred, and Table 21 on its fourth hit."""

    name: str
    section: SectionId
    kind: PrimaryKind
    boxes: int
    floods: bool


class Secondary(NamedTuple):
    """A compartment of the sheet; `shaded`: below the waterline, it can flood."""

    name: str
    section: SectionId
    shaded: bool
    printed: bool  # False: the shading is reconstructed (setting aft_gray)


class Ship(NamedTuple):
    """The ship of the map. Everything is indexed by the ids of the module `ids`."""

    primaries: tuple[Primary, ...]
    secondaries: tuple[Secondary, ...]
    plot_room: SecondaryId
    equipment_section: tuple[SectionId, ...]
    equipment_boxes: int
    section_at: tuple[int, ...]  # by bearing
    lean_at: tuple[int, ...]  # by bearing
    posts: tuple[tuple[int, ...], ...]  # by officer: compartments to start in
    engineer_repairs: tuple[int, ...]
    crews: tuple[int, ...]  # by section
    primary_crew: int
    equipment_crew: int
    secondary_crew: int
    full_track: int
    morale: range
    morale_start: int
    water_lines: int
    secondary_boxes: int
    specials_per_wave: int
    deck_fire: int
    deck_fire_range: tuple[int, int]
    emergency_basic: int
    emergency_advanced: int


class _Bearings(Sourced, frozen=True, kw_only=True):
    section: list[Section]
    lean: list[Lean]


class _Primary(Sourced, frozen=True, kw_only=True):
    name: str
    section: Section
    kind: PrimaryKind
    boxes: Literal[2, 3, 4]
    floods: bool


class _Secondaries(Sourced, frozen=True, kw_only=True):
    section: Section
    shaded: bool
    names: list[str]


class _Compartments(msgspec.Struct, forbid_unknown_fields=True):
    primary: list[_Primary]
    secondary: list[_Secondaries]


class _Piece(Sourced, frozen=True, kw_only=True):
    name: str
    section: Section


class _Equipment(Sourced, frozen=True, kw_only=True):
    boxes: int
    pieces: list[_Piece]


class _Officer(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    posts: list[str]


class _CrewLimit(msgspec.Struct, forbid_unknown_fields=True):
    primary: int
    equipment: int
    secondary: int


class _People(Sourced, frozen=True, kw_only=True):
    officers: list[_Officer]
    chiefs: list[str]
    engineer_repairs: list[str]
    crews: tuple[int, int, int]
    crew_limit: _CrewLimit


class _Track(Sourced, frozen=True, kw_only=True):
    name: str
    full: int


class _Morale(Sourced, frozen=True, kw_only=True):
    low: int
    high: int
    start: int


class _Boxes(Sourced, frozen=True, kw_only=True):
    water_lines: int
    secondary: int
    specials_per_wave: int


class _DeckFire(Sourced, frozen=True, kw_only=True):
    spaces: int
    fewest: int
    most: int


class _ShipFile(msgspec.Struct, forbid_unknown_fields=True):
    bearings: _Bearings
    compartments: _Compartments
    equipment: _Equipment
    people: _People
    track: list[_Track]
    morale: _Morale
    boxes: _Boxes
    deck_fire: _DeckFire


def parse_ship(contents: Raw) -> Ship:
    """Check and make the ship from the contents of `ship.toml`."""
    data = convert(contents, _ShipFile, "ship.toml")
    people, boxes, fire, morale = data.people, data.boxes, data.deck_fire, data.morale
    _check_names(data)
    secondaries = _secondaries(data.compartments.secondary)
    if len({track.full for track in data.track}) != 1:
        raise DataError("ship.toml: track: all are equally long")
    if not morale.low <= morale.start <= morale.high:
        raise DataError("ship.toml: morale: it starts beyond its ends")
    if not 1 <= fire.fewest <= fire.spaces <= fire.most:
        raise DataError("ship.toml: deck_fire: the track is shorter or longer than it may be")
    return Ship(
        primaries=tuple(
            Primary(item.name, SECTIONS.index(item.section), item.kind, item.boxes, item.floods)
            for item in data.compartments.primary
        ),
        secondaries=secondaries,
        plot_room=_find(secondaries, FORWARD, "Plot Room"),
        equipment_section=tuple(SECTIONS.index(item.section) for item in data.equipment.pieces),
        equipment_boxes=data.equipment.boxes,
        section_at=tuple(SECTIONS.index(name) for name in data.bearings.section),
        lean_at=tuple(LEANS.index(name) for name in data.bearings.lean),
        posts=tuple(_posts(officer) for officer in people.officers),
        engineer_repairs=tuple(
            index_of("ship.toml: engineer_repairs", name, PRIMARIES)
            for name in people.engineer_repairs
        ),
        crews=people.crews,
        primary_crew=people.crew_limit.primary,
        equipment_crew=people.crew_limit.equipment,
        secondary_crew=people.crew_limit.secondary,
        full_track=data.track[0].full,
        morale=range(morale.low, morale.high + 1),
        morale_start=morale.start,
        water_lines=boxes.water_lines,
        secondary_boxes=boxes.secondary,
        specials_per_wave=boxes.specials_per_wave,
        deck_fire=fire.spaces,
        deck_fire_range=(fire.fewest, fire.most),
        emergency_basic=(len(PRIMARIES) + 1) // 2,
        emergency_advanced=(len(PRIMARIES) + len(secondaries) + 1) // 2,
    )


def _check_names(data: _ShipFile) -> None:
    people = [*(item.name for item in data.people.officers), *data.people.chiefs]
    for what, names, expected in (
        ("primary", [item.name for item in data.compartments.primary], PRIMARIES),
        ("equipment", [item.name for item in data.equipment.pieces], EQUIPMENT),
        ("people", people, PEOPLE),
        ("track", [item.name for item in data.track], TRACKS[:-1]),
    ):
        same_names(f"ship.toml: {what}", names, expected)
    if not len(data.bearings.section) == len(data.bearings.lean) == len(BEARINGS):
        raise DataError("ship.toml: there are eight bearings")


def _secondaries(groups: list[_Secondaries]) -> tuple[Secondary, ...]:
    made = tuple(
        Secondary(name, SECTIONS.index(group.section), group.shaded, group.source == "rulebook")
        for group in groups
        for name in group.names
    )
    if len({(item.section, item.name) for item in made}) != len(made):
        raise DataError("ship.toml: two secondary compartments of a section have the same name")
    if [item.section for item in made] != sorted(item.section for item in made):
        raise DataError("ship.toml: the secondary compartments go from forward to aft")
    return made


def _find(secondaries: tuple[Secondary, ...], section: SectionId, name: str) -> SecondaryId:
    for number, item in enumerate(secondaries):
        if item.section == section and item.name == name:
            return number
    raise DataError(f"there is no secondary compartment {name!r} {SECTIONS[section]}")


def _posts(officer: _Officer) -> tuple[int, ...]:
    if officer.posts == ["any"]:
        return tuple(range(len(PRIMARIES)))
    return tuple(index_of(f"ship.toml: {officer.name}", n, PRIMARIES) for n in officer.posts)


@cache
def ship() -> Ship:
    """The ship of the map."""
    return parse_ship(raw("ship"))


def secondary_id(section: SectionId, name: str) -> SecondaryId:
    """The id of a secondary compartment, by its section and name."""
    return _find(ship().secondaries, section, name)
