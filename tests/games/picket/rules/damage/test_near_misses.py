"""Near misses: Table 11-1 (7.1.G, 7.3.T-U)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import check_dice, dead, kinds, leans, near_missed
from picket_repair import ADVANCED, a_ship, hits

from flankspeed.games.picket.data.ids import CIC, FUEL_AFT, RUDDER
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed
from flankspeed.games.picket.rules.repair.jobs import WORDS
from flankspeed.games.picket.state import PicketState

NOTHING = [
    *((1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 5), (3, 2), (3, 4), (4, 1), (4, 3), (4, 6)),
    *((5, 2), (5, 3), (5, 4), (5, 6), (6, 1), (6, 3), (6, 6)),
]
HULL = [(1, 1), (3, 1), (3, 5), (5, 1)]
PARTS = [
    ((1, 6), "aft-stack", {"manoeuvre": 9}),
    ((2, 4), "port-shaft", {"manoeuvre": 8}),
    ((3, 6), "fwd-fuel-tanks", {"fuel": 8}),
    ((4, 2), "fwd-stack", {"manoeuvre": 9}),
    ((4, 5), "aft-fuel-tanks", {"fuel": 8}),
    ((5, 5), "stbd-shaft", {"manoeuvre": 8}),
    ((6, 2), "rudder", {"manoeuvre": 5}),
]
TRACKS = ("hull", "manoeuvre", "fuel", "flood", "ammo")


def tracks(state: PicketState) -> dict[str, int]:
    """The tracks that are not at 10."""
    return {name: getattr(state, name) for name in TRACKS if getattr(state, name) != 10}


@pytest.mark.rule("P-7.3.U-1", "P-7.1.G-1")
@pytest.mark.parametrize("at", NOTHING)
def test_most_near_misses_do_nothing(at: tuple[int, int]) -> None:
    state = a_ship(sfs=2)
    check_dice(near_missed(state, *at), 3, 3, *at)
    assert tracks(state) == {}
    assert not any(state.primaries)
    assert not any(state.equipment)
    assert (state.sfs, state.plane_hits) == (2, 0)


@pytest.mark.rule("P-7.3.T-1", "P-1.2.1-2")
@pytest.mark.parametrize("at", HULL)
def test_debris_costs_a_hull_point(at: tuple[int, int]) -> None:
    state = a_ship()
    near_missed(state, *at)
    assert tracks(state) == {"hull": 9}
    assert not any(state.primaries)


@pytest.mark.rule("P-7.3.T-1", "P-7.3.A-2")
@pytest.mark.parametrize(("at", "word", "cost"), PARTS)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_named_part_is_marked_and_costs_its_printed_points(
    at: tuple[int, int], word: str, cost: dict[str, int], mode: str
) -> None:
    state = a_ship(options={"mode": mode})
    near_missed(state, *at)  # and no die for a note or for flooding
    assert tracks(state) == cost
    assert hits(state, word) == sum(state.primaries) == 1
    assert state.fires == 1 << WORDS.index(word)


@pytest.mark.rule("P-7.3.T-1", "P-7.3.O-1")
@pytest.mark.parametrize(("at", "word", "cost"), PARTS)
def test_what_is_destroyed_already_costs_nothing(
    at: tuple[int, int], word: str, cost: dict[str, int]
) -> None:
    state = a_ship({word: 4 if "tanks" in word else 2})
    assert cost
    assert "already destroyed" in kinds(near_missed(state, *at))
    assert tracks(state) == {}


@pytest.mark.rule("P-7.3.T-1", "P-7.3.B-1")
def test_a_second_marker_destroys_a_fitting() -> None:
    state = a_ship({"fwd-stack": 1, "port-shaft": 1, "rudder": 1})
    near_missed(state, 4, 2)
    near_missed(state, 2, 4)
    assert tracks(state) == {"manoeuvre": 7}  # only the printed points
    near_missed(state, 6, 2)
    assert primary_destroyed(state, RUDDER)
    assert (state.manoeuvre, state.dead_in_water) == (0, True)  # note H, R-69


@pytest.mark.rule("P-7.3.T-1", "P-7.3.I-1")
def test_the_fourth_marker_in_a_tank_rolls_on_table_21() -> None:
    state = a_ship({"aft-fuel-tanks": 3}, options=ADVANCED)
    near_missed(state, 4, 5, 3, 3, bearing=180)
    assert primary_destroyed(state, FUEL_AFT)
    assert tracks(state) == {"fuel": 3, "flood": 9, "manoeuvre": 9}
    assert leans(state) == {"stern": 1}


@pytest.mark.rule("P-7.3.T-1", "P-7.3.D-1", "P-5.3.1.F-1")
@pytest.mark.parametrize("at", [(3, 3), (6, 5)])
def test_a_clipped_mast_costs_both_radars(at: tuple[int, int]) -> None:
    state = a_ship({"sc": 1})
    state.at_equipment[6] = 1
    near_missed(state, *at)
    assert (hits(state, "sc"), hits(state, "sg")) == (2, 2)
    assert state.crew == [13, 10, 13]


@pytest.mark.rule("P-7.3.T-1", "P-5.2.G-1")
@pytest.mark.parametrize("at", [(2, 2), (4, 4)])
def test_a_support_ship_may_be_lost(at: tuple[int, int]) -> None:
    state = a_ship(sfs=1)
    near_missed(state, *at)
    assert (state.sfs, state.sfs_lost) == (0, 1)
    assert "no support to lose" in kinds(near_missed(state, *at))
    assert (state.sfs, state.sfs_lost) == (0, 1)


@pytest.mark.rule("P-7.3.T-1", "P-7.3.W-1")
@pytest.mark.parametrize("at", [(2, 3), (2, 6), (6, 4)])
def test_a_near_miss_may_be_a_random_result(at: tuple[int, int]) -> None:
    state = a_ship()
    near_missed(state, *at, 1, 1)
    assert state.water_lines == 1


@pytest.mark.rule("P-7.2.F-1", "P-7.7.J-1")
def test_men_at_a_part_nearly_missed_are_killed() -> None:
    state = a_ship({"rudder": 1})
    state.at_primary[RUDDER] = 2
    state.at_primary[CIC] = 1
    near_missed(state, 6, 2)
    assert state.crew == [14, 10, 11]
    assert dead(state) == []


@pytest.mark.rule("P-7.3.T-1")
def test_every_cell_is_tried_above() -> None:
    cells: list[Any] = [*NOTHING, *HULL, *(part[0] for part in PARTS)]
    cells += [(3, 3), (6, 5), (2, 2), (4, 4), (2, 3), (2, 6), (6, 4)]
    assert sorted(cells) == [(row, column) for row in range(1, 7) for column in range(1, 7)]
