"""Charts to look at: those and the named figures of a game's data files, as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from flankspeed.engine.chart import Damaged, highest_roll
from flankspeed.engine.data import typed
from flankspeed.engine.values import Used

_ORIGIN = ("source", "why", "damaged")  # where figures come from is no figure


class RowView(msgspec.Struct, frozen=True):
    """A row: the roll (`3`, `4-6`, `>=12`) or the figure's name, and its cells."""

    roll: str
    cells: list[str]


class ChartView(msgspec.Struct, frozen=True):
    """A chart of the rulebook, or a list of named figures; `dice` is empty if none are thrown.

    `notes` say where figures come from that are not simply printed.
    """

    name: str
    title: str
    rule: str
    dice: str
    columns: list[str]
    rows: list[RowView]
    notes: list[str] = []


class RowUsed(msgspec.Struct, frozen=True):
    """A row that a throw was read on, or that counted; `column` is that of the cell, if known."""

    chart: str
    title: str
    row: int
    column: int | None


class Rows:
    """The rows of a game's charts, to be found by what was thrown."""

    def __init__(self, views: Iterable[ChartView]) -> None:
        self._views = {view.name: view for view in views}
        self.names = {view.title: view.name for view in self._views.values()}

    def rolled(self, chart: str, roll: int, column: str = "") -> RowUsed:
        """The row of a roll; a roll beyond the ends finds the end row."""
        rows = self._views[chart].rows
        below = sum(highest_roll(row.roll) < roll for row in rows)
        return self.at(chart, min(below, len(rows) - 1), column)

    def used(self, used: Used) -> RowUsed:
        """The row that something was read on."""
        chart = self.names.get(used.chart, used.chart)
        if isinstance(used.row, int):
            return self.rolled(chart, used.row, used.column)
        names = [row.roll for row in self._views[chart].rows]
        return self.at(chart, names.index(used.row), used.column)

    def at(self, chart: str, row: int, column: str = "") -> RowUsed:
        """A row by its number, with the column of this name."""
        view = self._views[chart]
        return RowUsed(chart, view.title, row, view.columns.index(column) if column else None)


def charts_in(contents: Mapping[str, Any], prefix: str) -> list[ChartView]:
    """Every chart in the contents of a TOML file, in its order, however deep it stands there."""
    found: list[ChartView] = []
    for key, value in contents.items():
        many = isinstance(value, list)
        for number, part in enumerate(value if many else [value], 1):
            name = f"{prefix}.{key}.{number}" if many else f"{prefix}.{key}"
            if isinstance(part, dict):
                chart = _chart(name, part)
                found += [chart] if chart else charts_in(part, name)
    return found


def _chart(name: str, data: Mapping[str, Any]) -> ChartView | None:
    """A chart with rows, or one of the lowest rolls that succeed; None if it is neither."""
    if "title" not in data:
        return None
    rows = data.get("rows") or [["at least", *data.get("at_least", [])]]
    return ChartView(
        name=name,
        title=data["title"],
        rule=data.get("rule", ""),
        dice=data.get("dice", ""),
        columns=[str(column) for column in data.get("columns", [])],
        rows=[RowView(str(row[0]), [str(cell) for cell in row[1:]]) for row in rows],
        notes=_notes(data),
    )


def _notes(data: Mapping[str, Any]) -> list[str]:
    """Reconstructed, read out of damaged text, or printed with a remark: and why."""
    why = [data["why"]] if data.get("why") else []
    if data.get("source") == "reconstructed":
        why = [f"reconstructed: {text}" for text in why]
    for mark in typed(data.get("damaged", []), list[Damaged]):
        where = f"{mark.where}: " if mark.where else ""
        why.append(f"{where}read out of damaged text: {mark.why}")
    return why


def figures(name: str, title: str, rule: str, values: Mapping[str, object]) -> ChartView:
    """Named figures, a row each."""
    rows = [
        RowView(key.replace("_", " "), [_text(value)])
        for key, value in values.items()
        if key not in _ORIGIN
    ]
    return ChartView(
        name=name, title=title, rule=rule, dice="", columns=[], rows=rows, notes=_notes(values)
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    return str(value)
