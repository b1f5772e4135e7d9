"""How many decisions a patrol can have at most.

Every part is counted as if all of it came about each time, which no game comes near.
"""

from __future__ import annotations

from flankspeed.games.picket.agents.limits import AFS, PLANES, SFS, SPECIALS
from flankspeed.games.picket.data.calendar import LAST_TURN, PHASES
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import PRIMARIES
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.state import OFFICERS

_SET_UP = 3  # name, Engineer, CPO
_MAINTENANCE = 2  # flooding, water lines
_SENT = 3  # XO, Engineer and DCO
_FREED = 2  # XO and Engineer


def longest(charts: Charts) -> int:
    """Day by day: a set-up, three phases and maintenance; every day moves the calendar."""
    day = _SET_UP + _MAINTENANCE + len(PHASES) * _phase(charts)
    card = charts.card
    if card.campaign:  # the first question of a day: begin here, or wait
        return (LAST_TURN - card.turn + 1) * (1 + day)
    days = -(-(card.phase + card.phases) // len(PHASES))
    return days * (_SET_UP + _MAINTENANCE) + card.phases * _phase(charts)


def _phase(charts: Charts) -> int:
    """The dead are replaced, then waves with damage control after each; a quiet phase has less."""
    replacements = 1 + len(OFFICERS)
    waves = sum(_wave(charts, planes) + _damage_control(charts) for planes in PLANES)
    return replacements + waves + 2  # stay or leave, for armament and for flooding


def _wave(charts: Charts, planes: int) -> int:
    """Every gun and marker is aimed and fires; AFS turns whenever its plane is down."""
    guns = len(charts.mounts)
    aimed = guns + AFS + SFS + 1
    resolved = guns + AFS + SFS + AFS * planes
    special = SPECIALS + AFS + SFS + 1 + AFS * SPECIALS
    return 2 + aimed + resolved + special + 1  # calling off twice; the manoeuvre


def _damage_control(charts: Charts) -> int:
    """All men are placed, all jobs rolled for, and whoever is freed by one goes to another."""
    figures, options = charts.ship, charts.options
    jobs = len(PRIMARIES) + (len(charts.mounts) if options.gun_repair == "on" else 0)
    placing = sum(charts.crews) + _SENT + 1
    men = max(figures.primary_crew, *firing_chart().crew)
    repairs = jobs * (1 + men + _FREED) + 1
    shaded = sum(room.shaded for room in figures.secondaries) if charts.advanced else 0
    return 2 + placing + repairs + shaded + 1  # declaring, and what follows a failure
