"""3.3 The sequence of play: the phases of a turn, turn after turn."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log, Step
from flankspeed.games.samar.data.markers import COMBAT, IJN, MOVEMENT, REMOVAL, SEATS, TURN
from flankspeed.games.samar.rules.air.placing import place, place_options
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.entry import start_of_turn
from flankspeed.games.samar.rules.turn.movement_phase import MovementPhase
from flankspeed.games.samar.rules.turn.removal import remove_smoke_and_panic, roll_for_hulks
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.rules.turn.victory import check_cleared, check_early_end, judge
from flankspeed.games.samar.state import SamarState

_SET_UP: Final = 0
_TURN: Final = 1
_COMBAT: Final = 2
_AFTER_COMBAT: Final = 3
_REMOVAL: Final = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Battle(Step[SamarState]):
    """The whole game: set-up, then turns of four phases until victory is judged."""

    __slots__ = ("_stage",)

    def __init__(self, stage: int = _SET_UP) -> None:
        self._stage = stage

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        stage = self._stage
        if stage == _SET_UP:
            self._stage = _TURN
            state.agenda.append(SetUp())
        elif stage == _TURN:
            self._stage = _COMBAT
            self._start_turn(state, dice, log)
        elif stage == _COMBAT:
            self._stage = _AFTER_COMBAT
            self._start_combat(state, dice, log)
        elif stage == _AFTER_COMBAT:
            self._stage = _REMOVAL
            check_cleared(state, log)
            check_early_end(state, log)
            if not state.result:
                state.phase = MOVEMENT
                _heading(state, "movement phase", log)
                state.agenda.append(MovementPhase())
        else:
            self._stage = _TURN
            self._end_turn(state, dice, log)
        return None

    def _start_turn(self, state: SamarState, dice: Dice, log: Log | None) -> None:
        """2.2: what the turn track announces for the beginning of this turn."""
        state.phase = TURN
        _heading(state, "the turn begins", log)
        start_of_turn(state, dice, log)
        if state.special and state.charts.options.special_timing == "immediate":
            state.agenda.append(SpecialAttack())

    def _start_combat(self, state: SamarState, dice: Dice, log: Log | None) -> None:
        """3.3 phase 1."""
        state.phase = COMBAT
        _heading(state, "combat phase", log)
        roll_for_hulks(state, dice, log)
        state.agenda.append(Combat())

    def _end_turn(self, state: SamarState, dice: Dice, log: Log | None) -> None:
        """3.3 phases 3 and 4: removal, then the next turn or the verdict."""
        state.phase = REMOVAL
        _heading(state, "removal phase", log)
        remove_smoke_and_panic(state, dice, log)
        if state.turn == len(state.charts.turns):
            judge(state, log)
            return
        check_early_end(state, log)
        if not state.result:
            state.turn += 1

    def copy(self) -> Battle:
        return Battle(self._stage)


@mypyc_attr(allow_interpreted_subclasses=True)
class SpecialAttack(Step[SamarState]):
    """A-27, special_timing=immediate: the unit goes to its target as the turn begins."""

    __slots__ = ()

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        options = place_options(state, IJN) if state.special else ()
        if not options:
            state.special = 0
            state.agenda.pop()
            return None
        return Decision(
            SEATS[IJN], "which ship does the special attack unit strike?", tuple(options)
        )

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        place(state, choice, log)

    def copy(self) -> SpecialAttack:
        return self


def _heading(state: SamarState, title: str, log: Log | None) -> None:
    if log:
        turn = state.charts.turns[state.turn - 1]
        log.add(
            "heading",
            "S-3.3-1",
            title=title,
            turn=state.turn,
            time=turn.time,
            sighting=turn.sighting,
        )
