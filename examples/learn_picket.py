"""MaskablePPO learns to defend a destroyer against the first attack of the day.

A small task of Picket Duty: guns are given targets, wave by wave, until something else is to be
decided, for the planes are down, or damage is to be fought. A plane shot down is worth a point. The
agent begins by choosing at random, which leaves many guns silent.

It needs `pip install 'flankspeed[learning,lab]'`.

    python examples/learn_picket.py --steps 40000 --plot curve.svg
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from flankspeed import bots
from flankspeed.adapters.gym import FlankspeedEnv
from flankspeed.lab.plot import figure, svg
from flankspeed.lab.statistics import Estimate, Sample

SCENARIO = "2"  # A Fiery Sunday Morning
ASKED = "asked in defensive fire"
ENVIRONMENTS = 8  # played at once
TEST_GAMES = 1_000_000  # the seeds of those that are not learnt from


class FirstAttack(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The defence against one attack: what is seen is scaled to 0 and 1, planes are rewarded."""

    def __init__(self) -> None:
        self.game = FlankspeedEnv("picket", SCENARIO)
        super().__init__(self.game)
        space: Any = self.game.observation_space
        self._low, self._span = space.low, np.maximum(space.high - space.low, 1)
        self._asked = self.game.features.index(ASKED)
        self._down = 0.0
        self.observation_space = gymnasium.spaces.Box(0, 1, space.shape, np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Go on to the first attack, by whatever can be chosen first; a day without is left out."""
        seen, info = self.game.reset(seed=seed)
        while not seen[self._asked]:
            seen, _, over, _, info = self.game.step(int(info["action_mask"].argmax()))
            if over:
                seen, info = self.game.reset()
        self._down = self._shot_down()
        return self._scaled(seen), info

    def step(self, action: Any) -> Any:
        """One gun, one target; or fire."""
        seen, _, over, truncated, info = self.game.step(action)
        before, self._down = self._down, self._shot_down()
        ended = over or not seen[self._asked]
        return self._scaled(seen), self._down - before, ended, truncated, info

    def action_masks(self) -> NDArray[np.int8]:
        """What is legal."""
        return self.game.action_masks()

    def _scaled(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        scaled: NDArray[np.float32] = (seen - self._low) / self._span
        return scaled

    def _shot_down(self) -> float:
        figures = self.game.figures()
        return sum(count for name, count in figures.items() if name.startswith("planes shot down"))


# Chooses for several environments at once, by what is seen and masked in each.
Choose = Callable[[NDArray[Any], NDArray[Any], Sequence[FirstAttack]], Sequence[int]]


def evaluate(choose: Choose, games: int) -> Estimate:
    """The planes that are shot down on the average, in the same games for whoever chooses."""
    playing = [FirstAttack() for _ in range(min(games, 50))]
    sample, left, totals = Sample(), iter(range(games)), [0.0] * len(playing)
    told = [env.reset(seed=TEST_GAMES + next(left)) for env in playing]
    while playing:
        seen = np.stack([observation for observation, _ in told])
        masks = np.stack([info["action_mask"] for _, info in told])
        for place, action in reversed(list(enumerate(choose(seen, masks, playing)))):
            observation, reward, over, _, info = playing[place].step(int(action))
            told[place] = observation, info
            totals[place] += reward
            if over:
                sample.add(totals[place])
                totals[place] = 0.0
                number = next(left, None)
                if number is None:
                    del playing[place], told[place], totals[place]
                else:
                    told[place] = playing[place].reset(seed=TEST_GAMES + number)
    return sample.estimate


def at_random(seed: int) -> Choose:
    """Any action that is legal."""
    chance = np.random.RandomState(seed)
    return lambda _, masks, __: [chance.choice(np.flatnonzero(mask)) for mask in masks]


def by_bot(name: str) -> Choose:
    """What one of our bots would do."""

    def choose(_: Any, __: Any, playing: Sequence[FirstAttack]) -> list[int]:
        found = []
        for env in playing:
            state = env.game.position
            assert state.decision is not None
            bot = bots.make(env.game.rules, name, 1)
            found.append(env.game.actions.index(bot.choose(state, state.decision).action))
        return found

    return choose


class Point(NamedTuple):
    """What an agent could do after so many steps."""

    steps: int
    planes: Estimate


def learn(steps: int, every: int, games: int, seed: int) -> list[Point]:
    """Learn, and see `every` so many steps what has been learnt."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([FirstAttack] * ENVIRONMENTS),
        n_steps=128,
        batch_size=256,
        n_epochs=6,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [64]},
        seed=seed,
        device="cpu",
    )

    def choose(seen: NDArray[Any], masks: NDArray[Any], _: Any) -> Any:
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    curve = []
    while model.num_timesteps < steps:
        model.learn(every, reset_num_timesteps=False)
        curve.append(Point(model.num_timesteps, evaluate(choose, games)))
        print(words(f"after {curve[-1].steps:,} steps", curve[-1].planes), flush=True)
    return curve


def words(who: str, found: Estimate) -> str:
    """A line that tells a figure."""
    return f"{who}: {found.mean:.2f} planes shot down ({found.low:.2f} to {found.high:.2f})"


def plot(curve: Sequence[Point], others: dict[str, Estimate]) -> str:
    """The curve with its intervals, and what others do beside it."""
    drawn = figure(7, 3.6)
    axes = drawn.subplots()
    steps = [point.steps for point in curve]
    axes.plot(steps, [point.planes.mean for point in curve], marker="o", color="#a86a00")
    lows, highs = zip(*((point.planes.low, point.planes.high) for point in curve), strict=True)
    axes.fill_between(steps, lows, highs, alpha=0.25, color="#a86a00", linewidth=0)
    for name, found in others.items():
        axes.axhspan(found.low, found.high, alpha=0.2, color="#4a5963", linewidth=0)
        axes.text(steps[-1], found.mean, name, ha="right", va="center")
    axes.set_xlabel("steps learnt from")
    axes.set_ylabel("planes shot down in an attack")
    axes.set_ylim(bottom=0)
    return svg(drawn)


def main() -> None:
    """Learn, and tell how it went."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=40_960)
    parser.add_argument("--every", type=int, default=4_096)
    parser.add_argument("--games", type=int, default=400, help="games that a figure is measured by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="an SVG to write")
    told = parser.parse_args()
    others = {"random": evaluate(at_random(told.seed), told.games)}
    others |= {name: evaluate(by_bot(name), told.games) for name in ("ensign", "admiral")}
    for name, found in others.items():
        print(words(name, found), flush=True)
    curve = learn(told.steps, told.every, told.games, told.seed)
    if told.plot:
        told.plot.write_text(plot(curve, others), encoding="utf-8")


if __name__ == "__main__":
    main()
