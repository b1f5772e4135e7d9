"""Every option of phase 2 at every value, each against the default."""

from __future__ import annotations

from typing import Any

import pytest
from kamikaze_dives import (
    GAME,
    SEA,
    STERN_5_INCH,
    crash,
    dice_on,
    dive,
    entering,
    fate,
    guns_on,
    kinds,
    lost,
    moves,
    play,
    seat,
    sixes,
    texts,
    where,
)

from flankspeed.engine import DataError, FlankspeedError, Match, OptionError, Scripted
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.board import FACINGS, STEPS

RIGHT, LEFT, NONE = (5, 2), (5, 1), (1, 1)  # black and yellow die
ASK = {"p2.usChoices": "ask"}
BOW_FROM_AHEAD = ("11,10 S", "crash ahead")
MIDSHIPS_STARBOARD = ("12,12 W", "crash ahead")
MIDSHIPS_PORT = ("10,12 E", "crash ahead")

DEFAULTS = {
    "p2.entryLayout": "compass",
    "p2.turret53": "stern",
    "p2.range": "ship",
    "p2.coneMidships": "off",
    "p2.diagBow40": "both",
    "p2.beamRow": "choice",
    "p2.holdFire": "no",
    "p2.crashVolley": "off",
    "p2.jinkSquare": "abeam",
    "p2.jinkIntoShip": "crash",
    "p2.splash": "exhausted",
    "p2.lossSide": "near",
    "p2.lossAhead": "us",
    "p2.jinkVolley": "off",
    "p2.usChoices": "auto",
}


def test_the_options_and_their_defaults() -> None:
    infos = [info for info in GAME.option_infos() if info.name.startswith("p2.")]
    assert {info.name: info.default for info in infos} == DEFAULTS
    assert all(info.values.split("|")[0] == info.default for info in infos)


# The gun fit and its sectors: how many dice are thrown on a square.


@pytest.mark.rule("K-2-fire-10", "K-2-fire-6")
@pytest.mark.parametrize(
    ("square", "stern", "amidships"),
    [("11,23", 3, 2), ("21,1", 2, 3), ("1,11", 2, 3), ("21,11", 2, 3), ("21,23", 3, 3)],
)
def test_turret53(square: str, stern: int, amidships: int) -> None:
    assert dice_on(square) == dice_on(square, options={"p2.turret53": "stern"}) == stern
    assert dice_on(square, options={"p2.turret53": "amidships"}) == amidships


@pytest.mark.rule("K-0-comp-4")
def test_turret53_amidships_needs_ten_dice_too() -> None:
    options = {"p2.turret53": "amidships"}
    assert max(dice_on(square, options=options) for square in SEA) == 10


@pytest.mark.rule("K-2-gun-1", "K-2-gun-3")
def test_turret53_is_lost_with_its_section() -> None:
    options = {"p2.turret53": "amidships"}
    assert lost(crash(*MIDSHIPS_PORT, 1, 6)) == []
    assert lost(crash(*MIDSHIPS_PORT, 1, 6, options=options)) == ["53"]
    assert lost(crash("11,14 N", "crash ahead", 1, 5)) == ["53"]
    assert lost(crash("11,14 N", "crash ahead", 1, 5, options=options)) == ["54"]


@pytest.mark.rule("K-2-fire-4")
@pytest.mark.parametrize(
    ("square", "ship", "section"), [("13,9", 7, 5), ("13,15", 10, 8), ("13,12", 10, 10)]
)
def test_range(square: str, ship: int, section: int) -> None:
    assert dice_on(square) == dice_on(square, options={"p2.range": "ship"}) == ship
    assert dice_on(square, options={"p2.range": "section"}) == section


@pytest.mark.rule("K-2-fire-3", "K-2-fire-4")
def test_range_of_a_5_inch_amidships_ends_at_ten_squares() -> None:
    options = {"p2.range": "section", "p2.turret53": "amidships"}
    assert "53" in guns_on("21,22", options=options)
    assert "53" not in guns_on("21,23", options=options)


@pytest.mark.rule("K-2-fire-6")
@pytest.mark.parametrize(
    ("square", "off", "on"),
    [
        ("11,9", 4, 7),
        ("12,9", 4, 6),
        ("10,9", 4, 7),
        ("11,8", 4, 5),
        ("11,5", 2, 2),
        ("11,15", 7, 10),
    ],
)
def test_cone_midships(square: str, off: int, on: int) -> None:
    """With 43 lost: the guns of the plane's own side, on column 11 the better side."""
    assert dice_on(square, lost=["43"]) == off
    assert dice_on(square, lost=["43"], options={"p2.coneMidships": "off"}) == off
    assert dice_on(square, lost=["43"], options={"p2.coneMidships": "on"}) == on


@pytest.mark.rule("K-2-fire-6")
def test_cone_midships_on_column_11_is_never_asked() -> None:
    assert dice_on("11,9", lost=["43"], options={"p2.coneMidships": "on", **ASK}) == 7


@pytest.mark.rule("K-2-fire-7", "K-2-fire-9")
def test_diag_bow40() -> None:
    near = {"p2.diagBow40": "near"}
    assert dice_on("12,10") == dice_on("12,10", options={"p2.diagBow40": "both"}) == 7
    assert sorted(guns_on("12,10", options=near)) == ["21", "23", "41", "43", "51", "52"]
    assert sorted(guns_on("10,10", options=near)) == ["22", "24", "42", "44", "51", "52"]
    assert dice_on("11,10", options=near) == 4


@pytest.mark.rule("K-2-fire-8")
@pytest.mark.parametrize(
    ("square", "lost", "choice", "bow", "stern"),
    [("12,12", (), 10, 6, 10), ("15,12", STERN_5_INCH, 4, 4, 2)],
)
def test_beam_row(square: str, lost: list[str], choice: int, bow: int, stern: int) -> None:
    assert dice_on(square, lost=lost) == choice
    for value, dice in (("choice", choice), ("bow", bow), ("stern", stern)):
        assert dice_on(square, lost=lost, options={"p2.beamRow": value}) == dice


@pytest.mark.rule("K-2-fire-8")
@pytest.mark.parametrize(
    ("heading", "lost", "choice", "came_from"),
    [
        ("SW", (), 10, 6),
        ("NW", (), 10, 10),
        ("SW", STERN_5_INCH, 7, 6),
        ("NW", ("53", "54", "55", "45", "25", "26"), 6, 4),
    ],
)
def test_beam_row_by_the_half_it_came_from(
    heading: str, lost: list[str], choice: int, came_from: int
) -> None:
    """Into (12,12) from the north-east or from the south-east."""
    assert dice_on("12,12", heading, lost=lost) == choice
    assert dice_on("12,12", heading, lost=lost, options={"p2.beamRow": "cameFrom"}) == came_from


@pytest.mark.rule("K-2-fire-8")
def test_beam_row_remembers_the_half_it_came_from() -> None:
    state = dive("17,11 SW", options={"p2.beamRow": "cameFrom"})
    play(state, "move ahead", 1, 1)  # (16,12)
    for column, dice in ((15, 4), (14, 4), (13, 6), (12, 6)):
        play(state, "move right45" if column == 15 else "move ahead", *[1] * dice)
        assert where(state) == f"{column},12 W"
    state = entering(3, options={"p2.beamRow": "cameFrom"})
    play(state, "face W", 1, 1, 1)  # it was in neither half: the larger group


# What the US may decide.


@pytest.mark.rule("K-2-fire-11")
def test_hold_fire() -> None:
    default = dive("11,4 S")
    play(default, "move ahead", 1, 1)
    state = dive("11,4 S", options={"p2.holdFire": "yes"})
    play(state, "move ahead")
    assert seat(state) == "usn"
    assert texts(state) == ["fire", "hold 51", "hold 52"]
    play(state, "hold 51")
    assert texts(state) == ["fire", "hold 52"]
    play(state, "fire", 6, *RIGHT)
    assert (where(state), state.hits, seat(state)) == ("10,5 SW", 1, "ijn")


@pytest.mark.rule("K-2-fire-11")
def test_hold_fire_offers_each_set_of_guns_once() -> None:
    state = dive("20,13 NE", options={"p2.holdFire": "yes"})  # to (21,12): 53, 54, 55
    play(state, "move ahead")
    dice = sorted(_dice_of_all_sets(state))
    assert dice == [0, 1, 1, 1, 2, 2, 2, 3]


def _dice_of_all_sets(state: KamikazeState) -> list[int]:
    found = []
    for text in texts(state):
        twin, dice = state.copy(), Scripted([1] * 3)
        assert twin.decision is not None
        twin.play(twin.decision.find(text), dice)
        found += _dice_of_all_sets(twin) if seat(twin) == "usn" else [3 - dice.left]
    return found


@pytest.mark.rule("K-2-fire-11", "K-2-hit-2")
def test_hold_fire_and_shoot_down() -> None:
    state = dive("11,4 S", hits=5, options={"p2.holdFire": "yes"})
    play(state, "move ahead")
    play(state, "fire", 6, 1)
    assert (fate(state), state.result) == ("shot down", ("usn", "the ship is afloat"))


@pytest.mark.rule("K-2-fire-8")
def test_us_choices_asks_for_the_group_on_the_beam_row() -> None:
    auto = dive("13,13 NW", options={"p2.usChoices": "auto"})
    play(auto, "move ahead", *[1] * 10)
    for group, dice in (("bow", 6), ("stern", 10)):
        state = dive("13,13 NW", options=ASK)
        play(state, "move ahead")
        assert seat(state) == "usn"
        assert texts(state) == ["guns bow", "guns stern"]
        play(state, f"guns {group}", *[1] * dice)
        assert (where(state), seat(state)) == ("12,12 NW", "ijn")


@pytest.mark.rule("K-2-fire-8")
@pytest.mark.parametrize("value", ["bow", "stern", "cameFrom"])
def test_us_choices_asks_nothing_where_beam_row_settles_it(value: str) -> None:
    state = dive("13,11 SW", options={"p2.beamRow": value, **ASK})
    play(state, "move ahead", *[1] * (10 if value == "stern" else 6))
    assert where(state) == "12,12 SW"


@pytest.mark.rule("K-2-fire-8")
def test_us_choices_asks_nothing_if_neither_group_has_guns() -> None:
    assert dice_on("21,12", lost=["51", "52", *STERN_5_INCH], options=ASK) == 0


@pytest.mark.rule("K-2-gun-4")
def test_us_choices_asks_for_the_bow_40mm_hit_from_ahead() -> None:
    assert lost(crash(*BOW_FROM_AHEAD, 1, 3)) == ["42"]
    state = crash(*BOW_FROM_AHEAD, 1, 3, options=ASK)
    assert texts(state) == ["lose 41", "lose 42"]
    play(state, "lose 41")
    assert lost(state) == ["41"]
    # Nothing to choose: another die, one gun left, struck from the side.
    assert lost(crash(*BOW_FROM_AHEAD, 1, 4, options=ASK)) == ["41", "42"]
    assert lost(crash(*BOW_FROM_AHEAD, 1, 3, options=ASK, lost=["42"])) == ["41", "42"]
    assert lost(crash("12,10 S", "crash right45", 1, 3, options=ASK)) == ["41"]
    assert lost(crash(*MIDSHIPS_PORT, 1, 3, options=ASK)) == ["44"]


@pytest.mark.rule("K-2-gun-4")
@pytest.mark.parametrize(
    ("before", "gone"), [([], "44"), (["22"], "43"), (["21"], "44"), (["42"], "44")]
)
def test_loss_side_us(before: list[str], gone: str) -> None:
    """Automatic: the port gun unless the port side amidships has fewer left."""
    near = lost(crash(*MIDSHIPS_STARBOARD, 1, 3, lost=before))
    assert set(near) == {*before, "43"}
    us = lost(crash(*MIDSHIPS_STARBOARD, 1, 3, lost=before, options={"p2.lossSide": "us"}))
    assert set(us) == {*before, gone}


@pytest.mark.rule("K-2-gun-4")
def test_loss_side_us_asks_for_each_gun() -> None:
    state = crash(*MIDSHIPS_PORT, 1, 2, options={"p2.lossSide": "us", **ASK})
    assert texts(state) == ["lose 21", "lose 22"]
    play(state, "lose 21")
    assert texts(state) == ["lose 23", "lose 22"]
    play(state, "lose 22")
    assert lost(state) == ["21", "22"]


@pytest.mark.rule("K-2-gun-4")
@pytest.mark.parametrize(
    ("hit", "dice", "gone"),
    [
        (MIDSHIPS_STARBOARD, [3, 1], ["44"]),
        (MIDSHIPS_STARBOARD, [3, 2], ["43"]),
        (MIDSHIPS_PORT, [3, 5], ["44"]),
        (MIDSHIPS_PORT, [3, 6], ["43"]),
        (MIDSHIPS_PORT, [2, 1, 4], ["21", "22"]),
        (MIDSHIPS_PORT, [4], ["43", "44"]),
    ],
)
def test_loss_side_die(hit: tuple[str, str], dice: list[int], gone: list[str]) -> None:
    """Odd port, even starboard, a die for each gun as long as there is a side to choose."""
    assert lost(crash(*hit, 1, *dice, options={"p2.lossSide": "die"})) == gone


@pytest.mark.rule("K-2-gun-4")
def test_loss_side_near_throws_no_die() -> None:
    options = {"p2.lossSide": "near", **ASK}
    assert lost(crash(*MIDSHIPS_PORT, 1, 2, options=options)) == ["22", "24"]


@pytest.mark.rule("K-2-gun-4")
@pytest.mark.parametrize(("die", "gone"), [(1, "42"), (3, "42"), (4, "41"), (6, "41")])
def test_loss_ahead_die(die: int, gone: str) -> None:
    assert lost(crash(*BOW_FROM_AHEAD, 1, 3, options={"p2.lossAhead": "us"})) == ["42"]
    options = {"p2.lossAhead": "die", **ASK}
    assert lost(crash(*BOW_FROM_AHEAD, 1, 3, die, options=options)) == [gone]
    assert lost(crash("12,10 S", "crash right45", 1, 3, options=options)) == ["41"]


@pytest.mark.rule("K-2-fire-8", "K-2-fire-11")
def test_hold_fire_within_the_group_chosen() -> None:
    state = dive("13,13 NW", options={"p2.holdFire": "yes", **ASK})
    play(state, "move ahead")
    play(state, "guns bow")
    assert texts(state) == [
        "fire",
        *(f"hold {gun}" for gun in ("51", "52", "41", "43", "21", "23")),
    ]
    play(state, "hold 51")
    play(state, "fire", *[1] * 5)
    assert (where(state), seat(state)) == ("12,12 NW", "ijn")


# The crash move, jinks and splashes.


@pytest.mark.rule("K-2-fire-12")
@pytest.mark.parametrize(
    ("volley", "end"), [([6, 1, 1, 1], "shot down"), ([1, 2, 3, 4], "crashed")]
)
def test_crash_volley(volley: list[int], end: str) -> None:
    off = crash(*BOW_FROM_AHEAD, 4, 1, hits=5, options={"p2.crashVolley": "off"})
    assert (fate(off), off.damage) == ("crashed", 4)
    damage = [] if end == "shot down" else [4, 1]
    state = crash(*BOW_FROM_AHEAD, *volley, *damage, hits=5, options={"p2.crashVolley": "on"})
    assert (fate(state), state.damage) == (end, sum(damage[:1]))


@pytest.mark.rule("K-2-fire-12")
def test_crash_volley_causes_no_jink() -> None:
    options = {"p2.crashVolley": "on"}
    state = crash(*MIDSHIPS_STARBOARD, *sixes(5, of=10), 3, 1, options=options)
    assert (fate(state), state.damage) == ("crashed", 3)


@pytest.mark.rule("K-2-jink-4")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("kind", ["abeam", "quarter", "mixed"])
def test_jink_square(kind: str, facing: str) -> None:
    """Abeam 90 degrees to the side; quarter 45 degrees ahead; mixed by the kind of path."""
    number = FACINGS.index(facing)
    dx, dy = STEPS[number]
    quarter = kind == "quarter" or (kind == "mixed" and facing in ("NE", "SE", "SW", "NW"))
    for dice, side in ((RIGHT, 1), (LEFT, -1)):
        state = dive(f"{5 - dx},{4 - dy} {facing}", options={"p2.jinkSquare": kind})
        play(state, "move ahead", 6, 1, *dice)
        x, y = STEPS[(number + (side if quarter else 2 * side)) % 8]
        assert where(state) == f"{5 + x},{4 + y} {FACINGS[(number + side) % 8]}"


@pytest.mark.rule("K-2-jink-8")
def test_jink_into_ship() -> None:
    dice = [*sixes(1, of=6), *RIGHT]
    default = dive("12,10 S", options={"p2.jinkIntoShip": "crash"})
    play(default, "move ahead", *dice, 2, 1)
    assert (fate(default), default.damage) == ("crashed", 2)
    state = dive("12,10 S", options={"p2.jinkIntoShip": "splash"})
    play(state, "move ahead", *dice)
    assert (fate(state), state.damage) == ("splashed", 0)


@pytest.mark.rule("K-2-splash-2")
@pytest.mark.parametrize(
    ("at", "mp", "doomed"),
    [
        ("11,8 S", 3, "flying"),
        ("11,8 S", 2, "splashed"),
        ("11,10 E", 3, "flying"),
        ("11,10 E", 2, "splashed"),
    ],
)
def test_splash(at: str, mp: int, doomed: str) -> None:
    assert fate(dive(at, mp=mp)) == fate(dive(at, mp=mp, options={"p2.splash": "exhausted"}))
    assert fate(dive(at, mp=mp)) == "flying"
    assert fate(dive(at, mp=mp, options={"p2.splash": "doomed"})) == doomed


@pytest.mark.rule("K-2-fire-13")
def test_jink_volley() -> None:
    off = dive("11,4 S", options={"p2.jinkVolley": "off"})
    play(off, "move ahead", 6, 6, *RIGHT, *NONE)
    assert (where(off), off.hits) == ("10,5 SW", 2)
    state = dive("11,4 S", options={"p2.jinkVolley": "on"})
    events = play(state, "move ahead", 6, 6, *RIGHT, 6, 1, *NONE, *LEFT, 1, 1)
    assert " ".join(kinds(events)) == "move volley jink move volley jink jink move volley"
    assert (where(state), state.hits) == ("11,6 S", 3)


@pytest.mark.rule("K-2-fire-13", "K-2-fire-11")
def test_jink_volley_with_a_gun_held() -> None:
    state = dive("11,4 S", options={"p2.jinkVolley": "on", "p2.holdFire": "yes"})
    play(state, "move ahead")
    play(state, "fire", 6, 6, *RIGHT)
    assert (seat(state), texts(state)) == ("usn", ["fire", "hold 51", "hold 52"])
    play(state, "hold 52", 1, *NONE)  # the second hit of the first volley is still to be checked
    assert (where(state), state.hits, seat(state)) == ("10,5 SW", 2, "ijn")


@pytest.mark.rule("K-2-fire-13", "K-2-fire-11")
def test_a_gun_held_in_one_volley_may_fire_in_the_next_of_the_same_turn() -> None:
    state = dive("11,4 S", options={"p2.jinkVolley": "on", "p2.holdFire": "yes"})
    play(state, "move ahead")
    play(state, "hold 51")
    play(state, "fire", 6, *RIGHT)
    assert texts(state) == ["fire", "hold 51", "hold 52"]
    play(state, "fire", 1, 1)
    assert (where(state), state.hits, seat(state)) == ("10,5 SW", 1, "ijn")


@pytest.mark.rule("K-2-fire-13", "K-2-fire-8")
def test_the_group_is_chosen_anew_for_the_volley_after_a_jink() -> None:
    state = dive("15,13 N", options={"p2.jinkVolley": "on", **ASK})
    play(state, "move ahead")  # (15,12)
    play(state, "guns bow", *sixes(1, of=4), *LEFT)
    assert (where(state), texts(state)) == ("14,12 NW", ["guns bow", "guns stern"])
    play(state, "guns stern", *[1] * 5)
    assert (where(state), state.hits, seat(state)) == ("14,12 NW", 1, "ijn")


@pytest.mark.rule("K-2-fire-13", "K-2-hit-2")
def test_jink_volley_can_shoot_it_down() -> None:
    state = dive("15,11 W", hits=3, options={"p2.jinkVolley": "on"})
    play(state, "move ahead", 6, 1, 1, 1, *LEFT, 6, 6, 1, 1, 1)  # (14,12): five dice
    assert (fate(state), state.hits) == ("shot down", 6)


@pytest.mark.rule("K-2-dive-5")
def test_sharp_turns_hold_for_dives_too() -> None:
    found = moves(dive("5,5 S", options={"sharpTurns": "extended"}))
    sharp = {text: move for text, move in found.items() if move[1] > 3}
    assert sharp == {
        "move left135": ("6,4 NE", 4),
        "move right135": ("4,4 NW", 4),
        "move reverse": ("5,4 N", 5),
    }


# Printed values from the player's own data.

POINTS = [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1], [7, 1], [11, 14]]
CUSTOM = {"p2.entryLayout": "custom"}


@pytest.mark.rule("K-2-dive-2")
@pytest.mark.parametrize("point", range(1, 9))
def test_entry_layout_custom(point: int) -> None:
    state = entering(point, options=CUSTOM, data={"entry_points": POINTS})
    column, row = POINTS[point - 1]
    play(state, "face S" if row == 1 else "face W", *[1] * (2 if row == 1 else 7))
    assert where(state).split()[0] == f"{column},{row}"


@pytest.mark.parametrize(
    ("options", "data", "error", "match"),
    [
        (CUSTOM, {}, OptionError, "need each other"),
        ({}, {"entry_points": POINTS}, OptionError, "need each other"),
        (CUSTOM, {"entry_points": POINTS[:7]}, DataError, "eight entry points, not 7"),
        (CUSTOM, {"entry_points": [*POINTS, [9, 9]]}, DataError, "eight entry points, not 9"),
        (CUSTOM, {"entry_points": []}, DataError, "eight entry points, not 0"),
        (CUSTOM, {"entry_points": [*POINTS[:7], [11, 12]]}, DataError, "not a sea square"),
        (CUSTOM, {"entry_points": [*POINTS[:7], [22, 1]]}, DataError, "not a sea square"),
        (CUSTOM, {"entry_points": [*POINTS[:7], [1, 0]]}, DataError, "not a sea square"),
        (CUSTOM, {"entry_points": [*POINTS[:7], [1]]}, DataError, "the data: "),
        (CUSTOM, {"entry_points": [*POINTS[:7], ["a", 1]]}, DataError, "the data: "),
        ({}, {"entry_point": POINTS}, DataError, "entry_point"),
        ({"p2.entryLayout": "printed"}, {}, OptionError, "compass|custom"),
        ({"p2.layout": "custom"}, {}, OptionError, "no option 'p2.layout'"),
    ],
)
def test_entry_layout_errors(
    options: dict[str, str], data: dict[str, Any], error: type[FlankspeedError], match: str
) -> None:
    with pytest.raises(error, match=match.replace("|", r"\|")):
        Match(GAME, "dives-1", options, data=data, dice=Scripted([1]))


MOUNT = {"id": "1", "type": "5-inch", "section": "bow", "side": "centre"}


@pytest.mark.rule("K-2-fire-1", "K-2-gun-1")
def test_mounts_from_the_data() -> None:
    data = {"mounts": [MOUNT, MOUNT | {"id": "2", "type": "20mm", "section": "stern"}]}
    assert guns_on("11,1", data=data) == ["1"]
    assert guns_on("11,15", data=data) == ["2"]
    assert dice_on("11,16", data=data) == 0
    assert lost(crash(*BOW_FROM_AHEAD, 1, 6, data=data)) == ["1"]


@pytest.mark.rule("K-2-fire-1")
def test_no_mounts_at_all_is_an_unarmed_ship() -> None:
    assert dice_on("12,12", data={"mounts": []}) == 0


@pytest.mark.parametrize(
    ("mounts", "match"),
    [
        ([MOUNT, MOUNT], "same id"),
        ([MOUNT | {"type": "6-inch"}], "6-inch"),
        ([MOUNT | {"section": "mast"}], "mast"),
        ([MOUNT | {"side": "left"}], "left"),
        ([MOUNT | {"calibre": 5}], "calibre"),
        ([{"id": "1"}], "type"),
    ],
)
def test_mounts_errors(mounts: list[dict[str, Any]], match: str) -> None:
    with pytest.raises(DataError, match=match):
        Match(GAME, "dives-1", data={"mounts": mounts}, dice=Scripted([1]))
