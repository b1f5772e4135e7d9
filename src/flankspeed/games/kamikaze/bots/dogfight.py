"""Planning in the dogfight: for one plane at a time, the best path with the shots on its way.

Every path that spends the plane's points is weighed: what its shots are worth, and how well the
plane stands at its end: who can shoot at it before it moves again, and whom it can reach then. The
plan is made anew whenever the board changes. What a kamikaze is worth comes from the exact chance
to sink the ship with so many of them through.
"""

from __future__ import annotations

from functools import cache, lru_cache

from flankspeed.engine import Choice, Decision
from flankspeed.games.kamikaze.data.board import (
    ROWS,
    SOUTH,
    SQUARES,
    STEPS,
    Facing,
    Position,
    column_row,
    square_at,
)
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    ESCORTS,
    FLYING,
    GROUPS,
    KAMIKAZES,
    THROUGH,
    WAITING,
    Plane,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, aim, enemies_of
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.dogfight import MOVEMENT_POINTS, Pick
from flankspeed.games.kamikaze.rules.flight import Enter, Flight
from flankspeed.games.kamikaze.rules.movement import BITS, OFF_SOUTH, Move
from flankspeed.games.kamikaze.state import KamikazeState

_MOST_MP = max(MOVEMENT_POINTS[CAP].chances())
_MEAN_ADVANCE = 3  # rows a kamikaze flies in a turn, about
_NEVER = -1e9

# How the ace weighs things; found by letting it play itself.
_THROUGH_LIKELY = 0.6  # how many of the kamikazes in the air count as good as through
_CAP_WORTH = 0.5  # of a kamikaze
_ESCORT_WORTH = 0.35  # of a CAP fighter
_MOVING_TARGET = 0.5  # a chance at a fighter that will move first counts so much
_PER_TURN = 0.93  # what is left of a kamikaze's hopes after each turn it still needs
_CLOSER = 0.004  # worth of a square nearer to the nearest target
_APART = 0.03  # what it costs to come in beside a friend


class DogfightPlanner:
    """Answers the decisions of phase 1 for either seat."""

    def __init__(self) -> None:
        self._plan: Plan | None = None

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        """The option with the greatest worth."""
        if isinstance(decision.options[0], Pick):
            return max(decision.options, key=lambda option: _urgency(state, option))
        plan = self._plan
        if plan is None or not plan.fits(state):
            plan = self._plan = Plan(state)
        return max(decision.options, key=lambda option: plan.worth_of(state, option))


def _urgency(state: KamikazeState, option: Choice) -> float:
    """Kamikazes move from the front, fighters from the best chance."""
    assert isinstance(option, Pick)
    position = state.positions[option.plane]
    if position < 0:
        return 0
    if is_kamikaze(option.plane):
        return column_row(position >> 3)[1]
    reach = reach_of(state.charts)
    targets = [state.positions[e] for e in enemies_of(option.plane) if state.positions[e] >= 0]
    return max((reach.kill_chance(position, target) for target in targets), default=0)


class Worths:
    """What planes are worth now, as a share of the game."""

    def __init__(self, state: KamikazeState) -> None:
        through = len(state.kamikazes(THROUGH))
        coming = len(state.kamikazes(WAITING, FLYING))
        likely = max(1, min(6, round(through + _THROUGH_LIKELY * coming + 0.5)))
        self.kamikaze = chance_with(likely) - chance_with(likely - 1)
        cap = sum(state.fates[plane] <= FLYING for plane in GROUPS[CAP])
        # Without CAP everything comes through: the fewer there are, the more each is worth.
        self.cap = _CAP_WORTH * self.kamikaze * (1 + 2 / max(cap, 1))
        self.escort = _ESCORT_WORTH * self.cap

    def of(self, state: KamikazeState, plane: Plane) -> float:
        """The worth of one plane; a kamikaze's grows as it nears the south end."""
        group = group_of(plane)
        if group == KAMIKAZES:
            _, row = column_row(max(state.positions[plane], 0) >> 3)
            return self.kamikaze * (0.5 + 0.5 * row / ROWS)
        return self.escort if group == ESCORTS else self.cap


class Plan:
    """The worth of every way to spend one plane's points on the board as it is."""

    def __init__(self, state: KamikazeState) -> None:
        flight = state.agenda[-1]
        assert isinstance(flight, Flight)
        self._key = _key(state)
        self._flight = flight
        self._goal = flight.goal
        self._plane = plane = flight.plane
        self._charts = state.charts
        self._paths = state.charts.paths[state.group]
        self._reach = reach_of(state.charts)
        self._occupied = state.occupied
        worths = Worths(state)
        self._own_worth = worths.of(state, plane)
        self._through_worth = worths.kamikaze
        # Position and worth of everyone it can shoot at, and positions of those who shoot at it.
        self._targets = {
            enemy: (state.positions[enemy], worths.of(state, enemy))
            for enemy in ([] if is_kamikaze(plane) else enemies_of(plane))
            if state.positions[enemy] >= 0
        }
        self._prospects = [_next_turn(enemy, *target) for enemy, target in self._targets.items()]
        hunters = GROUPS[ESCORTS] if group_of(plane) == CAP else GROUPS[CAP]
        self._hunters = [
            (self._reach.chances[at & 7], SPREAD[at >> 3])
            for at in (state.positions[hunter] for hunter in hunters)
            if at >= 0
        ]
        self._friends = [
            column_row(state.positions[f] >> 3)[0]
            for f in GROUPS[group_of(plane)]
            if f != plane and state.positions[f] >= 0
        ]
        self._values: dict[tuple[int, int, int], float] = {}
        self._stands: dict[int, float] = {}

    def fits(self, state: KamikazeState) -> bool:
        """Whether this plan was made for the board as it is now."""
        return self._key == _key(state)

    def worth_of(self, state: KamikazeState, option: Choice) -> float:
        """What an option is worth."""
        flight = state.agenda[-1]
        fired = flight.fired_at if isinstance(flight, Flight) else 0
        if isinstance(option, Move):
            return self._enter(option.to, state.mp - option.cost, fired)
        if isinstance(option, Enter):
            mp = state.mp - state.charts.options.entry_cost
            column, _ = column_row(option.position >> 3)
            beside = sum(abs(column - friend) < 3 for friend in self._friends)
            apart = _APART * self._own_worth * beside
            return self._enter(option.position, mp, fired) - apart
        if isinstance(option, Fire):
            return self._shot(state.positions[self._plane], option.target)
        return 0  # hold fire

    def _enter(self, position: Position, mp: int, fired: int) -> float:
        """The worth of arriving at a position with so many points left."""
        if position == OFF_SOUTH:
            return self._through_worth
        if position > OFF_SOUTH:
            return -self._own_worth
        gain = 0.0
        if self._targets and self._occupied & self._charts.arc_bits[position]:
            alone = not self._occupied & BITS[position >> 3]
            target = self._best_target(position, fired) if alone else None
            if target is not None:
                gain = self._shot(position, target)
                fired |= 1 << target
        return gain + self._value(position, mp, fired)

    def _value(self, position: Position, mp: int, fired: int) -> float:
        if mp == 0:
            return self._stand(position)
        key = (position, mp, fired)
        value = self._values.get(key)
        if value is None:
            value = _NEVER
            for move, ends in self._paths[position << 4 | mp]:
                if ends & self._goal:
                    value = max(value, self._enter(move.to, mp - move.cost, fired))
            self._values[key] = value
        return value

    def _best_target(self, position: Position, fired: int) -> Plane | None:
        best, target = 0.0, None
        arc = self._charts.arcs[position]
        for enemy, (at, _) in self._targets.items():
            if at >> 3 in arc and not fired >> enemy & 1:
                shot = self._shot(position, enemy)
                if shot > best:
                    best, target = shot, enemy
        return target

    def _shot(self, position: Position, target: Plane) -> float:
        """What a shot gains on average: the target, less the risk of a head-on exchange."""
        at, worth = self._targets[target]
        if at >> 3 not in self._charts.arcs[position]:
            return 0
        shot, fires_back = aim(self._charts, position, target, at)
        return shot.chance * (worth - (self._own_worth if fires_back else 0))

    def _stand(self, position: Position) -> float:
        """How well the plane stands at the end of its move."""
        value = self._stands.get(position)
        if value is None:
            facing, here = position & 7, SPREAD[position >> 3]
            safe = self._reach.free(position, group_of(self._plane))
            for chances, there in self._hunters:
                safe *= 1 - chances[facing].get(here - there, 0.0)
            if is_kamikaze(self._plane):
                value = self._own_worth * safe * _hope(position)
            else:
                value = self._prospect(position) - self._own_worth * (1 - safe)
            self._stands[position] = value
        return value

    def _prospect(self, position: Position) -> float:
        """The best chance the next move may bring; if there is none, the way to the nearest."""
        best, here = 0.0, SPREAD[position >> 3]
        chances = self._reach.chances[position & 7]
        for at, worth in self._prospects:
            chance = chances[at & 7].get(SPREAD[at >> 3] - here)
            if chance and chance * worth > best:
                best = chance * worth
        return best or -_CLOSER * self._own_worth * self._way(position)

    def _way(self, position: Position) -> int:
        """Squares to the nearest target; if there is none yet, to where they will come from."""
        column, row = column_row(position >> 3)
        away = [column_row(at >> 3) for at, _ in self._prospects]
        if not away:
            return row if group_of(self._plane) == CAP else ROWS - row
        return min(max(abs(column - c), abs(row - r)) for c, r in away)


def _key(state: KamikazeState) -> tuple[int, int, int, int]:
    return state.turn, state.active, state.occupied, state.to_move


def _next_turn(plane: Plane, position: Position, worth: float) -> tuple[Position, float]:
    """Where a target will be when the hunter moves again, and what it is worth to be after it.

    A kamikaze flies on to the south; where a fighter goes nobody knows.
    """
    if not is_kamikaze(plane):
        return position, _MOVING_TARGET * worth
    column, row = column_row(position >> 3)
    return square_at(column, min(row + _MEAN_ADVANCE, ROWS)) * 8 + SOUTH, worth


def _hope(position: Position) -> float:
    """How much of a kamikaze's worth is left, by the turns it needs to the south end."""
    _, row = column_row(position >> 3)
    turning = abs((position & 7) - SOUTH)
    return float(_PER_TURN ** ((ROWS + 1 - row + turning) / (_MEAN_ADVANCE + 0.5)))


class Reach:
    """The chance that a fighter shoots a plane down in its next move, by where both are.

    `chances[facing of the hunter][facing of the prey]` maps the offset of their squares, as
    `SPREAD` counts it, to the chance; offsets that are out of reach are not in it.
    """

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
        self._free: dict[tuple[int, int], float] = {}
        self.chances = [
            [_chances(charts, _shots_from(charts, hunter), prey) for prey in range(8)]
            for hunter in range(8)
        ]

    def kill_chance(self, hunter: Position, prey: Position) -> float:
        """The best chance over all shots in reach: points may not suffice, and shots may miss."""
        offset = SPREAD[prey >> 3] - SPREAD[hunter >> 3]
        return self.chances[hunter & 7][prey & 7].get(offset, 0.0)

    def free(self, position: Position, group: int) -> float:
        """The share of throws that a plane can spend on the board: near an edge not all."""
        free = self._free.get((position, group))
        if free is None:
            ends, throws = self._charts.paths[group].ends, MOVEMENT_POINTS[group].readings
            free = sum(ends(position, throw.result) != 0 for throw in throws) / len(throws)
            self._free[position, group] = free
        return free


# Squares on a wider grid, so that each difference of two stands for one displacement only.
_WIDTH = 64
SPREAD = tuple(row * _WIDTH + column for column, row in map(column_row, range(SQUARES)))


def _chances(
    charts: Charts, shots: dict[tuple[int, int], dict[int, int]], prey: Facing
) -> dict[int, float]:
    chances = {}
    for (dx, dy), lines in shots.items():
        best = 0.0
        for line, cost in lines.items():
            best = max(best, _enough(cost) * charts.shot(line, prey).chance)
        chances[dy * _WIDTH + dx] = best
    return chances


@cache
def _enough(cost: int) -> float:
    """The chance that a fighter's throw gives it so many points."""
    throws = MOVEMENT_POINTS[CAP].readings
    return sum(throw.result >= cost for throw in throws) / len(throws)


@lru_cache(maxsize=8)
def reach_of(charts: Charts) -> Reach:
    """The reach of fighters with these charts."""
    return Reach(charts)


def _shots_from(charts: Charts, facing: Facing) -> dict[tuple[int, int], dict[int, int]]:
    """For each square relative to a fighter: the lines of fire to it, and the MP each takes."""
    costs: dict[tuple[int, int, int], int] = {}
    by_cost: list[list[tuple[int, int, int]]] = [[] for _ in range(_MOST_MP + 1)]
    by_cost[0].append((0, 0, facing))
    for spent, states in enumerate(by_cost):
        for x, y, heading in states:
            for turn in charts.turns:
                direction = (heading + turn.eighths) & 7
                dx, dy = STEPS[direction]
                state, cost = (x + dx, y + dy, direction), spent + turn.cost
                if cost <= _MOST_MP and cost < costs.get(state, _MOST_MP + 1):
                    costs[state] = cost
                    by_cost[cost].append(state)
    shots: dict[tuple[int, int], dict[int, int]] = {}
    for (x, y, line), cost in costs.items():
        dx, dy = STEPS[line]
        lines = shots.setdefault((x + dx, y + dy), {})
        lines[line] = min(cost, lines.get(line, cost))
    return shots
