"""What planes that hit do, and those that nearly do: Tables 11 and 11-1 (7.1.C, 7.3.A, 7.3.T)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log
from flankspeed.games.picket.data.damage_charts import NearMiss, damage_charts
from flankspeed.games.picket.data.ids import NOWHERE, PRIMARIES, SECTIONS
from flankspeed.games.picket.rules.damage.cell_rolls import rows_of
from flankspeed.games.picket.rules.damage.compartments import hit_primary, primary_destroyed
from flankspeed.games.picket.rules.damage.equipment import RADARS, destroy_equipment, lose_sfs
from flankspeed.games.picket.rules.damage.flooding import lean_of
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.rules.damage.random_results import random_result
from flankspeed.games.picket.rules.damage.table_11 import table_11
from flankspeed.games.picket.rules.places import SECTION_PLACES
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import PicketState

_WORDS: Final = {
    "none": "no damage",
    "superficial": "superficial damage",
    "hull": "debris through the hull",
    "sfs": "a support ship is hit instead",
    "random": "random result",
    "radar": "mast clipped, both radars destroyed",
}
_ROWS: Final = rows_of("damage.near_miss", "Table 11-1", damage_charts().near_misses, first=1)


def plane_strikes(state: PicketState, plane: Plane, dice: Dice, log: Log | None) -> None:
    """7.1.C, 7.3.A: a plane hits the ship: two rolls on Table 11, one after the other (R-121)."""
    state.plane_hits += 1
    section = plane.section
    if plane.bearing != NOWHERE:
        state.hits_by_bearing[plane.bearing] += 1
        section = state.charts.ship.section_at[plane.bearing]
    else:
        state.crashes[section] += 1
    charts = state.charts
    rolls = 2 if charts.advanced or charts.options.basic_double_roll == "on" else 1
    if log:
        places = [SECTION_PLACES[section]]
        log.add("plane strikes", "P-7.3.A-1", places=places, section=SECTIONS[section], rolls=rolls)
    for _ in range(rolls):
        table_11(state, section, lean_of(state, plane), dice, log)


def near_miss(state: PicketState, plane: Plane, dice: Dice, log: Log | None) -> None:
    """7.3.T: Table 11-1: points lost, and a hit marker on what it names (R-62)."""
    row = _ROWS.throw(dice)
    cell = row.result.throw(dice)
    result = cell.result
    kind = result.kind
    if log:
        words = PRIMARIES[result.target] if kind == "primary" else _WORDS[kind]
        log.add("near miss damage", "P-7.3.T-1", readings=[row, cell], result=words)
    if kind == "hull":
        lose_hull(state, result.hull, "debris through the hull", dice, log)
    elif kind == "sfs":
        lose_sfs(state, log)
    elif kind == "random":
        random_result(state, dice, log)
    elif kind == "radar":
        for radar in RADARS:
            destroy_equipment(state, radar, log)
    elif kind == "primary":
        _near_part(state, plane, result, dice, log)


def _near_part(
    state: PicketState, plane: Plane, result: NearMiss, dice: Dice, log: Log | None
) -> None:
    """R-62: only the printed points, and a marker without flood dice or the notes of Table 11."""
    if (result.manoeuvre or result.fuel) and not primary_destroyed(state, result.target):
        why = f"near miss at the {PRIMARIES[result.target]}"
        lose(state, "manoeuvre", result.manoeuvre, why, log)
        lose(state, "fuel", result.fuel, why, log)
    hit_primary(state, result.target, lean_of(state, plane), dice, log, floods=False)
