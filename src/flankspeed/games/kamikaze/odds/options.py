"""What a player of Kamikaze Attack! can know before he chooses: the odds of each option."""

from __future__ import annotations

from flankspeed.engine import Choice, Modifier, Odds
from flankspeed.games.kamikaze.data.board import SECTION_AT, Position
from flankspeed.games.kamikaze.data.charts import DIVE_MP
from flankspeed.games.kamikaze.data.planes import NAMES, Plane, is_kamikaze
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, aim, targets
from flankspeed.games.kamikaze.rules.defensive_fire import Volley
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.rules.movement import OFF_SOUTH, Face, Move
from flankspeed.games.kamikaze.state import KamikazeState


def option_odds(state: KamikazeState) -> dict[str, Odds]:
    """The odds of the options on offer, where there are any to tell."""
    if state.decision is None:
        return {}
    tell = _shot_odds if state.phase == 1 else _dive_odds
    told = {option.text: tell(state, option) for option in state.decision.options}
    return {text: odds for text, odds in told.items() if odds}


def _shot_odds(state: KamikazeState, option: Choice) -> Odds | None:
    """The kill chance of a shot, or of those a move would bring about.

    What counts is the aspect alone, and the words name it.
    """
    flight = state.agenda[-1]
    if not isinstance(flight, Flight):
        return None
    if isinstance(option, Fire):
        return Odds(_shot(state, state.positions[flight.plane], option.target))
    if not isinstance(option, Move) or is_kamikaze(flight.plane) or option.to >= OFF_SOUTH:
        return None
    enemies = targets(state, flight.plane, option.to, flight.fired_at)
    shots = [f"{NAMES[enemy]} {_shot(state, option.to, enemy)}" for enemy in enemies]
    return Odds(f"then {', '.join(shots)}") if shots else None


def _shot(state: KamikazeState, position: Position, target: Plane) -> str:
    shot, answered = aim(state.charts, position, target, state.positions[target])
    fires_back = ", it fires back" if answered else ""
    return f"{shot.needs.name}, {shot.needs.value}+: {shot.chance:.0%}{fires_back}"


def _dive_odds(state: KamikazeState, option: Choice) -> Odds | None:
    """The chance of a crash with the best play from there on, and the volley fired first."""
    try:
        from flankspeed.games.kamikaze.odds.dives import best_pilot, nearest_automatic
    except ModuleNotFoundError:
        return None  # without NumPy no odds; the game goes on
    _, values = best_pilot(nearest_automatic(state.charts), state.guns)
    if isinstance(option, Move):
        if SECTION_AT[option.to >> 3] >= 0:
            return None
        position, mp, hits = option.to, state.mp - option.cost, state.hits
    elif isinstance(option, Face):
        square = state.charts.entry_points[state.entry - 1]
        position, mp, hits = square * 8 + option.facing, DIVE_MP - 1, 0
    else:
        return None
    guns = _volley(state, position)
    dice = sum(count for _, count in guns)
    volley = f", volley of {dice} {'die' if dice == 1 else 'dice'}" if dice else ""
    chance = f"{values.before[mp, hits, position]:.1%}"
    if state.charts.options.beam_row == "cameFrom":  # what it remembers is not in the model
        chance = f"about {chance} (as if the larger group fired on row 12)"
    return Odds(f"crash {chance}{volley}", guns)


def _volley(state: KamikazeState, position: Position) -> tuple[Modifier, ...]:
    """The guns that will fire, unless the US may choose and chooses others."""
    twin = state.copy()
    twin.path.append(position)
    return tuple(Volley(position >> 3).counted(twin))
