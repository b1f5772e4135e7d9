"""Many games of one kind in lock step: an action in each, and what is seen of all in one array."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from flankspeed import games as all_games
from flankspeed.engine import FlankspeedError, Game, IllegalChoice, OptionError, Options
from flankspeed.engine.arena import arena
from flankspeed.engine.episode import check_reward
from flankspeed.lab.batch.arrays import Arrays, laid_out
from flankspeed.lab.batch.share import Share
from flankspeed.lab.batch.worker import Worker, shared
from flankspeed.lab.runners import workers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_SEEDS = 2**62  # so that those of games to come still fit the array


class Lockstep:
    """So many games that are under way at once; each that ends is followed by another.

    Row n plays the games of the seeds `seed + n`, `seed + n + games` and so on, in however many
    `processes` (0: one for each core): what comes of the same actions is the same.
    """

    def __init__(
        self,
        game: str | Game[Any],
        scenario: str | None = None,
        options: Options | Mapping[str, object] | None = None,
        *,
        games: int = 64,
        seed: int = 0,
        reward: str = "result",
        processes: int = 1,
    ) -> None:
        """Begin all games. Rewards are told as by the environments: `result` or `shaped`."""
        check_reward(reward)
        if games < 1 or processes < 0:
            raise OptionError("there is at least one game, and no number of processes below 0")
        found = all_games.load(game) if isinstance(game, str) else game
        self.arena = arena(found, scenario, options)
        self.games = games
        self.seats = tuple(found.seats)
        self._seed = _checked_seed(seed)
        self._share: Share | None = None
        self._workers: list[Worker] = []
        count = workers(processes, games)
        if count == 1:
            self.arrays = laid_out(self.arena, games)
            self._share = Share(self.arena, self.arrays, reward, games)
        else:
            self.arrays, memory = shared(self.arena, games)
            bounds = [games * part // count for part in range(count + 1)]
            for first, end in pairwise(bounds):
                self._workers.append(Worker(self.arena, games, memory, reward, first, end))
        self.reset()

    def reset(self, seed: int | None = None) -> Arrays:
        """Begin all games anew, from another seed if one is named."""
        self._seed = self._seed if seed is None else _checked_seed(seed)
        self.arrays.seeds[:] = self._seed + np.arange(self.games)
        self._in_step(None)
        return self.arrays

    def step(self, actions: ArrayLike) -> Arrays:
        """Do an action in each game; where it ended, the row is of the next one already.

        Raises `IllegalChoice` if one of them is not legal, and nothing has changed.
        """
        self._in_step(self._checked(actions))
        return self.arrays

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise IllegalChoice(f"a step is {self.games} whole numbers, the action of each game")
        chosen = given.astype(np.int64, copy=False)
        masks = self.arrays.masks
        known = (chosen >= 0) & (chosen < masks.shape[1])
        legal = known & (masks[np.arange(self.games), np.where(known, chosen, 0)] == 1)
        if not legal.all():
            row = int(legal.argmin())
            options = masks[row].nonzero()[0].tolist()
            raise IllegalChoice(f"game {row}: {self.arena.refusal(int(chosen[row]), options)}")
        return chosen

    def _in_step(self, actions: NDArray[np.int64] | None) -> None:
        """Let all begin, or do their actions; if one fails, none goes on."""
        try:
            if self._share is not None:
                self._share.begin() if actions is None else self._share.step(actions.tolist())
                return
            if not self._workers:
                raise FlankspeedError("these games are closed")
            for worker in self._workers:
                if actions is None:
                    worker.begin()
                else:
                    worker.step(actions[worker.first : worker.end])
            for worker in self._workers:
                worker.wait()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all processes; the arrays keep what stands in them."""
        self._share = None
        while self._workers:
            self._workers.pop().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < _SEEDS:
        raise OptionError(f"the first seed is a whole number from 0 to 2**62 - 1, not {seed}")
    return seed
