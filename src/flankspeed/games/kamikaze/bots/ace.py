"""The ace: perfect dives, and a dogfight planned move by move."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision, MissingPackage
from flankspeed.games.kamikaze.bots.direct import more_guns_first
from flankspeed.games.kamikaze.bots.dogfight import DogfightPlanner
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.rules.crash import LoseMount
from flankspeed.games.kamikaze.rules.defensive_fire import GunGroup, HoldMount
from flankspeed.games.kamikaze.rules.movement import Move
from flankspeed.games.kamikaze.state import KamikazeState

try:
    from flankspeed.games.kamikaze.odds.dives import Pilot, best_pilot, nearest_automatic, outcome
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "odds") from missing


class AceBot:
    """Plays either seat: the pilot with the best chance to crash, and the guns against him."""

    def __init__(self, seed: int = 0) -> None:
        self._dogfight = DogfightPlanner()

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        """The best option it can find."""
        if len(decision.options) == 1:
            return decision.options[0]
        if state.phase == 1:
            return self._dogfight.choose(state, decision)
        if decision.seat == "ijn":
            return self._dive(state, decision)
        return min(decision.options, key=lambda option: self._gun_cost(state, option))

    def _dive(self, state: KamikazeState, decision: Decision) -> Choice:
        """The best pilot's facing or move."""
        pilot = self._pilot(state, state.guns)
        position = state.positions[state.active]
        if position < 0:
            return decision.options[pilot.faces[state.entry - 1]]
        turn = int(pilot.turns[state.mp, state.hits, position])
        name = state.charts.turns[turn].name
        for option in decision.options:
            if isinstance(option, Move) and option.text.endswith(f" {name}"):
                return option
        return decision.options[0]

    def _pilot(self, state: KamikazeState, guns: Guns) -> Pilot:
        pilot, _ = best_pilot(nearest_automatic(state.charts), guns)
        return pilot

    def _gun_cost(self, state: KamikazeState, option: Choice) -> float:
        """More dice now; and of two guns give up the one that helps the next pilot less."""
        if isinstance(option, GunGroup | HoldMount):
            return more_guns_first(state, option)
        if isinstance(option, LoseMount):
            guns = state.guns & ~option.mask
            charts = nearest_automatic(state.charts)
            return outcome(charts, guns, self._pilot(state, guns)).crash
        return 0
