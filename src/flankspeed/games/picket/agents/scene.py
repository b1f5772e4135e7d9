"""What is looked at when agents see: the state, and what is under way on its agenda."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.state import PicketState


class Scene:
    """A position with the steps under way that hold more than it."""

    __slots__ = ("control", "fire", "placing", "special", "state", "targets")

    def __init__(self, state: PicketState) -> None:
        self.state = state
        self.fire: DefensiveFire | None = None
        self.targets: Targets | None = None
        self.special: SpecialDefence | None = None
        self.control: DamageControl | None = None
        self.placing: Placing | None = None
        # Asking for the very type is much faster: steps are of an abstract class.
        for step in state.agenda:
            if type(step) is DamageControl:
                self.control = step
            elif type(step) is Placing:
                self.placing = step
            elif type(step) is DefensiveFire:
                self.fire, self.targets = step, step.targets
            elif type(step) is SpecialDefence:
                self.special = step


def of_state(*names: str) -> Callable[[Scene], tuple[int, ...]]:
    """What reads some fields of the state, at least two, at once."""
    return attrgetter(*(f"state.{name}" for name in names))


def at_most(most: int, numbers: list[int]) -> list[int]:
    """The numbers, those beyond `most` as that."""
    return numbers if max(numbers) <= most else [min(number, most) for number in numbers]
