"""The gate: the hexes where Taffy 2 comes in, who shuts it, and when it will be shut."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.data.markers import FIT, IJN, WAITING, ShipNumber
from flankspeed.games.samar.state import SamarState

# 4.3: whoever enters within this many hexes of an enemy is fired on in every hex.
SHUT: Final = FIGURES.ranges.point_blank
_ENOUGH: Final = 3  # guards that shut it


@lru_cache(maxsize=64)
def gate_of(charts: Charts) -> Hex:
    """The middle of the hexes where Taffy 2 enters."""
    hexes = sorted({hex_ for hex_, _ in charts.entries["taffy2"]})
    return hexes[len(hexes) // 2]


def to_come(state: SamarState) -> list[ShipNumber]:
    """The ships of Taffy 2 that may still enter."""
    return [ship for ship in state.charts.groups["taffy2"] if state.where[ship] == WAITING]


def matters(state: SamarState) -> bool:
    """3.4: whether ships that enter there keep the map from being clear."""
    every = state.charts.options.clear_test == "map"
    return every and not state.cleared and bool(to_come(state))


def moves_to_gate(state: SamarState, ship: ShipNumber) -> int:
    """How many moves at flank speed bring a ship there."""
    charts = state.charts
    far = DISTANCE[gate_of(charts) - state.where[ship]] - SHUT
    speed = charts.speed[state.face[ship]] + FIGURES.speed.flank
    return -(-max(far, 0) // speed)


def moves_until_shut(state: SamarState) -> int:
    """In how many moves the IJN can have the gate shut."""
    guns = [s for s in state.afloat(IJN) if state.condition[s] == FIT and not state.panic[s]]
    moves = sorted(moves_to_gate(state, ship) for ship in guns)
    return moves[_ENOUGH - 1] if len(moves) >= _ENOUGH else len(state.charts.turns)
