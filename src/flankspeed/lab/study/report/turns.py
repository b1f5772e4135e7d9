"""How the sides stand turn by turn, on average over the games that were watched."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec

from flankspeed.engine.report.story import END
from flankspeed.lab.statistics import Estimate, Sample
from flankspeed.lab.study.results import CellResults

STRENGTH, SCORE = "strength.", "score."
_MOST = 60  # turns; of longer games the last ones are left out


class TurnMean(msgspec.Struct, frozen=True):
    """A turn: how many games got there, and how the sides stood in all; the last is the end.

    A game that is over stays as it ended.
    """

    turn: str
    going: int
    measures: dict[str, Estimate]


def by_turn(results: CellResults, sides: Sequence[str]) -> list[TurnMean]:
    """The turns of a cell, in the order in which games come to them."""
    games = results.turns
    if not games:
        return []
    known = [name + side for name in (STRENGTH, SCORE) for side in sides]
    measures = [name for name in known if _tells(games, name)]
    order = [*_order(games)[:_MOST], END]
    places = {turn: place for place, turn in enumerate(order)}
    samples = [{name: Sample() for name in measures} for _ in order]
    going = [0] * len(order)
    for game in games:
        for place, (there, turn) in enumerate(_carried(game, places, len(order))):
            going[place] += there
            for name in measures:
                if turn[name] is not None:
                    samples[place][name].add(turn[name])
    return [
        TurnMean(turn, count, {name: each.estimate for name, each in sample.items() if each.count})
        for turn, count, sample in zip(order, going, samples, strict=True)
    ]


def _tells(games: Sequence[Sequence[dict[str, Any]]], name: str) -> bool:
    """Whether it is known before the end: some games know nothing but who has won."""
    return any(turn[name] for game in games for turn in game[:-1])


def _order(games: Sequence[Sequence[dict[str, Any]]]) -> list[str]:
    """All turns by where they mostly come."""
    places: dict[str, list[int]] = {}
    for game in games:
        for place, turn in enumerate(game):
            if turn["turn"] != END:
                places.setdefault(turn["turn"], []).append(place)
    return sorted(places, key=lambda turn: (fmean(places[turn]), turn))


def _carried(
    game: Sequence[dict[str, Any]], places: dict[str, int], count: int
) -> list[tuple[bool, dict[str, Any]]]:
    """A game at each turn: itself, the turn before if it has none of that name, or its end."""
    at = {places[turn["turn"]]: turn for turn in game[:-1] if turn["turn"] in places}
    last, found, now = max(at, default=-1), [], game[0]
    for place in range(count):
        now = at.get(place, now) if place <= last else game[-1]
        found.append((place <= last, now))
    return found
