"""Anchorage (rule 9): how long a ship is away, and in what shape she comes back."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.calendar import date_name
from flankspeed.games.picket.data.ids import PEOPLE
from flankspeed.games.picket.data.roll_charts import TO_THE_REAR, roll_charts
from flankspeed.games.picket.rules.damage.condition import damaged_at_all
from flankspeed.games.picket.rules.damage.hull import en_route
from flankspeed.games.picket.rules.damage.people import new_men
from flankspeed.games.picket.rules.days.setup import make_good
from flankspeed.games.picket.rules.station.withdrawal import TYPHOON
from flankspeed.games.picket.state import PicketState

_WEEK: Final = 7
_TABLE_18: Final = Roll.on(roll_charts().anchorage_weeks, "Table 18")
_TABLE_18_1: Final = Roll.on(roll_charts().replenish_days, "Table 18-1")


def go_to_anchorage(state: PicketState, dice: Dice, log: Log | None) -> bool:
    """9.0.A-B: the ship is away; True if she comes back herself.

    The date becomes that of the return (R-82), or the next day for the ship that replaces one
    sent to the rear.
    """
    if state.leaving == TYPHOON:  # these days are lost as those of the typhoon were
        state.turn += state.typhoon_anchorage + 1
    else:
        days = _stay(state, dice, log)
        if days == TO_THE_REAR:
            state.turn += 1
            return False
        state.turn += days_away(state, days)
    come_back(state, dice, log)
    return True


def days_away(state: PicketState, days: int) -> int:
    """R-82: days from leaving to the morning of the return."""
    return days + (state.charts.options.return_day == "day_after")


def _stay(state: PicketState, dice: Dice, log: Log | None) -> int:
    """Table 16 on the way (7.3.Q-R), then Table 18 for a damaged ship, else 18-1: days."""
    en_route(state, dice, log)
    return _repair(state, dice, log) if damaged_at_all(state) else _replenish(dice, log)


def _repair(state: PicketState, dice: Dice, log: Log | None) -> int:
    """Table 18: weeks of repair, or the ship goes to the rear."""
    reading = _TABLE_18.throw(dice, "anchorage repairs, Table 18")
    weeks = reading.result
    if log:
        kind = "to the rear" if weeks == TO_THE_REAR else "repairs"
        log.add(kind, "P-9.0.B-1", readings=[reading], weeks=weeks, ship=state.ship)
    return weeks * _WEEK


def _replenish(dice: Dice, log: Log | None) -> int:
    """Table 18-1: days of replenishment."""
    reading = _TABLE_18_1.throw(dice, "replenishment, Table 18-1")
    if log:
        log.add("replenishment", "P-9.0.A-1", readings=[reading], days=reading.result)
    return reading.result


def come_back(state: PicketState, dice: Dice, log: Log | None) -> None:
    """9.0.C, 9.0.I: the dead are replaced with new chits; damage and tracks are made good."""
    dead = [person for person in range(len(PEOPLE)) if not state.alive >> person & 1]
    new_men(state, dead, "P-9.0.C-1", dice, log)
    state.lost_people = 0
    make_good(state)
    if log:
        log.add("comes back", "P-9.0.I-1", ship=state.ship, date=date_name(state.turn))
