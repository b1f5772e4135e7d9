"""The commander: fire by exact odds, moves by what they gain and risk, for either side."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.samar.bots.arrivals import places, reinforcements, weigh_places
from flankspeed.games.samar.bots.chartroom import Chartroom
from flankspeed.games.samar.bots.fire import FireControl
from flankspeed.games.samar.bots.helmsman import Helmsman
from flankspeed.games.samar.bots.order import MoveOrder
from flankspeed.games.samar.bots.ranking import ranked
from flankspeed.games.samar.bots.schemes import HOLD, Scheme
from flankspeed.games.samar.bots.strikes import next_placement, weigh_placements
from flankspeed.games.samar.data.markers import SEATS, USN, Navy
from flankspeed.games.samar.rules.air.aa_fire import FIRE
from flankspeed.games.samar.rules.air.placing import AirChoice
from flankspeed.games.samar.rules.air.strike import Strike
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.helm import Entry, Status, Steer
from flankspeed.games.samar.rules.movement.reaction_fire import IN_ORDER
from flankspeed.games.samar.rules.turn.combat_phase import DONE as NO_MORE
from flankspeed.games.samar.rules.turn.combat_phase import Combat, ShipChoice
from flankspeed.games.samar.rules.turn.movement_phase import DONE, First, Part, Pick
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import SamarState

UNIT: Final = "points of IJN armor"


@mypyc_attr(allow_interpreted_subclasses=True)
class Commander:
    """Commands a fleet by a scheme; all it keeps is the move under way and what it worked out."""

    unit = UNIT

    def __init__(self, seed: int = 0, scheme: Scheme = HOLD) -> None:
        self._seed = seed
        self.scheme = scheme.varied(Random(f"scheme {seed}"))
        self._fire = FireControl()
        self._room = Chartroom(self.scheme)
        self._helm = Helmsman(self._room)
        self._order = MoveOrder(self._room)

    # --- What it does ---

    def choose(self, state: SamarState, decision: Decision) -> Choice:
        """The best option it can find."""
        step = state.agenda[-1]
        navy = SEATS.index(decision.seat)
        if isinstance(step, Course):
            return self._steer(state, step, decision, navy)
        if isinstance(step, Combat):
            return self._combat(state, step, decision, navy)
        if isinstance(step, Part):
            return self._part(state, step, decision, navy)
        if isinstance(step, SetUp):
            spots = places(state, decision, self._seed)
            return max(spots, key=spots.__getitem__)
        if isinstance(step, Strike):
            return FIRE
        return next_placement(state, decision, navy) or _last_word(decision)

    def _steer(self, state: SamarState, step: Course, decision: Decision, navy: Navy) -> Choice:
        """D-23 to D-27."""
        options = decision.options
        steers = [option for option in options if isinstance(option, Steer)]
        if steers:
            return self._helm.steer(state, step, steers, navy)
        speeds = [option for option in options if isinstance(option, Status)]
        if speeds:
            return self._helm.speed(state, step, speeds, navy)
        entries = [option for option in options if isinstance(option, Entry)]
        if entries:
            return self._helm.entry(state, step, entries, navy)
        return IN_ORDER if IN_ORDER in options else options[0]

    def _combat(self, state: SamarState, step: Combat, decision: Decision, navy: Navy) -> Choice:
        if step.prospects is not None:
            return self._fire.choose(state, step, decision)
        if isinstance(decision.options[0], AirChoice):
            return next_placement(state, decision, navy) or NO_MORE
        return _evade(state, decision)

    def _part(self, state: SamarState, step: Part, decision: Decision, navy: Navy) -> Choice:
        """D-22, D-28: aircraft, then ship after ship, then those that enter."""
        placement = next_placement(state, decision, navy)
        if placement:
            return placement
        picks = [option for option in decision.options if isinstance(option, Pick)]
        pick = self._order.next(state, step, picks, navy) or self._next_to_enter(state, picks)
        if pick:
            return pick
        return DONE if DONE in decision.options else decision.options[0]

    def _next_to_enter(self, state: SamarState, picks: list[Pick]) -> Pick | None:
        """Those first that must; of Taffy 2 whoever is wanted."""
        entering = [pick for pick in picks if pick.entering]
        reserve = [p.ship for p in entering if state.charts.ships[p.ship].group == "taffy2"]
        wanted = reinforcements(state, reserve, self.scheme)[:1]
        return next((p for p in entering if p.ship not in reserve or p.ship in wanted), None)

    # --- What it weighs ---

    def weigh(self, state: SamarState, decision: Decision) -> list[Weighed]:
        """Every option with what it is worth, the one it chooses first."""
        found = self._weigh(state, decision, SEATS.index(decision.seat))
        return ranked(self.choose(state, decision), found)

    def _weigh(self, state: SamarState, decision: Decision, navy: Navy) -> list[Weighed]:
        step = state.agenda[-1]
        if isinstance(step, Course):
            return self._weigh_move(state, step, decision, navy)
        if isinstance(step, Combat) and step.prospects is not None:
            return self._fire.weigh(state, step, decision)
        if isinstance(step, SetUp):
            return weigh_places(state, decision, self._seed)
        found = weigh_placements(state, decision, navy)
        if isinstance(step, Part):
            picks = [option for option in decision.options if isinstance(option, Pick)]
            found += self._order.weigh(state, picks, navy, self.scheme)
        if found and len(found) < len(decision.options):
            known = {each.choice for each in found}
            rest = [option for option in decision.options if option not in known]
            found += [Weighed(option, 0.0, 0.0, "nothing gained, nothing lost") for option in rest]
        return found

    def _weigh_move(
        self, state: SamarState, step: Course, decision: Decision, navy: Navy
    ) -> list[Weighed]:
        options = decision.options
        steers = [option for option in options if isinstance(option, Steer)]
        if steers:
            return self._helm.weigh_steps(state, step, steers, navy)
        speeds = [option for option in options if isinstance(option, Status)]
        if speeds:
            return self._helm.weigh_speeds(state, step, speeds, navy)
        entries = [option for option in options if isinstance(option, Entry)]
        return self._helm.weigh_entries(state, step, entries, navy)


def _evade(state: SamarState, decision: Decision) -> Choice:
    """A-30: ships that do not shoot, or that aircraft are about to attack."""
    for option in decision.options:
        if isinstance(option, ShipChoice):
            counter = state.charts.ships[option.ship]
            if counter.aa_guns_only or option.ship in state.air:
                return option
    return NO_MORE


def _last_word(decision: Decision) -> Choice:
    """D-20: the enemy moves first: whoever moves last knows where he is."""
    for option in decision.options:
        if isinstance(option, First) and option.navy == USN:
            return option
    return decision.options[0]
