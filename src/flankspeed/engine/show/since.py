"""What happened since: the events that are worth telling, in few lines, what matters most first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flankspeed.engine.event import Event
from flankspeed.engine.game import Game
from flankspeed.engine.show.telling import Brief
from flankspeed.engine.show.text import fill

_MOST = 4  # things that are told of one who


class Told(msgspec.Struct, frozen=True):
    """A line worth telling: what happened, where on the board, after which choice."""

    text: str
    places: list[str]
    choice: int
    weight: int


class _Line:
    """What is told of one thing: its events in order, each with its choice."""

    def __init__(self) -> None:
        self.events: list[tuple[int, Event]] = []
        self.briefs: list[Brief] = []


def since(game: Game[Any], chapters: Sequence[Sequence[Event]], choice: int) -> list[Told]:
    """What happened after so many choices: the heaviest lines first, then the earliest."""
    lines: dict[object, _Line] = {}
    for number, events in enumerate(chapters[choice + 1 :], choice + 1):
        for event in events:
            if game.weight(event):
                brief = game.brief(event)
                line = lines.setdefault(brief.who if brief else id(event), _Line())
                line.events.append((number, event))
                if brief:
                    line.briefs.append(brief)
    told = [_told(game, line) for line in lines.values()]
    return sorted(told, key=lambda line: -line.weight)


def _told(game: Game[Any], line: _Line) -> Told:
    """A line; it happened when what matters most in it did."""
    choice, first = max(line.events, key=lambda found: game.weight(found[1]))
    text = _joined(game, line.briefs) if line.briefs else game.describe(first)
    places = dict.fromkeys(place for _, event in line.events for place in event.places)
    return Told(text, list(places), choice, game.weight(first))


def _joined(game: Game[Any], briefs: Sequence[Brief]) -> str:
    """Hoel slowed, on fire: each thing once, what matters most first."""
    facts: dict[str, dict[str, Any]] = {}
    weights: dict[str, int] = {}
    for brief in briefs:
        new, old = dict(brief.event.facts), facts.get(brief.what)
        if brief.summed and old:
            new[brief.summed] = old[brief.summed] + new[brief.summed]
        facts[brief.what] = new
        weights[brief.what] = max(weights.get(brief.what, 0), game.weight(brief.event))
    heaviest = sorted(facts, key=lambda what: -weights[what])[:_MOST]
    return f"{briefs[0].who} {', '.join(fill(what, facts[what]) for what in heaviest)}"
