"""The forecast of the battle while ships move: where all will be when the guns speak next."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.batteries import Battery, batteries, speed_dice, target_dice
from flankspeed.games.samar.bots.disks import around
from flankspeed.games.samar.bots.waters import FAR, Waters, waters_of
from flankspeed.games.samar.bots.worth import ASTRAY, Worth, gain, worth_of
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.figures import TORPEDO as TORPEDO_COLUMN
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Facing, Hex
from flankspeed.games.samar.data.markers import (
    BATTLE,
    DIW,
    GUN,
    HULK,
    IJN,
    SLOWED,
    TORPEDO,
    Navy,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.odds.attacks import Hull, harm_of, hull_of
from flankspeed.games.samar.odds.throw import outcome
from flankspeed.games.samar.rules.combat.line_of_sight import Sight
from flankspeed.games.samar.rules.combat.torpedoes import launches_left
from flankspeed.games.samar.rules.movement.speed import allowance
from flankspeed.games.samar.state import SamarState

TORPEDO_RANGE: Final = FIGURES.torpedo.range
_POINT_BLANK: Final = FIGURES.ranges.point_blank
_MOST_DICE: Final = 13  # more make no difference
_STAND_OFF: Final = 9  # hexes that hunters keep between themselves and the guns of small ships


class Foe(NamedTuple):
    """An enemy ship as it will probably be in the coming combat phase."""

    ship: ShipNumber
    hex: Hex
    facing: Facing
    firm: bool  # it will not move before then
    handicap: int  # dice that its own state adds to fire on it
    battery: Battery
    skill: int  # dice that its speed adds to its guns
    torpedoes: int  # dice of a launch, 0 if it has none left
    radar: bool
    passes: dict[
        Hex, int
    ]  # by hex, how often a ship there fires on it if it goes straight on (4.3)


@mypyc_attr(allow_interpreted_subclasses=True)
class Forecast:
    """What one side expects: its enemies, and what attacks of both sides would gain."""

    def __init__(self, state: SamarState, navy: Navy) -> None:
        charts = state.charts
        self.state = state
        self.charts = charts
        self.navy = navy
        self.waters: Waters = waters_of(charts)
        self.batteries = batteries(charts)
        self.moves_left = len(charts.turns) - state.turn  # after this movement phase
        following = charts.turns[min(state.turn, len(charts.turns) - 1)]
        self.sighting = following.sighting
        self.friends = state.afloat(navy)
        self.foes = _foes(state, navy, self.friends)
        self.guns = [foe for foe in self.foes if foe.battery.reach >= 0]
        # By ship, the share of it that the attacks to be expected so far leave to be gained.
        self.left = [1.0] * len(state.where)
        self._sight = _sight(state)
        self._smoke: dict[int, int] = {}
        self._gains: dict[tuple[int, int, int, int], list[float]] = {}
        self._hulls: dict[int, Hull] = {}
        self._worths: dict[int, Worth] = {}

    def worth(self, ship: ShipNumber) -> Worth:
        """What a ship is worth to its enemy; for our own, where panic finds them is yet open."""
        found = self._worths.get(ship)
        if found is None:
            panicked = ASTRAY if self.charts.navy[ship] == self.navy else None
            found = self._worths[ship] = worth_of(self.state, ship, panicked)
        return found

    def smoke(self, start: Hex, end: Hex) -> int:
        """The dice that smoke will probably cost between two hexes; FAR if land is between."""
        key = start << 13 | end
        found = self._smoke.get(key)
        if found is None:
            clear = self._sight.clear(start, end)
            found = (self._sight.smoke(start, end) + 1) // 2 if clear else FAR
            self._smoke[key] = found
        return found

    def gains(self, weapon: Weapon, weight: int, column: int, target: ShipNumber) -> list[float]:
        """What an attack on a ship gains, by the number of dice."""
        key = weapon, weight, column, target
        found = self._gains.get(key)
        if found is None:
            harm = harm_of(self.state, target, weapon, weight, column)
            hull = self._hulls.setdefault(target, hull_of(self.state, target))
            worth = self.worth(target)
            some = [gain(worth, outcome(dice, *harm, *hull)) for dice in range(_MOST_DICE)]
            found = self._gains[key] = some + some[-1:] * _MOST_DICE
        return found

    def gun_gains(self, weight: int, column: int, target: ShipNumber) -> list[float]:
        """What gunfire on a ship gains, by the number of dice."""
        return self.gains(GUN, weight, column, target)

    def torpedo_gains(self, target: ShipNumber) -> list[float]:
        """What a launch at a ship gains, by the number of dice."""
        return self.gains(TORPEDO, FIGURES.torpedo.weight, TORPEDO_COLUMN, target)


def _sight(state: SamarState) -> Sight:
    """What is on the sea, smoke as one: half of it will be gone; fires and hulks as two."""
    options = state.charts.options
    markers = state.smoke.copy()
    for ship, hex_ in enumerate(state.where):
        if hex_ > 0:
            hulk = state.condition[ship] == HULK
            count = 2 if hulk else 2 * state.fires[ship]
            if count:
                markers[hex_] = markers.get(hex_, 0) + count
    return Sight(state.charts.land, markers, {}, options.los_graze, options.smoke_end_hexes)


def _foes(state: SamarState, navy: Navy, friends: list[ShipNumber]) -> list[Foe]:
    places = [(ship, _place(state, ship, friends)) for ship in state.afloat(1 - navy)]
    crowd: dict[int, int] = {}
    for _, hex_ in places:
        crowd[hex_] = crowd.get(hex_, 0) + 1
    return [_foe(state, ship, hex_, crowd[hex_] - 1) for ship, hex_ in places]


def _foe(state: SamarState, ship: ShipNumber, hex_: Hex, others: int) -> Foe:
    charts, face = state.charts, state.face[ship]
    return Foe(
        ship,
        hex_,
        state.facing[ship],
        _firm(state, ship),
        target_dice(state, ship, state.evading(ship)) + others * FIGURES.firing.crowd,
        batteries(charts)[face],
        speed_dice(state, ship, state.speed[ship]),
        charts.torpedo[face] if launches_left(state, ship) else 0,
        charts.ships[ship].radar,
        _passes(state, ship, hex_),
    )


def _passes(state: SamarState, ship: ShipNumber, hex_: Hex) -> dict[Hex, int]:
    """4.3: the hexes that its next move brings within point blank; none if it is yet to move."""
    found: dict[Hex, int] = {}
    if not state.moved[ship] or state.condition[ship] >= DIW:
        return found
    steps = allowance(state, ship, BATTLE, BATTLE)
    for step in range(1, steps + 1):
        for near in around(hex_ + step * STEPS[state.facing[ship]], _POINT_BLANK):
            found[near] = found.get(near, 0) + 1
    return found


def _firm(state: SamarState, ship: ShipNumber) -> bool:
    return bool(state.moved[ship]) or state.condition[ship] >= DIW


def _place(state: SamarState, ship: ShipNumber, prey: list[ShipNumber]) -> Hex:
    """Where an enemy will be: if it has yet to move and hunts us, nearer to us."""
    hex_, where = state.where[ship], state.where
    if _firm(state, ship) or state.charts.navy[ship] != IJN or not prey:
        return hex_
    if state.condition[ship] == SLOWED:
        return hex_ + STEPS[state.facing[ship]]
    goal = min((where[other] for other in prey), key=lambda h: DISTANCE[h - hex_])
    steps = allowance(state, ship, state.speed[ship], state.speed[ship])
    for _ in range(min(steps, DISTANCE[goal - hex_] - _STAND_OFF)):
        hex_ = min((hex_ + step for step in STEPS), key=lambda h: DISTANCE[goal - h])
    return hex_
