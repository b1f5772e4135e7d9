"""AA support: who would fire for whom, and what it is worth to be near."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.data.markers import AIR_BOX, AIR_CUP, SEATS, USN, ShipNumber
from flankspeed.games.samar.odds.throw import aa_chance
from flankspeed.games.samar.state import SamarState

_REACH: Final = FIGURES.ranges.point_blank
_UNIT: Final = 0.12  # of a heavy ship's worth: what a unit does that is not shot down
_MANY: Final = 4  # units in the air that make support worth its full price
_ENOUGH: Final = 1.5  # units that are shot down on average: more support is of little use


@mypyc_attr(allow_interpreted_subclasses=True)
class Support:
    """What the AA fire of friends is worth to a ship, and its own to them, by hex."""

    def __init__(self, forecast: Forecast, ship: ShipNumber) -> None:
        state, charts = forecast.state, forecast.charts
        self._friends: list[tuple[int, float, float]] = []
        threat = min(units_to_come(state) / _MANY, 1.0)
        own = _chance(state, ship)
        self._own = own
        self._price = _UNIT * forecast.worth(ship).sunk * threat if charts.heavy[ship] else 0.0
        for friend in forecast.friends:
            if friend == ship:
                continue
            struck = state.air.count(friend)
            worth = forecast.worth(friend).sunk if charts.heavy[friend] or struck else 0.0
            need = max(threat / 2 if state.moved[friend] else threat / 4, min(struck, 2))
            fires = _chance(state, friend) * (1.0 if state.moved[friend] else 0.5)
            if fires or worth:
                self._friends.append((state.where[friend], fires, _UNIT * worth * need * own))

    def at(self, hex_: Hex) -> float:
        """What it is worth to be there."""
        fire, value = self._own, 0.0
        for there, fires, gives in self._friends:
            if DISTANCE[there - hex_] <= _REACH:
                fire += fires
                value += gives
        return value + self._price * min(fire, _ENOUGH)


def units_to_come(state: SamarState) -> int:
    """The USN air units that have not attacked yet."""
    charts = state.charts
    return sum(
        at in (AIR_CUP, AIR_BOX) and charts.squadrons[kind].navy == SEATS[USN]
        for kind, at in zip(charts.units, state.air, strict=True)
    )


def _chance(state: SamarState, ship: ShipNumber) -> float:
    """8.3: that a ship shoots a unit down."""
    if state.fires[ship]:
        return 0.0
    return aa_chance(state.charts.secondary[state.face[ship]])
