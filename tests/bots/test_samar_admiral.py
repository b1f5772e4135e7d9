"""The admirals of Samar: legal under every rule, the same every time, and better than chance."""

from random import Random
from typing import Any

import pytest
from samar_table import begin, fly, number, play, table

from flankspeed import bots, games
from flankspeed.bots.samar.admiral import AdmiralBot
from flankspeed.engine import Rolled
from flankspeed.games.samar.combat import Combat
from flankspeed.games.samar.markers import IJN
from flankspeed.games.samar.part import Part
from flankspeed.games.samar.state import SamarState
from flankspeed.lab.fuzz import random_options
from flankspeed.lab.playout import play_out

GAME = games.load("samar")


def game(seed: int, usn: str, ijn: str, **options: Any) -> SamarState:
    seats = {"usn": bots.make("samar", usn, seed), "ijn": bots.make("samar", ijn, seed)}
    state = play_out(GAME, "battle", GAME.options(options), seats, Rolled(7, seed))
    assert isinstance(state, SamarState)
    return state


def chosen(state: SamarState) -> str:
    assert state.decision
    choice = AdmiralBot().choose(state, state.decision)
    assert choice in state.decision.options
    return choice.text


def test_the_admiral_is_the_strongest_bot() -> None:
    assert bots.names("samar") == ["random", "admiral"]
    assert bots.strongest("samar") == "admiral"


@pytest.mark.slow
@pytest.mark.parametrize("number_", range(6))
def test_he_makes_legal_choices_under_any_options(number_: int) -> None:
    options = random_options(GAME, Random(number_))
    usn, ijn = [("admiral", "random"), ("random", "admiral")][number_ % 2]
    state = game(number_, usn, ijn, **options)
    assert state.result is not None
    assert GAME.faults(state) == []


@pytest.mark.slow
def test_the_same_dice_are_the_same_game() -> None:
    assert game(1, "admiral", "random") == game(1, "admiral", "random")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("usn", "ijn", "winner"), [("admiral", "random", "usn"), ("random", "admiral", "ijn")]
)
def test_he_beats_chance_on_either_side(usn: str, ijn: str, winner: str) -> None:
    results = [game(seed, usn, ijn).result for seed in range(4)]
    assert [result.winner for result in results if result] == [winner] * 4


def test_looking_does_not_change_the_state() -> None:
    state = table({"J-Yamato": "1411 S", "U-CVE7": "1420 S", "U-DE6": "1418 S"})
    begin(state, Combat())
    before = state.copy()
    chosen(state)
    assert state == before


def test_he_fires_where_it_tells_most() -> None:
    state = table({"J-Yamato": "1411 NE", "U-CVE7": "1421 S", "U-CVE8": "1621 S evasive"})
    begin(state, Combat())
    if state.decision and "ship J-Yamato" in [o.text for o in state.decision.options]:
        assert chosen(state) == "ship J-Yamato"
        play(state, "ship J-Yamato")
    assert chosen(state) == "guns U-CVE7"  # the other one dodges


def test_he_launches_torpedoes_at_a_battleship() -> None:
    state = table({"J-Nagato": "1411 N", "U-DD6": "1414 N", "J-CA1": "3040 N"})
    begin(state, Combat())
    play(state, "pass")
    while state.decision and "torpedoes J-Nagato" not in [o.text for o in state.decision.options]:
        state.play(state.decision.find(chosen(state)), Rolled(1))
    assert chosen(state) == "torpedoes J-Nagato"


def test_heavy_ships_leave_by_the_south_once_the_map_is_clear() -> None:
    state = table({"J-Yamato": "2043 S", "J-Nagato": "1843 S", "J-DD1": "0505 S"}, turn=14)
    state.cleared = True
    begin(state, Part(IJN))
    bot = AdmiralBot()
    while state.decision and not state.result:
        state.play(bot.choose(state, state.decision), Rolled(1))
    assert state.exited == 7 + 6


def test_aircraft_are_called_in() -> None:
    state = table({"J-Yamato": "1411 S", "J-CA1": "1413 S", "U-DE6": "3030 N"}, turn=6)
    fly(state, "TB", count=3)
    begin(state, Part(1))
    bot = AdmiralBot()
    while state.decision:
        state.play(bot.choose(state, state.decision), Rolled(1))
    heavy = (number(state, "J-Yamato"), number(state, "J-CA1"))
    assert sum(place in heavy for place in state.air) == 3
