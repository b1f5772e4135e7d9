"""4.3, 4.4 The hazards of a move: the chances to strike other vessels and to run on the ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.data.markers import ShipNumber
from flankspeed.games.samar.rules.movement.fouling import fouling_roll
from flankspeed.games.samar.rules.movement.shallows import BEACHING, endangered
from flankspeed.games.samar.state import SamarState

# 4.4: the chance that a hex of shallows is the end of a ship that they endanger.
BEACHED: Final = BEACHING.chances()["waterline"]


def collision_chance(state: SamarState, ship: ShipNumber, others: Sequence[ShipNumber]) -> float:
    """4.3: the chance to strike any of the vessels in a hex."""
    chance = fouling_roll(state, [ship, *others]).chances().get(True, 0.0)
    return 1 - (1 - chance) ** len(others)


def beaching_chance(state: SamarState, ship: ShipNumber) -> float:
    """4.4: the chance that the hex a ship enters is the end of it."""
    shallows = state.charts.terrain[state.where[ship]] == SHALLOWS
    return BEACHED if shallows and endangered(state, ship) else 0.0
