"""The end of a phase, in the order of R-60: fires, spreading, hull, who leaves, relief."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Roll
from flankspeed.games.picket.data.roll_charts import hull_loss_column, roll_charts
from flankspeed.games.picket.rules.damage.condition import armament_half
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.rules.repair.damage_control import (
    final_fire_round,
    lock_crews,
    spread_damage,
)
from flankspeed.games.picket.rules.station.withdrawal import (
    ARMAMENT,
    FLOODING,
    LEAVE,
    check_leaving,
    leave,
    stay_or_leave,
)
from flankspeed.games.picket.state import PicketState, PicketStep

_DAMAGE: Final = 0
_ARMAMENT: Final = 1
_FLOODING: Final = 2
_RELIEF: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class EndOfPhase(PicketStep):
    """R-60: what a phase ends with."""

    __slots__ = ("stage",)

    def __init__(self) -> None:
        self.stage = _DAMAGE

    def copy(self) -> EndOfPhase:
        twin = EndOfPhase()
        twin.stage = self.stage
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Settle the damage, then ask whether the ship stays where it may go."""
        if self.stage == _DAMAGE:
            self.stage = _ARMAMENT
            _settle_damage(state, dice, log)
        if self.stage == _ARMAMENT:
            if not state.leaving and armament_half(state):
                return stay_or_leave("Half of the armament is out of action: stay, or leave?")
            self.stage = _FLOODING
        if self.stage == _FLOODING:
            if not state.leaving and state.sunk_roll and state.flood == 0:
                return stay_or_leave("The flood marker is on Ship Sunk: stay, or leave?")
            self.stage = _RELIEF
        relief(state, dice, log)
        lock_crews(state)
        state.agenda.pop()
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """D-40 (9.0.G-2) and D-42 (7.4.M): stay or leave."""
        if self.stage == _ARMAMENT:
            self.stage = _FLOODING
            if choice == LEAVE:
                leave(state, ARMAMENT, "P-9.0.G-2", "half of the armament is out of action", log)
        else:
            self.stage = _RELIEF
            if choice == LEAVE:
                leave(state, FLOODING, "P-7.4.M-1", "the ship has taken too much water", log)


def _settle_damage(state: PicketState, dice: Dice, log: Log | None) -> None:
    final_fire_round(state, dice, log)
    spread_damage(state, dice, log)
    if state.plane_hits and (state.charts.advanced or _basic_hull_check(state)):
        _hull_check(state, dice, log)
    check_leaving(state, log)


def _basic_hull_check(state: PicketState) -> bool:
    return state.charts.options.basic_hull_check == "on"


@cache
def _table_14_1(column: int) -> Roll[int]:
    return Roll.on(roll_charts().hull_loss, "Table 14-1", column=column)


def _hull_check(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.3.Q: Table 14-1, by the number of planes that struck this phase (R-70)."""
    roll = _table_14_1(hull_loss_column(state.plane_hits))
    reading = roll.throw(dice, "hull loss, Table 14-1")
    points = reading.result
    if log:
        log.add(
            "hull check",
            "P-7.3.Q-1",
            readings=[reading],
            places=["track:hull"],
            planes=state.plane_hits,
            points=points,
        )
    if points:
        lose_hull(state, points, "planes struck the ship", dice, log)


@cache
def _relief(least: int) -> Roll[bool]:
    return Roll("relief", lambda die: die >= least)


def relief(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Scenario 7: from the second phase on a d6 may bring relief before the two turns are over."""
    rolls = state.charts.card.relief
    needed = rolls[state.phases_played] if state.phases_played < len(rolls) else 0
    if not needed or state.leaving:
        return
    reading = _relief(needed).throw(dice)
    state.relieved = reading.result
    if log:
        kind = "relieved" if state.relieved else "not relieved"
        log.add(kind, "P-12.A-1", readings=[reading], needed=needed, ship=state.ship)
