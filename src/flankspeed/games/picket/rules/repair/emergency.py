"""Emergency repairs (7.7.L to O): the declaration, and the ways they end."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Roll
from flankspeed.engine.decision import WHOM, Place
from flankspeed.games.picket.data.ids import CAPTAIN
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.rules.damage.condition import half_damaged
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.places import OFFICER_PLACES
from flankspeed.games.picket.state import PicketState, PicketStep

_CAPTAIN: Final = OFFICER_PLACES[CAPTAIN]


class Abandon(Choice):
    """Give the ship up."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship."""
        return (Place("track:ship", WHOM),)


DECLARE: Final = Choice("declare", "declare emergency repairs", _CAPTAIN)
CARRY_ON: Final = Choice("carry on", "no emergency repairs")
ABANDON: Final = Abandon("abandon ship", "abandon ship: she is lost")
GO_ON: Final = Choice("go on", "go on as usual")
CALL_OFF: Final = Choice("call off", "call the emergency repairs off: the guns may fire again")
KEEP_ON: Final = Choice("keep on", "keep the emergency repairs on: no gun may fire")

DECLARATION: Final = Decision(
    "usn", "Half of the compartments are damaged: declare emergency repairs?", (CARRY_ON, DECLARE)
)
FAILED: Final = Decision("usn", "The declaration has failed", (GO_ON, ABANDON))
IN_FORCE: Final = Decision("usn", "Emergency repairs are in force", (KEEP_ON, CALL_OFF))


@cache
def _table_17(column: int) -> Roll[bool]:
    return roll_charts().emergency.roll("Table 17", column)


def declaration_roll(captain: int) -> Roll[bool]:
    """7.7.L: Table 17 in the column of the Captain's value."""
    return _table_17(value_column(captain))


def declare(state: PicketState, dice: Dice, log: Log | None) -> bool:
    """7.7.L, Table 17: one roll in the column of the Captain's value (0 if he is dead, R-97)."""
    captain = value(state, CAPTAIN)
    reading = declaration_roll(captain).throw(dice, "emergency repairs, Table 17")
    declared = state.emergency = reading.result
    state.emergency_waves = 0
    if log:
        log.add(
            "emergency declared" if declared else "emergency refused",
            "P-7.7.L-1",
            readings=[reading.told(modifiers=[Modifier("Captain", captain)])],
            places=[_CAPTAIN],
        )
    return declared


def emergency_decision(state: PicketState) -> Decision | None:
    """D-30: declare emergency repairs where half is damaged, or call them off."""
    if state.emergency:
        return IN_FORCE if may_call_off(state) else None
    return DECLARATION if half_damaged(state) else None


def may_call_off(state: PicketState) -> bool:
    """7.7.O, R-98: at any time once a wave has been fought out since the declaration."""
    return state.emergency and state.emergency_waves > 0


def call_off(state: PicketState, log: Log | None) -> None:
    """7.7.O: the guns fire again, and the +2 is gone."""
    state.emergency = False
    if log:
        log.add("emergency called off", "P-7.7.O-1", places=[_CAPTAIN])


def end_below_half(state: PicketState, log: Log | None) -> None:
    """7.7.O, R-98: a repair that leaves less than half of her damaged ends the emergency."""
    if state.emergency and not half_damaged(state):
        state.emergency = False
        if log:
            log.add("emergency over", "P-7.7.O-1", places=[_CAPTAIN])


@mypyc_attr(allow_interpreted_subclasses=True)
class CallingOff(PicketStep):
    """7.7.O: they can also be called off before a wave, or a special attack, is fired at."""

    __slots__ = ()

    def copy(self) -> CallingOff:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Ask while they are in force."""
        if may_call_off(state):
            return IN_FORCE
        state.agenda.pop()
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Keep on, or call off."""
        state.agenda.pop()
        if choice == CALL_OFF:
            call_off(state, log)
