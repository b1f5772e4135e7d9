"""Briefings: what a player is told before a scenario begins; their words are data of the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError


class Briefing(msgspec.Struct, frozen=True):
    """What a seat is told of a scenario.

    `situation` is what happened, `forces` what one commands, `goal` how one wins (by `rule`),
    `length` how long it takes, `decides` what there is to decide.
    """

    situation: str = ""
    forces: str = ""
    goal: str = ""
    rule: str = ""
    length: str = ""
    decides: str = ""


class About(NamedTuple):
    """How long a scenario takes one who plays it, how hard it is, and what else to know of it."""

    minutes: int
    hardness: str
    note: str


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minutes: Annotated[int, Meta(ge=0)]
    hardness: Literal["", "easy", "middling", "hard"]
    note: str = ""


class _Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    forces: str
    goal: str
    rule: str
    decides: str


class _Briefing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A briefing for some scenarios; of each, `seat` has what its seats are told."""

    scenarios: list[str]
    situation: str
    length: str
    seat: dict[str, _Seat]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: dict[str, _About]
    briefing: list[_Briefing]


def abouts(path: Traversable) -> dict[str, About]:
    """What a file of briefings says of each scenario."""
    data = convert(read_toml(path), _File, path.name)
    return {name: About(a.minutes, a.hardness, a.note) for name, a in data.scenario.items()}


class Briefings:
    """The briefings of a file: one for every scenario and seat, checked as they are loaded."""

    __slots__ = ("_found",)

    def __init__(
        self,
        path: Traversable,
        scenarios: Sequence[str],
        seats: Sequence[str],
        rules: Collection[str],
    ) -> None:
        data = convert(read_toml(path), _File, path.name)
        self._found: dict[tuple[str, str], Briefing] = {}
        for briefing in data.briefing:
            for scenario in briefing.scenarios:
                for seat, own in briefing.seat.items():
                    if own.rule not in rules:
                        raise DataError(f"{path.name}: there is no rule {own.rule!r}")
                    self._found[scenario, seat] = _briefing(briefing, own)
        wanted = {(scenario, seat) for scenario in scenarios for seat in seats}
        if odd := sorted(wanted ^ self._found.keys()):
            raise DataError(f"{path.name}: one briefing for each, but {' '.join(odd[0])}")

    def of(self, scenario: str, seat: str) -> Briefing:
        """The briefing of a seat."""
        return self._found[scenario, seat]


def _briefing(common: _Briefing, own: _Seat) -> Briefing:
    return Briefing(common.situation, own.forces, own.goal, own.rule, common.length, own.decides)


def briefing_lines(briefing: Briefing) -> list[str]:
    """A briefing to be printed; nothing if nothing is told."""
    goal = f"{briefing.goal} (rule {briefing.rule})" if briefing.rule else briefing.goal
    parts = (
        ("", briefing.situation),
        ("You command: ", briefing.forces),
        ("To win: ", goal),
        ("It takes: ", briefing.length),
        ("You decide: ", briefing.decides),
    )
    return [f"{title}{text}" for title, text in parts if text]
