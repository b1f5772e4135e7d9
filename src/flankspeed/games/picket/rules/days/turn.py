"""One turn, which is one day (3.0.A): morning, midday, night, then maintenance."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log
from flankspeed.games.picket.data.calendar import MORNING, NIGHT, date_name
from flankspeed.games.picket.rules.days.end_of_phase import relief
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.days.phase import Phase
from flankspeed.games.picket.rules.days.victory import played_out
from flankspeed.games.picket.rules.repair.damage_control import lines_at_start_of_turn
from flankspeed.games.picket.rules.station.support import start_of_turn
from flankspeed.games.picket.state import PicketState, PicketStep


@mypyc_attr(allow_interpreted_subclasses=True)
class Turn(PicketStep):
    """3.0.A: the phases of a day, as long as the ship is there to fight them."""

    __slots__ = ("begun",)

    def __init__(self) -> None:
        self.begun = False

    def copy(self) -> Turn:
        twin = Turn()
        twin.begun = self.begun
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """The next phase; when there is none, maintenance."""
        if not self.begun:
            self.begun = True
            _begin(state, dice, log)
            state.phase = MORNING if state.phases_played else state.charts.card.phase
        else:
            state.phases_played += 1
            state.first_phase = False
            if state.day_over:
                _skip_phases(state, dice, log)
            if _decided(state) or state.phase == NIGHT or state.typhoon_days:
                _end(state)
                return None
            state.phase += 1
        state.agenda.append(Phase())
        return None


def _begin(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Clear what lasts for one turn, then SFS chits and land radar (5.2.G, 5.3.B)."""
    state.guns_fired = state.sprayed = state.day_over = False
    if log:
        log.add("heading", "P-3.0.A-1", title=f"Turn {state.turn}: {date_name(state.turn)}")
    start_of_turn(state, dice, log)
    lines_at_start_of_turn(state, dice, log)


def _decided(state: PicketState) -> bool:
    """R-60, R-84: a ship that leaves, or whose scenario is over, has no maintenance any more.

    A typhoon ends a scenario (R-21).
    """
    struck = bool(state.typhoon_days) and not state.charts.card.campaign
    return bool(state.leaving) or state.relieved or struck or played_out(state)


def _skip_phases(state: PicketState, dice: Dice, log: Log | None) -> None:
    """R-19: the rest of the day counts as played on station, relief rolls included."""
    while state.phase < NIGHT and not _decided(state):
        state.phase += 1
        relief(state, dice, log)
        state.phases_played += 1


def _end(state: PicketState) -> None:
    state.agenda.pop()
    if not _decided(state):
        state.agenda.append(Maintenance())
