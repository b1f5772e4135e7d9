"""The second phase: dives on the ship (rulebook "The Second Phase of the Attack")."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Result, Roll, Step
from flankspeed.engine.show.text import counted
from flankspeed.games.kamikaze.data.board import SECTION_AT, square_name, square_place
from flankspeed.games.kamikaze.data.charts import DIVE_MP
from flankspeed.games.kamikaze.data.planes import FLYING, NAMES, SPLASHED, THROUGH, Plane
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.defensive_fire import Volley
from flankspeed.games.kamikaze.rules.diver import end_dive, stand
from flankspeed.games.kamikaze.rules.movement import Face, Move
from flankspeed.games.kamikaze.state import KamikazeState

BEGIN: Final = Choice("dive", "begin the dives")
ENTRY_DIE: Final = Roll("entry point", int, sides=8)


@mypyc_attr(allow_interpreted_subclasses=True)
class Dives(Step[KamikazeState]):
    """Phase 2: the kamikazes that came through dive one after another."""

    __slots__ = ()

    def copy(self) -> Dives:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-setup-1, K-2-dive-1: clear the board, then one dive at a time, by number.

        After a dogfight the first dive is asked for: its D8 would bar the last exit from undo.
        """
        if state.phase == 1:
            state.phase = 2
            state.through = len(state.kamikazes(THROUGH))
            state.positions = [-1] * len(state.positions)
            state.occupied = 0
            state.path = []
            if state.turn:
                prompt = f"The dogfight is over, {state.through} came through: begin the dives"
                return Decision("ijn", prompt, (BEGIN,), asked=True)
        waiting = state.kamikazes(THROUGH)
        if waiting:
            _begin_dive(state, waiting[0], dice, log)
        else:
            state.agenda.pop()
            state.result = Result("usn", "the ship is afloat")
            if log:
                log.add("afloat", "K-2-end-1", damage=state.damage)
        return None


def _begin_dive(state: KamikazeState, plane: Plane, dice: Dice, log: Log | None) -> None:
    """K-2-dive-2: one D8 says where the kamikaze comes in."""
    if log:
        log.add("heading", "K-2-dive-1", title=f"{NAMES[plane]} dives")
    reading = ENTRY_DIE.throw(dice)
    state.entry = reading.result
    state.active = plane
    state.fates[plane] = FLYING
    state.hits = 0
    state.mp = DIVE_MP
    state.path = []
    if log:
        square = state.charts.entry_points[state.entry - 1]
        log.add(
            "entry point",
            "K-2-dive-2",
            readings=[reading],
            places=[square_place(square)],
            who=NAMES[plane],
            point=state.entry,
            square=square_name(square),
        )
    state.agenda.append(Dive())


@mypyc_attr(allow_interpreted_subclasses=True)
class Dive(Step[KamikazeState]):
    """One dive: enter, then square by square until crash, splash or six hits."""

    __slots__ = ()

    def copy(self) -> Dive:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """Offer a facing to enter with (D2-face), then moves (D2-step)."""
        plane = state.active
        position, mp = state.positions[plane], state.mp
        if position < 0:
            prompt = f"{NAMES[plane]} comes in at entry point {state.entry}: choose its facing"
            return Decision("ijn", prompt, state.charts.faces)
        options = [move for move in state.charts.dive_moves[position] if move.cost <= mp]
        doomed = state.charts.options.splash == "doomed" and state.charts.reach[position] > mp
        if doomed or not options:
            end_dive(state, SPLASHED, "K-2-splash-2", "cannot reach the ship", log)
            return None
        prompt = f"{NAMES[plane]} dives: {mp} MP left, {counted(state.hits, 'hit')}"
        return Decision("ijn", prompt, tuple(options), asked=True)

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """K-2-dive-7: one square, then the volley; a ship square is the crash (K-2-crash-1)."""
        if isinstance(choice, Move):
            came_from = state.positions[state.active] >> 3
            state.mp -= choice.cost
            if SECTION_AT[choice.to >> 3] < 0:
                stand(state, choice.to, log)
                state.agenda.append(Volley(choice.to >> 3))
                return
            state.agenda.append(Crash(choice.to >> 3, came_from))
            if state.charts.options.crash_volley == "on":
                state.agenda.append(Volley(came_from, crashing=True))
        elif isinstance(choice, Face):
            square = state.charts.entry_points[state.entry - 1]
            state.mp -= 1  # K-2-dive-4: the entry square is the first of the 20 points
            stand(state, square * 8 + choice.facing, log)
            state.agenda.append(Volley(square))
