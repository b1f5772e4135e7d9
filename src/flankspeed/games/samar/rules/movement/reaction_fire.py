"""4.3 Reaction fire: ships fire on an enemy that comes within point blank of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.data.markers import HULK, REACTION, SEATS, ShipNumber
from flankspeed.games.samar.rules.air.placing import barred
from flankspeed.games.samar.rules.combat.damage import apply
from flankspeed.games.samar.rules.combat.firing import sight_of
from flankspeed.games.samar.rules.combat.gunnery import can_fire, fire
from flankspeed.games.samar.state import SamarState

POINT_BLANK: Final = FIGURES.ranges.point_blank


class React(Choice):
    """D-27: the ship that fires next."""

    __slots__ = ("firer",)

    def __init__(self, charts: Charts, firer: ShipNumber) -> None:
        ship = charts.ships[firer]
        super().__init__(f"react {ship.id}", f"{ship.name} fires", charts.places[firer])
        self.firer = firer


IN_ORDER: Final = Choice("in order", "all fire, by number")
HOLD: Final = Choice("hold", "no more fire on this ship here")


@lru_cache(maxsize=64)
def _reacts(charts: Charts) -> tuple[React, ...]:
    return tuple(React(charts, ship) for ship in range(len(charts.ships)))


def in_reach(state: SamarState, ship: ShipNumber, foes: Sequence[ShipNumber]) -> list[ShipNumber]:
    """4.3 (A-20): the enemies that have the ship within point blank and are free to fire on it."""
    where, condition = state.where, state.condition
    hex_ = where[ship]
    near = [
        foe for foe in foes if DISTANCE[where[foe] - hex_] <= POINT_BLANK and condition[foe] != HULK
    ]
    if near and ship in barred(state, 1 - state.charts.navy[ship]):
        return []
    return near


def firers(state: SamarState, ship: ShipNumber, near: Sequence[ShipNumber]) -> list[ShipNumber]:
    """4.3 (A-20): those in reach that see the ship and have dice to throw; none on a hulk."""
    if not near or state.condition[ship] == HULK:
        return []
    sight = sight_of(state)
    return [foe for foe in near if can_fire(state, foe, ship, REACTION, sight)]


def react(
    state: SamarState, firer: ShipNumber, ship: ShipNumber, dice: Dice, log: Log | None
) -> None:
    """4.3: one attack with the guns; its damage counts at once."""
    apply(state, fire(state, firer, ship, REACTION, sight_of(state), dice, log), log)


def react_in_order(
    state: SamarState, near: Sequence[ShipNumber], ship: ShipNumber, dice: Dice, log: Log | None
) -> list[ShipNumber]:
    """D-27: all that can fire do so, by number, until the ship sinks; returns who fired."""
    fired = []
    sight = sight_of(state)
    for foe in near:
        if state.condition[ship] == HULK:
            break
        if can_fire(state, foe, ship, REACTION, sight):
            apply(state, fire(state, foe, ship, REACTION, sight, dice, log), log)
            fired.append(foe)
    return fired


def asked(charts: Charts) -> bool:
    """D-27: whether the owner of the firers chooses."""
    options = charts.options
    return options.reaction_optional or options.routine_choices == "ask"


def reaction_decision(state: SamarState, ship: ShipNumber, ready: Sequence[ShipNumber]) -> Decision:
    """D-27: who fires next; with reaction_optional, also whether anybody does."""
    charts = state.charts
    options: list[Choice] = [_reacts(charts)[foe] for foe in ready]
    if len(ready) > 1:
        options.append(IN_ORDER)
    if charts.options.reaction_optional:
        options.append(HOLD)
    prompt = f"who fires next on {charts.ships[ship].name}?"
    return Decision(SEATS[1 - charts.navy[ship]], prompt, tuple(options))
