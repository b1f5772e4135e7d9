"""How many decisions the battle can have at most.

Every part is counted as if all of it came about each time, which no game comes near.
"""

from __future__ import annotations

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import IJN, USN
from flankspeed.games.samar.rules.movement.reaction_fire import asked


def longest(charts: Charts) -> int:
    """Set-up, then turns of a combat and a movement phase, perhaps with a special attack before."""
    turn = 1 + _combat(charts) + _movement(charts)
    return len(charts.groups["taffy3"]) + len(charts.turns) * turn


def _combat(charts: Charts) -> int:
    """Evasion and aircraft, then each ship is chosen with its target, and each unit strikes."""
    options, ships, units = charts.options, len(charts.ships), len(charts.units)
    evasion = ships + 2 if options.evasive_in_combat else 0
    placing = units + 1 if options.air_timing == "combat_phase" else 0
    aa = options.routine_choices == "ask" or options.aa_limit == "per_phase"
    strike = 1 + (ships + 1) * aa  # each ship may hold, then fire is opened
    return evasion + placing + 2 * ships + 2 + units * strike


def _movement(charts: Charts) -> int:
    """Who is first; each ship once, unit by unit, and the end of each part."""
    parts = 6 if charts.options.movement_sequence == "by_speed" else 2
    moves = sum(len(charts.navies[navy]) * (1 + _move(charts, navy)) for navy in (IJN, USN))
    return 1 + moves + len(charts.units) + parts


def _move(charts: Charts, navy: int) -> int:
    """A speed or an entry, then step by step; each enemy may be asked for, and the rest at once."""
    speed = FIGURES.speed
    steps = max(max(charts.speed) + speed.flank, speed.cruise, speed.slowed)
    reaction = len(charts.navies[1 - navy]) + 1 if asked(charts) else 0
    return 1 + steps * (1 + reaction)
