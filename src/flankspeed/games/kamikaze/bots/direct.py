"""The direct bot: always the shortest way, whatever is in it. Simple, and reproducible."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.games.kamikaze.data.board import COLUMNS, ROWS, SECTION_AT, Position, column_row
from flankspeed.games.kamikaze.data.planes import GROUP_SIZE, is_kamikaze
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, enemies_of
from flankspeed.games.kamikaze.rules.defensive_fire import GunGroup, HoldMount
from flankspeed.games.kamikaze.rules.flight import Enter
from flankspeed.games.kamikaze.rules.movement import OFF_SOUTH, Face, Move
from flankspeed.games.kamikaze.state import KamikazeState


class DirectBot:
    """Dives by the direct policy of the reference; in the dogfight it flies straight at things.

    Of equally good options it takes the first, so a game depends on the dice alone.
    """

    def __init__(self, seed: int = 0) -> None:
        """It tosses no coins: the seed is not asked."""

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        """The option of least cost to where the plane wants to be."""
        return min(decision.options, key=lambda option: self._cost(state, option))

    def _cost(self, state: KamikazeState, option: Choice) -> float:
        if isinstance(option, Move):
            return self._move_cost(state, option)
        if isinstance(option, Enter):
            return self._entry_cost(state, option)
        if isinstance(option, GunGroup | HoldMount):
            return more_guns_first(state, option)
        if isinstance(option, Face):
            square = state.charts.entry_points[state.entry - 1]
            return state.charts.reach[square * 8 + option.facing]
        return -1 if isinstance(option, Fire) else 0

    def _move_cost(self, state: KamikazeState, move: Move) -> float:
        if state.phase == 2:
            crash = SECTION_AT[move.to >> 3] >= 0
            return move.cost + (0 if crash else state.charts.reach[move.to])
        if is_kamikaze(state.active):
            return move.cost + _way_south(move.to)
        if move.to >= OFF_SOUTH:
            return 2.0 * ROWS
        return _distance_to_enemy(state, move.to)

    def _entry_cost(self, state: KamikazeState, option: Enter) -> float:
        """Each group enters in line abreast, by number."""
        column, _ = column_row(option.position >> 3)
        wanted = (state.active % GROUP_SIZE + 1) * COLUMNS / (GROUP_SIZE + 1)
        return abs(column - wanted)


def more_guns_first(state: KamikazeState, option: GunGroup | HoldMount) -> float:
    """The group with more dice, and never a gun held back."""
    if isinstance(option, HoldMount):
        return 1
    position = state.positions[state.active]
    return -state.charts.battery.firing(position >> 3, state.guns, option.group).bit_count()


def _way_south(position: Position) -> int:
    """Rows to the south end, and the MP it takes to turn that way."""
    if position >= OFF_SOUTH:
        return 0
    _, row = column_row(position >> 3)
    turn = abs((position & 7) - 4)  # eighths of a circle away from south
    return ROWS + 1 - row + turn


def _distance_to_enemy(state: KamikazeState, position: Position) -> float:
    """Squares to the nearest enemy from the square ahead; far if there is none."""
    column, row = column_row(position >> 3)
    nearest = 2.0 * ROWS
    for enemy in enemies_of(state.active):
        at = state.positions[enemy]
        if at >= 0:
            enemy_column, enemy_row = column_row(at >> 3)
            nearest = min(nearest, max(abs(column - enemy_column), abs(row - enemy_row)))
    ahead = state.charts.arcs[position]
    aims = any(state.positions[e] >> 3 in ahead for e in enemies_of(state.active))
    return nearest - (0.5 if aims else 0)
