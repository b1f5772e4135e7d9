"""Air strikes: which targets, with how many units, and when to wait for more."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.samar.bots.fire import odds_in_words
from flankspeed.games.samar.bots.worth import POINT, gain, worth_of
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    IJN,
    USN,
    AirKind,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.odds.attacks import hull_of, strike
from flankspeed.games.samar.rules.air.placing import AirChoice
from flankspeed.games.samar.rules.combat.firing import Scene, sight_of
from flankspeed.games.samar.state import SamarState

_ALONE: Final = 0.8  # a strike of one unit is worth waiting for company
_LEAST: Final = 0.25  # a strike that gains less a unit had better wait


def next_placement(state: SamarState, decision: Decision, navy: Navy) -> Choice | None:
    """The next air unit to send, and where; None to keep what is left for later."""
    choices = [option for option in decision.options if isinstance(option, AirChoice)]
    if not choices:
        return None
    sight = sight_of(state)
    if navy == IJN:
        return max(choices, key=lambda choice: _gain(state, choice.kind, choice.target, 1, sight))
    for kind in sorted({choice.kind for choice in choices}):
        target = _target(state, kind, [c.target for c in choices if c.kind == kind], sight)
        if target >= 0:
            return next(c for c in choices if c.kind == kind and c.target == target)
    return None


def weigh_placements(state: SamarState, decision: Decision, navy: Navy) -> list[Weighed]:
    """What one more air unit of each kind gains on each ship, beyond what waiting does."""
    choices = [option for option in decision.options if isinstance(option, AirChoice)]
    if not choices:
        return []
    sight, found = sight_of(state), []
    waits = _LEAST if navy == USN else 0.0
    for choice in choices:
        kind, target = choice.kind, choice.target
        there = _units(state, kind, target)
        value = _gain(state, kind, target, there + 1, sight)
        if there:
            value -= _gain(state, kind, target, there, sight)
        end = strike(state, kind, target, there + 1, sight, hull_of(state, target))
        words = f"{there + 1} there: {odds_in_words(end)}"
        found.append(Weighed(choice, (value - waits) / POINT, 0.0, words))
    return found


def _units(state: SamarState, kind: AirKind, place: int) -> int:
    """The air units of a kind that are in a place."""
    units = zip(state.charts.units, state.air, strict=True)
    return sum(each == kind and at == place for each, at in units)


def _target(
    state: SamarState, kind: AirKind, targets: list[ShipNumber], sight: Scene
) -> ShipNumber:
    """The ship on which the units of a kind gain most, each; -1 to wait."""
    waiting = _units(state, kind, AIR_BOX)
    coming = _units(state, kind, AIR_CUP) > 0
    best, most = -1, _LEAST
    for target in targets:
        there = _units(state, kind, target)
        before = _gain(state, kind, target, there, sight) if there else 0.0
        for count in range(1, waiting + 1):
            value = _gain(state, kind, target, there + count, sight) - before
            each = value / count * (_ALONE if there + count == 1 and coming else 1.0)
            if each > most:
                best, most = target, each
    return best


def _gain(state: SamarState, kind: AirKind, target: ShipNumber, count: int, sight: Scene) -> float:
    hull = hull_of(state, target)
    return gain(worth_of(state, target), strike(state, kind, target, count, sight, hull))
