"""The odds of the dives in one report, as the command line and the page show them."""

from __future__ import annotations

from typing import Any

from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.odds.best_sinking import BestSinking, Progress
from flankspeed.games.kamikaze.odds.dives import Pilot, automatic, best_pilot, direct_pilot, outcome
from flankspeed.games.kamikaze.odds.sinking import Sinking
from flankspeed.games.kamikaze.rules.charts import Charts


def dive_report(
    charts: Charts,
    lost: list[str],
    damage: int = 0,
    kamikazes: int = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Chances of one dive, by entry point and by the D8, and of all dives to sink the ship.

    By pilot: direct (the shortest way), crashing (the best chance to crash) and sinking (the best
    chance to sink the ship in the end; the dive is the first of all).
    """
    charts = automatic(charts)
    battery = charts.battery
    guns = battery.canonical(battery.all & ~battery.mask(lost))
    report: dict[str, Any] = {"kamikazes": kamikazes, "damage": damage, "lost": lost}
    flown = {"direct": direct_pilot(charts), "crashing": best_pilot(charts, guns)[0]}
    for name, pilot in flown.items():
        sinking = Sinking(charts, name)
        sinking.prepare(guns, kamikazes, progress)
        report[name] = _dive(charts, guns, pilot, sinking.chance(guns, damage, kamikazes))
    best = BestSinking(charts)
    best.prepare(guns, damage, kamikazes, progress)
    pilot, _ = best_pilot(charts, guns, best.ends(guns, damage, kamikazes))
    report["sinking"] = _dive(charts, guns, pilot, best.chance(guns, damage, kamikazes))
    return report


def _dive(charts: Charts, guns: Guns, pilot: Pilot, sink: float) -> dict[str, Any]:
    ends = outcome(charts, guns, pilot)
    return {
        "entry": [outcome(charts, guns, pilot, point).crash for point in range(1, 9)],
        "crash": ends.crash,
        "shot_down": ends.shot_down,
        "off_board": ends.off_board,
        "out_of_mp": ends.out_of_mp,
        "sink": sink,
    }
