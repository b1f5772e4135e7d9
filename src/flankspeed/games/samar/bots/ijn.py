"""The IJN's purpose: hunt every ship off the map, and have the heavy ships in the south in time."""

from __future__ import annotations

from math import inf
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.forecast import Foe, Forecast
from flankspeed.games.samar.bots.gate import SHUT, gate_of, matters, moves_to_gate
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.outlook import Lookout
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.bots.support import Support
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Hex
from flankspeed.games.samar.data.map import OCEAN
from flankspeed.games.samar.data.markers import FIT, ShipNumber, SpeedStatus
from flankspeed.games.samar.rules.movement.sea_room import open_statuses

_BOLD: Final = 0.5  # danger, while there is prey
_CAREFUL: Final = 0.6  # and when it only matters to get away
_FEW: Final = 12  # ships of the enemy that are few: the fewer, the keener
_KEENEST: Final = 2.0
_STAND_OFF: Final = {"BB": 11, "CA": 10, "CL": 9, "DD": 8}  # hexes from which ships like to hunt
_CRUISE: Final = 8  # hexes from the quarry at which a ship may slow down: it shoots better
_ALONGSIDE: Final = 1  # hexes from ships that cannot hurt them: these must pass their guns (4.3)
_HARMLESS: Final = {"DD": ("CVE", "DE"), "CL": ("CVE", "DE"), "CA": ("CVE",)}
_LEAD: Final = 8  # hexes that they aim ahead of it at most
_NEED: Final = {"CVE": 1.0, "DD": 1.5, "DE": 1.0, "BB": 4.0, "CA": 3.0, "CL": 3.0}
_POWER: Final = {"BB": 1.5, "CA": 1.0, "CL": 0.7, "DD": 0.6}
_CROWDED: Final = 40.0  # hexes that a hunter goes farther rather than join a hunt that has enough
_DETOUR: Final = 0.4  # hexes a heavy ship goes farther for prey that is a hex farther south
_SEA_ROOM: Final = 0.15  # for each hex nearer than this to the edge of the map
_ROOM: Final = 6
_LATE: Final = {"BB": 0.5, "CA": 0.15, "CL": 0.15}  # for each hex behind the schedule to the south
_WAITING: Final = 6  # hexes from the edge where heavy ships wait for the way to be free
_GUARDS: Final = {"DD": 0, "CL": 1, "CA": 2}  # who guards the gate: those first who do not count
_STATION: Final = 2.0  # being where the gate is shut
# For each hex that is too far to get to Leyte Gulf in time, once the way is free.
_HOME: Final = 2.0
_ALONG: Final = 1.0  # for each hex nearer to it
_CREDIT: Final = 60.0  # leaving there


@mypyc_attr(allow_interpreted_subclasses=True)
class Hunt:
    """Who guards the gate, and who hunts whom: the nearest prey, but not all hunters the same."""

    def __init__(self, forecast: Forecast, scheme: Scheme) -> None:
        self.prey = _prey(forecast)
        self.guards = _guards(forecast, scheme)
        self.assigned: dict[int, Foe] = {}
        load = [0.0] * len(self.prey)
        ships, where = forecast.charts.ships, forecast.state.where
        south = forecast.waters.south
        for ship in self._hunters(forecast):
            detour = _DETOUR if forecast.charts.heavy[ship] else 0.0
            costs = [
                DISTANCE[foe.hex - where[ship]]
                + detour * south[foe.hex]
                + _CROWDED * load[i] / _NEED[ships[foe.ship].type]
                for i, foe in enumerate(self.prey)
            ]
            best = costs.index(min(costs))
            load[best] += _POWER[ships[ship].type]
            self.assigned[ship] = self.prey[best]

    def _hunters(self, forecast: Forecast) -> list[ShipNumber]:
        """Those first that have prey at hand; who comes late goes for what they leave."""
        if not self.prey:
            return []
        where = forecast.state.where
        near = {
            ship: min(DISTANCE[foe.hex - where[ship]] for foe in self.prey)
            for ship in forecast.friends
            if ship not in self.guards
        }
        return sorted(near, key=near.__getitem__)

    def quarry(self, ship: ShipNumber, hex_: Hex) -> Foe | None:
        """The prey of a ship; for one that has just entered, the nearest."""
        found = self.assigned.get(ship)
        if found is None and self.prey:
            found = min(self.prey, key=lambda foe: DISTANCE[foe.hex - hex_])
        return found


def _guards(forecast: Forecast, scheme: Scheme) -> frozenset[ShipNumber]:
    """The ships that are soonest at the gate, while it matters."""
    state, ships = forecast.state, forecast.charts.ships
    if not matters(state):
        return frozenset()
    fit = [
        ship
        for ship in forecast.friends
        if ships[ship].type in _GUARDS and state.condition[ship] == FIT and not state.panic[ship]
    ]
    fit.sort(key=lambda ship: (moves_to_gate(state, ship), _GUARDS[ships[ship].type]))
    return frozenset(fit[: scheme.guards])


def _prey(forecast: Forecast) -> list[Foe]:
    """3.4: all that keep the map from being clear."""
    ships = forecast.charts.ships
    if forecast.charts.options.clear_test == "taffy3":
        some = [foe for foe in forecast.foes if ships[foe.ship].group == "taffy3"]
        return some or forecast.foes
    return forecast.foes


@mypyc_attr(allow_interpreted_subclasses=True)
class IjnJudgement(Judgement):
    """A ship of the Center Force."""

    def __init__(
        self, forecast: Forecast, lookout: Lookout, ship: ShipNumber, scheme: Scheme, hunt: Hunt
    ) -> None:
        self._gate = gate_of(forecast.charts) if ship in hunt.guards else 0
        super().__init__(forecast, lookout, ship, scheme)
        charts, state = forecast.charts, forecast.state
        self._kind = charts.ships[ship].type
        self._counts = charts.heavy[ship]
        self._free = state.cleared or not hunt.prey
        self._here = state.where[ship]
        if self._here <= 0:  # it is about to enter
            self._here = charts.entries[charts.ships[ship].group][0][0]
        self._quarry = hunt.quarry(ship, self._here)
        self._range = _STAND_OFF[self._kind]
        if self._quarry and charts.ships[self._quarry.ship].type in _HARMLESS.get(self._kind, ()):
            self._range = _ALONGSIDE
        self._aim = self._intercept() if self._quarry else 0
        self._late = _LATE.get(self._kind, 0.0)
        self._schedule = self._due()
        self._support = Support(forecast, ship)
        self.danger_weight = scheme.caution * (_CAREFUL if self._free else _BOLD)
        self.attack_weight = scheme.keen * min(max(1.0, _FEW / (len(hunt.prey) + 2)), _KEENEST)
        self.may_leave = state.cleared and self._counts

    def statuses(self) -> tuple[SpeedStatus, ...]:
        """A guard on station may cruise, and a hunter that has its quarry before its guns."""
        here = self.state.where[self.ship]
        if self._gate and DISTANCE[self._gate - here] <= 2 * SHUT:
            return open_statuses(self.state, self.ship)
        if self._quarry and DISTANCE[self._quarry.hex - here] <= _CRUISE:
            return open_statuses(self.state, self.ship)
        return super().statuses()

    def _due(self) -> int:
        """How far from leaving by the south the ship may be after this move.

        Until the way is free, heavy ships mean to be at hand when the Bombardment Group comes.
        """
        if self._free:
            return self.forecast.moves_left * self.speed
        moves = max(0, self.forecast.charts.track.bombardment - self.state.turn)
        return _WAITING + moves * self.speed

    def _intercept(self) -> Hex:
        """Where the quarry will be when it is in range, if it holds its course."""
        assert self._quarry is not None, "somebody is hunted"
        aim, step = self._quarry.hex, STEPS[self._quarry.facing]
        gap = DISTANCE[aim - self._here] - self._range
        for _ in range(min(gap // 2, _LEAD)):
            if self.terrain[aim + step] != OCEAN:
                break
            aim += step
        return aim

    def goal(self, hex_: Hex, status: SpeedStatus) -> float:
        south = self.waters.south[hex_]
        value = self.evasion(status)
        late = max(0, south - self._schedule)
        if self._gate:
            far = DISTANCE[self._gate - hex_] - SHUT
            value -= self.scheme.pull * far if far > 0 else -_STATION
        elif self._free:
            value -= _ALONG * south + (_HOME * late if self._counts else 0.0)
        else:
            value -= _SEA_ROOM * max(0, _ROOM - self.waters.edge[hex_])
            if self._aim:
                distance = DISTANCE[self._aim - hex_]
                value -= self.scheme.pull * max(0, distance - self._range)
            value -= self._late * late
        return value + self._support.at(hex_)

    def leaving(self, hex_: Hex) -> float:
        """3.4: armor that leaves by the south counts once the map is clear."""
        if self.state.cleared and self._counts and hex_ in self.forecast.charts.south:
            return _CREDIT
        return -inf
