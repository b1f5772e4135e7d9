"""Compartments: hits, fire, flooding, destruction, and what that means (7.3, 7.8.2.J).

The order inside one hit is that of R-121: the note's dice, the people, the markers, the flood
dice, Table 21, and last what the loss of the compartment does.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.damage_charts import damage_charts
from flankspeed.games.picket.data.ids import (
    CAPTAIN,
    FIRE_AFT,
    FIRE_FWD,
    PRIMARIES,
    LeanId,
    PrimaryId,
    SecondaryId,
)
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.flooding import (
    flood_primary,
    flood_secondary,
    lean_of_spreading,
)
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.rules.damage.notes import Question, already_destroyed, throw_note
from flankspeed.games.picket.rules.damage.people import (
    kill,
    kill_at_primary,
    kill_at_secondaries,
    leave_compartment,
)
from flankspeed.games.picket.rules.places import PRIMARY_PLACES, SECONDARY_PLACES
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import FULL_TRACK, PicketState, ShipLost

_FIGURES: Final = roll_charts().figures
_FLOODS: Final = Question("does it flood?", "P-7.3.F-1", _FIGURES.figure("primary_floods_at_least"))
_WRECKS: Final = Question(
    "does the water wreck it?", "P-7.3.F-1", _FIGURES.figure("flood_destroys_at_least")
)
_SECONDARY_FLOODS: Final = Question(
    "does it flood?", "P-7.3.K-2", _FIGURES.figure("secondary_floods_at_least")
)
_FITTINGS: Final = ("stack", "rudder", "shaft")


def primary_destroyed(state: PicketState, compartment: PrimaryId) -> bool:
    """7.3.B: all boxes are filled."""
    return state.primaries[compartment] >= state.charts.primary_boxes[compartment]


def secondary_destroyed(state: PicketState, secondary: SecondaryId) -> bool:
    """1.7: both boxes are marked."""
    return state.secondaries[secondary] >= state.charts.ship.secondary_boxes


# --- Primary compartments ---


def hit_primary(
    state: PicketState,
    compartment: PrimaryId,
    lean: LeanId,
    dice: Dice,
    log: Log | None,
    *,
    note: str = "",
    floods: bool = True,
) -> None:
    """7.3.A: one hit marker, after the note of Table 11; a near miss does not flood (R-62)."""
    if primary_destroyed(state, compartment):
        already_destroyed(PRIMARIES[compartment], PRIMARY_PLACES[compartment], log)
        return
    if note and _apply_note(state, compartment, note, dice, log):
        destroy_primary(state, compartment, lean, dice, log)
        return
    last = state.primaries[compartment] + 1 >= state.charts.ship.primaries[compartment].boxes
    kill_at_primary(state, compartment, log, destroyed=last)
    _mark(state, compartment, lean, dice, log, floods=floods)


def _apply_note(
    state: PicketState, compartment: PrimaryId, note: str, dice: Dice, log: Log | None
) -> bool:
    """The notes of Table 11 for a primary; True if they destroy it at once."""
    effect = damage_charts().effects[note]
    where, why = PRIMARIES[compartment], f"{PRIMARIES[compartment]} hit"
    outcomes = [
        throw_note(where, PRIMARY_PLACES[compartment], note, what, dice, log)
        for what in effect.dice
    ]
    if "sinks" in outcomes:
        raise ShipLost(f"{where} explodes")
    if "killed" in outcomes:
        kill(state, CAPTAIN, log)
    if "explodes" in outcomes:
        dead_in_water(state, f"a boiler explodes in the {where}", log)
    elif "slowed" in outcomes or not outcomes:
        lose(state, "manoeuvre", effect.manoeuvre, why, log)
    return "destroyed" in outcomes


def spreads(state: PicketState, compartment: PrimaryId) -> bool:
    """R-59: rudder, shafts and stacks are exempt from spreading damage."""
    if state.charts.options.spread_fittings == "on":
        return True
    return state.charts.ship.primaries[compartment].kind not in _FITTINGS


def spread_hit(state: PicketState, compartment: PrimaryId, dice: Dice, log: Log | None) -> None:
    """7.8.2.H, R-59: damage nobody fought takes one more box; it kills nobody (R-71)."""
    room = state.charts.ship.primaries[compartment]
    if log:
        places = [PRIMARY_PLACES[compartment]]
        log.add("damage spreads", "P-7.8.2.H-1", places=places, where=room.name)
    if room.kind == "shaft":  # each bend costs its points
        bend = damage_charts().effects["shaft"].manoeuvre
        lose(state, "manoeuvre", bend, f"{room.name} bent", log)
    _mark(state, compartment, lean_of_spreading(room.section), dice, log, floods=False)


def destroy_primary(
    state: PicketState, compartment: PrimaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.D: a result that destroys at once, whatever the count of hits."""
    if primary_destroyed(state, compartment):
        already_destroyed(PRIMARIES[compartment], PRIMARY_PLACES[compartment], log)
        return
    kill_at_primary(state, compartment, log, destroyed=True)
    _fill(state, compartment, log)
    _flood_dice(state, compartment, lean, dice, log)
    _lost(state, compartment, log)


def _mark(
    state: PicketState,
    compartment: PrimaryId,
    lean: LeanId,
    dice: Dice,
    log: Log | None,
    *,
    floods: bool,
) -> None:
    """Fill the next box, and do what follows if it was the last."""
    room = state.charts.ship.primaries[compartment]
    if state.primaries[compartment] + 1 < room.boxes:
        _add_hit(state, compartment, log)
    else:
        _fill(state, compartment, log)
    by_hits = primary_destroyed(state, compartment)
    if floods:
        _flood_dice(state, compartment, lean, dice, log)
    if by_hits:
        _flood_in_time(state, compartment, lean, dice, log)
    if primary_destroyed(state, compartment):
        _lost(state, compartment, log)


def _add_hit(state: PicketState, compartment: PrimaryId, log: Log | None) -> None:
    """7.3.A: a hit marker; the first also brings a fire marker."""
    state.primaries[compartment] += 1
    state.fires |= 1 << compartment
    if log:
        log.add(
            "compartment hit",
            "P-7.3.A-1",
            places=[PRIMARY_PLACES[compartment]],
            where=PRIMARIES[compartment],
            hits=state.primaries[compartment],
        )


def _fill(state: PicketState, compartment: PrimaryId, log: Log | None) -> None:
    """7.3.B: every box filled, the fire marker off."""
    state.primaries[compartment] = state.charts.ship.primaries[compartment].boxes
    state.fires &= ~(1 << compartment)
    if log:
        places = [PRIMARY_PLACES[compartment]]
        log.add("compartment destroyed", "P-7.3.B-1", places=places, where=PRIMARIES[compartment])


def _can_flood(state: PicketState, compartment: PrimaryId) -> bool:
    """R-10, R-47: advanced game, a blue compartment, not flooded now."""
    return (
        state.charts.advanced
        and state.charts.ship.primaries[compartment].floods
        and not state.flooded >> compartment & 1
    )


def _flood_dice(
    state: PicketState, compartment: PrimaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.F: a 6 floods a blue primary, and a second 6 destroys it too."""
    if not _can_flood(state, compartment):
        return
    where, place = PRIMARIES[compartment], PRIMARY_PLACES[compartment]
    if not _FLOODS.throw(where, place, dice, log):
        return
    flood_primary(state, compartment, lean, dice, log)
    if not primary_destroyed(state, compartment) and _WRECKS.throw(where, place, dice, log):
        _fill(state, compartment, log)


@cache
def _table_21(lines_out: bool) -> Roll[str]:
    """7.3.I: water lines that are out make it harder."""
    lines = _FIGURES.modifier("water lines out", "water_lines_flooding")
    return Roll.on(roll_charts().flooding, "Table 21", modifiers=[lines] if lines_out else [])


@cache
def _table_21_1(column: int) -> Roll[str]:
    return Roll.on(roll_charts().explosion, "Table 21-1", column=column)


def _flood_in_time(
    state: PicketState, compartment: PrimaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.I: destroyed by its last hit and not flooded: Table 21, and if it fails Table 21-1."""
    if not _can_flood(state, compartment):
        return
    why = f"{PRIMARIES[compartment]}: flooded in time, Table 21"
    reading = _table_21(state.water_lines > 0).throw(dice, why)
    flooded = reading.result == "flooded"
    if log:
        log.add(
            "flooded in time",
            "P-7.3.I-1",
            readings=[reading],
            places=[PRIMARY_PLACES[compartment]],
            where=PRIMARIES[compartment],
            outcome="flooded" if flooded else "not flooded",
        )
    if flooded:
        flood_primary(state, compartment, lean, dice, log)
    else:
        _explosion(state, compartment, dice, log)


def _explosion(state: PicketState, compartment: PrimaryId, dice: Dice, log: Log | None) -> None:
    """7.3.J, Table 21-1: what was not flooded in time may explode."""
    kind = state.charts.ship.primaries[compartment].kind
    why = f"{PRIMARIES[compartment]}: explosion, Table 21-1"
    reading = _table_21_1(int(kind != "magazine")).throw(dice, why)
    explodes = reading.result == "explosion"
    if log:
        log.add(
            "explosion roll",
            "P-7.3.J-1",
            readings=[reading],
            places=[PRIMARY_PLACES[compartment]],
            where=PRIMARIES[compartment],
            outcome="it explodes" if explodes else "no explosion",
        )
    if not explodes:
        return
    why = f"{PRIMARIES[compartment]} explodes"
    if kind in ("magazine", "fuel"):
        raise ShipLost(why)
    dead_in_water(state, why, log)
    if kind == "fire":
        lose_bonuses(state, why, log)


def _lost(state: PicketState, compartment: PrimaryId, log: Log | None) -> None:
    """7.8.2.J: the one place that knows what the loss of a compartment does to the ship."""
    leave_compartment(state, compartment)
    kind = state.charts.ship.primaries[compartment].kind
    why = f"{PRIMARIES[compartment]} destroyed"
    if kind == "engine":
        lose(state, "manoeuvre", _FIGURES.engine_manoeuvre, why, log)
    elif kind == "fuel":
        lose(state, "fuel", _FIGURES.tank_fuel, why, log)
    elif kind == "fire":
        if primary_destroyed(state, FIRE_FWD) and primary_destroyed(state, FIRE_AFT):
            dead_in_water(state, "both fire rooms destroyed", log)
            lose_bonuses(state, "both fire rooms destroyed", log)
    elif kind == "steering":
        lose(state, "manoeuvre", FULL_TRACK, why, log)
    elif kind == "rudder":
        dead_in_water(state, why, log)


def dead_in_water(state: PicketState, why: str, log: Log | None) -> None:
    """The ship lies still: manoeuvre 0, no emergency manoeuvre, away at the end of the phase."""
    state.dead_in_water = True
    if log:
        log.add("dead in the water", "P-7.3.R-1", places=["track:manoeuvre"], why=why)
    lose(state, "manoeuvre", FULL_TRACK, why, log)


def lose_bonuses(state: PicketState, why: str, log: Log | None) -> None:
    """7.8.2.J, Table 21-1: without steam the 5-inch and 40mm guns have no director bonus."""
    state.bonuses_lost = True
    if log:
        log.add("bonuses lost", "P-7.8.2.J-3", places=["equipment:mk37"], why=why)


# --- Secondary compartments ---


def hit_secondary(
    state: PicketState, secondary: SecondaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.K: first box damaged, second destroyed; basic game: hull -1 instead (7.5.C)."""
    room = state.charts.ship.secondaries[secondary]
    if not state.charts.advanced:
        points = _FIGURES.secondary_hull
        lose_hull(state, points, f"{room.name} hit", dice, log)
        return
    place = SECONDARY_PLACES[secondary]
    if secondary_destroyed(state, secondary):
        already_destroyed(room.name, place, log)
        return
    kill_at_secondaries(state, room.section, dice, log)
    state.secondaries[secondary] += 1
    destroyed = secondary_destroyed(state, secondary)
    if log:
        outcome = "destroyed" if destroyed else "damaged"
        log.add("secondary hit", "P-7.3.K-1", places=[place], where=room.name, outcome=outcome)
    if destroyed:
        state.secondary_crew &= ~(1 << secondary)
        if is_shaded(state, secondary) and _SECONDARY_FLOODS.throw(room.name, place, dice, log):
            flood_secondary(state, secondary, lean, dice, log)


def is_shaded(state: PicketState, secondary: SecondaryId) -> bool:
    """R-65: whether a secondary lies below the waterline; aft the shading is reconstructed."""
    room = state.charts.ship.secondaries[secondary]
    return room.shaded and (room.printed or state.charts.options.aft_gray == "list")
