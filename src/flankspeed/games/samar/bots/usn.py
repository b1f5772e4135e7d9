"""The USN's purpose: never leave the map clear. Carriers run, the screen covers and attacks."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.disks import nearest
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.outlook import Lookout
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.data.hexes import DISTANCE, Facing, Hex
from flankspeed.games.samar.data.markers import EVASIVE, ShipNumber, SpeedStatus
from flankspeed.games.samar.rules.turn.victory import in_the_way

_BRAVE: Final = 0.35  # the price of danger for ships that attack
_SHY: Final = 0.8  # and for those that are to stay afloat
_FAR_ENOUGH: Final = 32  # hexes
_DODGE: Final = 0.1  # evasive action of carriers, which lose nothing by it
_SEA_ROOM: Final = 0.4  # of ships that run, for each hex nearer than this to the edge of the map
_ROOM: Final = 5
# For each hex nearer than this to another ship: together they foul each other.
_HUDDLED: Final = 0.1
_APART: Final = 6
_COVER: Final = 0.2  # for each hex nearer to the carriers
_NEAR = 3  # hexes from them that are near enough
_AWAY: Final = 0.1  # for each hex that an escort is nearer to the enemy
_TORPEDO: Final = 4  # hexes from which torpedoes are launched
_BLOCK: Final = 0.2  # for each hex nearer to the enemy, of the heavy ships of the Bombardment Group
_GUNS: Final = 8  # hexes from which they like to fire
_IN_SIGHT: Final = 15  # hexes at which destroyers leave the carriers to attack
_FEW: Final = 5  # ships left in the way: from here on each of them has to last


@mypyc_attr(allow_interpreted_subclasses=True)
class UsnJudgement(Judgement):
    """A ship of the USN."""

    def __init__(
        self, forecast: Forecast, lookout: Lookout, ship: ShipNumber, scheme: Scheme
    ) -> None:
        super().__init__(forecast, lookout, ship, scheme)
        charts = forecast.charts
        self._carriers = [
            forecast.state.where[s]
            for s in forecast.friends
            if charts.ships[s].type == "CVE" and s != ship
        ]
        self._others = [forecast.state.where[s] for s in forecast.friends if s != ship]
        self._heavies = [foe.hex for foe in forecast.foes if charts.heavy[foe.ship]]
        self._is_carrier = charts.ships[ship].type == "CVE"
        self._is_heavy = charts.heavy[ship]
        self._runs = not self._is_heavy and self._must_last()
        self._attacks = not self._runs and self._may_attack()
        self.danger_weight = scheme.caution * (_SHY if self._runs else _BRAVE)

    def _must_last(self) -> bool:
        """3.4: carriers, Taffy 2 and the last ships of all keep the way south closed."""
        state, charts = self.state, self.forecast.charts
        if self._is_carrier:
            return True
        if state.cleared or state.turn > charts.track.bombardment:
            return False
        counts = charts.options.clear_test == "map" or charts.ships[self.ship].group == "taffy3"
        reserve = charts.ships[self.ship].group == "taffy2" and self.scheme.keep > 0
        return counts and (reserve or len(in_the_way(state)) <= _FEW)

    def _may_attack(self) -> bool:
        """Destroyers attack heavy ships; while there are carriers, only those in sight."""
        hex_ = self.state.where[self.ship]
        if self.forecast.charts.ships[self.ship].type != "DD" or not self.scheme.charge:
            return False
        if not self._heavies or not self._carriers or hex_ <= 0:
            return bool(self._heavies)
        return self._to_heavies(hex_) <= _IN_SIGHT

    def goal(self, hex_: Hex, status: SpeedStatus) -> float:
        """Each according to what it is for."""
        if self._runs:
            return self._run(hex_)
        if self._is_heavy:
            return -_BLOCK * max(0, self._to_heavies(hex_) - _GUNS)
        if self._attacks:
            return -self.scheme.charge * max(0, self._to_heavies(hex_) - _TORPEDO)
        return self._screen(hex_)

    def trim(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """Evasive action of carriers."""
        return _DODGE if self._is_carrier and status == EVASIVE else 0.0

    def _run(self, hex_: Hex) -> float:
        value = 0.0
        for foe in self.forecast.guns:
            distance = DISTANCE[foe.hex - hex_]
            if distance < _FAR_ENOUGH:
                value -= self.scheme.run * (_FAR_ENOUGH - distance) * foe.battery.dice[-1]
        value -= _SEA_ROOM * max(0, _ROOM - self.waters.edge[hex_])
        for other in self._others:
            value -= _HUDDLED * max(0, _APART - DISTANCE[other - hex_])
        return value

    def _screen(self, hex_: Hex) -> float:
        """Near the carriers, on the side of the enemy."""
        value = -_AWAY * max(0, self._to_heavies(hex_) - _TORPEDO)
        if self._carriers:
            near = nearest(hex_, self._carriers)
            value -= _COVER * max(0, near - _NEAR)
        return value

    def _to_heavies(self, hex_: Hex) -> int:
        return nearest(hex_, self._heavies) if self._heavies else 0
