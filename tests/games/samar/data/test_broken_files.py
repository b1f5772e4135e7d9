"""Data files that are wrong are refused, each fault in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from flankspeed.engine import DataError
from flankspeed.games.samar.data.air import parse_squadrons
from flankspeed.games.samar.data.figures import parse_figures
from flankspeed.games.samar.data.load import raw
from flankspeed.games.samar.data.map import parse_sea
from flankspeed.games.samar.data.ships import parse_fleet
from flankspeed.games.samar.data.track import parse_track

REMOVE = object()


def broken(name: str, path: str, value: Any) -> dict[str, Any]:
    """A file with the value at a path (`fleet.ships.3.name`) replaced, added or removed."""
    contents = raw(name)
    *above, last = [
        int(key) if key.isdecimal() and len(key) < 3 else key for key in path.split(".")
    ]
    place: Any = contents
    for key in above:
        place = place[key]
    if value is REMOVE:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return contents


def refused(parse: Callable[[dict[str, Any]], object], contents: Any, why: str) -> None:
    with pytest.raises(DataError, match=re.escape(why)) as caught:
        parse(contents)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("inputs.why", "", "reconstructed, but no 'why' says from what - at `$.inputs`"),
        ("divisions", REMOVE, "missing required field `divisions`"),
        ("extra", {}, "unknown field `extra`"),
        ("groups.taffy3", 12, "taffy3 has 12 ships, not 13"),
        ("groups.source", "guess", "source must be 'rulebook' or 'reconstructed'"),
        ("formulas.guns_per_die", 0, "`int` >= 1 - at `$.formulas.guns_per_die`"),
        ("formulas.tubes_per_die.usn", 0, "`float` > 0"),
        ("formulas.armor_tons", [[1500, 2]], "armor_tons does not start at 0 tons"),
        ("formulas.why", "", "no 'why' says from what"),
        ("class.Tone", REMOVE, "J-CA1: there is no class 'Tone'"),
        ("class.Tone.type", "CB", "Invalid enum value 'CB'"),
        ("class.Tone.navy", "usn", "J-CA1: the id of a ship of the usn starts U-"),
        ("class.Tone.flags", ["fast"], "J-CA1: 'fast' is no rating or flag"),
        ("class.Tone.flags", ["speed"], "J-CA1: 'speed' is no rating or flag"),
        ("class.Tone.inputs.guns", 0, "`int` >= 1"),
        ("class.Tone.inputs.knots", "35", "Expected `float"),
        ("class.Tone.inputs.crew", 874, "unknown field `crew`"),
        ("class.Tone.inputs.deck", REMOVE, "missing required field `deck`"),
        ("fleet.why", "", "no 'why' says from what"),
        ("fleet.ships.0.front", [15, 5, 4], "Expected `array` of length 8"),
        ("fleet.ships.0.front.3", "7", "Expected `int`"),
        ("fleet.ships.0.front.4", 0, "`int` >= 1"),
        ("fleet.ships.0.back.1", 6, "J-Yamato: gunnery 6 when damaged is more than 5"),
        ("fleet.ships.0.rulebook", ["luck"], "J-Yamato: 'luck' is no rating or flag"),
        ("fleet.ships.0.group", "taffy1", "Invalid enum value 'taffy1'"),
        ("fleet.ships.0.group", "center", "battleships has 4 ships, not 3"),
        ("fleet.ships.0.group", "taffy2", "battleships has 4 ships, not 3"),
        ("fleet.ships.0.division", "Taffy 2 screen", "a division has ships of both navies"),
        ("fleet.ships.0.inputs", {"guns": 8}, "unknown field `guns`"),
        ("fleet.ships.1.id", "J-Yamato", "two ships have the same id"),
        ("fleet.ships.1.name", "Yamato", "two ships have the same name"),
        ("fleet.ships.1.id", "Nagato", "the id of a ship of the ijn starts J-"),
        ("fleet.ships.1.name", REMOVE, "missing required field `name`"),
        ("fleet.ships.66", REMOVE, "bombardment has 14 ships, not 13"),
        ("fleet.ships", "all", "Expected `array`"),
    ],
)
def test_broken_ships_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_fleet, broken("ships", path, value), why)


def test_ships_out_of_order_are_refused() -> None:
    contents = raw("ships")
    contents["fleet"]["ships"].reverse()
    refused(parse_fleet, contents, "the ships of the ijn stand before those of the usn")


def test_groups_of_both_navies_are_refused() -> None:
    contents = raw("ships")
    first, last = contents["fleet"]["ships"][0], contents["fleet"]["ships"][-1]
    first["group"], last["group"] = last["group"], first["group"]
    refused(parse_fleet, contents, "a group has ships of both navies")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("grid", REMOVE, "missing required field `grid`"),
        ("grid.why", "", "no 'why' says from what"),
        ("grid.columns", 33, "`int` <= 32"),
        ("grid.rows", 0, "`int` >= 1"),
        ("grid.rows", 40, "column 01: '14-43' is no row or range of rows"),
        ("scale.yards", 0, "`int` >= 1"),
        ("scale.source", "", "source must be 'rulebook' or 'reconstructed', not ''"),
        ("entry.center.0", "104", "matching regex"),
        ("entry.center.0", "0505", "entry hex 0505 is not at the edge of the map"),
        ("entry.center.0", "0120", "hex 0120 cannot be land"),
        ("entry.center.0", "0100", "hex 0100 cannot be off the map"),
        ("entry.taffy2.2", "3244", "hex 3244 cannot be off the map"),
        ("setup.center", "0530", "hex 0530 cannot be land: ships are set up there"),
        ("setup.center", "9999", "hex 9999 cannot be off the map"),
        ("setup.center", "0521", "cannot be land: ships are set up there"),
        ("setup.radius", -1, "`int` >= 0"),
        ("setup.heading", "W", "Invalid enum value 'W'"),
        ("terrain.why", "", "no 'why' says from what"),
        ("terrain.columns", [], "Expected `object`, got `array`"),
        ("terrain.columns.41", {}, "Expected `str`"),
        ("terrain.columns.033", {}, "the map has columns 01 to 32, not '033'"),
    ],
)
def test_broken_maps_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_sea, broken("map", path, value), why)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("turns", REMOVE, "missing required field `turns`"),
        ("turns.first", "2448", "matching regex"),
        ("turns.first", "0647", "there is no turn '0648'"),
        ("turns.count", 0, "`int` >= 1"),
        ("turns.count", 15, "sighting: there is no turn '0948'"),
        ("turns.count", 17, "sighting: turn 1000 is missing"),
        ("turns.minutes", 10, "there is no turn"),
        ("start.air", "0713", "start: there is no turn '0713'"),
        ("start.air", 712, "Expected `str`"),
        ("start.source", "reconstructed", "no 'why' says from what"),
        ("sighting.hexes.0648", REMOVE, "turn 0648 is missing"),
        ("sighting.hexes.0648", 0, "`int` >= 1"),
        ("sighting.hexes.0650", 10, "there is no turn '0650'"),
        ("sighting.why", "", "no 'why' says from what"),
    ],
)
def test_broken_tracks_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_track, broken("track", path, value), why)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("totals.usn", 13, "the usn has 13 air units, not 12"),
        ("totals.ijn", 5, "the ijn has 5 air units, not 6"),
        ("squadron.0.kind", "VT", "Invalid enum value 'VT'"),
        ("squadron.0.kind", "DB", "the kinds are TB, DB, F and SA, each once"),
        ("squadron.3", REMOVE, "the kinds are TB, DB, F and SA, each once"),
        ("squadron.0.role", "level", "Invalid enum value 'level'"),
        ("squadron.0.dice", 0, "`int` >= 1"),
        ("squadron.0.count", -1, "`int` >= 0"),
        ("squadron.0.count", 5, "the usn has 12 air units, not 13"),
        ("squadron.0.rulebook", ["speed"], "TB: 'speed' is no figure of an air unit"),
        ("squadron.0.why", "", "no 'why' says from what"),
        ("squadron.0.aa_shift", REMOVE, "missing required field `aa_shift`"),
    ],
)
def test_broken_air_units_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_squadrons, broken("air", path, value), why)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("firing", REMOVE, "missing required field `firing`"),
        ("firing.hit_at_least", 7, "`int` <= 6"),
        ("firing.smoke", "-1", "Expected `int`"),
        ("firing.fog", -1, "unknown field `fog`"),
        ("torpedo_prone.why", "", "no 'why' says from what"),
        ("removal.hulk", 0, "`int` >= 1"),
        ("entry.bombardment_divisor", 0, "`int` >= 1"),
        ("victory.usn_major", 20, "both sides would win a major victory"),
        ("critical.columns", ["low", "high", "torpedo", "other"], "the columns are high, low"),
        ("critical.rows.0.1", "flood", "row '1-2' has the unknown result 'flood'"),
        ("critical.rows.1.0", "4", "row '4' where roll 3 should follow"),
        ("critical.rows.3", REMOVE, "rolls 6 to 6 have no row"),
        ("critical.rows.2", [5, "fire"], "row 5 has 1 cells, not 4"),
        ("critical.source", "memory", "source must be"),
    ],
)
def test_broken_charts_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_figures, broken("charts", path, value), why)
