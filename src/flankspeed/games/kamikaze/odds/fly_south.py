"""All kamikazes at once: each flies as far south as its throw lets it, the foremost first."""

from __future__ import annotations

from collections.abc import Generator

from flankspeed.engine import Choice
from flankspeed.games.kamikaze.data.board import column_row
from flankspeed.games.kamikaze.data.planes import KAMIKAZES
from flankspeed.games.kamikaze.odds.reach import Leg, legs
from flankspeed.games.kamikaze.rules.dogfight import Pick
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.rules.movement import OFF_SOUTH
from flankspeed.games.kamikaze.state import KamikazeState

SOUTH_ALL = "south all"


def shortcuts(state: KamikazeState) -> list[Choice]:
    """The kamikazes that have not moved yet can be sent south together, if they are several."""
    left = state.to_move.bit_count()
    if state.phase != 1 or state.group != KAMIKAZES or left < 2 or state.active >= 0:
        return []
    return [Choice(SOUTH_ALL, f"{left} kamikazes fly south, as far as each can")]


def fly_south(state: KamikazeState) -> Generator[Choice, KamikazeState, None]:
    """Pick plane after plane and fly it, until all kamikazes have moved."""
    while state.decision is not None and state.phase == 1 and state.group == KAMIKAZES:
        state = yield _next(state)


def _next(state: KamikazeState) -> Choice:
    assert state.decision is not None, "a shortcut is for one who must choose"
    options = state.decision.options
    if isinstance(state.agenda[-1], Flight):
        found = legs(state)  # nothing if it can only leave the board elsewhere
        return min(found, key=_southmost).way[0].choice if found else options[0]
    picks = [option for option in options if isinstance(option, Pick)]
    return max(picks, key=lambda pick: _row(state, pick)) if picks else options[0]


def _row(state: KamikazeState, pick: Pick) -> int:
    position = state.positions[pick.plane]
    return column_row(position >> 3)[1] if position >= 0 else 0


def _southmost(leg: Leg) -> tuple[int, tuple[int, int]]:
    """The farther south the better, then the cheaper: a plane that goes through is the best."""
    through = leg.position >= OFF_SOUTH
    return (-1000 if through else -column_row(leg.position >> 3)[1]), leg.price
