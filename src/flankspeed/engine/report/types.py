"""What a report holds, ready to become JSON."""

from __future__ import annotations

import msgspec


class Verdict(msgspec.Struct, frozen=True):
    """Why a game ended as it did: in words, and the rule that says so."""

    words: str
    rule: str = ""


class Loss(msgspec.Struct, frozen=True):
    """What became of some things of a side: of what kind they are, their fate, and their names.

    Where things have no names, `names` is empty and `count` says how many there were.
    """

    side: str
    kind: str
    fate: str
    count: int
    names: list[str] = []


class Sample(msgspec.Struct, frozen=True):
    """The strength of each side as a turn began, after so many choices."""

    turn: str
    choice: int
    strength: dict[str, float]


class Luck(msgspec.Struct, frozen=True):
    """The luck of a side's throws (of one kind, or in one turn) in standard deviations.

    0 is as expected, 1 as good as one in six; `side` is empty for throws of nobody in particular.
    """

    side: str
    name: str
    throws: int
    deviations: float


class BestThrow(msgspec.Struct, frozen=True):
    """A throw that was unlikely to go as well as it did: its chance, and what is told of it."""

    side: str
    choice: int
    text: str
    chance: float
    places: list[str]


class Moment(msgspec.Struct, frozen=True):
    """A choice after which much was otherwise: whose it was, what came of it, by how much.

    `change` is what each side gained in strength; `chance` that of its unlikeliest throw (1: none).
    """

    choice: int
    seat: str
    label: str
    texts: list[str]
    places: list[str]
    change: dict[str, float]
    chance: float


class Report(msgspec.Struct, frozen=True):
    """A match that is over, as people look back at it.

    `timeline` is empty where the game knows no strength; `strength` says what that is.
    """

    game: str
    scenario: str
    winner: str | None
    outcome: str
    verdict: Verdict
    choices: int
    losses: list[Loss]
    strength: str
    timeline: list[Sample]
    best: list[BestThrow]
    luck: list[Luck]
    luck_by_kind: list[Luck]
    luck_by_turn: list[Luck]
    moments: list[Moment]
