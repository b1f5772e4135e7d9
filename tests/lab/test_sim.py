"""Batches of games."""

import os
from typing import Any

import pytest

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled
from flankspeed.lab.runners import workers
from flankspeed.lab.sim import Batch, Summary, Tally, play_games, simulate
from flankspeed.lab.statistics import Estimate


def batch(
    scenario: str = "dives-1", seed: int = 0, options: dict[str, object] | None = None
) -> Batch:
    return Batch(
        "kamikaze", scenario, options or {}, {"usn": "lieutenant", "ijn": "lieutenant"}, seed
    )


def content(summary: Summary) -> dict[str, Any]:
    """All but the time it took."""
    fields = {name: getattr(summary, name) for name in summary.__struct_fields__}
    del fields["seconds"]
    return fields


def content_of(tally: Tally) -> tuple[Any, ...]:
    figures = {name: sample.estimate for name, sample in tally.figures.items()}
    return tally.games, tally.wins, tally.outcomes, figures


def test_a_simulation_is_the_games_of_its_numbers() -> None:
    """Each game of the batch, played through `Match` with the dice of its number."""
    game = games.load("kamikaze")
    winners = []
    for number in range(20):
        match = Match(game, "dives-3", dice=Rolled(5, number))
        own = 5 * 1_000_003 + number * 10
        seats = {
            seat: bots.make(game, "lieutenant", own + i) for i, seat in enumerate(("ijn", "usn"))
        }
        while match.decision:
            match.play(seats[match.decision.seat].choose(match.state, match.decision))
        assert match.result
        winners.append(match.result.winner)
    summary = simulate(batch("dives-3", seed=5), 20)
    assert summary.wins == {"usn": winners.count("usn"), "ijn": winners.count("ijn"), "draw": 0}
    assert 0 < summary.wins["ijn"] < 20


def near(estimate: Estimate, chance: float) -> bool:
    """Within twice the 95 % interval, some four standard errors: one seed in 20 misses the interval
    itself (seed 0 does, for the crashes; 80,000 dives of 40 seeds have .2824)."""
    half = (estimate.high - estimate.low) / 2
    return abs(estimate.mean - chance) < 2 * half < 0.05


@pytest.mark.parametrize(("scenario", "chance"), [("dives-1", 0.0471), ("dives-2", 0.1378)])
def test_direct_dives_sink_the_ship_as_often_as_they_should(scenario: str, chance: float) -> None:
    """Section 3.6 of the reference has the exact chances."""
    summary = simulate(batch(scenario), 2000)
    assert near(summary.win_rates["ijn"], chance)
    if scenario == "dives-1":
        assert near(summary.figures["crashes"], 0.2826)


def test_what_a_summary_says() -> None:
    summary = simulate(batch("dives-2"), 40)
    assert (summary.game, summary.scenario, summary.games) == ("kamikaze", "dives-2", 40)
    assert summary.wins.keys() == summary.win_rates.keys() == {"usn", "ijn", "draw"}
    assert sum(summary.wins.values()) == sum(summary.outcomes.values()) == 40
    assert summary.outcomes["the ship is sunk"] == summary.wins["ijn"]
    assert summary.figures["kamikazes through"] == Estimate(2, 2, 2)
    for estimate in (*summary.win_rates.values(), *summary.figures.values()):
        assert estimate.low <= estimate.mean <= estimate.high


def test_same_seed_same_games() -> None:
    first, again, other = (
        content(simulate(batch("dives-3", seed=seed), 100)) for seed in (1, 1, 2)
    )
    assert first == again
    assert first["figures"] != other["figures"]


def test_the_number_of_processes_changes_nothing() -> None:
    pytest.importorskip("joblib")
    alone, together = (simulate(batch("dives-3"), 50, jobs) for jobs in (1, 2))
    assert content(alone) == content(together)


@pytest.mark.parametrize(
    ("jobs", "parts", "started"),
    [(1, 64, 1), (2, 64, 2), (64, 2, 2), (1000, 1, 1), (1000, 999, 999), (0, 1, 1)],
)
def test_no_process_is_started_for_nothing(jobs: int, parts: int, started: int) -> None:
    assert workers(jobs, parts) == started


def test_one_process_for_each_core_that_may_be_used() -> None:
    allowed = os.sched_getaffinity(0)
    assert workers(0, 1000) == len(allowed)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert workers(0, 1000) == 1
        assert workers(3, 1000) == 3  # who asks for more gets more
    finally:
        os.sched_setaffinity(0, allowed)


def test_an_option_changes_the_games() -> None:
    plain = simulate(batch("dives-3"), 100)
    extra = simulate(batch("dives-3", options={"p2.crashVolley": "on"}), 100)
    assert plain.figures != extra.figures


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(batch(), 130, progress=heard.append)
    assert sum(heard) == 130
    assert len(heard) > 1


def test_tallies_of_parts_add_up() -> None:
    whole, parts = play_games(batch("dives-3"), 0, 30), Tally()
    for first in (0, 10, 20):
        parts.merge(play_games(batch("dives-3"), first, 10))
    assert content_of(parts) == content_of(whole)


def test_a_draw_is_counted() -> None:
    tally = Tally()
    tally.add(None, "a draw", {"length": 3})
    tally.add("usn", "won", {"length": 4})
    assert tally.wins == {"draw": 1, "usn": 1}
    assert tally.outcomes == {"a draw": 1, "won": 1}
    assert tally.figures["length"].estimate.mean == 3.5
