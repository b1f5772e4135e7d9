"""How a side stands in an attack: better for whatever helps it."""

from __future__ import annotations

import pytest

from flankspeed import games
from flankspeed.engine import Match, Rolled
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.planes import LOST, SHOT_DOWN, THROUGH
from flankspeed.games.kamikaze.odds.through import chance_with

GAME = games.load("kamikaze")


def start(scenario: str) -> KamikazeState:
    state = Match(GAME, scenario, dice=Rolled(5)).state
    assert isinstance(state, KamikazeState)
    return state


def ijn(state: KamikazeState) -> float:
    return GAME.score(state, "ijn")


def test_the_first_dive_is_worth_its_exact_chance() -> None:
    assert (1 + ijn(start("dives-1"))) / 2 == pytest.approx(chance_with(1))


def test_more_kamikazes_more_damage_and_fewer_guns_are_better_for_the_japanese() -> None:
    counts = [ijn(start(f"dives-{count}")) for count in range(1, 7)]
    assert counts == sorted(counts)
    assert len(set(counts)) == 6
    state = start("dives-3")
    before = ijn(state)
    state.damage = 2
    damaged = ijn(state)
    state.guns >>= 4
    assert before < damaged < ijn(state)


def test_a_diver_stands_better_near_the_ship_and_worse_with_every_hit() -> None:
    state = start("dives-1")
    entered = ijn(state)
    state.mp = 12
    state.positions[state.active] = 8 * (10 + 4 * 21) + 4  # six squares north of the bow, heading S
    near = ijn(state)
    state.hits = 3
    hit = ijn(state)
    state.mp = 5
    assert ijn(state) == -1  # out of reach
    assert -1 < hit < entered < near


def test_every_plane_counts_in_the_dogfight() -> None:
    state = start("attack")
    whole = ijn(state)
    for plane, better in ((0, -1), (6, -1), (12, 1)):  # an escort, a kamikaze, a CAP fighter
        twin = state.copy()
        twin.fates[plane] = SHOT_DOWN
        assert (ijn(twin) - whole) * better > 0
    through, lost = state.copy(), state.copy()
    through.fates[6], lost.fates[6] = THROUGH, LOST
    assert ijn(lost) < whole < ijn(through)
