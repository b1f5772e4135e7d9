"""Batches of games."""

from typing import Any

import pytest

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled
from flankspeed.lab.sim import Batch, Summary, Tally, play_games, simulate


def batch(scenario: str = "dives-1", bot: str = "direct", seed: int = 0, **options: str) -> Batch:
    chosen: dict[str, object] = dict(options)
    return Batch("kamikaze", scenario, chosen, {"usn": bot, "ijn": bot}, seed)


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
        bot = bots.make("kamikaze", "direct")
        while match.decision:
            match.play(bot.choose(match.state, match.decision))
        assert match.result
        winners.append(match.result.winner)
    summary = simulate(batch("dives-3", seed=5), 20)
    assert summary.wins == {"usn": winners.count("usn"), "ijn": winners.count("ijn"), "draw": 0}
    assert 0 < summary.wins["ijn"] < 20


@pytest.mark.parametrize(("scenario", "chance"), [("dives-1", 0.0471), ("dives-2", 0.1378)])
def test_direct_dives_sink_the_ship_as_often_as_they_should(scenario: str, chance: float) -> None:
    """Section 3.6 of the reference has the exact chances."""
    summary = simulate(batch(scenario), 2000)
    assert summary.win_rates["ijn"].low < chance < summary.win_rates["ijn"].high
    crashes = summary.figures["crashes"]
    if scenario == "dives-1":
        assert crashes.low < 0.2826 < crashes.high


def test_what_a_summary_says() -> None:
    summary = simulate(batch("dives-2"), 40)
    assert (summary.game, summary.scenario, summary.games) == ("kamikaze", "dives-2", 40)
    assert summary.wins.keys() == summary.win_rates.keys() == {"usn", "ijn", "draw"}
    assert sum(summary.wins.values()) == sum(summary.outcomes.values()) == 40
    assert summary.outcomes["the ship is sunk"] == summary.wins["ijn"]
    assert summary.figures["kamikazes through"] == (2, 2, 2)
    for estimate in (*summary.win_rates.values(), *summary.figures.values()):
        assert estimate.low <= estimate.mean <= estimate.high


def test_same_seed_same_games() -> None:
    first, again, other = (
        content(simulate(batch("dives-3", "random", seed), 200)) for seed in (1, 1, 2)
    )
    assert first == again
    assert {**first, "seed": 2} != other


def test_the_number_of_processes_changes_nothing() -> None:
    pytest.importorskip("joblib")
    alone, together = (simulate(batch("dives-3"), 50, jobs) for jobs in (1, 2))
    assert content(alone) == content(together)


def test_an_option_changes_the_games() -> None:
    plain = simulate(batch("dives-3"), 100)
    extra = simulate(batch("dives-3", **{"p2.crashVolley": "on"}), 100)
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
