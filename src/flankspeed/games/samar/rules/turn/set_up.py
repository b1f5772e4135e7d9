"""3.1 Set-up: the USN player places the ships of Taffy 3."""

from __future__ import annotations

from functools import cache
from typing import Any

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Step
from flankspeed.engine.decision import WHERE, WHO, Place
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, Hex, hex_name
from flankspeed.games.samar.data.markers import SEATS, USN, WAITING, ShipNumber
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.state import SamarState


class Start(Choice):
    """A hex where a ship starts."""

    __slots__ = ("hex", "ship")

    def __init__(self, ship: Ship, hex_: Hex) -> None:
        name = hex_name(hex_)
        super().__init__(f"{ship.id} {name}", f"{ship.name} starts in {name}", f"hex:{name}")
        self.hex = hex_
        self.ship = f"ship:{ship.id}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship and her hex."""
        return Place(self.ship, WHO), Place(self.place, WHERE)

    @property
    def action(self) -> str:
        """The hex alone: agents see which ship is asked for."""
        return f"start {hex_name(self.hex)}"


@cache
def _decision(charts: Charts, ship: ShipNumber) -> Decision:
    """D-02: any hex within reach of the set-up centre, whoever is there already (A-53)."""
    counter = charts.ships[ship]
    options = tuple(Start(counter, hex_) for hex_ in charts.set_up)
    return Decision(SEATS[USN], f"where does {counter.name} ({counter.short}) start?", options)


@mypyc_attr(allow_interpreted_subclasses=True)
class SetUp(Step[SamarState]):
    """S-3.1-taffy3-1: one ship after another, all heading north at battle speed."""

    __slots__ = ()

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        ship = self._next(state)
        if ship < 0:
            state.agenda.pop()
            return None
        return _decision(state.charts, ship)

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        ship = self._next(state)
        charts = state.charts
        state.where[ship] = choice.hex
        state.facing[ship] = FACINGS.index(charts.sea.set_up_heading)
        if log:
            log.add(
                "set up",
                "S-3.1-taffy3-1",
                places=[charts.places[ship], choice.place],
                ship=charts.ships[ship].name,
                hex=hex_name(choice.hex),
            )

    @staticmethod
    def _next(state: SamarState) -> int:
        where = state.where
        for ship in state.charts.groups["taffy3"]:
            if where[ship] == WAITING:
                return ship
        return -1

    def copy(self) -> SetUp:
        return self
