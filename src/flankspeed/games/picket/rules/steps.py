"""What all steps of Picket Duty share: any of them may end with the loss of the ship."""

from __future__ import annotations

from flankspeed.engine import Step
from flankspeed.games.picket.state import PicketState, ShipLost

__all__ = ["PicketStep", "ShipLost"]


class PicketStep(Step[PicketState]):
    """A step that `ShipLost` may cut short."""

    __slots__ = ()
