"""What agents see of the attacks that their own side has plotted, where attacks are (A-32).

In their order, each by numbers: the ship that attacks (0 for aircraft), the ship attacked, the
weapon or kind of unit, and how many units; ships, weapons and kinds are counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.observer import Figures
from flankspeed.games.samar.agents.scene import Scene
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import TORPEDO
from flankspeed.games.samar.rules.turn.combat_phase import Shot

_FIELDS = ("ship", "target", "weapon", "units")


def figures(charts: Charts) -> Iterator[Figures[Scene]]:
    """As many orders as there can be."""
    if charts.options.combat_declaration != "plot":
        return
    most = max(map(len, charts.navies)) + len(charts.units)
    none = [0] * (most * len(_FIELDS))

    def orders(scene: Scene) -> list[int]:
        numbers: list[int] = []
        for ship, order in scene.orders():
            if isinstance(order, Shot):
                numbers += (ship + 1, order.target + 1, order.weapon + 1, 0)
            else:
                kind = TORPEDO + 2 + order.kind  # after the weapons of ships
                numbers += (0, order.target + 1, kind, order.count)
        return numbers + none[len(numbers) :]

    names = [f"order {number + 1} {field}" for number in range(most) for field in _FIELDS]
    yield Figures(names, 0, len(charts.ships), orders)
