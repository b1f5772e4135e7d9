"""The air units, by kind (`air.toml`, 2.6, 8.1)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.samar.data.formulas import Navy, Strength
from flankspeed.games.samar.data.load import Raw, Sourced, raw
from flankspeed.games.samar.data.overrides import NONE, AirChange, Overrides, Units, changes

Kind = Literal["TB", "DB", "F", "SA"]
Role = Literal["torpedo", "dive", "fighter"]

_FIGURES = ("count", "dice", "weight", "aa_shift")
_UNCHANGED = AirChange()


class Squadron(msgspec.Struct, frozen=True):
    """A kind of air unit, about a dozen planes each."""

    kind: Kind
    name: str
    navy: Navy
    count: int  # units of the kind
    role: Role
    dice: int
    weight: int
    aa_shift: int  # added to AA dice against it


class _Squadron(Sourced, frozen=True, kw_only=True):
    kind: Kind
    name: str
    aircraft: str
    navy: Navy
    count: Units
    role: Role
    dice: Strength
    weight: Strength
    aa_shift: int
    rulebook: tuple[str, ...]

    def made(self) -> Squadron:
        fields = Squadron.__struct_fields__
        return Squadron(**{name: getattr(self, name) for name in fields})


class _Totals(Sourced, frozen=True, kw_only=True):
    ijn: int
    usn: int


class _AirFile(msgspec.Struct, forbid_unknown_fields=True):
    totals: _Totals
    squadron: list[_Squadron]


def parse_squadrons(contents: Raw) -> tuple[Squadron, ...]:
    """Check and make the air units from the contents of `air.toml`."""
    data = convert(contents, _AirFile, "air.toml")
    kinds = [item.kind for item in data.squadron]
    if sorted(kinds) != sorted(("TB", "DB", "F", "SA")):
        raise DataError("air.toml: the kinds are TB, DB, F and SA, each once")
    for item in data.squadron:
        for name in item.rulebook:
            if name not in _FIGURES:
                raise DataError(f"air.toml: {item.kind}: {name!r} is no figure of an air unit")
    for navy, stated in (("ijn", data.totals.ijn), ("usn", data.totals.usn)):
        found = sum(item.count for item in data.squadron if item.navy == navy)
        if found != stated:
            raise DataError(f"air.toml: the {navy} has {stated} air units, not {found}")
    return tuple(item.made() for item in data.squadron)


@cache
def _squadrons() -> tuple[Squadron, ...]:
    return parse_squadrons(raw("air"))


def squadrons(overrides: Overrides = NONE) -> tuple[Squadron, ...]:
    """The kinds of air unit, with a player's changes; he need not keep to the printed totals."""
    kinds = {squadron.kind: squadron for squadron in _squadrons()}
    for kind in overrides.air:
        if kind not in kinds:
            raise DataError(f"the data: air: there is no kind {kind!r} ({', '.join(kinds)})")
    return tuple(
        msgspec.structs.replace(squadron, **changes(overrides.air.get(kind, _UNCHANGED)))
        for kind, squadron in kinds.items()
    )
