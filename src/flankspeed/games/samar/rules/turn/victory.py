"""3.4 Victory: the map cleared, armor gone south, and the points of those who fell short."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Log, Result
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import (
    CUP,
    HULK,
    IJN,
    LATER,
    SEATS,
    USN,
    WAITING,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.state import SamarState

_TO_ENTER: Final = (LATER, CUP, WAITING)


def check_cleared(state: SamarState, log: Log | None) -> None:
    """S-3.4-clear-1: at the end of a combat phase no USN ship is on the map; for good (A-14)."""
    if state.cleared or in_the_way(state):
        return
    state.cleared = True
    state.cleared_turn = state.turn
    if log:
        log.add("cleared", "S-3.4-clear-1", time=state.charts.turns[state.turn - 1].time)


def in_the_way(state: SamarState) -> list[ShipNumber]:
    """A-14: the USN ships afloat on the map; with clear_test=taffy3 only that group counts."""
    charts = state.charts
    taffy3_only = charts.options.clear_test == "taffy3"
    ships = charts.groups["taffy3"] if taffy3_only else charts.navies[USN]
    where, condition = state.where, state.condition
    return [ship for ship in ships if where[ship] > 0 and condition[ship] != HULK]


def check_early_end(state: SamarState, log: Log | None) -> None:
    """A-16: stop once a major victory is certain."""
    if not state.charts.options.early_end:
        return
    if state.exited >= FIGURES.victory.ijn_major:
        _end(state, IJN, "major", "S-3.4-ijn-major-1", log)
    elif state.exited + armor_to_come(state) <= FIGURES.victory.usn_major:
        _end(state, USN, "major", "S-3.4-usn-major-1", log)


def armor_to_come(state: SamarState) -> int:
    """The armor of all IJN heavies that could still leave by the south."""
    charts, where, condition = state.charts, state.where, state.condition
    return sum(
        charts.armor[state.face[ship]]
        for ship in charts.navies[IJN]
        if charts.heavy[ship]
        and (where[ship] in _TO_ENTER or (where[ship] > 0 and condition[ship] != HULK))
    )


def armor_lost(state: SamarState, navy: Navy) -> int:
    """S-3.4-points-1: the starting armor of a side's ships sunk or hulked."""
    armor, lost = state.charts.armor, state.lost
    return sum([armor[2 * ship] for ship in state.charts.navies[navy] if lost(ship)])


def judge(state: SamarState, log: Log | None) -> None:
    """3.4: the end of the last turn."""
    if state.exited >= FIGURES.victory.ijn_major:
        _end(state, IJN, "major", "S-3.4-ijn-major-1", log)
    elif state.exited <= FIGURES.victory.usn_major:
        _end(state, USN, "major", "S-3.4-usn-major-1", log)
    else:
        ijn, usn = armor_lost(state, IJN), armor_lost(state, USN)
        winner = IJN if ijn < usn else USN if usn < ijn else None
        _end(state, winner, "minor", "S-3.4-points-1", log)


def _end(state: SamarState, winner: Navy | None, level: str, rule: str, log: Log | None) -> None:
    seat = None if winner is None else SEATS[winner]
    outcome = f"{seat.upper()} {level} victory" if seat else "draw"
    state.result = Result(seat, outcome)
    state.agenda.clear()
    if log:
        log.add(
            "result",
            rule,
            outcome=outcome,
            exited=state.exited,
            ijn=armor_lost(state, IJN),
            usn=armor_lost(state, USN),
        )
