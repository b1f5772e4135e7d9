"""The kamikaze counters and the value chits (`planes.toml`, `chits.toml`).

- `planes()`: a `Planes` with `.types[type]` (35: name, engines), `.counters[kind]`: the kinds of
  counter, each with its type, weapon (-1 for a regular plane) and number; `.regular[type]` and
  `.special[type]` find a kind. The last kind, `.attack_ends`, is the Attack Ends marker.
- `.container` has the number of each kind at the start (150 counters), `.set_aside` the ten special
  kinds of which one lies aside for Table 8-2.
- `OHKA`, `BOMB`, `TORPEDO` in `WEAPONS`; `.willow` is the type of rule 11.1, twin-engined types are
  those of rule 11.4 (`Plane.engines`).
- `chit_mix()`: how many chits there are of each value, unless the setting chit_mix says otherwise;
  `chits_of(mix)` puts them into the cup.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.ids import PEOPLE
from flankspeed.games.picket.data.load import Raw, Sourced, index_of, raw

WEAPONS = ("ohka", "bomb", "torpedo")
OHKA, BOMB, TORPEDO = range(3)
NO_TYPE = NO_WEAPON = -1
CHIT_VALUES = (-2, -1, 0, 1, 2)
LARGEST_BATCH = len(PEOPLE)  # chits drawn together at set-up


class PlaneType(NamedTuple):
    """A type of aircraft."""

    name: str
    engines: int


class Counter(NamedTuple):
    """A kind of counter in the container, and how many of it the box holds."""

    name: str
    type: int  # -1: Attack Ends
    weapon: int  # -1: a regular plane
    number: int


class Planes(NamedTuple):
    """The pool of large counters."""

    types: tuple[PlaneType, ...]
    counters: tuple[Counter, ...]
    regular: tuple[int, ...]  # kind by type
    special: tuple[int, ...]  # kind by type, -1 if there is none
    attack_ends: int  # kind
    attack_ends_range: tuple[int, int]
    set_aside: tuple[int, ...]  # kinds
    container: tuple[int, ...]  # number at the start, by kind
    willow: int


class _Type(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    engines: Literal[1, 2]
    regular: int
    special: int = 0
    weapon: Literal["", "ohka", "bomb", "torpedo"] = ""


class _Pool(Sourced, frozen=True, kw_only=True):
    total: int
    types: int
    plane: list[_Type]


class _AttackEnds(Sourced, frozen=True, kw_only=True):
    count: int
    fewest: int
    most: int


class _Named(Sourced, frozen=True, kw_only=True):
    types: list[str]


class _PlaneFile(msgspec.Struct, forbid_unknown_fields=True):
    pool: _Pool
    attack_ends: _AttackEnds
    set_aside: _Named
    willow: _Named
    afs_bonus: _Named


class _Chits(Sourced, frozen=True, kw_only=True):
    counts: tuple[int, ...]


class _ChitFile(msgspec.Struct, forbid_unknown_fields=True):
    chits: _Chits


def parse_planes(contents: Raw) -> Planes:
    """Check and make the pool from the contents of `planes.toml`."""
    data = convert(contents, _PlaneFile, "planes.toml")
    pool, ends = data.pool, data.attack_ends
    names = [plane.name for plane in pool.plane]
    _check_totals(pool, ends)
    twins = [plane.name for plane in pool.plane if plane.engines == 2]
    if sorted(twins) != sorted(data.afs_bonus.types):
        raise DataError("planes.toml: rule 11.4 names all twin-engined types and no others")
    types = tuple(PlaneType(plane.name, plane.engines) for plane in pool.plane)
    counters = [Counter(p.name, i, NO_WEAPON, p.regular) for i, p in enumerate(pool.plane)]
    special = [-1] * len(types)
    for number, plane in enumerate(pool.plane):
        if bool(plane.weapon) != bool(plane.special):
            raise DataError(f"planes.toml: {plane.name}: a weapon and special counters go together")
        if plane.special:
            special[number] = len(counters)
            weapon = WEAPONS.index(plane.weapon)
            name = f"{plane.name} with {plane.weapon if weapon else 'Ohka'}"
            counters.append(Counter(name, number, weapon, plane.special))
    set_aside = tuple(
        special[index_of("planes.toml: set_aside", name, names)] for name in data.set_aside.types
    )
    if -1 in set_aside or len(set(set_aside)) != len(set_aside):
        raise DataError("planes.toml: set_aside: one special counter each of these types")
    if len(data.willow.types) != 1:
        raise DataError("planes.toml: willow: rule 11.1 names one type")
    counters.append(Counter("Attack Ends", NO_TYPE, NO_WEAPON, ends.count))
    return Planes(
        types=types,
        counters=tuple(counters),
        regular=tuple(range(len(types))),
        special=tuple(special),
        attack_ends=len(counters) - 1,
        attack_ends_range=(ends.fewest, ends.most),
        set_aside=set_aside,
        container=tuple(item.number - (i in set_aside) for i, item in enumerate(counters)),
        willow=index_of("planes.toml: willow", data.willow.types[0], names),
    )


def _check_totals(pool: _Pool, ends: _AttackEnds) -> None:
    names = [plane.name for plane in pool.plane]
    if len(set(names)) != len(names):
        raise DataError("planes.toml: two types have the same name")
    counters = sum(plane.regular + plane.special for plane in pool.plane) + ends.count
    for what, stated, found in (
        ("types", pool.types, len(names)),
        ("counters", pool.total, counters),
    ):
        if stated != found:
            raise DataError(f"planes.toml: {stated} {what} are stated, {found} listed")
    if not 0 <= ends.fewest <= ends.count <= ends.most:
        raise DataError("planes.toml: attack_ends: more or fewer than there may be")


def chits_of(mix: Sequence[int]) -> tuple[int, ...]:
    """The cup of value chits with so many of -2, -1, 0, +1 and +2."""
    if len(mix) != len(CHIT_VALUES) or min(mix) < 0 or sum(mix) < LARGEST_BATCH:
        raise DataError("the chits are five numbers, at least nine together")
    pairs = zip(CHIT_VALUES, mix, strict=True)
    return tuple(value for value, count in pairs for _ in range(count))


def parse_chit_mix(contents: Raw) -> tuple[int, ...]:
    """Check and make the numbers of chits from the contents of `chits.toml`."""
    counts = convert(contents, _ChitFile, "chits.toml").chits.counts
    chits_of(counts)
    return counts


@cache
def planes() -> Planes:
    """The pool of the game."""
    return parse_planes(raw("planes"))


@cache
def chit_mix() -> tuple[int, ...]:
    """How many chits there are of -2, -1, 0, +1 and +2."""
    return parse_chit_mix(raw("chits"))
