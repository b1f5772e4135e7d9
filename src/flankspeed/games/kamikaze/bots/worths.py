"""What planes are worth in the dogfight: how the chance to sink the ship changes with them.

How likely each kamikaze comes through is fitted (`hopes.toml`); what so many of them then do is
exact.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.games.kamikaze.data.board import DATA, ROWS, SOUTH, Position, column_row
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
)
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.state import KamikazeState

_DETOUR = 2  # a turn that a kamikaze loses by its move counts more than one it has not yet flown
MEAN_ADVANCE = 3.5  # rows a kamikaze flies in a turn, its throw's mean


class Hopes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `hopes.toml`: what the log odds of a kamikaze in the air are made of."""

    alone: float
    turn: float
    cap: float
    escort: float
    error: float  # standard error of the chance to sink the ship that follows from these


@cache
def hopes() -> Hopes:
    """The fitted figures."""
    return convert(read_toml(DATA / "hopes.toml"), Hopes, "hopes.toml")


def turns_to_go(position: Position, still_moves: bool) -> float:
    """The turns a kamikaze needs to the south end; one that has yet to move this turn less."""
    if position < 0:
        return ROWS / MEAN_ADVANCE - still_moves
    _, row = column_row(position >> 3)
    turning = abs((position & 7) - SOUTH)
    return (ROWS + 1 - row + turning) / MEAN_ADVANCE - still_moves


@lru_cache(maxsize=10_000)
def hope(turns: float, cap: int, escorts: int) -> float:
    """How likely a kamikaze comes through; without CAP nobody stops it (K-1-end-2)."""
    if not cap:
        return 1.0
    fitted = hopes()
    odds = fitted.alone + fitted.turn * turns + fitted.cap * cap + fitted.escort * escorts
    return 1 / (1 + exp(-odds))


def sinking_chance(through: int, likely: tuple[float, ...]) -> float:
    """The chance to sink the ship with so many through, and others each as likely as that."""
    chances = [1.0]
    for hoped in likely:
        chances = [
            with_it + without
            for with_it, without in zip(
                [0.0, *(hoped * chance for chance in chances)],
                [*((1 - hoped) * chance for chance in chances), 0.0],
                strict=True,
            )
        ]
    return sum(chance * chance_with(through + more) for more, chance in enumerate(chances))


class Worths:
    """What planes are worth on the board as it is, as shares of the game."""

    def __init__(self, state: KamikazeState) -> None:
        self._through = len(state.kamikazes(THROUGH))
        self.cap_left = _left(state, CAP)
        self.escorts_left = _left(state, ESCORTS)
        self.turns = {
            plane: turns_to_go(_where(state, plane), _still_moves(state, plane))
            for plane in state.kamikazes(WAITING, FLYING)
        }
        self.sinking = self._sinking(self.cap_left, self.escorts_left)
        self._escort = self.sinking - self._sinking(self.cap_left, self.escorts_left - 1)
        self._cap = self._sinking(self.cap_left - 1, self.escorts_left) - self.sinking

    def _sinking(self, cap: int, escorts: int, but: Plane = -1) -> float:
        likely = tuple(
            hope(turns, cap, escorts) for plane, turns in self.turns.items() if plane != but
        )
        return sinking_chance(self._through, likely)

    def through(self, plane: Plane) -> float:
        """What a kamikaze that has come through is worth more than one that is lost."""
        likely = tuple(
            hope(turns, self.cap_left, self.escorts_left)
            for other, turns in self.turns.items()
            if other != plane
        )
        return sinking_chance(self._through + 1, likely) - sinking_chance(self._through, likely)

    def hope_at(self, plane: Plane, position: Position) -> float:
        """How likely a kamikaze comes through from where its move ends."""
        lost = turns_to_go(position, False) - self.turns[plane]
        return hope(self.turns[plane] + _DETOUR * lost, self.cap_left, self.escorts_left)

    def of(self, plane: Plane) -> float:
        """What the loss of a plane costs its side."""
        group = group_of(plane)
        if group == KAMIKAZES:
            return self.sinking - self._sinking(self.cap_left, self.escorts_left, plane)
        return self._escort if group == ESCORTS else self._cap


def _left(state: KamikazeState, group: int) -> int:
    return sum(state.fates[plane] <= FLYING for plane in GROUPS[group])


def _still_moves(state: KamikazeState, plane: Plane) -> bool:
    """Whether a kamikaze moves before the turn is over; the one under way counts as before."""
    if state.group == KAMIKAZES:
        return bool(state.to_move >> plane & 1) or plane == state.active
    return state.group == ESCORTS


def _where(state: KamikazeState, plane: Plane) -> Position:
    """Where a plane is, or was when its move began."""
    if plane == state.active:
        return state.path[0] if state.path else -1
    return state.positions[plane]
