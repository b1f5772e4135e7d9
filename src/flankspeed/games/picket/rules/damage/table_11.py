"""Table 11: the damage of one hit, section by section (7.1.C)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.damage_charts import Damage, damage_charts
from flankspeed.games.picket.data.ids import (
    CALIBRE_OF,
    EQUIPMENT,
    FORTY,
    MAG_OF_GUN,
    MOUNTS,
    NOWHERE,
    PRIMARIES,
    SECTIONS,
    EquipmentId,
    LeanId,
    SectionId,
)
from flankspeed.games.picket.rules.damage.cell_rolls import CellRoll, rows_of
from flankspeed.games.picket.rules.damage.compartments import (
    destroy_primary,
    hit_primary,
    hit_secondary,
)
from flankspeed.games.picket.rules.damage.equipment import (
    LINES_PLACE,
    deck_fire,
    destroy_equipment,
    destroy_water_lines,
    equipment_destroyed,
    hit_equipment,
    hit_water_lines,
    lines_destroyed,
    lose_fdt,
)
from flankspeed.games.picket.rules.damage.guns import destroy_gun, gun_destroyed, hit_gun
from flankspeed.games.picket.rules.damage.notes import already_destroyed, throw_note
from flankspeed.games.picket.rules.damage.random_results import random_result
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, GUN_PLACES, SECTION_PLACES
from flankspeed.games.picket.state import PicketState

_WORDS: Final = {
    "deck_fire": "deck fire",
    "deck_fire_mk37": "deck fire and Mk37 director",
    "water_lines": "water lines",
    "fdt": "fighter direction team",
    "random": "random result",
    "superficial": "superficial damage",
}
# By section the roll for a row, and in it the roll for the column.
_ROWS: Final[tuple[Roll[CellRoll[Damage]], ...]] = tuple(
    rows_of(f"damage.section.{name}", "Table 11", damage_charts().cells[section], sides=10)
    for section, name in enumerate(SECTIONS)
)


def table_11(
    state: PicketState, section: SectionId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.1.C: a d10 for the row, a d6 for the column, and at once all that stands there (R-121)."""
    row = _ROWS[section].throw(dice)
    cell = row.result.throw(dice)
    damage = cell.result
    if log:
        log.add(
            "table 11",
            "P-7.1.C-1",
            readings=[row, cell],
            places=[SECTION_PLACES[section]],
            section=SECTIONS[section],
            row=row.result.row,
            column=cell.total,
            result=_words(state, damage),
        )
    kind = damage.kind
    if kind == "secondary":
        hit_secondary(state, damage.target, lean, dice, log)
    elif kind == "primary":
        _primary(state, damage, lean, dice, log)
    elif kind == "radar":
        _radars(state, damage, dice, log)
    elif kind == "water_lines":
        _water_lines(state, damage, dice, log)
    elif kind == "random":
        random_result(state, dice, log)
    elif kind == "fdt":
        lose_fdt(state, log)
    elif kind == "guns":
        _aft_twenties(state, log)
    elif kind == "deck_fire" or kind == "deck_fire_mk37":
        deck_fire(state, section, log)
        if damage.note:
            _equipment_die(state, damage.target, "director", damage.note, dice, log)
    elif kind != "superficial":
        _gun(state, damage, dice, log)


def _words(state: PicketState, damage: Damage) -> str:
    """What a result hits."""
    kind, targets = damage.kind, damage.targets
    if kind == "primary":
        return PRIMARIES[damage.target]
    if kind == "secondary":
        return state.charts.ship.secondaries[damage.target].name
    if kind in _WORDS:
        return _WORDS[kind]
    names = EQUIPMENT if kind == "radar" else MOUNTS
    return ", ".join(names[target] for target in targets)


def _primary(state: PicketState, damage: Damage, lean: LeanId, dice: Dice, log: Log | None) -> None:
    """A primary compartment; R-95: a 5-inch magazine is there only with its gun."""
    room = damage.target
    if room in MAG_OF_GUN and MAG_OF_GUN.index(room) not in state.charts.mount_index:
        _not_carried(PRIMARIES[room], log)
    elif damage.destroyed:
        destroy_primary(state, room, lean, dice, log)
    else:
        noted = not damage.note_ruled or state.charts.options.mid41_boiler == "on"
        hit_primary(state, room, lean, dice, log, note=damage.note if noted else "")


def _not_carried(what: str, log: Log | None) -> None:
    if log:
        log.add("not carried", "P-7.3.U-1", what=what)


def _gun(state: PicketState, damage: Damage, dice: Dice, log: Log | None) -> None:
    """Notes B, C and D: a 40mm tub's director first, then the gun (R-35, R-36)."""
    gun = damage.target
    mount = state.charts.mount_index.get(gun, NOWHERE)
    if mount == NOWHERE:
        _not_carried(MOUNTS[gun], log)
        return
    if gun_destroyed(state, mount):
        already_destroyed(MOUNTS[gun], GUN_PLACES[gun], log)
        return
    director = state.charts.mounts[mount].director
    if CALIBRE_OF[gun] == FORTY and director != NOWHERE:  # one fit has a tub without
        _equipment_die(state, director, "director", damage.note, dice, log)
    if throw_note(MOUNTS[gun], GUN_PLACES[gun], damage.note, "gun", dice, log) == "destroyed":
        destroy_gun(state, mount, log)
    else:
        hit_gun(state, mount, log)


def _aft_twenties(state: PicketState, log: Log | None) -> None:
    """R-64, R-95: all aft 20mm guns, which are those with the letter E and up."""
    for gun in state.charts.fit.fantail:
        destroy_gun(state, state.charts.mount_index[gun], log)


def _equipment_die(
    state: PicketState, item: EquipmentId, what: str, note: str, dice: Dice, log: Log | None
) -> None:
    """The die of a director or radar; none is thrown for one already destroyed (R-119)."""
    if equipment_destroyed(state, item):
        already_destroyed(EQUIPMENT[item], EQUIPMENT_PLACES[item], log)
        return
    outcome = throw_note(EQUIPMENT[item], EQUIPMENT_PLACES[item], note, what, dice, log)
    if outcome == "destroyed":
        destroy_equipment(state, item, log)
    elif outcome == "damaged":
        hit_equipment(state, item, log)


def _radars(state: PicketState, damage: Damage, dice: Dice, log: Log | None) -> None:
    """Note F: a die for each radar; or destroyed at once."""
    for radar in damage.targets:
        if damage.destroyed:
            destroy_equipment(state, radar, log)
        else:
            _equipment_die(state, radar, "radar", damage.note, dice, log)


def _water_lines(state: PicketState, damage: Damage, dice: Dice, log: Log | None) -> None:
    """Notes E, G and I: damaged is one hit, destroyed all three (R-41)."""
    if lines_destroyed(state):
        already_destroyed("Water lines", LINES_PLACE, log)
        return
    if throw_note("Water lines", LINES_PLACE, damage.note, "lines", dice, log) == "destroyed":
        destroy_water_lines(state, log)
    else:
        hit_water_lines(state, log)
