"""Flooding: by hits, by Table 21, of secondaries; explosions; Table 16 (7.3.F-K, 7.4.F, 7.4.M)."""

from __future__ import annotations

import pytest
from picket_damage import cell, check_dice, crashed, kinds, leans, struck, struck_twice
from picket_repair import ADVANCED, a_ship, control, hits, place, play

from flankspeed.engine import Log, Scripted
from flankspeed.games.picket.data.ids import (
    BOW,
    DCO,
    ENGINE_FWD,
    FIRE_FWD,
    FUEL_FWD,
    MAG_1,
    PORT,
    STARBOARD,
    STERN,
)
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.damage.compartments import dead_in_water, primary_destroyed
from flankspeed.games.picket.rules.damage.condition import em_barred, must_withdraw
from flankspeed.games.picket.rules.damage.flooding import (
    counterflood,
    flood_primary,
    ship_sunk_space,
    unflood_primary,
)
from flankspeed.games.picket.rules.damage.guns import gun_can_fire
from flankspeed.games.picket.rules.repair.jobs import SEC, WORDS
from flankspeed.games.picket.state import NO_LEAN, PicketState, ShipLost

ENGINE_CELL, FIRE_CELL, MAG_1_CELL, TANK_CELL = (1, 2), (6, 1), (0, 3), (7, 2)


def secondary(word: str) -> int:
    return WORDS.index(word) - SEC


def flooded(state: PicketState, room: int) -> bool:
    return bool(state.flooded >> room & 1)


@pytest.mark.rule("P-7.3.F-1", "P-7.3.G-1", "P-7.3.S-1", "P-7.4.I-1", "P-1.2.1-5")
def test_v47_a_6_floods_an_engine_room() -> None:
    state = a_ship(options=ADVANCED)
    events = struck(state, 90, *cell(*ENGINE_CELL, 4, 6, 3))
    check_dice(events, 6, 6, 2, 2, 4, 6, 3, 1, 3)
    assert flooded(state, ENGINE_FWD)
    assert hits(state, "fwd-engine-room") == 1
    assert not primary_destroyed(state, ENGINE_FWD)
    assert (state.flood, state.manoeuvre) == (9, 9)
    assert leans(state) == {"starboard": 1}


@pytest.mark.rule("P-7.3.H-1")
@pytest.mark.parametrize(
    ("unflood", "lean", "manoeuvre"),
    [("flood+list", {}, 9), ("flood", {"starboard": 1}, 9), ("flood+list+man", {}, 10)],
)
def test_v48_a_full_repair_takes_the_water_out(
    unflood: str, lean: dict[str, int], manoeuvre: int
) -> None:
    state = a_ship(options={**ADVANCED, "unflood": unflood})
    struck(state, 90, *cell(*ENGINE_CELL, 4, 6, 3))
    unflood_primary(state, ENGINE_FWD, Log())
    assert (state.flooded, state.flood, state.manoeuvre) == (0, 10, manoeuvre)
    assert leans(state) == lean
    assert state.leaning[ENGINE_FWD] == NO_LEAN
    unflood_primary(state, ENGINE_FWD, None)  # what is dry stays as it is
    assert state.flood == 10
    struck(state, 270, *cell(*ENGINE_CELL, 4, 6, 3))  # it may flood again
    assert leans(state) == {**lean, "port": 1}


@pytest.mark.rule("P-7.3.H-1", "P-7.3.R-1", "P-9.0.G-1")
def test_r44_pumping_out_does_not_get_a_dead_ship_under_way() -> None:
    options = {**ADVANCED, "unflood": "flood+list+man"}
    state = a_ship({"fwd-engine-room": 1}, options=options)
    flood_primary(state, ENGINE_FWD, STARBOARD, Scripted([]), None)
    dead_in_water(state, "a boiler explodes", None)
    control(state)
    place(state, "crew fwd-engine-room", "xo fwd-engine-room", "dco midship")
    events = play(state, "begin repairs", 6, 6, 6)
    assert "place repaired" in kinds(events)
    assert (state.flood, state.manoeuvre) == (10, 0)
    assert em_barred(state) == must_withdraw(state) == "manoeuvre is at 0"


@pytest.mark.rule("P-7.3.F-1")
@pytest.mark.parametrize("die", range(1, 6))
def test_only_a_6_floods(die: int) -> None:
    state = a_ship(options=ADVANCED)
    struck(state, 90, *cell(*ENGINE_CELL, 4, die))
    assert (state.flooded, state.flood, state.manoeuvre) == (0, 10, 10)


@pytest.mark.rule("P-7.3.F-1", "P-7.3.O-1")
def test_a_second_6_destroys_what_floods() -> None:
    state = a_ship(options=ADVANCED)
    struck(state, 90, *cell(*ENGINE_CELL, 4, 6, 6))
    assert primary_destroyed(state, ENGINE_FWD)
    assert state.fires == 0
    assert flooded(state, ENGINE_FWD)
    assert state.manoeuvre == 4  # 1 for the water, 5 for the engine room
    assert "already destroyed" in kinds(struck(state, 90, *cell(*ENGINE_CELL)))


@pytest.mark.rule("P-7.3.G-1")
def test_a_flooded_compartment_is_hit_without_new_flood_dice() -> None:
    state = a_ship({"fwd-engine-room": 1}, options=ADVANCED)
    flood_primary(state, ENGINE_FWD, PORT, Scripted([]), None)
    struck(state, 90, *cell(*ENGINE_CELL, 4))
    struck(state, 90, *cell(*ENGINE_CELL, 4))
    assert hits(state, "fwd-engine-room") == 3
    struck(state, 90, *cell(*ENGINE_CELL, 4))  # destroyed, and no roll on Table 21
    assert primary_destroyed(state, ENGINE_FWD)
    assert (state.flood, leans(state)) == (9, {"port": 1})
    assert flooded(state, ENGINE_FWD)


@pytest.mark.rule("P-1.1.1.B-1", "P-7.3.F-1")
def test_only_blue_compartments_flood() -> None:
    floods = [room.name for room in ship().primaries if room.floods]
    assert len(floods) == 14
    assert {room.kind for room in ship().primaries if room.floods} == {
        "magazine",
        "fuel",
        "engine",
        "fire",
    }
    state = a_ship(options=ADVANCED)
    struck(state, 0, *cell(5, 2))  # CIC: no flood die
    assert hits(state, "cic") == 1


@pytest.mark.rule("P-1.1.1.B-1", "P-7.3.F-1", "P-7.3.I-1", "P-7.4.A-1")
def test_nothing_floods_in_the_basic_game() -> None:
    state = a_ship({"fwd-engine-room": 2, "5in-mag-1": 3})
    struck(state, 90, *cell(*ENGINE_CELL, 4))
    struck(state, 0, *cell(*MAG_1_CELL, 4))
    assert (state.flooded, state.flood, state.lean) == (0, 10, [0, 0, 0, 0])
    assert primary_destroyed(state, MAG_1)


# --- The fourth hit: Tables 21 and 21-1 ---


@pytest.mark.rule("P-7.3.I-1", "P-7.3.J-1", "P-7.8.2.J-1")
def test_v64_a_magazine_flooded_in_time() -> None:
    state = a_ship({"5in-mag-1": 3}, options=ADVANCED)
    events = struck(state, 45, *cell(*MAG_1_CELL, 4, 2, 3, 3))
    check_dice(events, 6, 6, 1, 3, 4, 2, 3, 3, 2, 4, 2, 4)
    assert primary_destroyed(state, MAG_1)
    assert flooded(state, MAG_1)
    assert (state.flood, state.manoeuvre, leans(state)) == (9, 9, {"starboard": 1})
    assert not gun_can_fire(state, 0)


@pytest.mark.rule("P-7.3.I-1", "P-7.3.J-1", "P-7.3.E-1")
def test_v49_a_fire_room_that_explodes() -> None:
    state = a_ship({"fwd-fire-room": 3}, water_lines=1, options=ADVANCED)
    events = struck(state, 90, *cell(*FIRE_CELL, 3, 2, 2, 4, 1, 3))
    roll = next(event for event in events if event.kind == "flooded in time")
    assert [(part.name, part.value) for part in roll.modifiers] == [("water lines out", -1)]
    assert not flooded(state, FIRE_FWD)
    assert (state.manoeuvre, state.dead_in_water, state.bonuses_lost) == (0, True, True)
    assert em_barred(state) == "manoeuvre is at 0"


@pytest.mark.rule("P-7.3.I-1")
@pytest.mark.parametrize(
    ("lines", "dice", "in_time"),
    [(0, (3, 3), True), (0, (2, 3), False), (3, (3, 4), True), (3, (3, 3), False)],
)
def test_table_21(lines: int, dice: tuple[int, int], in_time: bool) -> None:
    state = a_ship({"5in-mag-1": 3}, water_lines=lines, options=ADVANCED)
    struck(state, 0, *cell(*MAG_1_CELL, 4, 2, *dice, *(() if in_time else (6, 6))))
    assert flooded(state, MAG_1) == in_time


@pytest.mark.rule("P-7.3.J-1", "P-7.3.E-1")
@pytest.mark.parametrize(
    ("word", "bearing", "at", "roll", "explodes"),
    [
        ("5in-mag-1", 0, MAG_1_CELL, (1, 2), True),
        ("5in-mag-1", 0, MAG_1_CELL, (2, 2), False),
        ("fwd-fuel-tanks", 0, TANK_CELL, (2, 2), True),
        ("fwd-fuel-tanks", 0, TANK_CELL, (2, 3), False),
        ("fwd-engine-room", 90, ENGINE_CELL, (2, 2), True),
        ("fwd-engine-room", 90, ENGINE_CELL, (2, 3), False),
        ("fwd-fire-room", 90, FIRE_CELL, (2, 2), True),
        ("fwd-fire-room", 90, FIRE_CELL, (2, 3), False),
    ],
)
def test_table_21_1(
    word: str, bearing: int, at: tuple[int, int], roll: tuple[int, int], explodes: bool
) -> None:
    state = a_ship({word: 3}, options=ADVANCED)
    dice = cell(*at, 3, 2, 1, 2, *roll)
    fatal = explodes and bearing == 0
    (struck_twice if fatal else struck)(state, bearing, *dice)
    assert state.sunk == fatal
    assert state.dead_in_water == (explodes and not fatal)
    assert state.bonuses_lost == (explodes and word == "fwd-fire-room")


@pytest.mark.rule("P-7.3.I-1")
def test_the_fourth_hit_may_flood_by_the_flood_die_and_needs_no_table_21() -> None:
    state = a_ship({"5in-mag-1": 3}, options=ADVANCED)
    struck(state, 0, *cell(*MAG_1_CELL, 4, 6))
    assert primary_destroyed(state, MAG_1)
    assert flooded(state, MAG_1)
    assert leans(state) == {"bow": 1}


# --- Secondaries ---


@pytest.mark.rule("P-7.3.K-2", "P-7.3.S-1", "P-7.4.K-1")
@pytest.mark.parametrize(("die", "wet"), [(5, False), (6, True)])
def test_a_shaded_secondary_rolls_once_with_its_second_box(die: int, wet: bool) -> None:
    state = a_ship(options=ADVANCED)
    struck(state, 0, *cell(0, 2))
    struck(state, 0, *cell(0, 2, die))
    struck(state, 0, *cell(0, 2))
    assert hits(state, "sec-fwd-ice-machine") == 2
    assert state.secondary_flooded == wet << secondary("sec-fwd-ice-machine")
    assert (state.flood, state.manoeuvre) == (10 - wet, 10 - wet)
    assert leans(state) == ({"bow": 1} if wet else {})


@pytest.mark.rule("P-7.3.K-2")
def test_an_unshaded_secondary_never_floods() -> None:
    state = a_ship({"sec-mid-galley": 1}, options=ADVANCED)
    struck(state, 90, *cell(2, 1))
    assert hits(state, "sec-mid-galley") == 2


@pytest.mark.rule("P-7.3.K-2")
@pytest.mark.parametrize("gray", ["list", "none"])
def test_the_shading_aft_is_an_option(gray: str) -> None:
    state = a_ship({"sec-aft-storeroom-1": 1}, options={**ADVANCED, "aft_gray": gray})
    struck(state, 180, *cell(5, 3, *((6,) if gray == "list" else ())))
    assert hits(state, "sec-aft-storeroom-1") == 2
    assert state.flood == (9 if gray == "list" else 10)


@pytest.mark.rule("P-7.9.H-1", "P-7.3.S-1", "P-1.1.1.B-1")
def test_v24_counterflooding_brings_the_ship_upright() -> None:
    state = a_ship(options=ADVANCED, lean=[4, 2, 0, 0])
    state.secondary_crew = 1 << secondary("sec-fwd-storeroom-2")
    log = Log()
    for word in ("sec-fwd-storeroom-1", "sec-fwd-storeroom-2"):
        counterflood(state, secondary(word), STARBOARD, Scripted([]), log)
        assert hits(state, word) == 2
    assert state.lean == [4, 4, 0, 0]
    assert (state.flood, state.manoeuvre) == (8, 8)
    assert state.secondary_flooded.bit_count() == 2
    assert state.secondary_crew == 0
    assert "counterflooding" in kinds(log.events)


# --- The side that takes the water ---


@pytest.mark.rule("P-7.4.H-1", "P-7.4.I-1", "P-7.4.J-1", "P-7.4.K-1", "P-7.4.L-1")
@pytest.mark.parametrize(
    ("bearing", "at", "side"),
    [
        (0, (0, 2), "bow"),
        (45, (0, 2), "starboard"),
        (90, ENGINE_CELL, "starboard"),
        (135, (5, 3), "starboard"),
        (180, (5, 3), "stern"),
        (225, (5, 3), "port"),
        (270, ENGINE_CELL, "port"),
        (315, (0, 2), "port"),
    ],
)
def test_the_side_follows_from_the_bearing(bearing: int, at: tuple[int, int], side: str) -> None:
    damage = {"sec-fwd-ice-machine": 1, "sec-aft-storeroom-1": 1}
    state = a_ship(damage, options=ADVANCED)
    dice = (2, 6, 1) if at == ENGINE_CELL else (6,)
    struck(state, bearing, *cell(*at, *dice))
    assert leans(state) == {side: 1}


@pytest.mark.rule("P-7.4.H-1")
@pytest.mark.parametrize(
    ("section", "dice", "side"),
    [
        ("forward", cell(*MAG_1_CELL, 1, 6, 1), "bow"),
        ("aft", cell(2, 2, 6, 6, 1), "stern"),
        ("midship", cell(*ENGINE_CELL, 2, 6, 3, 1), "port"),
        ("midship", cell(*ENGINE_CELL, 2, 6, 4, 1), "starboard"),
    ],
)
def test_a_special_planes_flooding_goes_by_section(
    section: str, dice: tuple[int, ...], side: str
) -> None:
    state = a_ship(options=ADVANCED)
    crashed(state, section, *dice)
    assert leans(state) == {side: 1}
    assert state.flood == 9


# --- "Ship Sunk" ---


@pytest.mark.rule("P-7.4.F-1", "P-7.4.M-1", "P-1.3.1.A-6")
@pytest.mark.parametrize(("dice", "afloat"), [((1, 3), True), ((1, 2), False)])
def test_v65_the_last_space_of_the_flood_track(dice: tuple[int, int], afloat: bool) -> None:
    state = a_ship(values={"DCO": 1}, flood=1, options=ADVANCED)
    first = cell(*ENGINE_CELL, 4, 6, *dice)
    if afloat:
        struck(state, 90, *first, 1)
    else:
        struck_twice(state, 90, *first)
    assert state.flood == 0
    assert state.sunk != afloat


@pytest.mark.rule("P-7.4.M-1")
def test_further_flooding_there_makes_no_new_roll() -> None:
    state = a_ship(flood=0, options=ADVANCED)
    flood_primary(state, FUEL_FWD, BOW, Scripted([]), None)
    assert (state.flood, state.manoeuvre, leans(state)) == (0, 9, {"bow": 1})


@pytest.mark.rule("P-7.4.M-1")
def test_a_repair_lifts_the_marker_and_the_next_flooding_rolls_again() -> None:
    state = a_ship(flood=0, options=ADVANCED)
    state.flooded, state.leaning[FUEL_FWD] = 1 << FUEL_FWD, BOW
    state.lean[BOW] = 1
    unflood_primary(state, FUEL_FWD, None)
    assert state.flood == 1
    dice = Scripted([6, 6])
    flood_primary(state, FUEL_FWD, STERN, dice, None)
    assert dice.left == 0


@pytest.mark.rule("P-7.4.M-1", "P-7.9.H-1")
def test_counterflooding_to_the_last_space_rolls_too() -> None:
    state = a_ship(flood=1, options=ADVANCED)
    with pytest.raises(ShipLost):
        counterflood(state, secondary("sec-fwd-storeroom-1"), BOW, Scripted([1, 2]), None)


@pytest.mark.rule("P-7.4.N-1")
def test_the_roll_at_the_end_of_the_turn() -> None:
    dice = Scripted([2, 3])
    ship_sunk_space(a_ship(flood=1, options=ADVANCED), dice, None)
    assert dice.left == 2  # the marker is not there
    ship_sunk_space(a_ship(flood=0, options=ADVANCED), dice, None)
    assert dice.left == 0
    with pytest.raises(ShipLost):
        ship_sunk_space(a_ship(flood=0, options=ADVANCED), Scripted([2, 2]), None)


@pytest.mark.rule("P-7.4.M-1", "P-1.3.1.A-6")
@pytest.mark.parametrize(
    ("dco", "dead", "roll", "sinks"),
    [
        (0, False, (2, 2), True),
        (0, False, (2, 3), False),
        (1, False, (2, 2), False),
        (2, False, (1, 1), True),  # V-54: a natural 2 stays 2
        (2, False, (1, 2), False),  # V-53
        (2, True, (1, 2), True),  # a dead man adds nothing
        (-2, False, (3, 3), True),
        (2, False, (6, 6), False),
        (-2, False, (1, 2), True),
    ],
)
def test_v53_v54_table_16(dco: int, dead: bool, roll: tuple[int, int], sinks: bool) -> None:
    state = a_ship(values={"DCO": dco}, dead=["DCO"] if dead else [], flood=0, options=ADVANCED)
    assert state.values[DCO] == dco
    if sinks:
        with pytest.raises(ShipLost):
            ship_sunk_space(state, Scripted(roll), Log())
    else:
        ship_sunk_space(state, Scripted(roll), Log())
