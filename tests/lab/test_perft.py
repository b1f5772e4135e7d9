"""Perft: counts that change whenever a rule offers other choices than before."""

import pytest

from flankspeed import games
from flankspeed.engine import Match, Rolled
from flankspeed.lab.perft import perft

KAMIKAZE = games.load("kamikaze")


def counts(
    scenario: str, depth: int, seed: int = 0, options: dict[str, object] | None = None
) -> list[int]:
    return perft(KAMIKAZE, scenario, KAMIKAZE.options(options), depth, seed)


@pytest.mark.parametrize(
    ("scenario", "options", "expected"),
    [
        ("attack", {}, [6, 126, 606, 2502]),
        ("attack", {"p1.entryFacing": "inward3"}, [6, 378, 1578]),
        ("dives-1", {}, [8, 25, 105, 475]),
        ("dives-1", {"sharpTurns": "extended"}, [8, 40, 272]),
    ],
)
def test_positions(scenario: str, options: dict[str, object], expected: list[int]) -> None:
    assert counts(scenario, len(expected), options=options) == expected


@pytest.mark.parametrize("scenario", ["attack", "dives-1"])
def test_a_match_can_be_played_in_as_many_ways(scenario: str) -> None:
    """Counted once more, by playing every line of choices from the start."""
    lines: list[tuple[str, ...]] = [()]
    expected = []
    for _ in range(2):
        longer = []
        for line in lines:
            match = Match(KAMIKAZE, scenario, dice=Rolled(3))
            for choice in line:
                match.play(choice)
            options = match.decision.options if match.decision else ()
            longer += [(*line, option.text) for option in options]
        lines = longer
        expected.append(len(lines))
    assert counts(scenario, 2, seed=3) == expected
