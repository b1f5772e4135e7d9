"""4.0 to 4.6 One ship's move: its speed, its entry, then hex by hex along its course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log, Step
from flankspeed.games.samar.data.hexes import DISTANCE, FACINGS, STEPS, Hex, hex_name
from flankspeed.games.samar.data.map import LAND, SHALLOWS
from flankspeed.games.samar.data.markers import BATTLE, HULK, ShipNumber, SpeedStatus
from flankspeed.games.samar.rules.movement.fouling import foul
from flankspeed.games.samar.rules.movement.helm import (
    LEAVING,
    NO_SMOKE,
    SPEEDS,
    Entry,
    Status,
    Steer,
    helm_of,
)
from flankspeed.games.samar.rules.movement.leaving import leave
from flankspeed.games.samar.rules.movement.reaction_fire import (
    HOLD,
    POINT_BLANK,
    React,
    asked,
    firers,
    in_reach,
    react,
    react_in_order,
    reaction_decision,
)
from flankspeed.games.samar.rules.movement.sea_room import (
    ALL_TURNS,
    open_entries,
    open_statuses,
    open_turns,
)
from flankspeed.games.samar.rules.movement.shallows import enter_shallows, run_aground
from flankspeed.games.samar.rules.movement.speed import allowance, maneuver
from flankspeed.games.samar.state import SamarState

# 3.5: the step of the alternate sequence in which a ship moves, by its status.
STEP_OF: Final = (2, 1, 3, 2)

_ENTRY_RULES: Final = {"taffy2": "S-3.1-taffy2-2", "bombardment": "S-3.1-bombard-2"}  # by group
_UNSET: Final = -1


def statuses_now(state: SamarState, ship: ShipNumber, stage: int) -> tuple[SpeedStatus, ...]:
    """4.1, 3.5 (A-31): the statuses open to a ship as its move begins, in this step."""
    statuses = open_statuses(state, ship)
    if not stage:
        return statuses
    now = tuple(status for status in statuses if STEP_OF[status] == stage)
    return now or statuses  # of a ship that had to move in an earlier step


@mypyc_attr(allow_interpreted_subclasses=True)
class Course(Step[SamarState]):
    """One ship's move, from the choice of its speed to its last hex."""

    __slots__ = (
        "before",
        "done",
        "entering",
        "fired",
        "foes",
        "hexes",
        "met",
        "outside",
        "ship",
        "stage",
        "taken",
        "turned",
        "waiting",
    )

    def __init__(self, ship: ShipNumber, entering: bool = False, stage: int = 0) -> None:
        """`stage` is the step of 3.5 it moves in; 0 if ships do not move by speed."""
        self.ship = ship
        self.entering = entering  # until its first step
        self.stage = stage
        self.before = _UNSET  # the status it had until its move began
        self.hexes = 0  # that it must move in all
        self.done = 0  # hexes it has moved
        self.turned = 0  # hexsides it has turned
        self.outside = 0  # while entering: the hex off the map it comes from
        self.taken: frozenset[int] = frozenset()  # hexes with vessels in them
        self.foes: tuple[int, ...] = ()  # enemies with guns it may come near to
        self.met = False  # whether what it met in this hex is still to be dealt with
        self.waiting: tuple[int, ...] = ()  # enemies that may yet fire on it in this hex
        self.fired: tuple[int, ...] = ()  # enemies that have fired on it in this move

    def copy(self) -> Course:
        twin = Course(self.ship, self.entering, self.stage)
        twin.before = self.before
        twin.hexes = self.hexes
        twin.done = self.done
        twin.turned = self.turned
        twin.outside = self.outside
        twin.taken = self.taken
        twin.foes = self.foes
        twin.met = self.met
        twin.waiting = self.waiting
        twin.fired = self.fired
        return twin

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """S-4.0-exact-1: step by step until the ship has moved as far as it must."""
        if self.before == _UNSET:
            return self._begin(state, log)
        if self.met:
            decision = self._settle(state, dice, log)
            if decision is not None:
                return decision
        left = self.hexes - self.done
        if left <= 0:
            self._end(state, log)
            return None
        ship, charts = self.ship, state.charts
        facing = state.facing[ship]
        ahead = self.ahead(state)
        terrain = charts.terrain[ahead]
        if terrain == LAND:
            run_aground(state, ship, log)
            self._end(state, log)
            return None
        helm = helm_of(charts)
        if not terrain:
            mask = LEAVING
        elif left <= helm.safe[ahead]:
            mask = ALL_TURNS[maneuver(state, ship)]
        else:
            mask = open_turns(state, ship, self.turned, ahead, facing, left - 1)
        if self.entering:
            mask |= NO_SMOKE
        return helm.turns(ship, state.led[ship], facing, left, mask)

    @property
    def begun(self) -> bool:
        """Whether its speed is set, or the hex it enters at."""
        return self.before != _UNSET

    def ahead(self, state: SamarState) -> Hex:
        """S-4.2-forward-1: the hex across the bow."""
        ship = self.ship
        here = self.outside if self.entering else state.where[ship]
        return here + STEPS[state.facing[ship]]

    def _begin(self, state: SamarState, log: Log | None) -> Decision | None:
        """D-23, D-24: the status for this move, or where to enter at battle speed (A-51)."""
        ship, helm = self.ship, helm_of(state.charts)
        if self.entering:
            return helm.entry(ship, open_entries(state, ship))
        statuses = statuses_now(state, ship, self.stage)
        if len(statuses) == 1:
            self._set_speed(state, statuses[0], log)
            return None
        return helm.speed(ship, state.led[ship], statuses)

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        """Take a step, or what comes before and between steps."""
        kind = type(choice)
        if kind is Steer:
            self._step(state, choice, dice, log)
        elif kind is Status:
            self._set_speed(state, choice.status, log)
        elif kind is Entry:
            self._enter(state, choice, log)
        elif kind is React:
            self._react(state, choice.firer, dice, log)
        elif choice == HOLD:
            self.waiting = ()
        else:
            self._react_in_order(state, dice, log)

    def _set_speed(self, state: SamarState, status: SpeedStatus, log: Log | None) -> None:
        """4.1: markers are placed and removed at the very start of the move."""
        ship = self.ship
        before = self.before = state.speed[ship]
        state.speed[ship] = status
        self.hexes = allowance(state, ship, before, status)
        hex_ = state.where[ship]
        state.trails[ship] = (hex_ * 8 + state.facing[ship],)
        self._look_around(state, hex_)
        if log and status != before:
            log.add(
                "speed",
                "S-4.1-voluntary-1",
                places=[state.charts.places[ship]],
                ship=state.charts.ships[ship].name,
                speed=SPEEDS[status],
                hexes=self.hexes,
            )

    def _enter(self, state: SamarState, entry: Entry, log: Log | None) -> None:
        """A-51: the ship will cross the map's edge with its first step."""
        ship, charts = self.ship, state.charts
        self.before = BATTLE
        self.hexes = allowance(state, ship, BATTLE, BATTLE)
        self.outside = entry.hex - STEPS[entry.heading]
        state.facing[ship] = entry.heading
        state.trails[ship] = ()
        self._look_around(state, entry.hex)
        if log:
            log.add(
                "enters",
                _ENTRY_RULES.get(charts.ships[ship].group, "S-3.2-center-2"),
                places=[charts.places[ship], entry.place],
                ship=charts.ships[ship].name,
                hex=hex_name(entry.hex),
                heading=FACINGS[entry.heading],
            )

    def _look_around(self, state: SamarState, hex_: Hex) -> None:
        """4.3: which other vessels it can meet on the hexes left to it."""
        where = state.where
        reach = self.hexes - self.done + POINT_BLANK
        self.taken = frozenset(where)
        self.foes = tuple(
            [
                foe
                for foe in helm_of(state.charts).gunships[self.ship]
                if where[foe] > 0 and DISTANCE[where[foe] - hex_] <= reach
            ]
        )

    def _step(self, state: SamarState, steer: Steer, dice: Dice, log: Log | None) -> None:
        """4.2, 4.5: cross the bow hexside, turn in the new hex; leave smoke behind if ordered."""
        ship, where = self.ship, state.where
        here = self.outside if self.entering else where[ship]
        if steer.smoke:
            self._make_smoke(state, here, log)
        ahead = here + STEPS[state.facing[ship]]
        terrain = state.charts.terrain[ahead]
        if not terrain:
            leave(state, ship, log)
            state.moved[ship] = 1
            state.agenda.pop()
            return
        self.entering = False
        where[ship] = ahead
        facing = state.facing[ship] = steer.facing
        state.trails[ship] += (ahead * 8 + facing,)
        self.turned += steer.cost
        self.done += 1
        if self.foes or terrain == SHALLOWS or ahead in self.taken:
            self._meet(state, ahead, terrain, dice, log)

    def _make_smoke(self, state: SamarState, hex_: Hex, log: Log | None) -> None:
        """S-4.5-lay-1: one marker in the hex left."""
        state.smoke[hex_] = state.smoke.get(hex_, 0) + 1
        if log:
            charts, name = state.charts, hex_name(hex_)
            log.add(
                "makes smoke",
                "S-4.5-lay-1",
                places=[charts.places[self.ship], f"hex:{name}"],
                ship=charts.ships[self.ship].name,
                hex=name,
            )

    def _meet(
        self, state: SamarState, hex_: Hex, terrain: int, dice: Dice, log: Log | None
    ) -> None:
        """A-20: what a hex brings, in this order: fouling, shallows, reaction fire."""
        ship, condition = self.ship, state.condition
        if hex_ in self.taken:
            others = [s for s, there in enumerate(state.where) if there == hex_ and s != ship]
            self.met = True
            foul(state, ship, others, dice, log)
        if terrain == SHALLOWS and condition[ship] != HULK:
            self.met = True
            enter_shallows(state, ship, dice, log)
        if self.foes and condition[ship] != HULK:
            near = self.threats(state, self.foes)
            if near:
                self.met = True
                self.waiting = tuple(near)

    def threats(self, state: SamarState, foes: Sequence[ShipNumber]) -> list[ShipNumber]:
        """4.3 (A-19): those of the enemies that have it in reach and have not had their shot."""
        near = in_reach(state, self.ship, foes)
        if near and state.charts.options.reaction_fire == "once_per_enemy":
            near = [foe for foe in near if foe not in self.fired]
        return near

    def _settle(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """4.3, A-55: reaction fire; then the hexes left are counted anew."""
        if self.waiting:
            charts = state.charts
            if asked(charts):
                ready = self.waiting = tuple(firers(state, self.ship, self.waiting))
                if len(ready) > 1 or (ready and charts.options.reaction_optional):
                    return reaction_decision(state, self.ship, ready)
            self._react_in_order(state, dice, log)
        self.met = False
        self.hexes = allowance(state, self.ship, self.before, state.speed[self.ship])
        self._look_around(state, state.where[self.ship])
        return None

    def _react(self, state: SamarState, firer: ShipNumber, dice: Dice, log: Log | None) -> None:
        react(state, firer, self.ship, dice, log)
        self.waiting = tuple(foe for foe in self.waiting if foe != firer)
        self.fired += (firer,)

    def _react_in_order(self, state: SamarState, dice: Dice, log: Log | None) -> None:
        self.fired += tuple(react_in_order(state, self.waiting, self.ship, dice, log))
        self.waiting = ()

    def _end(self, state: SamarState, log: Log | None) -> None:
        """The ship has moved."""
        ship, charts = self.ship, state.charts
        state.moved[ship] = 1
        state.agenda.pop()
        if log and state.condition[ship] != HULK:
            course = [hex_name(position >> 3) for position in state.trails[ship]]
            log.add(
                "moves",
                "S-4.0-exact-1",
                places=[charts.places[ship], f"hex:{course[-1]}"],
                ship=charts.ships[ship].name,
                course=" ".join(course),
                steps=len(course) - 1,
                hex=course[-1],
                heading=FACINGS[state.facing[ship]],
            )
