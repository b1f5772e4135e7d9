"""Telling: what of a game's events matters, in few words, and what is one line of the log.

All of it is data, a TOML file of the game: the weight of each kind of event, and `plus`, a fact
that counts besides (a hit more than a miss, a great ship more than a small one); `brief`, who it
happens to and what, to be joined with what else happens to the same; and `fold`, kinds that are
told together where they follow each other and are about the same thing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError
from flankspeed.engine.event import Event
from flankspeed.engine.show.text import fill

Weight = Annotated[int, Meta(ge=0, le=30)]


class Brief(NamedTuple):
    """An event in few words; those of one `who` make a line.

    Several events with the same template `what` are told once: with the sum of the fact `summed`,
    if there is one, else as the last of them.
    """

    who: str
    what: str
    event: Event
    summed: str = ""


class _Brief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: str
    what: str
    summed: str = ""


class _Plus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that counts besides the kind: so much for each one of it."""

    fact: str
    each: int = 1


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a folded line: said if there was any event of these kinds; `{n}` is how many."""

    kinds: list[str]
    text: str


class _Fold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is one line: the parts that apply, after its `start`; `of` is what it is about."""

    of: str
    parts: list[_Part]
    start: str = ""

    @property
    def kinds(self) -> set[str]:
        return {kind for part in self.parts for kind in part.kinds}


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    default: Weight
    weight: dict[str, Weight]
    plus: dict[str, _Plus] = {}
    brief: dict[str, _Brief] = {}
    fold: dict[str, _Fold] = {}


class Telling:
    """What a file says of the kinds of events; every kind that it names must be one of the game."""

    __slots__ = ("_briefs", "_default", "_folds", "_plus", "_weights")

    def __init__(self, path: Traversable, kinds: Collection[str]) -> None:
        data = convert(read_toml(path), _Data, path.name)
        self._default, self._weights, self._plus = data.default, data.weight, data.plus
        self._briefs = data.brief
        self._folds: dict[str, tuple[str, _Fold]] = {}
        for name, fold in data.fold.items():
            for kind in fold.kinds:
                if kind in self._folds:
                    raise DataError(f"{path.name}: {kind!r} is folded twice")
                self._folds[kind] = name, fold
        for kind in (*data.weight, *data.plus, *data.brief, *self._folds):
            if kind not in kinds:
                raise DataError(f"{path.name}: the game has no event {kind!r}")

    def weight(self, event: Event) -> int:
        """How much an event matters; 0 is not worth telling."""
        weight = self._weights.get(event.kind, self._default)
        plus = self._plus.get(event.kind)
        count = event.facts[plus.fact] if plus else 0
        return weight + count * plus.each if plus and isinstance(count, int) else weight

    def brief(self, event: Event) -> Brief | None:
        """An event in few words; None if it is told as the log tells it."""
        words = self._briefs.get(event.kind)
        if words is None:
            return None
        return Brief(fill(words.who, event.facts), words.what, event, words.summed)

    def fold_key(self, event: Event) -> str:
        """What an event is a part of; empty if it stands for itself."""
        if event.kind not in self._folds:
            return ""
        name, fold = self._folds[event.kind]
        return f"{name} {fill(fold.of, event.facts)}"

    def fold_text(self, events: Sequence[Event]) -> str:
        """Events of one key in one line."""
        _, fold = self._folds[events[0].kind]
        parts = []
        for part in fold.parts:
            told = [event for event in events if event.kind in part.kinds]
            if told:
                parts.append(fill(part.text, {**told[-1].facts, "n": len(told)}))
        return fill(fold.start, events[-1].facts) + ", ".join(parts)
