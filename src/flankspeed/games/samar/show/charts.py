"""The charts to look at: the Critical Hit Throw, and the named figures of the other charts."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Event
from flankspeed.engine.chart_view import ChartView, Rows, RowUsed, charts_in, figures
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


# Kinds of event, and the named figures that their dice are held against.
_FIRE = (
    "guns fire",
    "secondary guns fire",
    "reaction fire",
    "torpedoes launched",
    "air torpedoes dropped",
    "bombs dropped",
    "strafing",
)
_HELD_AGAINST = {
    **dict.fromkeys(_FIRE, ("firing", "hit at least")),
    "damage throw": ("damage", "critical at least"),
    "collision": ("fouling", "at least"),
    "hulk struck": ("fouling", "at least"),
    "passed clear": ("fouling", "at least"),
    "collision critical": ("collision", "critical at least"),
    "collision hit": ("collision", "critical at least"),
    "smoke lifts": ("removal", "smoke"),
    "fires fought": ("removal", "fire"),
    "hulk sinks": ("removal", "hulk"),
    "hulk floats": ("removal", "hulk"),
    "special attack": ("entry", "special at most"),
    "no special attack": ("entry", "special at most"),
}
# By chart, the figures that modifiers are named after.
_COUNTED = {
    "firing": {
        "broadside": "broadside",
        "cruising": "cruise",
        "slowed": "slowed",
        "flank speed": "flank",
        "evading": "evading",
        "close range": "close",
        "extended range": "extended",
        "target's broadside": "target broadside",
        "others in its hex": "crowd",
        "smoke": "smoke",
        "target slowed": "target slowed",
    },
    "fouling": {"all slow": "all slow", "flank speed": "flank", "evading": "evading"},
}
_SHIFTS = {-1: "weaker", 0: "equal", 1: "stronger", 2: "double"}
_ARCS = {"high arc": "high", "low arc": "low", "torpedo": "torpedo", "all other": "other"}


@cache
def _rows() -> Rows:
    return Rows(chart_views())


def rows_used(event: Event) -> list[RowUsed]:
    """The rows that the dice of an event were read on, and those that counted."""
    rows, kind = _rows(), event.kind
    if kind in ("panic ends", "panic lasts"):
        return [rows.named("removal", f"panic {_navy(event)}")]
    if kind == "panic breaks out":
        return [rows.named("panic", _navy(event))]
    if kind in ("critical throw", "beached", "shallows passed"):
        return _criticals(event)
    if kind not in _HELD_AGAINST:
        return []
    chart, figure = _HELD_AGAINST[kind]
    found = [rows.named(chart, figure)]
    if kind == "damage throw":
        return found + _weight(event)
    names = _COUNTED.get(chart, {})
    for modifier in event.modifiers:
        if modifier.name in names:
            found.append(rows.named(chart, names[modifier.name]))
        elif modifier.name.startswith("beyond "):
            found.append(rows.named(chart, "far"))
        elif modifier.name == "never less than one":
            found.append(rows.named("torpedo", "least dice"))
    return found


def _navy(event: Event) -> str:
    """Whose ship an event is about."""
    return "ijn" if event.places[0].startswith("ship:J-") else "usn"


def _criticals(event: Event) -> list[RowUsed]:
    """T4: a row for each die; 4.4 reads the last column."""
    bonus = sum(modifier.value for modifier in event.modifiers)
    column = _ARCS[str(event.facts.get("column", "all other"))]
    thrown = [value for throw in event.throws for value in throw.values]
    used = [_rows().rolled("charts.critical", value + bonus, column) for value in thrown]
    if bonus and column == "low":
        used.append(_rows().named("plunging", "bonus"))
    return list(dict.fromkeys(used))


def _weight(event: Event) -> list[RowUsed]:
    """T3: the weight of fire against armor, and what torpedoes add."""
    shift = sum(entry.value for entry in event.modifiers if entry.name.startswith("weight "))
    used = [_rows().named("damage", _SHIFTS[shift])]
    if any(entry.name == "no torpedo protection" for entry in event.modifiers):
        used.append(_rows().named("torpedo_prone", "bonus"))
    return used
