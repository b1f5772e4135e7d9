"""The charts to look at: Figures 1 and 2, the dice of jinking, damage and guns lost."""

from __future__ import annotations

from typing import Any

from flankspeed.engine.data import read_toml
from flankspeed.engine.show.chart_view import ChartView, RowView, charts_in, figures
from flankspeed.games.kamikaze.data.board import DATA
from flankspeed.games.kamikaze.data.charts import (
    ASPECTS,
    GUNNERY,
    KILL_CHARTS,
    KILL_NUMBERS,
    KILL_TITLES,
    MOVEMENT,
    turn_words,
)


def chart_views() -> list[ChartView]:
    """Every chart of the game."""
    contents = read_toml(DATA / "charts.toml")
    return [
        figures(MOVEMENT, "Movement points", "K-1-mp-1", contents["movement_points"]),
        _turns(contents["turn"]),
        _kill_numbers(),
        figures(
            GUNNERY,
            "The ship's guns, and the damage that sinks her",
            "K-2-fire-2",
            contents["gunnery"],
        ),
        *charts_in(contents, "charts"),
    ]


def _turns(turns: list[dict[str, Any]]) -> ChartView:
    rows = [
        RowView(
            turn_words(turn["name"]),
            [str(turn["cost"]), "extended sharp turns" if "sharp" in turn else ""],
        )
        for turn in turns
    ]
    title = "Movement points for the next square, by the turn"
    return ChartView("turns", title, "K-1-move-5", "", ["MP", "only with"], rows)


def _kill_numbers() -> ChartView:
    rows = [
        RowView(aspect, [str(numbers[place]) for numbers in KILL_NUMBERS.values()])
        for place, aspect in enumerate(ASPECTS)
    ]
    title = "The number needed to shoot a plane down, by aspect and kill chart"
    columns = [KILL_TITLES[chart] for chart in KILL_NUMBERS]
    return ChartView(KILL_CHARTS, title, "K-1-fire-6", "d6", columns, rows)
