"""Luck is 0 on average, with a standard deviation of 1, in every game and for every side."""

from __future__ import annotations

import random
from statistics import fmean, pstdev

import pytest

from flankspeed import games
from flankspeed.engine import Log, Rolled
from flankspeed.engine.report.luck import Scored, Told, scored, total

# Of so many seeded games the mean may be off by three standard errors, and the spread by as many.
SLACK = 3.0
FEWEST = 10  # throws of a side that say something


def lucks(name: str, scenario: str, count: int) -> dict[str, list[float]]:
    """The luck of each side in random games."""
    game, found = games.load(name), dict[str, list[float]]()
    for seed in range(count):
        state, dice, log = game.new(scenario, game.options()), Rolled(seed), Log()
        chance = random.Random(seed)
        state.advance(dice, log)
        while state.decision is not None:
            state.play(chance.randrange(len(state.decision.options)), dice, log)
        by_side: dict[str, list[Scored]] = {}
        for number, event in enumerate(log.events):
            for throw in scored(game, Told(number, event, 0, "")):
                by_side.setdefault(throw.stake.side, []).append(throw)
        for side, throws in by_side.items():
            if len(throws) >= FEWEST:
                found.setdefault(side, []).append(total(side, "", throws).deviations)
    return found


@pytest.mark.parametrize(
    ("name", "scenario", "count", "sides"),
    [
        ("kamikaze", "dives-6", 60, {"usn"}),
        ("kamikaze", "attack", 10, {"usn", "ijn"}),
        ("picket", "3", 80, {"usn", "ijn"}),
        ("samar", "battle", 12, {"usn", "ijn"}),
    ],
)
def test_luck_is_fair(name: str, scenario: str, count: int, sides: set[str]) -> None:
    found = lucks(name, scenario, count)
    assert set(found) == sides
    for side, values in found.items():
        assert abs(fmean(values)) < SLACK / len(values) ** 0.5, side
        assert abs(pstdev(values) - 1) < SLACK / (2 * len(values)) ** 0.5, side
