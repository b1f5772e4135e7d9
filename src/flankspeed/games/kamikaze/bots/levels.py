"""The levels of the bots, the weakest first: one mind that sees more and hurries less."""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.bots.hasty import HastyBot
from flankspeed.engine import Bot
from flankspeed.games.kamikaze.bots.mind import Mind
from flankspeed.games.kamikaze.bots.sight import Sight


class Level(NamedTuple):
    """What a level sees, and how many percent it misjudges once in about three times."""

    sight: Sight
    haste: float


_ENSIGN = Level(Sight(hunters=False, next_turn=False, drive=1.0, dives="way"), haste=4.5)
_LIEUTENANT = Level(Sight(hunters=False, drive=0.4, dives="way"), haste=1.2)
_CAPTAIN = Level(Sight(drive=0.2, dives="crash"), haste=0.6)


def ensign(seed: int = 0) -> Bot:
    """Fires at what is ahead and flies the shortest way; often chooses at a glance."""
    return _bot(_ENSIGN, seed)


def lieutenant(seed: int = 0) -> Bot:
    """Looks where a shot is next turn, but not behind himself."""
    return _bot(_LIEUTENANT, seed)


def captain(seed: int = 0) -> Bot:
    """Sees all fighters, and the guns of the ship; each pilot for himself."""
    return _bot(_CAPTAIN, seed)


def admiral(seed: int = 0) -> Mind:
    """Sees everything, and takes the best."""
    return Mind(Sight(), seed)


def _bot(level: Level, seed: int) -> Bot:
    return HastyBot(Mind(level.sight, seed, explain=False), level.haste, seed)
