"""Leaving the station: why a ship goes, and whether it may stay (9.0.F-G, 7.4.M, 7.12.D)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Choice, Decision, Log
from flankspeed.games.picket.rules.damage.condition import must_withdraw
from flankspeed.games.picket.state import PicketState

STAY: Final = Choice("stay", "stay on station", "track:station")
LEAVE: Final = Choice("leave", "leave for the anchorage", "track:station")

# Why a ship leaves. The first two are withdrawals by 9.0.G, which lose a scenario.
DAMAGE: Final = "damage"
ARMAMENT: Final = "armament"
FUEL: Final = "fuel"
AMMO: Final = "ammo"
WATER_LINES: Final = "water lines"
FLOODING: Final = "flooding"
TYPHOON: Final = "typhoon"
BY_9G: Final = (DAMAGE, ARMAMENT)


def check_withdrawal(state: PicketState, log: Log | None) -> None:
    """9.0.G-1: at any time when a condition is met; what is repaired later changes nothing."""
    if state.leaving != DAMAGE:
        why = must_withdraw(state)
        if why:
            leave(state, DAMAGE, "P-9.0.G-1", why, log)


def check_leaving(state: PicketState, log: Log | None) -> None:
    """9.0.F-G, 8.2.D, 8.3.B: whether damage, fuel or ammunition send the ship to the anchorage."""
    check_withdrawal(state, log)
    if state.leaving == DAMAGE:
        return
    if state.fuel == 0:
        leave(state, FUEL, "P-1.2.1-4", "there is no fuel left", log)
    elif state.ammo == 0:
        leave(state, AMMO, "P-1.2.1-1", "there is no ammunition left", log)


def leave(state: PicketState, cause: str, rule: str, why: str, log: Log | None) -> None:
    """The ship will go at the end of the phase (9.0.G-3)."""
    state.leaving = cause
    if log:
        log.add("leaves station", rule, ship=state.ship, why=why)


def stay_or_leave(prompt: str) -> Decision:
    """D-40, D-41, D-42: the captain may stay."""
    return Decision("usn", prompt, (STAY, LEAVE))
