"""The emergency manoeuvre, between the defence and the hits of a wave (6.10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Roll
from flankspeed.games.picket.data.ids import CAPTAIN, ENGINEER, PEOPLE
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.rules.damage.condition import em_barred
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.plane import COMING, FLAMED
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import PicketState, PicketStep

MANOEUVRE: Final = Choice("manoeuvre", "try an emergency manoeuvre (1 fuel)", "track:manoeuvre")
STEADY: Final = Choice("steady", "hold the course", "track:manoeuvre")
_DECISION: Final = Decision("usn", "Try an emergency manoeuvre?", (MANOEUVRE, STEADY))
_BOTH_DEAD: Final = -2


@mypyc_attr(allow_interpreted_subclasses=True)
class EmergencyManoeuvre(PicketStep):
    """6.10: the player may try it once a phase, before any plane of the wave dives (D-28)."""

    __slots__ = ()

    def copy(self) -> EmergencyManoeuvre:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Ask where it may be tried."""
        if may_manoeuvre(state):
            return _DECISION
        state.agenda.pop()
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """6.10.B to F: the attempt costs its fuel, whatever comes of it."""
        state.agenda.pop()
        if choice == MANOEUVRE:
            state.em_tried = True
            lose(state, "fuel", roll_charts().figures.manoeuvre_fuel, "emergency manoeuvre", log)
            _attempt(state, dice, log)


def may_manoeuvre(state: PicketState) -> bool:
    """6.10.A to C, R-49: once a phase, if nothing bars it and an attack is still to come."""
    charts = state.charts
    if not charts.advanced or state.em_tried or not charts.card.manoeuvre:
        return False
    if charts.options.em_timing == "first_wave" and state.wave > 1:
        return False
    return _attack_to_come(state) and not em_barred(state)


def _attack_to_come(state: PicketState) -> bool:
    """Whether a plane will dive on the ship, in this wave or a later one."""
    if state.waves:
        return True
    for plane in (*state.planes, *state.specials):
        if plane.fate == COMING or plane.fate == FLAMED:
            return True
    return False


def manoeuvre_modifiers(state: PicketState) -> list[Modifier]:
    """6.10.D: what makes the column: Captain and Engineer, those alive; both dead: -2."""
    if not state.alive >> CAPTAIN & 1 and not state.alive >> ENGINEER & 1:
        return [Modifier("Captain and Engineer dead", _BOTH_DEAD)]
    return [
        Modifier(PEOPLE[who], value(state, who))
        for who in (CAPTAIN, ENGINEER)
        if state.alive >> who & 1
    ]


@cache
def _table_19(column: int) -> Roll[bool]:
    return roll_charts().manoeuvre.roll("emergency manoeuvre", column)


def manoeuvre_roll(modifiers: Sequence[Modifier]) -> Roll[bool]:
    """6.10.D: Table 19 in the column of these modifiers."""
    return _table_19(value_column(sum([modifier.value for modifier in modifiers])))


def _attempt(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.10.D and E: 2d6 on Table 19; success counts against all attacks left in the phase."""
    modifiers = manoeuvre_modifiers(state)
    reading = manoeuvre_roll(modifiers).throw(dice)
    state.em_success = reading.result
    if log:
        log.add(
            "manoeuvre succeeds" if state.em_success else "manoeuvre fails",
            "P-6.10.E-1" if state.em_success else "P-6.10.D-1",
            readings=[reading.told(modifiers=modifiers)],
            places=["track:manoeuvre"],
            column=sum(modifier.value for modifier in modifiers),
        )
