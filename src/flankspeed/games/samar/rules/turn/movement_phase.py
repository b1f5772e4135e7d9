"""3.3 phase 2, 3.5, 4.7: the movement phase, and the part of it in which one side moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Step
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import (
    CUP,
    DIW,
    IJN,
    NOT_SAID,
    SEATS,
    SLOWED,
    USN,
    WAITING,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.rules.air.placing import place, place_options
from flankspeed.games.samar.rules.movement.course import STEP_OF, Course
from flankspeed.games.samar.rules.movement.sea_room import open_statuses
from flankspeed.games.samar.rules.turn.entry import enter_rolls
from flankspeed.games.samar.rules.turn.removal import remove_fires
from flankspeed.games.samar.state import SamarState

# The stage of a part: all ships, or the three steps of 3.5.
_ALL: Final = 0
_SLOW: Final = 1
_BATTLE: Final = 2
_FLANK: Final = 3
_LAST: Final = (_ALL, _FLANK)  # a side's last part of the phase
_ENTRY: Final = (_ALL, _BATTLE)  # S-3.5-1: ships enter at battle speed
_SHIPS: Final = ("", "slowed and cruising ", "battle speed and evading ", "flank speed ")
_PROMPTS: Final = tuple(
    tuple(f"{seat.upper()} moves its {ships}ships: which is next?" for ships in _SHIPS)
    for seat in SEATS
)


class Pick(Choice):
    """D-22: the ship that moves or enters next."""

    __slots__ = ("entering", "ship")

    def __init__(self, charts: Charts, ship: ShipNumber, entering: bool) -> None:
        counter, verb = charts.ships[ship], "enter" if entering else "move"
        super().__init__(f"{verb} {counter.id}", f"{verb} {counter.name}", charts.places[ship])
        self.ship = ship
        self.entering = entering


class First(Choice):
    """D-20: the side that moves first."""

    __slots__ = ("navy",)

    def __init__(self, navy: Navy) -> None:
        super().__init__(f"{SEATS[navy]} first", f"the {SEATS[navy].upper()} moves first")
        self.navy = navy


DONE: Final = Choice("done", "nothing more to do")
_FIRST: Final = Decision(SEATS[IJN], "which side moves first?", (First(IJN), First(USN)))


@lru_cache(maxsize=64)
def _picks(charts: Charts) -> tuple[tuple[Pick, ...], tuple[Pick, ...]]:
    """The choices to move and to enter, by ship."""
    ships = range(len(charts.ships))
    return (
        tuple(Pick(charts, ship, False) for ship in ships),
        tuple(Pick(charts, ship, True) for ship in ships),
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Step[SamarState]):
    """One side moves the ships it controls, brings others on and sends its aircraft."""

    __slots__ = ("navy", "stage")

    def __init__(self, navy: Navy, stage: int = _ALL) -> None:
        self.navy = navy
        self.stage = stage

    def copy(self) -> Part:
        return self

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """D-22, D-28: what comes next, until all is done that must be."""
        must, may = self._ships(state)
        aircraft = place_options(state, self.navy)  # at any moment of the part
        moves = must + may
        if aircraft and self.navy == IJN:
            moves = _but_last_target(state, moves)
        options: list[Choice] = [*moves, *aircraft]
        if not options:
            self._end(state)
            return None
        # the special attack unit has to be used while there is a target.
        if not must and not (aircraft and self.navy == IJN and self.stage in _LAST):
            options.append(DONE)
        return Decision(SEATS[self.navy], _PROMPTS[self.navy][self.stage], tuple(options))

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        """Move a ship, bring one on, place aircraft, or be done."""
        if type(choice) is Pick:
            if choice.entering and state.charts.ships[choice.ship].group == "taffy2":
                state.entered += 1
            state.agenda.append(Course(choice.ship, choice.entering, self.stage))
        elif choice == DONE:
            self._end(state)
        else:
            place(state, choice, log)

    def _end(self, state: SamarState) -> None:
        """A-27, A-52: what was not used goes back."""
        state.agenda.pop()
        if self.navy == IJN and self.stage in _LAST:
            state.special = 0
        if self.navy == USN and self.stage in _ENTRY:
            for ship in state.charts.groups["bombardment"]:
                if state.where[ship] == WAITING:
                    state.where[ship] = CUP

    def _ships(self, state: SamarState) -> tuple[list[Pick], list[Pick]]:
        """D-22: the ships that must move in this part, and those that may."""
        move, enter = _picks(state.charts)
        ready = ready_ships(state, self.navy)
        may: list[Pick] = []
        if self.stage == _ALL:
            must = [move[ship] for ship in ready]
        else:
            must, may = self._by_speed(state, ready, move)
        if self.stage in _ENTRY and WAITING in state.where:
            must_enter, may_enter = _entering(state, self.navy)
            must += [enter[ship] for ship in must_enter]
            may += [enter[ship] for ship in may_enter]
        return must, may

    def _by_speed(
        self, state: SamarState, ready: list[ShipNumber], move: tuple[Pick, ...]
    ) -> tuple[list[Pick], list[Pick]]:
        """3.5 (A-31): a ship must move in the last step that its possible statuses allow."""
        must: list[Pick] = []
        may: list[Pick] = []
        for ship in ready:
            steps = _steps_of(state, ship)
            if max(steps) <= self.stage:
                must.append(move[ship])
            elif self.stage in steps:
                may.append(move[ship])
        return must, may


def _but_last_target(state: SamarState, moves: list[Pick]) -> list[Pick]:
    """A-27: the IJN does not steer the last target away while its special attack unit waits."""
    targets = state.afloat(USN)
    return [pick for pick in moves if targets != [pick.ship]]


def ready_ships(state: SamarState, navy: Navy) -> list[ShipNumber]:
    """4.0, 4.7: the ships under way that a side has yet to move: its own, and panicked enemies."""
    where, moved, condition, led = state.where, state.moved, state.condition, state.led
    own, enemy = state.charts.navies[navy], state.charts.navies[1 - navy]
    ships = [s for s in own if where[s] > 0 and not moved[s] and condition[s] < DIW]
    if 1 in led:
        ships = [s for s in ships if not led[s]]
        ships += [
            s for s in enemy if led[s] and where[s] > 0 and not moved[s] and condition[s] < DIW
        ]
    return ships


def _steps_of(state: SamarState, ship: ShipNumber) -> list[int]:
    """3.5: the steps in which a ship could move."""
    if state.condition[ship] == SLOWED:
        return [_SLOW]
    return [STEP_OF[status] for status in open_statuses(state, ship)]


def _entering(state: SamarState, navy: Navy) -> tuple[list[ShipNumber], list[ShipNumber]]:
    """3.1, 3.2: the ships off the map that must enter now, and those that may (A-51, A-52)."""
    charts, where = state.charts, state.where
    if navy == IJN:
        return [ship for ship in charts.navies[IJN] if where[ship] == WAITING], []
    drawn = [ship for ship in charts.groups["bombardment"] if where[ship] == WAITING]
    late = state.turn < charts.track.taffy2 or state.entered >= FIGURES.entry.taffy2_per_turn
    taffy2 = [] if late else [s for s in charts.groups["taffy2"] if where[s] == WAITING]
    if charts.options.bombardment_entry == "optional":
        return [], drawn + taffy2
    return drawn, taffy2


@mypyc_attr(allow_interpreted_subclasses=True)
class MovementPhase(Step[SamarState]):
    """3.3 phase 2: fires, the choice of who moves first, then each side's part or parts."""

    __slots__ = ("_parts",)

    def __init__(self, parts: int = -1) -> None:
        self._parts = parts  # those that have begun; -1 as the phase begins

    def copy(self) -> MovementPhase:
        return MovementPhase(self._parts)

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """3.3, 3.5: part after part."""
        part = self._parts
        self._parts += 1
        if part < 0:
            _prepare(state, dice, log)
            if _ijn_chooses(state):
                return _FIRST
            state.first = IJN
            return None
        by_speed = state.charts.options.movement_sequence == "by_speed"
        if part == (6 if by_speed else 2):
            _forget(state)
            state.agenda.pop()
            return None
        navy = state.first ^ part & 1
        if not by_speed:
            enter_rolls(state, navy, dice, log)
        elif part == 0:
            enter_rolls(state, navy, dice, log)
            enter_rolls(state, 1 - navy, dice, log)
        state.agenda.append(Part(navy, part // 2 + 1 if by_speed else _ALL))
        return None

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        """D-20."""
        state.first = choice.navy
        if log:
            log.add("moves first", "S-3.3-2", side=SEATS[choice.navy].upper())


def _prepare(state: SamarState, dice: Dice, log: Log | None) -> None:
    """6.3, 4.7: fires are thrown for; ships panicked by now are the opponent's to move."""
    remove_fires(state, dice, log)
    state.led = state.panic[:]
    state.trails = [()] * len(state.where)


def _forget(state: SamarState) -> None:
    """What counts for this phase only, or to the end of it (A-11), is over."""
    count = len(state.where)
    state.led = [0] * count
    state.moved = [0] * count
    state.entered = 0
    state.first = NOT_SAID
    state.shaken = {}
    state.struck = ()


def _ijn_chooses(state: SamarState) -> bool:
    """A-16: a side that has nothing on the map and nothing to come decides nothing."""
    ships = state.charts.navies[IJN]
    return state.special > 0 or CUP in [state.where[s] for s in ships] or bool(state.afloat(IJN))
