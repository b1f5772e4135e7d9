"""Random results of hits: Table 15 (7.1.D, 7.3.V-W)."""

from __future__ import annotations

import pytest
from picket_damage import HIT, cell, dead, kinds, run, struck, struck_twice
from picket_repair import ADVANCED, a_ship

from flankspeed.engine import Event
from flankspeed.games.picket.data.ids import LOW
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.rules.attack.special_hits import SpecialHits
from flankspeed.games.picket.rules.plane import COMING, SPENT, Plane
from flankspeed.games.picket.state import PicketState

RANDOM = (0, 1)  # a cell of Table 11, midship and aft


def random(state: PicketState, *dice: int) -> list[Event]:
    """A plane strikes midship and its first roll is a random result."""
    return struck(state, 90, *cell(*RANDOM, *dice))


@pytest.mark.rule("P-7.1.D-1", "P-7.3.W-1", "P-7.12.A-1")
def test_2_is_a_hit_on_the_water_lines() -> None:
    state = a_ship()
    random(state, 1, 1)
    assert state.water_lines == 1


@pytest.mark.rule("P-7.3.W-1")
def test_3_is_fighters_that_end_the_attacks_of_the_phase() -> None:
    state = a_ship()
    state.planes = [Plane(0, 2, LOW), Plane(1, 4, LOW)]
    state.specials = [Plane(35)]
    # The plane in hand finishes both its rolls; the other makes none.
    run(state, RegularHits(), (*HIT, *cell(*RANDOM, 1, 2), *cell(2, 6)))
    assert state.attacks_over
    assert state.deck_fires == [0, 1, 0]
    assert [plane.fate for plane in state.planes] == [SPENT, COMING]
    run(state, SpecialHits(), ())
    assert state.specials[0].fate == COMING  # unused, so not out of the game


@pytest.mark.rule("P-7.3.W-1", "P-5.2.G-1")
@pytest.mark.parametrize(("before", "after", "lost"), [(2, 1, 1), (0, 0, 0)])
def test_4_loses_a_support_ship(before: int, after: int, lost: int) -> None:
    state = a_ship(sfs=before)
    random(state, 1, 3)
    assert (state.sfs, state.sfs_lost) == (after, lost)


@pytest.mark.rule("P-7.3.V-1", "P-7.3.W-1")
@pytest.mark.parametrize(
    ("roll", "who"),
    [
        ((1, 1), ["Captain"]),
        ((1, 2), ["DCO"]),
        ((2, 2), ["CPO"]),
        ((2, 3), ["Chief 2"]),
        ((3, 3), []),
        ((3, 4), []),
        ((4, 4), ["Chief 3"]),
        ((4, 5), ["Chief 1"]),
        ((5, 5), ["Gunnery"]),
        ((5, 6), ["Engineer"]),
        ((6, 6), ["XO"]),
    ],
)
def test_5_kills_by_table_13(roll: tuple[int, int], who: list[str]) -> None:
    state = a_ship()
    random(state, 2, 3, *roll)
    assert dead(state) == who
    random(state, 2, 3, *roll)  # he cannot die twice
    assert dead(state) == who


@pytest.mark.rule("P-7.3.W-1", "P-7.3.U-1")
@pytest.mark.parametrize("roll", [(3, 3), (4, 5), (5, 5), (5, 6)])
def test_6_and_9_to_11_are_superficial(roll: tuple[int, int]) -> None:
    state = a_ship(sfs=2)
    before = state.copy()
    random(state, *roll)
    for name in ("water_lines", "sfs", "alive", "new_station", "attacks_over", "hull", "primaries"):
        assert getattr(state, name) == getattr(before, name)


@pytest.mark.rule("P-7.3.W-1", "P-5.3.E-1")
def test_7_silences_the_land_radar_activated_last_for_good() -> None:
    state = a_ship(options=ADVANCED)
    state.land_radar = [0, 2]
    random(state, 3, 4)
    assert (state.land_radar, state.land_radar_lost) == ([0], 1 << 2)
    random(state, 3, 4)
    assert "no land radar to lose" in kinds(random(state, 3, 4))
    assert (state.land_radar, state.land_radar_lost) == ([], 0b101)


@pytest.mark.rule("P-7.3.W-1")
def test_8_is_a_new_station_at_the_end_of_the_turn() -> None:
    state = a_ship(station=5)
    random(state, 4, 4)
    assert state.new_station
    assert state.station == 5


@pytest.mark.rule("P-7.3.W-1", "P-7.3.E-1")
def test_12_breaks_her_back() -> None:
    state = a_ship()
    events = struck_twice(state, 90, *cell(*RANDOM, 6, 6))
    assert state.sunk
    assert state.ships_sunk == 1
    assert events[-1].facts["why"] == "her back is broken"


@pytest.mark.rule("P-7.1.D-1")
@pytest.mark.parametrize(("bearing", "at"), [(0, (1, 4)), (90, (4, 2)), (180, (8, 4))])
def test_every_section_has_random_results(bearing: int, at: tuple[int, int]) -> None:
    state = a_ship()
    struck(state, bearing, *cell(*at, 1, 1))
    assert state.water_lines == 1
