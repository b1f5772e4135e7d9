"""The benchmark measures what a game has, and comes to an end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from toy_game import Nim, NimState, Turns

from flankspeed import games
from flankspeed.engine import Choice, Dice, Game, Log, Options
from flankspeed.lab.bench import bench
from flankspeed.lab.bench.of_lockstep import bench_lockstep
from flankspeed.lab.runners import cores


class Thrown(Turns):
    """Every choice throws a die: none can be taken back."""

    __slots__ = ("most",)  # of matches left for which that is so

    def __init__(self, most: int) -> None:
        self.most = most

    def choose(self, state: NimState, choice: Choice, dice: Dice, log: Log | None) -> None:
        if state.heap <= self.most:
            dice.d6("nothing")
        super().choose(state, choice, dice, log)


class Lucky(Nim):
    """Nim with a die for every choice once so many matches are left."""

    def __init__(self, most: int) -> None:
        self.most = most

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> NimState:
        state = super().new(scenario, options, data)
        state.agenda = [Thrown(self.most)]
        return state


@pytest.mark.parametrize(("most", "undone"), [(0, True), (9, True), (10, False)])
def test_undo_is_measured_where_choices_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, most: int, undone: bool
) -> None:
    game: Game[Any] = Lucky(most)
    monkeypatch.setattr(games, "names", lambda: (game.name,))
    monkeypatch.setattr(games, "load", lambda _: game)
    measured = {row.name: row.value for row in bench(0.001, 1)}
    assert all(value > 0 for value in measured.values())
    assert ("nim: undo of a choice" in measured) is undone
    assert "nim: random games" in measured


class Quiet(Nim):
    """Nim that tells agents nothing."""

    name = "quiet"
    actions = Game.actions


def test_games_in_lock_step_are_measured_if_they_tell_agents_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: dict[str, Game[Any]] = {"nim": Nim(), "quiet": Quiet()}
    monkeypatch.setattr(games, "names", lambda: tuple(found))
    monkeypatch.setattr(games, "load", found.__getitem__)
    rows = bench_lockstep(0.001, 1)
    ways = ["by CPU time, 1 process", f"by the clock, {cores()} processes"][: cores()]
    assert [row.name for row in rows] == [f"nim: steps in lock step, {way}" for way in ways]
    assert all(row.value > 0 for row in rows)
