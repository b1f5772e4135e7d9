"""Set-up and arrivals: where ships start, and which of those that may enter do so."""

from __future__ import annotations

from random import Random
from typing import Final

from flankspeed.engine import Decision, Weighed
from flankspeed.games.samar.bots.gate import matters, moves_until_shut, to_come
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.data.markers import IJN, ShipNumber
from flankspeed.games.samar.rules.turn.set_up import Start
from flankspeed.games.samar.rules.turn.victory import in_the_way
from flankspeed.games.samar.state import SamarState

# Hexes from where the enemy enters at which each kind of ship likes to start.
_PLACES: Final = {"CVE": 19.0, "DE": 14.0, "DD": 12.0}
_HEX: Final = 0.1  # of a point of armor, for each hex from where a ship would like to be
_SPREAD: Final = 1.5  # hexes that one fleet starts nearer or farther than another
# How far the nearest enemy is, and how safe that makes a ship until the guns speak again.
_SAFE: Final = (16, 1.0)
_THREATENED: Final = (10, 0.6)
_HUNTED: Final = (0, 0.25)
_ORDER: Final = {"DD": 0, "DE": 1, "CVE": 2}  # who of Taffy 2 enters first: those that last longest
_PER_TURN: Final = FIGURES.entry.taffy2_per_turn


def places(state: SamarState, decision: Decision, seed: int) -> dict[Start, float]:
    """3.1: what each hex is worth: carriers away from where the enemy enters, destroyers nearer."""
    charts = state.charts
    kind = charts.ships[charts.number[decision.options[0].text.split()[0]]].type
    random = Random(f"set-up {seed} {kind}")
    wanted = _PLACES[kind] + random.uniform(-_SPREAD, _SPREAD)
    taken = set(state.where)
    return {
        option: -abs(from_enemy(charts, option.hex) - wanted)
        - (_PLACES[kind] * (option.hex in taken))
        for option in decision.options
        if isinstance(option, Start)
    }


def weigh_places(state: SamarState, decision: Decision, seed: int) -> list[Weighed]:
    """The hexes to start in."""
    return [
        Weighed(
            option,
            value * _HEX,
            0.0,
            f"{from_enemy(state.charts, option.hex):.0f} hexes from where the enemy comes on",
        )
        for option, value in places(state, decision, seed).items()
    ]


def from_enemy(charts: Charts, hex_: Hex) -> float:
    """How far a hex is from where the enemy enters."""
    entries = charts.entries["center"]
    return sum(DISTANCE[hex_ - entry] for entry, _ in entries) / len(entries)


def reinforcements(state: SamarState, ships: list[ShipNumber], scheme: Scheme) -> list[ShipNumber]:
    """3.1: the ships of Taffy 2 that should enter now, the first of them first."""
    if not ships or not scheme.keep or not matters(state) or not wanted(state, scheme):
        return []
    kinds = state.charts.ships
    return sorted(ships, key=lambda ship: _ORDER[kinds[ship].type])


def wanted(state: SamarState, scheme: Scheme) -> bool:
    """Whether one more ship is wanted: few are safe, or the gate will be shut too soon."""
    shut = moves_until_shut(state)
    if shut == 0:
        return safe_ships(state) < 1
    later = _PER_TURN * (shut - 1)
    return len(to_come(state)) > later or safe_ships(state) < scheme.keep


def safe_ships(state: SamarState) -> float:
    """How many ships in the way will still be there after the next combat phase, about."""
    where, guns = state.where, [state.where[ship] for ship in state.afloat(IJN)]
    total = 0.0
    for ship in in_the_way(state):
        near = min((DISTANCE[gun - where[ship]] for gun in guns), default=_SAFE[0])
        total += next(share for far, share in (_SAFE, _THREATENED, _HUNTED) if near >= far)
    return total
