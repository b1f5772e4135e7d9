"""Rule 5.3: the radar stations ashore (advanced game)."""

from __future__ import annotations

import pytest
from picket_attack import advanced, attack, counted, of_kind, picket, turn

from flankspeed.games.picket.data.calendar import date_name, turn_named
from flankspeed.games.picket.rules.damage.equipment import lose_land_radar
from flankspeed.games.picket.state import PicketState

NO_ATTACK = (6, 6)
HADO, IE_SHIMA, ZAMANI, NAGANNI = range(4)
FIRST = {"Hado": "Apr 21", "Ie Shima": "Apr 23", "Zamani": "May 10", "Naganni": "Jun 8"}


def shift(state: PicketState) -> int:
    return counted(of_kind(attack(state, *NO_ATTACK), "attack column")).get("land radar", 0)


@pytest.mark.rule("P-5.3.A-1")
def test_basic_game_has_no_land_radar() -> None:
    state = picket(date="Jun 20")
    turn(state)
    assert state.land_radar == []
    assert shift(state) == 0


@pytest.mark.rule("P-2.0.G-1")
def test_game_begins_without_land_radar_and_with_full_tracks() -> None:
    state = advanced()
    assert state.land_radar == []
    assert (state.flood, state.hull, state.manoeuvre, state.fuel, state.ammo) == (10,) * 5


@pytest.mark.rule("P-2.0.I-1")
def test_morale_begins_at_0() -> None:
    assert picket().morale == 0


@pytest.mark.rule("P-5.3.C-1", "P-1.4-2", "P-1.6-1")
def test_stations_may_be_tried_from_their_dates_on() -> None:
    tried: dict[str, int] = {}
    for day in range(1, 95):
        state = advanced()
        state.turn = day
        count = sum(turn_named(first) <= day for first in FIRST.values())
        for event in turn(state, *[1] * (2 * count)):
            tried.setdefault(str(event.facts["radar"]), day)
    assert {name: date_name(day) for name, day in tried.items()} == {
        "Hado": "21 Apr 1945",
        "Ie Shima": "23 Apr 1945",
        "Zamani": "10 May 1945",
        "Naganni": "8 Jun 1945",
    }


@pytest.mark.rule("P-5.3.D-1")
def test_table_5_1() -> None:
    for first in range(1, 7):
        for second in range(1, 7):
            state = advanced(date="Apr 21")
            turn(state, first, second)
            assert state.land_radar == ([HADO] if first + second >= 5 else [])


@pytest.mark.rule("P-5.3.B-1", "P-5.3.D-1")
def test_each_silent_station_rolls_every_turn_until_it_succeeds() -> None:
    state = advanced(date="May 10")
    turn(state, 2, 2, 2, 3, 1, 3)
    assert state.land_radar == [IE_SHIMA]
    turn(state, 1, 1, 6, 6)
    assert state.land_radar == [IE_SHIMA, ZAMANI]
    turn(state, 6, 6)
    assert state.land_radar == [IE_SHIMA, ZAMANI, HADO]
    turn(state)
    assert len(state.land_radar) == 3


@pytest.mark.rule("P-5.3.E-1", "P-5.3.F-1")
def test_shift_by_number_of_stations_at_work() -> None:
    state = advanced(date="Jun 8")
    found = [shift(state)]
    for dice in ((6, 6, 1, 1, 1, 1, 1, 1), (6, 6, 1, 1, 1, 1), (6, 6, 1, 1), (6, 6)):
        turn(state, *dice)
        found.append(shift(state))
    assert found == [0, 1, 1, 2, 2]  # the fourth is V-17


@pytest.mark.rule("P-5.3.E-1", "P-5.3.F-1")
def test_a_station_lost_for_good_lowers_the_shift_and_is_not_tried_again() -> None:
    state = advanced(date="May 10")
    turn(state, *[6] * 6)
    assert shift(state) == 2
    lose_land_radar(state, None)  # Table 15
    assert shift(state) == 1
    assert state.land_radar == [HADO, IE_SHIMA]  # the one activated last
    turn(state)
    assert state.land_radar == [HADO, IE_SHIMA]


@pytest.mark.rule("P-5.3.E-1", "P-6.6.D-1")
def test_a_station_out_by_note_b_may_be_tried_again() -> None:
    state = advanced(date="May 10", weather="rain")
    turn(state, 1, 1, 6, 6, 6, 6)
    turn(state, 6, 6)
    assert state.land_radar == [IE_SHIMA, ZAMANI, HADO]
    events = attack(state, 6, 6, 3, 4, 4)  # 13: RR; Table 8-2, note B
    assert of_kind(events, "land radar out").facts["radar"] == "Hado"
    assert state.land_radar == [IE_SHIMA, ZAMANI]
    turn(state, 6, 6)
    assert state.land_radar == [IE_SHIMA, ZAMANI, HADO]


@pytest.mark.rule("P-5.3.E-1")
def test_note_b_without_any_station_has_no_effect() -> None:
    state = advanced(weather="rain")
    events = attack(state, 6, 6, 3, 4, 6)
    assert of_kind(events, "no land radar out")
    assert state.land_radar == []
    assert not state.day_over
