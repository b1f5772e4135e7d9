"""What agents see, by name: nothing is hidden in this game.

The way that a plane has flown is left out, but for what rules take from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from flankspeed.engine import Feature, Step
from flankspeed.engine.observer import Facts, Figures, Observer, Rows
from flankspeed.games.kamikaze.data.board import (
    COLUMNS,
    POSITIONS,
    ROWS,
    SECTIONS,
    STEPS,
    column_row,
)
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import MOUNTS, RANGES
from flankspeed.games.kamikaze.data.planes import (
    FATES,
    GROUP_NAMES,
    GROUP_SIZE,
    GROUPS,
    KAMIKAZES,
    NAMES,
)
from flankspeed.games.kamikaze.rules.crash import GUN_DIE, Crash
from flankspeed.games.kamikaze.rules.defensive_fire import Volley, automatic_group
from flankspeed.games.kamikaze.rules.dogfight import MOVEMENT_POINTS
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.state import KamikazeState

_SEATS = ("usn", "ijn")
# What is asked for, by the verb of the first option.
_ASKED = ("throw", "pick", "enter", "fire", "move", "dive", "face", "guns", "lose")
_KINDS = {verb: 1 << number for number, verb in enumerate(_ASKED)} | dict.fromkeys(
    ("exit", "leave", "crash"), 1 << _ASKED.index("move")
)
_GUN_GROUPS = ("bow", "stern")  # that may join in on the beam row
_GROUP_BITS = {"": 0, "bow": 1, "stern": 2}
_NO_ROLLS = [0] * GROUP_SIZE
_MOST_TURNS = 255  # that are told apart; fewer, where a cap ends the dogfight before

# By position: the square, and the way a plane heads; the last row is off the board.
_WHERE = [(*column_row(position >> 3), *STEPS[position & 7]) for position in range(POSITIONS)]
_WHERE.append((0, 0, 0, 0))
_WHERE_COLUMNS = (
    Feature("column", 0, COLUMNS),
    Feature("row", 0, ROWS),
    Feature("heads east", -1, 1),
    Feature("heads south", -1, 1),
)
_FATE = [[float(fate == other) for other in range(len(FATES))] for fate in range(len(FATES))]
_FATE_COLUMNS = tuple(Feature(fate, 0, 1) for fate in FATES)


class Scene(NamedTuple):
    """What is looked at: `step` is the one under way, `diver` whether a kamikaze dives."""

    state: KamikazeState
    seat: str
    step: Step[Any] | None
    diver: bool


def scene_of(state: KamikazeState, seat: str) -> Scene:
    """The scene of a position."""
    step = state.agenda[-1] if state.agenda else None
    return Scene(state, seat, step, state.phase == 2 and state.active >= 0)


@cache
def observer(dogfight: bool, turns: int) -> Observer[Scene]:
    """Who sees a scenario with or without dogfight, of so many turns at most (0: no end)."""
    planes = range(len(NAMES)) if dogfight else GROUPS[KAMIKAZES]
    first, end = planes[0], planes[-1] + 1
    names = NAMES[first:end]
    return Observer(
        [*_facts(), *_plane_facts(names, first)],
        _figures(min(turns or _MOST_TURNS, _MOST_TURNS)),
        [
            Rows(names, _WHERE_COLUMNS, _WHERE, lambda s: s.state.positions[first:end]),
            Rows(names, _FATE_COLUMNS, _FATE, lambda s: s.state.fates[first:end]),
        ],
    )


def _facts() -> Iterator[Facts[Scene]]:
    yield Facts(["seat ijn"], lambda s: s.seat == "ijn")
    yield Facts([f"{seat} chooses" for seat in _SEATS], _chooses)
    yield Facts([f"asked {verb}" for verb in _ASKED], _asked)
    yield Facts(["dives"], lambda s: s.state.phase == 2)
    yield Facts(
        [f"{group} move" for group in GROUP_NAMES],
        lambda s: 1 << s.state.group if s.state.phase == 1 else 0,
    )
    points = [f"entry point {point}" for point in range(1, 9)]
    yield Facts(points, lambda s: 1 << s.state.entry >> 1 if s.diver else 0)
    yield Facts([f"gun {mount.id}" for mount in MOUNTS], lambda s: s.state.guns)
    yield Facts(
        [f"gun {mount.id} holds" for mount in MOUNTS],
        lambda s: s.step.held if type(s.step) is Volley else 0,
    )
    yield Facts(
        [f"{group} guns join" for group in _GUN_GROUPS],
        lambda s: _GROUP_BITS[s.step.group] if type(s.step) is Volley else 0,
    )
    yield Facts(
        [f"came from the {group}" for group in _GUN_GROUPS],
        lambda s: _GROUP_BITS[automatic_group(s.state)] if s.diver else 0,
    )
    yield Facts([f"crash {section}" for section in SECTIONS], _crash)


def _plane_facts(names: tuple[str, ...], first: int) -> Iterator[Facts[Scene]]:
    yield Facts(
        [f"{name} to move" for name in names],
        lambda s: s.state.to_move >> first if s.state.phase == 1 else 0,
    )
    yield Facts(
        [f"{name} moves" for name in names],
        lambda s: 1 << s.state.active - first if s.state.active >= 0 else 0,
    )
    yield Facts(
        [f"{name} fired at" for name in names],
        lambda s: s.step.fired_at >> first if type(s.step) is Flight else 0,
    )


def _figures(turns: int) -> Iterator[Figures[Scene]]:
    hits = HITS_TO_DESTROY - 1
    guns = max(len(lost.split()) for lost in GUN_DIE.chances())
    points = max(max(roll.chances()) for roll in MOVEMENT_POINTS)
    yield Figures(["turn"], 0, turns, lambda s: [min(s.state.turn, turns)])
    yield Figures(["movement points"], 0, DIVE_MP, lambda s: [s.state.mp])
    yield Figures(["hits", "hits to check"], 0, hits, _hits)
    yield Figures(["damage"], 0, SINKING_DAMAGE, lambda s: [s.state.damage])
    yield Figures(["came through"], 0, GROUP_SIZE, lambda s: [s.state.through])
    yield Figures(["first row to end in"], 0, ROWS + 1, _first_row)
    yield Figures([f"{gun} guns to lose" for gun in RANGES], 0, guns, _losses)
    throws = [f"throw of plane {number + 1}" for number in range(GROUP_SIZE)]
    yield Figures(throws, 0, points, lambda s: s.state.rolls or _NO_ROLLS)


def _chooses(scene: Scene) -> int:
    decision = scene.state.decision
    return 1 << _SEATS.index(decision.seat) if decision else 0


def _asked(scene: Scene) -> int:
    decision = scene.state.decision
    return _KINDS[decision.options[0].text.partition(" ")[0]] if decision else 0


def _crash(scene: Scene) -> int:
    """The section that is being crashed into."""
    if scene.diver:
        for step in scene.state.agenda:
            if type(step) is Crash:
                return 1 << step.section
    return 0


def _hits(scene: Scene) -> tuple[int, int]:
    checks = scene.step.checks if type(scene.step) is Volley else 0
    return scene.state.hits if scene.diver else 0, checks


def _first_row(scene: Scene) -> tuple[int]:
    """A-19: the first row that a kamikaze's move may end in, where that is a question."""
    free = scene.state.charts.options.kamikaze_advance == "free"
    if free or type(scene.step) is not Flight or not scene.step.goal:
        return (0,)
    goal = scene.step.goal
    return (column_row((goal & -goal).bit_length() - 1)[1],)


def _losses(scene: Scene) -> list[int]:
    losses = scene.step.losses if type(scene.step) is Crash else ()
    return [losses.count(gun_type) for gun_type in RANGES]
