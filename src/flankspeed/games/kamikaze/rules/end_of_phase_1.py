"""The end of the first phase: nobody is left to stop, or nobody to stop them."""

from __future__ import annotations

from flankspeed.engine import Log, Result
from flankspeed.games.kamikaze.data.planes import CAP, FLYING, GROUPS, LOST, THROUGH, WAITING
from flankspeed.games.kamikaze.rules.dive import Dives
from flankspeed.games.kamikaze.state import KamikazeState


def check_end(state: KamikazeState, log: Log | None) -> None:
    """K-1-end-5: the test is made at once after every removal or exit (A-18)."""
    if state.charts.options.end_check == "immediate":
        end_phase_if_over(state, log)


def end_phase_if_over(state: KamikazeState, log: Log | None) -> bool:
    """K-1-end-1 to 3: no kamikaze left on the board, or no CAP fighter left at all."""
    rule = "K-1-end-1"
    if all(state.fates[plane] >= LOST for plane in GROUPS[CAP]):
        rule = "K-1-end-2"
        for plane in state.kamikazes(WAITING, FLYING):
            state.remove(plane, THROUGH)
    elif state.kamikazes(WAITING, FLYING):
        return False
    state.agenda.clear()
    state.active = -1
    state.mp = 0
    if state.kamikazes(THROUGH):
        state.agenda.append(Dives())
    else:
        state.result = Result("usn", "no kamikaze came through")
    if log:
        log.add("phase over", rule, through=len(state.kamikazes(THROUGH)))
    return True
