"""Set-up and arrivals: where ships start, and which of those that may enter do so."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.data.markers import WAITING, ShipNumber
from flankspeed.games.samar.rules.turn.set_up import Start
from flankspeed.games.samar.state import SamarState

# What Taffy 2 sends: its destroyers and some escorts; its carriers stay away with the rest.
_SORTIE = {"DD": 3, "DE": 2}


def set_up(state: SamarState, decision: Decision) -> Choice:
    """3.1: carriers away from where the enemy comes from, destroyers towards him."""
    charts = state.charts
    kind = charts.ships[charts.number[decision.options[0].text.split()[0]]].type
    taken = set(state.where)
    free = [o for o in decision.options if isinstance(o, Start) and o.hex not in taken]
    wanted = {"CVE": 19, "DE": 14, "DD": 12}[kind]
    return min(free, key=lambda place: abs(_from_enemy(charts, place.hex) - wanted))


def _from_enemy(charts: Charts, hex_: Hex) -> float:
    """How far a hex is from where the enemy enters."""
    entries = charts.entries["center"]
    return sum(DISTANCE[hex_ - entry] for entry, _ in entries) / len(entries)


def reinforcements(state: SamarState, ships: list[ShipNumber]) -> list[ShipNumber]:
    """3.1: the ships of Taffy 2 that should enter now."""
    counters = state.charts.ships
    wanted = []
    for kind, count in _SORTIE.items():
        waiting = [ship for ship in ships if counters[ship].type == kind]
        group = state.charts.groups["taffy2"]
        gone = sum(counters[s].type == kind and state.where[s] != WAITING for s in group)
        wanted += waiting[: max(count - gone, 0)]
    return wanted
