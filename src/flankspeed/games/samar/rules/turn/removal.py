"""3.3 Removal: dice that take smoke, fire and panic markers off, and send hulks down."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final

from flankspeed.engine import Count, Dice, Log, Reading, Roll
from flankspeed.games.samar.data.figures import figure
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import HULK, SUNK, ShipNumber
from flankspeed.games.samar.state import SamarState

_SMOKE: Final = figure("removal", "smoke")
_FIRE: Final = figure("removal", "fire")
# S-4.7-remove-1: by navy; the IJN throws worse than the USN.
_CALMED: Final = (
    Roll.at_most(figure("removal", "panic_ijn"), "panic"),
    Roll.at_most(figure("removal", "panic_usn"), "panic"),
)
_SINKING: Final = Roll.at_most(figure("removal", "hulk"), "hulk")


@cache
def _fire_throw(fires: int) -> Count:
    """S-6.3-fire-2: how many fire markers go."""
    return Count.at_most("fires", fires, _FIRE)


@cache
def _smoke_throw(markers: int) -> Count:
    """S-4.5-remove-1: how many smoke markers go."""
    return Count.at_most("smoke markers, hex by hex", markers, _SMOKE)


def remove_fires(state: SamarState, dice: Dice, log: Log | None) -> None:
    """6.3 (A-21): a die for each fire marker as the movement phase begins."""
    for ship, fires in enumerate(state.fires):
        if fires:
            why = f"fires on {state.charts.ships[ship].name}"
            reading = _fire_throw(fires).throw(dice, why)
            left = fires - reading.result
            state.fires[ship] = left
            if log:
                _report(state, ship, reading, "S-6.3-fire-2", "fires fought", log, left=left)


def remove_smoke_and_panic(state: SamarState, dice: Dice, log: Log | None) -> None:
    """3.3 phase 3 (A-21): a die for each smoke marker, then one for each panic marker."""
    if state.smoke:
        _remove_smoke(state, dice, log)
    for ship, panic in enumerate(state.panic):
        if panic:
            _calm(state, ship, dice, log)


def _remove_smoke(state: SamarState, dice: Dice, log: Log | None) -> None:
    """S-4.5-remove-1: all markers together, in the order of their hexes."""
    markers = [hex_ for hex_ in sorted(state.smoke) for _ in range(state.smoke[hex_])]
    roll = _smoke_throw(len(markers))
    reading = roll.throw(dice)
    thrown, gone = zip(markers, reading.dice, strict=True), roll.faces
    smoke = dict(Counter([hex_ for hex_, die in thrown if die not in gone]))
    if log:
        log.add(
            "smoke lifts",
            "S-4.5-remove-1",
            readings=[reading],
            places=[f"hex:{hex_name(hex_)}" for hex_ in sorted(state.smoke)],
            markers=len(markers),
            left=sum(smoke.values()),
            hexes=" ".join(hex_name(hex_) for hex_ in smoke) or "nowhere",
        )
    state.smoke = smoke


def _calm(state: SamarState, ship: ShipNumber, dice: Dice, log: Log | None) -> None:
    """4.7: a die for a panicked ship."""
    why = f"panic on {state.charts.ships[ship].name}"
    reading = _CALMED[state.charts.navy[ship]].throw(dice, why)
    calm = reading.result
    if calm:
        state.panic[ship] = 0
    if log:
        kind = "panic ends" if calm else "panic lasts"
        _report(state, ship, reading.told(why), "S-4.7-remove-1", kind, log)


def roll_for_hulks(state: SamarState, dice: Dice, log: Log | None) -> None:
    """6.4 (A-10): a die for each hulk as a combat phase begins; what sinks still counts."""
    for ship, condition in enumerate(state.condition):
        if condition == HULK and state.where[ship] > 0:
            why = f"hulk of {state.charts.ships[ship].name}"
            reading = _SINKING.throw(dice, why)
            gone = reading.result
            if log:
                kind = "hulk sinks" if gone else "hulk floats"
                _report(state, ship, reading.told(why), "S-6.4-hulk-1", kind, log)
            if gone:
                state.where[ship] = SUNK


def _report(
    state: SamarState,
    ship: ShipNumber,
    reading: Reading[Any],
    rule: str,
    kind: str,
    log: Log,
    left: int = 0,
) -> None:
    charts = state.charts
    name = charts.ships[ship].name
    log.add(kind, rule, readings=[reading], places=[charts.places[ship]], ship=name, left=left)
