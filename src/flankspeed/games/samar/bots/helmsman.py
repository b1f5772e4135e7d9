"""The helmsman: plans each move as it begins, and carries it out step by step."""

from __future__ import annotations

from math import inf
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Weighed
from flankspeed.games.samar.bots.chartroom import Chartroom
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.moves import Plan, Start, best_plan, end_of
from flankspeed.games.samar.bots.worth import POINT
from flankspeed.games.samar.data.hexes import DISTANCE, FACINGS, STEPS, Facing, hex_name
from flankspeed.games.samar.data.markers import USN, Navy, ShipNumber
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.helm import Entry, Status, Steer
from flankspeed.games.samar.rules.movement.speed import maneuver
from flankspeed.games.samar.state import SamarState

_SOON: Final = 4  # hexes that the enemy comes nearer while smoke lasts
_SMOKE: Final = 0.2  # what smoke is worth, or its absence
_NO_WAY: Final = -99.0  # an option after which a ship cannot stay on the sea


@mypyc_attr(allow_interpreted_subclasses=True)
class Helmsman:
    """Steers ships; all it keeps is the plan of the move under way."""

    def __init__(self, room: Chartroom) -> None:
        self._room = room
        self._plan: Plan | None = None
        self._mover = 0, -1  # the turn and the ship of the plan

    # --- What it orders ---

    def speed(self, state: SamarState, step: Course, options: list[Status], navy: Navy) -> Choice:
        """D-23: the speed of the best move."""
        judge = self._room.judgement(state, step.ship, navy)
        plan = self._make_plan(judge, _offered(judge, options), step.ship)
        return next(option for option in options if option.status == plan.start.status)

    def entry(self, state: SamarState, step: Course, options: list[Entry], navy: Navy) -> Choice:
        """D-24: where the best move begins."""
        judge = self._room.judgement(state, step.ship, navy)
        starts = _entries(state, step.ship, options)
        plan = self._make_plan(judge, starts, step.ship)
        return options[starts.index(plan.start)]

    def steer(self, state: SamarState, step: Course, options: list[Steer], navy: Navy) -> Choice:
        """D-25, D-26: the next step of the plan, made anew if something has come between."""
        facing = self._planned(state, step)
        if facing < 0:
            judge = self._room.judgement(state, step.ship, navy)
            self._make_plan(judge, [_onward(state, step, judge.per_move)], step.ship)
            facing = self._planned(state, step)
        smoke = self._smoke(state, step, navy)
        return min(options, key=lambda o: (o.facing != facing, o.smoke != smoke))

    def _make_plan(self, judge: Judgement, starts: list[Start], ship: ShipNumber) -> Plan:
        self._plan = best_plan(judge, starts)
        self._mover = judge.state.turn, ship
        return self._plan

    def _planned(self, state: SamarState, step: Course) -> Facing:
        """The facing after the next step, if the move goes as planned; -1 if not."""
        plan, ship = self._plan, step.ship
        if plan is None or self._mover != (state.turn, ship):
            return -1
        made = plan.start.steps - (step.hexes - step.done)
        if not 0 <= made <= len(plan.facings):
            return -1
        hex_, facing = plan.start.hex, plan.start.facing
        for after in plan.facings[:made]:
            hex_, facing = hex_ + STEPS[facing], after
        here = step.outside if step.entering else state.where[ship]
        if hex_ != here or facing != state.facing[ship]:
            return -1
        if made == len(plan.facings):
            return facing if plan.leaves else -1
        return plan.facings[made]

    def _smoke(self, state: SamarState, step: Course, navy: Navy) -> bool:
        """4.5: whether smoke would be of any use before it is gone; the USN has radar."""
        if navy != USN or state.charts.navy[step.ship] != USN:
            return False
        hex_, forecast = state.where[step.ship], self._room.look(state, navy)
        return any(DISTANCE[gun.hex - hex_] <= forecast.sighting + _SOON for gun in forecast.guns)

    # --- What it weighs ---

    def weigh_speeds(
        self, state: SamarState, step: Course, options: list[Status], navy: Navy
    ) -> list[Weighed]:
        """The best move at each speed."""
        judge = self._room.judgement(state, step.ship, navy)
        found = []
        for option in options:
            found.append(_weighed(option, judge, best_plan(judge, _offered(judge, [option]))))
        return found

    def weigh_entries(
        self, state: SamarState, step: Course, options: list[Entry], navy: Navy
    ) -> list[Weighed]:
        """The best move from each hex where the ship may enter."""
        judge = self._room.judgement(state, step.ship, navy)
        starts = _entries(state, step.ship, options)
        return [
            _weighed(option, judge, best_plan(judge, [start]))
            for option, start in zip(options, starts, strict=True)
        ]

    def weigh_steps(
        self, state: SamarState, step: Course, options: list[Steer], navy: Navy
    ) -> list[Weighed]:
        """The best end that each step still leads to, with smoke or without."""
        judge = self._room.judgement(state, step.ship, navy)
        smoke = self._smoke(state, step, navy)
        found, plans = [], dict[int, Plan]()
        for option in options:
            if option.facing not in plans:
                plans[option.facing] = _after(state, step, judge, option)
            bonus = _SMOKE if option.smoke == smoke else 0.0
            found.append(_weighed(option, judge, plans[option.facing], bonus))
        return found


def _offered(judge: Judgement, options: list[Status]) -> list[Start]:
    """The moves that begin with one of these speeds; only those worth a thought, if any is."""
    offered = tuple(option.status for option in options)
    sensible = [start for start in judge.starts() if start.status in offered]
    return sensible or judge.starts_at(offered)


def _entries(state: SamarState, ship: ShipNumber, options: list[Entry]) -> list[Start]:
    turning, speed = maneuver(state, ship), state.charts.speed[state.face[ship]]
    return [
        Start(0, entry.hex - STEPS[entry.heading], entry.heading, speed, turning)
        for entry in options
    ]


def _onward(state: SamarState, step: Course, per_move: bool) -> Start:
    """What is left of the move under way."""
    turning = maneuver(state, step.ship)
    if per_move:
        turning = max(0, turning - step.turned)
    hex_ = step.outside if step.entering else state.where[step.ship]
    status, facing = state.speed[step.ship], state.facing[step.ship]
    return Start(status, hex_, facing, step.hexes - step.done, turning)


def _after(state: SamarState, step: Course, judge: Judgement, option: Steer) -> Plan:
    """The best move that begins with this step."""
    start = _onward(state, step, judge.per_move)
    ahead = start.hex + STEPS[start.facing]
    if not judge.terrain[ahead]:
        return Plan(start, (), True, judge.leaving(start.hex))
    turning = start.maneuver - option.cost if judge.per_move else start.maneuver
    rest = Start(start.status, ahead, option.facing, start.steps - 1, turning)
    plan = best_plan(judge, [rest])
    return plan._replace(score=plan.score - judge.hazard(ahead, start.status))


def _weighed(option: Choice, judge: Judgement, plan: Plan, bonus: float = 0.0) -> Weighed:
    if plan.score == -inf:
        return Weighed(option, _NO_WAY, 0.0, "every way leads off the map or ashore")
    value = (plan.score + bonus) / POINT
    if plan.leaves:
        return Weighed(option, value, 0.0, "she leaves the map")
    hex_, facing = end_of(plan)
    gain, risk = judge.gain_and_risk(hex_, facing, plan.start.status)
    words = (
        f"she ends in {hex_name(hex_)} heading {FACINGS[facing]}: "
        f"armor gained by her fire {gain / POINT:+.1f}, at risk {risk / POINT:.1f}"
    )
    return Weighed(option, value, 0.0, words)
