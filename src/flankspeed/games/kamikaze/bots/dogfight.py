"""Planning in the dogfight, for either seat: who moves next, and where he flies."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision
from flankspeed.engine.show.text import counted
from flankspeed.games.kamikaze.bots.gun_reach import reach_of
from flankspeed.games.kamikaze.bots.plan import Plan
from flankspeed.games.kamikaze.bots.sight import Sight
from flankspeed.games.kamikaze.bots.weighing import Weighing, toss
from flankspeed.games.kamikaze.bots.worths import Worths, hopes
from flankspeed.games.kamikaze.data.board import ROWS, column_row
from flankspeed.games.kamikaze.data.planes import NAMES, Plane, is_kamikaze
from flankspeed.games.kamikaze.rules.aerial_combat import enemies_of
from flankspeed.games.kamikaze.rules.dogfight import Pick
from flankspeed.games.kamikaze.rules.flight import Enter
from flankspeed.games.kamikaze.state import KamikazeState

# Percent: what differs less when planes come in is equal, and what a row counts in the order.
_EQUAL = 0.1
_ROW = 0.01


@mypyc_attr(allow_interpreted_subclasses=True)
class DogfightPlanner:
    """Weighs the decisions of phase 1: how the game stands, and what each option adds to it."""

    def __init__(self, sight: Sight, seed: int) -> None:
        self._sight = sight
        self._seed = seed
        self._plan: Plan | None = None  # made anew whenever the board changes

    def weighing(self, state: KamikazeState, decision: Decision) -> Weighing:
        """Estimates: how likely planes come through is fitted."""
        if isinstance(decision.options[0], Pick):
            return _picks(state, decision)
        plan = self._plan
        if plan is None or not plan.fits(state):
            plan = self._plan = Plan(state, self._sight)
        stands = _standing(plan.worths, decision.seat)
        if is_kamikaze(state.active):
            stands -= plan.worths.of(state.active)  # a path is weighed by what comes through on it
        values = [100 * (stands + plan.worth_of(state, option)) for option in decision.options]
        if isinstance(decision.options[0], Enter):
            for number, option in enumerate(decision.options):
                values[number] += _EQUAL * toss(self._seed, state, option)
        by_text = dict(zip((option.text for option in decision.options), values, strict=True))

        def words(option: Choice) -> str:
            ahead = plan.words_of(state, option)
            return f"{_about(decision.seat, by_text[option.text])}: {ahead}"

        return Weighing(values, 100 * hopes().error, words)


def _standing(worths: Worths, seat: str) -> float:
    return worths.sinking if seat == "ijn" else 1 - worths.sinking


def _about(seat: str, value: float) -> str:
    goal = "sinks her" if seat == "ijn" else "afloat"
    return f"{goal} about {min(max(value, 0), 100):.1f}% ± {100 * hopes().error:.0f}"


def _picks(state: KamikazeState, decision: Decision) -> Weighing:
    """Who moves next: kamikazes from the front, fighters from the best shot in reach."""
    worths = Worths(state)
    stands = 100 * _standing(worths, decision.seat)
    values, said = [], {}
    for option in decision.options:
        assert isinstance(option, Pick), "planes are picked together"
        urgency, why = _urgency(state, worths, option.plane)
        values.append(stands + urgency)
        said[option.text] = f"{_about(decision.seat, values[-1])}: {why}"
    return Weighing(values, 100 * hopes().error, lambda option: said[option.text])


def _urgency(state: KamikazeState, worths: Worths, plane: Plane) -> tuple[float, str]:
    """What it is worth in percent to move a plane now, and why."""
    position = state.positions[plane]
    if position < 0:
        return 0.0, "comes in"
    if is_kamikaze(plane):
        _, row = column_row(position >> 3)
        return _ROW * row, f"{counted(ROWS + 1 - row, 'row')} to go"
    reach, gain, why = reach_of(state.charts), 0.0, "nobody in reach"
    for enemy in enemies_of(plane):
        if state.positions[enemy] >= 0:
            chance = reach.kill_chance(position, state.positions[enemy])
            if chance * worths.of(enemy) > gain:
                gain, why = chance * worths.of(enemy), f"{NAMES[enemy]} in reach, {chance:.0%}"
    return 100 * gain, why
