"""The charts to look at: the Critical Hit Throw, and the named figures of the other charts."""

from __future__ import annotations

from flankspeed.engine.show.chart_view import ChartView, charts_in, figures
from flankspeed.games.samar.data.load import raw

# Section of `charts.toml`, title, rule.
_FIGURES = (
    ("firing", "Firing Throw: dice gained and lost", "S-T1-base"),
    ("ranges", "Ranges: hexes, or halves of the printed range", "S-5.4-range-1"),
    ("panic", "Panic if the sum is greater", "S-T2-2"),
    ("damage", "Damage Throw: weight against armor", "S-T3-1"),
    ("plunging", "Plunging fire (P) on the critical die", "S-T4-P-1"),
    ("torpedo_prone", "Torpedo-prone ships (T) on the damage die", "S-T6"),
    ("torpedo", "Torpedoes, and launches beyond the rating", "S-7.2-values-1"),
    ("speed", "Speed in hexes", "S-4.1-base-1"),
    ("fouling", "Fouling", "S-4.3-fouling-1"),
    ("collision", "Critical hit in a collision", "S-4.3-fouling-5"),
    ("shallows", "Shallows", "S-4.4-heavy-1"),
    ("removal", "Markers removed by at most", "S-4.5-remove-1"),
    ("entry", "Entry", "S-3.1-taffy2-1"),
    ("victory", "Victory by armor that left south", "S-3.4-ijn-major-1"),
    ("secondary", "Secondary batteries at ships (option)", "S-2.5-gunnery-A-1"),
)


def chart_views() -> list[ChartView]:
    """Every chart of the game."""
    contents = raw("charts")
    charts = [figures(name, title, rule, contents[name]) for name, title, rule in _FIGURES]
    return [*charts_in({"critical": contents["critical"]}, "charts"), *charts]
