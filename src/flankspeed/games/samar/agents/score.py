"""How a side stands: armor that has left by the south, the map cleared, and losses."""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import NamedTuple

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import HULK, USN, WAITING
from flankspeed.games.samar.state import SamarState

# Without any of it the IJN is on the way to lose; all armor out after clearing is its victory.
_NOTHING = -0.6
_EXITED, _CLEARED, _USN_LOST, _IJN_LOST = 0.8, 0.4, 0.4, 0.4
_DAMAGE = 0.5  # what the hits of a ship afloat count, of those that would sink her


def standing(state: SamarState) -> float:
    """How the IJN stands, from -1 to 1."""
    score = _NOTHING + _EXITED * min(state.exited / FIGURES.victory.ijn_major, 1.0)
    score += _CLEARED * _clearing(state)
    return min(max(score + _losses(state), -1.0), 1.0)


def _clearing(state: SamarState) -> float:
    """3.4: the share of Taffy 3 that is gone; all of it once the map has been cleared."""
    if state.cleared:
        return 1.0
    where, condition, taffy = state.where, state.condition, state.charts.groups["taffy3"]
    there = 0
    for ship in taffy:
        if (where[ship] > 0 or where[ship] == WAITING) and condition[ship] != HULK:
            there += 1
    return 1 - there / len(taffy)


def _losses(state: SamarState) -> float:
    """3.4: what ships sunk and damaged count, for the IJN those of the USN."""
    worths, condition, face = _worths(state.charts), state.condition, state.face
    score: float = sum(map(mul, state.hits, worths.hit))
    if sum(face) != worths.faces or HULK in condition:
        for ship, what in enumerate(condition):
            if what == HULK:
                score += worths.ship[ship]
            elif face[ship] & 1:
                score += worths.front[ship]
    return score


class _Worths(NamedTuple):
    """What ships count, by number: lost, with the front of the counter gone, and for each hit."""

    ship: tuple[float, ...]
    front: tuple[float, ...]
    hit: tuple[float, ...]
    faces: int  # the sum of all faces while no counter is turned


@lru_cache(maxsize=64)
def _worths(charts: Charts) -> _Worths:
    ships, fronts, hits = [], [], []
    for ship, navy in enumerate(charts.navy):
        front, back = charts.armor[2 * ship], charts.armor[2 * ship + 1]
        all_armor = sum(charts.armor[2 * other] for other in charts.navies[navy])
        share = _USN_LOST if navy == USN else -_IJN_LOST
        worth = share * front / all_armor
        hit = _DAMAGE * worth / (front + back + 2)  # the hits that sink her
        ships.append(worth)
        fronts.append(hit * (front + 1))
        hits.append(hit)
    faces = sum(2 * ship for ship in range(len(ships)))
    return _Worths(tuple(ships), tuple(fronts), tuple(hits), faces)
