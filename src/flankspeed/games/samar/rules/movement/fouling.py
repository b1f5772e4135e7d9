"""4.3 Fouling: ships that enter a hex with other vessels in it may strike them."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine import Dice, Log, Modifier, Throw
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import CRUISE, FIT, FLANK, HULK
from flankspeed.games.samar.rules.combat.damage import hit, waterline
from flankspeed.games.samar.state import SamarState

_FOULING = FIGURES.fouling


def fouling_entries(state: SamarState, vessels: Sequence[int]) -> list[tuple[str, int]]:
    """4.3 (A-18): what counts on the die, by name; `vessels` are the mover and those it meets."""
    condition, speed = state.condition, state.speed
    entries = []
    if all(condition[vessel] != FIT or speed[vessel] == CRUISE for vessel in vessels):
        entries.append(("all slow", _FOULING.all_slow))
    if any(condition[vessel] == FIT and speed[vessel] == FLANK for vessel in vessels):
        entries.append(("flank speed", _FOULING.flank))
    if any(state.evading(vessel) for vessel in vessels):
        entries.append(("evading", _FOULING.evading))
    return entries


def foul(state: SamarState, ship: int, vessels: Sequence[int], dice: Dice, log: Log | None) -> None:
    """4.3: one die for each other vessel in the hex, by id; what counts is read once (A-18)."""
    entries = fouling_entries(state, [ship, *vessels])
    shift = sum(value for _, value in entries)
    for other in vessels:
        die = dice.d6("fouling")
        collision = die + shift >= _FOULING.at_least
        if log:
            _report(state, ship, other, die, entries, collision, log)
        if collision:
            for hull in (ship, other):
                if state.condition[hull] != HULK:
                    _strike(state, hull, dice, log)
            if state.condition[ship] == HULK:
                return


def _report(
    state: SamarState,
    ship: int,
    other: int,
    die: int,
    entries: list[tuple[str, int]],
    collision: bool,
    log: Log,
) -> None:
    charts = state.charts
    hex_ = hex_name(state.where[ship])
    struck = "hulk struck" if state.condition[other] == HULK else "collision"
    log.add(
        struck if collision else "passed clear",
        "S-4.3-fouling-4" if collision else "S-4.3-fouling-1",
        throws=[Throw(6, (die,), "fouling")],
        modifiers=[Modifier(*entry) for entry in entries],
        places=[charts.places[ship], charts.places[other], f"hex:{hex_}"],
        ship=charts.ships[ship].name,
        other=charts.ships[other].name,
        hex=hex_,
        total=die + sum(value for _, value in entries),
    )


def _strike(state: SamarState, hull: int, dice: Dice, log: Log | None) -> None:
    """4.3 (A-17): one hit, and one damage die for a critical, which is a waterline hit."""
    options, charts = state.charts.options, state.charts
    critical = options.fouling_critical == "automatic"
    if not critical:
        die = dice.d6("critical hit in a collision")
        critical = die >= FIGURES.collision.critical_at_least
        if log:
            log.add(
                "collision critical" if critical else "collision hit",
                "S-4.3-fouling-5",
                throws=[Throw(6, (die,), "critical hit in a collision")],
                places=[charts.places[hull]],
                ship=charts.ships[hull].name,
            )
    hit(state, hull, options.critical_markers if critical else 1, log)
    if critical and state.condition[hull] != HULK:
        waterline(state, hull, 1, log)
