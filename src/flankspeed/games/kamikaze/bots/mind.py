"""The mind behind all levels: it weighs every option by the chance to win, as far as it sees."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, MissingPackage, Weighed
from flankspeed.games.kamikaze.bots.dogfight import DogfightPlanner
from flankspeed.games.kamikaze.bots.shortest_dive import ShortestDive
from flankspeed.games.kamikaze.bots.sight import Sight
from flankspeed.games.kamikaze.bots.weighing import Planner, Weighing
from flankspeed.games.kamikaze.state import KamikazeState


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """Plays either seat; of options that are equally good the seed takes one.

    One that nobody asks for advice need not `explain`: words take longer than values.
    """

    unit = "percentage points of winning"

    def __init__(self, sight: Sight, seed: int = 0, *, explain: bool = True) -> None:
        self._explain = explain
        self._dogfight = DogfightPlanner(sight, seed)
        self._dives = _dives(sight, seed)

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        """The best option it can find."""
        if len(decision.options) == 1:
            return decision.options[0]
        values = self._weighing(state, decision).values
        return decision.options[values.index(max(values))]

    def weigh(self, state: KamikazeState, decision: Decision) -> Sequence[Weighed]:
        """Every option with its value and words, the best first."""
        if len(decision.options) == 1:
            return []
        weighing = self._weighing(state, decision)
        weighed = [
            Weighed(option, value, weighing.error, weighing.words(option) if self._explain else "")
            for option, value in zip(decision.options, weighing.values, strict=True)
        ]
        return sorted(weighed, key=lambda each: -each.value)

    def _weighing(self, state: KamikazeState, decision: Decision) -> Weighing:
        planner = self._dogfight if state.phase == 1 else self._dives
        return planner.weighing(state, decision)


def _dives(sight: Sight, seed: int) -> Planner:
    """Who looks at the way alone needs no exact chances, and no packages for them."""
    if sight.dives == "way":
        return ShortestDive(seed)
    try:
        from flankspeed.games.kamikaze.bots.best_dive import BestDive
    except ModuleNotFoundError as missing:
        raise MissingPackage("numpy", "odds") from missing
    return BestDive(sight.dives, seed)
