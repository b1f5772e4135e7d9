"""What is common to Gymnasium and PettingZoo: the space of what is seen, and seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from flankspeed.engine.arena import Arena

_SEEDS = 2**62


def numbers_space(arena: Arena) -> spaces.Box[Any]:
    """The numbers of an observation, with their bounds."""
    low = np.array([feature.low for feature in arena.features], np.float32)
    high = np.array([feature.high for feature in arena.features], np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def seed_of_dice(seed: int | None, random: np.random.Generator) -> int:
    """The seed of a game's dice: the one that was given, else any."""
    return int(random.integers(_SEEDS) if seed is None else seed)
