"""The frames of a film: the board after each choice that threw dice, and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flankspeed.engine import Event, Game, Match, Record, Throw, replay
from flankspeed.engine.show.since import since


class Caption(NamedTuple):
    """What stands below the board: a line, the dice with what they were for, and further lines."""

    head: str
    throws: tuple[Throw, ...]
    more: tuple[str, ...]


class Frame(NamedTuple):
    """The board as everybody may see it, and its caption."""

    picture: str
    caption: Caption


def frames(game: Game[Any], record: Record, first: int, last: int, moral: str) -> Iterator[Frame]:
    """A frame for each choice from `first` on that threw dice; the one of `last` sums them all up.

    `moral` is the heading of that one: in words of the log, what came of all these choices.
    """
    seen: list[tuple[str, list[Event]]] = []

    def watch(match: Match) -> None:
        if first <= match.choices <= last:
            seen.append((game.picture(match.state), match.chapters[-1]))

    match = replay(game, record, last, watch)
    for picture, events in seen[:-1]:
        if any(event.throws for event in events):
            yield Frame(picture, _caption(game, events))
    told = [line.text for line in since(game, match.chapters, first - 1)]
    yield Frame(seen[-1][0], Caption(moral, (), tuple(told)))


def _caption(game: Game[Any], events: list[Event]) -> Caption:
    head, *more = (game.describe(event) for event in events)
    return Caption(head, tuple(throw for event in events for throw in event.throws), tuple(more))
