"""The dice of damage control: Table 20, deck fires, secondaries, water lines."""

from __future__ import annotations

from flankspeed.engine import Dice, Log, Modifier, Throw
from flankspeed.games.picket.data.ids import SECTIONS
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
    die_parts,
    hits_on,
    repair_value,
    value_parts,
)
from flankspeed.games.picket.state import PicketState, ShipLost

_LINES = "track:water-lines"
_FIRE_ROLLS = 2  # 7.8.1.C: so many in one round


# --- Deck fires ---


def fight_fires(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.8.1: a round against the deck fires: each burning section, up to two rolls."""
    for section in marked(state.deck_fires):
        for _ in range(_FIRE_ROLLS):
            if state.deck_fires[section]:
                _fight_fire(state, section, dice, log)


def _fight_fire(state: PicketState, section: int, dice: Dice, log: Log | None) -> None:
    """7.8.1.B to D: 1-4 puts the section's fires out; a failure adds one (R-42)."""
    figures = roll_charts().figures
    parts = (
        [Modifier("water lines out", figures.water_lines_deck_fire)] if state.water_lines else []
    )
    if state.emergency:
        parts.append(Modifier("emergency repairs", -figures.emergency_repair))
    die = dice.d6(f"deck fire {SECTIONS[section]}")
    out = die + sum(part.value for part in parts) <= figures.deck_fire_out_at_most
    full = state.deck_fires[section] >= state.charts.options.deckfire_len
    state.deck_fires[section] = 0 if out else state.deck_fires[section] + (not full)
    if log:
        log.add(
            "deck fire out" if out else "deck fire grows",
            "P-7.8.1.B-1" if out else "P-7.8.1.C-1",
            throws=[Throw(6, (die,), "deck fire")],
            modifiers=parts,
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


def repair_roll(state: PicketState, job: int, dice: Dice, log: Log | None) -> int:
    """7.8.2.C to E, Table 20: the markers a repair roll takes off."""
    column = repair_column(repair_value(state, job))
    parts = die_parts(state, job)
    first, second = dice.two_d6(f"repair of {NAMES[job]}")
    roll = first + second + sum(part.value for part in parts)
    success = roll_charts().repair.success(roll, column)
    if log:
        log.add(
            "repair succeeds" if success else "repair fails",
            "P-11.5.C-1" if job >= GUN else "P-7.8.2.C-1",
            throws=[Throw(6, (first, second), "Table 20")],
            modifiers=[*value_parts(state, job), *parts],
            places=[PLACES[job]],
            where=NAMES[job],
            column=roll_charts().repair.columns[column],
            needs=roll_charts().repair.at_least[column],
            roll=roll,
        )
    if not success:
        return 0
    die = dice.d6(f"markers off {NAMES[job]}")
    off = roll_charts().repair_removes[die]
    if log:
        log.add(
            "markers off",
            "P-7.8.2.E-1",
            throws=[Throw(6, (die,), "hit markers removed")],
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
    figures = roll_charts().figures
    for room in bits(crews):
        job = SEC + room
        help_ = -figures.emergency_repair if state.emergency else 0
        die = dice.d6(f"repair of {NAMES[job]}")
        repaired = die + help_ <= figures.secondary_repaired_at_most
        if repaired:
            state.secondaries[room] = 0
            state.secondary_crew &= ~(1 << room)
        else:
            state.secondary_tried |= 1 << room
        if log:
            log.add(
                "secondary repaired" if repaired else "secondary not repaired",
                "P-7.9.F-1",
                throws=[Throw(6, (die,), "repair")],
                modifiers=[Modifier("emergency repairs", help_)] if help_ else [],
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


def _repair_item(state: PicketState, item: int, dice: Dice, log: Log | None) -> None:
    """7.10.B, 7.11.B: Table 20 in the +1 column, without ratings (R-99)."""
    job = EQUIP + item
    column = repair_column(roll_charts().figures.equipment_column)
    parts = die_parts(state, job)
    first, second = dice.two_d6(f"repair of {NAMES[job]}")
    roll = first + second + sum(part.value for part in parts)
    success = roll_charts().repair.success(roll, column)
    if success:
        state.equipment[item] = 0
        state.at_equipment[item] = 0
        state.held &= ~(1 << item)
    if log:
        log.add(
            "equipment repaired" if success else "equipment not repaired",
            "P-7.11.B-1" if item in RADARS else "P-7.10.B-1",
            throws=[Throw(6, (first, second), "Table 20")],
            modifiers=parts,
            places=[PLACES[job]],
            what=NAMES[job],
            needs=roll_charts().repair.at_least[column],
            roll=roll,
        )


def repair_water_lines(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.12.C: 3-6 repairs damaged water lines; R-41: destroyed ones stay so."""
    if not state.water_lines or lines_destroyed(state):
        return
    die = dice.d6("repair of the water lines")
    repaired = die >= roll_charts().figures.water_lines_repaired_at_least
    if repaired:
        state.water_lines = 0
    if log:
        log.add(
            "lines repaired" if repaired else "lines still out",
            "P-7.12.C-1",
            throws=[Throw(6, (die,), "repair")],
            places=[_LINES],
        )
