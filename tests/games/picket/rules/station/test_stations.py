"""Rule 4.0: duty stations, and what a new station brings (Tables 1-1 and 2-2 to 2-4)."""

from __future__ import annotations

import pytest
from picket_attack import advanced, assign, attack, inside, of_kind, picket, sky, support, turn

from flankspeed.engine import Rolled
from flankspeed.games.picket.data.calendar import date_name, turn_named
from flankspeed.games.picket.rules.station.support import assign_station

TEAM, NO_TEAM = (1, 4), (1, 3)
NONE, ONE, TWO = (2, 2), (3, 4), (4, 4)


def dice_of(roll: int) -> tuple[int, int]:
    return max(1, roll - 6), min(6, roll - 1)


BASIC = {2: (1, 2), 3: (3,), 4: (4,), 5: (5,), 6: (5,), 7: (7,), 8: (7,), 9: (9,)} | {
    10: (10, 11),
    11: (12, 14),
    12: (15, 16),
}
# Tables 2-2A to 2-4B, by the first and last day: stations for rolls 2 to 12.
DATED = {
    ("Apr 1", "Apr 1"): (1, 2, 3, 4, 7, 7, 9, 10, 12, 14, 15),
    ("Apr 29", "Apr 30"): (1, 2, 3, 4, 7, 7, 9, 10, 12, 14, 15),
    ("May 1", "May 4"): (1, 2, 3, 4, 7, 9, 10, 12, 14, 14, 1),
    ("May 5", "May 5"): (1, 2, 3, 7, 7, 9, 10, 12, 14, 14, 1),
    ("May 6", "May 6"): (1, 2, 3, 5, 7, 9, 10, 12, 14, 15, 16),
    ("May 7", "May 20"): (5, 5, 7, 7, 9, 9, 15, 15, 16, 16, 16),
    ("May 21", "May 21"): (5, 5, 7, 7, 9, 11, 15, 15, 15, 16, 16),
    ("May 22", "May 31"): (5, 5, 9, 9, 11, 11, 11, 15, 15, 16, 16),
    ("Jun 1", "Jun 16"): (5, 9, 9, 9, 11, 11, 15, 15, 16, 16, 16),
    ("Jun 17", "Jun 25"): (5, 5, 5, 9, 9, 9, 15, 15, 15, 16, 16),
}
MARCH = {24: (5, 9), 26: (9,), 28: (5, 9), 29: (9,), 30: (9,), 31: (9,)}


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_card_names_the_station(mode: str) -> None:
    state = picket(card=15, mode=mode, station=0)
    assign(state, *TEAM, *ONE)
    assert state.station == 15


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize("roll", BASIC)
def test_basic_station_by_table_1_1(roll: int) -> None:
    stations = BASIC[roll]
    for die, station in ((3, stations[0]), (4, stations[-1])):
        state = picket(station=0, date="May 30")
        assign(state, *dice_of(roll), *([die] if len(stations) > 1 else []), *TEAM, *ONE)
        assert state.station == station


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize("days", DATED)
@pytest.mark.parametrize("last", [False, True])
def test_advanced_station_by_date(days: tuple[str, str], last: bool) -> None:
    for roll, station in enumerate(DATED[days], 2):
        state = advanced(station=0, date=days[last])
        assign(state, *dice_of(roll), *TEAM, *ONE)
        assert state.station == station


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize("day", ["Apr 2", "Apr 28"])
def test_station_9_is_rolled_again_in_april(day: str) -> None:
    state = advanced(station=0, date=day)
    events = assign(state, 4, 4, 2, 6, 6, 6, *TEAM, *ONE)
    assert state.station == 15
    assert [event.kind for event in events].count("station again") == 2


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize("day", MARCH)
def test_march_stations(day: int) -> None:
    stations = MARCH[day]
    for die, station in ((3, stations[0]), (4, stations[-1])):
        state = advanced(station=0, date=f"Mar {day}")
        assign(state, *([die] if len(stations) > 1 else []), *TEAM, *ONE)
        assert state.station == station
        assert state.turn == turn_named(f"Mar {day}")


@pytest.mark.rule("P-4.0.A-1")
@pytest.mark.parametrize(("day", "dice"), [("Mar 25", ()), ("Mar 27", (6,))])
def test_ship_waits_a_day_when_no_station_is_manned(day: str, dice: tuple[int, ...]) -> None:
    state = advanced(station=0, date=day)
    waits = of_kind(assign(state, *dice, *TEAM, *ONE), "no station manned")
    assert waits.facts["date"] == date_name(turn_named(day))
    assert (state.turn, state.station) == (turn_named(day) + 1, 9)


@pytest.mark.rule("P-4.0.A-1")
def test_dates_beyond_the_sheet_use_its_first_and_last_day() -> None:
    early, late = advanced(station=0), advanced(station=0)
    early.turn, late.turn = -20, 120
    assign(early, 5, *TEAM, *ONE)
    assign(late, 2, 2, *TEAM, *ONE)
    assert (early.turn, early.station) == (-20, 9)
    assert late.station == 5
    assert support(late, 1, 1, "0", 3, 4)  # carrier cover by the last block


@pytest.mark.rule("P-4.0.A-2")
def test_station_is_kept_until_another_is_assigned() -> None:
    state = advanced(station=4, date="May 25")  # not on the list of this date any more
    turn(state, 1, 1, 1, 1, 1, 1)
    sky(state, 3, 4)
    support(state, 6, 6, "+1", "+1", 1, 1, 1, 1)
    attack(state, 6, 6)
    assert state.station == 4
    assign(state, 1, 1, *TEAM, *ONE)
    assert state.station == 5


@pytest.mark.rule("P-5.1.A-1", "P-5.1.C-1")
def test_direction_team_is_rolled_with_every_station() -> None:
    for roll in range(2, 13):
        for before in (False, True):
            state = picket(card=3)
            state.fdt = before
            assign(state, *dice_of(roll), *ONE)
            assert state.fdt == (roll >= 5)


@pytest.mark.rule("P-5.2.A-1", "P-5.2.H-1")
def test_surface_support_is_rolled_with_every_station() -> None:
    for roll in range(2, 13):
        state = picket(card=3)
        state.sfs, state.sfs_lost = 1, 1
        assign(state, *NO_TEAM, *dice_of(roll))
        assert state.sfs == (0 if roll <= 4 else 1 if roll <= 7 else 2)
        turn(state)  # no chit for what the last station lost
        assert state.sfs_lost == 0


@pytest.mark.rule("P-6.6.O-1")
def test_attack_ends_go_back_with_a_new_station() -> None:
    state = picket(card=3)
    state.attack_ends = 1
    turn(state)
    assert inside(state, "Attack Ends") == 1
    assign(state, *TEAM, *ONE)
    assert inside(state, "Attack Ends") == 4


@pytest.mark.rule("P-11.3.A-1", "P-11.3.B-1")
@pytest.mark.parametrize("campaign", ["", "mini", "long_a", "long_b"])
def test_attack_ends_may_be_left_out_of_scenarios_only(campaign: str) -> None:
    with_them = picket(card=3, campaign=campaign)
    without = picket(card=3, campaign=campaign, attack_ends_in_scenarios="off")
    for state in (with_them, without):
        assign(state, *TEAM, *ONE)
    assert inside(with_them, "Attack Ends") == 4
    assert inside(without, "Attack Ends") == (4 if campaign else 0)


@pytest.mark.rule("P-6.6.O-1")
@pytest.mark.parametrize("number", range(11))
def test_number_of_attack_ends_is_a_setting(number: int) -> None:
    state = picket(card=3, attack_ends=number)
    assert inside(state, "Attack Ends") == number
    state.attack_ends = 0
    assign(state, *TEAM, *ONE)
    assert inside(state, "Attack Ends") == number


@pytest.mark.rule("P-4.0.A-1")
def test_any_dice_give_a_station_on_any_date() -> None:
    for number in range(1, 95):
        state = advanced(station=0)
        state.turn = number
        assign_station(state, Rolled(number), None)
        assert 1 <= state.station <= 16
