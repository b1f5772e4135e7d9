"""The story of a match: choice by choice what happened, whose turn it was, how strong all were."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from flankspeed.engine.decision import Decision
from flankspeed.engine.event import Event
from flankspeed.engine.game import Game
from flankspeed.engine.match import Match
from flankspeed.engine.report.luck import Scored, Told, scored
from flankspeed.engine.report.types import Sample

START, END = "start", "end"  # of the timeline


class Chapter(NamedTuple):
    """A choice (0: the start) with all that happened after it."""

    choice: int
    seat: str
    label: str
    events: Sequence[Told]
    throws: Sequence[Scored]
    strength: dict[str, float]  # after it
    change: dict[str, float]

    @property
    def swing(self) -> float:
        """By how much the strength of the sides changed."""
        changes = [0.0, *self.change.values()]
        return max(changes) - min(changes)


class Story:
    """Watches a match being replayed, and remembers it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.chapters: list[Chapter] = []
        self.events: list[Told] = []
        self._timeline: list[Sample] = []
        self._turn = ""
        self._told = 0  # chapters of the match that have been told
        self._decision: Decision | None = None
        self._strength: dict[str, float] = {}

    @property
    def throws(self) -> list[Scored]:
        """All throws that were somebody's luck."""
        return [throw for chapter in self.chapters for throw in chapter.throws]

    def watch(self, match: Match) -> None:
        """The match has gone on by one line of its record."""
        strength = self.game.strength(match.state)
        before = self._strength or strength
        change = {side: value - before.get(side, 0.0) for side, value in strength.items()}
        happened = [event for events in match.chapters[self._told :] for event in events]
        events = [self._tell(event, match.choices, strength) for event in happened]
        throws = [throw for told in events for throw in scored(self.game, told)]
        seat, label = self._choice(match)
        self.chapters.append(Chapter(match.choices, seat, label, events, throws, strength, change))
        self._told, self._decision = len(match.chapters), match.decision
        self._strength = strength

    def _tell(self, event: Event, choice: int, strength: dict[str, float]) -> Told:
        """Remember an event; if a turn begins with it, also how strong the sides are by then."""
        turn = self.game.turn_begun(event)
        if turn:
            self._turn = turn
            self._timeline.append(Sample(turn, choice, strength))
        told = Told(len(self.events), event, choice, self._turn)
        self.events.append(told)
        return told

    def _choice(self, match: Match) -> tuple[str, str]:
        """Whose the last choice was, and its label; its text where it was one of many in one."""
        if not match.choices or self._decision is None:
            return "", ""
        line = match.record.lines[-1]
        labels = {option.text: option.label for option in self._decision.options}
        return line.seat, labels.get(line.choice, line.choice)

    def followed(self, throw: Scored) -> int:
        """The weight of what happened to the same things from a throw on, to its turn's end."""
        places, weight = set(throw.told.event.places), 0
        for told in islice(self.events, throw.told.number, None):
            if told.turn != throw.told.turn:
                break
            if told is throw.told or places.intersection(told.event.places):
                weight += self.game.weight(told.event)
        return weight

    def samples(self) -> list[Sample]:
        """The strength from start to end: by turn, or by choice where a game has no turns."""
        first, *others = self.chapters
        start = Sample(START, first.choice, first.strength)
        if not self._turn:
            return [
                start,
                *(Sample(str(each.choice), each.choice, each.strength) for each in others),
            ]
        begun = [start] if self._timeline[0].choice > first.choice else []
        last = self.chapters[-1]
        return [*begun, *self._timeline, Sample(END, last.choice, last.strength)]
