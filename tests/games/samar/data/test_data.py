"""Samar's figures: ships, map, turn track, air units, charts, and a player's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flankspeed.engine import DataError
from flankspeed.engine.data import convert, read_toml
from flankspeed.games.samar.data.air import parse_squadrons, squadrons
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.figures import (
    CRITICAL,
    FIGURES,
    HIGH,
    LOW,
    OTHER,
    TORPEDO,
    parse_figures,
)
from flankspeed.games.samar.data.formulas import FLAGS, Side, flags, nearest, ratings
from flankspeed.games.samar.data.hexes import column_row, hex_at, hex_named
from flankspeed.games.samar.data.load import raw
from flankspeed.games.samar.data.map import (
    LAND,
    OCEAN,
    OFF_MAP,
    SHALLOWS,
    parse_sea,
    sea,
    terrain_at,
)
from flankspeed.games.samar.data.overrides import Overrides
from flankspeed.games.samar.data.ships import Entry, Ship, fleet, parse_fleet, ships
from flankspeed.games.samar.data.track import parse_track, track, turns
from flankspeed.games.samar.options import SamarOptions

REMOVE = object()
ENTRIES = fleet().entries
SHIPS = {ship.id: ship for ship in ships()}


def own(**data: Any) -> Overrides:
    return convert(data, Overrides, "the data")


def with_id(entry: Entry) -> str:
    return entry.ship.id


# --- Ships ---

# The counters in short: front, then back without its range. Letters are the flags M R A P T H.
COUNTERS = {
    "J-Yamato": "15 5 4 7 7 0 5 1 | 3 2 5 4 0 4 1",
    "J-Nagato": "14 4 2 6 6 0 4 1 | 2 1 4 3 0 3 1",
    "J-Kongo J-Haruna": "13 4 3 5 5 0 5 1 | 2 1 4 3 0 4 1",
    "J-CA1 J-CA6": "11 3 2A 3 4T 2 6 2 | 2 1A 2 2T 1 5 1",
    "J-CA2": "11 3 1A 4 4T 1 6 2 | 2 0A 3 2T 0 5 1",
    "J-CA3 J-CA7 J-CA9": "11 3 2A 4 4T 3 6 2 | 2 1A 3 2T 2 5 1",
    "J-CA4 J-CA5": "11 3 2A 4 4T 2 6 2 | 2 1A 3 2T 1 5 1",
    "J-CA8": "11 3 2A 3 4T 3 6 2 | 2 1A 2 2T 2 5 1",
    "J-CL1 J-CL2": "8 2 1A 2 3 3 6 2 | 1 0A 1 2 2 5 1",
    "J-DD1 J-DD2 J-DD3 J-DD4 J-DD6 J-DD8": "10M 2 1A 2 2 3 6 3 | 1 0A 1 1 2 5 2",
    "J-DD5 J-DD7 J-DD10 J-DD11": "10M 2 1A 1 2 3 6 3 | 1 0A 1 1 2 5 2",
    "J-DD9": "10M 2 1A 2 2 5 7 3 | 1 0A 1 1 4 6 2",
    " ".join(f"U-CVE{n}" for n in range(1, 13)): ("9M 1A 1A 1 2PT 0 4H 1 | 1A 0A 1 1PT 0 3H 1"),
    " ".join(f"U-DD{n}" for n in range(1, 7)): "9MR 2 2A 1 2 2 6 3 | 1 1A 1 1 1 5 2",
    " ".join(f"U-DE{n}" for n in range(1, 10)): "9M 1 1A 1 1 1 4 2 | 1 0A 1 1 0 3 1",
    "U-Penn": "11R 4 4 7 6 0 4H 1 | 2 2 5 3 0 3H 1",
    "U-Miss": "12R 4 3 7 6 0 4H 1 | 2 1 5 3 0 3H 1",
    "U-Tenn": "12R 5 4 7 6 0 4H 1 | 3 2 5 3 0 3H 1",
    "U-Calif": "12R 5 5 7 6 0 4H 1 | 3 2 5 3 0 3H 1",
    "U-Mryld": "12R 4 3 6 6 0 4H 1 | 2 1 4 3 0 3H 1",
    "U-WVa": "12R 5 4 6 6 0 4H 1 | 3 2 4 3 0 3H 1",
    "U-CA1 U-CA2 U-CA3": "10R 3 2 4 4 0 6 2 | 2 1 3 2 0 5 1",
    "U-CA4": "10R 3 2 3 4 1 5 2 | 2 1 2 2 0 4 1",
    "U-CL1 U-CL2": "9R 4 2 3 4 0 6 2 | 2 1 2 2 0 5 1",
    "U-CL3 U-CL4": "9R 3 3 3 4 0 6 2 | 2 1 2 2 0 5 1",
}


def in_short(ship: Ship, side: Side) -> list[str]:
    """The ratings of a side with the letters of the flags."""
    letters = {
        "range": "M" * ship.no_extended + "R" * ship.radar,
        "gunnery": "A" * ship.aa_guns_only,
        "secondary": "A" * ship.aa_secondary,
        "armor": "P" * ship.plunging + "T" * ship.torpedo_prone,
        "speed": "H" * ship.no_flank,
    }
    return [f"{getattr(side, name)}{letters.get(name, '')}" for name in Side._fields]


@pytest.mark.parametrize(("ids", "counter"), list(COUNTERS.items()))
def test_counters(ids: str, counter: str) -> None:
    for ship in (SHIPS[name] for name in ids.split()):
        front, back = (in_short(ship, side) for side in (ship.front, ship.back))
        assert f"{' '.join(front)} | {' '.join(back[1:])}" == counter
        assert ship.back.range == ship.front.range


def test_every_ship_is_among_the_counters() -> None:
    listed = [name for ids in COUNTERS for name in ids.split()]
    assert sorted(listed) == sorted(SHIPS)
    assert len(listed) == 67


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_ratings_follow_from_history(entry: Entry) -> None:
    expected = ratings(entry.design, fleet().formulas, sea().yards)
    assert (entry.ship.front, entry.ship.back) == expected


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_flags_follow_from_history(entry: Entry) -> None:
    marked = tuple(flag for flag in FLAGS if getattr(entry.ship, flag))
    assert marked == flags(entry.design, fleet().formulas)


def test_halves_are_rounded_up() -> None:
    assert [nearest(value) for value in (0.49, 0.5, 1.5, 2.5, 2.51)] == [0, 1, 2, 3, 3]


def full_speed(ship: Ship) -> int:
    """What a ship makes with battle_speed=full."""
    if ship.no_flank:
        return ship.front.speed
    names = {"Nagato": 5, "Shimakaze": 8, "HMAS Shropshire": 6}
    types = {"BB": 6, "CA": 7, "CL": 7, "DD": 7, "DE": 5}
    return names.get(ship.name) or types[ship.type]


@pytest.mark.parametrize("ship", ships("full"), ids=lambda ship: ship.id)
def test_full_speed(ship: Ship) -> None:
    printed = SHIPS[ship.id]
    fast = full_speed(printed)
    assert ship.front == printed.front._replace(speed=fast)
    assert ship.back == printed.back._replace(speed=max(3, fast - 1))


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_full_speed_follows_from_history(entry: Entry) -> None:
    fast = {ship.id: ship for ship in ships("full")}[entry.ship.id]
    expected = ratings(entry.design, fleet().formulas, sea().yards, full_speed=True)
    assert (fast.front, fast.back) == expected


def armor(*groups: str, types: str = "BB CA CL DD CVE DE") -> int:
    chosen = [s for s in SHIPS.values() if s.group in groups and s.type in types.split()]
    return sum(ship.front.armor for ship in chosen)


def test_totals_of_armor() -> None:
    ijn = ("battleships", "center")
    assert armor(*ijn) == 75
    assert (armor(*ijn, types="BB CA CL"), armor(*ijn, types="DD")) == (53, 22)
    assert armor(*ijn, "optional") == 87
    assert armor(*ijn, "optional", types="BB CA CL") == 65
    assert (armor("taffy3"), armor("taffy2"), armor("bombardment")) == (22, 23, 68)
    assert armor("taffy3", "taffy2", "bombardment") == 113


def test_damaged_heavies_of_the_ijn() -> None:
    heavies = [s for s in SHIPS.values() if s.navy == "ijn" and s.type in ("BB", "CA", "CL")]
    assert sum(ship.back.armor for ship in heavies if ship.group != "optional") == 29


@pytest.mark.parametrize(
    ("ids", "hits"),
    [
        ("J-Yamato", 13), ("J-Nagato", 11), ("J-Kongo J-Haruna", 10), ("J-CA1 U-CA1 U-CL1", 8),
        ("J-CL1", 7), ("J-DD1 U-DD1 U-CVE1", 5), ("U-DE1", 4), ("U-Penn U-WVa", 11),
    ],
)  # fmt: skip
def test_hits_to_sink(ids: str, hits: int) -> None:
    for ship in (SHIPS[name] for name in ids.split()):
        assert ship.front.armor + 1 + ship.back.armor + 1 == hits


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        ("gunnery", {"Yamato": 5, "Kumano": 3}),
        ("weight", {"Yamato": 7, "Kumano": 4}),
        ("armor", {"Yamato": 7, "Gambier Bay": 2, "Johnston": 2}),
        ("torpedo", {"Isokaze": 3, "Nowaki": 3, "Heermann": 2}),
        ("maneuver", {"Haruna": 1, "Chikuma": 2, "Heermann": 3, "Johnston": 3}),
    ],
)
def test_what_the_rulebook_states(stated: str, names: dict[str, int]) -> None:
    found = {
        entry.ship.name: getattr(entry.ship.front, stated)
        for entry in ENTRIES
        if stated in entry.rulebook
    }
    assert found == names


def test_the_rulebook_states_one_flag() -> None:
    found = [(e.ship.name, name) for e in ENTRIES for name in e.rulebook if name in FLAGS]
    assert found == [("Gambier Bay", "plunging")]


def test_divisions() -> None:
    divisions: dict[str, list[str]] = {}
    for ship in SHIPS.values():
        divisions.setdefault(ship.division, []).append(ship.short)
    assert {name: len(members) for name, members in divisions.items()} == {
        "BatDiv 1": 2, "BatDiv 3": 2, "CruDiv 7": 4, "CruDiv 5": 3, "CruDiv 4": 2,
        "DesRon 2": 8, "DesRon 10": 5, "Taffy 2 carriers": 6, "Taffy 3 carriers": 6,
        "Taffy 2 screen": 8, "Taffy 3 screen": 7, "Battle line": 6, "Left flank cruisers": 5,
        "Right flank cruisers": 3,
    }  # fmt: skip
    assert divisions["DesRon 10"] == ["CL2", "DD5", "DD7", "DD10", "DD11"]


def test_ships_are_loaded_once() -> None:
    assert ships() is ships("85")
    assert ships("full") is ships("full")


# --- The map ---


def hexes(terrain: int) -> list[tuple[int, int]]:
    chart = sea()
    return [
        (column, row)
        for column in range(1, chart.columns + 1)
        for row in range(1, chart.rows + 1)
        if chart.terrain_at(column, row) == terrain
    ]


def test_counts_of_hexes() -> None:
    assert (sea().columns, sea().rows) == (32, 43)
    assert [len(hexes(terrain)) for terrain in (LAND, SHALLOWS, OCEAN)] == [135, 49, 1192]


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("0110", OCEAN), ("0111", SHALLOWS), ("0113", SHALLOWS), ("0114", LAND), ("0143", LAND),
        ("0522", OCEAN), ("0523", SHALLOWS), ("0528", SHALLOWS), ("0529", LAND), ("0840", SHALLOWS),
        ("0841", LAND), ("0938", OCEAN), ("0943", SHALLOWS), ("1041", OCEAN), ("1043", SHALLOWS),
        ("1143", OCEAN), ("3201", OCEAN), ("3243", OCEAN),
    ],
)  # fmt: skip
def test_terrain(name: str, terrain: int) -> None:
    assert terrain_at(int(name[:2]), int(name[2:])) == terrain


def test_round_the_map_is_no_terrain() -> None:
    assert {terrain_at(column, row) for column in (0, 33) for row in range(45)} == {OFF_MAP}
    assert {terrain_at(column, row) for column in range(34) for row in (0, 44)} == {OFF_MAP}


def neighbours(column: int, row: int) -> list[tuple[int, int]]:
    """The table of neighbours, written out."""
    low = column % 2 == 0
    return [
        (column, row - 1), (column, row + 1),
        (column + 1, row - 1 + low), (column + 1, row + low),
        (column - 1, row + low), (column - 1, row - 1 + low),
    ]  # fmt: skip


def test_no_land_touches_open_ocean() -> None:
    touching = [
        (place, other)
        for place in hexes(LAND)
        for other in neighbours(*place)
        if terrain_at(*other) == OCEAN
    ]
    assert touching == []


def test_the_south_edge() -> None:
    assert [terrain_at(column, 43) for column in range(1, 33)] == (
        [LAND] * 8 + [SHALLOWS] * 2 + [OCEAN] * 22
    )


def test_ships_come_on_in_deep_water() -> None:
    chart, charts = sea(), charts_of(SamarOptions())
    assert len(charts.set_up) == 61
    for hex_ in (*charts.set_up, *(hex_named(n) for n in (*chart.center_force, *chart.taffy2))):
        assert terrain_at(*column_row(hex_)) == OCEAN


# --- The turn track ---


def test_turns() -> None:
    assert [(turn.time, turn.sighting) for turn in turns()] == [
        ("0648", 15), ("0700", 17), ("0712", 12), ("0724", 12), ("0736", 13), ("0748", 14),
        ("0800", 15), ("0812", 16), ("0824", 17), ("0836", 18), ("0848", 19), ("0900", 20),
        ("0912", 21), ("0924", 22), ("0936", 23), ("0948", 23),
    ]  # fmt: skip
    assert [turn.number for turn in turns()] == list(range(1, 17))


def test_events() -> None:
    assert {turn.time: turn.events for turn in turns() if turn.events} == {
        "0648": ("center",),
        "0700": ("battleships",),
        "0712": ("taffy2", "air"),
        "0736": ("special",),
        "0900": ("bombardment",),
    }


def test_what_begins_when() -> None:
    found = track()
    assert (found.center, found.battleships, found.taffy2, found.air) == (1, 2, 3, 3)
    assert (found.special, found.bombardment) == (5, 12)


def test_the_last_sighting_distance_is_the_longest_reach() -> None:
    reach = max(charts_of(SamarOptions()).reach)
    assert max(turn.sighting for turn in turns()) == reach == 23


# --- Air units ---


def test_air_units() -> None:
    found = [(s.kind, s.navy, s.count, s.role, s.dice, s.weight, s.aa_shift) for s in squadrons()]
    assert found == [
        ("TB", "usn", 4, "torpedo", 2, 8, 0),
        ("DB", "usn", 3, "dive", 2, 4, 1),
        ("F", "usn", 5, "fighter", 2, 1, 0),
        ("SA", "ijn", 6, "dive", 2, 5, 1),
    ]


def test_torpedoes_weigh_the_same_from_ships_and_planes() -> None:
    assert squadrons()[0].weight == FIGURES.torpedo.weight


# --- The charts ---


@pytest.mark.parametrize(
    ("column", "results"),
    [
        (HIGH, "fire fire fire fire catastrophic catastrophic"),
        (LOW, "fire fire fire fire fire catastrophic"),
        (TORPEDO, "waterline waterline waterline waterline waterline waterline"),
        (OTHER, "waterline waterline fire fire fire fire"),
    ],
)
def test_critical_hit_throw(column: int, results: str) -> None:
    assert [CRITICAL.at(roll, column) for roll in range(1, 7)] == results.split()
    assert CRITICAL.at(8, column) == CRITICAL.at(6, column)


@pytest.mark.parametrize(
    ("ship", "close", "effective", "longest"),
    [
        ("J-Yamato", 8, 15, 23), ("J-Nagato", 7, 14, 21), ("J-Kongo", 7, 13, 20),
        ("U-Miss", 6, 12, 18), ("J-CA4", 6, 11, 17), ("U-CA1", 5, 10, 15), ("U-CL1", 5, 9, 14),
        ("J-CL1", 4, 8, 12), ("J-DD1", 5, 10, 10), ("U-DD1", 5, 9, 9),
    ],
)  # fmt: skip
def test_range_bands(ship: str, close: int, effective: int, longest: int) -> None:
    charts = charts_of(SamarOptions())
    for face in (2 * charts.number[ship], 2 * charts.number[ship] + 1):
        found = charts.close[face], charts.range[face], charts.reach[face]
        assert found == (close, effective, longest)


def test_figures() -> None:
    f = FIGURES
    assert (f.firing.hit_at_least, f.firing.broadside, f.firing.target_broadside) == (5, 2, 1)
    assert (f.firing.cruise, f.firing.slowed, f.firing.flank, f.firing.evading) == (1, -1, -1, -2)
    assert (f.firing.far, f.firing.far_beyond, f.firing.smoke) == (-1, 15, -1)
    assert (f.firing.crowd, f.firing.target_slowed) == (1, 1)
    assert (f.firing.close, f.firing.extended) == (1, -1)
    assert (f.panic.ijn, f.panic.usn) == (12, 15)
    assert (f.damage.weaker, f.damage.equal, f.damage.stronger, f.damage.double) == (-1, 0, 1, 2)
    assert (f.damage.critical_at_least, f.plunging.bonus, f.torpedo_prone.bonus) == (5, 1, 1)
    assert (f.torpedo.range, f.torpedo.weight, f.torpedo.least_dice) == (6, 8, 1)
    assert (f.torpedo.more_usn, f.torpedo.more_ijn, f.torpedo.more_damaged) == (0, 1, 1)
    assert (f.speed.cruise, f.speed.slowed, f.speed.slowed_maneuver) == (3, 2, 0)
    assert (f.speed.flank, f.speed.flank_first, f.speed.flank_slow_maneuver) == (2, 1, 1)
    assert (f.fouling.at_least, f.collision.critical_at_least) == (5, 5)
    assert (f.fouling.source, f.collision.source) == ("rulebook", "reconstructed")
    assert (f.fouling.all_slow, f.fouling.flank, f.fouling.evading) == (-1, 1, 2)
    assert (f.removal.smoke, f.removal.fire, f.removal.hulk) == (3, 3, 2)
    assert (f.removal.panic_ijn, f.removal.panic_usn) == (2, 3)
    assert (f.entry.taffy2_per_turn, f.entry.special_at_most) == (4, 2)
    assert [die // f.entry.bombardment_divisor for die in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert (f.victory.ijn_major, f.victory.usn_major, f.shallows.heavy_armor) == (20, 8, 3)
    assert (f.secondary.range, f.secondary.weight) == (2, 1)


# --- A player's own figures ---


def test_own_ratings_and_flags() -> None:
    changed = ships(
        "85",
        own(ships={"J-Yamato": {"front": {"gunnery": 6}, "back": {"speed": 5}, "radar": True}}),
    )
    printed = ships()
    assert changed[0].front == printed[0].front._replace(gunnery=6)
    assert changed[0].back == printed[0].back._replace(speed=5)
    assert changed[0].radar
    assert not printed[0].radar
    assert changed[1:] == printed[1:]


def test_a_flag_can_be_taken_away() -> None:
    changed = ships("85", own(ships={"U-CVE7": {"plunging": False}}))
    by_id = {ship.id: ship for ship in changed}
    assert not by_id["U-CVE7"].plunging
    assert by_id["U-CVE7"].torpedo_prone
    assert by_id["U-CVE8"].plunging


def test_an_own_speed_stands_at_full_speed_too() -> None:
    changed = ships("full", own(ships={"J-Yamato": {"front": {"speed": 5}}}))
    assert (changed[0].front.speed, changed[0].back.speed) == (5, 5)


def test_own_sighting_distances() -> None:
    changed = turns(own(sighting={"0712": 8}))
    assert [turn.sighting for turn in changed[:4]] == [15, 17, 8, 12]
    assert turns()[2].sighting == 12


def test_own_air_units() -> None:
    torpedo, _, _, special = squadrons(own(air={"TB": {"count": 5}, "SA": {"weight": 7}}))
    assert (torpedo.count, torpedo.dice, special.count, special.weight) == (5, 2, 6, 7)
    assert squadrons()[0].count == 4


def test_an_own_map() -> None:
    chart = sea(own(map={"09": {"shallows": "30, 39-40", "land": "41-43"}, "01": {}}))
    assert [row for row in range(1, 44) if chart.terrain_at(9, row) == SHALLOWS] == [30, 39, 40]
    assert [row for row in range(1, 44) if chart.terrain_at(9, row) == LAND] == [41, 42, 43]
    assert {chart.terrain_at(1, row) for row in range(1, 44)} == {OCEAN}
    assert chart.terrain_at(2, 43) == LAND
    assert terrain_at(9, 43) == SHALLOWS


def test_own_figures_from_a_file_reach_the_charts(tmp_path: Path) -> None:
    file = tmp_path / "my-ships.toml"
    file.write_text(
        "[ships.U-DD6]\nback = { torpedo = 2 }\n[sighting]\n0648 = 20\n"
        '[air.F]\ncount = 4\n[map]\n11 = { shallows = "40-43" }\n'
    )
    charts = charts_of(SamarOptions(), read_toml(file))
    assert charts.torpedo[2 * charts.number["U-DD6"] + 1] == 2
    assert charts.turns[0].sighting == 20
    assert len(charts.units) == 17
    assert charts.terrain[hex_at(11, 43)] == SHALLOWS
    assert len(charts.south) == 21


WRONG_DATA: list[tuple[dict[str, Any], str]] = [
    ({"fleet": {}}, "unknown field `fleet`"),
    ({"ships": 3}, "Expected `object`, got `int`"),
    ({"ships": {"CA1": {}}}, "there is no ship 'CA1'"),
    ({"ships": {"J-CA1": {"armour": 3}}}, "unknown field `armour`"),
    ({"ships": {"J-CA1": {"front": {"armour": 3}}}}, "unknown field `armour`"),
    ({"ships": {"J-CA1": {"front": {"armor": "3"}}}}, "Expected `int"),
    ({"ships": {"J-CA1": {"front": {"armor": 0}}}}, "`int` >= 1"),
    ({"ships": {"J-CA1": {"front": {"range": 31}}}}, "`int` <= 30"),
    ({"ships": {"J-CA1": {"front": {"gunnery": -1}}}}, "`int` >= 0"),
    ({"ships": {"J-CA1": {"front": {"maneuver": 4}}}}, "`int` <= 3"),
    ({"ships": {"J-CA1": {"front": {"armor": 1}}}}, "J-CA1: armor 2 when damaged is more than 1"),
    ({"ships": {"J-CA1": {"radar": 1}}}, "Expected `bool"),
    ({"ships": {"J-CA1": {"front": [11, 3]}}}, "Expected `object`, got `array`"),
    ({"sighting": {"0649": 10}}, "there is no turn '0649'"),
    ({"sighting": {"0648": 0}}, "`int` >= 1"),
    ({"sighting": {"0648": "far"}}, "Expected `int`"),
    ({"sighting": [15, 17]}, "Expected `object`, got `array`"),
    ({"air": {"VT": {"count": 3}}}, "there is no kind 'VT' (TB, DB, F, SA)"),
    ({"air": {"TB": {"count": 37}}}, "`int` <= 36"),
    ({"air": {"TB": {"dice": 0}}}, "`int` >= 1"),
    ({"air": {"TB": {"role": "dive"}}}, "unknown field `role`"),
    ({"map": {"33": {}}}, "the map has columns 01 to 32, not '33'"),
    ({"map": {"9": {}}}, "the map has columns 01 to 32, not '9'"),
    ({"map": {"x1": {}}}, "not 'x1'"),
    ({"map": {"09": {"reef": "1-2"}}}, "unknown field `reef`"),
    ({"map": {"09": {"land": "43-41"}}}, "'43-41' is no row or range of rows"),
    ({"map": {"09": {"land": "41-44"}}}, "'41-44' is no row"),
    ({"map": {"09": {"land": "0-3"}}}, "'0-3' is no row"),
    ({"map": {"09": {"land": "all"}}}, "'all' is no row"),
    ({"map": {"09": {"land": "5", "shallows": "4-6"}}}, "row 5 is named twice"),
    ({"map": {"01": {"land": "2"}}}, "hex 0102 cannot be land: ships enter there"),
    ({"map": {"32": {"land": "42"}}}, "hex 3242 cannot be land: ships enter there"),
    ({"map": {"12": {"land": "9"}}}, "hex 1209 cannot be land: ships are set up there"),
    (
        {"map": {f"{column:02d}": {"shallows": "43"} for column in range(9, 33)}},
        "no open ocean at the south edge",
    ),
]


@pytest.mark.parametrize(("data", "why"), WRONG_DATA)
def test_wrong_own_figures_are_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(DataError, match=re.escape(why)) as caught:
        charts_of(SamarOptions(), data)
    assert "\n" not in str(caught.value)


# --- Broken files ---


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
