"""The first phase: the dogfight (rulebook "The First Phase of the Attack")."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Result, Step, Throw
from flankspeed.games.kamikaze.data.board import (
    FACINGS,
    NORTH,
    ROWS,
    SOUTH,
    column_row,
    position_name,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import ASPECTS, FIGHTER_BONUS
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    FLYING,
    GROUP_NAMES,
    GROUP_SEATS,
    GROUPS,
    LOST,
    NAMES,
    SHOT_DOWN,
    THROUGH,
    WAITING,
    enemies_of,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.dive import Dives
from flankspeed.games.kamikaze.rules.movement import (
    BITS,
    ELSEWHERE_BIT,
    OFF_SOUTH,
    SEA,
    SOUTH_BIT,
    Move,
    row_squares,
    south_of,
)
from flankspeed.games.kamikaze.state import KamikazeState

HEAD_ON = len(ASPECTS) - 1


class Pick(Choice):
    """Move this plane next."""

    __slots__ = ("plane",)

    def __init__(self, plane: int) -> None:
        name = NAMES[plane]
        super().__init__(f"pick {name}", f"move {name} next", f"plane:{name}")
        self.plane = plane


class Enter(Choice):
    """Enter the board here."""

    __slots__ = ("position",)

    def __init__(self, position: int, text: str) -> None:
        label = f"enter at {position_name(position)}"
        super().__init__(text, label, square_place(position >> 3))
        self.position = position


class Fire(Choice):
    """Fire at this plane."""

    __slots__ = ("target",)

    def __init__(self, target: int) -> None:
        name = NAMES[target]
        super().__init__(f"fire {name}", f"fire at {name}", f"plane:{name}")
        self.target = target


PICKS = tuple(Pick(plane) for plane in range(len(NAMES)))
FIRES = tuple(Fire(plane) for plane in range(len(NAMES)))
HOLD = Choice("hold", "hold fire")
THROW = Choice("throw", "throw for their movement")


def _enter_choices(row: int, straight: int) -> tuple[tuple[Enter, ...], tuple[Enter, ...]]:
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
ENTRIES = {"ijn": _enter_choices(1, SOUTH), "usn": _enter_choices(ROWS, NORTH)}


class Dogfight(Step[KamikazeState]):
    """The turns of phase 1: escorts, then kamikazes, then CAP, each group plane by plane."""

    __slots__ = ()

    def copy(self) -> Dogfight:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-1-order: offer the planes of the group that have not moved yet (D1-pick).

        Asked even of a single plane: the die thrown for it would bar the move before it from undo.
        """
        while not state.to_move:
            if not _next_group(state, log):
                return None
        seat, name = GROUP_SEATS[state.group], GROUP_NAMES[state.group]
        if state.charts.options.mp_roll == "perGroup" and not state.rolls:
            prompt = f"Turn {state.turn}: throw for the movement of all {name}"
            return Decision(seat, prompt, (THROW,), asked=True)
        group = GROUPS[state.group]
        options = [PICKS[plane] for plane in group if state.to_move >> plane & 1]
        if state.charts.options.plane_order == "numbered":
            del options[1:]
        prompt = f"Turn {state.turn}: choose which of the {name} moves next"
        return Decision(seat, prompt, tuple(options), asked=True)

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """K-1-mp: throw for the plane's movement points and begin its move."""
        if not isinstance(choice, Pick):
            state.rolls = [
                _roll_mp(plane, dice, log) if state.to_move >> plane & 1 else 0
                for plane in GROUPS[state.group]
            ]
            return
        plane = choice.plane
        state.to_move &= ~(1 << plane)
        if state.rolls:
            state.mp = state.rolls[plane % len(state.rolls)]
        else:
            state.mp = _roll_mp(plane, dice, log)
        state.active = plane
        _begin_flight(state, plane, log)


def _next_group(state: KamikazeState, log: Log | None) -> bool:
    """Go on to the next group, or the next turn; False if phase 1 is over."""
    state.rolls = []
    state.group += 1
    if state.turn == 0 or state.group == len(GROUPS):
        if state.turn and _end_of_turn(state, log):
            return False
        state.turn += 1
        state.group = 0
        if log:
            log.add("heading", "K-1-order-2", title=f"Turn {state.turn}")
    for plane in GROUPS[state.group]:
        if state.fates[plane] <= FLYING:
            state.to_move |= 1 << plane
    return True


def _end_of_turn(state: KamikazeState, log: Log | None) -> bool:
    """K-1-end-6: after the last turn the kamikazes still on the board are lost (fuel).

    What the turn itself decided comes first: with no CAP left they have come through (B-10).
    """
    if end_phase_if_over(state, log):
        return True
    cap = state.charts.options.turn_cap
    if not cap or state.turn < cap:
        return False
    for plane in state.kamikazes(FLYING):
        state.remove(plane, LOST)
        if log:
            log.add("lost", "K-1-end-6", who=NAMES[plane], why="out of fuel")
    return end_phase_if_over(state, log)


def _roll_mp(plane: int, dice: Dice, log: Log | None) -> int:
    """K-1-mp-1 and 2: 1D6 + 3 for a fighter, 1D6 for a kamikaze."""
    die = dice.d6("movement points")
    bonus = 0 if is_kamikaze(plane) else FIGHTER_BONUS
    if log:
        log.add(
            "movement points",
            "K-1-mp-2" if is_kamikaze(plane) else "K-1-mp-1",
            throws=[Throw(6, (die,), "movement points")],
            modifiers=[Modifier("fighter", bonus)] if bonus else [],
            places=[f"plane:{NAMES[plane]}"],
            who=NAMES[plane],
            mp=die + bonus,
        )
    return die + bonus


def _begin_flight(state: KamikazeState, plane: int, log: Log | None) -> None:
    """K-1-move-10 and 11: a plane that cannot spend its points legally is lost where it stands."""
    position = state.positions[plane]
    if position >= 0:
        state.occupied &= ~BITS[position >> 3]
    state.path = [] if position < 0 else [position]
    flight = Flight(plane, SEA & ~state.occupied | ELSEWHERE_BIT)
    mp = flight.limit(state)
    if mp >= 0:
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


class Flight(Step[KamikazeState]):
    """The move of one plane: steps into squares, with shots between them."""

    __slots__ = ("fired_at", "goal", "may_fire", "plane")

    def __init__(self, plane: int, goal: int) -> None:
        self.plane = plane
        self.goal = goal  # squares where the move may end
        self.fired_at = 0  # mask of the planes fired at this turn
        self.may_fire = False  # a square was entered since the last chance to fire

    def copy(self) -> Flight:
        twin = Flight(self.plane, self.goal)
        twin.fired_at = self.fired_at
        twin.may_fire = self.may_fire
        return twin

    def limit(self, state: KamikazeState) -> int:
        """Fit the goal to the rules, and give the MP the plane can spend; -1 if it is lost."""
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
            return -1
        least = options.entry_cost if state.fates[plane] == WAITING else 0
        spendable = range(state.mp, least - 1, -1)
        return next((mp for mp in spendable if self.ends(state, mp) & self.goal), -1)

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
            targets = self.targets(state, state.positions[self.plane])
            if targets:
                return self._fire_decision(state, targets)
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
        goal, paths = self.goal, state.charts.paths[state.group]
        options = [move for move, ends in paths[position << 4 | mp] if ends & goal]
        return Decision(seat, f"{NAMES[plane]} moves: {mp} MP left", tuple(options))

    def _ways_in(self, state: KamikazeState) -> list[Enter]:
        """K-1-enter-1 to 4: any square of the end row from which the rest can be spent."""
        mp = state.mp - state.charts.options.entry_cost
        paths, goal = state.charts.paths[state.group], self.goal
        return [e for e in self._entries(state) if paths.ends(e.position, mp) & goal]

    def _fire_decision(self, state: KamikazeState, targets: list[int]) -> Decision:
        options: list[Choice] = [FIRES[target] for target in targets]
        if state.charts.options.must_fire == "no":
            options.append(HOLD)
        prompt = f"{NAMES[self.plane]} may fire ({state.mp} MP left)"
        return Decision(GROUP_SEATS[state.group], prompt, tuple(options), asked=True)

    def targets(self, state: KamikazeState, position: int) -> list[int]:
        """K-1-fire-2 to 5 and 10: the enemies that may be fired at on arrival at a position."""
        charts = state.charts
        if not state.occupied & charts.arc_bits[position]:
            return []
        options = charts.options
        if state.occupied & BITS[position >> 3] and options.fire_from_occupied == "no":
            return []
        barred = self.fired_at if options.refire == "otherTarget" else 0
        arc, positions = charts.arcs[position], state.positions
        return [
            enemy
            for enemy in enemies_of(self.plane)
            if positions[enemy] >= 0 and positions[enemy] >> 3 in arc and not barred >> enemy & 1
        ]

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
        if move.to < OFF_SOUTH:
            self._arrive(state, move.to, log)
            return
        through = move.to == OFF_SOUTH
        state.remove(self.plane, THROUGH if through else LOST)
        if log:
            lost_rule = "K-1-exit-3" if is_kamikaze(self.plane) else "K-1-exit-4"
            kind, rule = ("through", "K-1-exit-1") if through else ("lost", lost_rule)
            log.add(kind, rule, who=NAMES[self.plane], why="off the board")
        self._end(state)
        check_end(state, log)

    def _arrive(self, state: KamikazeState, position: int, log: Log | None) -> None:
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

    def _shoot(self, state: KamikazeState, target: int, dice: Dice, log: Log | None) -> None:
        """K-1-fire-6: one D6 against the number of the aspect; head-on fighters both fire."""
        plane, charts = self.plane, state.charts
        self.fired_at |= 1 << target
        line = charts.arcs[state.positions[plane]][state.positions[target] >> 3]
        aspect = charts.aspect(line, state.positions[target] & 7)
        # With fireArc=front3 a target beside the nose is never met exactly head-on.
        mutual = aspect == HEAD_ON and line == state.positions[plane] & 7
        needs = charts.kill_numbers[aspect]
        down = self._shot(plane, target, needs, aspect, dice, log)
        if (
            mutual
            and not is_kamikaze(target)
            and self._shot(target, plane, needs, aspect, dice, log)
        ):
            state.remove(plane, SHOT_DOWN)
        if down:
            self.goal |= BITS[state.positions[target] >> 3]
            state.remove(target, SHOT_DOWN)
        if state.fates[plane] == SHOT_DOWN:
            self._end(state)
        check_end(state, log)

    @staticmethod
    def _shot(who: int, target: int, needs: int, aspect: int, dice: Dice, log: Log | None) -> bool:
        seat = "US" if group_of(who) == CAP else "Japanese"
        why = f"{seat} fire, {NAMES[who]} at {NAMES[target]}"
        die = dice.d6(why)
        if log:
            log.add(
                "shot",
                "K-1-fire-6",
                throws=[Throw(6, (die,), why)],
                modifiers=[Modifier(ASPECTS[aspect], needs)],
                places=[f"plane:{NAMES[who]}", f"plane:{NAMES[target]}"],
                who=NAMES[who],
                target=NAMES[target],
                needs=needs,
                down=die >= needs,
            )
        return die >= needs


def check_end(state: KamikazeState, log: Log | None) -> None:
    """K-1-end-5: the test is made at once after every removal or exit (A-18)."""
    if state.charts.options.end_check == "immediate":
        end_phase_if_over(state, log)


def end_phase_if_over(state: KamikazeState, log: Log | None) -> bool:
    """K-1-end-1 to 3: no kamikaze left on the board, or no CAP fighter left at all."""
    rule = "K-1-end-1"
    if all(state.fates[plane] > THROUGH for plane in GROUPS[CAP]):
        rule = "K-1-end-2"
        for plane in state.kamikazes(WAITING, FLYING):
            state.remove(plane, THROUGH)
    elif state.kamikazes(WAITING, FLYING):
        return False
    state.agenda.clear()
    state.active = -1
    state.mp = 0
    state.to_move = 0
    if state.kamikazes(THROUGH):
        state.agenda.append(Dives())
    else:
        state.result = Result("usn", "no kamikaze came through")
    if log:
        log.add("phase over", rule, through=len(state.kamikazes(THROUGH)))
    return True
