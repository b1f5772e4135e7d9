"""An observation: the numbers of `features`, for nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from flankspeed.engine.bits import bits
from flankspeed.games.kamikaze.agents.features import ASKED, GUN_GROUPS, SEATS, WHERE, Layout
from flankspeed.games.kamikaze.data.board import POSITIONS, SECTIONS, STEPS, column_row
from flankspeed.games.kamikaze.data.guns import MOUNTS, RANGES
from flankspeed.games.kamikaze.data.planes import FATES, GROUP_SIZE, GROUPS
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.defensive_fire import Volley, automatic_group
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.state import KamikazeState

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

_KINDS = {verb: 1 << number for number, verb in enumerate(ASKED)} | dict.fromkeys(
    ("exit", "leave", "crash"), 1 << ASKED.index("move")
)
_GROUP_BITS = {"": 0} | {group: 1 << number for number, group in enumerate(GUN_GROUPS)}
_NO_ROLLS = [0] * GROUP_SIZE

# By position (the last is off the board), and by fate.
_WHERE = np.zeros((POSITIONS + 1, len(WHERE)), np.float32)
_WHERE[:POSITIONS] = [
    (*column_row(position >> 3), *STEPS[position & 7]) for position in range(POSITIONS)
]
_FATE = np.eye(len(FATES), dtype=np.float32)


def observe(layout: Layout, state: KamikazeState, seat: str, out: Numbers) -> None:
    """Write what a seat sees."""
    facts = len(layout.facts)
    figures = facts + len(layout.figures)
    where = figures + len(layout.where)
    out[:facts] = bits(facts, _masks(layout, state, seat))
    out[facts:figures] = _figures(layout, state)
    first, end = layout.planes[0], layout.planes[-1] + 1
    _WHERE.take(state.positions[first:end], 0, out[figures:where].reshape(-1, len(WHERE)), "wrap")
    _FATE.take(state.fates[first:end], 0, out[where:].reshape(-1, len(FATES)), "wrap")


def _masks(layout: Layout, state: KamikazeState, seat: str) -> Iterator[tuple[int, int]]:
    """The facts, each as a mask with its width."""
    planes, first = len(layout.planes), layout.planes[0]
    decision, active, dives = state.decision, state.active, state.phase == 2
    chooses = asked = 0
    if decision is not None:
        chooses = 1 << SEATS.index(decision.seat)
        asked = _KINDS[decision.options[0].text.partition(" ")[0]]
    yield 1, seat == SEATS[1]
    yield len(SEATS), chooses
    yield len(ASKED), asked
    yield 1, dives
    yield len(GROUPS), 0 if dives else 1 << state.group
    yield planes, 0 if dives else state.to_move >> first
    yield planes, 0 if active < 0 else 1 << active - first
    step = state.agenda[-1] if state.agenda else None
    yield planes, step.fired_at >> first if isinstance(step, Flight) else 0
    yield 8, 1 << state.entry - 1 if dives and active >= 0 else 0
    volley = step if isinstance(step, Volley) else None
    yield len(MOUNTS), state.guns
    yield len(MOUNTS), volley.held if volley else 0
    yield len(GUN_GROUPS), _GROUP_BITS[volley.group] if volley else 0
    came_from = dives and active >= 0 and state.charts.options.beam_row == "cameFrom"
    yield len(GUN_GROUPS), _GROUP_BITS[automatic_group(state)] if came_from else 0
    yield len(SECTIONS), _crash_bit(state) if dives else 0


def _figures(layout: Layout, state: KamikazeState) -> list[float]:
    step = state.agenda[-1] if state.agenda else None
    losses = step.losses if isinstance(step, Crash) else ()
    return [
        min(state.turn, layout.turns),
        state.mp,
        state.hits if state.phase == 2 and state.active >= 0 else 0,
        step.checks if isinstance(step, Volley) else 0,
        state.damage,
        state.through,
        _first_row(state, step) if isinstance(step, Flight) else 0,
        *(losses.count(gun_type) for gun_type in RANGES),
        *(state.rolls or _NO_ROLLS),
    ]


def _crash_bit(state: KamikazeState) -> int:
    """The section that is being crashed into."""
    for step in state.agenda:
        if isinstance(step, Crash):
            return 1 << step.section
    return 0


def _first_row(state: KamikazeState, flight: Flight) -> int:
    """A-19: the first row that a kamikaze's move may end in, where that is a question."""
    if state.charts.options.kamikaze_advance == "free" or not flight.goal:
        return 0
    return column_row((flight.goal & -flight.goal).bit_length() - 1)[1]
