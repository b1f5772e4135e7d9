"""Charts of damage: 11 for hits, section by section, and 11-1 for near misses (`damage.toml`).

`damage_charts()` is the `DamageCharts`:

- `.cells[section][d10][d6]`: Table 11, a `Damage`; d10 is 0 to 9, d6 is 1 to 6.
- `.near_misses[row][column]`: Table 11-1, a `NearMiss`; both dice 1 to 6.
- `.effects[note]`: what the dice of a `Damage.note` do, an `Effect`; its `.dice[name][roll]` are
  results by the roll, in the order in which they are rolled.

Kinds of `Damage` and their `target` (and `targets`, where there are several):

- "gun5", "gun40", "gun20": a mount; note "gun".
- "guns": mounts destroyed (aft 20mm; other ships lose `fits.Fit.fantail`).
- "primary": a primary compartment, with the note of its kind or none; `destroyed` at once or not.
- "secondary": a secondary compartment.
- "radar": one or both radars (equipment); note "radar", or `destroyed` at once.
- "deck_fire"; "deck_fire_mk37": with the director's die as well, note "mk37".
- "water_lines" (note "water_lines"), "fdt", "random" (Table 15), "superficial".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    FLETCHER_MOUNTS,
    MK37,
    MOUNTS,
    PRIMARIES,
    SC,
    SECTIONS,
    SG,
    MountId,
    SectionId,
)
from flankspeed.games.picket.data.load import (
    Raw,
    Rows,
    Sourced,
    TwoDice,
    die,
    index_of,
    raw,
    same_names,
)
from flankspeed.games.picket.data.ship import secondary_id, ship

DamageKind = Literal[
    "gun5",
    "gun40",
    "gun20",
    "guns",
    "primary",
    "secondary",
    "radar",
    "deck_fire",
    "deck_fire_mk37",
    "water_lines",
    "fdt",
    "random",
    "superficial",
]
NearMissKind = Literal["none", "superficial", "hull", "sfs", "random", "radar", "primary"]

# The note effects a kind of result (or of compartment) must carry, and their dice.
_NOTES_OF = {
    "gun5": "gun",
    "gun40": "gun",
    "gun20": "gun",
    "radar": "radar",
    "water_lines": "water_lines",
    "deck_fire_mk37": "mk37",
}
_NOTES_OF_PRIMARY = {
    "magazine": ("explosion_on_6", "explosion_on_1"),
    "fuel": ("explosion_on_6", "explosion_on_1"),
    "bridge": ("bridge",),
    "cic": ("",),
    "radio": ("radio",),
    "engine": ("engine",),
    "fire": ("boiler",),
    "stack": ("stack",),
    "steering": ("steering",),
    "rudder": ("rudder", "rudder_destroyed"),
    "shaft": ("shaft",),
}
_DICE: dict[str, dict[str, tuple[str, ...]]] = {
    "shaded": {},
    "gun": {"director": ("intact", "damaged", "destroyed"), "gun": ("damaged", "destroyed")},
    "bridge": {"captain": ("lives", "killed"), "compartment": ("hit", "destroyed")},
    "radio": {"compartment": ("hit", "destroyed")},
    "explosion_on_6": {"ship": ("hit", "sinks")},
    "explosion_on_1": {"ship": ("hit", "sinks")},
    "radar": {"radar": ("damaged", "destroyed")},
    "water_lines": {"lines": ("damaged", "destroyed")},
    "mk37": {"director": ("intact", "damaged", "destroyed")},
    "boiler": {"boiler": ("explodes", "hit")},
    "engine": {"engine": ("slowed", "hit")},
    "stack": {},
    "shaft": {},
    "steering": {"compartment": ("hit", "destroyed")},
    "rudder": {},
    "rudder_destroyed": {},
}
_CALIBRE = {"G5": "5in", "G40": "40mm", "G20": "20mm"}
_RADARS = {"SC": (SC,), "SG": (SG,), "SC+SG": (SC, SG)}
_PLAIN: dict[str, DamageKind] = {
    "WL": "water_lines",
    "DF": "deck_fire",
    "FDT": "fdt",
    "RR": "random",
    "SD": "superficial",
}
_CODE = re.compile(r"(.+?)(~?)(?: \(([A-Z])(\*?)\))?")
_GUN = re.compile(r"(G5|G40|G20)-(\w)")


class Damage(NamedTuple):
    """A cell of Table 11; see the module for the kinds."""

    kind: DamageKind
    target: int = -1
    targets: tuple[int, ...] = ()
    destroyed: bool = False
    note: str = ""  # the name of an effect
    note_ruled: bool = False  # the letter is a ruling's (R-63, setting mid41_boiler)


class NearMiss(NamedTuple):
    """A cell of Table 11-1: a primary compartment hit, both radars destroyed, points lost."""

    kind: NearMissKind
    target: int = -1
    hull: int = 0
    manoeuvre: int = 0
    fuel: int = 0


class Effect(NamedTuple):
    """What a note does: its dice, and the points of manoeuvre lost."""

    dice: Mapping[str, tuple[str, ...]]
    manoeuvre: int = 0


class DamageCharts(NamedTuple):
    """Tables 11 and 11-1."""

    cells: tuple[tuple[tuple[Damage, ...], ...], ...]
    near_misses: tuple[tuple[NearMiss, ...], ...]
    effects: Mapping[str, Effect]


class _Section(TwoDice, frozen=True, kw_only=True):
    notes: dict[str, str]


class _Notes(Sourced, frozen=True, kw_only=True):
    effects: dict[str, dict[str, Rows | int]]


class _DamageFile(msgspec.Struct, forbid_unknown_fields=True):
    notes: _Notes
    section: dict[str, _Section]
    near_miss: TwoDice


def parse_damage_charts(contents: Raw) -> DamageCharts:
    """Check and make the charts from the contents of `damage.toml`."""
    data = convert(contents, _DamageFile, "damage.toml")
    same_names("damage.toml: section", list(data.section), SECTIONS)
    same_names("damage.toml: effects", list(data.notes.effects), list(_DICE))
    effects = {name: _effect(name, raw) for name, raw in data.notes.effects.items()}
    cells = tuple(_section(number, data.section[name]) for number, name in enumerate(SECTIONS))
    _check_complete(cells)
    rows = data.near_miss.rows
    if [row[0] for row in rows] != list(range(1, 7)):
        raise DataError("chart 11-1: the rows are 1 to 6")
    near = tuple((_NO_DAMAGE, *(_near_miss(cell) for cell in row[1:])) for row in rows)
    return DamageCharts(cells, (near[0], *near), MappingProxyType(effects))


def _effect(name: str, raw: dict[str, Rows | int]) -> Effect:
    expected = _DICE[name]
    known = {"manoeuvre", *expected}
    for key in raw:
        if key not in known:
            raise DataError(f"damage.toml: effect {name}: {key!r} is unknown")
    dice: dict[str, tuple[str, ...]] = {}
    for key, results in expected.items():
        rows = raw.get(key)
        if not isinstance(rows, list):
            raise DataError(f"damage.toml: effect {name} lacks its die {key!r}")
        dice[key] = die(f"11, note {name}, {key}", rows, results)
    points = int(raw.get("manoeuvre", 0))  # type: ignore[arg-type]
    return Effect(MappingProxyType(dice), points)


def _section(section: SectionId, data: _Section) -> tuple[tuple[Damage, ...], ...]:
    where = f"chart 11 {SECTIONS[section]}"
    for effect in data.notes.values():
        index_of(f"{where}: notes", effect, list(_DICE))
    if [row[0] for row in data.rows] != list(range(10)):
        raise DataError(f"{where}: the rows are 0 to 9")
    return tuple(
        (
            Damage("superficial"),  # no die shows 0
            *(
                _damage(f"{where} ({row[0]},{column})", section, cell, data.notes)
                for column, cell in enumerate(row[1:], 1)
            ),
        )
        for row in data.rows
    )


def _damage(where: str, section: SectionId, cell: str, notes: dict[str, str]) -> Damage:
    match = _CODE.fullmatch(cell)
    if not match:
        raise DataError(f"{where}: {cell!r} is no result")
    code, shaded, letter, ruled = match[1], bool(match[2]), match[3], bool(match[4])
    note = ""
    if letter:
        if letter not in notes:
            raise DataError(f"{where}: {cell!r} has the unknown note {letter}")
        note = notes[letter]
    made = _result(where, section, code, shaded, note)
    _check_note(where, cell, made)
    return made._replace(note_ruled=ruled)


def _result(where: str, section: SectionId, code: str, shaded: bool, note: str) -> Damage:
    head, colon, name = code.partition(":")
    gun = _GUN.fullmatch(code)
    if gun:
        mount = _mount(where, f"{_CALIBRE[gun[1]]} {gun[2]}", section)
        kind: DamageKind = "gun5" if gun[1] == "G5" else "gun40" if gun[1] == "G40" else "gun20"
        return Damage(kind, mount, (mount,), note=note)
    if code.startswith("GX-"):
        mounts = tuple(_mount(where, name, section) for name in code[3:].split(", "))
        return Damage("guns", mounts[0], mounts, destroyed=True, note=note)
    if head in ("P", "PX") and colon:
        target = index_of(where, name, PRIMARIES)
        if ship().primaries[target].section != section:
            raise DataError(f"{where}: {name!r} is not {SECTIONS[section]}")
        return Damage("primary", target, (target,), destroyed=head == "PX", note=note)
    if head == "S" and colon:
        try:
            target = secondary_id(section, name)
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
        if ship().secondaries[target].shaded != shaded:
            raise DataError(f"{where}: {name!r} is shaded in one place and not in another")
        return Damage("secondary", target, (target,), note=note)
    if head in ("R", "RX") and name in _RADARS:
        radars = _RADARS[name]
        return Damage("radar", radars[0], radars, destroyed=head == "RX", note=note)
    if code == "DF + MK37":
        return Damage("deck_fire_mk37", MK37, (MK37,), note=note)
    if code in _PLAIN:
        return Damage(_PLAIN[code], note=note)
    raise DataError(f"{where}: {code!r} is no result")


def _mount(where: str, name: str, section: SectionId) -> MountId:
    mount = index_of(where, name, MOUNTS[:FLETCHER_MOUNTS])
    if firing_chart().mounts[mount].section != section:
        raise DataError(f"{where}: {name!r} is not {SECTIONS[section]}")
    return mount


def _check_note(where: str, cell: str, damage: Damage) -> None:
    if damage.kind == "primary":
        allowed = _NOTES_OF_PRIMARY[ship().primaries[damage.target].kind]
    elif damage.kind == "secondary":
        allowed = ("shaded", "") if ship().secondaries[damage.target].shaded else ("",)
    elif damage.kind == "radar" and damage.destroyed:
        allowed = ("",)
    else:
        allowed = (_NOTES_OF.get(damage.kind, ""),)
    if damage.note not in allowed:
        wanted = " or ".join(name or "none" for name in allowed)
        raise DataError(f"{where}: the note of {cell!r} must be: {wanted}")


def _check_complete(cells: tuple[tuple[tuple[Damage, ...], ...], ...]) -> None:
    """Everything that can be hit has a cell."""
    hit = {
        (cell.kind, target)
        for section in cells
        for row in section
        for cell in row[1:]
        for target in cell.targets
    }
    for mount, name in enumerate(MOUNTS[:FLETCHER_MOUNTS]):
        if not any((kind, mount) in hit for kind in ("gun5", "gun40", "gun20")):
            raise DataError(f"chart 11: no cell hits {name}")
    for kind, count in (("primary", len(PRIMARIES)), ("secondary", len(ship().secondaries))):
        for target in range(count):
            if (kind, target) not in hit:
                raise DataError(f"chart 11: no cell hits {kind} compartment {target}")


_NO_DAMAGE = NearMiss("none")
_NEAR: dict[str, NearMissKind] = {
    "ND": "none",
    "SD": "superficial",
    "SFS": "sfs",
    "RR": "random",
    "RX:SC+SG": "radar",
}
_NEAR_PRIMARY = re.compile(r"P:(.+), (manoeuvre|fuel) (\d+)")
_NEAR_HULL = re.compile(r"hull (\d+)")


def _near_miss(cell: str) -> NearMiss:
    if cell in _NEAR:
        return NearMiss(_NEAR[cell])
    if match := _NEAR_HULL.fullmatch(cell):
        return NearMiss("hull", hull=int(match[1]))
    if match := _NEAR_PRIMARY.fullmatch(cell):
        target = index_of("chart 11-1", match[1], PRIMARIES)
        points = int(match[3])
        if match[2] == "fuel":
            return NearMiss("primary", target, fuel=points)
        return NearMiss("primary", target, manoeuvre=points)
    raise DataError(f"chart 11-1: {cell!r} is no result")


@cache
def damage_charts() -> DamageCharts:
    """Tables 11 and 11-1 of the game."""
    return parse_damage_charts(raw("damage"))
