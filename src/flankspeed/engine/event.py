"""Events: what happened, as data. A game makes the text of its events in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flankspeed.engine.dice import Throw

Fact = str | int | bool | Sequence[str]


class Modifier(NamedTuple):
    """One reason why a number was what it was: its name and what it counted."""

    name: str
    value: int


class Event(NamedTuple):
    """One thing that happened, with the rule it follows.

    `facts` holds what the text needs (who, where, with what result); `places` names what to point
    at on the board, in the form of a choice's place.
    """

    kind: str
    rule: str
    facts: dict[str, Fact]
    throws: tuple[Throw, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    places: tuple[str, ...] = ()


class Log:
    """Collects events. Rules write `if log: log.add(...)`: what nobody listens to costs nothing."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(
        self,
        kind: str,
        rule: str,
        *,
        throws: Sequence[Throw] = (),
        modifiers: Sequence[Modifier] = (),
        places: Sequence[str] = (),
        **facts: Fact,
    ) -> None:
        """Add one event."""
        self.events.append(Event(kind, rule, facts, tuple(throws), tuple(modifiers), tuple(places)))
