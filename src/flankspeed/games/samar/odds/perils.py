"""4.3, 4.4 What may befall a ship in each hex of its way: collision, shallows, reaction fire."""

from __future__ import annotations

from typing import Final, NamedTuple

from flankspeed.games.samar.data.hexes import STEPS, Facing, Hex
from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.data.markers import ShipNumber, SpeedStatus
from flankspeed.games.samar.odds.hazards import BEACHED, collision_chance
from flankspeed.games.samar.rules.movement.helm import helm_of
from flankspeed.games.samar.rules.movement.reaction_fire import POINT_BLANK, firers, in_reach
from flankspeed.games.samar.rules.movement.shallows import endangered
from flankspeed.games.samar.state import SamarState


def _around() -> frozenset[int]:
    """4.3: the bearings within point blank."""
    found = {0}
    for _ in range(POINT_BLANK):
        found |= {hex_ + step for hex_ in found for step in STEPS}
    return frozenset(found)


_AROUND: Final = _around()


class Peril(NamedTuple):
    """What may befall a ship that enters a hex: two chances, and the enemies that would fire."""

    collision: float = 0.0
    beached: float = 0.0
    firers: tuple[ShipNumber, ...] = ()

    @property
    def risk(self) -> float:
        """How bad it is, to compare ways by: a ship that fires is as bad as a sure collision."""
        return self.collision + self.beached + len(self.firers)


SAFE: Final = Peril()


class Perils:
    """The perils of the sea round a ship that moves at a status; what is found is remembered."""

    def __init__(
        self,
        state: SamarState,
        ship: ShipNumber,
        status: SpeedStatus,
        fired: tuple[ShipNumber, ...] = (),
    ) -> None:
        """`fired` are enemies that have had their shot at it in this move (A-19)."""
        twin = self._state = state.copy()
        twin.speed[ship] = status
        self._ship = ship
        self._once = state.charts.options.reaction_fire == "once_per_enemy"
        spent = fired if self._once else ()
        gunships = helm_of(state.charts).gunships[ship]
        self._foes = [foe for foe in gunships if state.where[foe] > 0 and foe not in spent]
        self._near = frozenset(
            hex_ + bearing
            for hex_ in {state.where[foe] for foe in self._foes}
            for bearing in _AROUND
        )
        self._vessels: dict[Hex, list[ShipNumber]] = {}
        for other, hex_ in enumerate(state.where):
            if hex_ > 0 and other != ship:
                self._vessels.setdefault(hex_, []).append(other)
        self._heavy = endangered(state, ship)
        self._known: dict[tuple[Hex, Facing], Peril] = {}

    def at(self, hex_: Hex, facing: Facing) -> Peril:
        """What may befall it as it enters a hex and turns to a facing there."""
        if self.calm(hex_):
            return SAFE
        key = hex_, facing
        if key not in self._known:
            self._known[key] = self._find(hex_, facing)
        return self._known[key]

    def calm(self, hex_: Hex) -> bool:
        """Whether nothing can befall it in a hex."""
        return hex_ not in self._near and hex_ not in self._vessels and not self._is_shoal(hex_)

    def _is_shoal(self, hex_: Hex) -> bool:
        return self._heavy and self._state.charts.terrain[hex_] == SHALLOWS

    def _find(self, hex_: Hex, facing: Facing) -> Peril:
        twin, ship = self._state, self._ship
        twin.where[ship], twin.facing[ship] = hex_, facing
        others = self._vessels.get(hex_, ())
        collision = collision_chance(twin, ship, others) if others else 0.0
        ready: list[ShipNumber] = []
        if hex_ in self._near:
            ready = firers(twin, ship, in_reach(twin, ship, self._foes))
        return Peril(collision, BEACHED if self._is_shoal(hex_) else 0.0, tuple(ready))

    def along(self, hexes: tuple[Hex, ...], facings: tuple[Facing, ...]) -> Peril:
        """All that may befall it on a way; an enemy stands there once for every shot."""
        found = [self.at(hex_, facing) for hex_, facing in zip(hexes, facings, strict=True)]
        clear = afloat = 1.0
        shots: list[ShipNumber] = []
        for peril in found:
            clear *= 1 - peril.collision
            afloat *= 1 - peril.beached
            shots += peril.firers
        if self._once:
            shots = list(dict.fromkeys(shots))
        return Peril(1 - clear, 1 - afloat, tuple(shots))
