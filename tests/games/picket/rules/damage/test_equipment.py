"""Directors, radars and water lines under fire (5.3.1, 7.3.M-N, 7.12.A-B)."""

from __future__ import annotations

import pytest
from picket_damage import cell, kinds, struck
from picket_repair import a_ship, directed, hits, men

from flankspeed.engine import Event
from flankspeed.games.picket.data.ids import EQUIPMENT, SC, SG
from flankspeed.games.picket.rules.damage.condition import must_withdraw
from flankspeed.games.picket.rules.damage.equipment import hit_water_lines, lines_destroyed
from flankspeed.games.picket.rules.station.support import ship_radar_shift
from flankspeed.games.picket.state import PicketState

LINES = {0: (5, 6), 90: (0, 5), 180: (0, 3)}  # cells of Table 11, by bearing


def hit_mk37(state: PicketState, *dice: int) -> list[Event]:
    return struck(state, 0, *cell(0, 5, *dice))


@pytest.mark.rule("P-7.3.Y-1", "P-6.8.C.3-1", "P-7.3.A-3")
def test_v43_a_deck_fire_and_the_mk37() -> None:
    state = a_ship()
    hit_mk37(state, 4)
    assert state.deck_fires == [1, 0, 0]
    assert hits(state, "mk37") == 1
    assert not any(directed(state, gun) for gun in range(5))
    assert state.fires == 0  # P-7.3.A-2: no fire marker on a director


@pytest.mark.rule("P-7.3.A-3", "P-7.3.N-1", "P-7.3.D-1")
@pytest.mark.parametrize(("die", "marks"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_the_die_of_the_mk37(die: int, marks: int) -> None:
    state = a_ship()
    hit_mk37(state, die)
    assert hits(state, "mk37") == marks
    assert directed(state, 0) == (marks == 0)


@pytest.mark.rule("P-7.3.N-1", "P-7.3.O-1", "P-7.10.D-1")
def test_the_second_hit_destroys_a_director_and_the_third_is_ignored() -> None:
    state = a_ship({"mk37": 1})
    hit_mk37(state, 3)
    assert hits(state, "mk37") == 2
    assert "already destroyed" in kinds(hit_mk37(state))


@pytest.mark.rule("P-1.1.1.C-1", "P-7.3.M-1", "P-5.3.1.A-1")
def test_what_counts_as_equipment() -> None:
    directors = [f"40mm {letter} director" for letter in "ABCDE"]
    assert list(EQUIPMENT[:8]) == ["Mk37 director", *directors, "SC radar", "SG radar"]
    assert (SC, SG) == (6, 7)


@pytest.mark.rule("P-5.3.1.B-1", "P-5.3.1.C-1", "P-5.3.1.D-1", "P-5.3.1.E-1", "P-7.11.C-1")
def test_radar_hits_change_the_radar_level_at_once() -> None:
    state = a_ship()
    assert ship_radar_shift(state) == 1
    struck(state, 0, *cell(9, 1, 5))  # SC
    assert (hits(state, "sc"), ship_radar_shift(state)) == (1, 0)
    struck(state, 0, *cell(9, 5, 1))  # SG
    assert (hits(state, "sg"), ship_radar_shift(state)) == (1, 0)
    struck(state, 0, *cell(9, 1, 1))
    assert (hits(state, "sc"), ship_radar_shift(state)) == (2, -1)
    assert state.fires == 0


@pytest.mark.rule("P-7.3.N-1", "P-7.3.D-1")
def test_a_die_for_each_radar() -> None:
    state = a_ship()
    struck(state, 90, *cell(0, 6, 6, 3))
    assert (hits(state, "sc"), hits(state, "sg")) == (2, 1)
    struck(state, 90, *cell(0, 6, 2))  # none for the SC, which is gone
    assert (hits(state, "sc"), hits(state, "sg")) == (2, 2)


@pytest.mark.rule("P-7.3.D-1", "P-5.3.1.F-1", "P-7.8.2.I-1", "P-7.8.2.J2-1")
@pytest.mark.parametrize(
    ("bearing", "at", "marks"), [(0, (8, 6), (2, 2)), (90, (3, 1), (2, 0)), (90, (6, 3), (0, 2))]
)
def test_radars_destroyed_at_once(
    bearing: int, at: tuple[int, int], marks: tuple[int, int]
) -> None:
    state = a_ship()
    struck(state, bearing, *cell(*at))
    assert (hits(state, "sc"), hits(state, "sg")) == marks
    assert must_withdraw(state) == ("both radars are destroyed" if marks == (2, 2) else "")


@pytest.mark.rule("P-7.12.A-1", "P-7.12.B-1")
@pytest.mark.parametrize("bearing", [0, 90, 180])
def test_water_line_hits_of_all_sections_go_in_one_box(bearing: int) -> None:
    state = a_ship(water_lines=1)
    events = struck(state, bearing, *cell(*LINES[bearing], 3))
    assert state.water_lines == 2
    assert not lines_destroyed(state)
    assert "lines hit" in kinds(events)
    events = struck(state, bearing, *cell(*LINES[bearing], 1))
    assert lines_destroyed(state)
    assert "lines destroyed" in kinds(events)
    assert "already destroyed" in kinds(struck(state, bearing, *cell(*LINES[bearing])))
    hit_water_lines(state, None)
    assert state.water_lines == 3


@pytest.mark.rule("P-7.12.B-1", "P-7.3.D-1", "P-7.3.A-2")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_water_lines_destroyed_at_once(die: int) -> None:
    state = a_ship()
    struck(state, 90, *cell(7, 2, die))
    assert lines_destroyed(state)
    assert state.fires == 0


@pytest.mark.rule("P-7.2.F-1", "P-7.10.E-1", "P-7.11.D-1", "P-7.7.J-1")
def test_a_hit_on_equipment_kills_the_man_at_it() -> None:
    state = a_ship({"mk37": 1, "sc": 1, "director-d": 1})
    state.at_equipment[0] = state.at_equipment[SC] = state.at_equipment[4] = 1
    state.held = 1 << SC | 1 << 4
    hit_mk37(state, 2)  # unhurt
    assert men(state, "mk37") == 1
    hit_mk37(state, 3)
    struck(state, 0, *cell(9, 1, 1))
    struck(state, 90, *cell(0, 4, 6, 1))
    assert state.at_equipment == [0] * 9
    assert state.crew == [12, 9, 13]
    assert state.held == 0
