"""What agents see, by name: everything but what the other side is plotting (A-32).

The ways that ships have sailed, and attacks whose effect counts by now, are left out.
"""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.observer import Observer
from flankspeed.games.samar.agents import seen_battle, seen_orders, seen_ships
from flankspeed.games.samar.agents.scene import Scene
from flankspeed.games.samar.data.charts import Charts


@lru_cache(maxsize=64)
def observer(charts: Charts) -> Observer[Scene]:
    """Who sees the battle with its options."""
    return Observer(
        seen_battle.facts(charts),
        [
            *seen_battle.figures(charts),
            *seen_ships.figures(charts),
            *seen_orders.figures(charts),
        ],
        seen_ships.rows(charts),
        seen_ships.members(charts),
        [*seen_ships.marks(charts), *seen_battle.marks(charts)],
    )
