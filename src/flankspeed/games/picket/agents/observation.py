"""What agents see, by name: nothing is hidden in this game.

What merely stands in the ship's log, as names do, is left out; the kills of each gun are not, for
they make aces.
"""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.observer import Facts, Observer
from flankspeed.games.picket.agents import seen_planes, seen_ship, seen_time, seen_wave
from flankspeed.games.picket.agents.scene import Scene
from flankspeed.games.picket.rules.charts import Charts


@lru_cache(maxsize=64)
def observer(charts: Charts) -> Observer[Scene]:
    """Who sees a scenario with its options: time and support, ship and people, the enemy."""
    chooses = Facts[Scene](["usn chooses"], lambda s: s.state.decision is not None)
    return Observer(
        [
            chooses,
            *seen_time.facts(),
            *seen_ship.facts(charts),
            *seen_wave.facts(charts),
        ],
        [*seen_time.figures(charts), *seen_ship.figures(charts), *seen_wave.figures()],
        seen_planes.rows(),
    )
