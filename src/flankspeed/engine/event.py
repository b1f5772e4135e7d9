"""Events: what happened, as data. A game makes the text of its events in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flankspeed.engine.roll import Reading
from flankspeed.engine.values import Modifier, Throw, Used

Fact = str | int | bool | Sequence[str]


class Event(NamedTuple):
    """One thing that happened, with the rule it follows.

    `facts` holds what the text needs (who, where, with what result); `places` names what to point
    at on the board, in the form of a choice's place. `readings` are the rolls that brought it
    about; `throws` and `modifiers` are theirs, and those of dice that are read on nothing. `used`
    is what counted of the charts without dice.
    """

    kind: str
    rule: str
    facts: dict[str, Fact]
    throws: tuple[Throw, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    places: tuple[str, ...] = ()
    readings: tuple[Reading[Any], ...] = ()
    used: tuple[Used, ...] = ()


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
        readings: Sequence[Reading[Any]] = (),
        used: Sequence[Used] = (),
        **facts: Fact,
    ) -> None:
        """Add one event; what readings tell need not be said again."""
        thrown, counted = tuple(throws), tuple(modifiers)
        if len(readings) == 1:  # nearly always, and what counts on it is told once
            [reading] = readings
            thrown = (reading.throw, *thrown) if reading.dice else thrown
            counted = (*reading.modifiers, *counted)
        elif readings:
            thrown = (*[reading.throw for reading in readings if reading.dice], *thrown)
            parts = dict.fromkeys(part for reading in readings for part in reading.modifiers)
            counted = (*parts, *counted)
        self.events.append(
            Event(kind, rule, facts, thrown, counted, tuple(places), tuple(readings), tuple(used))
        )
