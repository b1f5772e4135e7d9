"""How a captain judges the hexes before him: attack, danger, and the purpose of his side."""

from __future__ import annotations

from math import inf
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.disks import around
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.moves import Start
from flankspeed.games.samar.bots.outlook import Lookout, Outlook
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.bots.worth import ASTRAY, share_lost
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Facing, Hex
from flankspeed.games.samar.data.map import LAND, SHALLOWS
from flankspeed.games.samar.data.markers import (
    BATTLE,
    CRUISE,
    DIW,
    EVASIVE,
    FIT,
    FLANK,
    HULK,
    ShipNumber,
    SpeedStatus,
)
from flankspeed.games.samar.odds.hazards import BEACHED
from flankspeed.games.samar.rules.movement.fouling import fouling_die
from flankspeed.games.samar.rules.movement.sea_room import open_statuses
from flankspeed.games.samar.rules.movement.shallows import endangered
from flankspeed.games.samar.rules.movement.speed import allowance, longest_move, maneuver

POINT_BLANK: Final = FIGURES.ranges.point_blank
_FOULING: Final = 0.6  # of a ship's worth, for each collision
_LEAST_WORTH: Final = 5.0  # there are two ships in a collision
_CLOSE_AHEAD: Final = 0.25  # of a collision, for a ship ahead as the next move begins
# 4.3: the chance of a collision, by the status of the ship that moves.
_COLLISIONS: Final = {
    BATTLE: fouling_die().chances()[True],
    CRUISE: fouling_die(slow=True).chances()[True],
    FLANK: fouling_die(flank=True).chances()[True],
    EVASIVE: fouling_die(evading=True).chances()[True],
}
_GROUND: Final = 2.0  # times what a hex of shallows costs: there is always deeper water
_REACTION: Final = 0.03  # of a ship's worth, for each gunnery die of an enemy at point blank
_CORNERED: Final = 6.0  # the least price of an end from which every way leads off the map or ashore
_STRUCK: Final = 0.3  # the chance that an air unit on a ship panics it
_COMPANY: Final = 0.15  # for each ship in a hex: it makes all of them easier to hit


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """What the ends of one ship's move are worth; each side adds its purpose as `goal`."""

    attack_weight = 1.0
    danger_weight = 0.5
    may_leave = False

    def __init__(
        self, forecast: Forecast, lookout: Lookout, ship: ShipNumber, scheme: Scheme
    ) -> None:
        state, charts = forecast.state, forecast.charts
        self.forecast = forecast
        self.state = state
        self.ship = ship
        self.scheme = scheme
        self.terrain = forecast.waters.terrain
        self.waters = forecast.waters
        self.per_move = charts.options.pivot == "per_move"
        self.turning = maneuver(state, ship)
        self.speed = charts.speed[state.face[ship]]
        if state.condition[ship] != FIT:
            self.speed = FIGURES.speed.slowed
        self.heavy = endangered(state, ship)
        self.outlook = Outlook(forecast, lookout, ship)
        self.worth = forecast.worth(ship).sunk
        self.cornered = max(_CORNERED, self.worth)
        self.collision = _FOULING * max(self.worth, _LEAST_WORTH)
        self._off = forecast.waters.off(self.turning)
        self._reach = longest_move(state, ship)
        self._shaken = min(_STRUCK * self.strikes, 1.0)
        self.vessels: dict[int, int] = {}
        self.bows: dict[int, float] = {}
        self.fire: dict[int, float] = {}
        self._look_around()

    # --- What it may do ---

    def starts(self) -> list[Start]:
        """The moves that begin where the ship is, with every speed worth a thought."""
        return self.starts_at(self.statuses())

    def starts_at(self, statuses: tuple[SpeedStatus, ...]) -> list[Start]:
        """The same, with these speeds."""
        state, ship = self.state, self.ship
        before = state.speed[ship]
        return [
            Start(
                status,
                state.where[ship],
                state.facing[ship],
                allowance(state, ship, before, status),
                self.turning,
            )
            for status in statuses
        ]

    def statuses(self) -> tuple[SpeedStatus, ...]:
        """The speeds worth a thought: nobody cruises in battle who need not."""
        every = open_statuses(self.state, self.ship)
        return tuple(status for status in every if status != CRUISE) or every

    # --- The ends ---

    def rough(self, hex_: Hex, status: SpeedStatus) -> float:
        """A hex, with the whole broadside bearing."""
        outlook = self.outlook
        value = self.goal(hex_, status)
        value += self.attack_weight * outlook.best_attack(hex_, status)
        if hex_ in self.vessels:
            value -= self.collision * _COLLISIONS[status] * self.vessels[hex_]
        return value - self.danger_weight * outlook.danger(hex_, 0, status)

    def score(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """An end: what it gains, what it risks, what it is for."""
        outlook = self.outlook
        score = self.goal(hex_, status) + self.trim(hex_, facing, status)
        score += self.attack_weight * outlook.attack(hex_, facing, status)
        score -= self.danger_weight * outlook.danger(hex_, facing, status)
        score -= self.astray(hex_, facing, status)
        if hex_ in self.bows:
            score -= self.collision * self.bows[hex_]
        ahead = hex_ + STEPS[facing]
        if ahead in self.vessels:
            score -= self.collision * _CLOSE_AHEAD * self.vessels[ahead]
        return score - _COMPANY * self.vessels.get(hex_, 0)

    def gain_and_risk(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> tuple[float, float]:
        """What the best attack from an end gains, and what all fire on it would."""
        outlook = self.outlook
        return outlook.attack(hex_, facing, status), outlook.danger(hex_, facing, status)

    def astray(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """4.7: what panic there costs more than in the open sea."""
        share = share_lost(self._off[hex_ * 8 + facing], self._reach) - ASTRAY
        if not share:
            return 0.0
        chance = max(self.outlook.panic(hex_, facing, status), self._shaken)
        return self.scheme.sea_room * share * self.worth * chance

    def goal(self, hex_: Hex, status: SpeedStatus) -> float:
        """The purpose of the move: nothing yet."""
        return 0.0

    def trim(self, hex_: Hex, facing: Facing, status: SpeedStatus) -> float:
        """What is too fine to be seen in rough: the heading for the next move, and so on."""
        return 0.0

    def leaving(self, hex_: Hex) -> float:
        """Ships stay on the map, unless their side wants otherwise."""
        return -inf

    # --- The way ---

    def hazard(self, hex_: Hex, status: SpeedStatus) -> float:
        """Other vessels, guns at point blank, shallows; no way over land."""
        terrain = self.terrain[hex_]
        cost = self.fire.get(hex_, 0.0)
        if hex_ in self.vessels:
            cost += self.collision * _COLLISIONS[status] * self.vessels[hex_]
        if terrain == SHALLOWS and self.heavy:
            return cost + _GROUND * BEACHED * self.worth
        return inf if terrain in (0, LAND) else cost

    def _look_around(self) -> None:
        """The vessels near the ship, and the guns that bear on the hexes around them (4.3)."""
        state, ship, navy = self.state, self.ship, self.state.charts.navy
        here, reach = state.where[ship], self.speed + FIGURES.speed.flank + POINT_BLANK
        for other, hex_ in enumerate(state.where):
            if hex_ <= 0 or other == ship or (here > 0 and DISTANCE[hex_ - here] > reach):
                continue
            self.vessels[hex_] = self.vessels.get(hex_, 0) + 1
            if state.condition[other] < DIW:
                ahead = hex_ + STEPS[state.facing[other]]
                self.bows[ahead] = _CLOSE_AHEAD / 2 if state.moved[other] else _COLLISIONS[BATTLE]
            if navy[other] != navy[ship] and state.condition[other] != HULK:
                self._add_guns(other, hex_)

    def _add_guns(self, foe: ShipNumber, hex_: Hex) -> None:
        battery = self.forecast.batteries[self.state.face[foe]]
        if battery.reach >= 0:
            cost = _REACTION * self.worth * max(battery.dice[1] + 2, 0)
            for near in around(hex_, POINT_BLANK):
                self.fire[near] = self.fire.get(near, 0.0) + cost

    @property
    def strikes(self) -> int:
        """The air units that are on the ship."""
        return self.state.air.count(self.ship)

    def evasion(self, status: SpeedStatus) -> float:
        """What evasive action is worth to a ship under air attack."""
        if status != EVASIVE or not self.strikes:
            return 0.0
        return 0.05 * self.worth * self.turning * self.strikes
