"""What agents see of the battle as a whole: turn and phase, what is asked, aircraft, smoke."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flankspeed.engine.observer import Facts, Figures, Marks
from flankspeed.games.samar.agents.scene import Scene
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    IJN,
    NOT_SAID,
    PHASES,
    SEATS,
    STATUSES,
)
from flankspeed.games.samar.rules.air.strike import Strike
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.movement_phase import MovementPhase, Part
from flankspeed.games.samar.rules.turn.sequence import SpecialAttack
from flankspeed.games.samar.rules.turn.set_up import SetUp

# The steps that ask.
_STEPS = {
    SetUp: "set-up",
    SpecialAttack: "special attack",
    Combat: "combat",
    Strike: "air strike",
    MovementPhase: "movement phase",
    Part: "movement",
    Course: "course",
}
_STEP_BITS: dict[type, int] = {step: 1 << number for number, step in enumerate(_STEPS)}
_COMBAT_STAGES = ("begins", "evasion", "air placing", "attacks", "resolution")
_PARTS = ("all", "slow", "battle speed", "flank speed")
_MOST_SMOKE = 50  # markers in a hex that are told apart
_AIR_PLACES = {AIR_CUP: "in the cup", AIR_BOX: "ready", AIR_SPENT: "spent"}


def facts(charts: Charts) -> Iterator[Facts[Scene]]:
    """What is so or not; masks of navies have the IJN first."""
    yield Facts(["seat ijn"], lambda s: s.navy == IJN)
    yield Facts([f"{seat} chooses" for seat in SEATS], _chooses)
    yield Facts([f"asked in {name}" for name in _STEPS.values()], _asked)
    yield Facts(PHASES, lambda s: 1 << s.state.phase)
    yield Facts(["special attack", "cleared"], lambda s: s.state.special | s.state.cleared << 1)
    yield Facts(
        [f"{seat} moves first" for seat in SEATS],
        lambda s: 0 if s.state.first == NOT_SAID else 1 << s.state.first,
    )
    yield Facts(
        [f"combat: {stage}" for stage in _COMBAT_STAGES],
        lambda s: 1 << s.combat.stage if s.combat else 0,
    )
    yield Facts([f"{seat} attacks next" for seat in SEATS], Scene.next_attack)
    yield Facts([f"{seat} has passed" for seat in SEATS], Scene.passed)
    yield Facts([f"{seat} moves" for seat in SEATS], lambda s: 1 << s.part.navy if s.part else 0)
    yield Facts(
        [f"moves: {ships}" for ships in _PARTS], lambda s: 1 << s.part.stage if s.part else 0
    )
    yield Facts(["entering", "under way", "met something"], _under_way)
    yield Facts(
        [f"speed before: {status}" for status in STATUSES],
        lambda s: 1 << s.course.before if s.course and s.course.begun else 0,
    )
    yield Facts([f"{ship} fired AA" for ship in charts.ids], lambda s: s.state.aa_fired)


def figures(charts: Charts) -> Iterator[Figures[Scene]]:
    """What is counted."""
    turns, armor = len(charts.turns), sum(charts.armor[::2])
    yield Figures(
        ["turn", "turn of clearing"], 0, turns, lambda s: (s.state.turn, s.state.cleared_turn)
    )
    yield Figures(["armor exited"], 0, armor, lambda s: (s.state.exited,))
    yield Figures(["Taffy 2 entered"], 0, len(charts.ships), lambda s: (s.state.entered,))
    yield Figures(["hexes to move", "hexes moved", "hexsides turned"], 0, 64, _course)
    yield Figures(["units that strike"], 0, len(charts.units), _strike)
    names = [f"{kind.kind} {where}" for kind in charts.squadrons for where in _AIR_PLACES.values()]
    most = max(squadron.count for squadron in charts.squadrons)
    yield Figures(names, 0, most, lambda s: _aircraft(s.state.charts, tuple(s.state.air)))


def marks(charts: Charts) -> Iterator[Marks[Scene]]:
    """Smoke, hex by hex."""
    names = [f"smoke {hex_name(hex_)}" for hex_ in charts.hexes]
    yield Marks(names, charts.hexes, _MOST_SMOKE, lambda s: s.state.smoke)


@lru_cache(maxsize=1024)
def _aircraft(charts: Charts, air: tuple[int, ...]) -> list[int]:
    """How many units of each kind are in each place off the map."""
    kinds = range(len(charts.squadrons))
    places = [*zip(charts.units, air, strict=True)]
    return [places.count((kind, place)) for kind in kinds for place in _AIR_PLACES]


def _chooses(scene: Scene) -> int:
    decision = scene.state.decision
    return 1 << SEATS.index(decision.seat) if decision else 0


def _asked(scene: Scene) -> int:
    return _STEP_BITS.get(type(scene.step), 0)


def _under_way(scene: Scene) -> int:
    course = scene.course
    return course.entering | course.begun << 1 | course.met << 2 if course else 0


def _course(scene: Scene) -> tuple[int, int, int]:
    course = scene.course
    return (course.hexes, course.done, course.turned) if course else (0, 0, 0)


def _strike(scene: Scene) -> tuple[int]:
    return (scene.strike.count if scene.strike else 0,)
