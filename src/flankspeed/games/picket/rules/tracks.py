"""The tracks: ammo, hull, manoeuvre, fuel, flood, from 10 down to 0, and morale."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Log
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_RULES: Final = {
    "ammo": "P-1.2.1-1",
    "hull": "P-1.2.1-2",
    "manoeuvre": "P-1.2.1-3",
    "fuel": "P-1.2.1-4",
    "flood": "P-1.2.1-5",
}
MORALE: Final = ship().morale


def lose(state: PicketState, track: str, points: int, why: str, log: Log | None) -> None:
    """R-11: lower a track; what would go below 0 is dropped."""
    before: int = getattr(state, track)
    now = before - points if before > points else 0
    setattr(state, track, now)
    if log and now != before:
        log.add("track down", _RULES[track], track=track, points=before - now, now=now, why=why)


def gain(state: PicketState, track: str, points: int, why: str, log: Log | None) -> None:
    """R-11: raise a track; what would go above 10 is dropped."""
    before = getattr(state, track)
    now = min(FULL_TRACK, before + points)
    setattr(state, track, now)
    if log and now != before:
        log.add("track up", _RULES[track], track=track, points=now - before, now=now, why=why)


def move_morale(state: PicketState, by: int, why: str, log: Log | None) -> None:
    """8.1.B: morale moves, and stays within -2 and +2."""
    before = state.morale
    state.morale = min(max(before + by, MORALE[0]), MORALE[-1])
    if log:
        log.add("morale", "P-8.1.B-1", by=state.morale - before, now=state.morale, why=why)
