"""The charts to look at: Figures 1 and 2, the dice of jinking, damage and guns lost."""

from __future__ import annotations

from typing import Any

from flankspeed.engine.table import read_toml
from flankspeed.engine.table_view import RowView, TableView, figures, tables_in
from flankspeed.games.kamikaze.board import DATA


def table_views() -> list[TableView]:
    """Every chart of the game."""
    contents = read_toml(DATA / "charts.toml")
    return [
        figures("movement", "Movement points", "K-1-mp-1", contents["movement_points"]),
        _turns(contents["turn"]),
        _kill_numbers(contents["kill_numbers"]),
        figures("gunnery", "The ship's guns", "K-2-fire-2", contents["gunnery"]),
        *tables_in(contents, "charts"),
    ]


def _turns(turns: list[dict[str, Any]]) -> TableView:
    rows = [
        RowView(turn["name"], [str(turn["cost"]), "sharpTurns=extended" if "sharp" in turn else ""])
        for turn in turns
    ]
    title = "Movement points for the next square, by the turn"
    return TableView("turns", title, "K-1-move-5", "", ["MP", "only with"], rows)


def _kill_numbers(data: dict[str, Any]) -> TableView:
    charts = ("graded", "frontSix", "hard")
    rows = [
        RowView(aspect, [str(data[chart][place]) for chart in charts])
        for place, aspect in enumerate(data["aspects"])
    ]
    title = "The number needed to shoot a plane down, by aspect and p1.fig2"
    return TableView("kill_numbers", title, "K-1-fire-6", "d6", list(charts), rows)
