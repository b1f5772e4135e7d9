"""Where a plane can fly to from where it is, and the way there, square by square.

A flight takes the way with the fewest shots offered on it, at each of which it halts, then the
cheapest; a dive the shortest way, then the one with the fewest dice thrown at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from flankspeed.engine import Choice
from flankspeed.games.kamikaze.data.board import SECTION_AT, Position
from flankspeed.games.kamikaze.data.charts import DIVE_MP
from flankspeed.games.kamikaze.data.planes import Plane, is_kamikaze
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, targets
from flankspeed.games.kamikaze.rules.dive import Dive
from flankspeed.games.kamikaze.rules.flight import Enter, Flight
from flankspeed.games.kamikaze.rules.movement import OFF_ELSEWHERE, OFF_SOUTH, Face, Move
from flankspeed.games.kamikaze.state import KamikazeState


class Leg(NamedTuple):
    """A step of a way: the choice, the position it leads to, the MP left there.

    `price` compares ways: what comes first in it counts most. `before` leads back to the start.
    """

    choice: Choice
    position: Position
    mp: int
    price: tuple[int, int]
    before: Leg | None

    @property
    def way(self) -> list[Leg]:
        """All steps from the start to this one."""
        legs, leg = list[Leg](), self
        while True:
            legs.append(leg)
            if leg.before is None:
                return legs[::-1]
            leg = leg.before


def legs(state: KamikazeState) -> list[Leg]:
    """The last step of the best way to each position; nothing if no plane is under way."""
    step = state.agenda[-1] if state.agenda else None
    options = state.decision.options if state.decision else ()
    if isinstance(step, Flight) and not isinstance(options[0], Fire):
        return list(_flight(state, step))
    return list(_dive(state)) if isinstance(step, Dive) else []


def _flight(state: KamikazeState, flight: Flight) -> Iterator[Leg]:
    """K-1-move: of a position that is reached with several MP left, the best way."""
    assert state.decision is not None, "a flight waits for orders"
    paths, entry_cost = state.charts.paths[state.group], state.charts.options.entry_cost
    best: dict[int, Leg] = {}

    def reach(choice: Choice, to: Position, mp: int, before: Leg | None) -> None:
        halts, spent = before.price if before else (0, 0)
        if before is not None and shots(state, flight, before.position):
            halts += 1
        leg = Leg(choice, to, mp, (halts, spent + (before.mp if before else state.mp) - mp), before)
        known = best.get(to << 4 | mp)
        if known is None or leg.price < known.price:
            best[to << 4 | mp] = leg

    for option in state.decision.options:
        if isinstance(option, Enter):
            reach(option, option.position, state.mp - entry_cost, None)
        elif isinstance(option, Move):
            reach(option, option.to, state.mp - option.cost, None)
    for mp in range(state.mp, 0, -1):
        for leg in [leg for leg in best.values() if leg.mp == mp and leg.position < OFF_SOUTH]:
            for move, ends in paths[leg.position << 4 | mp]:
                if ends & flight.goal:
                    reach(move, move.to, mp - move.cost, leg)
    there: dict[Position, Leg] = {}
    for leg in best.values():
        if leg.position not in there or leg.price < there[leg.position].price:
            there[leg.position] = leg
    return (leg for leg in there.values() if leg.position < OFF_ELSEWHERE)


def shots(state: KamikazeState, flight: Flight, position: Position) -> list[Plane]:
    """The planes that a fighter could fire at on arrival at a position."""
    if is_kamikaze(flight.plane) or position >= OFF_SOUTH:
        return []
    return targets(state, flight.plane, position, flight.fired_at)


def _dive(state: KamikazeState) -> Iterator[Leg]:
    """K-2-dive: the squares from which the ship can still be reached, and her sections."""
    assert state.decision is not None, "a dive waits for orders"
    charts = state.charts
    entry = charts.entry_points[state.entry - 1]
    found: dict[Position, Leg] = {}
    heap: list[tuple[tuple[int, int], int, Leg]] = []
    number = count()  # of equals the first

    def reach(choice: Choice, to: Position, mp: int, before: Leg | None) -> None:
        spent, thrown = before.price if before else (0, 0)
        spent += (before.mp if before else state.mp) - mp
        leg = Leg(choice, to, mp, (spent, thrown + volley(state, to)), before)
        heappush(heap, (leg.price, next(number), leg))

    for option in state.decision.options:
        if isinstance(option, Face):
            reach(option, entry * 8 + option.facing, DIVE_MP - 1, None)
        elif isinstance(option, Move):
            reach(option, option.to, state.mp - option.cost, None)
    while heap:
        _, _, leg = heappop(heap)
        crash = SECTION_AT[leg.position >> 3] >= 0
        if leg.position in found or (not crash and charts.reach[leg.position] > leg.mp):
            continue
        found[leg.position] = leg
        if not crash:
            for move in charts.dive_moves[leg.position]:
                if move.cost <= leg.mp:
                    reach(move, move.to, leg.mp - move.cost, leg)
    return iter(found.values())


def volley(state: KamikazeState, position: Position) -> int:
    """The dice of the ship's guns at a square, if the larger group fires (A-26)."""
    return state.charts.battery.firing(position >> 3, state.guns).bit_count()
