"""The commander: fire by exact odds, moves by what they gain and risk, for either side."""

from __future__ import annotations

from random import Random

from flankspeed.engine import Choice, Decision
from flankspeed.games.samar.bots.arrivals import places, reinforcements
from flankspeed.games.samar.bots.fire import FireControl
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.ijn import Hunt, IjnJudgement
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.leading import Misguidance
from flankspeed.games.samar.bots.moves import Plan, Start, best_plan
from flankspeed.games.samar.bots.outlook import Lookout, share_out
from flankspeed.games.samar.bots.schemes import HOLD, Scheme
from flankspeed.games.samar.bots.strikes import next_placement
from flankspeed.games.samar.bots.usn import UsnJudgement
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Facing
from flankspeed.games.samar.data.markers import FLANK, IJN, SEATS, USN, Navy, ShipNumber
from flankspeed.games.samar.rules.air.aa_fire import FIRE
from flankspeed.games.samar.rules.air.placing import AirChoice
from flankspeed.games.samar.rules.air.strike import Strike
from flankspeed.games.samar.rules.movement.course import STEP_OF, Course
from flankspeed.games.samar.rules.movement.helm import Entry, Status, Steer
from flankspeed.games.samar.rules.movement.reaction_fire import IN_ORDER
from flankspeed.games.samar.rules.movement.speed import maneuver
from flankspeed.games.samar.rules.turn.combat_phase import DONE as NO_MORE
from flankspeed.games.samar.rules.turn.combat_phase import Combat, ShipChoice
from flankspeed.games.samar.rules.turn.movement_phase import DONE, First, Part, Pick
from flankspeed.games.samar.rules.turn.sequence import SpecialAttack
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import SamarState

_FAR = 99
_SOON = 4  # hexes that the enemy comes nearer while smoke lasts


class Commander:
    """Commands a fleet by a scheme; all it keeps is the move under way and what it worked out."""

    def __init__(self, seed: int = 0, scheme: Scheme = HOLD) -> None:
        self._seed = seed
        self.scheme = scheme.varied(Random(f"scheme {seed}"))
        self._fire = FireControl()
        self._plan: Plan | None = None
        self._mover = 0, -1  # the turn and the ship of the plan
        self._forecast: Forecast | None = None
        self._lookout: Lookout | None = None
        self._hunt: Hunt | None = None
        self._seen: tuple[object, ...] = ()
        self._to_flank: dict[int, bool] = {}

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
        if isinstance(step, SpecialAttack):
            return next_placement(state, decision, navy) or decision.options[0]
        for option in decision.options:
            if isinstance(option, First) and option.navy == USN:
                return option  # whoever moves last knows where the enemy is
        return decision.options[0]

    # --- Combat ---

    def _combat(self, state: SamarState, step: Combat, decision: Decision, navy: Navy) -> Choice:
        if step.prospects is not None:
            return self._fire.choose(state, step, decision)
        if isinstance(decision.options[0], AirChoice):
            return next_placement(state, decision, navy) or NO_MORE
        return self._evade(state, decision)

    def _evade(self, state: SamarState, decision: Decision) -> Choice:
        """A-30: ships that do not shoot, or that aircraft are about to attack."""
        for option in decision.options:
            if isinstance(option, ShipChoice):
                counter = state.charts.ships[option.ship]
                if counter.aa_guns_only or option.ship in state.air:
                    return option
        return NO_MORE

    # --- Movement ---

    def _look(self, state: SamarState, navy: Navy) -> Forecast:
        """The forecast, made anew when an enemy has moved or been hit."""
        enemies = state.charts.navies[1 - navy]
        seen = (
            state.turn,
            navy,
            tuple(state.where[s] for s in enemies),
            tuple(state.condition),
            tuple(state.hits),
        )
        if (
            self._forecast is None
            or seen != self._seen
            or self._forecast.charts is not state.charts
        ):
            self._forecast = Forecast(state, navy)
            self._lookout = Lookout(self._forecast)
            self._hunt = Hunt(self._forecast, self.scheme) if navy == IJN else None
            self._seen = seen
        self._forecast.state = state
        return self._forecast

    def _judgement(self, state: SamarState, ship: ShipNumber, navy: Navy) -> Judgement:
        forecast, lookout = self._look(state, navy), self._lookout
        assert lookout is not None, "there is one with every forecast"
        share_out(forecast, lookout)
        if state.charts.navy[ship] != navy:
            return Misguidance(forecast, lookout, ship, self.scheme)
        if navy == IJN:
            assert self._hunt is not None, "the IJN hunts"
            return IjnJudgement(forecast, lookout, ship, self.scheme, self._hunt)
        return UsnJudgement(forecast, lookout, ship, self.scheme)

    def _part(self, state: SamarState, step: Part, decision: Decision, navy: Navy) -> Choice:
        """D-22, D-28: aircraft, ships that enter, then ship after ship."""
        placement = next_placement(state, decision, navy)
        if placement:
            return placement
        picks = [option for option in decision.options if isinstance(option, Pick)]
        pick = self._next(state, step, picks, navy)
        if pick:
            return pick
        return DONE if DONE in decision.options else decision.options[0]

    def _next(self, state: SamarState, step: Part, picks: list[Pick], navy: Navy) -> Pick | None:
        moving = [pick for pick in picks if not pick.entering]
        if step.stage:
            moving = [pick for pick in moving if self._now(state, step, pick, navy)]
        if moving:
            waiting = {state.where[pick.ship] for pick in moving}
            return min(moving, key=lambda pick: self._rank(state, pick.ship, navy, waiting))
        entering = [pick for pick in picks if pick.entering]
        optional = [p.ship for p in entering if state.charts.ships[p.ship].group == "taffy2"]
        wanted = reinforcements(state, optional, self.scheme)
        for pick in entering:
            if pick.ship not in optional or pick.ship in wanted[:1]:
                return pick
        return None

    def _now(self, state: SamarState, step: Part, pick: Pick, navy: Navy) -> bool:
        """3.5: whether a ship moves in this step or waits for a later one."""
        judge = self._judgement(state, pick.ship, navy)
        starts = judge.starts()
        if max(STEP_OF[start.status] for start in starts) <= step.stage:
            return True
        if step.stage == 1:
            return False
        key = state.turn * 256 + pick.ship
        if key not in self._to_flank:
            self._to_flank[key] = best_plan(judge, starts).start.status == FLANK
        return not self._to_flank[key]

    def _rank(
        self, state: SamarState, ship: ShipNumber, navy: Navy, waiting: set[ShipNumber]
    ) -> tuple[int, int, int]:
        """Panicked enemies first; then carriers, or the ships that are nearest to the enemy.

        A ship that has another close ahead waits until that one has moved (4.3).
        """
        charts = state.charts
        if charts.navy[ship] != navy:
            return 0, 0, ship
        if state.where[ship] + STEPS[state.facing[ship]] in waiting:
            return 3, 0, ship
        carrier = charts.ships[ship].type == "CVE"
        hex_ = state.where[ship]
        foes = self._look(state, navy).foes
        near = min((DISTANCE[foe.hex - hex_] for foe in foes), default=_FAR)
        return 1 if carrier else 2, near, ship

    def _steer(self, state: SamarState, step: Course, decision: Decision, navy: Navy) -> Choice:
        """D-23 to D-27: make a plan for the move, and carry it out."""
        options, ship = decision.options, step.ship
        first = options[0]
        if isinstance(first, Steer):
            return self._step(state, step, decision, navy)
        if isinstance(first, Status):
            judge = self._judgement(state, ship, navy)
            offered = [option.status for option in options if isinstance(option, Status)]
            starts = [start for start in judge.starts() if start.status in offered]
            self._make_plan(judge, starts, ship)
            assert self._plan is not None
            status = self._plan.start.status
            return next(o for o in options if isinstance(o, Status) and o.status == status)
        if isinstance(first, Entry):
            return self._enter(state, step, [o for o in options if isinstance(o, Entry)], navy)
        return IN_ORDER if IN_ORDER in options else first

    def _make_plan(self, judge: Judgement, starts: list[Start], ship: ShipNumber) -> None:
        self._plan = best_plan(judge, starts)
        self._mover = judge.state.turn, ship

    def _enter(self, state: SamarState, step: Course, entries: list[Entry], navy: Navy) -> Choice:
        ship = step.ship
        judge = self._judgement(state, ship, navy)
        turning, speed = maneuver(state, ship), state.charts.speed[state.face[ship]]
        starts = [
            Start(0, entry.hex - STEPS[entry.heading], entry.heading, speed, turning)
            for entry in entries
        ]
        self._make_plan(judge, starts, ship)
        assert self._plan is not None
        return entries[starts.index(self._plan.start)]

    def _step(self, state: SamarState, step: Course, decision: Decision, navy: Navy) -> Choice:
        facing = self._planned(state, step)
        if facing < 0:
            judge = self._judgement(state, step.ship, navy)
            turning = maneuver(state, step.ship)
            if judge.per_move:
                turning = max(0, turning - step.turned)
            hex_ = step.outside if step.entering else state.where[step.ship]
            start = Start(
                state.speed[step.ship],
                hex_,
                state.facing[step.ship],
                step.hexes - step.done,
                turning,
            )
            self._make_plan(judge, [start], step.ship)
            facing = self._planned(state, step)
        smoke = navy == USN and self._in_sight(state, step.ship, navy)
        steers = [option for option in decision.options if isinstance(option, Steer)]
        return min(steers, key=lambda o: (o.facing != facing, o.smoke != smoke))

    def _in_sight(self, state: SamarState, ship: ShipNumber, navy: Navy) -> bool:
        """4.5: whether smoke would be of any use before it is gone."""
        hex_, forecast = state.where[ship], self._look(state, navy)
        return any(DISTANCE[gun.hex - hex_] <= forecast.sighting + _SOON for gun in forecast.guns)

    def _planned(self, state: SamarState, step: Course) -> Facing:
        """The facing after the next step, if the move goes as planned; -1 if not."""
        plan, ship = self._plan, step.ship
        if plan is None or self._mover != (state.turn, ship):
            return -1
        left = step.hexes - step.done
        start = plan.start
        made = start.steps - left
        if not 0 <= made <= len(plan.facings):
            return -1
        hex_, facing = start.hex, start.facing
        for after in plan.facings[:made]:
            hex_, facing = hex_ + STEPS[facing], after
        here = step.outside if step.entering else state.where[ship]
        if hex_ != here or facing != state.facing[ship]:
            return -1
        if made == len(plan.facings):
            return facing if plan.leaves else -1
        return plan.facings[made]
