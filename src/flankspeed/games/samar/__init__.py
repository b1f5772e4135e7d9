"""*Yamato Unleashed*: the Battle off Samar, 25 October 1944."""

from flankspeed.games.samar.game import Samar

__all__ = ["Samar"]
