"""The levels of play: one staff that sees more or less, and looks more or less closely."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.bots.hasty import HastyBot
from flankspeed.engine import Bot, Choice, Decision
from flankspeed.games.picket.bots.sight import Sight
from flankspeed.games.picket.bots.staff import StaffBot
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.state import PicketState


class Level(NamedTuple):
    """What a level sees, and its haste: the chance in percent that it does not mind to lose.

    A repair saves far less than a gun does, so that haste there is another.
    """

    sight: Sight
    haste: float
    at_repairs: float


ENSIGN = Level(
    Sight(wave=False, idle=False, ahead=False, director=False, high=False, damage=False), 1.2, 0.1
)
LIEUTENANT = Level(Sight(wave=False, ahead=False, director=False), 0.9, 0.03)
CAPTAIN = Level(Sight(), 0.4, 0.02)


@mypyc_attr(allow_interpreted_subclasses=True)
class LevelBot:
    """The staff of a level; its slips go by its seed and the position."""

    def __init__(self, level: Level, seed: int) -> None:
        staff = StaffBot(seed, level.sight)
        self._at_guns = HastyBot(staff, level.haste, seed)
        self._at_repairs = HastyBot(staff, level.at_repairs, seed)

    def choose(self, state: PicketState, decision: Decision) -> Choice:
        """One of the options, by what each is worth to it."""
        repairs = isinstance(state.agenda[-1], Placing | DamageControl)
        return (self._at_repairs if repairs else self._at_guns).choose(state, decision)


def ensign(seed: int) -> Bot:
    """Fires at the lowest planes gun by gun, and repairs in the order of the sheet."""
    return LevelBot(ENSIGN, seed)


def lieutenant(seed: int) -> Bot:
    """Fires gun by gun at any plane, and keeps nothing for later."""
    return LevelBot(LIEUTENANT, seed)


def captain(seed: int) -> Bot:
    """Plans as the admiral does, but does not look as closely."""
    return LevelBot(CAPTAIN, seed)


def admiral(seed: int) -> Bot:
    """The best there is."""
    return StaffBot(seed)
