"""Stakes: whose luck a throw is, and which of its results are the better ones.

A game says it in TOML by the roll that was thrown, never by what came of it: who counted only
throws that did something would find everybody lucky.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from flankspeed.engine.data import convert
from flankspeed.engine.errors import DataError
from flankspeed.engine.roll import Reading

HIGH, LOW = "high", "low"
OWN, OTHER = "own", "other"

Order = Literal["high", "low"] | tuple[str, ...]


class Stake(NamedTuple):
    """Whose luck a throw is (empty: nobody's in particular), and what it is to be called.

    `better` says which results are better for that side: high ones, low ones, or all of them by
    name, the worst first. A `shot` is thrown at somebody, and can be one of the best.
    """

    side: str
    name: str
    better: Order = "high"
    shot: bool = True


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of roll as the file has it: `side` may be whose thing threw, or the other one."""

    side: str
    better: Order
    name: str
    shot: bool = False


class Stakes:
    """The stakes of a game's rolls, by what each is thrown for; other rolls favour nobody."""

    __slots__ = ("_entries", "_sides")

    def __init__(self, data: Mapping[str, Any], sides: Collection[str], what: str) -> None:
        """`what` names the file, should something in it be wrong."""
        self._entries = convert(data, dict[str, _Entry], what)
        self._sides = tuple(sides)
        for why, entry in self._entries.items():
            if entry.side not in (OWN, OTHER, *self._sides):
                raise DataError(f"{what}: {why!r} is thrown by {entry.side!r}, which is no side")

    def of(self, reading: Reading[Any], owner: str = "") -> Stake | None:
        """The stake of a throw; `owner` is the side of what the event names first."""
        entry = self._entries.get(reading.roll.why)
        if entry is None:
            return None
        side = entry.side
        if side in (OWN, OTHER):
            if owner not in self._sides:
                return None
            side = owner if side == OWN else next(s for s in self._sides if s != owner)
        return Stake(side, entry.name, entry.better, entry.shot)
