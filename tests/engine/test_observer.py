"""Observers: parts with names, bounds and what reads them, written as one array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from toy_game import Nim

from flankspeed.engine import Choice, Feature, Game, OptionError
from flankspeed.engine.action import parts
from flankspeed.engine.observer import Facts, Figures, Marks, Members, Observer, Rows


class Scene(NamedTuple):
    """A bit of everything."""

    mask: int = 0
    low: int = -2
    values: tuple[int, ...] = (0, 0, 0)
    small: tuple[int, ...] = ()
    large: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    marks: dict[int, int] = {}  # noqa: RUF012


WIDE = [[float(number)] for number in range(300)]


def observer() -> Observer[Scene]:
    return Observer(
        [
            Facts(["a", "b", "c"], lambda s: s.mask),
            Facts(["d"], lambda s: s.mask == 5),
        ],
        [
            Figures(["low"], -2, 2, lambda s: (s.low,)),
            Figures(["x", "y", "z"], 0, 255, lambda s: s.values),
        ],
        [
            Rows(
                ["one", "two"],
                [Feature("p", 0, 1), Feature("q", -1, 1)],
                [[0, 0], [1, 0.5], [1, -1]],
                lambda s: s.small,
            ),
            Rows(["far"], [Feature("away", 0, 299)], WIDE, lambda s: s.large),
        ],
        [Members(["m0", "m1", "m2"], lambda s: s.members)],
        [Marks(["k7", "k4"], [7, 4], 9, lambda s: s.marks)],
    )


def seen(scene: Scene) -> list[float]:
    """What is written over an array that had no numbers."""
    out = np.full(len(observer().features), np.nan, np.float32)
    observer().write(scene, out)
    return [float(number) for number in out]


def test_names_and_bounds_stand_in_the_order_of_the_numbers() -> None:
    names = "a b c d low x y z one:p one:q two:p two:q far:away m0 m1 m2 k7 k4"
    features = observer().features
    assert [feature.name.replace(" ", ":") for feature in features] == names.split()
    bounds = {feature.name: (feature.low, feature.high) for feature in features}
    assert bounds["d"] == bounds["m1"] == (0, 1)
    assert bounds["low"] == (-2, 2)
    assert bounds["two q"] == (-1, 1)
    assert bounds["k4"] == (0, 9)


def test_nothing_is_zero_everywhere_but_where_that_is_no_least() -> None:
    assert seen(Scene()) == [0] * 4 + [-2] + [0] * 13


def test_every_part_is_written() -> None:
    scene = Scene(5, 1, (255, 0, 3), (2, 1), (-1,), (2, 0), {4: 3, 7: 12})
    facts, figures, rows = [1, 0, 1, 1], [1, 255, 0, 3], [1, -1, 1, 0.5, 299]
    assert seen(scene) == [*facts, *figures, *rows, 1, 0, 1, 9, 3]  # more than 9 is told as 9


def test_what_was_written_before_is_gone() -> None:
    out = np.full(len(observer().features), 77, np.float32)
    observer().write(Scene(7, small=(1, 1), members=(1,), marks={7: 1}), out)
    observer().write(Scene(), out)
    assert list(out) == seen(Scene())


def test_many_scenes_are_written_as_one_by_one() -> None:
    full = Scene(5, 1, (255, 0, 3), (2, 1), (-1,), (2, 0), {4: 3, 7: 12})
    marked = Scene(small=(1, 1), members=(1,), marks={7: 1})
    for scenes in ([full, Scene(), marked], [Scene(), Scene()], [full, marked, full]):
        out = np.full((len(scenes), len(observer().features)), 77, np.float32)
        observer().write_all(scenes, out)
        assert out.tolist() == [seen(scene) for scene in scenes]


def test_a_choice_is_its_text_to_agents_and_has_two_parts() -> None:
    choice = Choice("move left45", "turn left")
    assert choice.action == "move left45"
    assert parts(choice.action) == ("move", "left45")
    assert parts("resolve afs 3") == ("resolve", "afs 3")
    assert parts("fire") == ("fire", "")


class QuietNim(Nim):
    """Nim by a maker who has nothing to tell agents."""

    actions = Game.actions
    features = Game.features
    observe = Game.observe
    longest = Game.longest


def test_a_game_that_tells_agents_nothing_says_so() -> None:
    game = QuietNim()
    options = game.options()
    with pytest.raises(OptionError, match="nim does not tell agents what can be chosen in it"):
        game.actions("plain", options)
    for call in (game.features, game.longest):
        with pytest.raises(OptionError, match="nim does not tell"):
            call("plain", options)
    state = game.new("plain", options)
    with pytest.raises(OptionError, match="nim does not tell agents what can be seen in it"):
        game.observe(state, "usn", np.zeros(1, np.float32))
    assert game.score(state, "usn") == 0
