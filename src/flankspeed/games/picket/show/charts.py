"""The charts to look at: all that the rulebook has, in the order a turn needs them."""

from __future__ import annotations

from functools import cache

import msgspec

from flankspeed.engine import Event
from flankspeed.engine.chart_view import ChartView, Rows, RowUsed, charts_in, figures
from flankspeed.games.picket.data.load import raw
from flankspeed.games.picket.data.roll_charts import hull_loss_column, roll_charts, value_column

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
    return found


def _by_two_dice(view: ChartView) -> ChartView:
    """Tables 11 and 11-1: one die for the row, a d6 for the column."""
    if view.dice:
        return view
    dice = "d10, d6" if len(view.rows) > len(_FACES) else "d6, d6"
    return msgspec.structs.replace(view, dice=dice, columns=_FACES)


# Kinds of event, and the chart on which all their dice and modifiers together are read.
_READ_ON = {
    "weather": "weather.weather",
    "rain attack": "weather.rain",
    "rain no attack": "weather.rain",
    "storm": "weather.storm",
    "typhoon": "weather.storm",
    "typhoon harmless": "weather.typhoon_damage",
    "typhoon damage": "weather.typhoon_damage",
    "typhoon flight": "weather.typhoon_damage",
    "typhoon sinking": "weather.typhoon_damage",
    "typhoon anchorage": "weather.anchorage_days",
    "station again": "stations.advanced",
    "team aboard": "stations.fdt",
    "no team aboard": "stations.fdt",
    "surface support": "stations.sfs",
    "land radar active": "stations.land_radar",
    "land radar silent": "stations.land_radar",
    "night attack": "attacks.night",
    "night no attack": "attacks.night",
    "kikusui raid": "attacks.kikusui",
    "spray destroys": "gunnery.spray",
    "spray misses": "gunnery.spray",
    "support destroys": "gunnery.support",
    "support misses": "gunnery.support",
    "special comes": "hits.section",
    "special dives": "hits.crash",
    "special turns away": "hits.crash",
    "officer killed": "consequences.officer_killed",
    "hull roll": "consequences.hull_integrity",
    "afloat roll": "consequences.ship_sunk",
    "random result": "consequences.random",
    "reassigned": "consequences.reassigned_days",
    "repairs": "consequences.anchorage_weeks",
    "to the rear": "consequences.anchorage_weeks",
    "replenishment": "consequences.replenish_days",
    "markers off": "consequences.repair_removes",
    "flooded in time": "consequences.flooding",
    "supplies": "consequences.supplies",
}
# Kinds of event whose die is held against one of the figures of damage control.
_HELD_AGAINST = {
    "deck fire out": "deck fire out at most",
    "deck fire grows": "deck fire out at most",
    "secondary repaired": "secondary repaired at most",
    "secondary not repaired": "secondary repaired at most",
    "lines repaired": "water lines repaired at least",
    "lines still out": "water lines repaired at least",
}
# The same for questions, by rule and words.
_ASKED = {
    ("P-7.3.F-1", "does it flood?"): "primary floods at least",
    ("P-7.3.F-1", "does the water wreck it?"): "flood destroys at least",
    ("P-7.3.K-2", "does it flood?"): "secondary floods at least",
    ("P-7.7.K-1", "is the man there killed?"): "crewman killed at least",
}
_VALUES = ("-2", "-1", "0", "+1", "+2")


@cache
def _rows() -> Rows:
    return Rows(chart_views())


def rows_used(event: Event) -> list[RowUsed]:
    """The rows that the dice of an event were read on."""
    rows, kind, facts = _rows(), event.kind, event.facts
    if kind in _READ_ON:
        return [rows.rolled(_READ_ON[kind], _total(event))]
    if kind in _HELD_AGAINST:
        return [rows.named("consequences.figures", _HELD_AGAINST[kind])]
    if kind == "question":
        asked = _ASKED[event.rule, str(facts["ask"])]
        return [rows.named("consequences.figures", asked)]
    return _by_column(event) or _by_each_die(event)


def _total(event: Event) -> int:
    return sum(_thrown(event)) + sum(modifier.value for modifier in event.modifiers)


def _thrown(event: Event) -> list[int]:
    return [value for throw in event.throws for value in throw.values]


def _by_column(event: Event) -> list[RowUsed]:
    """Charts with columns, or with one chart for each of something."""
    rows, kind, facts = _rows(), event.kind, event.facts
    if (kind.startswith("gun ") and event.throws) or kind == "third hit flames":
        calibre, altitude = str(facts["gun"]).split()[0], str(facts["plane"])[-1]
        return [rows.rolled("gunnery.fire", _total(event), f"{calibre} {altitude}")]
    if kind.startswith("dive "):
        return [rows.rolled("hits.strike", _total(event), str(facts["column"]))]
    if kind.startswith("weapon "):
        return [rows.rolled(f"hits.{facts['weapon']}".lower(), _total(event))]
    if kind.startswith("raid"):
        return [rows.rolled(f"attacks.letter.{facts['letter']}", _total(event))]
    if kind in ("attack letter", "attack none", "attack random"):
        return [rows.rolled("attacks.determination", _total(event), str(facts["column"]))]
    if kind == "attack comes":
        return [rows.rolled("attacks.waves", int(str(facts["planes"])))]
    if kind == "station rolled" and len(event.throws[0].values) > 1:  # else one of two, in March
        column = str(facts["column"])
        chart = "stations.advanced" if column else "stations.basic"
        return [rows.rolled(chart, sum(event.throws[0].values), column)]
    if kind == "air cover":
        return [rows.rolled(rows.names[str(facts["table"])], _total(event))]
    if kind == "air support":
        column = _value(int(str(facts["chit"])))
        return [rows.rolled("afs.markers", _total(event), column)]
    if kind == "hull check":
        column = roll_charts().hull_loss.columns[hull_loss_column(int(str(facts["planes"])))]
        return [rows.rolled("consequences.hull_loss", _total(event), column)]
    return _by_success(event)


def _by_success(event: Event) -> list[RowUsed]:
    """Charts of the lowest roll that succeeds, in columns."""
    rows, kind, facts = _rows(), event.kind, event.facts
    if kind in ("manoeuvre succeeds", "manoeuvre fails"):
        return [rows.at("consequences.manoeuvre", 0, _value(int(str(facts["column"]))))]
    if kind in ("emergency declared", "emergency refused"):
        return [rows.at("consequences.emergency", 0, _value(event.modifiers[0].value))]
    if kind in ("repair succeeds", "repair fails"):
        return [rows.at("consequences.repair", 0, str(facts["column"]))]
    if kind in ("equipment repaired", "equipment not repaired"):
        repair = roll_charts().repair
        column = repair.columns[repair.at_least.index(int(str(facts["needs"])))]
        return [rows.at("consequences.repair", 0, column)]
    return []


def _value(value: int) -> str:
    """The column of an officer's or a chit's value."""
    return _VALUES[value_column(value)]


def _by_each_die(event: Event) -> list[RowUsed]:
    """Charts that are read by single dice, or several times."""
    rows, kind, facts = _rows(), event.kind, event.facts
    thrown = _thrown(event)
    if kind == "table 11":
        chart = f"damage.section.{facts['section']}"
        return [rows.at(chart, int(str(facts["row"])), str(facts["column"]))]
    if kind == "near miss damage":
        return [rows.rolled("damage.near_miss", thrown[0], str(thrown[1]))]
    if kind == "kikusui air support":
        bonus = event.modifiers[0].value
        used = [rows.rolled("afs.kikusui", die + bonus) for die in thrown]
    elif kind == "places rolled":
        used = _places(event)
    elif kind in ("random attack", "random attack gone"):
        used = [rows.rolled("attacks.random", sum(thrown))]
    elif kind in ("day over", "weather closes in", "radar trouble"):
        used = [
            rows.rolled("attacks.random", sum(thrown[:2])),
            rows.rolled("attacks.note_b", thrown[2]),
        ]
    elif kind == "typhoon days":
        names = ("weather.typhoon_days", "weather.typhoon_called")
        used = [rows.rolled(name, thrown[0]) for name in names]
    elif kind == "morale roll":
        used = [rows.rolled("consequences.morale", thrown[0])]
    elif kind == "explosion roll":
        used = [rows.rolled("consequences.explosion", sum(thrown))]
    else:
        used = []
    return list(dict.fromkeys(used))


def _places(event: Event) -> list[RowUsed]:
    """Two dice for the bearing of each plane, one for its altitude."""
    bearings = "attacks.kikusui_bearing" if event.facts["kikusui"] else "attacks.extra_bearing"
    return [
        _rows().rolled(bearings if len(throw.values) > 1 else "attacks.altitude", sum(throw.values))
        for throw in event.throws
    ]
