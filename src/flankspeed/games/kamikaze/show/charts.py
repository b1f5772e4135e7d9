"""The charts to look at: Figures 1 and 2, the dice of jinking, damage and guns lost."""

from __future__ import annotations

from functools import cache
from typing import Any

from flankspeed.engine import Event
from flankspeed.engine.chart_view import ChartView, Rows, RowUsed, RowView, charts_in, figures
from flankspeed.engine.data import read_toml
from flankspeed.games.kamikaze.data.board import DATA
from flankspeed.games.kamikaze.data.charts import turn_words


def chart_views() -> list[ChartView]:
    """Every chart of the game."""
    contents = read_toml(DATA / "charts.toml")
    return [
        figures("movement", "Movement points", "K-1-mp-1", contents["movement_points"]),
        _turns(contents["turn"]),
        _kill_numbers(contents["kill_numbers"]),
        figures(
            "gunnery",
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


def _kill_numbers(data: dict[str, Any]) -> ChartView:
    charts = ("graded", "frontSix", "hard")
    rows = [
        RowView(aspect, [str(data[chart][place]) for chart in charts])
        for place, aspect in enumerate(data["aspects"])
    ]
    title = "The number needed to shoot a plane down, by aspect and kill chart"
    return ChartView("kill_numbers", title, "K-1-fire-6", "d6", list(charts), rows)


@cache
def _rows() -> Rows:
    return Rows(chart_views())


def rows_used(event: Event) -> list[RowUsed]:
    """The rows that the dice of an event were read on."""
    rows, kind = _rows(), event.kind
    thrown = [value for throw in event.throws for value in throw.values]
    if kind == "movement points" and event.modifiers:
        return [rows.named("movement", "fighter bonus")]
    if kind == "shot":
        return [rows.named("kill_numbers", event.modifiers[0].name)]
    if kind == "volley":
        return [rows.named("gunnery", "hit")]
    if kind == "jink":
        side = [] if event.facts["side"] == "none" else [rows.rolled("charts.jink_side", thrown[1])]
        return [rows.rolled("charts.jink", thrown[0]), *side]
    if kind == "crash":
        return [rows.named("gunnery", "sinking damage")]
    return [rows.rolled("charts.gun_loss", thrown[0])] if kind == "gun die" else []
