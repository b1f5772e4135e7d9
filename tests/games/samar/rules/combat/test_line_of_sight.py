"""5.2, 5.3: lines of sight, what stands in their way, smoke along them, and firing arcs."""

from __future__ import annotations

import math
import random
from collections import deque
from fractions import Fraction
from typing import Any

import pytest
from samar_fight import entries, guns_reach, radar, torpedoes_reach
from samar_table import table

from flankspeed.games.samar.data.hexes import (
    DISTANCE,
    FACINGS,
    STEPS,
    broadsides,
    column_row,
    hex_at,
    hex_name,
    hex_named,
)
from flankspeed.games.samar.rules.combat.line_of_sight import line

Cell = tuple[int, int]  # column, row
COLUMNS, ROWS = 32, 43


# --- Geometry by other means: neighbours as the map has them, clipping with fractions, angles ---


def neighbours(cell: Cell) -> list[Cell]:
    """The table of 4.1: N, NE, SE, S, SW, NW."""
    c, r = cell
    up = -1 if c % 2 else 0  # even columns lie half a hex further south
    east, west = c + 1, c - 1
    return [
        (c, r - 1),
        (east, r + up),
        (east, r + up + 1),
        (c, r + 1),
        (west, r + up + 1),
        (west, r + up),
    ]


def steps_between(start: Cell, end: Cell) -> int:
    """The formula of 4.1."""
    (x1, z1), (x2, z2) = ((c - 1, (r - 1) - ((c - 1) - (c - 1) % 2) // 2) for c, r in (start, end))
    return max(abs(x1 - x2), abs(z1 - z2), abs(x1 + z1 - x2 - z2))


def middle(cell: Cell) -> Cell:
    return 3 * cell[0], 2 * cell[1] + (cell[0] % 2 == 0)


def clipped(start: Cell, end: Cell, cell: Cell) -> tuple[Fraction, Fraction, bool] | None:
    """The part of a line inside a hex, cut off by its six sides; and whether it is on the rim."""
    (ax, ay), (bx, by), (mx, my) = middle(start), middle(end), middle(cell)
    corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    low, high, rim = Fraction(0), Fraction(1), False
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        # Positive inside: the side's inner normal times the way from the side.
        nx, ny = -(qy - py), qx - px
        at_start = nx * (ax - mx - px) + ny * (ay - my - py)
        change = nx * (bx - ax) + ny * (by - ay)
        if change == 0:
            if at_start < 0:
                return None
            rim = rim or at_start == 0
        else:
            cut = Fraction(-at_start, change)
            low, high = (max(low, cut), high) if change > 0 else (low, min(high, cut))
    return (low, high, rim) if low < high else None


def brute_line(start: Cell, end: Cell) -> tuple[set[Cell], set[frozenset[Cell]]]:
    """All hexes between two that the line crosses, and the pairs it runs between."""
    length = steps_between(start, end)
    crossed: set[Cell] = set()
    rims: dict[tuple[Fraction, Fraction], set[Cell]] = {}
    for c in range(min(start[0], end[0]) - 1, max(start[0], end[0]) + 2):
        for r in range(min(start[1], end[1]) - 2, max(start[1], end[1]) + 3):
            cell = (c, r)
            if steps_between(start, cell) + steps_between(cell, end) > length + 2:
                continue
            part = clipped(start, end, cell)
            if part is None or cell in (start, end):
                continue
            if part[2]:
                rims.setdefault(part[:2], set()).add(cell)
            else:
                crossed.add(cell)
    return crossed, {frozenset(pair) for pair in rims.values()}


def line_of(start: Cell, end: Cell) -> tuple[set[Cell], set[frozenset[Cell]]]:
    """The same from the game's table."""
    here = hex_at(*start)
    way = line(hex_at(*end) - here)
    pairs = {frozenset(column_row(here + h) for h in pair) for pair in way.grazed}
    return {column_row(here + h) for h in way.crossed}, pairs


def around(start: Cell, radius: int) -> list[Cell]:
    return [
        (c, r)
        for c in range(start[0] - radius, start[0] + radius + 1)
        for r in range(start[1] - radius - 1, start[1] + radius + 2)
        if 0 < steps_between(start, (c, r)) <= radius
    ]


def anywhere(chance: random.Random) -> Cell:
    return chance.randint(1, COLUMNS), chance.randint(1, ROWS)


@pytest.mark.rule("S-5.2-trace-1")
@pytest.mark.parametrize("start", [(16, 22), (15, 22)])
def test_every_line_up_to_12_hexes_against_clipping(start: Cell) -> None:
    for end in around(start, 12):
        assert line_of(start, end) == brute_line(start, end), (start, end)


@pytest.mark.rule("S-5.2-trace-1")
def test_long_lines_against_clipping() -> None:
    chance = random.Random(1944)
    for _ in range(80):
        start, end = anywhere(chance), anywhere(chance)
        if start != end:
            assert line_of(start, end) == brute_line(start, end), (start, end)


@pytest.mark.rule("S-5.2-trace-1")
def test_a_line_is_the_same_from_both_ends() -> None:
    for end in around((16, 22), 14):
        assert line_of((16, 22), end) == line_of(end, (16, 22))


@pytest.mark.rule("S-5.2-trace-1")
def test_what_a_line_remembers_fits_together() -> None:
    for end in around((16, 22), 14):
        way = line(hex_at(*end) - hex_at(16, 22))
        touched = [*way.crossed, *(h for pair in way.grazed for h in pair)]
        assert way.mask == sum(1 << h - way.low for h in touched)
        assert list(way.near) == [h for h in way.crossed if h in STEPS]
        assert list(way.near_grazed) == [p for p in way.grazed if p[0] in STEPS and p[1] in STEPS]


@pytest.mark.rule("S-2.3-hexid-1")
def test_distances_by_walking() -> None:
    for start in ((1, 1), (16, 20), (32, 43)):
        found, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for other in neighbours(cell):
                if other not in found and 1 <= other[0] <= COLUMNS and 1 <= other[1] <= ROWS:
                    found[other] = found[cell] + 1
                    queue.append(other)
        for cell, distance in found.items():
            assert DISTANCE[hex_at(*cell) - hex_at(*start)] == distance
    assert DISTANCE[hex_named("3243") - hex_named("0101")] == 58


@pytest.mark.rule("S-4.2-facing-1", "S-2.3-north-1")
def test_steps_lead_to_the_neighbours_of_the_map() -> None:
    for cell in ((5, 9), (6, 9), (31, 1), (32, 1)):
        here = hex_at(*cell)
        assert [column_row(here + step) for step in STEPS] == neighbours(cell)


# --- The vectors of the reference (DV-13) ---


@pytest.mark.rule("S-5.2-trace-1")
@pytest.mark.parametrize(
    ("ends", "crossed", "grazed"),
    [
        ("1620-1624", "1620 1621 1622 1623 1624", ""),
        ("1010-1312", "1010 1111 1211 1312", ""),
        ("1010-1511", "1010 1111 1210 1311 1410 1511", ""),
        ("1620-1718", "1620 1619 1719 1718", ""),
        ("1620-1817", "1620 1719 1817", "1619|1720 1718|1818"),
    ],
)
def test_dv_13_hexes_crossed(ends: str, crossed: str, grazed: str) -> None:
    start, end = (hex_named(name) for name in ends.split("-"))
    way = line(end - start)
    assert sorted(hex_name(start + h) for h in (0, *way.crossed, end - start)) == sorted(
        crossed.split()
    )
    pairs = ["|".join(sorted(hex_name(start + h) for h in pair)) for pair in way.grazed]
    assert sorted(pairs) == sorted(grazed.split())


@pytest.mark.rule("S-5.2-trace-1")
def test_dv_13_a_line_may_cross_two_hexes_of_a_column() -> None:
    start, end = hex_named("0505"), hex_named("1712")
    names = [hex_name(start + h) for h in line(end - start).crossed]
    assert len(names) + 2 == 18
    assert {"0907", "0908"} <= set(names)


def arc_hexes(facing: str, distance: int, half_angle: int = 30, boundary: str = "broadside") -> str:
    """The hexes round 1620 that are not in the broadside arc."""
    here, arc = hex_named("1620"), broadsides(half_angle, boundary)[FACINGS.index(facing)]
    cells = [hex_at(*cell) for cell in around((16, 20), distance)]
    ring = [hex_ for hex_ in cells if DISTANCE[hex_ - here] == distance]
    return " ".join(sorted(hex_name(hex_) for hex_ in ring if not arc[hex_ - here]))


@pytest.mark.rule("S-5.3-arc-1")
@pytest.mark.parametrize(
    ("distance", "ends"),
    [
        (1, "1619 1621"),
        (2, "1618 1622"),
        (3, "1518 1523 1617 1623 1718 1723"),
    ],
)
def test_dv_13_bow_and_stern(distance: int, ends: str) -> None:
    assert arc_hexes("N", distance) == ends


@pytest.mark.rule("S-5.3-arc-1")
def test_dv_13_bow_at_four_hexes() -> None:
    ends = arc_hexes("N", 4).split()
    assert [name for name in ends if name[2:] < "20"] == ["1517", "1616", "1717"]


def bearing(facing: int, cell: Cell) -> float:
    """Degrees between the bow line and the centre of a hex, seen from 1620."""
    x, y = 1.5 * (cell[0] - 16), math.sqrt(3) * (cell[1] - 20 + 0.5 * ((cell[0] % 2 == 0) - 1))
    heading = math.radians(60 * facing)
    ahead = x * math.sin(heading) - y * math.cos(heading)
    abeam = x * math.cos(heading) + y * math.sin(heading)
    return abs(math.degrees(math.atan2(abeam, ahead)))


@pytest.mark.rule("S-5.3-arc-1", "S-4.2-gunnery-1")
@pytest.mark.parametrize("half_angle", [30, 60])
@pytest.mark.parametrize("boundary", ["broadside", "end"])
def test_arcs_by_angle(half_angle: int, boundary: str) -> None:
    tables = broadsides(half_angle, boundary)
    for facing in range(6):
        for cell in around((16, 20), 14):
            angle = bearing(facing, cell)
            off = min(angle, 180 - angle) - half_angle
            expected = boundary == "broadside" if abs(off) < 1e-9 else off > 0
            found = tables[facing][hex_at(*cell) - hex_named("1620")]
            assert bool(found) == expected, (facing, cell)
        assert not tables[facing][0]  # the same hex has no bearing


@pytest.mark.rule("S-5.3-arc-1", "S-T1-broad", "S-T1-tbroad")
@pytest.mark.parametrize(
    ("target", "options", "broadside"),
    [
        ("1719", {}, True),  # exactly 30 degrees off the bow, two hexes away
        ("1719", {"arc_boundary": "end"}, False),
        ("1619", {"arc_boundary": "end"}, False),
        ("1817", {}, True),  # the same bearing, four hexes away
        ("1817", {"arc_half_angle": 60}, False),
        ("1720", {}, True),  # 60 degrees
        ("1720", {"arc_half_angle": 60}, True),
        ("1720", {"arc_half_angle": 60, "arc_boundary": "end"}, False),
        ("1820", {"arc_half_angle": 60, "arc_boundary": "end"}, True),
        ("1617", {}, False),
        ("1623", {}, False),
    ],
)
def test_both_broadsides_follow_the_arc_options(
    target: str, options: dict[str, Any], broadside: bool
) -> None:
    state = table({"J-Yamato": "1620 N", "U-DD6": f"{target} N"}, **options)
    found = entries(state, "J-Yamato", "U-DD6")
    assert ("broadside" in found) == broadside
    assert ("target's broadside" in found) == broadside  # both head north: the same angle
    assert found.get("broadside", 2) == 2
    assert found.get("target's broadside", 1) == 1


# --- What is in the way ---

FAR = {"J-Yamato": "1620 N", "U-DD6": "1624 N"}  # crosses 1621, 1622, 1623


@pytest.mark.rule("S-5.2-block-1")
@pytest.mark.parametrize(
    ("other", "words", "sees"),
    [
        ("J-DD1", "1621 N", False),
        ("U-DD4", "1621 N", False),
        ("U-DD4", "1621 N diw", False),
        ("U-DD4", "1621 N hulk", True),  # smoke, no obstacle
        ("J-DD1", "1622 N", True),  # not next to the firer
        ("J-DD1", "1623 N", True),
        ("J-DD1", "1620 N", True),  # in the firer's own hex
        ("U-DD4", "1624 N", True),  # in the target's
        ("J-DD1", "1721 N", True),  # next to the firer, off the line
        ("J-DD1", "1520 N", True),
    ],
)
def test_a_ship_next_to_the_firer_blocks(other: str, words: str, sees: bool) -> None:
    state = table({**FAR, other: words})
    assert guns_reach(state, "J-Yamato", "U-DD6") is sees


@pytest.mark.rule("S-5.2-block-1")
def test_the_target_next_to_the_firer_can_be_seen() -> None:
    state = table({"J-Yamato": "1620 NE", "U-DD6": "1621 N", "U-DD4": "1621 N"})
    assert guns_reach(state, "J-Yamato", "U-DD6")
    assert guns_reach(state, "J-Yamato", "U-DD4")


@pytest.mark.rule("S-5.2-block-1")
def test_the_ship_in_the_way_may_block_one_side_only() -> None:
    state = table({"J-CA1": "1620 N", "U-DD6": "1624 N", "U-DE6": "1621 NE"})
    assert not guns_reach(state, "J-CA1", "U-DD6")
    assert guns_reach(state, "U-DD6", "J-CA1")  # it is not next to Johnston
    assert not torpedoes_reach(state, "J-CA1", "U-DD6")
    assert torpedoes_reach(state, "U-DD6", "J-CA1")
    assert torpedoes_reach(state, "J-CA1", "U-DE6")


@pytest.mark.rule("S-5.2-block-1")
@pytest.mark.parametrize(
    ("graze", "one", "both"),
    [("both_sides", True, False), ("either_side", False, False), ("none", True, True)],
)
def test_ships_beside_a_line_along_a_hexside(graze: str, one: bool, both: bool) -> None:
    ships = {"J-Yamato": "1620 N", "U-DD6": "1817 N", "U-DE6": "1619 N"}
    assert guns_reach(table(ships, los_graze=graze), "J-Yamato", "U-DD6") is one
    ships["U-DE7"] = "1720 N"
    assert guns_reach(table(ships, los_graze=graze), "J-Yamato", "U-DD6") is both
    ships |= {"U-DE6": "1718 N", "U-DE7": "1818 N"}  # the pair that is not next to Yamato
    assert guns_reach(table(ships, los_graze=graze), "J-Yamato", "U-DD6")


@pytest.mark.rule("S-2.3-terrain-1")
def test_land_blocks_wherever_it_lies() -> None:
    for row in (21, 22, 23):
        state = table(FAR, data={"map": {"16": {"land": str(row)}}})
        assert not guns_reach(state, "J-Yamato", "U-DD6")
    assert guns_reach(table(FAR, data={"map": {"15": {"land": "20-24"}}}), "J-Yamato", "U-DD6")


@pytest.mark.rule("S-2.3-terrain-1")
@pytest.mark.parametrize(
    ("graze", "one", "both"),
    [("both_sides", True, False), ("either_side", False, False), ("none", True, True)],
)
def test_land_beside_a_line_along_a_hexside(graze: str, one: bool, both: bool) -> None:
    ships = {"J-Yamato": "1620 N", "U-DD6": "1817 N"}
    for column in ("18", "17"):  # on either side of the line
        state = table(ships, los_graze=graze, data={"map": {column: {"land": "18"}}})
        assert guns_reach(state, "J-Yamato", "U-DD6") is one
    coast = {"18": {"land": "18"}, "17": {"land": "18"}}
    state = table(ships, los_graze=graze, data={"map": coast})
    assert guns_reach(state, "J-Yamato", "U-DD6") is both


@pytest.mark.rule("S-5.2-spot-1", "S-2.2-trt-1")
def test_the_sighting_limit_of_the_turn() -> None:
    state = table({"J-Yamato": "1620 N", "U-DD6": "1607 N"}, turn=4)  # 13 hexes, limit 12
    assert not guns_reach(state, "J-Yamato", "U-DD6")
    state.turn = 5  # limit 13
    assert guns_reach(state, "J-Yamato", "U-DD6")
    short = {"sighting": {"0800": 3}}
    assert torpedoes_reach(table({**FAR, "J-CA1": "1621 NE"}), "J-CA1", "U-DD6")
    state = table({"J-CA1": "1620 N", "U-DD6": "1624 N"}, data=short)
    assert not torpedoes_reach(state, "J-CA1", "U-DD6")


# --- Smoke ---


def smoke_on(way: str, smoke: dict[str, int], ships: Any = None, **options: Any) -> int:
    """What the smoke entry comes to for Yamato firing from 1620."""
    state = table({"J-Yamato": "1620 N", "U-DD6": f"{way} N", **(ships or {})}, **options)
    state.smoke = {hex_named(name): count for name, count in smoke.items()}
    return entries(state, "J-Yamato", "U-DD6").get("smoke", 0)


@pytest.mark.rule("S-4.5-effect-1", "S-T1-smoke", "S-2.7-smoke-1")
def test_every_marker_on_the_line_costs_a_die() -> None:
    assert smoke_on("1624", {}) == 0
    assert smoke_on("1624", {"1622": 1}) == -1
    assert smoke_on("1624", {"1622": 2, "1621": 1}) == -3
    assert smoke_on("1624", {"1722": 1, "1619": 1, "1625": 1}) == 0


@pytest.mark.rule("S-T1-smoke")
@pytest.mark.parametrize(("ends", "count"), [("both", -3), ("target", -2), ("none", 0)])
def test_smoke_in_the_end_hexes(ends: str, count: int) -> None:
    assert smoke_on("1624", {"1620": 1, "1624": 2}, smoke_end_hexes=ends) == count
    assert smoke_on("1624", {"1620": 1, "1624": 2, "1622": 1}, smoke_end_hexes=ends) == count - 1


@pytest.mark.rule("S-T1-smoke")
@pytest.mark.parametrize(("ends", "count"), [("both", -2), ("target", -2), ("none", 0)])
def test_smoke_in_a_hex_that_is_both_ends_counts_once(ends: str, count: int) -> None:
    assert smoke_on("1620", {"1620": 2}, smoke_end_hexes=ends) == count


@pytest.mark.rule("S-T1-smoke")
@pytest.mark.parametrize(
    ("graze", "one", "both"),
    [("both_sides", 0, -1), ("either_side", -3, -3), ("none", 0, 0)],
)
def test_smoke_beside_a_line_along_a_hexside(graze: str, one: int, both: int) -> None:
    assert smoke_on("1817", {"1619": 3}, los_graze=graze) == one
    assert smoke_on("1817", {"1619": 3, "1720": 1}, los_graze=graze) == both
    assert smoke_on("1817", {"1719": 1}, los_graze=graze) == -1


@pytest.mark.rule("S-T1-smoke")
@pytest.mark.parametrize(
    ("graze", "count"), [("both_sides", None), ("either_side", -1), ("none", None)]
)
def test_off_the_map_there_is_no_smoke(graze: str, count: int | None) -> None:
    ships = {"J-Yamato": "0101 N", "U-DD6": "0301 N"}  # along the north side of 0201
    state = table(ships, smoke={"0201": 1}, los_graze=graze)
    assert entries(state, "J-Yamato", "U-DD6").get("smoke") == count


@pytest.mark.rule("S-6.3-fire-1", "S-6.4-hulk-2", "S-2.7-fire-1", "S-T1-smoke")
def test_fires_and_hulks_are_smoke() -> None:
    assert smoke_on("1624", {}, {"U-DE6": "1622 N fires=2"}) == -2
    assert smoke_on("1624", {}, {"U-DE6": "1622 N hulk"}) == -1
    assert smoke_on("1624", {"1622": 1}, {"U-DE6": "1622 N hulk", "J-DD1": "1622 N fires=1"}) == -3
    assert smoke_on("1624", {}, {"U-DD6": "1624 N fires=1"}) == -1
    assert smoke_on("1624", {}, {"J-Yamato": "1620 N fires=1", "J-DD1": "1620 N fires=1"}) == -2


@pytest.mark.rule("S-T1-smoke", "S-5.2-trace-1")
@pytest.mark.parametrize("graze", ["both_sides", "either_side", "none"])
def test_smoke_on_any_line_against_clipping(graze: str) -> None:
    chance = random.Random(25)
    cells = around((16, 22), 8)
    for _ in range(60):
        smoke = {cell: chance.randint(1, 3) for cell in chance.sample(cells, 60)}
        end = chance.choice([cell for cell in cells if cell[0] != 16])
        crossed, pairs = brute_line((16, 22), end)
        count = sum(smoke.get(cell, 0) for cell in (*crossed, (16, 22), end))
        for pair in pairs:
            markers = [smoke.get(cell, 0) for cell in pair]
            count += {"both_sides": min(markers), "either_side": max(markers), "none": 0}[graze]
        state = table(
            {"J-Yamato": "1622 N", "U-DD6": f"{end[0]:02d}{end[1]:02d} N"}, los_graze=graze
        )
        state.smoke = {hex_at(*cell): markers for cell, markers in smoke.items()}
        assert -entries(state, "J-Yamato", "U-DD6").get("smoke", 0) == count


# --- Radar ---


@pytest.mark.rule("S-4.5-radar-1", "S-2.5-range-R-1")
def test_radar_sees_through_smoke_fires_and_hulks() -> None:
    ships = {"U-DD6": "1620 N fires=1", "J-CA1": "1624 N fires=1", "U-DE6": "1622 N hulk"}
    state = table(ships, smoke={"1623": 2})
    assert "smoke" not in entries(state, "U-DD6", "J-CA1")
    assert entries(state, "J-CA1", "U-DD6")["smoke"] == -5
    state = table({"U-DE7": "1620 N", "J-CA1": "1624 N"}, smoke={"1623": 2})
    assert entries(state, "U-DE7", "J-CA1")["smoke"] == -2  # destroyer escorts have none


@pytest.mark.rule("S-2.3-shallows-1", "S-4.5-radar-1")
@pytest.mark.parametrize(
    ("shoals", "rule", "works"),
    [
        ({}, "target", True),
        ({"16": "24"}, "target", False),  # the target's hex
        ({"16": "24"}, "none", True),
        ({"16": "24"}, "los", False),
        ({"16": "22"}, "target", True),  # on the line
        ({"16": "22"}, "none", True),
        ({"16": "22"}, "los", False),
        ({"16": "20"}, "target", True),  # the firer's hex
        ({"16": "20"}, "los", False),
        ({"17": "20-24"}, "los", True),  # beside it
    ],
)
def test_shallows_and_radar(shoals: dict[str, str], rule: str, works: bool) -> None:
    data = {"map": {column: {"shallows": rows} for column, rows in shoals.items()}}
    ships = {"U-DD6": "1620 N", "J-CA1": "1624 N"}
    state = table(ships, smoke={"1623": 2}, data=data, shallows_radar=rule)
    assert radar(state, "U-DD6", "J-CA1") is works
    assert ("smoke" in entries(state, "U-DD6", "J-CA1")) is not works
    assert not radar(state, "J-CA1", "U-DD6")


@pytest.mark.rule("S-2.3-shallows-1", "S-T1-far")
def test_a_far_target_in_shallows_costs_radar_ships_a_die() -> None:
    ships = {"U-WVa": "1620 N", "J-Yamato": "1636 N"}
    state = table(ships, turn=16)
    assert "beyond 15 hexes" not in entries(state, "U-WVa", "J-Yamato")
    state = table(ships, turn=16, data={"map": {"16": {"shallows": "36"}}})
    assert entries(state, "U-WVa", "J-Yamato")["beyond 15 hexes"] == -1
