"""The odds of the dives in one report, as the command line and the page show them."""

from __future__ import annotations

from typing import Any

from flankspeed.games.kamikaze.odds.dives import automatic, best_pilot, direct_pilot, outcome
from flankspeed.games.kamikaze.odds.sinking import PILOTS, Progress, Sinking
from flankspeed.games.kamikaze.rules.charts import Charts


def dive_report(
    charts: Charts,
    lost: list[str],
    damage: int = 0,
    kamikazes: int = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Chances of one dive, by entry point and by the D8, and of all dives to sink the ship."""
    charts = automatic(charts)
    battery = charts.battery
    guns = battery.canonical(battery.all & ~battery.mask(lost))
    report: dict[str, Any] = {"kamikazes": kamikazes, "damage": damage, "lost": lost}
    for pilot in PILOTS:
        flown = direct_pilot(charts) if pilot == "direct" else best_pilot(charts, guns)[0]
        sinking = Sinking(charts, pilot)
        sinking.prepare(guns, kamikazes, progress)
        ends = sinking.outcome(guns)
        report[pilot] = {
            "entry": [outcome(charts, guns, flown, point).crash for point in range(1, 9)],
            "crash": ends.crash,
            "shot_down": ends.shot_down,
            "off_board": ends.off_board,
            "out_of_mp": ends.out_of_mp,
            "sink": sinking.chance(guns, damage, kamikazes),
        }
    return report
