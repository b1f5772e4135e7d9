"""Hits on the ship: Table 11, compartments and what their loss means (7.1.C, 7.3, 7.5, 7.8.2.J)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from picket_damage import (
    NOTHING,
    cell,
    check_dice,
    check_texts,
    crashed,
    kinds,
    leans,
    struck,
    struck_twice,
)
from picket_repair import ADVANCED, a_ship, hits

from flankspeed.engine import Log, Rolled, Scripted
from flankspeed.games.picket.data.damage_charts import damage_charts
from flankspeed.games.picket.data.ids import BOW, CIC, ENGINE_FWD, FIRE_FWD, MAG_1, RUDDER
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed, spread_hit
from flankspeed.games.picket.rules.damage.condition import em_barred, must_withdraw
from flankspeed.games.picket.rules.damage.guns import gun_can_fire
from flankspeed.games.picket.rules.damage.hits import near_miss, plane_strikes
from flankspeed.games.picket.rules.damage.people import free_crew
from flankspeed.games.picket.rules.damage.table_11 import table_11
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.repair.jobs import WORDS
from flankspeed.games.picket.rules.station.support import column_shifts
from flankspeed.games.picket.state import PicketState, ShipLost

# Cells of Table 11.
CIC_CELL, BRIDGE_CELL, RADIO_CELL, MAG_1_CELL = (5, 2), (5, 4), (8, 4), (0, 3)
ENGINE_CELL, FIRE_CELL, STACK_CELL, STACK_GONE = (1, 2), (6, 1), (3, 2), (0, 2)
STEERING_CELL, RUDDER_CELL, RUDDER_GONE, SHAFT_CELL = (4, 4), (7, 3), (0, 4), (1, 2)


def hit(state: PicketState, bearing: int, at: tuple[int, int], *notes: int) -> list[Any]:
    return struck(state, bearing, *cell(*at, *notes))


@pytest.mark.rule("P-7.1.C-1")
@pytest.mark.parametrize(
    ("bearing", "section"),
    [
        (315, "forward"),  # V-20
        (90, "midship"),
        (225, "aft"),
        (0, "forward"),
        (45, "forward"),
        (270, "midship"),
        (180, "aft"),
        (135, "aft"),
    ],
)
def test_v20_the_section_follows_from_the_bearing(bearing: int, section: str) -> None:
    events = struck_twice(a_ship(), bearing, *NOTHING[section], *NOTHING[section])
    rolled = [event.facts["section"] for event in events if event.kind == "table 11"]
    assert rolled == [section, section]


@pytest.mark.rule("P-7.1.C-1", "P-7.3.A-1", "P-1.5-1")
def test_a_plane_that_strikes_is_rolled_for_twice_and_noted() -> None:
    state = a_ship()
    events = struck_twice(state, 90, *cell(*STACK_CELL), *cell(2, 6))
    check_dice(events, 6, 6, 4, 2, 3, 6)
    assert hits(state, "fwd-stack") == 1
    assert state.deck_fires == [0, 1, 0]
    assert state.plane_hits == 1
    assert state.hits_by_bearing == [0, 0, 1, 0, 0, 0, 0, 0]


@pytest.mark.rule("P-7.1.C-1")
@pytest.mark.parametrize(
    ("options", "rolls"),
    [
        ({"basic_double_roll": "on"}, 2),
        ({"basic_double_roll": "off"}, 1),
        ({"mode": "advanced", "basic_double_roll": "off"}, 2),
    ],
)
def test_the_basic_game_may_be_played_with_one_roll(options: dict[str, str], rolls: int) -> None:
    state = a_ship(options=options)
    struck_twice(state, 180, *cell(2, 5) * rolls)
    assert state.deck_fires == [0, 0, rolls]


@pytest.mark.rule("P-7.3.A-1", "P-7.3.A-2", "P-7.5.A-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_hit_marker_and_with_the_first_a_fire_marker(mode: str) -> None:
    state = a_ship(options={"mode": mode})
    hit(state, 0, CIC_CELL)
    assert hits(state, "cic") == 1
    assert state.fires == 1 << CIC
    hit(state, 0, CIC_CELL)
    assert hits(state, "cic") == 2
    assert state.fires == 1 << CIC


@pytest.mark.rule("P-7.3.B-1", "P-7.3.C-1", "P-7.3.O-1", "P-7.5.B-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize(
    ("word", "bearing", "at", "boxes"),
    [
        ("fwd-stack", 90, STACK_CELL, 2),
        ("cic", 0, CIC_CELL, 3),
        ("steering-room", 180, STEERING_CELL, 4),
    ],
)
def test_the_last_box_destroys_and_clears_the_markers(
    mode: str, word: str, bearing: int, at: tuple[int, int], boxes: int
) -> None:
    room = WORDS.index(word)
    note = (2,) if word == "steering-room" else ()
    state = a_ship({word: boxes - 2}, options={"mode": mode})
    hit(state, bearing, at, *note)
    assert not primary_destroyed(state, room)
    hit(state, bearing, at, *note)
    assert primary_destroyed(state, room)
    assert state.fires == 0
    assert "already destroyed" in kinds(hit(state, bearing, at))  # and no note is rolled
    assert hits(state, word) == boxes


@pytest.mark.rule("P-7.3.A-1", "P-7.3.B-1")
def test_v21_the_steering_room_is_destroyed_by_its_fourth_hit_and_never_floods() -> None:
    state = a_ship(options=ADVANCED)
    for count in range(1, 5):
        assert "question" not in kinds(hit(state, 180, STEERING_CELL, 6))
        assert hits(state, "steering-room") == count
    assert primary_destroyed(state, WORDS.index("steering-room"))
    assert state.flooded == 0
    assert state.flood == 10
    assert state.manoeuvre == 0


@pytest.mark.rule("P-7.3.D-1")
def test_a_result_that_destroys_does_so_at_once() -> None:
    state = a_ship()
    hit(state, 90, STACK_GONE)
    assert primary_destroyed(state, WORDS.index("fwd-stack"))
    assert state.fires == 0


@pytest.mark.rule("P-7.3.C-1", "P-1.1.1.A-1", "P-1.1.1.A-2")
def test_every_compartment_has_its_boxes_and_its_section() -> None:
    assert [room.boxes for room in ship().primaries] == [
        *(4, 4, 4, 4, 3, 3, 3),
        *(4, 4, 4, 4, 2, 2),
        *(4, 4, 4, 4, 4, 4, 4, 2, 2, 2),
    ]
    sections = [room.section for room in ship().primaries]
    assert [sections.count(section) for section in range(3)] == [7, 6, 10]
    sections = [room.section for room in ship().secondaries]
    assert [sections.count(section) for section in range(3)] == [37, 6, 14]


# --- Notes of Table 11 ---


@pytest.mark.rule("P-7.3.E-1")
@pytest.mark.parametrize(
    ("bearing", "at", "fatal"),
    [
        (0, MAG_1_CELL, 6),
        (45, (6, 5), 6),
        (315, (1, 6), 6),
        (0, (7, 2), 6),
        (180, (2, 2), 1),
        (135, (3, 6), 1),
        (225, (5, 4), 1),
        (180, (4, 3), 1),
        (180, (6, 3), 1),
        (180, (2, 4), 1),
    ],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_magazines_and_tanks_may_explode(
    bearing: int, at: tuple[int, int], fatal: int, die: int
) -> None:
    state = a_ship()
    dice = cell(*at, die)
    if die == fatal:
        assert kinds(struck_twice(state, bearing, *dice))[-1] == "ship lost"
        assert state.sunk
        assert not any(state.primaries)
    else:
        struck(state, bearing, *dice)
        assert not state.sunk
        assert sum(state.primaries) == 1


@pytest.mark.rule("P-7.3.D-1")
@pytest.mark.parametrize(("die", "boxes"), [(1, 1), (5, 1), (6, 3)])
def test_the_radio_is_destroyed_by_a_6(die: int, boxes: int) -> None:
    state = a_ship()
    hit(state, 0, RADIO_CELL, die)
    assert hits(state, "radio") == boxes


@pytest.mark.rule("P-7.3.E-1", "P-7.3.R-1")
@pytest.mark.parametrize(("die", "manoeuvre"), [(1, 0), (2, 10), (6, 10)])
@pytest.mark.parametrize("at", [FIRE_CELL, (2, 4), (4, 1)])
def test_a_boiler_that_explodes_leaves_the_ship_dead_in_the_water(
    die: int, manoeuvre: int, at: tuple[int, int]
) -> None:
    state = a_ship()
    hit(state, 90, at, die)
    assert state.manoeuvre == manoeuvre
    assert state.dead_in_water == (die == 1)
    assert sum(state.primaries) == 1  # the room takes its hit as well
    assert not state.bonuses_lost
    assert (must_withdraw(state) == "manoeuvre is at 0") == (die == 1)


@pytest.mark.rule("P-7.3.E-1")
def test_the_fire_room_cell_without_a_note_may_be_read_as_printed() -> None:
    state = a_ship(options={"mid41_boiler": "off"})
    hit(state, 90, (4, 1))
    assert hits(state, "fwd-fire-room") == 1
    hit(state, 90, FIRE_CELL, 1)  # the other cells keep their note
    assert state.dead_in_water


@pytest.mark.rule("P-7.3.E-1", "P-1.2.1-3")
@pytest.mark.parametrize(("die", "manoeuvre"), [(1, 5), (2, 10)])
def test_an_engine_room_hit_may_slow_the_ship(die: int, manoeuvre: int) -> None:
    state = a_ship()
    hit(state, 90, ENGINE_CELL, die)
    assert state.manoeuvre == manoeuvre
    assert hits(state, "fwd-engine-room") == 1


@pytest.mark.rule("P-1.2.1-3", "P-7.3.R-1")
def test_each_bend_of_a_shaft_costs_five() -> None:
    state = a_ship()
    hit(state, 180, SHAFT_CELL)
    assert (state.manoeuvre, hits(state, "port-shaft")) == (5, 1)
    hit(state, 180, (7, 5))
    assert (state.manoeuvre, hits(state, "port-shaft")) == (0, 2)
    state = a_ship({"port-shaft": 2})
    hit(state, 180, SHAFT_CELL)
    assert state.manoeuvre == 10  # destroyed already


@pytest.mark.rule("P-1.2.1-3", "P-7.8.2.J2-1")
def test_the_rudder_is_damaged_then_destroyed() -> None:
    state = a_ship(manoeuvre=10)
    hit(state, 180, RUDDER_CELL)
    assert (state.manoeuvre, state.dead_in_water) == (5, False)
    state.manoeuvre = 10
    hit(state, 180, RUDDER_CELL)
    assert (state.manoeuvre, state.dead_in_water) == (0, True)


@pytest.mark.rule("P-7.3.D-1", "P-9.0.G-1")
def test_the_rudder_may_be_destroyed_at_once() -> None:
    state = a_ship()
    hit(state, 180, RUDDER_GONE)
    assert primary_destroyed(state, RUDDER)
    assert (state.manoeuvre, state.dead_in_water) == (0, True)
    assert must_withdraw(state) == "the rudder is destroyed"


@pytest.mark.rule("P-7.3.D-1")
@pytest.mark.parametrize(("die", "boxes", "manoeuvre"), [(1, 4, 0), (2, 1, 10)])
def test_a_1_destroys_the_steering_room(die: int, boxes: int, manoeuvre: int) -> None:
    state = a_ship()
    hit(state, 180, STEERING_CELL, die)
    assert (hits(state, "steering-room"), state.manoeuvre) == (boxes, manoeuvre)


@pytest.mark.rule("P-7.3.Y-1")
def test_deck_fires_burn_in_their_section_up_to_the_end_of_the_track() -> None:
    state = a_ship(options={"deckfire_len": 3})
    struck_twice(state, 0, *cell(7, 5), *cell(7, 5))
    struck_twice(state, 90, *cell(2, 6), *cell(3, 4))
    struck_twice(state, 0, *cell(7, 5), *cell(7, 5))
    assert state.deck_fires == [3, 2, 0]


@pytest.mark.rule("P-7.3.U-1")
def test_superficial_damage_does_nothing() -> None:
    state = a_ship()
    before = state.copy()
    struck_twice(state, 90, *cell(0, 3), *cell(8, 2))
    for name in ("primaries", "guns", "equipment", "hull", "manoeuvre", "deck_fires"):
        assert getattr(state, name) == getattr(before, name)


@pytest.mark.rule("P-5.1.C-1", "P-7.3.U-1")
@pytest.mark.parametrize("aboard", [True, False])
def test_the_fighter_direction_team_is_killed(aboard: bool) -> None:
    state = a_ship(fdt=aboard)
    kind = "team killed" if aboard else "no team to kill"
    assert kind in kinds(hit(state, 0, (2, 3)))
    assert state.fdt is False


# --- What the loss of a compartment means (7.8.2.J) ---


@pytest.mark.rule("P-7.8.2.J-1", "P-1.1-2")
def test_a_5_inch_magazine_silences_its_own_gun() -> None:
    state = a_ship({"5in-mag-1": 3})
    hit(state, 0, MAG_1_CELL, 1)
    assert [gun_can_fire(state, gun) for gun in range(5)] == [False, True, True, True, True]
    assert state.ammo == 10


@pytest.mark.rule("P-7.8.2.J-2")
def test_each_engine_room_destroyed_costs_five() -> None:
    state = a_ship({"fwd-engine-room": 3, "aft-engine-room": 3})
    hit(state, 90, ENGINE_CELL, 2)
    assert state.manoeuvre == 5
    assert not must_withdraw(state)
    hit(state, 90, (5, 4), 2)
    assert state.manoeuvre == 0
    assert must_withdraw(state) == "both engine rooms are destroyed"


@pytest.mark.rule("P-7.8.2.J-3")
def test_without_both_fire_rooms_the_ship_is_dead_and_her_guns_unaided() -> None:
    state = a_ship({"fwd-fire-room": 3, "aft-fire-room": 3})
    hit(state, 90, FIRE_CELL, 2)
    assert (state.manoeuvre, state.dead_in_water, state.bonuses_lost) == (10, False, False)
    hit(state, 90, (2, 4), 2)
    assert (state.manoeuvre, state.dead_in_water, state.bonuses_lost) == (0, True, True)
    assert must_withdraw(state) == "both fire rooms are destroyed"


@pytest.mark.rule("P-7.8.2.J-4", "P-1.2.1-4")
def test_each_fuel_tank_destroyed_costs_five() -> None:
    state = a_ship({"fwd-fuel-tanks": 3, "aft-fuel-tanks": 3})
    hit(state, 0, (7, 2), 1)
    assert state.fuel == 5
    assert em_barred(state) == ""
    hit(state, 180, (2, 4), 2)
    assert state.fuel == 0
    assert em_barred(state) == "there is no fuel"
    assert must_withdraw(state) == "both fuel tanks are destroyed"


@pytest.mark.rule("P-7.8.2.J-5", "P-7.3.K-2")
@pytest.mark.parametrize("word", ["bridge", "cic", "radio"])
def test_bridge_cic_and_radio_count_one_column_each(word: str) -> None:
    sums = []
    for count in (2, 3):
        state = a_ship({word: count})
        sums.append(sum(shift.value for shift in column_shifts(state)))
    assert sums[0] - sums[1] == 1


@pytest.mark.rule("P-7.3.K-2", "P-7.8.2.J-5")
def test_the_plot_room_counts_one_column_in_the_advanced_game() -> None:
    sums = [
        sum(
            shift.value
            for shift in column_shifts(a_ship({"sec-fwd-plot-room": n}, options=ADVANCED))
        )
        for n in (1, 2)
    ]
    assert sums[0] - sums[1] == 1


# --- Secondary compartments ---


@pytest.mark.rule("P-7.5.C-1", "P-1.1.1.A-1")
def test_v58_basic_a_secondary_result_costs_a_hull_point() -> None:
    state = a_ship()
    hit(state, 0, (4, 2))
    hit(state, 0, (4, 1))  # shaded or not
    assert state.hull == 8
    assert not any(state.secondaries)


@pytest.mark.rule("P-7.3.K-1", "P-1.7-1", "P-7.3.O-1")
def test_advanced_a_secondary_is_damaged_then_destroyed() -> None:
    state = a_ship(options=ADVANCED)
    hit(state, 0, (4, 2))
    assert hits(state, "sec-fwd-mess-room") == 1
    hit(state, 0, (4, 2))
    assert hits(state, "sec-fwd-mess-room") == 2
    assert "already destroyed" in kinds(hit(state, 0, (4, 2)))
    assert hits(state, "sec-fwd-mess-room") == 2
    assert state.hull == 10


@pytest.mark.rule("P-7.3.K-1")
def test_two_cells_may_name_one_compartment() -> None:
    state = a_ship(options=ADVANCED)
    struck_twice(state, 0, *cell(6, 1), *cell(9, 3, 1))
    assert hits(state, "sec-fwd-repair-stores") == 2


# --- Special planes, spreading ---


@pytest.mark.rule("P-7.3.A-1", "P-7.2.C-1")
def test_a_special_plane_strikes_the_section_it_came_at() -> None:
    state = a_ship()
    crashed(state, "aft", *cell(2, 5))
    assert state.deck_fires == [0, 0, 1]
    assert state.plane_hits == 1
    assert not any(state.hits_by_bearing)


@pytest.mark.rule("P-7.8.2.H-1")
@pytest.mark.parametrize("word", ["port-shaft", "rudder", "fwd-engine-room", "cic"])
def test_damage_that_spreads_takes_one_more_box(word: str) -> None:
    state = a_ship({word: 1}, options=ADVANCED)
    spread_hit(state, WORDS.index(word), Scripted([]), None)
    assert hits(state, word) == 2
    assert state.manoeuvre == {"port-shaft": 5, "rudder": 0}.get(word, 10)


@pytest.mark.rule("P-7.8.2.H-1", "P-7.3.I-1")
def test_a_spreading_fourth_hit_rolls_on_table_21_and_tips_by_section() -> None:
    state = a_ship({"5in-mag-1": 3}, options=ADVANCED)
    spread_hit(state, MAG_1, Scripted([3, 3]), None)
    assert leans(state) == {"bow": 1}
    state = a_ship({"fwd-fire-room": 3}, options=ADVANCED)
    spread_hit(state, FIRE_FWD, Scripted([3, 3]), None)
    assert leans(state) == {}
    assert state.flood == 9
    state = a_ship({"fwd-engine-room": 3})
    spread_hit(state, ENGINE_FWD, Scripted([]), None)
    assert state.manoeuvre == 5
    assert state.flood == 10


@pytest.mark.rule("P-7.3.A-1", "P-7.1.C-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("section", range(3))
@pytest.mark.parametrize("row", range(10))
@pytest.mark.parametrize("column", range(1, 7))
def test_every_cell_of_table_11_marks_what_it_names(
    mode: str, section: int, row: int, column: int
) -> None:
    """Fours for every note: nothing explodes, and what is hit is hit."""
    state = a_ship(options={"mode": mode})
    table_11(state, section, BOW, Scripted([row + 1, column, *[4] * 6]), None)
    damage = damage_charts().cells[section][row][column]
    marks: dict[str, Sequence[int]] = {
        "primary": state.primaries,
        "secondary": state.secondaries,
        "radar": state.equipment,
        "gun5": state.guns,
        "gun40": state.guns,
        "gun20": state.guns,
        "guns": state.guns,
    }
    if damage.kind == "secondary" and mode == "basic":
        assert state.hull == 9
    elif damage.kind in marks:
        marked = {target for target, hits in enumerate(marks[damage.kind]) if hits}
        assert marked == set(damage.targets)
    burning = damage.kind in ("deck_fire", "deck_fire_mk37")
    assert state.deck_fires[section] == burning
    assert state.water_lines == (3 if damage.kind == "water_lines" else 0)


@pytest.mark.rule("P-7.3.A-1", "P-7.4.F-1", "P-1.2.1-5")
@pytest.mark.parametrize("seed", range(40))
def test_a_ship_struck_again_and_again_stays_consistent(seed: int) -> None:
    state = a_ship(options=ADVANCED, sfs=2, fdt=True)
    dice, log = Rolled(seed), Log()
    state.at_primary[CIC], state.at_equipment[0], state.secondary_crew = 3, 1, 0b1010
    for number in range(40):
        plane = Plane(0, number % 8, 0)
        try:
            (near_miss if number % 3 == 0 else plane_strikes)(state, plane, dice, log)
        except ShipLost:
            break
        primaries = state.flooded.bit_count()
        assert primaries + state.secondary_flooded.bit_count() == sum(state.lean)
        assert state.flood == max(0, 10 - sum(state.lean))
        for room, made in enumerate(ship().primaries):
            burning = 0 < state.primaries[room] < made.boxes
            assert bool(state.fires >> room & 1) == burning
        assert all(0 <= free_crew(state, section) <= state.crew[section] for section in range(3))
    check_texts(log.events)
