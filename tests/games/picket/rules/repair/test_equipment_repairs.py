"""Repairs of directors and radars (7.10, 7.11), and of guns (11.5)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_repair import (
    a_ship,
    control,
    directed,
    fact,
    hits,
    men,
    modifiers,
    over,
    place,
    play,
    texts,
)

from flankspeed.games.picket.data.ids import MK37
from flankspeed.games.picket.rules.damage.people import kill_at_equipment
from flankspeed.games.picket.rules.days.setup import make_good
from flankspeed.games.picket.rules.repair.damage_control import lock_crews
from flankspeed.games.picket.state import PicketState

DIRECTORS = ["mk37", *(f"director-{letter}" for letter in "abcde")]
GUNS = {"gun_repair": "on"}
RATINGS = {"XO": 2, "DCO": 2, "Chief 1": 2, "Chief 2": 2, "Chief 3": 2}


def with_man(word: str, **setting: Any) -> PicketState:
    """A damaged piece of equipment, at the choice that puts a man on it."""
    state = a_ship({word: 1}, **setting)
    control(state)
    assert texts(state)[0] == f"crew {word}"
    return state


@pytest.mark.rule("P-7.10.B-1", "P-7.10.C-1", "P-7.11.B-1")
@pytest.mark.parametrize("word", [*DIRECTORS, "sc", "sg"])
def test_v56_column_1_of_table_20(word: str) -> None:
    state = with_man(word)
    play(state, f"crew {word}", 2, 3)
    assert (hits(state, word), men(state, word)) == (1, 1)
    state = with_man(word)
    play(state, f"crew {word}", 2, 4)
    assert (hits(state, word), men(state, word)) == (0, 0)


@pytest.mark.rule("P-7.10.B-1", "P-7.11.B-1", "P-7.10.A-1", "P-7.11.A-1")
@pytest.mark.parametrize("word", ["mk37", "sg"])
def test_r99_no_ratings_no_morale_no_water_lines(word: str) -> None:
    state = with_man(word, values=RATINGS, morale=2, water_lines=3)
    events = play(state, f"crew {word}", 2, 3)
    assert modifiers(events, "equipment not repaired") == {}
    state = with_man(word, values=dict.fromkeys(RATINGS, -2), morale=-2, water_lines=3)
    play(state, f"crew {word}", 2, 4)
    assert hits(state, word) == 0


@pytest.mark.rule("P-7.10.A-1", "P-7.11.A-1")
def test_no_man_no_attempt() -> None:
    state = a_ship({"mk37": 1, "sc": 1}, crew=[0, 10, 13])
    control(state)
    assert over(state)
    assert (hits(state, "mk37"), hits(state, "sc")) == (1, 1)


@pytest.mark.rule("P-7.10.A-1", "P-7.11.A-1", "P-7.7.B-1")
@pytest.mark.parametrize(
    ("section", "words"),
    [
        (0, ["mk37", "director-a", "director-b", "sc", "sg"]),
        (1, ["director-c", "director-d"]),
        (2, ["director-e"]),
    ],
)
def test_r100_sections_of_equipment(section: int, words: list[str]) -> None:
    crew = [0, 0, 0]
    crew[section] = 9
    state = a_ship(dict.fromkeys([*DIRECTORS, "sc", "sg"], 1), crew=crew)
    control(state)
    assert [text for text in texts(state) if text.startswith("crew ")] == [
        f"crew {word}" for word in words
    ]


@pytest.mark.rule("P-7.10.C-1", "P-6.8.C.3-1", "P-6.8.D-1")
@pytest.mark.parametrize(("word", "mount"), [("mk37", 0), ("director-c", 7)])
def test_repair_restores_the_bonus(word: str, mount: int) -> None:
    state = with_man(word)
    assert not directed(state, mount)
    play(state, f"crew {word}", 6, 6)
    assert directed(state, mount)


@pytest.mark.rule("P-7.8.2.G-1")
def test_r58_a_man_who_fails_is_free_in_the_next_wave_but_held_for_the_next_phase() -> None:
    state = a_ship({"mk37": 1, "sc": 1}, crew=[1, 0, 0])
    control(state)
    play(state, "crew mk37", 1, 1)
    control(state)
    assert texts(state)[:2] == ["crew mk37", "crew sc"]
    play(state, "crew mk37", 1, 1)
    lock_crews(state)
    events = control(state, 6, 6)  # nobody else can be placed: he tries again at once
    assert fact(events, "equipment repaired", "what") == "Mk37 director"
    control(state)
    assert "crew sc" in texts(state)


@pytest.mark.rule("P-7.8.2.G-1")
def test_r58_the_successor_of_a_held_man_is_not_held() -> None:
    state = a_ship({"mk37": 1, "sc": 1}, crew=[2, 0, 0])
    control(state)
    place(state, "crew mk37")
    play(state, "begin repairs", 1, 1)
    lock_crews(state)
    kill_at_equipment(state, MK37, None)  # in the next phase
    control(state)
    play(state, "crew mk37", 1, 1)
    control(state)
    assert (men(state, "mk37"), texts(state)[:2]) == (0, ["crew mk37", "crew sc"])


# --- Guns ---


@pytest.mark.rule("P-11.5.A-1")
def test_guns_are_repaired_only_with_the_option() -> None:
    for options, targets in (({}, []), (GUNS, ["crew 5in1", "crew 40A"])):
        state = a_ship({"5in1": 1, "5in2": 3, "40A": 1, "40B": 2, "20A": 1}, options=options)
        control(state)
        assert [text for text in texts(state) if text.startswith("crew ")] == targets


@pytest.mark.rule("P-11.5.B-1")
def test_up_to_three_men_of_the_guns_section_and_all_ratings() -> None:
    state = a_ship({"5in4": 2, "cic": 1}, values=RATINGS, options=GUNS)
    control(state)
    place(state, "crew 5in4", "crew 5in4", "crew 5in4")
    assert "crew 5in4" not in texts(state)
    assert "engineer 5in4" not in texts(state)
    place(state, "xo 5in4", "dco aft")
    events = play(state, "begin repairs", 1, 1)
    counted = {"repair value": 1, "crewmen": 3, "Chief 3": 2, "XO": 2, "DCO": 2, "hit markers": -4}
    assert modifiers(events, "repair fails") == counted
    assert state.posts[1] == 64 + 3  # the gun is the XO's one place


@pytest.mark.rule("P-11.5.B-1")
def test_guns_of_another_section_are_out_of_reach() -> None:
    state = a_ship({"5in4": 2, "40C": 1}, crew=[14, 0, 0], options=GUNS)
    control(state)
    assert over(state)


@pytest.mark.rule("P-11.5.C-1", "P-18.B-2")
def test_guns_roll_with_the_primaries_by_table_20() -> None:
    state = a_ship({"5in1": 2, "cic": 1, "sc": 1}, water_lines=3, morale=1, options=GUNS)
    control(state)
    place(state, "crew sc", *["crew cic"] * 3, "crew 5in1", "crew 5in1", "xo cic", "dco forward")
    play(state, "begin repairs")
    assert texts(state) == ["repair cic", "repair 5in1"]
    events = play(state, "repair 5in1", 4, 3, 3, 1, 1, 1, 1)  # 1 + 2 - 4 = -1: needs 7
    counted = modifiers(events, "repair succeeds")
    assert (counted["water lines out"], counted["morale"]) == (-1, 1)
    assert (hits(state, "5in1"), men(state, "5in1")) == (0, 0)


@pytest.mark.rule("P-11.5.C-1", "P-6.8.C.3-1")
def test_r107_a_repaired_gun_may_be_slaved_again() -> None:
    state = a_ship({"5in1": 1}, options=GUNS, dead=["XO", "DCO"])
    assert not directed(state, 0)
    control(state)
    place(state, "crew 5in1")
    play(state, "begin repairs", 6, 6, 1)
    assert directed(state, 0)


@pytest.mark.rule("P-11.5.B-1")
def test_men_at_a_gun_are_free_again_in_the_next_step() -> None:
    state = a_ship({"40A": 1, "cic": 1}, crew=[1, 0, 0], options=GUNS, dead=["XO", "DCO"])
    control(state)
    play(state, "crew 40A", 1, 1)
    lock_crews(state)
    control(state)
    assert men(state, "40A") == 0
    assert texts(state)[:2] == ["crew cic", "crew 40A"]


@pytest.mark.rule("P-11.5.A-1")
def test_guns_of_another_ship() -> None:
    damage = {"5in5": 2, "40E": 1, "20H": 1}
    state = a_ship(damage, fit="la_prade", options=GUNS)
    assert (state.guns[1], len(state.guns)) == (2, 14)
    control(state)
    place(state, "crew 5in5", "crew 40E", "xo 40E", "dco aft", "begin repairs")
    play(state, "repair all", 6, 6, 1, 6, 6, 1)
    assert [hits(state, word) for word in damage] == [1, 0, 1]


@pytest.mark.rule("P-11.5.D-1")
@pytest.mark.parametrize("gun_repair", ["off", "on"])
def test_the_anchorage_restores_all_guns(gun_repair: str) -> None:
    state = a_ship({"5in1": 3, "40A": 1, "20A": 1}, options={"gun_repair": gun_repair})
    make_good(state)
    assert not any(state.guns)
