"""How a battle stands: what is left of both fleets, by what it is worth."""

from __future__ import annotations

from typing import Final

from flankspeed.games.samar.bots.gate import moves_until_shut
from flankspeed.games.samar.bots.worth import POINT, worth_of
from flankspeed.games.samar.data.markers import (
    CUP,
    FIT,
    HULK,
    IJN,
    LATER,
    SEATS,
    USN,
    WAITING,
    ShipNumber,
)
from flankspeed.games.samar.state import SamarState

_WON: Final = 60.0  # points of armor: a battle that is decided
_CREDIT: Final = 2.0  # a point of armor in Leyte Gulf, against one that is still on its way
_LAME: Final = 0.5  # of its worth, for a ship whose engines are damaged
_SHUT_OUT: Final = 0.3  # of its worth, for a ship of Taffy 2 that can hardly enter any more
_COMING: Final = 0.5  # for one of the Bombardment Group, which may come too late


def standing(state: SamarState) -> float:
    """What the IJN has more than the USN, in points of armor."""
    if state.result:
        return _WON * ((state.result.winner == SEATS[IJN]) - (state.result.winner == SEATS[USN]))
    charts = state.charts
    gate = 1.0 if moves_until_shut(state) else _SHUT_OUT
    total = _CREDIT * state.exited * POINT
    for ship in charts.navies[IJN]:
        total += _left(state, ship)
    for ship in charts.navies[USN]:
        share = 1.0
        if state.where[ship] == WAITING:
            share = gate
        elif state.where[ship] == CUP:
            share = _COMING
        total -= share * _left(state, ship)
    return total / POINT


def _left(state: SamarState, ship: ShipNumber) -> float:
    """What a ship is still worth: less with every hit."""
    where, condition = state.where[ship], state.condition[ship]
    if condition == HULK or not (where > 0 or where in (CUP, LATER, WAITING)):
        return 0.0
    armor, face = state.charts.armor, state.face[ship]
    hits = armor[face] + 1 - state.hits[ship] + (0 if face & 1 else armor[face + 1] + 1)
    share = hits / (armor[2 * ship] + armor[2 * ship + 1] + 2)
    worth = worth_of(state, ship, 0.0).sunk * (1 + share) / 2
    return worth if condition == FIT else _LAME * worth
