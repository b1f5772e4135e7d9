"""One object for each key, as long as anybody holds it."""

from __future__ import annotations

import pickle
from contextlib import suppress
from itertools import product

import pytest

from flankspeed import games
from flankspeed.engine import OptionError
from flankspeed.engine.only_one import only_one


class Thing:
    """Equal by identity."""

    keeper: object = None


def test_what_is_held_is_found_again_however_many_were_made_since() -> None:
    @only_one(most=2)
    def thing(number: int) -> Thing:
        return Thing()

    held = thing(0)
    for number in range(1, 9):
        thing(number)
    assert thing(0) is held
    assert thing(1) is not held
    assert thing(1) is thing(1)


@pytest.mark.slow  # many games
@pytest.mark.parametrize("name", games.names())
def test_a_state_equals_its_pickled_self_after_many_games_with_other_options(name: str) -> None:
    """By then its charts are not among the last that were made."""
    game = games.load(name)
    scenario = game.ready_scenarios()[0]
    state = game.new(scenario, game.options())
    frozen = pickle.dumps(state)
    listed = [(info.name, info.values.split("|")[:2]) for info in game.option_infos()]
    names, values = zip(*[item for item in listed if len(item[1]) == 2][:9], strict=True)
    made = 0
    for chosen in product(*values):
        with suppress(OptionError):  # a few cannot be together
            game.new(scenario, game.options(dict(zip(names, chosen, strict=True))))
            made += 1
    assert made > 256
    assert pickle.loads(frozen) == state
