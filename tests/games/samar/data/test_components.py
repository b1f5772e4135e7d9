"""Components and orders of battle: what the figures alone decide (1.0, 2.0, 9.0)."""

from __future__ import annotations

import pytest

from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.figures import COLUMNS, CRITICAL, FIGURES
from flankspeed.games.samar.data.formulas import Side
from flankspeed.games.samar.data.hexes import (
    DISTANCE,
    FACINGS,
    STEPS,
    column_row,
    hex_at,
    hex_name,
    hex_named,
)
from flankspeed.games.samar.data.map import LAND, OCEAN, SHALLOWS, sea
from flankspeed.games.samar.data.markers import ABSENT, CUP, LATER, WAITING
from flankspeed.games.samar.data.ships import Ship, fleet, ships
from flankspeed.games.samar.data.track import track, turns
from flankspeed.games.samar.options import SamarOptions

SHIPS = {ship.id: ship for ship in ships()}
CHARTS = charts_of(SamarOptions())


def flagged(flag: str) -> list[str]:
    return [ship.id for ship in ships() if getattr(ship, flag)]


def of_types(navy: str, *types: str) -> list[str]:
    return [ship.id for ship in ships() if ship.navy == navy and ship.type in types]


def group(name: str) -> dict[str, str]:
    """The ships of a group: short names and names."""
    return {ship.short: ship.name for ship in ships() if ship.group == name}


# --- 1.0 ---


@pytest.mark.rule("S-1.0-sides-1")
def test_two_sides() -> None:
    groups: dict[str, list[str]] = {}
    for ship in ships():
        if ship.group not in groups.setdefault(ship.navy, []):
            groups[ship.navy].append(ship.group)
    assert {navy: sorted(names) for navy, names in groups.items()} == {
        "ijn": ["battleships", "center", "optional"],
        "usn": ["bombardment", "taffy2", "taffy3"],
    }
    assert SHIPS["U-CA4"].name == "HMAS Shropshire"


@pytest.mark.rule("S-1.0-entry-1")
def test_where_ships_come_from() -> None:
    entry = {
        name: [column_row(hex_) for hex_, _ in CHARTS.entries[name]] for name in CHARTS.entries
    }
    assert "taffy3" not in entry
    assert all(CHARTS.sea.terrain_at(*column_row(hex_)) == OCEAN for hex_ in CHARTS.set_up)
    assert {column for column, _ in entry["taffy2"]} == {CHARTS.sea.columns}
    assert {row for _, row in entry["bombardment"]} == {CHARTS.sea.rows}
    for name in ("center", "battleships", "optional"):
        assert all(
            (column == 1 and row <= 4) or (row == 1 and column <= 4) for column, row in entry[name]
        )


# --- 2.2 ---


@pytest.mark.rule("S-2.2-trt-1")
def test_the_boxes_of_the_turn_track() -> None:
    times = [f"{minutes // 60:02d}{minutes % 60:02d}" for minutes in range(408, 600, 12)]
    assert [turn.time for turn in turns()] == times
    assert times[-1] == "0948"
    assert all(turn.sighting >= 1 for turn in turns())
    marked = {turn.time: turn.events for turn in turns()}
    assert marked["0700"] == ("battleships",)
    assert marked["0712"] == ("taffy2", "air")
    assert marked["0736"] == ("special",)
    assert marked["0900"] == ("bombardment",)
    box = turns()[track().bombardment - 1]
    assert (box.time, box.number) == ("0900", 12)


@pytest.mark.rule("S-2.2-tables-1")
def test_the_charts() -> None:
    assert FIGURES.firing.hit_at_least == FIGURES.damage.critical_at_least == 5
    assert CRITICAL.title == "Critical Hit Throw"
    assert CRITICAL.columns == COLUMNS == ("high", "low", "torpedo", "other")
    assert [FIGURES.firing.slowed, FIGURES.firing.cruise, FIGURES.firing.evading] == [-1, 1, -2]
    assert FIGURES.plunging.bonus == 1


# --- 2.3 ---


@pytest.mark.rule("S-2.3-hexid-1")
def test_names_of_hexes() -> None:
    assert [hex_named("0104"), hex_named("3241")] == [hex_at(1, 4), hex_at(32, 41)]
    assert [hex_name(hex_at(4, 1)), hex_name(hex_at(14, 11))] == ["0401", "1411"]
    assert len({hex_name(hex_) for hex_ in CHARTS.hexes}) == 32 * 43


@pytest.mark.rule("S-2.3-north-1")
def test_columns_run_from_north_to_south() -> None:
    north, south = STEPS[FACINGS.index("N")], STEPS[FACINGS.index("S")]
    assert hex_name(hex_named("1411") + north) == "1410"
    assert hex_name(hex_named("1411") + south) == "1412"


@pytest.mark.rule("S-2.3-scale-1")
def test_scale() -> None:
    assert (sea().miles, sea().yards) == (1, 2025)
    assert DISTANCE[hex_named("1411") - hex_named("0401")] == 15  # miles
    # A hex a turn of 12 minutes is 5 knots.
    minutes = int(turns()[1].time[2:]) + 60 - int(turns()[0].time[2:])
    assert sea().miles * 60 // minutes == fleet().formulas.knots_per_hex


@pytest.mark.rule("S-2.3-terrain-1")
def test_three_kinds_of_terrain() -> None:
    kinds = [CHARTS.terrain[hex_] for hex_ in CHARTS.hexes]
    assert set(kinds) == {OCEAN, SHALLOWS, LAND}
    assert kinds.count(OCEAN) > len(kinds) / 2


# --- 2.5 ---


@pytest.mark.rule("S-2.5-ship-1")
def test_the_counter_of_a_ship() -> None:
    assert Side._fields == (
        "range", "gunnery", "secondary", "weight", "armor", "torpedo", "speed", "maneuver",
    )  # fmt: skip
    kumano = SHIPS["J-CA4"]
    assert (kumano.type, kumano.short, kumano.name) == ("CA", "CA4", "Kumano")
    assert kumano.front == (11, 3, 2, 4, 4, 2, 6, 2)
    assert kumano.back == (11, 2, 1, 3, 2, 1, 5, 1)


@pytest.mark.rule("S-2.5-ship-1")
@pytest.mark.parametrize("ship", ships(), ids=lambda ship: ship.id)
def test_the_back_is_that_of_a_damaged_ship(ship: Ship) -> None:
    assert all(back <= front for front, back in zip(ship.front, ship.back, strict=True))
    assert ship.back != ship.front
    assert ship.id == f"{ship.navy[0].upper().replace('I', 'J')}-{ship.short.replace(' ', '')}"


@pytest.mark.rule("S-2.5-ship-1")
def test_no_two_counters_of_a_navy_are_called_the_same() -> None:
    for navy in ("ijn", "usn"):
        shorts = [ship.short for ship in ships() if ship.navy == navy]
        assert len(set(shorts)) == len(shorts)


@pytest.mark.rule("S-2.5-range-1")
@pytest.mark.parametrize(("ship", "hexes"), [("J-Yamato", 15), ("J-CA4", 11), ("U-DD6", 9)])
def test_range_is_where_effective_range_ends(ship: str, hexes: int) -> None:
    face = 2 * CHARTS.number[ship]
    assert CHARTS.range[face] == hexes
    assert CHARTS.close[face] < hexes <= CHARTS.reach[face]


@pytest.mark.rule("S-2.5-range-M-1")
def test_without_extended_range() -> None:
    assert flagged("no_extended") == [
        *of_types("ijn", "DD"), *of_types("usn", "CVE", "DD", "DE"),
    ]  # fmt: skip
    for number, ship in enumerate(CHARTS.ships):
        assert (CHARTS.reach[2 * number] == ship.front.range) == ship.no_extended


@pytest.mark.rule("S-2.5-range-R-1")
def test_radar() -> None:
    assert flagged("radar") == of_types("usn", "BB", "CA", "CL", "DD")


@pytest.mark.rule("S-2.5-gunnery-A-1")
def test_guns_only_against_aircraft() -> None:
    assert flagged("aa_guns_only") == of_types("usn", "CVE")


@pytest.mark.rule("S-2.5-weight-1")
def test_weight_grows_with_guns_bore_and_length() -> None:
    weight = {name: ship.front.weight for name, ship in SHIPS.items()}
    assert weight["J-CA4"] > weight["J-CA1"]  # 10 guns, 8 guns
    assert weight["U-CA1"] > weight["U-CL1"]  # 8 inches, 6 inches
    assert weight["U-Penn"] > weight["J-Kongo"]
    assert weight["J-Yamato"] == max(weight.values()) == 7


@pytest.mark.rule("S-2.5-armor-1")
def test_weak_ships() -> None:
    assert flagged("plunging") == of_types("usn", "CVE")
    assert flagged("torpedo_prone") == [*of_types("ijn", "CA"), *of_types("usn", "CVE")]


@pytest.mark.rule("S-2.5-torpedo-1")
def test_ships_with_torpedoes() -> None:
    with_tubes = [ship.id for ship in ships() if ship.front.torpedo]
    assert with_tubes == [*of_types("ijn", "CA", "CL", "DD"), *of_types("usn", "DD", "DE"), "U-CA4"]


@pytest.mark.rule("S-2.5-speed-1")
def test_ships_without_flank_speed() -> None:
    assert flagged("no_flank") == of_types("usn", "CVE", "BB")
    assert {SHIPS[name].front.speed for name in flagged("no_flank")} == {4}


# --- 2.6 ---


@pytest.mark.rule("S-2.6-air-1")
def test_air_units() -> None:
    roles = {squadron.kind: squadron.role for squadron in squadrons()}
    assert roles == {"TB": "torpedo", "DB": "dive", "F": "fighter", "SA": "dive"}
    assert [s.kind for s in squadrons() if s.aa_shift] == ["DB", "SA"]
    assert not any(hasattr(squadron, "range") for squadron in squadrons())


# --- 9.0 ---


@pytest.mark.rule("S-9.1-oob-1")
def test_order_of_battle_of_the_ijn() -> None:
    assert sorted(group("battleships")) == ["Haruna", "Kongo", "Nagato", "Yamato"]
    assert group("center") == {
        "CA1": "Chikuma", "CA2": "Chokai", "CA3": "Haguro", "CA4": "Kumano", "CA5": "Suzuya",
        "CA6": "Tone", "CL1": "Noshiro", "CL2": "Yahagi", "DD1": "Akishimo", "DD2": "Fujinami",
        "DD3": "Hamanami", "DD4": "Hayashimo", "DD5": "Isokaze", "DD6": "Kishinami",
        "DD7": "Nowaki", "DD8": "Okinami", "DD9": "Shimakaze", "DD10": "Urakaze",
        "DD11": "Yukikaze",
    }  # fmt: skip
    assert group("optional") == {"CA7": "Atago", "CA8": "Maya", "CA9": "Myoko"}
    assert [(s.kind, s.count) for s in squadrons() if s.navy == "ijn"] == [("SA", 6)]


@pytest.mark.rule("S-9.1-optional-1")
@pytest.mark.parametrize("chosen", ["none", "CA7", "CA8+CA9", "CA7+CA8+CA9"])
def test_optional_cruisers(chosen: str) -> None:
    options = SamarOptions(optional_cruisers=chosen)  # type: ignore[arg-type]
    charts = charts_of(options)
    start = {charts.ships[n].short: charts.start[n] for n in charts.groups["optional"]}
    assert start == {
        short: CUP if short in chosen.split("+") else ABSENT for short in ("CA7", "CA8", "CA9")
    }


@pytest.mark.rule("S-9.1-optional-1")
def test_the_others_are_where_they_belong() -> None:
    start = {
        name: {CHARTS.start[number] for number in numbers}
        for name, numbers in CHARTS.groups.items()
    }
    assert start == {
        "center": {CUP},
        "battleships": {LATER},
        "optional": {ABSENT},
        "taffy3": {WAITING},
        "taffy2": {WAITING},
        "bombardment": {CUP},
    }


@pytest.mark.rule("S-9.2-oob-1")
def test_taffy_2() -> None:
    assert group("taffy2") == {
        "CVE1": "Manila Bay", "CVE2": "Natoma Bay", "CVE3": "Marcus Island", "CVE4": "Savo Island",
        "CVE5": "Ommaney Bay", "CVE6": "Kadashan Bay", "DD1": "Franks", "DD2": "Haggard",
        "DD3": "Hailey", "DE1": "Richard W. Suesens", "DE2": "Abercrombie", "DE3": "Oberrender",
        "DE4": "Walter C. Wann", "DE5": "Le Ray Wilson",
    }  # fmt: skip


@pytest.mark.rule("S-9.2-oob-2")
def test_taffy_3() -> None:
    assert group("taffy3") == {
        "CVE7": "St. Lo", "CVE8": "White Plains", "CVE9": "Kalinin Bay", "CVE10": "Fanshaw Bay",
        "CVE11": "Kitkun Bay", "CVE12": "Gambier Bay", "DD4": "Heermann", "DD5": "Hoel",
        "DD6": "Johnston", "DE6": "John C. Butler", "DE7": "Raymond", "DE8": "Dennis",
        "DE9": "Samuel B. Roberts",
    }  # fmt: skip


@pytest.mark.rule("S-9.2-oob-3")
def test_bombardment_group() -> None:
    assert group("bombardment") == {
        "Penn": "Pennsylvania", "Miss": "Mississippi", "Tenn": "Tennessee", "Calif": "California",
        "Mryld": "Maryland", "W Va": "West Virginia", "CA1": "Louisville", "CA2": "Portland",
        "CA3": "Minneapolis", "CA4": "HMAS Shropshire", "CL1": "Phoenix", "CL2": "Boise",
        "CL3": "Denver", "CL4": "Columbia",
    }  # fmt: skip
