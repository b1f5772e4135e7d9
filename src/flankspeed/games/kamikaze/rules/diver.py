"""The kamikaze that dives: it stands in a square, fails, and is gone."""

from __future__ import annotations

from flankspeed.engine import Log
from flankspeed.games.kamikaze.data.board import Position, position_name, square_place
from flankspeed.games.kamikaze.data.planes import NAMES, SPLASHED, Fate
from flankspeed.games.kamikaze.state import KamikazeState


def stand(state: KamikazeState, position: Position, log: Log | None) -> None:
    """The kamikaze stands in a square, however it came there."""
    state.positions[state.active] = position
    state.path.append(position)
    if log:
        who = NAMES[state.active]
        places = [f"plane:{who}", square_place(position >> 3)]
        log.add(
            "move", "K-2-dive-7", places=places, who=who, to=position_name(position), mp=state.mp
        )


def end_dive(state: KamikazeState, fate: Fate, rule: str, why: str, log: Log | None) -> None:
    """The dive has failed, and the log says why."""
    if log:
        kind = "splash" if fate == SPLASHED else "shot down"
        log.add(kind, rule, who=NAMES[state.active], why=why)
    gone(state, fate)


def gone(state: KamikazeState, fate: Fate) -> None:
    """The kamikaze is off the board; the agenda goes back to the next dive."""
    state.remove(state.active, fate)
    state.active = -1
    state.mp = 0
    del state.agenda[1:]
