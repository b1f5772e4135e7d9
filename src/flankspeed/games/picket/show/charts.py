"""The charts to look at: all that the rulebook has, in the order a turn needs them."""

from __future__ import annotations

import msgspec

from flankspeed.engine.show.chart_view import ChartView, charts_in, figures
from flankspeed.games.picket.data.load import raw
from flankspeed.games.picket.show.chart_words import worded

_FILES = ("stations", "weather", "afs", "attacks", "gunnery", "hits", "damage", "consequences")
_FACES = ["1", "2", "3", "4", "5", "6"]
# Named figures: file and section, title, rule.
_FIGURES = (
    ("attacks", "shifts", "Column shifts on the attack table", "P-6.6.B-1"),
    ("gunnery", "bonus", "Bonus of the director, low, middle, high", "P-6.8.N-1"),
    ("gunnery", "options", "Modifiers of optional rules", "P-6.8.N-1"),
    ("afs", "modifiers", "Modifiers of air fire support", "P-6.5.D-1"),
    ("weather", "modifiers", "Modifiers of the weather", "P-6.2.B-1"),
    ("consequences", "figures", "Damage control, on a d6", "P-7.8.2.C-1"),
)


def chart_views() -> list[ChartView]:
    """Every chart of the game."""
    contents = {file: raw(file) for file in _FILES}
    found = [_by_two_dice(view) for file in _FILES for view in charts_in(contents[file], file)]
    found += [
        figures(f"{file}.{section}", title, rule, contents[file][section])
        for file, section, title, rule in _FIGURES
    ]
    return worded(found)


def _by_two_dice(view: ChartView) -> ChartView:
    """Tables 11 and 11-1: one die for the row, a d6 for the column."""
    if view.dice:
        return view
    dice = "d10, d6" if len(view.rows) > len(_FACES) else "d6, d6"
    return msgspec.structs.replace(view, dice=dice, columns=_FACES)
