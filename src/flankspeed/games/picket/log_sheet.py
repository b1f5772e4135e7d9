"""The ship's log sheet (1.5): what a game has come to, in words."""

from __future__ import annotations

from flankspeed.games.picket.calendar import PHASES, date_name
from flankspeed.games.picket.ids import BEARINGS, MOUNTS, PEOPLE
from flankspeed.games.picket.scenarios import hull_number
from flankspeed.games.picket.state import PicketState


def log_sheet(state: PicketState) -> str:
    """Ships lost, planes shot down by gun and type, hits by bearing, officers, days on station."""
    guns = [
        (MOUNTS[mount.id], kills)
        for mount, kills in zip(state.charts.mounts, state.kills, strict=True)
    ]
    types = sorted(state.kills_by_kind.items(), key=lambda item: (-item[1], item[0]))
    bearings = [
        (f"{degrees:03}", hits)
        for degrees, hits in zip(BEARINGS, state.hits_by_bearing, strict=True)
    ]
    lines = [
        f"The log of {state.ship}{_hull(state.ship)}",
        f"  {date_name(state.turn)}, {PHASES[state.phase]}",
        f"  Ships lost: {state.ships_sunk}",
        f"  Planes shot down by guns: {_counts(guns)}",
        f"  Planes shot down by type: {_counts(types)}",
        f"  Hits by bearing: {_counts(bearings)}",
        f"  Officers and chiefs: {_people(state)}",
    ]
    if state.charts.card.campaign:
        lines.append(f"  Days on station: {state.fighting_days}")
    return "\n".join(lines)


def _hull(ship: str) -> str:
    number = hull_number(ship)
    return f" (DD-{number})" if number else ""


def _counts(counts: list[tuple[str, int]]) -> str:
    """`3 (5in 1: 2, 40mm A: 1)`; or `none`."""
    found = [f"{name}: {count}" for name, count in counts if count]
    return f"{sum(count for _, count in counts)} ({', '.join(found)})" if found else "none"


def _people(state: PicketState) -> str:
    return ", ".join(
        f"{name} {state.values[who]:+d}" if state.alive >> who & 1 else f"{name} killed"
        for who, name in enumerate(PEOPLE)
    )
