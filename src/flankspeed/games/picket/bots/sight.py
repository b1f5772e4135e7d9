"""What a staff sees: the best sees all, a weaker level leaves some of it out."""

from __future__ import annotations

from typing import NamedTuple


class Sight(NamedTuple):
    """What a staff has regard for; by default everything."""

    wave: bool = True  # plans the fire of a wave as a whole; else gun by gun
    idle: bool = True  # minds every gun that is left idle; else only the best of them
    ahead: bool = True  # keeps markers for specials and for later waves
    director: bool = True  # knows what the Mk37 is worth
    high: bool = True  # fires at planes above the lowest as well
    damage: bool = True  # knows what a compartment is worth; else repairs by the sheet


FULL_SIGHT = Sight()
