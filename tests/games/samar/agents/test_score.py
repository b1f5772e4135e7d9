"""How a side stands in the battle: by armor that left, the map cleared, and losses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from agents import states

from flankspeed import games
from flankspeed.games.samar.data.markers import HULK, IJN, LEFT, USN
from flankspeed.games.samar.state import SamarState

GAME = games.load("samar")


@pytest.fixture(name="state")
def fixture_state() -> SamarState:
    """Turn 5: both sides are on the map."""
    for state in states(GAME, "battle", {}, 3):
        assert isinstance(state, SamarState)
        if state.turn == 5:
            return state
    raise AssertionError("the battle was over before turn 5")


def afloat(state: SamarState, navy: int) -> int:
    """A whole ship of a navy, of Taffy 3 if it is the USN's."""
    taffy = state.charts.groups["taffy3"]
    return next(
        ship
        for ship in state.afloat(navy)
        if state.face[ship] % 2 == 0
        and state.charts.armor[2 * ship] > 0
        and (navy == IJN or ship in taffy)
    )


def exit_armor(state: SamarState) -> None:
    state.exited += 3


def clear(state: SamarState) -> None:
    state.cleared = True


def sink_american(state: SamarState) -> None:
    state.condition[afloat(state, USN)] = HULK


def hit_american(state: SamarState) -> None:
    state.hits[afloat(state, USN)] += 1


def turn_american(state: SamarState) -> None:
    state.face[afloat(state, USN)] |= 1


def drive_off_american(state: SamarState) -> None:
    state.where[afloat(state, USN)] = LEFT


def sink_japanese(state: SamarState) -> None:
    state.condition[afloat(state, IJN)] = HULK


def hit_japanese(state: SamarState) -> None:
    state.hits[afloat(state, IJN)] += 1


FOR_THE_IJN = [exit_armor, clear, sink_american, hit_american, turn_american, drive_off_american]


@pytest.mark.parametrize("helped", FOR_THE_IJN)
def test_what_helps_the_ijn(state: SamarState, helped: Callable[[SamarState], None]) -> None:
    before = GAME.score(state, "ijn")
    helped(state)
    assert GAME.score(state, "ijn") > before
    assert GAME.score(state, "usn") == -GAME.score(state, "ijn")


@pytest.mark.parametrize("hurt", [sink_japanese, hit_japanese])
def test_what_hurts_the_ijn(state: SamarState, hurt: Callable[[SamarState], None]) -> None:
    before = GAME.score(state, "ijn")
    hurt(state)
    assert GAME.score(state, "ijn") < before


def test_a_ship_sunk_counts_more_than_one_damaged(state: SamarState) -> None:
    ship = afloat(state, USN)
    scores = []
    for change in (hit_american, turn_american):
        change(state)
        scores.append(GAME.score(state, "ijn"))
    state.condition[ship], state.hits[ship] = HULK, 0
    scores.append(GAME.score(state, "ijn"))
    assert scores == sorted(scores)
    assert len(set(scores)) == 3


def test_set_up_clears_nothing() -> None:
    assert GAME.score(next(states(GAME, "battle", {}, 3)), "ijn") == pytest.approx(-0.6)
