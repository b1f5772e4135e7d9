"""What no play can bring about: checked by the fuzzer after every choice."""

from __future__ import annotations

from flankspeed.games.samar.data.map import LAND
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_SPENT,
    BATTLE,
    DIW,
    EVASIVE,
    FIT,
    FLANK,
    HULK,
    SEATS,
    SUNK,
    ShipNumber,
)
from flankspeed.games.samar.state import SamarState


def faults(state: SamarState) -> list[str]:
    """Everything that is wrong with a state; nothing, we hope."""
    found = []
    for ship in range(len(state.charts.ships)):
        found += [f"{state.charts.ids[ship]} {fault}" for fault in _ship_faults(state, ship)]
    found += _air_faults(state)
    found += [f"{n} smoke markers in one hex" for n in state.smoke.values() if n < 1]
    found += ["smoke off the map" for hex_ in state.smoke if not state.charts.terrain[hex_]]
    if state.exited and not state.cleared:
        found.append("armor left by the south before the map was clear")
    if not 1 <= state.turn <= len(state.charts.turns):
        found.append(f"there is no turn {state.turn}")
    return found


def _ship_faults(state: SamarState, ship: ShipNumber) -> list[str]:
    charts = state.charts
    where, condition, face = state.where[ship], state.condition[ship], state.face[ship]
    found = []
    if where > 0 and charts.terrain[where] in (0, LAND):
        found.append("is not on the sea")
    if where < ABSENT or where == 0:
        found.append(f"is nowhere ({where})")
    if face >> 1 != ship:
        found.append("shows another ship's counter")
    if not 0 <= state.hits[ship] <= charts.armor[face]:
        found.append(f"floats with {state.hits[ship]} hits")
    if not 0 <= state.facing[ship] < 6 or not BATTLE <= state.speed[ship] <= EVASIVE:
        found.append("has no such facing or speed")
    if not FIT <= condition <= HULK or (condition == HULK and where <= 0 and where != SUNK):
        found.append("is a hulk off the map")
    if condition != FIT and state.speed[ship] != BATTLE:
        found.append("has a speed marker with damaged engines")
    if state.speed[ship] == FLANK and charts.ships[ship].no_flank:
        found.append("is at flank speed")
    marked = state.hits[ship] or state.fires[ship] or state.panic[ship]
    if condition == HULK and marked:
        found.append("is a hulk with markers")
    if state.panic[ship] > 1 or min(state.fires[ship], state.panic[ship], state.launched[ship]) < 0:
        found.append("has an impossible count of markers")
    if condition == DIW and state.moved[ship] and len(state.trails[ship]) < 1:
        found.append("moved without engines")
    return found


def _air_faults(state: SamarState) -> list[str]:
    charts = state.charts
    found = []
    for unit, target in enumerate(state.air):
        squadron = charts.squadrons[charts.units[unit]]
        if target < AIR_SPENT or target >= len(charts.ships):
            found.append(f"air unit {unit} is nowhere ({target})")
        elif target >= 0 and SEATS[charts.navy[target]] == squadron.navy:
            found.append(f"{squadron.name} strikes its own side")
    return found
