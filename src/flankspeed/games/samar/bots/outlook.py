"""What a ship could do, and what could be done to it, from each hex it might go to."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.batteries import (
    BROADSIDE,
    TARGET_BROADSIDE,
    Battery,
    speed_dice,
    target_dice,
)
from flankspeed.games.samar.bots.forecast import TORPEDO_RANGE, Foe, Forecast
from flankspeed.games.samar.bots.waters import FAR
from flankspeed.games.samar.data.figures import OTHER
from flankspeed.games.samar.data.hexes import DISTANCE, Facing, Hex
from flankspeed.games.samar.data.markers import EVASIVE, REACTION, ShipNumber, SpeedStatus
from flankspeed.games.samar.odds.throw import NEVER, panic_chance
from flankspeed.games.samar.rules.combat.panic import panic_sum
from flankspeed.games.samar.rules.combat.torpedoes import launches_left

_HOLDS_ON: Final = 0.5  # the share of its course that an enemy keeps under our guns
_SPRINT: Final = 4  # hexes that a ship may come nearer than we expect


class _Shot(NamedTuple):
    """A shot from a hex, but for the firer's heading and speed."""

    bearing: int
    dice: int
    gains: list[float]  # by dice
    launch: float  # what torpedoes would gain
    target: ShipNumber
    passing: float  # what fire on it gains as it moves on


class _Fire(NamedTuple):
    """Fire on a hex, but for the target's heading and speed."""

    bearing: int  # of the firer
    dice: int
    battery: Battery
    column: int
    launch: int  # dice of torpedoes, or 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Lookout:
    """All that can be seen from hexes in one forecast, found once for ships with the same guns."""

    def __init__(self, forecast: Forecast) -> None:
        self._forecast = forecast
        self._shots: dict[tuple[Battery, bool, int], dict[int, list[_Shot]]] = {}
        self._fires: dict[int, list[_Fire]] = {}

    def shots_of(self, battery: Battery, radar: bool, torpedoes: int) -> dict[Hex, list[_Shot]]:
        """What ships with such guns have found so far, by hex."""
        return self._shots.setdefault((battery, radar, torpedoes), {})

    def shots(self, hex_: Hex, battery: Battery, radar: bool, torpedoes: int) -> list[_Shot]:
        """All shots from a hex."""
        forecast, broadside = self._forecast, self._forecast.charts.broadside
        reach = min(battery.reach, forecast.sighting)
        found = []
        for foe in forecast.foes:
            bearing = foe.hex - hex_
            distance = DISTANCE[bearing]
            if distance > reach:
                continue
            smoke = 0 if radar else forecast.smoke(hex_, foe.hex)
            if smoke == FAR:
                continue
            more = foe.handicap - smoke
            if broadside[foe.facing][-bearing]:
                more += TARGET_BROADSIDE
            launch = 0.0
            if torpedoes and distance <= TORPEDO_RANGE:
                launch = forecast.torpedo_gains(foe.ship)[max(torpedoes + more, 1)]
            gains = forecast.gun_gains(battery.weight, battery.columns[distance], foe.ship)
            passing = self._passing(foe, hex_, battery) if hex_ in foe.passes else 0.0
            dice = battery.dice[distance] + more
            found.append(_Shot(bearing, dice, gains, launch, foe.ship, passing))
        return found

    def _passing(self, foe: Foe, hex_: Hex, battery: Battery) -> float:
        """4.3: what reaction fire gains as the enemy goes on, if he does not turn away."""
        dice = battery.dice[1] + foe.handicap + TARGET_BROADSIDE
        if dice < 1:
            return 0.0
        gains = self._forecast.gains(REACTION, battery.weight, OTHER, foe.ship)
        return _HOLDS_ON * foe.passes[hex_] * gains[dice]

    def fires(self, hex_: Hex) -> list[_Fire]:
        """All fire on a hex."""
        found = self._fires.get(hex_)
        if found is None:
            found = self._fires[hex_] = self._look_in(hex_)
        return found

    def _look_in(self, hex_: Hex) -> list[_Fire]:
        forecast, sighting = self._forecast, self._forecast.sighting
        broadside = forecast.charts.broadside
        found = []
        for foe in forecast.guns:
            bearing = hex_ - foe.hex
            distance = DISTANCE[bearing]
            battery = foe.battery
            limit = min(battery.reach, sighting)
            if distance > limit:
                if foe.firm or distance > limit + _SPRINT:
                    continue
                distance = limit
            smoke = 0 if foe.radar else forecast.smoke(foe.hex, hex_)
            if smoke == FAR:
                continue
            dice = battery.dice[distance] + foe.skill - smoke
            if not foe.firm or broadside[foe.facing][bearing]:
                dice += BROADSIDE
            launch = 0
            if foe.torpedoes and distance <= TORPEDO_RANGE:
                launch = max(foe.torpedoes - smoke, 1)
            found.append(_Fire(-bearing, dice, battery, battery.columns[distance], launch))
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook:
    """Attack and danger for one ship at each end of its move."""

    def __init__(self, forecast: Forecast, lookout: Lookout, ship: ShipNumber) -> None:
        self._forecast = forecast
        self._lookout = lookout
        self._ship = ship
        state, charts = forecast.state, forecast.charts
        battery = forecast.batteries[state.face[ship]]
        torpedoes = charts.torpedo[state.face[ship]] if launches_left(state, ship) else 0
        self._arms = battery, charts.ships[ship].radar, torpedoes
        self._shots = lookout.shots_of(*self._arms)
        self._unarmed = battery.reach < 0
        self._left = forecast.left
        self._broadside = charts.broadside
        self._speeds = [speed_dice(state, ship, status) for status in range(4)]
        self._evading = [target_dice(state, ship, status == EVASIVE) for status in range(4)]
        self._gun_gains: dict[tuple[int, int], list[float]] = {}
        self._launch_gains = forecast.torpedo_gains(ship)
        self._panic_at = NEVER if state.panic[ship] else panic_sum(state, ship)

    def attack(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """What its best attack gains from there."""
        best = 0.0
        left, shift, broadside = self._left, self._speeds[status], self._broadside[facing]
        for bearing, dice, gains, launch, target, passing in self._look_out(hex_):
            dice += shift
            if broadside[bearing]:
                dice += BROADSIDE
            value = (max(gains[dice] if dice > 0 else 0.0, launch) + passing) * left[target]
            if value > best:
                best = value
        return best

    def target(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> tuple[ShipNumber, float]:
        """The target of its best attack from there, and the share of it that this leaves."""
        best, most, least = -1, 0.0, 1.0
        left, shift, broadside = self._left, self._speeds[status], self._broadside[facing]
        for bearing, dice, gains, launch, target, passing in self._look_out(hex_):
            dice += shift
            if broadside[bearing]:
                dice += BROADSIDE
            gain = max(gains[dice] if dice > 0 else 0.0, launch) + passing
            if gain * left[target] > most:
                best, most = target, gain * left[target]
                least = max(1 - gain / self._forecast.worth(target).sunk, 0.0)
        return best, least

    def best_attack(self, hex_: Hex, status: SpeedStatus) -> float:
        """The same, if its whole broadside bore."""
        best = 0.0
        left, shift = self._left, self._speeds[status] + BROADSIDE
        for _, dice, gains, launch, target, passing in self._look_out(hex_):
            dice += shift
            value = (max(gains[dice] if dice > 0 else 0.0, launch) + passing) * left[target]
            if value > best:
                best = value
        return best

    def _look_out(self, hex_: Hex) -> list[_Shot]:
        if self._unarmed:
            return []
        found = self._shots.get(hex_)
        if found is None:
            found = self._shots[hex_] = self._lookout.shots(hex_, *self._arms)
        return found

    def danger(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """What all fire that it may draw there would gain."""
        total = 0.0
        shift, broadside = self._evading[status], self._broadside[facing]
        for bearing, dice, battery, column, launch in self._lookout.fires(hex_):
            more = shift + TARGET_BROADSIDE if broadside[bearing] else shift
            harm = self._gains(battery, column)[max(dice + more, 0)]
            if launch:
                harm = max(harm, self._launch_gains[max(launch + more, 1)])
            total += harm
        return total

    def panic(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """The chance that the fire it may draw there panics it."""
        calm = 1.0
        shift, broadside = self._evading[status], self._broadside[facing]
        for bearing, dice, _, _, launch in self._lookout.fires(hex_):
            more = shift + TARGET_BROADSIDE if broadside[bearing] else shift
            calm *= 1 - panic_chance(max(dice, launch) + more, self._panic_at)
        return 1 - calm

    def _gains(self, battery: Battery, column: int) -> list[float]:
        key = battery.weight, column
        found = self._gun_gains.get(key)
        if found is None:
            found = self._forecast.gun_gains(battery.weight, column, self._ship)
            self._gun_gains[key] = found
        return found


def share_out(forecast: Forecast, lookout: Lookout) -> None:
    """What is left to be gained of each enemy, once all ships that have moved fire their best."""
    state, left = forecast.state, forecast.left
    left[:] = [1.0] * len(left)
    for ship in forecast.friends:
        if state.moved[ship] and state.where[ship] > 0:
            outlook = Outlook(forecast, lookout, ship)
            place = state.where[ship], state.facing[ship], state.speed[ship]
            target, share = outlook.target(*place)
            if target >= 0:
                left[target] *= share
