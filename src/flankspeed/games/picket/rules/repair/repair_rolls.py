"""The dice of damage control: Table 20, deck fires, secondaries, water lines."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Modifier, Roll
from flankspeed.games.picket.data.ids import SECTIONS, EquipmentId, SectionId
from flankspeed.games.picket.data.roll_charts import repair_column, roll_charts
from flankspeed.games.picket.rules.damage.equipment import RADARS, lines_destroyed
from flankspeed.games.picket.rules.masks import bits, marked
from flankspeed.games.picket.rules.places import SECTION_PLACES
from flankspeed.games.picket.rules.repair.emergency import end_below_half
from flankspeed.games.picket.rules.repair.jobs import (
    EQUIP,
    GUN,
    NAMES,
    PLACES,
    SEC,
    Job,
    die_parts,
    hits_on,
    repair_value,
    value_parts,
)
from flankspeed.games.picket.state import PicketState, ShipLost

_LINES: Final = "track:water-lines"
_FIRE_ROLLS: Final = 2  # 7.8.1.C: so many in one round
_FIGURES: Final = roll_charts().figures
_EMERGENCY: Final = _FIGURES.modifier(
    "emergency repairs", "emergency_repair", -1
)  # low rolls are good


# --- The rolls ---


@cache
def deck_fire_roll(lines_out: bool, emergency: bool) -> Roll[bool]:
    """7.8.1.B: whether a section's deck fires are put out."""
    parts = []
    if lines_out:
        parts.append(_FIGURES.modifier("water lines out", "water_lines_deck_fire"))
    if emergency:
        parts.append(_EMERGENCY)
    figure = _FIGURES.figure("deck_fire_out_at_most")
    return Roll.at_most(figure, "deck fire", modifiers=parts)


@cache
def table_20(column: int, shift: int) -> Roll[bool]:
    """7.8.2.C: whether a repair succeeds; `shift` is all that counts on the dice."""
    return roll_charts().repair.roll("Table 20", column, shift)


MARKERS_OFF: Final = Roll.on(roll_charts().repair_removes, "hit markers removed")  # 7.8.2.E


@cache
def secondary_roll(emergency: bool) -> Roll[bool]:
    """7.9.F: whether a man repairs a secondary compartment."""
    figure = _FIGURES.figure("secondary_repaired_at_most")
    return Roll.at_most(figure, "repair", modifiers=[_EMERGENCY] if emergency else [])


_WATER_LINES: Final = Roll.at_least(_FIGURES.figure("water_lines_repaired_at_least"), "repair")


def repair_roll_at(state: PicketState, job: Job) -> Roll[bool]:
    """The roll of a repair with the men and officers that are there."""
    if job >= SEC:
        return secondary_roll(state.emergency)
    return table_20(_column(state, job), _sum(die_parts(state, job)))


def _column(state: PicketState, job: Job) -> int:
    """7.8.2.A; 7.10.B, 7.11.B: the +1 column for equipment, without ratings (R-99)."""
    raised = _FIGURES.equipment_column if job >= EQUIP else repair_value(state, job)
    return repair_column(raised)


def _sum(parts: list[Modifier]) -> int:
    return sum([part.value for part in parts])


# --- Deck fires ---


def fight_fires(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.8.1: a round against the deck fires: each burning section, up to two rolls."""
    for section in marked(state.deck_fires):
        for _ in range(_FIRE_ROLLS):
            if state.deck_fires[section]:
                _fight_fire(state, section, dice, log)


def _fight_fire(state: PicketState, section: SectionId, dice: Dice, log: Log | None) -> None:
    """7.8.1.B to D: 1-4 puts the section's fires out; a failure adds one (R-42)."""
    roll = deck_fire_roll(state.water_lines > 0, state.emergency)
    reading = roll.throw(dice, f"deck fire {SECTIONS[section]}")
    out = reading.result
    full = state.deck_fires[section] >= state.charts.options.deckfire_len
    state.deck_fires[section] = 0 if out else state.deck_fires[section] + (not full)
    if log:
        log.add(
            "deck fire out" if out else "deck fire grows",
            "P-7.8.1.B-1" if out else "P-7.8.1.C-1",
            readings=[reading],
            places=[SECTION_PLACES[section]],
            section=SECTIONS[section],
            markers=state.deck_fires[section],
        )
    if out:
        return
    if state.charts.options.deckfire_full == "at_fill":
        full = state.deck_fires[section] >= state.charts.options.deckfire_len
    if full:
        raise ShipLost(f"the deck fire {SECTIONS[section]} is out of control")


# --- Primary compartments and guns ---


def repair_roll(state: PicketState, job: Job, dice: Dice, log: Log | None) -> int:
    """7.8.2.C to E, Table 20: the markers a repair roll takes off."""
    column, parts = _column(state, job), die_parts(state, job)
    reading = table_20(column, _sum(parts)).throw(dice, f"repair of {NAMES[job]}")
    if log:
        log.add(
            "repair succeeds" if reading.result else "repair fails",
            "P-11.5.C-1" if job >= GUN else "P-7.8.2.C-1",
            readings=[reading.told(modifiers=[*value_parts(state, job), *parts])],
            places=[PLACES[job]],
            where=NAMES[job],
            column=roll_charts().repair.columns[column],
            needs=roll_charts().repair.at_least[column],
            roll=reading.total,
        )
    if not reading.result:
        return 0
    removed = MARKERS_OFF.throw(dice, f"markers off {NAMES[job]}")
    off = removed.result
    if log:
        log.add(
            "markers off",
            "P-7.8.2.E-1",
            readings=[removed],
            places=[PLACES[job]],
            where=NAMES[job],
            off=min(off, hits_on(state, job)),
            left=max(hits_on(state, job) - off, 0),
        )
    return off


# --- Secondary compartments ---


def repair_secondaries(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.9.F: a die for each man; if he fails he stays for the next phase (R-109)."""
    crews = state.secondary_crew & ~state.secondary_tried
    if not crews:
        return
    for room in bits(crews):
        job = SEC + room
        reading = secondary_roll(state.emergency).throw(dice, f"repair of {NAMES[job]}")
        repaired = reading.result
        if repaired:
            state.secondaries[room] = 0
            state.secondary_crew &= ~(1 << room)
        else:
            state.secondary_tried |= 1 << room
        if log:
            log.add(
                "secondary repaired" if repaired else "secondary not repaired",
                "P-7.9.F-1",
                readings=[reading],
                places=[PLACES[job]],
                where=NAMES[job],
            )
        if repaired:
            end_below_half(state, log)


# --- Equipment and water lines ---


def repair_equipment(state: PicketState, dice: Dice, log: Log | None) -> None:
    """18.B: directors first, then radars."""
    if not any(state.at_equipment):
        return
    manned = marked(state.at_equipment)
    for item in sorted(manned, key=lambda item: item in RADARS):
        _repair_item(state, item, dice, log)


def _repair_item(state: PicketState, item: EquipmentId, dice: Dice, log: Log | None) -> None:
    """7.10.B, 7.11.B: Table 20 in the +1 column, without ratings (R-99)."""
    job = EQUIP + item
    column, parts = _column(state, job), die_parts(state, job)
    reading = table_20(column, _sum(parts)).throw(dice, f"repair of {NAMES[job]}")
    if reading.result:
        state.equipment[item] = 0
        state.at_equipment[item] = 0
        state.held &= ~(1 << item)
    if log:
        log.add(
            "equipment repaired" if reading.result else "equipment not repaired",
            "P-7.11.B-1" if item in RADARS else "P-7.10.B-1",
            readings=[reading.told(modifiers=parts)],
            places=[PLACES[job]],
            what=NAMES[job],
            needs=roll_charts().repair.at_least[column],
            roll=reading.total,
        )


def repair_water_lines(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.12.C: 3-6 repairs damaged water lines; R-41: destroyed ones stay so."""
    if not state.water_lines or lines_destroyed(state):
        return
    reading = _WATER_LINES.throw(dice, "repair of the water lines")
    if reading.result:
        state.water_lines = 0
    if log:
        log.add(
            "lines repaired" if reading.result else "lines still out",
            "P-7.12.C-1",
            readings=[reading],
            places=[_LINES],
        )
