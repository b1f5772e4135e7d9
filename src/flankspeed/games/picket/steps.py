"""What all steps of Picket Duty share: any of them may end with the loss of the ship."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from flankspeed.engine import Decision, Dice, Log, Step
from flankspeed.games.picket.state import PicketState, ShipLost

__all__ = ["PicketStep", "ShipLost"]


class PicketStep(Step[PicketState]):
    """A step that `ShipLost` may cut short; subclasses write `go` and `take`."""

    __slots__ = ()

    @abstractmethod
    def go(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Go on with the procedure, as `run` does."""

    def take(self, state: PicketState, choice: Any, dice: Dice, log: Log | None) -> None:
        """Take the answer to a decision, as `choose` does."""

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        return self.go(state, dice, log)

    def choose(self, state: PicketState, choice: Any, dice: Dice, log: Log | None) -> None:
        self.take(state, choice, dice, log)

    def __init_subclass__(cls) -> None:
        # The same without a call between: every step of a game comes this way.
        cls.run = cls.go  # type: ignore[method-assign]
        cls.choose = cls.take  # type: ignore[method-assign]
