"""The hull, and the rolls that keep the ship afloat (7.3.Q-R, Tables 14 and 16)."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Modifier, Roll
from flankspeed.games.picket.data.ids import DCO
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import PicketState, ShipLost

_NATURAL_TWO: Final = (2,)


def lose_hull(state: PicketState, points: int, why: str, dice: Dice, log: Log | None) -> None:
    """Hull points are lost; with hull_zero=both, Table 14 is rolled as soon as none is left."""
    before = state.hull
    lose(state, "hull", points, why, log)
    if before and not state.hull and state.charts.options.hull_zero == "both":
        hull_holds(state, dice, log)


def en_route(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.3.Q-R: a ship that leaves with hull or manoeuvre at 0 may sink on the way (R-33, R-34)."""
    if state.hull == 0 and state.charts.options.hull_zero == "t14":
        hull_holds(state, dice, log)
    elif state.hull == 0:
        stay_afloat(state, "P-7.3.Q-2", "the hull is at 0", dice, log)
    elif state.manoeuvre == 0:
        stay_afloat(state, "P-7.3.R-1", "manoeuvre is at 0", dice, log)


def _officer(dco: int) -> list[Modifier]:
    return [Modifier("DCO", dco)] if dco else []


@cache
def afloat_roll(dco: int) -> Roll[str]:
    """Table 16: 2d6 and the damage control officer; a natural 2 stays 2."""
    chart = roll_charts().ship_sunk
    return Roll.on(chart, "Table 16", modifiers=_officer(dco), natural=_NATURAL_TWO)


def stay_afloat(state: PicketState, rule: str, why: str, dice: Dice, log: Log | None) -> None:
    """Table 16: the ship sinks, or not."""
    reading = afloat_roll(value(state, DCO)).throw(dice, "ship sunk, Table 16")
    sinks = reading.result == "sinks"
    if log:
        log.add(
            "afloat roll",
            rule,
            readings=[reading],
            why=why,
            roll=reading.total,
            outcome="the ship sinks" if sinks else "the ship stays afloat",
        )
    if sinks:
        raise ShipLost(why)


@cache
def _table_14(dco: int) -> Roll[str]:
    return Roll.on(roll_charts().hull_integrity, "Table 14", modifiers=_officer(dco))


def hull_holds(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Table 14: 2d6 and the damage control officer, where hull_zero asks for it (R-33)."""
    reading = _table_14(value(state, DCO)).throw(dice, "hull integrity, Table 14")
    sinks = reading.result == "sinks"
    if log:
        log.add(
            "hull roll",
            "P-7.3.Q-2",
            readings=[reading],
            roll=reading.total,
            outcome="the ship sinks" if sinks else "the hull holds",
        )
    if sinks:
        raise ShipLost("the hull is at 0")
