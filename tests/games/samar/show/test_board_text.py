"""The text board of Samar: it fits a screen and tells what is on the table."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from samar_scenes import SCENES, crowded, fresh, late, melee, over
from samar_table import begin, number, play, put, table

from flankspeed.engine import Match, Rolled
from flankspeed.games.samar.data.markers import COMBAT, MOVEMENT
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.state import SamarState


def board_text(state: SamarState) -> str:
    return Samar().board_text(state, state.seat_to_choose)


def map_lines(state: SamarState) -> list[str]:
    """The map alone, or its western part: from the line of column numbers to the key."""
    lines = board_text(state).split("\n")
    start = next(i for i, line in enumerate(lines) if re.fullmatch(r" +(\d\d ?)+", line))
    end = next(i for i, line in enumerate(lines) if line.startswith("C1se"))
    return lines[start:end]


def cell(state: SamarState, hex_name: str) -> str:
    """What the map shows in a hex."""
    column, row = hex_name[:2], hex_name[2:]
    head, *lines = map_lines(state)
    for east in [i for i, line in enumerate(lines) if re.fullmatch(r" +(\d\d ?)+", line)]:
        if column in lines[east].split():
            head, *lines = lines[east:]
    start = head.index(f" {column} ", 1) + 1 if f" {column} " in head else head.index(column)
    line = next(i for i, text in enumerate(lines) if text.startswith(row))
    text = lines[line - int(column) % 2]
    return text[start:].split(" ")[0]


def line_of(state: SamarState, ship: str) -> str:
    """What is told of a ship, in one line."""
    first, *rest = board_text(state).split(f"\n{ship} ")[1].split("\n")
    more = [*itertools.takewhile(lambda line: line.startswith(" " * 9), rest)]
    return " ".join([ship, first, *map(str.strip, more)])


@pytest.mark.parametrize("name", SCENES)
def test_it_fits_eighty_columns(name: str) -> None:
    state = SCENES[name]()
    before = state.copy()
    text = board_text(state)
    assert max(map(len, text.split("\n"))) <= 80
    assert text.isascii()
    assert text == board_text(before)
    assert state == before


def test_the_widest_map_fits_too() -> None:
    state = table({"J-DD10": "0101 SE", "U-CVE12": "3201 NW", "U-CVE11": "3243 SW"})
    assert max(map(len, board_text(state).split("\n"))) <= 80
    assert cell(state, "0101") == "D10se"
    assert cell(state, "3201") == "v12NW"
    assert cell(state, "3243") == "v11SW"


def test_it_fits_all_game_long() -> None:
    match = Match(Samar(), "battle", dice=Rolled(6))
    chance = random.Random(6)
    step = 0
    while match.decision:
        assert isinstance(match.state, SamarState)
        if step % 40 == 0:
            assert max(map(len, board_text(match.state).split("\n"))) <= 80
        match.play(chance.choice(match.decision.options))
        step += 1


def test_the_header_tells_time_sight_and_victory() -> None:
    lines = board_text(late()).split("\n")
    assert lines[0] == (
        "Turn 14 of 16, 0924, movement phase; sighting limit 22 hexes; IJN moves first"
    )
    assert lines[1] == (
        "Victory: map cleared at 0848; armor gone south 8; armor lost IJN 14, USN 22"
    )
    assert "map not cleared" in board_text(melee())
    assert board_text(over()).split("\n")[2] == "Japanese victory: IJN major victory"


def test_ships_stand_in_their_hexes() -> None:
    state = table(
        {
            "J-Yamato": "1009 SE",
            "J-CA1": "1310 N",
            "J-CL2": "1212 S",
            "U-DE9": "1111 NW",
            "U-WVa": "1411 SW",
            "U-CVE12": "1513 N hulk",
        }
    )
    shown = {
        "1009": "YAMse",
        "1310": "C1n",
        "1212": "L2s",
        "1111": "e9NW",
        "1411": "wvaSW",
        "1513": "%v12",
    }
    assert {name: cell(state, name) for name in shown} == shown
    assert cell(state, "1211") == "."


def test_stacks_count_the_other_ships_and_hulks_lie_below() -> None:
    state = table({"J-CA4": "1009 N hulk", "J-DD1": "1009 N", "U-DD4": "1009 N"})
    assert cell(state, "1009") == "D1+2"
    assert cell(crowded(), "1411") == "v7++"


def test_smoke_and_terrain() -> None:
    state = table({"J-DD1": "0211 N"}, smoke={"0410": 2, "0211": 1})
    assert cell(state, "0410") == "~2"
    assert cell(state, "0211") == "D1n"
    assert cell(state, "0112") == ":"
    assert cell(table({"J-DD1": "0216 N"}), "0116") == "#"
    assert "Smoke: 0211, 0410 x2" in board_text(state)


def test_the_map_is_cropped_to_where_ships_are() -> None:
    head, *lines = map_lines(table({"J-DD1": "1009 N", "U-DD4": "1211 N"}))
    assert head.split() == ["09", "10", "11", "12", "13"]
    assert [line[:2] for line in lines[1::2]] == ["08", "09", "10", "11", "12"]


def test_long_empty_stretches_are_left_out() -> None:
    state = table({"J-DD1": "1009 N", "U-DD4": "1214 N"})
    assert "   --- rows 10 to 13: nothing ---" in map_lines(state)
    put(state, "J-DD2", "1011 N")
    assert not [line for line in map_lines(state) if "---" in line]
    assert cell(state, "1214") == "d4N"


def test_before_set_up_the_map_shows_the_set_up_area() -> None:
    head, *_ = map_lines(fresh())
    assert head.split()[0] == "09"
    assert head.split()[-1] == "19"


def test_an_empty_map_says_so() -> None:
    state = fresh()
    state.phase = MOVEMENT
    assert "No ship is on the map." in board_text(state)
    assert "IJN: no ship on the map" in board_text(state)


def test_a_line_for_every_ship_on_the_map() -> None:
    words = " ".join(line_of(melee(), "J-CA2").split())
    assert words == "J-CA2 Chokai 1812 SW DIW 11 2 0A 3 2T 0 5 1 dmg 2/2 fire3 panic torp1 DBx1"
    assert line_of(melee(), "U-CVE10").split()[5:7] == ["evasive", "9M"]
    assert line_of(melee(), "U-DE9").split()[3:6] == ["1312", "N", "hulk"]
    state = melee()
    state.led[number(state, "J-Kongo")] = 1
    assert line_of(state, "J-Kongo").endswith("2/5 panic led")
    lines = [line for line in board_text(state).split("\n") if re.match(r"[JU]-", line)]
    assert len(lines) == sum(where > 0 for where in state.where)


def test_ships_off_the_map_are_listed_by_where_they_are() -> None:
    text = board_text(late())
    for words in (
        "Left by the south, counts for victory: Chikuma (CA1), Haguro (CA3)",
        "Sunk: Chokai (CA2), Kumano (CA4), Suzuya (CA5), Nowaki (DD7)",
        "Left the map: Manila Bay (CVE1),",
    ):
        assert words in text
    assert "Atago" not in text, "optional cruisers stay at home"
    assert "Joins the cup later: Yamato, Nagato, Kongo, Haruna" in board_text(fresh())


def test_air_units_are_counted() -> None:
    text = board_text(melee()).replace("\n  ", "")
    assert "TB 1 ready 2 on targets 1 spent" in text
    assert "SA 1 on targets 4 to come 1 spent" in text
    state = melee()
    state.special = 1
    text = board_text(state).replace("\n  ", "")
    assert "SA 1 ready 1 on targets 3 to come 1 spent" in text
    assert "a special attack must be placed" in text


def test_attacks_are_told_in_their_own_phase() -> None:
    state = melee()
    assert "  Yamato on Gambier Bay (guns): 2 hits, 1 fire" in board_text(state)
    assert "  Nagato on Heermann (guns): no effect" in board_text(state)
    assert "  torpedo squadrons on Yamato (air torpedoes): 1 hit, 1 waterline" in board_text(state)
    state.phase = MOVEMENT
    assert "Gambier Bay (guns)" not in board_text(state)
    assert state.blows
    assert state.phase != COMBAT


def test_a_ship_under_way_is_shown_with_the_sea_round_her() -> None:
    state = table({"J-CA1": "1411 S", "J-Yamato": "1413 S", "U-DD6": "1313 N", "U-DE9": "3030 N"})
    begin(state, Course(number(state, "J-CA1")))
    play(state, "battle")
    shown = board_text(state)
    assert "J-CA1" in shown
    assert "d6N" in shown
    assert "e9N" not in shown  # too far away
    assert "Within point blank of Johnston: reaction fire." in shown
    assert "J-Yamato " not in shown  # no lists
