"""3.3 Removal: dice that take smoke, fire and panic markers off, and send hulks down."""

from __future__ import annotations

from flankspeed.engine import Dice, Log, Throw
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import HULK, IJN, SUNK
from flankspeed.games.samar.state import SamarState

_REMOVAL = FIGURES.removal
_SMOKE = "smoke markers, hex by hex"


def remove_fires(state: SamarState, dice: Dice, log: Log | None) -> None:
    """6.3 (A-21): a die for each fire marker as the movement phase begins."""
    for ship, fires in enumerate(state.fires):
        if fires:
            why = f"fires on {state.charts.ships[ship].name}"
            thrown = dice.throw(fires, why)
            left = sum(die > _REMOVAL.fire for die in thrown)
            state.fires[ship] = left
            if log:
                throws = [Throw(6, tuple(thrown), why)]
                _report(state, ship, throws, "S-6.3-fire-2", "fires fought", log, left=left)


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
    thrown = dice.throw(len(markers), _SMOKE)
    smoke: dict[int, int] = {}
    for hex_, die in zip(markers, thrown, strict=True):
        if die > _REMOVAL.smoke:
            smoke[hex_] = smoke.get(hex_, 0) + 1
    if log:
        log.add(
            "smoke lifts",
            "S-4.5-remove-1",
            throws=[Throw(6, tuple(thrown), _SMOKE)],
            places=[f"hex:{hex_name(hex_)}" for hex_ in sorted(state.smoke)],
            markers=len(markers),
            left=sum(smoke.values()),
            hexes=" ".join(hex_name(hex_) for hex_ in smoke) or "nowhere",
        )
    state.smoke = smoke


def _calm(state: SamarState, ship: int, dice: Dice, log: Log | None) -> None:
    """S-4.7-remove-1: the IJN throws worse than the USN."""
    ijn = state.charts.navy[ship] == IJN
    why = f"panic on {state.charts.ships[ship].name}"
    die = dice.d6(why)
    calm = die <= (_REMOVAL.panic_ijn if ijn else _REMOVAL.panic_usn)
    if calm:
        state.panic[ship] = 0
    if log:
        kind = "panic ends" if calm else "panic lasts"
        _report(state, ship, [Throw(6, (die,), why)], "S-4.7-remove-1", kind, log)


def roll_for_hulks(state: SamarState, dice: Dice, log: Log | None) -> None:
    """6.4 (A-10): a die for each hulk as a combat phase begins; what sinks still counts."""
    for ship, condition in enumerate(state.condition):
        if condition == HULK and state.where[ship] > 0:
            why = f"hulk of {state.charts.ships[ship].name}"
            die = dice.d6(why)
            gone = die <= _REMOVAL.hulk
            if log:
                kind = "hulk sinks" if gone else "hulk floats"
                _report(state, ship, [Throw(6, (die,), why)], "S-6.4-hulk-1", kind, log)
            if gone:
                state.where[ship] = SUNK


def _report(
    state: SamarState,
    ship: int,
    throws: list[Throw],
    rule: str,
    kind: str,
    log: Log,
    left: int = 0,
) -> None:
    charts = state.charts
    name = charts.ships[ship].name
    log.add(kind, rule, throws=throws, places=[charts.places[ship]], ship=name, left=left)
