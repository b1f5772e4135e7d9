"""How the ship stands: her chance to be on station at the end, as quickly as it can be told."""

from __future__ import annotations

from flankspeed.games.picket.data.calendar import LAST_TURN
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.rules.plane import COMING, FLAMED, Plane
from flankspeed.games.picket.rules.station.withdrawal import BY_9G
from flankspeed.games.picket.state import FULL_TRACK, PicketState

# What a whole ship owes to each of her parts.
_HULL, _FLOOD, _MANOEUVRE, _SUPPLIES, _GUNS, _ROOMS = 0.3, 0.15, 0.15, 0.1, 0.15, 0.15
_WHOLE = 0.6  # the chance of a whole ship at the beginning
# The share of it that is left for each plane in the air: one that comes on, and one that burns.
_COMING, _BURNING, _SPECIAL = 0.95, 0.98, 0.9


def standing(state: PicketState) -> float:
    """From -1 (the ship will be lost to her station) to 1."""
    card = state.charts.card
    if card.campaign.startswith("long"):
        return _long_campaign(state)
    if state.relieved:
        return 1.0
    if _must_go(state):
        return -1.0
    if card.campaign:
        wanted = state.days_wanted or 1
        left = 1 - state.fighting_days / wanted
    else:
        left = 1 - state.phases_played / card.phases
    chance = (_WHOLE * health(state) * _threat(state)) ** max(left, 0.0)
    return float(2 * chance - 1)


def _must_go(state: PicketState) -> bool:
    """9.0.G-H: whether her leaving will lose the game."""
    charts = state.charts
    if charts.card.campaign:
        return state.leaving in BY_9G and charts.options.mini_9h == "on"
    return bool(state.leaving)


def _long_campaign(state: PicketState) -> float:
    """Ships sunk so far, and at the usual rate until the end, against those that make a draw."""
    even = campaigns().draw_at
    to_come = even * max(LAST_TURN + 1 - state.turn, 0) / LAST_TURN
    sunk = state.ships_sunk + to_come + 1 - health(state) * _threat(state)
    return min(max((even + 1 - sunk) / even, -1.0), 1.0)


def health(state: PicketState) -> float:
    """What is left of the ship, from 0 to 1."""
    charts = state.charts
    rooms = sum(charts.primary_boxes) + charts.secondary_count * charts.ship.secondary_boxes
    hits = sum(state.primaries) + sum(state.secondaries)
    whole = state.guns.count(0) / len(state.guns)
    tracks = _HULL * state.hull + _FLOOD * state.flood + _MANOEUVRE * state.manoeuvre
    tracks += _SUPPLIES * (state.ammo + state.fuel) / 2
    return tracks / FULL_TRACK + _GUNS * whole + _ROOMS * (1 - hits / rooms)


def _threat(state: PicketState) -> float:
    """What planes in the air leave of her chances: the fewer come on, the more."""
    left = _SPECIAL ** _coming(state.specials)
    for plane in state.planes:
        if plane.fate == COMING:
            left *= _COMING
        elif plane.fate == FLAMED:
            left *= _BURNING
    for regular, special in state.waves:
        left *= _COMING ** len(regular) * _SPECIAL ** len(special)
    return left


def _coming(planes: list[Plane]) -> int:
    return sum(plane.fate == COMING for plane in planes)
