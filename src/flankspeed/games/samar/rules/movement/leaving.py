"""4.6 Leaving the map, and 3.4: what a ship is worth that leaves for Leyte Gulf."""

from __future__ import annotations

from flankspeed.engine import Log
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import IJN, LEFT, SOUTH, ShipNumber
from flankspeed.games.samar.state import SamarState


def leave(state: SamarState, ship: ShipNumber, log: Log | None) -> None:
    """4.6 (A-56): out of the game; an IJN heavy ship counts its armor if the map was cleared."""
    charts = state.charts
    hex_ = state.where[ship]
    counts = (
        state.cleared and charts.navy[ship] == IJN and charts.heavy[ship] and hex_ in charts.south
    )
    state.where[ship] = SOUTH if counts else LEFT
    state.fires[ship] = state.panic[ship] = state.led[ship] = 0
    armor = charts.armor[state.face[ship]] if counts else 0
    state.exited += armor
    if log:
        log.add(
            "leaves by the south" if counts else "leaves",
            "S-4.6-exit-2" if counts else "S-4.6-exit-1",
            places=[charts.places[ship], f"hex:{hex_name(hex_)}"],
            ship=charts.ships[ship].name,
            hex=hex_name(hex_),
            armor=armor,
            total=state.exited,
        )
