"""Rules 5.1, 5.2 and 5.3.1: fighter direction team, surface support, the ship's radars."""

from __future__ import annotations

from functools import partial

import pytest
from picket_attack import PLOT_ROOM, RADARS, assign, attack, counted, of_kind, picket, turn

from flankspeed.engine import DiceError, Rolled, Scripted
from flankspeed.games.picket.data.ids import BRIDGE, CIC, EQUIPMENT, RADIO
from flankspeed.games.picket.rules.damage.condition import must_withdraw
from flankspeed.games.picket.rules.damage.equipment import (
    destroy_equipment,
    hit_equipment,
    lose_fdt,
    lose_sfs,
)
from flankspeed.games.picket.rules.station.support import (
    column_shifts,
    ship_radar_shift,
    start_of_turn,
)
from flankspeed.games.picket.state import PicketState

NO_ATTACK = (6, 6)  # Table 8-1 on station 9 in any column from -1 to +2
ship = partial(picket, column=2)


def shifts(state: PicketState) -> dict[str, int]:
    """The column shifts that count on Table 8-1, in play."""
    found = counted(of_kind(attack(state, *NO_ATTACK), "attack column"))
    assert found == {shift.name: shift.value for shift in column_shifts(state)}
    return found


@pytest.mark.rule("P-5.1.B-1")
def test_direction_team_shifts_the_column() -> None:
    state = ship()
    assert shifts(state)["FDT"] == 1
    state.fdt = False
    assert shifts(state)["no FDT"] == -1


@pytest.mark.rule("P-5.1.C-1")
def test_a_lost_team_comes_back_only_with_a_new_station() -> None:
    state = ship(card=9)
    lose_fdt(state, None)
    turn(state)
    assert shifts(state)["no FDT"] == -1
    assign(state, 6, 6, 6, 6)
    assert shifts(state)["FDT"] == 1


@pytest.mark.rule("P-5.2.B-1")
def test_surface_support_shifts_the_column() -> None:
    state = ship()
    for markers, name, shift in ((0, "no SFS", -2), (1, "SFS", 1), (2, "SFS", 2)):
        state.sfs = markers
        assert shifts(state)[name] == shift
    lose_sfs(state, None)  # the markers the ship has at the time
    assert shifts(state)["SFS"] == 1


@pytest.mark.rule("P-5.2.G-1")
@pytest.mark.parametrize(("chit", "left"), [("-2", 1), ("-1", 1), ("0", 1), ("+1", 2), ("+2", 2)])
def test_a_chit_may_replace_a_lost_marker_at_the_start_of_a_turn(chit: str, left: int) -> None:
    state = ship()
    state.sfs = 2
    lose_sfs(state, None)
    attack(state, *NO_ATTACK)  # not at the start of a phase
    assert state.sfs == 1
    turn(state, chit)
    assert state.sfs == left
    turn(state)  # there is no second try
    assert state.sfs == left


@pytest.mark.rule("P-5.2.G-1")
def test_one_chit_for_each_lost_marker() -> None:
    state = ship()
    state.sfs = 2
    lose_sfs(state, None)
    lose_sfs(state, None)
    events = turn(state, "0", "+2")
    assert [event.kind for event in events] == ["support not replaced", "support replaced"]
    assert state.sfs == 1


@pytest.mark.rule("P-5.2.G-1")
def test_chits_of_one_batch_are_drawn_without_putting_back() -> None:
    state = ship(chit_mix="9,0,0,0,1")
    state.sfs_lost = 2
    start_of_turn(state, Scripted([10, 9]), None)
    assert state.sfs == 1
    state.sfs_lost = 2
    with pytest.raises(DiceError):  # only nine are left for the second
        start_of_turn(state, Scripted([10, 10]), None)


@pytest.mark.rule("P-5.2.G-1")
@pytest.mark.parametrize(
    ("mix", "replaced"),
    [("9,9,9,0,0", {0}), ("0,0,0,9,9", {1}), ("4,4,4,4,4", {0, 1}), ("5,5,0,0,1", {0, 1})],
)
def test_mix_of_chits_is_a_setting(mix: str, replaced: set[int]) -> None:
    found = set()
    for seed in range(60):
        state = ship(chit_mix=mix)
        state.sfs_lost = 1
        start_of_turn(state, Rolled(seed), None)
        found.add(state.sfs)
    assert found == replaced


@pytest.mark.rule("P-5.2.E-1", "P-5.2.H-1")
def test_markers_are_kept_from_turn_to_turn() -> None:
    state = ship()
    state.sfs = 2
    turn(state)
    attack(state, *NO_ATTACK)
    turn(state)
    assert state.sfs == 2


@pytest.mark.rule("P-5.3.1.A-1", "P-5.3.1.B-1")
def test_both_radars_in_order() -> None:
    state = ship()
    assert set(RADARS) == {name.split()[0] for name in EQUIPMENT if "radar" in name}
    assert ship_radar_shift(state) == 1  # V-18
    assert shifts(state)["ship radar"] == 1


@pytest.mark.rule("P-5.3.1.C-1", "P-5.3.1.D-1", "P-5.3.1.E-1")
@pytest.mark.parametrize(("first", "second"), [("SC", "SG"), ("SG", "SC")])
def test_radar_level_follows_the_damage_at_once(first: str, second: str) -> None:
    state = ship()
    found = []
    for radar in (first, second, first, second):
        hit_equipment(state, RADARS[radar], None)
        found.append(shifts(state)["ship radar"])
    assert found == [0, 0, -1, -1]
    state.equipment[RADARS[second]] = 0  # the other one is still destroyed
    assert shifts(state)["ship radar"] == -1


@pytest.mark.rule("P-5.3.1.E-1")
def test_radar_level_follows_a_repair() -> None:
    state = ship()
    hit_equipment(state, RADARS["SG"], None)
    assert ship_radar_shift(state) == 0
    state.equipment[RADARS["SG"]] = 0
    assert ship_radar_shift(state) == 1


@pytest.mark.rule("P-5.3.1.F-1")
def test_both_radars_destroyed_send_the_ship_back() -> None:
    state = ship()
    destroy_equipment(state, RADARS["SC"], None)
    assert not must_withdraw(state)
    destroy_equipment(state, RADARS["SG"], None)
    assert must_withdraw(state)


@pytest.mark.rule("P-7.8.2.J-5")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize(("room", "name"), [(BRIDGE, "Bridge"), (CIC, "CIC"), (RADIO, "Radio")])
def test_destroyed_rooms_shift_the_column(mode: str, room: int, name: str) -> None:
    state = ship(mode=mode)
    state.primaries[room] = 2
    assert f"{name} destroyed" not in shifts(state)
    state.primaries[room] = 3
    assert shifts(state)[f"{name} destroyed"] == -1


@pytest.mark.rule("P-6.6.B-1")
def test_plot_room_counts_in_the_advanced_game() -> None:
    state, basic = ship(mode="advanced"), ship()
    for table in (state, basic):
        table.secondaries[PLOT_ROOM] = 1
        assert "Plot Room destroyed" not in shifts(table)
        table.secondaries[PLOT_ROOM] = 2
    assert shifts(state)["Plot Room destroyed"] == -1
    assert "Plot Room destroyed" not in shifts(basic)


@pytest.mark.rule("P-6.6.B-1")
def test_all_destroyed_rooms_count_together() -> None:
    state = ship(mode="advanced")
    for room in (BRIDGE, CIC, RADIO):
        state.primaries[room] = 3
    state.secondaries[PLOT_ROOM] = 2
    assert sum(shift.value for shift in column_shifts(state)) == 2 - 4
