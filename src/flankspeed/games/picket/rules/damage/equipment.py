"""Directors, radars, water lines, decks and support: what hits do to all that is no room or gun."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Log
from flankspeed.games.picket.data.ids import EQUIPMENT, SC, SECTIONS, SG, EquipmentId, SectionId
from flankspeed.games.picket.rules.damage.people import kill_at_equipment
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, SECTION_PLACES
from flankspeed.games.picket.state import PicketState

RADARS: Final = (SC, SG)
LINES_PLACE: Final = "track:water-lines"


def equipment_destroyed(state: PicketState, item: EquipmentId) -> bool:
    """7.3.N: a director or radar with two hits is destroyed."""
    return state.equipment[item] >= state.charts.ship.equipment_boxes


def hit_equipment(state: PicketState, item: EquipmentId, log: Log | None) -> None:
    """7.3.A, 7.3.N: the first hit damages a director or radar, the second destroys it."""
    if state.equipment[item] + 1 >= state.charts.ship.equipment_boxes:
        destroy_equipment(state, item, log)
        return
    state.equipment[item] += 1
    if log:
        places = [EQUIPMENT_PLACES[item]]
        log.add("equipment damaged", "P-7.3.A-3", places=places, what=EQUIPMENT[item])
    kill_at_equipment(state, item, log)


def destroy_equipment(state: PicketState, item: EquipmentId, log: Log | None) -> None:
    """7.3.D, 7.3.N: a director or radar is gone until the anchorage, and the man at it killed."""
    if equipment_destroyed(state, item):
        return
    state.equipment[item] = state.charts.ship.equipment_boxes
    if log:
        places = [EQUIPMENT_PLACES[item]]
        log.add("equipment destroyed", "P-7.3.N-1", places=places, what=EQUIPMENT[item])
    kill_at_equipment(state, item, log)


def lines_destroyed(state: PicketState) -> bool:
    """7.12.B: whether the water lines have taken their third hit."""
    return state.water_lines >= state.charts.ship.water_lines


def hit_water_lines(state: PicketState, log: Log | None) -> None:
    """7.12.A: one hit in the common box of all sections; the third destroys the lines."""
    _mark_lines(state, state.water_lines + 1, log)


def destroy_water_lines(state: PicketState, log: Log | None) -> None:
    """7.12.B, R-41: the lines are destroyed at once."""
    _mark_lines(state, state.charts.ship.water_lines, log)


def _mark_lines(state: PicketState, hits: int, log: Log | None) -> None:
    if lines_destroyed(state):
        return
    state.water_lines = hits
    if log:
        if lines_destroyed(state):
            log.add("lines destroyed", "P-7.12.B-1", places=[LINES_PLACE])
        else:
            log.add("lines hit", "P-7.12.A-1", places=[LINES_PLACE], hits=hits)


def deck_fire(state: PicketState, section: SectionId, log: Log | None) -> None:
    """7.3.Y: one more fire marker on a section's track, if it still has a space (R-42)."""
    if state.deck_fires[section] < state.charts.options.deckfire_len:
        state.deck_fires[section] += 1
    if log:
        log.add(
            "deck fire",
            "P-7.3.Y-1",
            places=[SECTION_PLACES[section]],
            section=SECTIONS[section],
            markers=state.deck_fires[section],
        )


def lose_sfs(state: PicketState, log: Log | None) -> None:
    """5.2.G: a support ship is lost; a chit may replace it at the start of the next turn."""
    if not state.sfs:
        if log:
            log.add("no support to lose", "P-5.2.G-1")
        return
    state.sfs -= 1
    state.sfs_lost += 1
    if log:
        log.add("support lost", "P-5.2.G-1", left=state.sfs)


def lose_fdt(state: PicketState, log: Log | None) -> None:
    """5.1.C: the fighter direction team is killed; only a new station or ship brings another."""
    if log:
        log.add("team killed" if state.fdt else "no team to kill", "P-5.1.C-1")
    state.fdt = False


def lose_land_radar(state: PicketState, log: Log | None) -> None:
    """R-29: the land radar station activated last is off for the rest of the game."""
    if not state.land_radar:
        if log:
            log.add("no land radar to lose", "P-5.3.E-1")
        return
    station = state.land_radar.pop()
    state.land_radar_lost |= 1 << station
    if log:
        log.add("land radar lost", "P-5.3.E-1", level=len(state.land_radar))
