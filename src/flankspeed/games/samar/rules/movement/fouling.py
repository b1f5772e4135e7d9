"""4.3 Fouling: ships that enter a hex with other vessels in it may strike them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Reading, Roll
from flankspeed.games.samar.data.figures import counted, figure
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import CRUISE, FIT, FLANK, HULK, ShipNumber
from flankspeed.games.samar.rules.combat.damage import hit, waterline
from flankspeed.games.samar.state import SamarState

_ALL_SLOW: Final = counted("all slow", "fouling", "all_slow")
_FLANK: Final = counted("flank speed", "fouling", "flank")
_EVADING: Final = counted("evading", "fouling", "evading")
# the die of each hull in a collision.
_CRITICAL: Final = Roll.at_least(
    figure("collision", "critical_at_least"), "critical hit in a collision"
)


@cache
def fouling_die(slow: bool = False, flank: bool = False, evading: bool = False) -> Roll[bool]:
    """4.3: the die for each vessel met, and what counts: all slow, any at flank speed, evading."""
    counts = ((slow, _ALL_SLOW), (flank, _FLANK), (evading, _EVADING))
    entries = [modifier for there, modifier in counts if there]
    return Roll.at_least(figure("fouling", "at_least"), "fouling", modifiers=entries)


def fouling_roll(state: SamarState, vessels: Sequence[ShipNumber]) -> Roll[bool]:
    """4.3 (A-18): the die, with `vessels` being the mover and those it meets."""
    condition, speed = state.condition, state.speed
    return fouling_die(
        all(condition[vessel] != FIT or speed[vessel] == CRUISE for vessel in vessels),
        any(condition[vessel] == FIT and speed[vessel] == FLANK for vessel in vessels),
        any(state.evading(vessel) for vessel in vessels),
    )


def foul(
    state: SamarState, ship: ShipNumber, vessels: Sequence[ShipNumber], dice: Dice, log: Log | None
) -> None:
    """4.3: one die for each other vessel in the hex, by id; what counts is read once (A-18)."""
    roll = fouling_roll(state, [ship, *vessels])
    for other in vessels:
        reading = roll.throw(dice)
        if log:
            _report(state, ship, other, reading, log)
        if reading.result:
            for hull in (ship, other):
                if state.condition[hull] != HULK:
                    _strike(state, hull, dice, log)
            if state.condition[ship] == HULK:
                return


def _report(
    state: SamarState, ship: ShipNumber, other: ShipNumber, reading: Reading[bool], log: Log
) -> None:
    charts, collision = state.charts, reading.result
    hex_ = hex_name(state.where[ship])
    struck = "hulk struck" if state.condition[other] == HULK else "collision"
    log.add(
        struck if collision else "passed clear",
        "S-4.3-fouling-4" if collision else "S-4.3-fouling-1",
        readings=[reading],
        places=[charts.places[ship], charts.places[other], f"hex:{hex_}"],
        ship=charts.ships[ship].name,
        other=charts.ships[other].name,
        hex=hex_,
        total=reading.total,
    )


def _strike(state: SamarState, hull: int, dice: Dice, log: Log | None) -> None:
    """4.3 (A-17): one hit, and one damage die for a critical, which is a waterline hit."""
    options, charts = state.charts.options, state.charts
    critical = options.fouling_critical == "automatic"
    if not critical:
        reading = _CRITICAL.throw(dice)
        critical = reading.result
        if log:
            log.add(
                "collision critical" if critical else "collision hit",
                "S-4.3-fouling-5",
                readings=[reading],
                places=[charts.places[hull]],
                ship=charts.ships[hull].name,
            )
    hit(state, hull, options.critical_markers if critical else 1, log)
    if critical and state.condition[hull] != HULK:
        waterline(state, hull, 1, log)
