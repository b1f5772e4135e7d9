"""Picket Duty: one destroyer on radar picket duty off Okinawa, alone against the kamikazes."""

from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.state import PicketState

__all__ = ["Picket", "PicketOptions", "PicketState"]
