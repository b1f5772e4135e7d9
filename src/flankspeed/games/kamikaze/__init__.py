"""Kamikaze Attack!: a dogfight, then the dives on one destroyer."""

from flankspeed.games.kamikaze.game import Kamikaze
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.state import KamikazeState

__all__ = ["Kamikaze", "KamikazeOptions", "KamikazeState"]
