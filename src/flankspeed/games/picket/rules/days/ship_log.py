"""What a ship's log counts (1.5): planes shot down and hits taken, ship after ship."""

from __future__ import annotations

from flankspeed.games.picket.data.ids import BEARINGS, SECTIONS
from flankspeed.games.picket.state import PicketState, ShipLog


def log_of(state: PicketState) -> ShipLog:
    """The log of the ship in play."""
    return ShipLog(
        state.ship,
        tuple(state.kills),
        dict(state.kills_by_kind),
        tuple(state.hits_by_bearing),
        tuple(state.crashes),
    )


def all_logs(state: PicketState) -> tuple[ShipLog, ...]:
    """The logs of all ships of the game, the one in play last."""
    return (*state.earlier, log_of(state))


def begin_log(state: PicketState) -> None:
    """9.0.E: a new ship: the old log is put away, and everything counts from 0, aces too (11.2)."""
    state.earlier = all_logs(state)
    state.kills = [0] * len(state.charts.mounts)
    state.ace_lost = 0
    state.kills_by_kind = {}
    state.hits_by_bearing = [0] * len(BEARINGS)
    state.crashes = [0] * len(SECTIONS)
