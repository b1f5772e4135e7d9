"""Fit `hopes.toml` of Kamikaze anew: `python tests/figures/kamikaze_hopes.py --games 250`.

The best bot plays the dogfight against itself; of every kamikaze in the air, whenever a group
begins to move, it is noted what the fit goes by and whether it came through in the end.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from flankspeed.engine import Rolled
from flankspeed.games.kamikaze.bots.levels import admiral
from flankspeed.games.kamikaze.bots.worths import Worths
from flankspeed.games.kamikaze.data.planes import GROUPS, KAMIKAZES, LOST, Plane
from flankspeed.games.kamikaze.game import Kamikaze
from flankspeed.games.kamikaze.odds.dives import Floats
from flankspeed.games.kamikaze.odds.through import chance_with

_PARTS = 10  # for the error: what is predicted beside what was played, in so many parts


class Moment(NamedTuple):
    """A group begins to move: turns to go by kamikaze, fighters left, and what is predicted."""

    turns: dict[Plane, float]
    cap: int
    escorts: int
    sinking: float


def play(number: int, seed: int) -> tuple[list[Moment], set[Plane]]:
    """The moments of one dogfight, and the kamikazes that came through."""
    game, bot, dice = Kamikaze(), admiral(number), Rolled(seed, number)
    state = game.new("attack", game.options())
    state.advance(dice)
    moments, group = list[Moment](), (0, -1)
    while state.phase == 1 and (decision := state.decision) is not None:
        if group != (state.turn, state.group):
            group = (state.turn, state.group)
            worths = Worths(state)
            moments.append(
                Moment(worths.turns, worths.cap_left, worths.escorts_left, worths.sinking)
            )
        state.play(bot.choose(state, decision), dice)
    return moments, {plane for plane in GROUPS[KAMIKAZES] if state.fates[plane] < LOST}


def samples(games: list[tuple[list[Moment], set[Plane]]]) -> Iterator[tuple[list[float], bool]]:
    """For each kamikaze of each moment what the fit goes by, and whether it came through."""
    for moments, through in games:
        for moment in moments:
            for plane, turns in moment.turns.items():
                yield [1.0, turns, moment.cap, moment.escorts], plane in through


def fit(known: Floats, through: Floats) -> Floats:
    """Logistic regression, by Newton's method."""
    weights = np.zeros(known.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-known @ weights))
        slope = (known * (chances * (1 - chances))[:, None]).T @ known
        weights += np.linalg.solve(slope, known.T @ (through - chances))
    return weights


def error(games: list[tuple[list[Moment], set[Plane]]]) -> float:
    """How far what is predicted by the figures of today is from what was played."""
    pairs = np.array(
        sorted(
            (m.sinking, chance_with(len(through))) for moments, through in games for m in moments
        )
    )
    parts = [part.mean(axis=0) for part in np.array_split(pairs, _PARTS)]
    return float(np.sqrt(np.mean([(said - played) ** 2 for said, played in parts])))


def main() -> None:
    """Print the figures as they stand in the file."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = [play(number, asked.seed) for number in range(asked.games)]
    known, through = zip(*samples(games), strict=True)
    figures = fit(np.array(known), np.array(through, float))
    for name, figure in zip(("alone", "turn", "cap", "escort"), figures, strict=True):
        print(f"{name} = {figure:.3f}")
    print(f"error = {error(games):.3f}")


if __name__ == "__main__":
    main()
