"""7.0 Torpedoes: like gunnery, but for what stands here."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Modifier
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import IJN, TORPEDO, ShipNumber
from flankspeed.games.samar.rules.combat.firing import (
    Scene,
    aimed_entries,
    by_radar,
    entry,
    keep_one_die,
)
from flankspeed.games.samar.state import SamarState

_FIGURES: Final = FIGURES.torpedo


def launches_left(state: SamarState, ship: ShipNumber) -> int:
    """7.3 (A-05): how often a ship may still launch; damage changes what it may do in all."""
    face = state.face[ship]
    rating = state.charts.torpedo[face]
    if not rating:
        return 0
    if face & 1:
        more = _FIGURES.more_damaged
    else:
        more = _FIGURES.more_ijn if state.charts.navy[ship] == IJN else _FIGURES.more_usn
    return max(rating + more - state.launched[ship], 0)


def torpedo_reach(state: SamarState, ship: ShipNumber) -> int:
    """S-7.2-values-1 (A-43): six hexes flat; -1 without rating or supply."""
    return _FIGURES.range if launches_left(state, ship) else -1


def torpedo_entries(
    state: SamarState, firer: ShipNumber, target: ShipNumber, sight: Scene
) -> list[Modifier]:
    """T1, launches: rating and target; the launcher's heading and speed do not matter (7.1)."""
    entries = [entry("torpedo rating", state.charts.torpedo[state.face[firer]])]
    radar = by_radar(state, firer, target, sight)
    entries += aimed_entries(state, firer, target, sight, radar)
    return keep_one_die(state, TORPEDO, entries)
