"""What is told of many games: arrays with a row for each, made once and written over and over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from flankspeed.engine.arena import Arena
from flankspeed.engine.errors import MissingPackage

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "gym") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Arrays(NamedTuple):
    """A row for each game: what is seen by the seat that must choose, and what came of a step."""

    seeds: NDArray[np.int64]  # of the dice of the game that is under way
    observations: NDArray[np.float32]  # a row of numbers
    rewards: NDArray[np.float32]  # what each seat has won by the last step
    masks: NDArray[np.int8]  # 1 for each action that is legal
    seats: NDArray[np.int8]  # whose turn it is, by number
    ended: NDArray[np.bool_]  # whether the step ended a game, and another has begun

    def rows(self, first: int, end: int) -> Arrays:
        """Those of some of the games."""
        parts: list[Any] = [array[first:end] for array in self]
        return Arrays(*parts)


def laid_out(arena: Arena, games: int, memory: Callable[[int], Any] = bytearray) -> Arrays:
    """Arrays in one piece of `memory`, which is asked for by its size; the widest numbers first."""
    seats = len(arena.game.seats)
    kinds: list[tuple[type[np.generic], tuple[int, ...]]] = [
        (np.int64, (games,)),
        (np.float32, (games, len(arena.features))),
        (np.float32, (games, seats)),
        (np.int8, (games, len(arena.actions))),
        (np.int8, (games,)),
        (np.bool_, (games,)),
    ]
    sizes = [np.dtype(kind).itemsize * int(np.prod(shape)) for kind, shape in kinds]
    whole = np.frombuffer(memory(sum(sizes)), np.uint8)
    parts = np.split(whole, np.cumsum(sizes)[:-1])
    return Arrays(
        *(part.view(kind).reshape(shape) for part, (kind, shape) in zip(parts, kinds, strict=True))
    )
