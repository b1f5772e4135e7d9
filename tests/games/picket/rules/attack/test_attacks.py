"""Rule 6.6: finding the attack, drawing the planes, waves (Tables 8-1 to 8-3 and A to H)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from picket_attack import (
    KINDS,
    RADARS,
    Called,
    advanced,
    attack,
    come,
    counted,
    inside,
    night,
    of_kind,
    picket,
    raid,
    sizes,
    spaces,
    waves,
)

from flankspeed.engine import Dice, DiceError, Event
from flankspeed.games.picket.data.attack_charts import LETTERS
from flankspeed.games.picket.data.planes import WEAPONS, planes
from flankspeed.games.picket.rules.attack.attacks import determine_attack, return_planes
from flankspeed.games.picket.rules.plane import COMING, DESTROYED, SPENT
from flankspeed.games.picket.state import PicketState

# Table 8-1: a letter, - no attack, ! random result; columns -2 to +2, rolls 2 or less to 13.
TABLE_8_1 = "HHGGFFEDCBA-", "HGFEEDCBBA--", "FEDDCCBBAA-!", "EDDCCBBAA--!", "DCCBBAAAA--!"
# A roll on Table 8-1 that gives each letter in column 0, -1 or -2.
ROLL_OF = {"A": (0, 10), "B": (0, 8), "C": (0, 6), "D": (0, 5), "E": (0, 3), "F": (0, 2)} | {
    "G": (-2, 4),
    "H": (-2, 2),
}
TABLE_8_3 = ["1", "2", "3", "4", "3/2", "3/3", "4/3", "4/4", "5/4", "5/5", "6/3/2", "6/4/2"]
LETTERED = {
    "A": "! 0M,135M,180H,180L,270H,270L 45H,135L,270M,270M,0H,0L* - 90L,90M,135L,225H,180L "
    "270L,270M,270L,315M,0H - 225L,270H,45H 315L,315M,45L,45M,90H,135M,180H,180M - 225L,225H",
    "B": "90L,225H,315H,270H,270L 270L,45M,135M,180M,90L 135M,135H,225L,225L - "
    "0H,0M,0L,135M,45H,45M - 180L,225L,225M,270H,270M,45M 90H,270M,225L,180M,180L,135L,0M - "
    "180H,180L* !",
    "C": "180L,180M 90M,315H,0L,90H,180H,180L - 90M,135L,180H,270L,270L 270H,270M,45L,315M ! "
    "0H,315M,270L - 225L,315H,270M,90L,45H* 180L 45H,45M,270L,270M,180H,180H",
    "D": "270H,270L - - ! 90L,90M,135H 180L,225L,270L,270M 315H,0H,90L* - 0M,315M "
    "180H,180M,135M,90M,90L !",
    "E": "- 90L,90M,90H,45M,45L 270L,270M,270H,90M 180H,180L,90M,0L 45L,90L,90M,0M,270M,270H ! - "
    "270M,225H,180M,135L 90H,45L 0L,180L,270H,270M,270L -",
    "F": "315L,315M,270M,180H - 0L,45L,45M,90L - - 270L,225M,180L,180H 135M,180M,180L ! - "
    "225L,180L 315H,45H,225H,225M,225M,0H,0M,90H",
    "G": "90L,135L,180L 135H,180H,180M 270L,270H,315M - 0M,180M,225L,225H - - ! "
    "135L,135H,135H,225L,225M,225H,180L 180M,225H 180L,315L",
    "H": "315L,315H,45L 0H,90H - 90M,180M,225H,270M - 270L,90L,135M,180L 135H,180M,225L - ! "
    "45L,45M,45H,315L,315M,315H,0H,0M 90H,270H,180H,135L",
}
RANDOM_PLANES = {
    2: "Sally with Ohka",
    3: "Peggy with Ohka",
    4: "Betty with Ohka",
    5: "Val with bomb",
    6: "Zero with bomb",
    8: "Kate with torpedo",
    9: "Myrt with torpedo",
    10: "Jill with torpedo",
    11: "Grace with torpedo",
    12: "Judy with bomb",
}
D11 = (2, 3, 5, 6)  # station 9, column 0: Table D, roll 11: five planes
RANDOM = (6, 6)  # in rain


def dice_of(roll: int) -> tuple[int, int]:
    return max(1, roll - 6), min(6, roll - 1)


def lettered(letter: str, roll: int) -> tuple[PicketState, list[int | str]]:
    """A ship, and the dice that bring a roll on a lettered table."""
    column, first = ROLL_OF[letter]
    return picket(column=column), [*dice_of(first), *dice_of(roll)]


def total(state: PicketState) -> int:
    """All counters in the container, set aside and on the way."""
    coming = sum(len(regulars) + len(specials) for regulars, specials in state.waves)
    on_map = len(state.planes) + len(state.specials)
    return sum(state.container) + sum(state.set_aside) + coming + on_map


# --- The counters ---


@pytest.mark.rule("P-1.0-2", "P-2.0.E-1")
def test_160_counters_of_which_ten_specials_are_set_aside() -> None:
    state = picket()
    assert total(state) + state.attack_ends == 160
    assert sum(state.container) + state.attack_ends == 150
    aside = {KINDS[kind] for kind, count in enumerate(state.set_aside) if count}
    assert aside == set(RANDOM_PLANES.values())
    assert sum(state.set_aside) == 10
    assert inside(state, "Sonia") == 5
    assert inside(state, "Sonia with bomb") == 3


@pytest.mark.rule("P-1.4-1", "P-6.6.H-1", "P-6.6.I-1")
def test_specials_carry_a_bomb_a_torpedo_or_an_ohka() -> None:
    state, counters = picket(), planes().counters
    specials = [kind for kind, counter in enumerate(counters) if counter.weapon >= 0]
    assert sum(state.container[kind] + state.set_aside[kind] for kind in specials) == 32
    assert {WEAPONS[counters[kind].weapon] for kind in specials} == {"bomb", "torpedo", "ohka"}
    assert waves_of_draw(state, "Val", "Val with bomb", "Zero") == [
        ["Val", "Zero", "Val with bomb"]
    ]


def waves_of_draw(state: PicketState, *draws: str) -> list[list[str]]:
    """Two planes of Table C, roll 2."""
    return [
        [name.removesuffix(" 180L").removesuffix(" 180M") for name in wave]
        for wave in raid(state, 3, 3, 1, 1, *draws)
    ]


# --- Table 8-1 ---


@pytest.mark.rule("P-6.6.A-1", "P-6.6.B-1")
@pytest.mark.parametrize("column", range(-2, 3))
@pytest.mark.parametrize("station", [1, 2, 9])
def test_table_8_1(column: int, station: int) -> None:
    for first, second in product(range(1, 7), repeat=2):
        state = picket(column=column, station=station)
        by_station = {1: -2, 2: -1, 9: 0}[station]
        row = max(first + second + by_station, 2)
        expected = TABLE_8_1[column + 2][row - 2]
        events = attack_on(state, expected, first, second)
        if expected == "-":
            assert of_kind(events, "attack none").facts["roll"] == first + second + by_station
        else:
            assert of_kind(events, "attack letter").facts["letter"] == expected


def attack_on(state: PicketState, letter: str, *dice: int) -> list[Event]:
    """Go on to a row without planes of the lettered table, if there is one."""
    if letter not in LETTERED:
        return attack(state, *dice)
    row = LETTERED[letter].split().index("-") + 2
    return attack(state, *dice, *dice_of(row))


@pytest.mark.rule("P-6.6.B-1", "P-6.6.C-1")
def test_worked_example_of_the_rulebook() -> None:
    """V-01: column +1, a roll of 6 on station 1 is 4, letter D."""
    state = picket(column=1, station=1, date="May 20")
    events = attack(state, 2, 4, 1, 2)
    column, letter = of_kind(events, "attack column"), of_kind(events, "attack letter")
    assert (column.facts["total"], column.facts["column"]) == (1, "+1")
    assert counted(column) == {"FDT": 1, "ship radar": 1, "air cover chit": 1, "no SFS": -2}
    assert (letter.facts["roll"], letter.facts["letter"]) == (4, "D")
    assert counted(letter) == {"station 1": -2}


@pytest.mark.rule("P-6.6.B-1")
def test_columns_end_at_minus_2_and_plus_2() -> None:
    """V-28: sums of -5 and +6."""
    low = picket()
    low.fdt, low.cover = False, (-2, -2)
    low.sfs = 1
    low.equipment[RADARS["SC"]] = 1
    events = attack(low, 6, 6, 1, 4)  # 12 is A in the first column only
    assert of_kind(events, "attack column").facts["total"] == -4
    low.sfs, low.cover = 0, (-2,)
    events = attack(low, 6, 6, 1, 4)
    assert of_kind(events, "attack column").facts["total"] == -5
    assert of_kind(events, "attack letter").facts["letter"] == "A"
    high = picket()
    high.cover, high.sfs = (2, 0), 2
    events = attack(high, 1, 1, 1, 2)
    assert of_kind(events, "attack column").facts["total"] == 6
    assert of_kind(events, "attack letter").facts["letter"] == "D"


@pytest.mark.rule("P-6.6.C-1")
@pytest.mark.parametrize("station", range(1, 17))
def test_station_counts_on_the_roll(station: int) -> None:
    state = picket(station=station)
    expected = -2 if station == 1 else 0 if 5 <= station <= 10 else -1
    events = attack(state, 4, 4, *dice_of(7 if not expected else 4 if expected == -2 else 9))
    letter = of_kind(events, "attack letter")
    assert counted(letter) == ({f"station {station}": expected} if expected else {})
    assert letter.facts["roll"] == 8 + expected


@pytest.mark.rule("P-6.6.C-1")
def test_roll_of_0_finds_the_lowest_row() -> None:
    """V-29."""
    events = attack(picket(station=1), 1, 1, 1, 2)
    letter = of_kind(events, "attack letter")
    assert (letter.facts["roll"], letter.facts["letter"]) == (0, "F")


@pytest.mark.rule("P-6.6.C-1", "P-6.6.D-1")
def test_13_in_the_rain_is_a_random_result() -> None:
    """V-30."""
    state = advanced(weather="rain")
    events = attack(state, 6, 6, 3, 3)
    assert of_kind(events, "attack random").facts["roll"] == 13
    assert waves(state) == [["Zero with bomb"]]
    for column in (-2, -1):
        state = advanced(weather="rain", column=column)
        assert of_kind(attack(state, 6, 6), "attack none").facts["roll"] == 13
        assert waves(state) == []


# --- The lettered tables ---


@pytest.mark.rule("P-6.6.E-1", "P-6.6.F-1", "P-6.6.G-1")
@pytest.mark.parametrize("letter", LETTERS)
def test_lettered_tables(letter: str) -> None:
    for roll, cell in enumerate(LETTERED[letter].split(), 2):
        state, dice = lettered(letter, roll)
        if cell == "-":
            assert raid(state, *dice) == []
        elif cell == "!":
            assert raid(state, *dice, 6, 6) == [["Judy with bomb"]]
        else:
            listed = cell.removesuffix("*").split(",")
            extra = [1] if cell.endswith("*") else []
            names = ["Zero"] * (len(listed) + len(extra))
            attack(state, *dice, *extra, *names, *[1, 1, 1] * len(extra))
            assert spaces(state) == listed + ["0H"] * len(extra)


@pytest.mark.rule("P-6.6.E-1")
def test_lettered_tables_take_no_modifiers() -> None:
    state = advanced(weather="rain", station=1)
    events = attack(state, 3, 3, 5, 6, *["Zero"] * 5)  # 6 + 1 - 2 is D in column 0
    assert of_kind(events, "raid").modifiers == ()
    assert spaces(state) == ["180H", "180M", "135M", "90M", "90L"]


@pytest.mark.rule("P-6.6.F-1", "P-6.6.K-1")
def test_note_a_adds_planes() -> None:
    """V-33: A4 and a 5: 11 planes in waves of 6, 3 and 2, up to six specials."""
    state, dice = lettered("A", 4)
    specials = ["Zero with bomb"] * 3 + ["Val with bomb"] * 2 + ["Judy with bomb"] * 2
    extra = [1, 2, 1, 2, 3, 3, 3, 4, 5, 4, 5, 2, 6, 6, 4]  # 3, 5, 7, 9, 12
    attack(state, *dice, 5, *specials, *["Oscar"] * 9, *["Nate"] * 2, *extra)
    assert sizes(state) == [6, 3, 2]
    assert [len(boxes) for _, boxes in state.waves] == [2, 2, 2]
    assert spaces(state)[6:] == ["0H", "45M", "90L", "180H", "315M"]
    assert inside(state, "Judy with bomb") == 1  # of two, the one drawn seventh is back


@pytest.mark.rule("P-6.6.F-1")
def test_bearing_and_altitude_of_added_planes() -> None:
    bearings = [0, 0, 45, 45, 90, 90, 135, 180, 225, 270, 315]
    for roll, bearing in enumerate(bearings, 2):
        for die, altitude in zip(range(1, 7), "HHMMLL", strict=True):
            state, dice = lettered("B", 11)
            attack(state, *dice, 1, *["Zero"] * 3, *dice_of(roll), die)
            assert spaces(state) == ["180H", "180L", f"{bearing}{altitude}"]


# --- Drawing and waves ---


@pytest.mark.rule("P-6.6.G-1", "P-6.6.J-1")
def test_worked_draw_of_the_rulebook() -> None:
    """V-02: five planes in two waves; a special goes to the first box and is not counted."""
    state = picket()
    drawn = ["Zero", "Willow", "Betty with Ohka", "Tony", "Oscar", "Oscar"]
    events = attack(state, *D11, *drawn)
    assert of_kind(events, "planes drawn").facts["drawn"] == ", ".join(drawn)
    assert waves(state) == [
        ["Zero 180H", "Willow 180M", "Tony 135M", "Betty with Ohka"],
        ["Oscar 90M", "Oscar 90L"],
    ]


@pytest.mark.rule("P-6.6.K-1", "P-6.6.K-2")
def test_specials_fill_the_boxes_in_order() -> None:
    """V-03: the second joins the first, the third and fourth go to wave 2, a fifth is ignored."""
    names = ["Betty with Ohka", "Val with bomb", "Kate with torpedo", "Jill with torpedo"]
    for count in range(5):
        state = picket()
        attack(state, *D11, *names[:count], *["Zero"] * 5)
        first, second = (wave[3:] if i == 0 else wave[2:] for i, wave in enumerate(waves(state)))
        assert first == names[: min(count, 2)]
        assert second == names[2:count]
    state = picket()
    before = inside(state, "Sonia with bomb")
    events = attack(state, *D11, *names, "Sonia with bomb", *["Zero"] * 5)
    assert [len(boxes) for _, boxes in state.waves] == [2, 2]
    assert inside(state, "Sonia with bomb") == before  # back in the container
    assert "Sonia with bomb (put back)" in str(of_kind(events, "planes drawn").facts["drawn"])
    assert total(state) == 156


@pytest.mark.rule("P-6.6.K-1")
def test_ignored_specials_are_out_of_the_container_while_planes_are_drawn() -> None:
    state = picket()
    draws = ["Betty with Ohka"] * 3  # all of them: the third is put aside, not back
    with pytest.raises(AssertionError, match="no Betty with Ohka"):
        attack(state, 3, 3, 1, 1, *draws, "Betty with Ohka", "Zero", "Zero")


@pytest.mark.rule("P-6.6.G-1")
def test_table_8_3() -> None:
    found: dict[int, str] = {}
    for letter, row in product(LETTERS, range(2, 13)):
        cell = LETTERED[letter].split()[row - 2]
        if cell in "-!":
            continue
        for extra in range(1, 7) if cell.endswith("*") else (0,):
            state, dice = lettered(letter, row)
            count = len(cell.split(",")) + extra
            more = [extra] if extra else []
            attack(state, *dice, *more, *["Zero"] * count, *[1, 1, 1] * extra)
            assert found.setdefault(count, "/".join(map(str, sizes(state)))) == "/".join(
                map(str, sizes(state))
            )
    assert sorted(found) == list(range(1, 13))
    assert all(found[count] == TABLE_8_3[count - 1] for count in found)


@pytest.mark.rule("P-6.6.G-1", "P-6.6.L-1")
def test_waves_come_one_after_another() -> None:
    state = picket()
    attack(state, *D11, "Zero", "Willow", "Betty with Ohka", "Tony", "Oscar", "Oscar")
    assert (state.wave, state.planes, state.specials) == (0, [], [])
    events = come(state)
    assert state.wave == 1
    assert [KINDS[plane.kind] for plane in state.planes] == ["Zero", "Willow", "Tony"]
    assert [KINDS[plane.kind] for plane in state.specials] == ["Betty with Ohka"]
    assert events[0].facts["planes"] == (
        "Zero 180H, Willow 180M, Tony 135M, Betty with Ohka (special attack)"
    )
    assert set(events[0].places) >= {"plane:1", "plane:3", "special:1", "bearing:180"}
    assert waves(state) == [["Oscar 90M", "Oscar 90L"]]
    return_planes(state)
    come(state)
    assert state.wave == 2
    assert [KINDS[plane.kind] for plane in state.planes] == ["Oscar", "Oscar"]
    assert state.specials == []
    assert state.waves == []


@pytest.mark.rule("P-6.6.G-1")
def test_a_copy_of_the_state_has_planes_of_its_own() -> None:
    state = picket()
    attack(state, *D11, *["Zero"] * 5)
    twin = state.copy()
    come(state)
    state.planes[0].hits = 2
    come(twin)
    assert twin.planes[0].hits == 0


@pytest.mark.rule("P-7.1.H-1", "P-7.2.E-1")
def test_regular_planes_go_back_and_specials_leave_the_game() -> None:
    state = picket()
    before = state.container[:]
    attack(state, *D11, "Zero", "Betty with Ohka", "Betty with Ohka", "Tony", *["Oscar"] * 3)
    come(state)
    state.planes[0].fate = DESTROYED
    state.specials[0].fate = SPENT
    return_planes(state)
    come(state)
    return_planes(state)
    assert inside(state, "Betty with Ohka") == 1  # neither the one that attacked nor the other
    before[KINDS.index("Betty with Ohka")] -= 2
    assert state.container == before
    assert (state.planes, state.specials, state.waves) == ([], [], [])


@pytest.mark.rule("P-7.2.E-1")
@pytest.mark.parametrize("end", ["attacks_over", "sunk"])
def test_what_did_not_attack_goes_back_when_the_attacks_are_over(end: str) -> None:
    state = picket()
    before = state.container[:]
    draws = ["Betty with Ohka", "Val with bomb", "Kate with torpedo"]
    attack(state, *D11, *draws, *["Zero"] * 5)
    come(state)
    state.specials[0].fate = SPENT
    assert state.specials[1].fate == COMING
    setattr(state, end, True)
    return_planes(state)
    before[KINDS.index("Betty with Ohka")] -= 1
    assert state.container == before
    assert state.waves == []


# --- Attack Ends ---


@pytest.mark.rule("P-6.6.N-1", "P-6.6.O-1")
def test_attack_ends_calls_the_attack_off() -> None:
    """V-35: the fourth draw of five."""
    state = picket()
    before = state.container[:]
    events = attack(state, *D11, "Zero", "Betty with Ohka", "Tony", "Attack Ends")
    assert waves(state) == []
    assert state.container == before
    assert inside(state, "Attack Ends") == 3
    assert of_kind(events, "attack ends").facts["left"] == 3
    assert str(of_kind(events, "planes drawn").facts["drawn"]).endswith("Attack Ends")
    attack(state, *D11, *["Zero"] * 4, "Attack Ends")  # wave 2 counts too
    assert inside(state, "Attack Ends") == 2


@pytest.mark.rule("P-6.6.N-1", "P-6.6.K-1")
def test_attack_ends_brings_ignored_specials_back_too() -> None:
    state = picket()
    before = state.container[:]
    attack(state, 3, 3, 1, 1, *["Val with bomb"] * 2, "Sonia with bomb", "Zero", "Attack Ends")
    assert state.container == before


@pytest.mark.rule("P-6.6.O-1")
def test_without_markers_left_no_attack_ends() -> None:
    state = picket()
    state.attack_ends = 0
    dice = Called(state, [*D11, "Attack Ends"])
    with pytest.raises(DiceError):  # there is no such counter
        determine_attack(state, dice, None)


@pytest.mark.rule("P-6.6.N-1")
def test_every_counter_is_equally_likely() -> None:
    """Over all places of the container the first draw finds every counter once."""
    found = {"regular": 0, "special": 0, "ends": 0}
    for place in range(1, 151):
        state = picket()
        first = FirstDraw(state, place)
        determine_attack(state, first, None)
        if state.attack_ends < 4:
            found["ends"] += 1
        else:
            found["special" if state.waves[0][1] else "regular"] += 1
    assert found == {"regular": 124, "special": 22, "ends": 4}


class FirstDraw(Called):
    """Table C, roll 11 (one plane); the first draw is given, others are the first counter."""

    def __init__(self, state: PicketState, place: int) -> None:
        super().__init__(state, [])
        self.dice = [3, 3, 5, 6]
        self.place = place

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        if sides > 6:
            place, self.place = self.place, 1
            return [place]
        return [self.dice.pop(0) for _ in range(count)]


# --- Night ---


@pytest.mark.rule("P-6.6.M-1")
@pytest.mark.parametrize("die", range(1, 5))
def test_no_attack_at_night_on_1_to_4(die: int) -> None:
    state = night()
    events = attack(state, die)
    assert [event.kind for event in events] == ["night no attack"]
    assert waves(state) == []


@pytest.mark.rule("P-6.6.M-1")
@pytest.mark.parametrize("die", [5, 6])
def test_half_the_planes_at_night(die: int) -> None:
    """V-31: five planes become the first two, in one wave."""
    state = night()
    attack(state, die, *D11, "Zero", "Oscar")
    assert waves(state) == [["Zero 180H", "Oscar 180M"]]


@pytest.mark.rule("P-6.6.M-1")
def test_half_of_one_plane_is_none() -> None:
    """V-32."""
    state = night()
    events = attack(state, 6, 3, 3, 5, 6)
    assert of_kind(events, "too few planes")
    assert waves(state) == []


@pytest.mark.rule("P-6.6.M-1")
def test_added_planes_are_halved_too() -> None:
    state = night()
    attack(state, 5, 5, 5, 2, 2, 5, *["Zero"] * 5)  # A4: 6 + 5 planes
    assert spaces(state) == ["45H", "135L", "270M", "270M", "0H"]
    assert sizes(state) == [3, 2]
    state = night()
    attack(state, 5, 4, 4, 5, 6, 4, *["Zero"] * 3, 6, 6, 1)  # B11: 2 + 4, one of the added
    assert spaces(state) == ["180H", "180L", "315H"]


@pytest.mark.rule("P-6.6.M-1")
def test_specials_at_night_are_limited_by_the_halved_waves() -> None:
    state = night()
    specials = ["Val with bomb", "Zero with bomb", "Judy with bomb"]
    attack(state, 5, *D11, *specials, "Zero", "Zero")
    assert waves(state) == [["Zero 180H", "Zero 180M", "Val with bomb", "Zero with bomb"]]


# --- Random results ---


@pytest.mark.rule("P-6.6.D-1")
@pytest.mark.parametrize("roll", RANDOM_PLANES)
def test_random_result_is_a_special_attack_by_a_plane_set_aside(roll: int) -> None:
    state = advanced(weather="rain")
    before = state.container[:]
    attack(state, *RANDOM, *dice_of(roll))
    assert waves(state) == [[RANDOM_PLANES[roll]]]
    ((regulars, specials),) = state.waves
    assert regulars == ()
    assert len(specials) == 1
    assert state.container == before  # nothing is drawn, so no Attack Ends either
    assert sum(state.set_aside) == 9
    assert state.set_aside[KINDS.index(RANDOM_PLANES[roll])] == 0


@pytest.mark.rule("P-6.6.D-1", "P-7.2.E-1")
def test_random_planes_come_from_the_container_when_none_is_set_aside() -> None:
    state = advanced(weather="rain")
    for left in (1, 0):  # two in all, one set aside
        assert of_kind(attack(state, *RANDOM, 1, 1), "random attack")
        assert waves(state) == [["Sally with Ohka"]]
        assert inside(state, "Sally with Ohka") == left
        come(state)
        return_planes(state)
    events = attack(state, *RANDOM, 1, 1)
    assert of_kind(events, "random attack gone")
    assert waves(state) == []


@pytest.mark.rule("P-6.6.D-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("die", [1, 2, 3])
def test_note_b_weather_ends_the_attacks_of_the_day(mode: str, die: int) -> None:
    state = picket(mode=mode)
    events = attack(state, 3, 3, 3, 4, 3, 4, die)  # C7: RR
    assert of_kind(events, "day over")
    assert state.day_over
    assert waves(state) == []


@pytest.mark.rule("P-6.6.D-1")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_note_b_weather_may_end_the_phase_only(die: int) -> None:
    state = picket(note_b="end_phase")
    events = attack(state, 3, 3, 3, 4, 3, 4, die)
    assert of_kind(events, "weather closes in")
    assert not state.day_over
    assert waves(state) == []


@pytest.mark.rule("P-6.6.D-1")
@pytest.mark.parametrize("note_b", ["end_turn", "end_phase"])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("die", [4, 5, 6])
def test_note_b_radar_means_no_attack(mode: str, note_b: str, die: int) -> None:
    state = picket(mode=mode, note_b=note_b, date="Jun 10")
    if mode == "advanced":
        state.land_radar = [0, 2]
    attack(state, 3, 3, 3, 4, 3, 4, die)
    assert not state.day_over
    assert waves(state) == []
    assert state.land_radar == ([0] if mode == "advanced" else [])


@pytest.mark.rule("P-6.6.D-1", "P-6.6.M-1")
def test_random_result_at_night_is_resolved_in_full() -> None:
    state = night()
    attack(state, 5, 3, 3, 3, 4, 1, 1)
    assert waves(state) == [["Sally with Ohka"]]


@pytest.mark.rule("P-6.6.D-1", "P-6.6.M-1")
def test_random_result_at_night_may_be_halved_to_nothing() -> None:
    state = night(night_rr="halved")
    events = attack(state, 5, 3, 3, 3, 4)
    assert of_kind(events, "too few planes")
    assert waves(state) == []
    day = picket(night_rr="halved")
    attack(day, 3, 3, 3, 4, 1, 1)
    assert waves(day) == [["Sally with Ohka"]]


# --- All rolls, exactly ---


class Fixed(Dice):
    """Dice fixed by what they are for; ones for all else, so that Zeros are drawn."""

    def __init__(self, **faces: Sequence[int]) -> None:
        self.faces = faces

    def throw(self, count: int, why: str, sides: int = 6) -> Sequence[int]:
        return self.faces.get(why, [1] * count)

    def keep(self) -> None:
        raise AssertionError

    rewind = keep


def planes_of(
    ship: PicketState, first: Sequence[int], letter: str, roll: Sequence[int]
) -> tuple[list[int], bool]:
    """The planes that a roll on Table 8-1 and one on its lettered table bring, by the rules.

    One number for each face of the die of Note A; then whether it is a random result.
    """
    counts, random = [], False
    for extra in range(1, 7):
        state = ship.copy()
        faces = {"Table 8-1": first, f"attack table {letter}": roll}
        dice = Fixed(**faces, **{"planes added by Note A": [extra]})
        determine_attack(state, dice, None)
        counts.append(sum(sizes(state)))
        random = any(specials for _, specials in state.waves)
    return counts, random


ROLLS = list(product(range(1, 7), repeat=2))
FIGURES = {  # mean planes, 36ths of attack and of a random result
    "A": (3.708, 24, 1),
    "B": (3.500, 22, 1),
    "C": (2.847, 23, 6),
    "D": (2.486, 22, 5),
    "E": (2.778, 23, 6),
    "F": (1.861, 18, 4),
    "G": (1.806, 17, 4),
    "H": (2.278, 21, 3),
}


@pytest.mark.rule("P-6.6.E-1", "P-6.6.F-1")
@pytest.mark.parametrize("letter", LETTERS)
def test_exact_odds_of_the_lettered_tables(letter: str) -> None:
    column, first = ROLL_OF[letter]
    means, attacks, randoms = [], 0, 0
    for roll in ROLLS:
        counts, random = planes_of(picket(column=column), dice_of(first), letter, roll)
        means.append(Fraction(sum(counts), len(counts)))
        attacks += min(counts) > 0
        randoms += random
    mean, attack_36ths, random_36ths = FIGURES[letter]
    assert float(sum(means) / 36) == pytest.approx(mean, abs=0.0005)
    assert (attacks, randoms) == (attack_36ths, random_36ths)


@pytest.mark.rule("P-6.6.A-1", "P-6.6.B-1")
@pytest.mark.parametrize(
    ("column", "station", "mean"),
    [(-2, 9, 2.306), (-1, 9, 2.709), (0, 9, 2.949), (1, 9, 2.925), (2, 9, 3.194), (0, 1, 2.68)],
)
def test_exact_mean_of_an_attack_by_column(column: int, station: int, mean: float) -> None:
    """R-14: the table as printed; the last figure is for station 1, which hardly matters."""
    found = Fraction()
    for first in ROLLS:
        state = picket(column=column, station=station)
        modifier = -2 if station == 1 else 0
        letter = TABLE_8_1[column + 2][max(sum(first) + modifier, 2) - 2]
        for roll in ROLLS if letter in LETTERS else ROLLS[:1]:
            counts, _ = planes_of(state, first, letter, roll)
            weight = Fraction(1, 36 * 36 if letter in LETTERS else 36)
            found += weight * Fraction(sum(counts), len(counts))
    assert float(found) == pytest.approx(mean, abs=0.0005 if station == 9 else 0.005)
