"""Picket Duty's charts of attack, its planes and chits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import pytest
from picket_broken import REMOVE, refused

from flankspeed.engine import Chart, DataError
from flankspeed.games.picket.data.attack_charts import (
    LETTERS,
    Raid,
    attack_charts,
    parse_attack_charts,
)
from flankspeed.games.picket.data.ids import BEARINGS, space_name
from flankspeed.games.picket.data.planes import (
    BOMB,
    OHKA,
    TORPEDO,
    chit_mix,
    chits_of,
    parse_chit_mix,
    parse_planes,
    planes,
)

A = attack_charts()
Cell = TypeVar("Cell")
WAYS = {roll: 6 - abs(roll - 7) for roll in range(2, 13)}


def cells(chart: Chart[Cell]) -> list[Cell]:
    return [cell for _, (cell,) in chart.rows]


def names(raid: Raid) -> str:
    return " ".join(space_name(space) for space in raid.spaces)


@pytest.mark.parametrize(
    ("letter", "roll", "spaces"),
    [
        ("A", 3, "0M 135M 180H 180L 270H 270L"),
        ("A", 4, "45H 135L 270M 270M 0H 0L"),
        ("A", 10, "315L 315M 45L 45M 90H 135M 180H 180M"),
        ("B", 4, "135M 135H 225L 225L"),
        ("B", 9, "90H 270M 225L 180M 180L 135L 0M"),
        ("C", 11, "180L"),
        ("C", 12, "45H 45M 270L 270M 180H 180H"),
        ("D", 11, "180H 180M 135M 90M 90L"),
        ("E", 6, "45L 90L 90M 0M 270M 270H"),
        ("F", 12, "315H 45H 225H 225M 225M 0H 0M 90H"),
        ("G", 10, "135L 135H 135H 225L 225M 225H 180L"),
        ("G", 11, "180M 225H"),
        ("H", 11, "45L 45M 45H 315L 315M 315H 0H 0M"),
    ],
)
def test_lettered_tables(letter: str, roll: int, spaces: str) -> None:
    raid = A.letters[letter][roll]
    assert raid.kind == "planes"
    assert names(raid) == spaces


def test_note_a() -> None:
    extra = [(name, roll) for name in LETTERS for roll in WAYS if A.letters[name][roll].extra]
    assert extra == [("A", 4), ("B", 11), ("C", 10), ("D", 8)]


@pytest.mark.parametrize(
    ("letter", "mean", "attacks", "random"),
    [
        ("A", 3.708, 24, 1), ("B", 3.5, 22, 1), ("C", 2.847, 23, 6), ("D", 2.486, 22, 5),
        ("E", 2.778, 23, 6), ("F", 1.861, 18, 4), ("G", 1.806, 17, 4), ("H", 2.278, 21, 3),
    ],
)  # fmt: skip
def test_means_of_the_lettered_tables(letter: str, mean: float, attacks: int, random: int) -> None:
    assert float(_mean(letter)) == pytest.approx(mean, abs=0.0005)
    raids = {roll: A.letters[letter][roll].kind for roll in WAYS}
    assert sum(WAYS[roll] for roll in WAYS if raids[roll] == "planes") == attacks
    assert sum(WAYS[roll] for roll in WAYS if raids[roll] == "random") == random


def _mean(letter: str) -> Fraction:
    extra = Fraction(7, 2)
    return sum(
        (
            Fraction(ways, 36) * (len(raid.spaces) + extra * raid.extra)
            for roll, ways in WAYS.items()
            for raid in [A.letters[letter][roll]]
        ),
        Fraction(),
    )


@pytest.mark.parametrize(("column", "mean"), list(enumerate([2.306, 2.709, 2.949, 2.925, 3.194])))
def test_means_of_table_8_1(column: int, mean: float) -> None:
    found = sum(
        Fraction(ways, 36) * _mean(letter)
        for roll, ways in WAYS.items()
        for letter in [A.determination.at(roll, column)]
        if letter in LETTERS
    )
    assert float(found) == pytest.approx(mean, abs=0.0005)


def test_ends_of_table_8_1() -> None:
    assert [A.determination.at(0, column) for column in range(5)] == list("HHFED")
    assert [A.determination.at(12, column) for column in range(5)] == ["A", *["NA"] * 4]
    assert [A.determination.at(13, column) for column in range(5)] == ["NA"] * 2 + ["RR"] * 3
    assert A.determination.at(99, 2) == "RR"


def test_column_shifts() -> None:
    shifts = A.shifts
    assert (shifts.fdt, shifts.no_fdt, shifts.no_cover, shifts.each_sfs, shifts.no_sfs) == (
        1, -1, -2, 1, -2,
    )  # fmt: skip
    assert (shifts.radars_work, shifts.radar_damaged, shifts.radar_destroyed) == (1, 0, -1)
    assert {shifts.bridge, shifts.cic, shifts.radio, shifts.plot_room} == {-1}


def test_bearings_and_altitudes() -> None:
    extra = [BEARINGS[bearing] for bearing in cells(A.extra_bearing)]
    assert extra == [0, 0, 45, 45, 90, 90, 135, 180, 225, 270, 315]
    kikusui = [BEARINGS[bearing] for bearing in cells(A.kikusui_bearing)]
    assert kikusui == [0, 45, 90, 135, 180, 180, 225, 225, 270, 270, 315]
    assert cells(A.altitude) == [2, 2, 1, 1, 0, 0]


def test_random_results() -> None:
    found = [
        planes().counters[result.counter].name if result.kind == "plane" else result.kind
        for result in cells(A.random)
    ]
    assert found == [
        "Sally with Ohka", "Peggy with Ohka", "Betty with Ohka", "Val with bomb", "Zero with bomb",
        "note B", "Kate with torpedo", "Myrt with torpedo", "Jill with torpedo",
        "Grace with torpedo", "Judy with bomb",
    ]  # fmt: skip
    assert (A.random[2].weapon, A.random[5].weapon, A.random[8].weapon) == (OHKA, BOMB, TORPEDO)
    assert [A.note_b[roll] for roll in (1, 3, 4, 6)] == ["weather"] * 2 + ["radar"] * 2


def test_waves() -> None:
    assert len(A.waves) == 19
    assert A.waves[:5] == ((), (1,), (2,), (3,), (4,))
    assert [A.waves[count] for count in (5, 9, 11, 14, 18)] == [
        (3, 2), (5, 4), (6, 3, 2), (7, 4, 3), (9, 6, 3),
    ]  # fmt: skip


def test_kikusui_and_night() -> None:
    assert [A.kikusui[roll] for roll in WAYS] == [12, 9, 7, 11, 9, 10, 8, 12, 13, 6, 18]
    assert [A.night[roll] for roll in (1, 4, 5, 6)] == ["none"] * 2 + ["half"] * 2


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("letter.A.rows.1.1", "5: 0M 135M 180H 180L 270H 270L", "has 6 bearings for 5 planes"),
        ("letter.A.rows.1.1", "2: 0M 91M", "'91M' is no bearing and altitude"),
        ("letter.A.rows.1.1", "2: 0M 90X", "'90X' in '2: 0M 90X' is no bearing"),
        ("letter.A.rows.1.1", "lots", "'lots' is no attack"),
        ("letter.A.rows.4", REMOVE, "chart A: row 7 where roll 6 should follow"),
        ("letter.H", REMOVE, "letter: there are 8, not 7"),
        ("determination.rows.0.1", "I", "unknown result 'I'"),
        ("determination.columns.4", "+3", "number 5 is '+3', not '+2'"),
        ("random.rows.0.1", "Sally bomb", "'Sally bomb' is no plane that was set aside"),
        ("random.rows.0.1", "Sonia bomb", "'Sonia bomb' is no plane that was set aside"),
        ("waves.rows.1.1", "3/3", "'3/3' are 6 planes, not 5"),
        ("waves.rows.1.1", "2/1/1/1", "'2/1/1/1' are no waves"),
        ("waves.rows.14", REMOVE, "rolls 18 to 18 have no row"),
        ("kikusui.rows.0.1", 19, "unknown result 19"),
        ("kikusui_bearing.rows.0.1", 235, "unknown result 235"),
        ("shifts.fdt", "one", "Expected `int`"),
        ("altitude.rows.0.1", "X", "unknown result 'X'"),
    ],
)
def test_broken_attacks_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_attack_charts, "attacks", path, value, why)


def test_the_pool() -> None:
    pool = planes()
    assert len(pool.types) == 35
    assert sum(counter.number for counter in pool.counters) == 160
    assert sum(pool.container) == 150
    regular = [counter for counter in pool.counters if counter.weapon < 0 <= counter.type]
    assert sum(counter.number for counter in regular) == 124
    specials = [kind for kind, counter in enumerate(pool.counters) if counter.weapon >= 0]
    assert sum(pool.container[kind] for kind in specials) == 22
    assert pool.container[pool.attack_ends] == 4
    assert pool.attack_ends_range == (0, 10)


@pytest.mark.parametrize(
    ("name", "engines", "regular", "special", "weapon"),
    [
        ("Zero", 1, 16, 4, BOMB), ("Oscar", 1, 9, 0, -1), ("Sonia", 1, 5, 3, BOMB),
        ("Kate", 1, 4, 3, TORPEDO), ("Grace", 1, 2, 2, TORPEDO), ("Betty", 2, 3, 4, OHKA),
        ("Sally", 2, 1, 2, OHKA), ("Peggy", 2, 1, 3, OHKA), ("Nick", 2, 3, 0, -1),
    ],
)  # fmt: skip
def test_types(name: str, engines: int, regular: int, special: int, weapon: int) -> None:
    pool = planes()
    kind = [plane.name for plane in pool.types].index(name)
    assert pool.types[kind].engines == engines
    assert pool.counters[pool.regular[kind]] == (name, kind, -1, regular)
    if not special:
        assert pool.special[kind] == -1
    else:
        counter = pool.counters[pool.special[kind]]
        assert (counter.type, counter.weapon, counter.number) == (kind, weapon, special)


def test_set_aside_and_named_types() -> None:
    pool = planes()
    aside = [pool.types[pool.counters[kind].type].name for kind in pool.set_aside]
    assert aside == [
        "Sally", "Betty", "Peggy", "Jill", "Grace", "Judy", "Kate", "Myrt", "Val", "Zero",
    ]  # fmt: skip
    assert pool.types[pool.willow].name == "Willow"
    assert sum(plane.engines == 2 for plane in pool.types) == 8


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("pool.plane.0.regular", 15, "160 counters are stated, 159 listed"),
        ("pool.plane.0.special", 5, "160 counters are stated, 161 listed"),
        ("pool.total", 161, "161 counters are stated, 160 listed"),
        ("pool.types", 34, "34 types are stated, 35 listed"),
        ("pool.plane.1.name", "Zero", "two types have the same name"),
        ("pool.plane.1.weapon", "bomb", "a weapon and special counters go together"),
        ("pool.plane.0.weapon", "laser", "Invalid enum value 'laser'"),
        ("attack_ends.count", 5, "160 counters are stated, 161 listed"),
        ("attack_ends.most", 3, "more or fewer than there may be"),
        ("set_aside.types.0", "Oscar", "one special counter each"),
        ("set_aside.types.0", "Spitfire", "'Spitfire' is unknown"),
        ("afs_bonus.types.0", "Zero", "all twin-engined types"),
        ("willow.types", [], "names one type"),
    ],
)
def test_broken_pools_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_planes, "planes", path, value, why)


def test_chits() -> None:
    assert chits_of(chit_mix()) == (-2,) * 4 + (-1,) * 4 + (0,) * 4 + (1,) * 4 + (2,) * 4
    assert chits_of((0, 0, 9, 0, 0)) == (0,) * 9


@pytest.mark.parametrize("mix", [(4, 4, 4, 4), (1, 1, 1, 1, 1), (-1, 5, 5, 5, 5)])
def test_other_mixes_are_refused(mix: tuple[int, ...]) -> None:
    with pytest.raises(DataError, match="five numbers, at least nine"):
        chits_of(mix)


def test_broken_chits_are_refused() -> None:
    refused(parse_chit_mix, "chits", "chits.counts", [4], "five numbers")
