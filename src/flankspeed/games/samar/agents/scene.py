"""What is looked at when agents see: the state, the seat, and what is under way on the agenda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flankspeed.engine import Step
from flankspeed.games.samar.data.markers import SEATS, WAITING, Navy, ShipNumber
from flankspeed.games.samar.rules.air.strike import Strike
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat, Shot, StrikeChoice
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import SamarState


class Scene:
    """A position as a seat sees it.

    A-32: where attacks are `plotted`, what the other side plots is not seen: its orders, the ship
    that is getting one, which ships still wait for theirs, and whether it wants no more.
    """

    __slots__ = ("combat", "course", "navy", "part", "plotted", "state", "step", "strike")

    def __init__(self, state: SamarState, seat: str) -> None:
        self.state = state
        self.navy: Navy = SEATS.index(seat)
        self.step: Step[Any] | None = None
        self.combat: Combat | None = None
        self.strike: Strike | None = None
        self.part: Part | None = None
        self.course: Course | None = None
        # Asking for the very type is much faster: steps are of an abstract class.
        for step in state.agenda:
            self.step = step
            if type(step) is Combat:
                self.combat = step
            elif type(step) is Part:
                self.part = step
            elif type(step) is Course:
                self.course = step
            elif type(step) is Strike:
                self.strike = step
        self.plotted = self.combat is not None and state.charts.options.combat_declaration == "plot"

    def acting(self) -> Sequence[ShipNumber]:
        """The ship that moves, attacks, is struck from the air or is set up."""
        state = self.state
        if self.course is not None:
            return (self.course.ship,)
        if self.strike is not None:
            return (self.strike.target,)
        if self.combat is not None:
            ship = self.combat.ship
            return (ship,) if ship >= 0 and self._open_to_see(ship) else ()
        if type(self.step) is SetUp:
            taffy = state.charts.groups["taffy3"]
            return [ship for ship in taffy if state.where[ship] == WAITING][:1]
        return ()

    def waiting(self) -> Sequence[ShipNumber]:
        """The ships that have not attacked yet in this phase."""
        if self.combat is None:
            return ()
        waiting = self.combat.waiting
        return [ship for ship in waiting if self._open_to_see(ship)] if self.plotted else waiting

    def passed(self) -> int:
        """The mask of the navies that make no more attacks."""
        if self.combat is None:
            return 0
        return self.combat.passed & 1 << self.navy if self.plotted else self.combat.passed

    def next_attack(self) -> int:
        """The mask of the navy whose turn to attack it is; where attacks are plotted, nobody's."""
        return 0 if self.combat is None or self.plotted else 1 << self.combat.active

    def orders(self) -> list[tuple[ShipNumber, Shot | StrikeChoice]]:
        """The attacks that the seat's own side has plotted, in their order."""
        if self.combat is None or not self.combat.orders:
            return []
        navy = self.state.charts.navy
        found = []
        for ship, order in self.combat.orders:
            assert isinstance(order, Shot | StrikeChoice), "other choices are no orders"
            if navy[order.target] != self.navy:
                found.append((ship, order))
        return found

    def _open_to_see(self, ship: ShipNumber) -> bool:
        return not self.plotted or self.state.charts.navy[ship] == self.navy
