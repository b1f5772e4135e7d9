"""What all steps of Picket Duty share: any of them may end with the loss of the ship."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from flankspeed.engine import Decision, Dice, Log, Step
from flankspeed.games.picket.state import PicketState


class ShipLost(Exception):
    """The ship is sunk, blown up or abandoned: whatever was under way is over."""


class PicketStep(Step[PicketState]):
    """A step that may be cut short by `ShipLost`; subclasses write `go` and `take`."""

    __slots__ = ()

    @abstractmethod
    def go(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Go on with the procedure, as `run` does."""

    def take(self, state: PicketState, choice: Any, dice: Dice, log: Log | None) -> None:
        """Take the answer to a decision, as `choose` does."""

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        try:
            return self.go(state, dice, log)
        except ShipLost as lost:
            lose_ship(state, str(lost), log)
            return None

    def choose(self, state: PicketState, choice: Any, dice: Dice, log: Log | None) -> None:
        try:
            self.take(state, choice, dice, log)
        except ShipLost as lost:
            lose_ship(state, str(lost), log)


def lose_ship(state: PicketState, why: str, log: Log | None) -> None:
    """The ship is gone; the agenda goes back to its bottom step, which knows what follows."""
    state.sunk = True
    state.ships_sunk += 1
    state.leaving = ""
    del state.agenda[1:]
    if log:
        log.add("ship lost", "P-7.3.E-1", why=why, ship=state.ship)
