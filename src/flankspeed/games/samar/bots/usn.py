"""The USN's purpose: the carriers run, the screen covers them with smoke and attacks."""

from __future__ import annotations

from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.outlook import Lookout
from flankspeed.games.samar.data.hexes import DISTANCE, Facing, Hex
from flankspeed.games.samar.data.markers import EVASIVE, FIT, ShipNumber, SpeedStatus

_RUN = 0.02  # for each hex farther from each gunnery die of the enemy
_FAR_ENOUGH = 32  # hexes
_DODGE = 0.1  # evasive action of carriers, which lose nothing by it
_LOST = -3.0  # a carrier that leaves the map: better than to be sunk, but out of the battle
_COVER = 0.2  # for each hex nearer to the carriers
_NEAR = 3  # hexes from them that are near enough
_AWAY = 0.1  # for each hex that an escort is nearer to the enemy
_CHARGE = 0.35  # for each hex nearer to the enemy's heavy ships
_TORPEDO = 4  # hexes from which torpedoes are launched
_BLOCK = 0.2  # the same for the heavy ships of the Bombardment Group
_GUNS = 8  # hexes from which they like to fire
_IN_SIGHT = 15  # hexes at which destroyers leave the carriers to attack


class UsnJudgement(Judgement):
    """A ship of the USN."""

    danger_weight = 0.35

    def __init__(self, forecast: Forecast, lookout: Lookout, ship: ShipNumber) -> None:
        super().__init__(forecast, lookout, ship)
        charts, state = forecast.charts, forecast.state
        kind, hex_ = charts.ships[ship].type, state.where[ship]
        self._carriers = [
            state.where[s] for s in forecast.friends if charts.ships[s].type == "CVE" and s != ship
        ]
        self._heavies = [foe.hex for foe in forecast.foes if charts.heavy[foe.ship]]
        self._is_carrier = kind == "CVE"
        self.may_leave = self._is_carrier and self._crippled()
        self._is_heavy = charts.heavy[ship]
        attacks = kind == "DD" and bool(self._heavies)
        if attacks and self._carriers and hex_ > 0:
            attacks = min(DISTANCE[heavy - hex_] for heavy in self._heavies) <= _IN_SIGHT
        self._attacks = attacks

    def goal(self, hex_: Hex, status: SpeedStatus) -> float:
        """Each according to what it is for."""
        if self._is_carrier:
            return self._run(hex_)
        if self._is_heavy:
            return -_BLOCK * max(0, self._to_heavies(hex_) - _GUNS)
        if self._attacks:
            return -_CHARGE * max(0, self._to_heavies(hex_) - _TORPEDO)
        return self._screen(hex_)

    def trim(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """Evasive action of carriers."""
        return _DODGE if self._is_carrier and status == EVASIVE else 0.0

    def _run(self, hex_: Hex) -> float:
        value = 0.0
        for foe in self.forecast.guns:
            distance = DISTANCE[foe.hex - hex_]
            if distance < _FAR_ENOUGH:
                value -= _RUN * (_FAR_ENOUGH - distance) * foe.battery.dice[-1]
        return value

    def _screen(self, hex_: Hex) -> float:
        """Near the carriers, on the side of the enemy."""
        value = -_AWAY * max(0, self._to_heavies(hex_) - _TORPEDO)
        if self._carriers:
            near = min(DISTANCE[carrier - hex_] for carrier in self._carriers)
            value -= _COVER * max(0, near - _NEAR)
        return value

    def _to_heavies(self, hex_: Hex) -> int:
        return min((DISTANCE[heavy - hex_] for heavy in self._heavies), default=0)

    def _crippled(self) -> bool:
        state, ship = self.state, self.ship
        return bool(state.face[ship] & 1) or state.condition[ship] != FIT

    def leaving(self, hex_: Hex) -> float:
        """4.6: crippled carriers leave, when there is no other way to save them."""
        return _LOST
