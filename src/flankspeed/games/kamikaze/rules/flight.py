"""The move of one plane: its entry, its steps with shots between them, its way off the board."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Step
from flankspeed.engine.decision import WHERE, Place
from flankspeed.games.kamikaze.data.board import (
    FACINGS,
    NORTH,
    ROWS,
    SOUTH,
    Facing,
    Position,
    column_row,
    position_name,
    square_place,
)
from flankspeed.games.kamikaze.data.planes import (
    FLYING,
    GROUP_SEATS,
    LOST,
    NAMES,
    SHOT_DOWN,
    THROUGH,
    Plane,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.aerial_combat import FIRES, HOLD, Fire, shoot, targets
from flankspeed.games.kamikaze.rules.end_of_phase_1 import check_end
from flankspeed.games.kamikaze.rules.movement import (
    BITS,
    BUT,
    ELSEWHERE_BIT,
    OFF_SOUTH,
    SEA,
    SOUTH_BIT,
    Move,
    row_squares,
    south_of,
)
from flankspeed.games.kamikaze.state import KamikazeState


class Enter(Choice):
    """Enter the board here."""

    __slots__ = ("position",)

    def __init__(self, position: Position, text: str) -> None:
        label = f"enter at {position_name(position)}"
        super().__init__(text, label, square_place(position >> 3))
        self.position = position

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHERE),)


def _enter_choices(row: int, straight: Facing) -> tuple[tuple[Enter, ...], tuple[Enter, ...]]:
    """The choices to enter on a row: facing straight inward, and in any inward direction."""
    inward = tuple(
        Enter(square * 8 + straight, f"enter {column}")
        for column, square in enumerate(row_squares(row), 1)
    )
    inward3 = tuple(
        Enter(square * 8 + facing, f"enter {column} {FACINGS[facing]}")
        for column, square in enumerate(row_squares(row), 1)
        for facing in ((straight - 1) % 8, straight, straight + 1)
    )
    return inward, inward3


# K-1-enter-1 and 4: Japanese planes come in from the north end, CAP from the south end.
ENTRIES: Final = {"ijn": _enter_choices(1, SOUTH), "usn": _enter_choices(ROWS, NORTH)}
_ANYWHERE: Final = SEA | ELSEWHERE_BIT
# By plane and movement points.
_PROMPTS: Final = tuple(tuple(f"{name} moves: {mp} MP left" for mp in range(16)) for name in NAMES)


def begin_flight(state: KamikazeState, plane: Plane, log: Log | None) -> None:
    """K-1-move-10 and 11: a plane that cannot spend its points legally is lost where it stands."""
    position = state.positions[plane]
    if position >= 0:
        state.occupied &= BUT[position >> 3]
    state.path = [] if position < 0 else [position]
    flight = Flight(plane, _ANYWHERE ^ state.occupied)
    mp = flight.limit(state)
    if mp is not None:
        if log and mp < state.mp:
            log.add("forfeit", "K-1-mp-3", who=NAMES[plane], mp=state.mp - mp)
        state.mp = mp
        state.agenda.append(flight)
        return
    if log:
        blocked = flight.ends(state, state.mp) != 0
        rule = "K-1-move-10" if blocked else "K-1-move-11"
        why = "no free square to end on" if blocked else "no room to spend its points"
        log.add("lost", rule, who=NAMES[plane], why=why)
    state.remove(plane, LOST)
    state.active = -1
    state.mp = 0
    check_end(state, log)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flight(Step[KamikazeState]):
    """The move of one plane: steps into squares, with shots between them."""

    __slots__ = ("fired_at", "goal", "may_fire", "plane")

    def __init__(self, plane: Plane, goal: int) -> None:
        self.plane = plane
        self.goal = goal  # squares where the move may end
        self.fired_at = 0  # mask of the planes fired at this turn
        self.may_fire = False  # a square was entered since the last chance to fire

    def copy(self) -> Flight:
        twin = Flight(self.plane, self.goal)
        twin.fired_at = self.fired_at
        twin.may_fire = self.may_fire
        return twin

    def limit(self, state: KamikazeState) -> int | None:
        """Fit the goal to the rules, and give the MP the plane can spend; None if it is lost."""
        options, plane = state.charts.options, self.plane
        ends = self.ends(state, state.mp)
        if is_kamikaze(plane):
            self.goal |= SOUTH_BIT
            if options.kamikaze_advance == "mustAdvance" and state.positions[plane] >= 0:
                _, row = column_row(state.positions[plane] >> 3)
                if ends & self.goal & south_of(row):
                    self.goal &= south_of(row)
        if ends & self.goal:
            return state.mp
        if options.leftover == "strict":
            return None
        # One that comes in has always room; any other may at least stay where it is.
        return next(mp for mp in reversed(range(state.mp)) if self.ends(state, mp) & self.goal)

    def ends(self, state: KamikazeState, mp: int) -> int:
        """The mask of the squares where the plane can be when it has spent so many points."""
        position = state.positions[self.plane]
        paths = state.charts.paths[state.group]
        if position >= 0:
            return paths.ends(position, mp)
        mp -= state.charts.options.entry_cost
        ends = 0
        for entry in self._entries(state):
            ends |= paths.ends(entry.position, mp)
        return ends

    def _entries(self, state: KamikazeState) -> tuple[Enter, ...]:
        inward, inward3 = ENTRIES[GROUP_SEATS[state.group]]
        return inward if state.charts.options.entry_facing == "inward" else inward3

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """Offer a shot if there is one (D1-fire), else a way in (D1-enter) or a step (D1-step)."""
        if self.may_fire:
            enemies = targets(state, self.plane, state.positions[self.plane], self.fired_at)
            if enemies:
                return self._fire_decision(state, enemies)
            self.may_fire = False
        plane, mp = self.plane, state.mp
        position, seat = state.positions[plane], GROUP_SEATS[state.group]
        if position < 0:
            return Decision(
                seat, f"{NAMES[plane]} enters with {mp} MP", tuple(self._ways_in(state))
            )
        if mp == 0:
            state.occupied |= BITS[position >> 3]
            self._end(state)
            return None
        options = state.charts.paths[state.group].legal(position, mp, self.goal)
        return Decision(seat, _PROMPTS[plane][mp], options)

    def _ways_in(self, state: KamikazeState) -> list[Enter]:
        """K-1-enter-1 to 4: any square of the end row from which the rest can be spent."""
        mp = state.mp - state.charts.options.entry_cost
        paths, goal = state.charts.paths[state.group], self.goal
        return [e for e in self._entries(state) if paths.ends(e.position, mp) & goal]

    def _fire_decision(self, state: KamikazeState, enemies: list[Plane]) -> Decision:
        options: list[Choice] = [FIRES[enemy] for enemy in enemies]
        if state.charts.options.must_fire == "no":
            options.append(HOLD)
        prompt = f"{NAMES[self.plane]} may fire ({state.mp} MP left)"
        return Decision(GROUP_SEATS[state.group], prompt, tuple(options), asked=True)

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Enter, step, fire or hold."""
        if isinstance(choice, Move):
            self._step(state, choice, log)
        elif isinstance(choice, Enter):
            state.fates[self.plane] = FLYING
            state.mp -= state.charts.options.entry_cost
            self._arrive(state, choice.position, log)
        else:
            self.may_fire = False
            if isinstance(choice, Fire):
                self._shoot(state, choice.target, dice, log)

    def _step(self, state: KamikazeState, move: Move, log: Log | None) -> None:
        """K-1-move: pay for the square and stand in it, facing the way the plane moved."""
        state.mp -= move.cost
        to = move.to
        if to < OFF_SOUTH:
            self._arrive(state, to, log)
            return
        through = to == OFF_SOUTH
        state.remove(self.plane, THROUGH if through else LOST)
        if log:
            lost_rule = "K-1-exit-3" if is_kamikaze(self.plane) else "K-1-exit-4"
            kind, rule = ("through", "K-1-exit-1") if through else ("lost", lost_rule)
            log.add(kind, rule, who=NAMES[self.plane], why="off the board")
        self._end(state)
        check_end(state, log)

    def _arrive(self, state: KamikazeState, position: Position, log: Log | None) -> None:
        plane = self.plane
        state.positions[plane] = position
        state.path.append(position)
        self.may_fire = not is_kamikaze(plane)
        if log:
            log.add(
                "move",
                "K-1-move-5",
                places=[f"plane:{NAMES[plane]}", square_place(position >> 3)],
                who=NAMES[plane],
                to=position_name(position),
                mp=state.mp,
            )

    def _end(self, state: KamikazeState) -> None:
        state.agenda.pop()
        state.active = -1
        state.mp = 0

    def _shoot(self, state: KamikazeState, target: Plane, dice: Dice, log: Log | None) -> None:
        """Fire; the square of a plane shot down is free to end on, the fighter's own move over."""
        self.fired_at |= 1 << target
        square = state.positions[target] >> 3
        shoot(state, self.plane, target, dice, log)
        if state.fates[target] == SHOT_DOWN:
            self.goal |= BITS[square]
        if state.fates[self.plane] == SHOT_DOWN:
            self._end(state)
        check_end(state, log)
