"""4.1 Speed: which statuses are open to a ship as its move begins, and how far it then moves."""

from __future__ import annotations

from typing import Final

from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import (
    BATTLE,
    CRUISE,
    EVASIVE,
    FIT,
    FLANK,
    SLOWED,
    ShipNumber,
    SpeedStatus,
)
from flankspeed.games.samar.state import SamarState

_SPEED: Final = FIGURES.speed
_AS_IT_IS: Final = (BATTLE,)  # engines damaged: there is nothing to choose

# the statuses that may follow each status.
_ONE_CHANGE: Final = (
    (BATTLE, CRUISE, FLANK, EVASIVE),
    (BATTLE, CRUISE),
    (BATTLE, FLANK),
    (BATTLE, EVASIVE),
)
# one_speed_change=false: also by way of battle speed, where that takes no time.
_TWO_CHANGES: Final = (
    (BATTLE, CRUISE, FLANK, EVASIVE),
    (BATTLE, CRUISE),
    (BATTLE, FLANK, EVASIVE),
    (BATTLE, CRUISE, FLANK, EVASIVE),
)


def _without_flank(table: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(status for status in row if status != FLANK) for row in table)


_TABLES: Final = {
    (True, False): _ONE_CHANGE,
    (False, False): _TWO_CHANGES,
    (True, True): _without_flank(_ONE_CHANGE),
    (False, True): _without_flank(_TWO_CHANGES),
}


def statuses(state: SamarState, ship: ShipNumber) -> tuple[SpeedStatus, ...]:
    """4.1 (A-28): the statuses a ship may have for its move, before land is thought of."""
    if state.condition[ship] != FIT:
        return _AS_IT_IS
    charts = state.charts
    table = _TABLES[charts.options.one_speed_change, charts.ships[ship].no_flank]
    return table[state.speed[ship]]


def maneuver(state: SamarState, ship: ShipNumber) -> int:
    """2.5, 4.1: the hexsides a ship may turn; none if slowed."""
    if state.condition[ship] == FIT:
        return state.charts.maneuver[state.face[ship]]
    return _SPEED.slowed_maneuver


def longest_move(state: SamarState, ship: ShipNumber) -> int:
    """4.1: more than this it cannot move, whatever its status."""
    return max(state.charts.speed[state.face[ship]] + _SPEED.flank, _SPEED.cruise, _SPEED.slowed)


def allowance(state: SamarState, ship: ShipNumber, before: SpeedStatus, status: SpeedStatus) -> int:
    """4.1: the hexes of a move at `status`, by a ship that had the status `before` until now."""
    condition = state.condition[ship]
    if condition != FIT:
        return _SPEED.slowed if condition == SLOWED else 0
    charts, face = state.charts, state.face[ship]
    battle = charts.speed[face]
    if status == CRUISE:
        if before == CRUISE:
            return _SPEED.cruise
        slowing = battle - charts.maneuver[face]
        if charts.options.cruise_floor:
            slowing = min(battle, max(_SPEED.cruise, slowing))
        return max(0, slowing)
    if status == FLANK:
        slow = charts.maneuver[face] <= _SPEED.flank_slow_maneuver
        return battle + (_SPEED.flank_first if slow and before != FLANK else _SPEED.flank)
    if before == CRUISE:
        return min(battle, _SPEED.cruise + charts.maneuver[face])
    return battle
