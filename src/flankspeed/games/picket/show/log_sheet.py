"""The ship's log sheet (1.5): what a game has come to, in words."""

from __future__ import annotations

from flankspeed.games.picket.data.ids import MOUNTS
from flankspeed.games.picket.data.scenarios import hull_number
from flankspeed.games.picket.rules.places import GUN_PLACES
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.view.types import BoardView

# The sheet knows the mounts by their place aboard, whatever a fit has put there.
_MOUNT_NAMES = dict(zip(GUN_PLACES, MOUNTS, strict=True))


def log_sheet(view: BoardView) -> str:
    """Planes shot down by type and gun, hits by bearing, officers; ships before her, days."""
    log = view.log
    guns = [(_MOUNT_NAMES[gun.place], gun.kills) for gun in view.guns]
    types = sorted(log.kills.items(), key=lambda item: (-item[1], item[0]))
    hits = [(f"{degrees:>03}", count) for degrees, count in log.hits_by_bearing.items()]
    hits += [(f"specials {section}", count) for section, count in log.crashes.items()]
    by_others = log.shot_down - sum(gun.kills for gun in view.guns)
    lines = [
        f"The log of {view.ship}{_hull(view.ship)}",
        f"  {captions.when(view)}",
        f"  Planes shot down: {_counts(types)}",
        f"  By her own guns: {_counts(guns)}",
        f"  By support and spray fire: {by_others or 'none'}",
        f"  Hits taken: {_counts(hits)}",
        f"  Officers and chiefs: {_people(view)}",
        f"  Ships lost: {log.ships_sunk}",
    ]
    lines += [
        f"  Before her, {old.ship}: planes shot down {old.shot_down}, hits taken {old.hits_taken}"
        for old in log.earlier
    ]
    if view.campaign:
        lines.append(f"  Days on station: {log.fighting_days}")
    return "\n".join(lines)


def _hull(ship: str) -> str:
    number = hull_number(ship)
    return f" (DD-{number})" if number else ""


def _counts(counts: list[tuple[str, int]]) -> str:
    """`3 (5in 1: 2, 40mm A: 1)`; or `none`."""
    found = [f"{name}: {count}" for name, count in counts if count]
    return f"{sum(count for _, count in counts)} ({', '.join(found)})" if found else "none"


def _people(view: BoardView) -> str:
    return ", ".join(
        f"{captions.called(person)} {captions.signed(person.value) if person.alive else 'killed'}"
        for person in view.people
    )
