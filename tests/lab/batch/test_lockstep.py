"""Many games in lock step: the same arrays in one process, in two, and game by game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from toy_game import Nim, NimState

from flankspeed import games
from flankspeed.engine import FlankspeedError, IllegalChoice, OptionError, Options, Rolled
from flankspeed.engine.arena import arena
from flankspeed.engine.episode import Episode
from flankspeed.lab.batch import Arrays, Lockstep

KINDS: list[tuple[str, str, dict[str, object]]] = [
    ("kamikaze", "dives-3", {}),
    ("kamikaze", "attack", {}),
    ("picket", "3", {"mode": "advanced"}),
    ("samar", "battle", {"combat_declaration": "plot"}),
]


def kept(arrays: Arrays) -> list[Any]:
    """What stands in the arrays now."""
    return [array.tolist() for array in arrays]


def chosen(arrays: Arrays, number: int) -> list[int]:
    """A legal action of each game, not always the same one."""
    legal = [mask.nonzero()[0].tolist() for mask in arrays.masks]
    return [options[(7 * number + row) % len(options)] for row, options in enumerate(legal)]


def played(many: Lockstep, steps: int) -> Iterator[list[Any]]:
    """What stands in the arrays at first and after each step."""
    yield kept(many.arrays)
    for number in range(steps):
        yield kept(many.step(chosen(many.arrays, number)))


def one_by_one(where: Any, seeds: list[int], reward: str, steps: int) -> Iterator[list[Any]]:
    """The same, written row by row as the environments do."""
    seats, count = list(where.game.seats), len(seeds)
    episodes = [Episode(where, seed, seats, reward) for seed in seeds]
    rewards, ended = [[0.0] * len(seats)] * count, [False] * count
    for number in range(steps + 1):
        deciding = [str(episode.state.seat_to_choose) for episode in episodes]
        rows = list(zip(episodes, deciding, strict=True))
        seen = [episode.observe(seat).tolist() for episode, seat in rows]
        masks = [episode.mask(seat).tolist() for episode, seat in rows]
        yield [seeds[:], seen, rewards, masks, [seats.index(seat) for seat in deciding], ended]
        for row, episode in enumerate(episodes):
            legal = sorted(episode.legal)
            episode.act(legal[(7 * number + row) % len(legal)])
        rewards = np.array([episode.rewards() for episode in episodes], np.float32).tolist()
        ended = [episode.over for episode in episodes]
        for row in np.flatnonzero(ended).tolist():
            seeds[row] += count
            episodes[row] = Episode(where, seeds[row], seats, reward)


@pytest.mark.parametrize(("name", "scenario", "options"), KINDS)
def test_games_in_lock_step_are_games_one_by_one(
    name: str, scenario: str, options: dict[str, object]
) -> None:
    steps = 150
    where = arena(games.load(name), scenario, options)
    alone = one_by_one(where, list(range(40, 45)), "shaped", steps)
    with Lockstep(name, scenario, options, games=5, seed=40, reward="shaped") as many:
        for together, single in zip(played(many, steps), alone, strict=True):
            assert together == single


def test_processes_change_nothing() -> None:
    with (
        Lockstep("kamikaze", "dives-3", games=7, seed=3) as one,
        Lockstep("kamikaze", "dives-3", games=7, seed=3, processes=2) as two,
    ):
        for first, second in zip(played(one, 80), played(two, 80), strict=True):
            assert first == second
        assert min(one.arrays.seeds) >= 10  # every game has ended, and another begun
        again, other = one.reset(), two.reset(seed=3)
        assert kept(again) == kept(other)
        assert again.seeds.tolist() == list(range(3, 10))
        assert not again.ended.any()
        assert not again.rewards.any()


def test_who_wins_is_rewarded_at_the_end() -> None:
    many = Lockstep(Nim(), "plain", {"heap": 3}, games=2)
    assert many.seats == ("usn", "ijn")
    assert many.arrays.observations.tolist() == [[3, 1], [3, 1]]
    assert many.arrays.masks.tolist() == [[1, 1, 1, 1]] * 2
    arrays = many.step([0, 2])  # take one, take all
    assert arrays.seats.tolist() == [1, 0]
    assert arrays.ended.tolist() == [False, True]
    assert arrays.seeds.tolist() == [0, 3]
    assert arrays.rewards.tolist()[0] == [0, 0]
    assert sorted(arrays.rewards.tolist()[1]) == [-1, 1]
    assert arrays.observations.tolist() == [[2, 1], [3, 1]]


@pytest.mark.parametrize("processes", [1, 2])
def test_an_illegal_action_is_refused_and_nothing_has_changed(processes: int) -> None:
    with Lockstep("kamikaze", "dives-3", games=4, processes=processes) as many:
        before = kept(many.arrays)
        legal = chosen(many.arrays, 0)
        for wrong, why in ((0, "cannot be chosen now"), (18, "no action 18"), (-1, "no action -1")):
            with pytest.raises(IllegalChoice, match=f"^game 2: .*{why}"):
                many.step([*legal[:2], wrong, legal[3]])
        for actions in (legal[:3], [float(action) for action in legal], [legal]):
            with pytest.raises(IllegalChoice, match="a step is 4 whole numbers"):
                many.step(actions)
        assert kept(many.arrays) == before
        many.step(legal)
        assert kept(many.arrays) != before


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(OptionError, match="at least one game"):
        Lockstep("kamikaze", games=0)
    with pytest.raises(OptionError, match="at least one game"):
        Lockstep("kamikaze", processes=-1)
    with pytest.raises(OptionError, match="first seed"):
        Lockstep("kamikaze", seed=-1)
    with pytest.raises(OptionError, match="reward is result or shaped"):
        Lockstep("kamikaze", reward="glory")
    many = Lockstep("kamikaze", "dives-1", games=2)
    with pytest.raises(OptionError, match="first seed"):
        many.reset(2**62)
    many.step(chosen(many.arrays, 0))  # it goes on
    many.close()
    with pytest.raises(FlankspeedError, match="closed"):
        many.step(chosen(many.arrays, 0))


class Idle(Nim):
    """Nim that is always over before it begins."""

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> NimState:
        state = super().new(scenario, options, data)
        state.agenda.clear()
        return state


def test_where_nobody_ever_chooses_there_is_nothing_to_step() -> None:
    with pytest.raises(OptionError, match="nobody has anything to choose in plain of nim"):
        Lockstep(Idle(), games=2)


def test_a_process_that_dies_is_told_and_none_is_left() -> None:
    many = Lockstep("kamikaze", "dives-1", games=4, processes=2)
    first, second = (worker._process for worker in many._workers)
    assert second.pid is not None
    os.kill(second.pid, signal.SIGKILL)
    with pytest.raises(FlankspeedError, match="the process of games 2 to 3 has died"):
        many.step(chosen(many.arrays, 0))
    for process in (first, second):
        with pytest.raises(ValueError, match="closed"):  # ended, and its remains gone
            process.is_alive()


OWNER = """
import os, signal
from flankspeed.lab.batch import Lockstep
if __name__ == "__main__":
    many = Lockstep("kamikaze", "dives-1", games=4, processes=2)
    print(*[worker._process.pid for worker in many._workers], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_processes_end_with_their_owner(tmp_path: Any) -> None:
    script = tmp_path / "owner.py"
    script.write_text(OWNER)
    # What it prints ends when all who hold its output have ended: the workers, too.
    done = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, timeout=60, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert len(done.stdout.split()) == 2


def test_dice_are_those_of_the_seed() -> None:
    many = Lockstep("kamikaze", "dives-3", games=1, seed=4)
    state = many.arena.begin(Rolled(4))
    assert many.arrays.observations[0].tolist() == many.arena.observe(state, "ijn").tolist()
