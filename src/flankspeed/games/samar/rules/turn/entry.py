"""3.1, 3.2 Arrivals: what joins the cups, what is drawn from them, and the special attacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flankspeed.engine import Dice, Log, Roll, Throw
from flankspeed.games.samar.data.figures import figure
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    CUP,
    IJN,
    LATER,
    SEATS,
    USN,
    WAITING,
    Navy,
)
from flankspeed.games.samar.state import SamarState

_DIVISOR: Final = figure("entry", "bombardment_divisor")
_DRAWN: Final = "which ship enters"
_UNIT: Final = "which air unit"
# 3.1, 3.2: how many ships and air units are drawn, and whether there is a special attack.
_CENTER: Final[Roll[int]] = Roll("ships entering", lambda total: total)
_BOMBARDMENT: Final[Roll[int]] = Roll(
    "ships entering", lambda total: total // _DIVISOR.value, reads=[_DIVISOR.used]
)
_AIR: Final[Roll[int]] = Roll("air units drawn", lambda total: total)
_SPECIAL: Final = Roll.at_most(figure("entry", "special_at_most"), "special attack")


def start_of_turn(state: SamarState, dice: Dice, log: Log | None) -> None:
    """5.2: the battleships join the cup (0700); a die for a special attack (0736 on)."""
    track = state.charts.track
    if state.turn >= track.battleships and LATER in state.where:
        _join_cup(state, log)
    state.special = 0
    if state.turn >= track.special and units_in(state, IJN, AIR_CUP):
        reading = _SPECIAL.throw(dice)
        state.special = int(reading.result)
        if log:
            kind = "special attack" if state.special else "no special attack"
            log.add(kind, "S-3.2-special-1", readings=[reading], places=["air:SA"])


def _join_cup(state: SamarState, log: Log | None) -> None:
    """S-3.2-center-3."""
    charts, where = state.charts, state.where
    joining = [ship for ship, place in enumerate(where) if place == LATER]
    for ship in joining:
        where[ship] = CUP
    if log:
        names = ", ".join(charts.ships[ship].name for ship in joining)
        log.add("join the cup", "S-3.2-center-3", ships=names)


def units_in(state: SamarState, navy: Navy, place: int) -> list[int]:
    """The air units of a navy in its cup or box, by number."""
    charts, seat = state.charts, SEATS[navy]
    return [
        unit
        for unit, where in enumerate(state.air)
        if where == place and charts.squadrons[charts.units[unit]].navy == seat
    ]


def enter_rolls(state: SamarState, navy: Navy, dice: Dice, log: Log | None) -> None:
    """3.3: each side throws for its new ships and planes as its own move begins."""
    track, turn = state.charts.track, state.turn
    if navy == IJN:
        if turn >= track.center:
            _draw_ships(state, IJN, _CENTER, "S-3.2-center-1", dice, log)
        return
    if turn >= track.air:
        _draw_air_units(state, dice, log)
    if turn >= track.bombardment:
        _draw_ships(state, USN, _BOMBARDMENT, "S-3.1-bombard-1", dice, log)


def _draw_ships(
    state: SamarState, navy: Navy, roll: Roll[int], rule: str, dice: Dice, log: Log | None
) -> None:
    """3.1, 3.2: the die, or the half of it, is the number of ships drawn; the rest if fewer."""
    charts, where = state.charts, state.where
    cup = [ship for ship in charts.navies[navy] if where[ship] == CUP]
    if not cup:
        return
    reading = roll.throw(dice)
    drawn = dice.draw(cup, min(reading.result, len(cup)), _DRAWN)
    for ship in drawn:
        where[ship] = WAITING
    if log:
        log.add(
            "ships drawn" if drawn else "no ships drawn",
            rule,
            readings=[reading],
            throws=_draws(cup, drawn, _DRAWN),
            places=[charts.places[ship] for ship in drawn],
            die=reading.total,
            side=SEATS[navy].upper(),
            ships=", ".join(charts.ships[ship].name for ship in drawn),
            left=len(cup) - len(drawn),
        )


def _draw_air_units(state: SamarState, dice: Dice, log: Log | None) -> None:
    """S-3.1-air-1: the die is the number of units drawn into the box."""
    charts = state.charts
    cup = units_in(state, USN, AIR_CUP)
    if not cup:
        return
    reading = _AIR.throw(dice)
    drawn = dice.draw(cup, min(reading.result, len(cup)), _UNIT)
    for unit in drawn:
        state.air[unit] = AIR_BOX
    if log:
        kinds = [charts.squadrons[charts.units[unit]] for unit in drawn]
        log.add(
            "air units drawn",
            "S-3.1-air-1",
            readings=[reading],
            throws=_draws(cup, drawn, _UNIT),
            places=[f"air:{kind.kind}" for kind in kinds],
            die=reading.total,
            units=", ".join(kind.name for kind in kinds),
            left=len(cup) - len(drawn),
        )


def _draws(cup: Sequence[int], drawn: Sequence[int], why: str) -> list[Throw]:
    """The dice that `draw` threw: which of the counters left in the cup each time."""
    rest = list(cup)
    throws = []
    for counter in drawn:
        throws.append(Throw(len(rest), (rest.index(counter) + 1,), why))
        rest.remove(counter)
    return throws
