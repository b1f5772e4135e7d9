"""Players' own files: a scenario of their own, and the options it is played with."""

import pytest
from toy_game import Nim

from flankspeed.engine import DataError, OptionError
from flankspeed.engine.own_file import Start, own_start

OWN = {"scenario": {"matches": 7}, "options": {"heap": 7, "gamble": "no"}}


class OwnNim(Nim):
    """Nim with heaps of the player's own."""

    own_scenario = "own"


def test_a_scenario_of_the_player_s_own_starts_with_what_his_file_says() -> None:
    start = own_start(OwnNim(), OWN, "mine.toml", {}, {})
    assert start == Start("own", {"heap": 7, "gamble": "no"}, {"scenario": {"matches": 7}})


def test_options_that_are_given_beat_those_of_the_file() -> None:
    start = own_start(OwnNim(), OWN, "mine.toml", {"heap": 9}, {"figures": {"most": 2}})
    assert start.options == {"heap": 9, "gamble": "no"}
    assert start.data == {"figures": {"most": 2}, "scenario": {"matches": 7}}
    assert OWN["options"] == {"heap": 7, "gamble": "no"}


def test_a_game_without_such_scenarios_says_so() -> None:
    with pytest.raises(OptionError, match=r"nim takes no scenario of your own \(mine\.toml\)"):
        own_start(Nim(), OWN, "mine.toml", {}, {})


def test_a_file_with_anything_else_is_refused() -> None:
    with pytest.raises(DataError, match=r"mine\.toml: .*unknown field `figures`"):
        own_start(OwnNim(), {**OWN, "figures": {}}, "mine.toml", {}, {})
