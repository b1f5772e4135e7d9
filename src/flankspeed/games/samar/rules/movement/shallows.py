"""4.4 Shallows and land: where ships run on the ground."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.samar.data.figures import CRITICAL, FIGURES, OTHER
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import ShipNumber
from flankspeed.games.samar.rules.combat.damage import sink
from flankspeed.games.samar.state import SamarState

_HEAVY: Final = FIGURES.shallows.heavy_armor
# 4.4: a waterline result is the end of the ship.
BEACHING: Final[Roll[str]] = Roll.on(CRITICAL, "critical hit throw in shallows", column=OTHER)


def endangered(state: SamarState, ship: ShipNumber) -> bool:
    """4.4: armor 3 or more, as it is now or as it was at first (A-37)."""
    current = state.charts.options.shallows_armor == "current"
    face = state.face[ship] if current else 2 * ship
    return state.charts.armor[face] >= _HEAVY


def enter_shallows(state: SamarState, ship: ShipNumber, dice: Dice, log: Log | None) -> None:
    """4.4: a critical hit throw for a heavy ship; a waterline result is the end of it."""
    if not endangered(state, ship):
        return
    charts = state.charts
    reading = BEACHING.throw(dice)
    beached = reading.result == "waterline"
    if log:
        hex_ = hex_name(state.where[ship])
        log.add(
            "beached" if beached else "shallows passed",
            "S-4.4-heavy-2" if beached else "S-4.4-heavy-3",
            readings=[reading],
            places=[charts.places[ship], f"hex:{hex_}"],
            ship=charts.ships[ship].name,
            hex=hex_,
        )
    if beached:
        sink(state, ship, log, "S-4.4-heavy-2")


def run_aground(state: SamarState, ship: ShipNumber, log: Log | None) -> None:
    """A-36: land ahead and no other way: the ship ends in its last hex of water."""
    if log:
        charts, hex_ = state.charts, hex_name(state.where[ship])
        log.add(
            "runs aground",
            "S-2.3-terrain-1",
            places=[charts.places[ship], f"hex:{hex_}"],
            ship=charts.ships[ship].name,
            hex=hex_,
        )
    sink(state, ship, log, "S-2.3-terrain-1")
