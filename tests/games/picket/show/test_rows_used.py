"""The rows of the charts that a log names are those that gave what it tells."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flankspeed.engine import Event, Log, Match, Modifier, Reading, Rolled, Scripted
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.damage.compartments import _table_21, _table_21_1
from flankspeed.games.picket.rules.damage.hull import _table_14, afloat_roll
from flankspeed.games.picket.rules.damage.people import _TABLE_13
from flankspeed.games.picket.rules.damage.random_results import _WORDS
from flankspeed.games.picket.rules.days.anchorage import _TABLE_18_1
from flankspeed.games.picket.rules.days.duty import _REASSIGNED
from flankspeed.games.picket.rules.repair.emergency import declaration_roll
from flankspeed.games.picket.rules.station.weather import _table_6_2
from flankspeed.games.picket.state import RAIN

GAME = Picket()
CHARTS = {chart.name: chart for chart in GAME.charts()}
NO_CHART = {
    "added planes",
    "mini length",
    "note",  # beside a cell of Table 11
    "not relieved",
    "planes drawn",
    "relieved",
    "ship stopped",
    "ship under way",
    "side of the flooding",
}


def events(scenario: str, seed: int, **options: str) -> Iterator[Event]:
    match = Match(GAME, scenario, options, dice=Rolled(seed))
    chance = random.Random(seed)
    while match.decision and match.choices < 3000:
        match.play(chance.choice(match.decision.options))
    for chapter in match.chapters:
        yield from chapter


def cells(event: Event, charts: str = "") -> list[str]:
    """What stands in the rows of these charts, in the column if there is one."""
    found = []
    for used in GAME.rows_used(event):
        row = CHARTS[used.chart].rows[used.row]
        assert (used.column is None) == (len(row.cells) == 1)
        if used.chart.startswith(charts):
            found.append(row.cells[used.column or 0])
    return found


def counted(event: Event) -> bool:
    """Whether every modifier that knows its figure is that figure, put on or taken off."""
    for name, value, figure in ((*part, part.figure) for part in event.modifiers):
        if figure and figure.row != "each sfs":
            [used] = GAME.rows_used(Event("", "", {}, readings=(Reading.of_known(name, figure),)))
            shown = CHARTS[used.chart].rows[used.row].cells[0].split(", ")
            if str(value) not in shown and str(-value) not in shown:
                return False
    return True


def total(event: Event) -> int:
    thrown = [value for throw in event.throws for value in throw.values]
    return sum(thrown) + sum(modifier.value for modifier in event.modifiers)


def fact(name: str) -> Callable[[Event], bool]:
    return lambda event: cells(event)[0] == str(event.facts[name])


def says(words: str) -> Callable[[Event], bool]:
    return lambda event: cells(event)[0] == words


def at_most(yes: str) -> Callable[[Event], bool]:
    return lambda event: (total(event) <= int(cells(event)[0])) == (event.kind == yes)


def at_least(yes: str) -> Callable[[Event], bool]:
    def right(event: Event) -> bool:
        dice = sum(value for throw in event.throws for value in throw.values)
        return (dice >= int(cells(event)[0])) == (event.kind == yes)

    return right


def _places(event: Event) -> bool:
    bearings = {space[:-1] for space in str(event.facts["spaces"]).split(", ")}
    heights = {space[-1] for space in str(event.facts["spaces"]).split(", ")}
    return set(cells(event)) == bearings | heights


def _kikusui(event: Event) -> bool:
    numbers = [int(cell) for cell in cells(event, "afs.kikusui")]
    return sum(numbers * (3 - len(numbers))) == event.facts["of_each"]


def _raid(event: Event) -> bool:
    planes = cells(event)[0].partition(":")[0].rstrip("*")
    return planes == {"raid random": "random result"}.get(event.kind, str(event.facts["planes"]))


def _table_11(event: Event) -> bool:
    cell, result = cells(event)[0], str(event.facts["result"])
    name = re.sub(r", shaded|( radar)? destroyed| killed| \(note .*", "", cell)
    return name in result or "gun" in cell or "radar" in cell


def _near_miss(event: Event) -> bool:
    cell, result = cells(event)[0], str(event.facts["result"])
    if ", " in cell:
        return cell.partition(",")[0] == result
    return (cell == "no damage") == (result == "no damage")


def _markers_off(event: Event) -> bool:
    off, left = int(str(event.facts["off"])), int(str(event.facts["left"]))
    return min(int(cells(event)[0]), off + left) == off


def _gun_hits(event: Event) -> bool:
    return cells(event)[0].partition(" hit")[0] == str(event.facts["hits"])


def _waves(event: Event) -> bool:
    waves = str(event.facts["waves"])
    return cells(event)[0] == ("all" if "/" not in waves else waves)


AT_LEAST = {"basic": 40, "advanced": 55}  # so many kinds of events are read on charts
COVERS = {"no": "none", "carrier": "carrier", "land": "land", "carrier and land": "both"}
GUNS = {"gun misses": "miss", "gun flames": "in flames", "gun destroys": "destroyed"}
RIGHT: dict[str, Callable[[Event], bool]] = {
    "weather": fact("weather"),
    "rain attack": says("attack"),
    "rain no attack": says("none"),
    "storm": says("no attack"),
    "typhoon": says("typhoon"),
    "typhoon days": fact("days"),
    "typhoon harmless": says("none"),
    "typhoon damage": lambda event: cells(event)[0].startswith("hull"),
    "typhoon flight": says("anchorage"),
    "typhoon sinking": says("sinks"),
    "typhoon anchorage": fact("days"),
    "station rolled": lambda event: str(event.facts["station"]) in cells(event)[0].split("/"),
    "station again": lambda event: bool(cells(event)),
    "team aboard": says("assigned"),
    "no team aboard": says("none"),
    "surface support": fact("markers"),
    "land radar active": says("active"),
    "land radar silent": says("silent"),
    "air cover": lambda event: cells(event) == [COVERS[str(event.facts["cover"])]],
    "air support": fact("markers"),
    "kikusui air support": _kikusui,
    "night attack": says("half"),
    "night no attack": says("none"),
    "attack column": lambda event: len(cells(event)) >= 3,  # team, radar, SFS
    "attack letter": fact("letter"),
    "attack none": says("no attack"),
    "attack random": says("random result"),
    "attack comes": _waves,
    "raid": _raid,
    "raid none": _raid,
    "raid random": _raid,
    "kikusui raid": fact("planes"),
    "places rolled": _places,
    "random attack": lambda event: cells(event)[0].split()[0] in str(event.facts["plane"]),
    "random attack gone": lambda event: cells(event)[0].split()[0] in str(event.facts["plane"]),
    "day over": lambda event: cells(event) == ["note B", "weather"],
    "weather closes in": lambda event: cells(event) == ["note B", "weather"],
    "radar trouble": lambda event: cells(event) == ["note B", "radar"],
    **{kind: says(letter) for kind, letter in GUNS.items()},
    "gun hits": _gun_hits,
    "third hit flames": _gun_hits,
    "support destroys": says("destroyed"),
    "support misses": says("miss"),
    "special comes": fact("section"),
    "spray destroys": says("destroyed"),
    "spray misses": says("goes on"),
    "special dives": says("yes"),
    "special turns away": says("no"),
    "dive misses": says("miss"),
    "dive near miss": says("near miss"),
    "dive hits": says("hit"),
    "table 11": _table_11,
    "near miss damage": _near_miss,
    "random result": lambda event: _WORDS[cells(event)[0]] == event.facts["result"],
    "reassigned": fact("days"),
    "repairs": fact("weeks"),
    "to the rear": fact("weeks"),
    "replenishment": fact("days"),
    "officer killed": fact("who"),
    "hull check": fact("points"),
    "hull roll": lambda event: (cells(event)[0] == "sinks") == ("sinks" in str(event.facts)),
    "afloat roll": lambda event: (cells(event)[0] == "sinks") == ("sinks" in str(event.facts)),
    "flooded in time": lambda event: (cells(event)[0] == "fails") == ("not" in str(event.facts)),
    "explosion roll": lambda event: bool(cells(event)),
    "markers off": _markers_off,
    "morale roll": lambda event: bool(cells(event)),
    "supplies": lambda event: int(cells(event)[0]) >= 0,
    "manoeuvre succeeds": at_least("manoeuvre succeeds"),
    "manoeuvre fails": at_least("manoeuvre succeeds"),
    "emergency declared": at_least("emergency declared"),
    "emergency refused": at_least("emergency declared"),
    "repair succeeds": fact("needs"),
    "repair fails": fact("needs"),
    "equipment repaired": fact("needs"),
    "equipment not repaired": fact("needs"),
    "deck fire out": at_most("deck fire out"),
    "deck fire grows": at_most("deck fire out"),
    "secondary repaired": at_most("secondary repaired"),
    "secondary not repaired": at_most("secondary repaired"),
    "lines repaired": at_least("lines repaired"),
    "lines still out": at_least("lines repaired"),
    "question": lambda event: (
        (total(event) >= int(cells(event)[0])) == (event.facts["outcome"] == "yes")
    ),
}


def right(event: Event) -> bool:
    if event.kind.startswith("weapon "):
        return cells(event)[0].split()[0] == event.kind.removeprefix("weapon ")
    return RIGHT[event.kind](event)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_throw_names_its_row_and_it_is_the_right_one(mode: str) -> None:
    seen = set()
    for scenario in ("2", "3", "5", "7", "8", "mini"):
        for seed in range(2):
            for event in events(scenario, seed, mode=mode):
                one_of_two = event.kind == "station rolled" and len(event.throws[0].values) == 1
                assert event.readings or not event.throws or event.kind == "planes drawn"
                assert counted(event), event
                if event.kind in NO_CHART or one_of_two:
                    assert not GAME.rows_used(event)
                elif event.throws or GAME.rows_used(event):
                    seen.add(event.kind)
                    assert right(event), event
    assert {"gun hits", "dive misses", "table 11", "repair fails", "attack comes"} <= seen
    assert len(seen) >= AT_LEAST[mode]


def thrown(kind: str, reading: Reading[Any], captain: int | None = None, **facts: Any) -> Event:
    """An event that a random game rarely has."""
    log = Log()
    if captain is not None:
        reading = reading.told(modifiers=[Modifier("Captain", captain)])
    log.add(kind, "", readings=[reading], **facts)
    return log.events[0]


@pytest.mark.parametrize(
    ("event", "table", "row", "column"),
    [
        (
            thrown("officer killed", _TABLE_13.throw(Scripted([1, 1])), who="Captain"),
            "officer_killed",
            "2",
            None,
        ),
        (
            thrown("hull roll", _table_14(0).throw(Scripted([2, 3])), outcome="the ship sinks"),
            "hull_integrity",
            "<=5",
            None,
        ),
        (
            thrown("afloat roll", afloat_roll(0).throw(Scripted([2, 3])), outcome="she floats"),
            "ship_sunk",
            ">=5",
            None,
        ),
        (  # a natural 2 stays 2, even with so good an officer
            thrown("afloat roll", afloat_roll(3).throw(Scripted([1, 1])), outcome="she sinks"),
            "ship_sunk",
            "<=4",
            None,
        ),
        (
            thrown("flooded in time", _table_21(False).throw(Scripted([2, 2])), outcome="not"),
            "flooding",
            "<=5",
            None,
        ),
        (
            thrown("explosion roll", _table_21_1(0).throw(Scripted([1, 3]))),
            "explosion",
            "4",
            "magazine",
        ),
        (
            thrown("replenishment", _TABLE_18_1.throw(Scripted([2, 2])), days=2),
            "replenish_days",
            "4-5",
            None,
        ),
        (
            thrown("reassigned", _REASSIGNED.throw(Scripted([5])), days=4),
            "reassigned_days",
            "5-6",
            None,
        ),
        (
            thrown("emergency declared", declaration_roll(1).throw(Scripted([4])), captain=1),
            "emergency",
            "at least",
            "+1",
        ),
        (
            thrown("emergency refused", declaration_roll(-1).throw(Scripted([4])), captain=-1),
            "emergency",
            "at least",
            "-1",
        ),
    ],
)
def test_what_is_rare(event: Event, table: str, row: str, column: str | None) -> None:
    (used,) = GAME.rows_used(event)
    assert used.chart == f"consequences.{table}"
    found = CHARTS[used.chart]
    assert found.rows[used.row].roll == row
    assert (None if used.column is None else found.columns[used.column]) == column
    assert right(event)


@pytest.mark.parametrize(("die", "rows"), [(1, 1), (2, 2), (6, 1)])
def test_a_natural_roll_counts_no_weather_before(die: int, rows: int) -> None:
    event = thrown("storm", _table_6_2(RAIN).throw(Scripted([die])))
    used = GAME.rows_used(event)
    assert [row.chart for row in used] == ["weather.storm", "weather.modifiers"][:rows]
    assert len(event.modifiers) == rows - 1
