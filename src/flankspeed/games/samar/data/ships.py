"""The ships: counters with a front and a back (`ships.toml`, 2.5, 9.1, 9.2).

- `ships(battle_speed, overrides)`: all `Ship`s, the IJN first, in the order of the file.
- `fleet()`: the file itself, with what history tells of every ship (`Entry.design`).
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.samar.data.formulas import (
    FLAGS,
    Design,
    Formulas,
    Inputs,
    Navy,
    ShipType,
    Side,
    damaged_speed,
    speed,
)
from flankspeed.games.samar.data.load import Raw, Sourced, raw
from flankspeed.games.samar.data.overrides import NONE, Overrides, ShipChange, changes

Group = Literal["battleships", "center", "optional", "taffy2", "taffy3", "bombardment"]
_PREFIX = {"ijn": "J-", "usn": "U-"}
_STATED = (*Side._fields, *FLAGS)


class Ship(msgspec.Struct, frozen=True):
    """One ship and both sides of her counter."""

    id: str  # J-CA1
    name: str  # Chikuma
    short: str  # CA1, as on the counter
    navy: Navy
    type: ShipType
    group: Group
    division: str  # of ships that sailed together
    front: Side
    back: Side
    no_extended: bool = False  # M on range
    radar: bool = False  # R on range
    aa_guns_only: bool = False  # A on gunnery
    aa_secondary: bool = False  # A on secondary
    plunging: bool = False  # P on armor
    torpedo_prone: bool = False  # T on armor
    no_flank: bool = False  # H on speed


class Entry(NamedTuple):
    """A ship of the file: her counter, her history, and what the rulebook states of her."""

    ship: Ship
    design: Design
    rulebook: tuple[str, ...]


class Fleet(NamedTuple):
    """The file `ships.toml`."""

    entries: tuple[Entry, ...]
    formulas: Formulas


class _Groups(Sourced, frozen=True, kw_only=True):
    battleships: int
    center: int
    optional: int
    taffy2: int
    taffy3: int
    bombardment: int


class _Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    navy: Navy
    type: ShipType
    inputs: Inputs
    flags: tuple[str, ...]


class _InputChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    knots: float | None = None
    light_aa: int | None = None


class _Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"type": "class"}):
    id: str
    name: str
    short: str
    type: str  # the class
    group: Group
    division: str
    front: Side
    back: Side
    inputs: _InputChange = _InputChange()
    rulebook: tuple[str, ...] = ()


class _Counters(Sourced, frozen=True, kw_only=True):
    ships: list[_Counter]


class _ShipFile(msgspec.Struct, forbid_unknown_fields=True, rename={"classes": "class"}):
    inputs: Sourced
    divisions: Sourced
    groups: _Groups
    formulas: Formulas
    classes: dict[str, _Class]
    fleet: _Counters


def parse_fleet(contents: Raw) -> Fleet:
    """Check and make the fleet from the contents of `ships.toml`."""
    data = convert(contents, _ShipFile, "ships.toml")
    entries = tuple(_entry(counter, data.classes) for counter in data.fleet.ships)
    _check_fleet([entry.ship for entry in entries], data.groups)
    return Fleet(entries, data.formulas)


def _entry(counter: _Counter, classes: dict[str, _Class]) -> Entry:
    where = f"ships.toml: {counter.id}"
    if counter.type not in classes:
        raise DataError(f"{where}: there is no class {counter.type!r}")
    kind = classes[counter.type]
    for name in (*counter.rulebook, *kind.flags):
        if name not in (FLAGS if name in kind.flags else _STATED):
            raise DataError(f"{where}: {name!r} is no rating or flag")
    ship = Ship(
        id=counter.id,
        name=counter.name,
        short=counter.short,
        navy=kind.navy,
        type=kind.type,
        group=counter.group,
        division=counter.division,
        front=counter.front,
        back=counter.back,
        **dict.fromkeys(kind.flags, True),
    )
    _check_ship(where, ship)
    inputs = msgspec.structs.replace(kind.inputs, **changes(counter.inputs))
    return Entry(ship, Design(kind.navy, kind.type, inputs), counter.rulebook)


def _check_ship(where: str, ship: Ship) -> None:
    if not ship.id.startswith(_PREFIX[ship.navy]):
        raise DataError(f"{where}: the id of a ship of the {ship.navy} starts {_PREFIX[ship.navy]}")
    for name, front, back in zip(Side._fields, ship.front, ship.back, strict=True):
        if back > front:
            raise DataError(f"{where}: {name} {back} when damaged is more than {front}")


def _check_fleet(fleet: list[Ship], groups: _Groups) -> None:
    for what, keys in (
        ("id", [ship.id for ship in fleet]),
        ("name", [ship.name for ship in fleet]),
    ):
        if len(set(keys)) != len(keys):
            raise DataError(f"ships.toml: two ships have the same {what}")
    navies = [ship.navy for ship in fleet]
    if navies != sorted(navies):
        raise DataError("ships.toml: the ships of the ijn stand before those of the usn")
    for group in ("battleships", "center", "optional", "taffy2", "taffy3", "bombardment"):
        found, stated = sum(ship.group == group for ship in fleet), getattr(groups, group)
        if found != stated:
            raise DataError(f"ships.toml: {group} has {stated} ships, not {found}")
    for kind in ("group", "division"):
        if len({(getattr(ship, kind), ship.navy) for ship in fleet}) != len(
            {getattr(ship, kind) for ship in fleet}
        ):
            raise DataError(f"ships.toml: a {kind} has ships of both navies")


@cache
def fleet() -> Fleet:
    """The ships of the game."""
    return parse_fleet(raw("ships"))


def ships(battle_speed: str = "85", overrides: Overrides = NONE) -> tuple[Ship, ...]:
    """All ships, the IJN first, with a player's changes; 4.3: `battle_speed` is 85 or full."""
    printed = _ships(battle_speed)
    if not overrides.ships:
        return printed
    known = {ship.id for ship in printed}
    for name in overrides.ships:
        if name not in known:
            raise DataError(f"the data: there is no ship {name!r}")
    return tuple(_changed(ship, overrides.ships.get(ship.id)) for ship in printed)


@cache
def _ships(battle_speed: str) -> tuple[Ship, ...]:
    if battle_speed == "85":
        return tuple(entry.ship for entry in fleet().entries)
    return tuple(_at_full_speed(entry, fleet().formulas) for entry in fleet().entries)


def _at_full_speed(entry: Entry, formulas: Formulas) -> Ship:
    fast = speed(entry.design.inputs, formulas, full=True)
    return msgspec.structs.replace(
        entry.ship,
        front=entry.ship.front._replace(speed=fast),
        back=entry.ship.back._replace(speed=damaged_speed(fast, formulas)),
    )


def _changed(ship: Ship, change: ShipChange | None) -> Ship:
    if change is None:
        return ship
    new = msgspec.structs.replace(
        ship,
        front=ship.front._replace(**changes(change.front)),
        back=ship.back._replace(**changes(change.back)),
        **changes(change),
    )
    _check_ship(f"the data: {ship.id}", new)
    return new
