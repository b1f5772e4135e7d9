"""Phase 2: defensive fire (rulebook "Defense against kamikazes")."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from kamikaze_dives import (
    BOW_GUNS,
    GAME,
    MIDSHIPS_GUNS,
    SEA,
    STERN_5_INCH,
    STERN_GUNS,
    dice_on,
    dive,
    entering,
    fate,
    guns_on,
    kinds,
    play,
    seat,
    sixes,
    texts,
    where,
)

from flankspeed.engine import Scripted

# Section 3.5: the dice on each square with all guns intact, rows 7 to 17.
MAP = """
 7   2  2  2  2  2  2  5  4  4  4  4  4  4  4  5  2  2  2  2  2  2
 8   2  2  2  2  2  2  4  5  4  4  4  4  4  5  4  2  2  2  2  2  2
 9   2  2  2  2  2  2  4  4  7  4  4  4  7  4  4  2  2  2  2  2  2
10   2  2  2  2  2  2  4  4  6  7  4  7  6  4  4  2  2  2  2  2  2
11   2  2  2  2  2  2  4  4  6  6 ##  6  6  4  4  2  2  2  2  2  2
12   3  3  3  3  3  3  5  5 10 10 ## 10 10  5  5  3  3  3  3  3  3
13   3  3  3  3  3  3  5  5 10 10 ## 10 10  5  5  3  3  3  3  3  3
14   3  3  3  3  3  3  5  5 10 10  7 10 10  5  5  3  3  3  3  3  3
15   3  3  3  3  3  3  5  5 10  7  7  7 10  5  5  3  3  3  3  3  3
16   3  3  3  3  3  3  5  5  4  4  4  4  4  5  5  3  3  3  3  3  3
17   3  3  3  3  3  3  5  4  4  4  4  4  4  4  5  3  3  3  3  3  3
"""
ROWS = {int(row): cells for row, *cells in (line.split() for line in MAP.strip().splitlines())}
ROWS |= {row: ["2"] * 21 for row in range(1, 7)} | {row: ["3"] * 21 for row in range(18, 24)}


@cache
def dice_thrown() -> dict[str, int]:
    """The dice thrown on each sea square."""
    return {square: dice_on(square) for square in SEA}


@pytest.mark.rule("K-2-fire-1", "K-2-fire-3", "K-2-fire-4", "K-2-fire-5", "K-2-fire-6")
@pytest.mark.parametrize("row", range(1, 24))
def test_dice_on_each_square(row: int) -> None:
    thrown = [dice_thrown().get(f"{column},{row}", "##") for column in range(1, 22)]
    assert [str(dice) for dice in thrown] == ROWS[row]


@pytest.mark.rule("K-2-fire-1", "K-0-comp-4")
def test_histogram_of_the_dice() -> None:
    counts = Counter(dice_thrown().values())
    assert counts == {2: 186, 3: 198, 4: 42, 5: 26, 6: 6, 7: 8, 10: 14}
    assert max(counts) == 10


@pytest.mark.rule("K-2-fire-1")
@pytest.mark.parametrize(
    ("square", "dice"),
    [
        ("11,1", 2),
        ("21,1", 2),
        ("21,12", 3),
        ("21,23", 3),
        ("11,23", 3),
        ("11,7", 4),
        ("11,10", 4),
        ("12,10", 7),
        ("12,11", 6),
        ("12,12", 10),
        ("12,13", 10),
        ("12,14", 10),
        ("11,14", 7),
        ("13,9", 7),
        ("15,7", 5),
        ("14,16", 5),
        ("15,8", 4),
        ("12,15", 7),
        ("13,15", 10),
        ("8,8", 5),
        ("9,10", 6),
    ],
)
def test_t_g1_dice(square: str, dice: int) -> None:
    assert dice_on(square) == dice


@pytest.mark.rule("K-2-fire-6", "K-2-fire-7", "K-2-fire-9", "K-2-fire-10")
@pytest.mark.parametrize(
    ("square", "guns"),
    [
        ("12,11", "51 52 41 43 21 23"),
        ("10,11", "51 52 42 44 22 24"),
        ("12,10", "51 52 41 42 43 21 23"),
        ("11,10", "51 52 41 42"),
    ],
)
def test_t_g2_guns(square: str, guns: str) -> None:
    assert sorted(guns_on(square)) == sorted(guns.split())


@pytest.mark.rule("K-2-fire-8")
def test_t_g3_larger_group_fires_on_the_beam_row() -> None:
    assert dice_on("21,12", lost=STERN_5_INCH) == 2
    assert guns_on("21,12", lost=STERN_5_INCH) == ["51", "52"]
    assert dice_on("13,12", lost=STERN_5_INCH) == 7
    assert " ".join(guns_on("13,12", lost=STERN_5_INCH)) == "43 21 23 45 25 26 27"


@pytest.mark.rule("K-2-fire-1", "K-2-fire-9")
@pytest.mark.parametrize(("square", "dice"), [("12,11", 5), ("10,11", 6), ("11,10", 3)])
def test_t_g4_a_destroyed_gun_does_not_fire(square: str, dice: int) -> None:
    assert dice_on(square, lost=["41"]) == dice


@pytest.mark.rule("K-2-fire-1", "K-2-fire-2")
@pytest.mark.parametrize(
    ("point", "facing", "total"),
    [
        (1, "S", 28),
        (2, "SW", 36),
        (8, "SE", 36),
        (3, "W", 48),
        (7, "E", 48),
        (4, "NW", 48),
        (6, "NE", 48),
        (5, "N", 40),
    ],
)
def test_dice_met_on_a_straight_run(point: int, facing: str, total: int) -> None:
    state, dice = GAME.new("dives-1", GAME.options()), Scripted([point, *[1] * 60])
    state.advance(dice)
    volleys, choice = [], f"face {facing}"
    while choice != "crash ahead":
        left = dice.left
        assert state.decision is not None
        state.play(state.decision.find(choice), dice)
        volleys.append(left - dice.left)
        choice = "move ahead" if "move ahead" in texts(state) else "crash ahead"
    assert "crash ahead" in texts(state)
    assert (len(volleys), sum(volleys), state.mp) == (10, total, 10)


@pytest.mark.rule("K-2-fire-1")
def test_the_entry_square_is_fired_at() -> None:
    state = entering(1)
    events = play(state, "face S", 6, 3, 1, 1)
    assert kinds(events) == ["move", "volley", "jink"]
    assert state.hits == 1


@pytest.mark.rule("K-2-fire-1")
def test_no_gun_bears_no_dice() -> None:
    assert dice_on("11,5", lost=["51", "52"]) == 0
    assert dice_on("11,7", lost=["51", "52"]) == 2


@pytest.mark.rule("K-2-fire-2")
@pytest.mark.parametrize("hits", range(6))
def test_dice_are_thrown_together_and_each_6_hits(hits: int) -> None:
    state = dive("14,13 W")
    events = play(state, "move ahead", *sixes(hits, of=10), *[1] * 2 * hits)
    assert [throw.values for throw in events[1].throws] == [tuple(sixes(hits, of=10))]
    assert (where(state), state.hits) == ("13,13 W", hits)


@pytest.mark.rule("K-2-fire-2")
def test_dice_of_a_volley_in_the_order_of_the_gun_list() -> None:
    state = dive("13,11 NW")
    events = play(state, "move ahead", *[1] * 7)
    assert events[1].modifiers == (
        ("bow 5-inch", 2),
        ("bow 40mm", 2),
        ("amidships 40mm", 1),
        ("amidships 20mm", 2),
    )
    state = dive("12,15 N")
    events = play(state, "move ahead", *[1] * 10)
    assert events[1].modifiers == (
        ("amidships 40mm", 1),
        ("amidships 20mm", 2),
        ("stern 5-inch", 3),
        ("stern 40mm", 1),
        ("stern 20mm", 3),
    )


@pytest.mark.rule("K-2-fire-3", "K-2-fire-4")
@pytest.mark.parametrize("heading", [(1, 0), (-1, 0), (0, -1), (0, 1), (1, 1), (-1, -1)])
def test_ranges_from_the_nearest_ship_square(heading: tuple[int, int]) -> None:
    """40mm at 4 squares and not at 5, 20mm at 2 and not at 3, diagonals counting 1."""
    dx, dy = heading
    nearest = 12 + dy
    types = {
        distance: {_type(gun) for gun in guns_on(f"{11 + distance * dx},{nearest + distance * dy}")}
        for distance in (2, 3, 4, 5, 10)
    }
    has_20mm = dx != 0 or dy > 0  # none bears straight ahead
    assert types[2] == ({"5-inch", "40mm", "20mm"} if has_20mm else {"5-inch", "40mm"})
    assert types[3] == types[4] == {"5-inch", "40mm"}
    assert types[5] == types[10] == {"5-inch"}


def _type(gun: str) -> str:
    return {"5": "5-inch", "4": "40mm", "2": "20mm"}[gun[0]]


@pytest.mark.rule("K-2-fire-4")
def test_range_is_not_counted_from_the_guns_own_section() -> None:
    assert "21" in guns_on("13,9")  # 3 squares from amidships, 2 from the bow
    assert "25" in guns_on("13,12")


@pytest.mark.rule("K-2-fire-5", "K-2-fire-10")
def test_bow_guns_bear_north_of_the_beam_row_and_stern_guns_south_of_it() -> None:
    for square in SEA:
        row = int(square.split(",")[1])
        sections = {_section(gun) for gun in guns_on(square)} - {"amidships"}
        if row != 12:
            assert sections == {"bow" if row < 12 else "stern"}, square


@pytest.mark.rule("K-2-fire-10")
@pytest.mark.parametrize("square", ["1,11", "21,11", "11,1", "1,1", "21,1", "12,11"])
def test_5_inch_fire_ahead_or_astern_and_to_either_side(square: str) -> None:
    column, row = square.split(",")
    assert [gun for gun in guns_on(square) if gun[0] == "5"] == ["51", "52"]
    mirrored = guns_on(f"{column},{24 - int(row)}")
    assert [gun for gun in mirrored if gun[0] == "5"] == ["53", "54", "55"]


def _section(gun: str) -> str:
    if gun in BOW_GUNS:
        return "bow"
    return "amidships" if gun in MIDSHIPS_GUNS else "stern"


# One 5-inch, which reaches every square, for each place a gun can have: the zones show themselves.
PLACES = [
    {"id": f"{section} {side}", "type": "5-inch", "section": section, "side": side}
    for section in ("bow", "amidships", "stern")
    for side in ("port", "starboard")
]


@pytest.mark.rule("K-2-fire-5", "K-2-fire-6", "K-2-fire-7", "K-2-fire-8", "K-2-fire-9")
def test_squares_of_each_zone() -> None:
    zones = Counter(", ".join(guns_on(square, data={"mounts": PLACES})) for square in SEA)
    assert zones == {
        "bow port, bow starboard": 100,
        "stern port, stern starboard": 100,
        "bow port, bow starboard, amidships port": 10,
        "bow port, bow starboard, amidships starboard": 10,
        "amidships port, stern port, stern starboard": 10,
        "amidships starboard, stern port, stern starboard": 10,
        "bow port, amidships port": 55 + 10,  # the beam row by a tie
        "bow starboard, amidships starboard": 55 + 10,
        "amidships port, stern port": 55,
        "amidships starboard, stern starboard": 55,
    }


@pytest.mark.rule("K-2-fire-6")
@pytest.mark.parametrize("square", ["11,10", "12,9", "11,14", "12,15", "10,15", "10,9"])
def test_amidships_guns_do_not_fire_into_the_cones(square: str) -> None:
    assert not set(MIDSHIPS_GUNS) & set(guns_on(square))


@pytest.mark.rule("K-2-fire-7")
@pytest.mark.parametrize(
    ("square", "guns"),
    [
        ("13,9", "51 52 41 42 43 21 23"),
        ("9,9", "51 52 41 42 44 22 24"),
        ("13,15", "43 21 23 53 54 55 45 25 26 27"),
        ("9,15", "44 22 24 53 54 55 45 25 26 27"),
    ],
)
def test_diagonals_join_amidships_with_all_bow_or_stern_guns(square: str, guns: str) -> None:
    assert sorted(guns_on(square)) == sorted(guns.split())


@pytest.mark.rule("K-2-fire-8")
def test_beam_row_never_meets_bow_and_stern_together() -> None:
    for column in [*range(1, 11), *range(12, 22)]:
        for lost in ([], STERN_5_INCH, ["45", "25", "26", "27", "53"], ["51", "52", "41"]):
            sections = {_section(gun) for gun in guns_on(f"{column},12", lost=lost)}
            assert len(sections - {"amidships"}) == 1


@pytest.mark.rule("K-2-fire-8")
def test_a_tie_on_the_beam_row_goes_to_the_bow() -> None:
    assert guns_on("21,12", lost=["53"]) == ["51", "52"]


@pytest.mark.rule("K-2-fire-9")
@pytest.mark.parametrize(
    ("square", "guns"),
    [
        ("11,9", ["41", "42"]),
        ("12,9", ["41", "42"]),
        ("10,9", ["41", "42"]),
        ("14,8", ["41", "42"]),
        ("8,8", ["41", "42"]),
        ("14,9", ["41"]),
        ("8,9", ["42"]),
        ("12,11", ["41"]),
        ("10,11", ["42"]),
    ],
)
def test_bow_40mm(square: str, guns: list[str]) -> None:
    assert [gun for gun in guns_on(square) if gun in ("41", "42")] == guns


@pytest.mark.rule("K-2-fire-9", "K-2-fire-8")
@pytest.mark.parametrize(("square", "gun"), [("12,12", "41"), ("10,12", "42")])
def test_bow_40mm_on_the_beam_row_is_the_one_of_that_side(square: str, gun: str) -> None:
    guns = guns_on(square, lost=STERN_GUNS)
    assert [mount for mount in guns if mount in ("41", "42")] == [gun]


@pytest.mark.rule("K-2-fire-11")
def test_the_us_is_never_asked_whether_to_fire() -> None:
    state = dive("13,13 NW")
    play(state, "move ahead", *[1] * 10)
    assert (where(state), seat(state)) == ("12,12 NW", "ijn")


@pytest.mark.rule("K-2-fire-12")
def test_no_volley_on_the_crash_move() -> None:
    state = dive("11,10 S")
    events = play(state, "crash ahead", 1, 1)
    assert "volley" not in kinds(events)
    assert fate(state) == "crashed"


@pytest.mark.rule("K-2-fire-13")
def test_no_volley_after_a_jink_and_other_guns_after_the_next_move() -> None:
    state = dive("15,11 W")
    play(state, "move ahead", 6, 1, 1, 1, 5, 1)  # to (14,11): bow and amidships guns; left jink
    assert where(state) == "14,12 SW"
    events = play(state, "move ahead", *[1] * 10)
    assert where(state) == "13,13 SW"
    names = [modifier.name for modifier in events[1].modifiers]
    assert {name.split()[0] for name in names} == {"amidships", "stern"}
