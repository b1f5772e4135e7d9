"""The ship's log sheet (1.5): what a game has come to, in words."""

from __future__ import annotations

from flankspeed.games.picket.data.calendar import PHASES, date_name
from flankspeed.games.picket.data.ids import BEARINGS, MOUNTS, PEOPLE, SECTIONS
from flankspeed.games.picket.data.scenarios import hull_number
from flankspeed.games.picket.rules.damage.people import called
from flankspeed.games.picket.rules.days.ship_log import all_logs
from flankspeed.games.picket.state import PicketState


def log_sheet(state: PicketState) -> str:
    """Planes shot down by type and gun, hits by bearing, officers; ships before her, days."""
    *earlier, log = all_logs(state)
    names = [MOUNTS[mount.id] for mount in state.charts.mounts]
    guns = list(zip(names, log.kills, strict=True))
    types = sorted(log.kills_by_kind.items(), key=lambda item: (-item[1], item[0]))
    hits = [(f"{degrees:03}", n) for degrees, n in zip(BEARINGS, log.hits_by_bearing, strict=True)]
    hits += [(f"specials {name}", n) for name, n in zip(SECTIONS, log.crashes, strict=True)]
    lines = [
        f"The log of {state.ship}{_hull(state.ship)}",
        f"  {date_name(state.turn)}, {PHASES[state.phase]}",
        f"  Planes shot down: {_counts(types)}",
        f"  By her own guns: {_counts(guns)}",
        f"  By support and spray fire: {log.shot_down - sum(log.kills) or 'none'}",
        f"  Hits taken: {_counts(hits)}",
        f"  Officers and chiefs: {_people(state)}",
        f"  Ships lost: {state.ships_sunk}",
    ]
    lines += [
        f"  Before her, {old.ship}: planes shot down {old.shot_down}, hits taken {old.hits_taken}"
        for old in earlier
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
        f"{called(state, who)} "
        + (f"{state.values[who]:+d}" if state.alive >> who & 1 else "killed")
        for who in range(len(PEOPLE))
    )
