"""4.7 Leading the enemy's panicked ships astray: off the map, aground, or under our guns."""

from __future__ import annotations

from math import inf
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.disks import nearest
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.outlook import Lookout
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.data.hexes import Facing, Hex
from flankspeed.games.samar.data.map import LAND
from flankspeed.games.samar.data.markers import CRUISE, IJN, ShipNumber, SpeedStatus

_AWAY: Final = 0.2  # for each hex farther from where it wants to be
_AT_OUR_GUNS: Final = 0.15  # for each hex nearer to the range we like
_RANGE: Final = 9
_ASTRAY: Final = 0.3  # for each step that it has still to go off the map
_SOON: Final = 16  # steps that are too many to be worth a thought
_GONE: Final = 0.9  # of its worth, if it leaves the map
_DOOMED: Final = 0.7  # of its worth, if it must leave with its next move


@mypyc_attr(allow_interpreted_subclasses=True)
class Misguidance(Judgement):
    """What a place is worth to us for a ship that we lead and the enemy owns."""

    may_leave = True

    def __init__(
        self, forecast: Forecast, lookout: Lookout, ship: ShipNumber, scheme: Scheme
    ) -> None:
        super().__init__(forecast, lookout, ship, scheme)
        state, charts = forecast.state, forecast.charts
        self.cornered = -_DOOMED * self.worth
        self._is_ijn = charts.navy[ship] == IJN
        self._ours = {state.where[s] for s in forecast.friends}
        self._guns = [
            state.where[s]
            for s in forecast.friends
            if forecast.batteries[state.face[s]].reach >= 0 and s != ship
        ]

    def rough(self, hex_: Hex, status: SpeedStatus) -> float:
        return self.goal(hex_, status)

    def score(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """The next move should lead it off."""
        return self.goal(hex_, status) - _ASTRAY * min(self._off[hex_ * 8 + facing], _SOON)

    def goal(self, hex_: Hex, status: SpeedStatus) -> float:
        """Heavy ships away from the south, others to where our guns can reach them."""
        value = 0.3 if status == CRUISE else 0.0
        edge = self.waters.edge[hex_]
        value -= _AWAY * min(edge, 20)
        if self._is_ijn:
            value += _AWAY * self.waters.south[hex_]
        elif self._guns:
            near = nearest(hex_, self._guns)
            value -= _AT_OUR_GUNS * abs(near - _RANGE)
        return value

    def hazard(self, hex_: Hex, status: SpeedStatus) -> float:
        """All that it may run into is to our taste, but for our own ships."""
        if self.terrain[hex_] in (0, LAND):
            return inf
        return -super().hazard(hex_, status) if hex_ not in self._ours else self.worth

    def leaving(self, hex_: Hex) -> float:
        """Off the map it is out of the battle; but not by the south if that counts for it."""
        state, charts = self.state, self.forecast.charts
        if self._is_ijn and state.cleared and charts.heavy[self.ship] and hex_ in charts.south:
            return -inf
        return _GONE * self.worth + 10.0
