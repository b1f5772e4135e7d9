"""Maintenance after the night phase (rule 8): morale, ammunition, fuel, radars, flooding."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Roll
from flankspeed.games.picket.data.ids import CAPTAIN, CPO
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.rules.damage.equipment import lines_destroyed
from flankspeed.games.picket.rules.damage.flooding import ship_sunk_space
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.station.withdrawal import (
    FLOODING,
    LEAVE,
    WATER_LINES,
    check_leaving,
    leave,
    stay_or_leave,
)
from flankspeed.games.picket.rules.tracks import lose, move_morale
from flankspeed.games.picket.state import PicketState, PicketStep

_CHECKS: Final = 0
_FLOODING: Final = 1
_LINES: Final = 2
_OVER: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Maintenance(PicketStep):
    """8.1 to 8.4, then the ship may leave because of flooding or lost water lines."""

    __slots__ = ("stage",)

    def __init__(self) -> None:
        self.stage = _CHECKS

    def copy(self) -> Maintenance:
        twin = Maintenance()
        twin.stage = self.stage
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Roll for morale and supplies, then ask D-42 and D-41 where they arise."""
        if self.stage == _CHECKS:
            self.stage = _FLOODING
            _morale(state, dice, log)
            _supplies(state, dice, log)
            check_leaving(state, log)
            if state.charts.advanced:
                ship_sunk_space(state, dice, log)
        elif self.stage == _FLOODING:
            if not state.leaving and state.charts.advanced and state.flood == 0:
                return stay_or_leave("The flood marker is on Ship Sunk: stay, or leave?")
            self.stage = _LINES
        elif self.stage == _LINES:
            if not state.leaving and lines_destroyed(state) and not state.lines_asked:
                return stay_or_leave("The water lines are destroyed: stay, or return to port?")
            self.stage = _OVER
        else:
            state.agenda.pop()
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """D-42 (7.4.N) and D-41 (7.12.D): stay or leave."""
        if self.stage == _FLOODING:
            self.stage = _LINES
            if choice == LEAVE:
                leave(state, FLOODING, "P-7.4.N-1", "the ship has taken too much water", log)
        else:
            self.stage = _OVER
            state.lines_asked = True
            if choice == LEAVE:
                leave(state, WATER_LINES, "P-7.12.D-1", "the water lines are destroyed", log)


@cache
def _table_23(column: int) -> Roll[int]:
    return Roll.on(roll_charts().morale, "Table 23", column=column)


_TABLE_24: Final = Roll.on(roll_charts().supplies, "Table 24")


def _morale(state: PicketState, dice: Dice, log: Log | None) -> None:
    """8.1: Table 23 in the column of Captain and CPO (R-38)."""
    captain, cpo = value(state, CAPTAIN), value(state, CPO)
    column = value_column(captain + cpo)
    if state.charts.options.morale_table == "mirrored":
        column = 4 - column
    reading = _table_23(column).throw(dice, "morale, Table 23")
    if log:
        by = [Modifier("Captain", captain), Modifier("CPO", cpo)]
        told = reading.told(modifiers=by)
        log.add("morale roll", "P-8.1.A-1", readings=[told], places=["track:morale"])
    move_morale(state, reading.result, "Table 23", log)


def _supplies(state: PicketState, dice: Dice, log: Log | None) -> None:
    """8.2, 8.3: Table 24, for ammunition only if guns fired this turn (R-75)."""
    for track, rule in (("ammo", "P-8.2.A-1"), ("fuel", "P-8.3.A-1")):
        if track == "ammo" and not state.guns_fired:
            continue
        reading = _TABLE_24.throw(dice, f"{track} used, Table 24")
        if log:
            log.add("supplies", rule, readings=[reading], places=[f"track:{track}"], track=track)
        lose(state, track, reading.result, "used this turn", log)
