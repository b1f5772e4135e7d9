"""How much of the game a level sees."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Sight(NamedTuple):
    """What is seen; whatever is not is left out of the weighing."""

    hunters: bool = True  # in the dogfight: who can shoot at the plane before it moves again
    next_turn: bool = True  # in the dogfight: whom it can reach then
    drive: float = 0.0  # percent that a square nearer to its goal counts: who hurries flies at it
    dives: Literal["way", "crash", "sinking"] = "sinking"  # what the pilots fly for
