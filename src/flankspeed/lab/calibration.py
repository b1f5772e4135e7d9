"""Calibration: whether what is foretold as likely comes true as often as it was said to.

Every throw is foretold by the exact chances of its roll, the same that odds and advice tell before
a choice; each result that the roll could have read is one prediction, true or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flankspeed import bots
from flankspeed.engine import Event, Game, Match, Rolled
from flankspeed.engine.report.luck import parts
from flankspeed.engine.roll import Count, Roll

_PARTS = 10


class Tenth(NamedTuple):
    """All predictions between two tenths: how many, what they said on average, what came true."""

    number: int
    foretold: float
    happened: float


def calibration(game: Game[Any], decisions: int, seed: int = 0) -> list[Tenth]:
    """Let bots play so many decisions, and sort what was foretold by how likely it was."""
    counts, foretold, happened = ([0.0] * _PARTS for _ in range(3))
    for chance, true in _predictions(game, decisions, seed):
        part = min(int(chance * _PARTS), _PARTS - 1)
        counts[part] += 1
        foretold[part] += chance
        happened[part] += true
    return [
        Tenth(int(n), said / n if n else 0.0, came / n if n else 0.0)
        for n, said, came in zip(counts, foretold, happened, strict=True)
    ]


def _predictions(game: Game[Any], decisions: int, seed: int) -> Iterator[tuple[float, bool]]:
    made, number = 0, 0
    name = bots.for_many_games(game)
    while made < decisions:
        match = Match(game, dice=Rolled(seed, number))
        players = {seat: bots.make(game, name, number) for seat in game.seats}
        number += 1
        while match.decision is not None and made < decisions:
            seat = match.decision.seat
            events = match.play(players[seat].choose(match.state, match.decision))
            made += 1
            for event in events:
                yield from _of_event(event)


def _of_event(event: Event) -> Iterator[tuple[float, bool]]:
    for reading in event.readings:
        for roll, result in parts(reading):
            if isinstance(roll, Roll | Count):
                for each, chance in roll.chances().items():
                    if 0 < chance < 1:
                        yield chance, each == result
