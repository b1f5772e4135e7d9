"""The plan of one plane in the dogfight: the best path with the shots on its way.

Every path that spends the plane's points is weighed: what its shots are worth, and how well the
plane stands at its end: who can shoot at it before it moves again, and whom it can reach then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice
from flankspeed.games.kamikaze.bots.gun_reach import SPREAD, reach_of
from flankspeed.games.kamikaze.bots.sight import Sight
from flankspeed.games.kamikaze.bots.worths import Worths
from flankspeed.games.kamikaze.data.board import ROWS, Position, column_row
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    ESCORTS,
    GROUPS,
    NAMES,
    Plane,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, aim, enemies_of
from flankspeed.games.kamikaze.rules.flight import Enter, Flight
from flankspeed.games.kamikaze.rules.movement import BITS, OFF_SOUTH, Move
from flankspeed.games.kamikaze.state import KamikazeState

_NEVER = -1e9

# How a plane's next turn is weighed; found by tests/figures/kamikaze_dogfight.py.
_KAMIKAZE_AHEAD = 0.33  # a chance at a kamikaze counts so much: others fire at it, and it turns
_FIGHTER_AHEAD = 0.06  # the chance at a fighter that is in reach but will move first
_BEHIND_IT = 0.05  # and what a chance at it as it flies now adds
_CAP_RISK = 1.0  # who can shoot at a CAP fighter will
_ESCORT_RISK = 0.1  # who can shoot at an escort has better targets
_CLOSER = 0.004  # of the plane's worth: a square nearer to the nearest target
_APART = 0.03  # of the plane's worth: what it costs to come in beside a friend


class Stand(NamedTuple):
    """How a plane stands at the end of its move."""

    worth: float
    safe: float  # the chance that it is not shot down before it moves again
    target: Plane  # whom it can best reach then, -1 if nobody
    chance: float  # to shoot that one down


@mypyc_attr(allow_interpreted_subclasses=True)
class Plan:
    """The worth of every way to spend one plane's points, as shares of the game."""

    def __init__(self, state: KamikazeState, sight: Sight) -> None:
        flight = state.agenda[-1]
        assert isinstance(flight, Flight), "plans are made for a plane under way"
        self.worths = worths = Worths(state)
        self._key = _key(state)
        self._sight = sight
        self._goal = flight.goal
        self._plane = plane = flight.plane
        self._group = group_of(plane)
        self._charts = state.charts
        self._paths = state.charts.paths[state.group]
        self._reach = reach_of(state.charts)
        self._occupied = state.occupied
        # A kamikaze counts for what it does when it is through, a fighter for what its loss costs.
        self._own_worth = worths.through(plane) if is_kamikaze(plane) else worths.of(plane)
        # Position and worth of everyone it can shoot at, and positions of those who shoot at it.
        self._targets = {
            enemy: (state.positions[enemy], worths.of(enemy))
            for enemy in ([] if is_kamikaze(plane) else enemies_of(plane))
            if state.positions[enemy] >= 0
        }
        # Of each target: where the chances to get it next turn stand, its square and its worth.
        self._prospects = [
            (enemy, self._next_turn(enemy, at), SPREAD[at >> 3], worth)
            for enemy, (at, worth) in self._targets.items()
        ]
        hunters = GROUPS[ESCORTS] if self._group == CAP else GROUPS[CAP]
        self._hunters = [
            (self._reach.chances[at & 7], SPREAD[at >> 3])
            for at in (state.positions[hunter] for hunter in hunters)
            if at >= 0 and sight.hunters
        ]
        self._friends = [
            column_row(state.positions[f] >> 3)[0]
            for f in GROUPS[self._group]
            if f != plane and state.positions[f] >= 0
        ]
        self._values: dict[tuple[int, int, int], float] = {}
        self._stands: dict[int, Stand] = {}

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
        return 0.0  # hold fire

    def words_of(self, state: KamikazeState, option: Choice) -> str:
        """What an option leads to if the plane flies on by this plan."""
        if isinstance(option, Fire):
            return self._shot_words(state.positions[self._plane], option.target)
        if isinstance(option, Move):
            position, mp = option.to, state.mp - option.cost
        elif isinstance(option, Enter):
            position, mp = option.position, state.mp - state.charts.options.entry_cost
        else:
            return "no shot"
        flight = state.agenda[-1]
        fired = flight.fired_at if isinstance(flight, Flight) else 0
        return ", ".join(self._way_words(position, mp, fired))

    def _way_words(self, position: Position, mp: int, fired: int) -> Iterator[str]:
        """The shots on the way and how the plane stands at its end."""
        if position >= OFF_SOUTH:
            yield "through" if position == OFF_SOUTH else "lost"
            return
        target = self._best_target(position, fired)
        if target is not None:
            yield self._shot_words(position, target)
            fired |= 1 << target
        if mp:
            ways = [
                (self._enter(move.to, mp - move.cost, fired), move)
                for move, ends in self._paths[position << 4 | mp]
                if ends & self._goal
            ]
            _, move = max(ways, key=lambda way: way[0])
            yield from self._way_words(move.to, mp - move.cost, fired)
            return
        stand = self._stand(position)
        yield f"then at risk {1 - stand.safe:.0%}"
        if is_kamikaze(self._plane):
            yield f"through about {stand.safe * self.worths.hope_at(self._plane, position):.0%}"
        elif stand.target >= 0:
            yield f"next turn {NAMES[stand.target]} {stand.chance:.0%}"

    def _shot_words(self, position: Position, target: Plane) -> str:
        shot, fires_back = aim(self._charts, position, target, self._targets[target][0])
        back = f" (and back {shot.chance:.0%})" if fires_back else ""
        return f"shoots down {NAMES[target]} {shot.chance:.0%}{back}"

    def _enter(self, position: Position, mp: int, fired: int) -> float:
        """The worth of arriving at a position with so many points left."""
        if position == OFF_SOUTH:
            return self._own_worth
        if position > OFF_SOUTH:
            return 0.0 if is_kamikaze(self._plane) else -self._own_worth
        gain = 0.0
        target = self._best_target(position, fired)
        if target is not None:
            gain = self._shot(position, target)
            fired |= 1 << target
        return gain + self._value(position, mp, fired)

    def _value(self, position: Position, mp: int, fired: int) -> float:
        if mp == 0:
            return self._stand(position).worth
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
        """The best shot on arrival, if there is one that is worth it."""
        if not self._targets or not self._occupied & self._charts.arc_bits[position]:
            return None
        if self._occupied & BITS[position >> 3]:
            return None
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
            return 0.0
        shot, fires_back = aim(self._charts, position, target, at)
        return shot.chance * (worth - (self._own_worth if fires_back else 0))

    def _stand(self, position: Position) -> Stand:
        """How well the plane stands at the end of its move."""
        stand = self._stands.get(position)
        if stand is None:
            facing, here = position & 7, SPREAD[position >> 3]
            safe = self._reach.free(position, self._group)
            for chances, there in self._hunters:
                safe *= 1 - chances[facing].get(here - there, 0.0)
            if is_kamikaze(self._plane):
                worth = self._own_worth * safe * self.worths.hope_at(self._plane, position)
                stand = Stand(worth - self._drive(position), safe, -1, 0.0)
            else:
                prospect, target, chance = self._prospect(position)
                counts = _CAP_RISK if self._group == CAP else _ESCORT_RISK
                risk = counts * self._own_worth * (1 - safe)
                stand = Stand(prospect - risk - self._drive(position), safe, target, chance)
            self._stands[position] = stand
        return stand

    def _prospect(self, position: Position) -> tuple[float, Plane, float]:
        """What the next move may bring, and the best target; if there is none, the way to one."""
        worths, best, target, likely = 0.0, 0.0, -1, 0.0
        here, facing = SPREAD[position >> 3], position & 7
        for enemy, chances, there, worth in self._prospects if self._sight.next_turn else ():
            chance = chances[facing].get(there - here, 0.0)
            if chance:
                if is_kamikaze(enemy):
                    chance *= _KAMIKAZE_AHEAD
                else:
                    chance = _FIGHTER_AHEAD + _BEHIND_IT * chance
                worths += chance * worth
                if chance * worth > best:
                    best, target, likely = chance * worth, enemy, chance
        return worths or -_CLOSER * self._own_worth * self._way(position), target, likely

    def _next_turn(self, plane: Plane, at: Position) -> list[dict[int, float]]:
        """The chances at a target in the next turn, by the hunter's facing.

        A kamikaze flies on to the south; where a fighter goes nobody knows.
        """
        if is_kamikaze(plane):
            _, row = column_row(at >> 3)
            rows = min(ROWS - row, len(self._reach.chances_south) - 1)
            return self._reach.chances_south[rows]
        return [chances[at & 7] for chances in self._reach.chances]

    def _drive(self, position: Position) -> float:
        return self._sight.drive and self._sight.drive / 100 * self._way(position)

    def _way(self, position: Position) -> int:
        """Squares to the nearest target; if there is none yet, to where they will come from.

        A kamikaze has none: its way is that to the south end.
        """
        column, row = column_row(position >> 3)
        away = [column_row(at >> 3) for at, _ in self._targets.values()]
        if not away:
            return row if self._group == CAP else ROWS - row
        return min(max(abs(column - c), abs(row - r)) for c, r in away)


def _key(state: KamikazeState) -> tuple[object, ...]:
    """All that a plan depends on: where the others are, not how far the plane has flown."""
    others = tuple(at for plane, at in enumerate(state.positions) if plane != state.active)
    start = state.path[0] if state.path else -1
    return id(state.charts), state.active, state.to_move, start, others, tuple(state.fates)
