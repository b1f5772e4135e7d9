"""The cells of the charts in words: the codes of the data, read out by `chart_words.toml`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError
from flankspeed.engine.show.chart_view import ChartView

_FILE = files("flankspeed.games.picket.show") / "chart_words.toml"
_DAMAGE = "damage."  # how the names of Tables 11 and 11-1 begin
_NOTE = re.compile(r"(.*?)(?: \((\w\*?)\))?")  # a cell, and the letter of its note
_CODE = re.compile(r"(\w+[:-])(.*?)(~?)")  # before a name; a shaded compartment has the last sign


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cells: dict[str, dict[str, str]]
    damage: dict[str, str]
    damage_of: dict[str, str]


@cache
def _words() -> _Words:
    return convert(read_toml(_FILE), _Words, _FILE.name)


def worded(views: list[ChartView]) -> list[ChartView]:
    """Charts as people read them; nothing may have words that stands in no cell."""
    for charts, words in _words().cells.items():
        there = {
            cell
            for view in views
            if view.name.startswith(charts)
            for row in view.rows
            for cell in row.cells
        }
        if idle := sorted(words.keys() - there):
            raise DataError(f"{_FILE.name}: {charts} has no cell {idle[0]!r}")
    return [_worded(view) for view in views]


def _worded(view: ChartView) -> ChartView:
    rows = [
        msgspec.structs.replace(row, cells=[_cell(view.name, cell) for cell in row.cells])
        for row in view.rows
    ]
    return msgspec.structs.replace(view, rows=rows)


def _cell(chart: str, cell: str) -> str:
    if chart.startswith(_DAMAGE):
        return _damage(cell)
    for charts, words in _words().cells.items():
        if chart.startswith(charts):
            return words.get(cell, cell)
    return cell


def _damage(cell: str) -> str:
    """A result of Table 11: `P:Bridge (C)` is Bridge (note C)."""
    found = _NOTE.fullmatch(cell)
    assert found  # it fits any text
    words = " and ".join(_result(code) for code in found[1].split(" + "))
    return f"{words} (note {found[2]})" if found[2] else words


def _result(code: str) -> str:
    found = _CODE.fullmatch(code)
    if found is None:
        return _words().damage.get(code, code)
    name = found[2].replace("+", " and ")
    words = _words().damage_of[found[1]].format(name=name)
    return f"{words}, shaded" if found[3] else words
