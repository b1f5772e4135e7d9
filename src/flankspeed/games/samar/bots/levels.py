"""The levels: the same bot, which sees the less and errs the more the lower it stands."""

from __future__ import annotations

from typing import Final

from flankspeed.bots.hasty import HastyBot
from flankspeed.games.samar.bots.commander import Commander
from flankspeed.games.samar.bots.planner import Planner
from flankspeed.games.samar.bots.schemes import IJN_SCHEMES, USN_SCHEMES, Scheme
from flankspeed.games.samar.data.markers import IJN, USN

# An ensign goes for what is before him; he thinks of no edge, no reserve, no other captain.
_ENSIGN: Final = Scheme("ensign", sea_room=0.0, shares=False, guards=0, keep=0.0, caution=0.5)
# A lieutenant keeps off the edges, but the reserve and the gate are not his concern.
_LIEUTENANT: Final = Scheme("lieutenant", sea_room=0.5, shares=False, guards=0, keep=0.0)
# A captain leads a fleet as one; he overlooks only what Taffy 2 can do.
_CAPTAIN: Final = Scheme("captain", guards=0, keep=0.0)

# In points of armor, the mistakes that they make once in about three times.
_ENSIGN_HASTE: Final = 2.0
_LIEUTENANT_HASTE: Final = 0.2

_PLAYOUTS: Final = 4  # of the admiral, for each of his schemes
_TURNS: Final = 2


def ensign(seed: int) -> HastyBot:
    """Attacks, and moves towards the enemy."""
    return HastyBot(Commander(seed, _ENSIGN), _ENSIGN_HASTE, seed)


def lieutenant(seed: int) -> HastyBot:
    """Keeps off the edges, and errs less; every ship for herself."""
    return HastyBot(Commander(seed, _LIEUTENANT), _LIEUTENANT_HASTE, seed)


def captain(seed: int) -> Commander:
    """Weighs every move, and shares out his targets."""
    return Commander(seed, _CAPTAIN)


def admiral(seed: int) -> Planner:
    """Knows the whole battle, and plays schemes out before he commands."""
    return Planner(seed, {IJN: IJN_SCHEMES, USN: USN_SCHEMES}, _PLAYOUTS, _TURNS)
