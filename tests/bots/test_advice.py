"""Advice, haste and review, by an adviser who likes the options that come later better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import flankspeed
from flankspeed import games
from flankspeed.bots.advice import advise, cost_text, less_text
from flankspeed.bots.hasty import HastyBot
from flankspeed.bots.random import RandomBot
from flankspeed.bots.review import review
from flankspeed.engine import Choice, Decision, State, Weighed

GAME = games.load("kamikaze")


class Later:
    """Each option is worth its place in the list; told as estimates with some error."""

    unit = "places"

    def __init__(self, error: float = 0.0) -> None:
        self.error = error

    def choose(self, state: State, decision: Decision) -> Choice:
        return decision.options[-1]

    def weigh(self, state: State, decision: Decision) -> Sequence[Weighed]:
        places = enumerate(decision.options)
        return [Weighed(o, i, self.error, f"place {i}") for i, o in reversed(list(places))]


class Silent(Later):
    """One that cannot say."""

    def weigh(self, state: State, decision: Decision) -> Sequence[Weighed]:
        return []


def position() -> tuple[State, Decision]:
    match = flankspeed.new("kamikaze", "dives-1", seed=1)
    assert match.decision is not None
    return match.state, match.decision


def test_advice_is_what_the_mind_that_moves_would_do() -> None:
    state, decision = position()
    advice = advise(Later(), state, decision)
    assert advice.choice == decision.options[-1] == advice.weighed[0].choice
    assert [each.value for each in advice.weighed] == list(range(len(decision.options)))[::-1]
    assert advice.unit == "places"


@pytest.mark.parametrize("bot", [Silent(), RandomBot(3)])
def test_who_cannot_say_still_chooses(bot: Silent | RandomBot) -> None:
    state, decision = position()
    advice = advise(bot, state, decision)
    assert advice.choice in decision.options
    assert (advice.unit, advice.weighed) == ("", ())


def test_a_cost_is_told_with_two_figures() -> None:
    assert cost_text(0.256, "hits") == "0.26 hits"
    assert cost_text(12.34, "hits") == "12.3 hits"
    assert less_text(0.256, "hits") == "0.26 hits less"
    assert less_text(0.004, "hits") == "as good"


def chosen(haste: float) -> Counter[str]:
    state, decision = position()
    return Counter(
        HastyBot(Later(), haste, seed).choose(state, decision).text for seed in range(300)
    )


def test_haste_takes_the_nearly_as_good_for_as_good() -> None:
    _, decision = position()
    texts = [option.text for option in decision.options]
    assert chosen(0.01) == {texts[-1]: 300}
    hasty = chosen(1.0)
    counts = [hasty[text] for text in texts]
    assert counts == sorted(counts)  # what costs more is chosen less often
    assert counts[-2] == pytest.approx(counts[-1] / 2.718, rel=0.4)


def test_the_same_seed_errs_the_same_and_who_cannot_weigh_chooses_as_ever() -> None:
    state, decision = position()
    one, two = (HastyBot(Later(), 2.0, seed=5) for _ in range(2))
    assert [one.choose(state, decision) for _ in range(9)] == [
        two.choose(state, decision) for _ in range(9)
    ]
    assert HastyBot(Silent(), 2.0).choose(state, decision) == decision.options[-1]


def played() -> flankspeed.Match:
    """A game of one who takes the first option everywhere."""
    match = flankspeed.new("kamikaze", "dives-2", options={"p2.usChoices": "auto"}, seed=1)
    while match.decision is not None:
        match.play(0)
    return match


def test_a_review_tells_the_costliest_decisions_and_what_was_better() -> None:
    match = played()
    found = review(GAME, match.record, "later", Later(), ["ijn"], most=2)
    assert (found.bot, found.unit, len(found.costly)) == ("later", "places", 2)
    assert 0 < found.weighed == found.decisions <= match.choices
    worst = found.costly[0]
    assert worst.cost == worst.better.value - worst.made.value >= found.costly[1].cost > 0
    assert worst.made.text == match.record.lines[worst.number + 1].choice
    assert (worst.seat, worst.made.words) == ("ijn", "place 0")


def test_an_estimate_is_blamed_only_beyond_its_error() -> None:
    match = played()
    assert not review(GAME, match.record, "later", Later(error=100.0), ["ijn"]).costly
    assert not review(GAME, match.record, "later", Later(), ["usn"]).costly
