"""The first phase: the dogfight (rulebook "The First Phase of the Attack")."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Roll, Step
from flankspeed.games.kamikaze.data.charts import FIGHTER_BONUS
from flankspeed.games.kamikaze.data.planes import (
    FLYING,
    GROUP_NAMES,
    GROUP_SEATS,
    GROUP_SIZE,
    GROUPS,
    LOST,
    NAMES,
    Plane,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.end_of_phase_1 import end_phase_if_over
from flankspeed.games.kamikaze.rules.flight import begin_flight
from flankspeed.games.kamikaze.state import KamikazeState


class Pick(Choice):
    """Move this plane next."""

    __slots__ = ("plane",)

    def __init__(self, plane: Plane) -> None:
        name = NAMES[plane]
        super().__init__(f"pick {name}", f"move {name} next", f"plane:{name}")
        self.plane = plane


PICKS: Final = tuple(Pick(plane) for plane in range(len(NAMES)))
# By group and mask of those of its planes that have not moved yet.
_OFFERS: Final = tuple(
    tuple(
        tuple(PICKS[plane] for place, plane in enumerate(group) if mask >> place & 1)
        for mask in range(1 << GROUP_SIZE)
    )
    for group in GROUPS
)
THROW: Final = Choice("throw", "throw for their movement")

# K-1-mp-1 and 2, by group: 1D6 + 3 for a fighter, 1D6 for a kamikaze.
_FIGHTER: Final = Modifier("fighter", FIGHTER_BONUS.value, FIGHTER_BONUS.used)
_FIGHTER_MP: Final = Roll("movement points", int, modifiers=[_FIGHTER])
MOVEMENT_POINTS: Final = (_FIGHTER_MP, Roll("movement points", int), _FIGHTER_MP)


@mypyc_attr(allow_interpreted_subclasses=True)
class Dogfight(Step[KamikazeState]):
    """The turns of phase 1: escorts, then kamikazes, then CAP, each group plane by plane."""

    __slots__ = ()

    def copy(self) -> Dogfight:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-1-order: offer the planes of the group that have not moved yet (D1-pick).

        Asked even of a single plane: the die thrown for it would bar the move before it from undo.
        """
        while not state.to_move:
            if not _next_group(state, log):
                return None
        seat, name = GROUP_SEATS[state.group], GROUP_NAMES[state.group]
        if state.charts.options.mp_roll == "perGroup" and not state.rolls:
            prompt = f"Turn {state.turn}: throw for the movement of all {name}"
            return Decision(seat, prompt, (THROW,), asked=True)
        options = _OFFERS[state.group][state.to_move >> state.group * GROUP_SIZE]
        if state.charts.options.plane_order == "numbered":
            options = options[:1]
        prompt = f"Turn {state.turn}: choose which of the {name} moves next"
        return Decision(seat, prompt, options, asked=True)

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """K-1-mp: throw for the plane's movement points and begin its move."""
        if not isinstance(choice, Pick):
            state.rolls = [
                _roll_mp(plane, dice, log) if state.to_move >> plane & 1 else 0
                for plane in GROUPS[state.group]
            ]
            return
        plane = choice.plane
        state.to_move &= ~(1 << plane)
        if state.rolls:
            state.mp = state.rolls[plane % len(state.rolls)]
        else:
            state.mp = _roll_mp(plane, dice, log)
        state.active = plane
        begin_flight(state, plane, log)


def _next_group(state: KamikazeState, log: Log | None) -> bool:
    """Go on to the next group, or the next turn; False if phase 1 is over."""
    state.rolls = []
    state.group += 1
    if state.turn == 0 or state.group == len(GROUPS):
        if state.turn and _end_of_turn(state, log):
            return False
        state.turn += 1
        state.group = 0
        if log:
            log.add("heading", "K-1-order-2", title=f"Turn {state.turn}")
    for plane in GROUPS[state.group]:
        if state.fates[plane] <= FLYING:
            state.to_move |= 1 << plane
    return True


def _end_of_turn(state: KamikazeState, log: Log | None) -> bool:
    """K-1-end-6: after the last turn the kamikazes still on the board are lost (fuel).

    What the turn itself decided comes first: with no CAP left they have come through (B-10).
    """
    if end_phase_if_over(state, log):
        return True
    cap = state.charts.options.turn_cap
    if not cap or state.turn < cap:
        return False
    for plane in state.kamikazes(FLYING):
        state.remove(plane, LOST)
        if log:
            log.add("lost", "K-1-end-6", who=NAMES[plane], why="out of fuel")
    return end_phase_if_over(state, log)


def _roll_mp(plane: Plane, dice: Dice, log: Log | None) -> int:
    """K-1-mp-1 and 2: throw for the movement points of one plane."""
    reading = MOVEMENT_POINTS[group_of(plane)].throw(dice)
    if log:
        log.add(
            "movement points",
            "K-1-mp-2" if is_kamikaze(plane) else "K-1-mp-1",
            readings=[reading],
            places=[f"plane:{NAMES[plane]}"],
            who=NAMES[plane],
            mp=reading.result,
        )
    return reading.result
