"""A share of many games: those that one process plays."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from flankspeed.engine.arena import Arena
from flankspeed.engine.episode import Episode
from flankspeed.engine.errors import OptionError
from flankspeed.lab.batch.arrays import Arrays

_BEGINNINGS = 100  # games in a row that are over before anybody has chosen


class Share:
    """The games of some rows. `stride` is how many rows there are in all.

    A game that is over is followed by the one whose seed is higher by that: so every row has its
    own games, whoever plays it.
    """

    def __init__(self, arena: Arena, arrays: Arrays, reward: str, stride: int) -> None:
        self._arena = arena
        self._arrays = arrays
        self._reward = reward
        self._stride = stride
        self._seats = {seat: number for number, seat in enumerate(arena.game.seats)}
        self._episodes: list[Episode] = []

    def begin(self) -> None:
        """Begin all games anew, by the seeds that stand in the arrays."""
        seeds = self._arrays.seeds.tolist()
        self._episodes = [self._begun(row, seed) for row, seed in enumerate(seeds)]
        self._arrays.rewards.fill(0)
        self._arrays.ended.fill(False)
        self._tell()

    def _begun(self, row: int, seed: int) -> Episode:
        for _ in range(_BEGINNINGS):
            episode = Episode(self._arena, seed, [*self._seats], self._reward)
            if not episode.over:
                self._arrays.seeds[row] = seed
                return episode
            seed += self._stride
        where = f"{self._arena.scenario} of {self._arena.game.name}"
        raise OptionError(f"nobody has anything to choose in {where}")

    def step(self, actions: Iterable[int]) -> None:
        """Do an action in each game."""
        episodes = self._episodes
        for episode, action in zip(episodes, actions, strict=True):
            episode.act(action)
        arrays = self._arrays
        arrays.rewards[:] = [episode.rewards() for episode in episodes]
        arrays.ended[:] = ended = [episode.over for episode in episodes]
        if True in ended:
            for row in arrays.ended.nonzero()[0].tolist():
                episodes[row] = self._begun(row, int(arrays.seeds[row]) + self._stride)
        self._tell()

    def _tell(self) -> None:
        """Write what is seen now, whose turn it is and what is legal."""
        arrays, numbers = self._arrays, self._seats
        states = [episode.state for episode in self._episodes]
        seats = [str(state.seat_to_choose) for state in states]
        self._arena.game.observe_all(states, seats, arrays.observations)
        arrays.seats[:] = [numbers[seat] for seat in seats]
        legal: list[int] = []
        counts = []
        for episode in self._episodes:
            legal += episode.legal
            counts.append(len(episode.legal))
        arrays.masks.fill(0)
        arrays.masks[np.arange(len(counts)).repeat(counts), legal] = 1
