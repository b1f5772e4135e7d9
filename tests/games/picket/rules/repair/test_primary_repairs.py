"""Repairs of primary compartments (7.8.2, Table 20)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_repair import (
    ADVANCED,
    a_ship,
    control,
    fact,
    hits,
    kinds,
    men,
    modifiers,
    over,
    place,
    play,
    texts,
)
from shortcuts import words

from flankspeed.engine import Log, Scripted
from flankspeed.games.picket.data.ids import (
    ENGINE_FWD,
    ENGINEER,
    MAG_1,
    PORT,
    RUDDER,
    STARBOARD,
    XO,
)
from flankspeed.games.picket.rules.damage.compartments import hit_primary
from flankspeed.games.picket.rules.damage.condition import must_withdraw
from flankspeed.games.picket.rules.repair.damage_control import (
    anything_to_do,
    lock_crews,
    spread_damage,
)
from flankspeed.games.picket.rules.repair.jobs import WORDS
from flankspeed.games.picket.state import PicketState, ShipLost

FITTINGS = ["fwd-stack", "aft-stack", "rudder", "port-shaft", "stbd-shaft"]


def at_repairs(word: str, hit_markers: int, crew: int = 1, **setting: Any) -> PicketState:
    """One compartment damaged, its crew and the officers placed; the rest is one choice away."""
    state = a_ship({word: hit_markers, "sec-mid-galley": 1}, **{"options": ADVANCED, **setting})
    control(state)
    place(state, *[f"crew {word}"] * crew)
    for who in (f"xo {word}", f"engineer {word}"):
        if who in texts(state):
            place(state, who)
    place(state, next(text for text in texts(state) if text.startswith("dco ")))
    return state


def roll(state: PicketState, *dice: int) -> list[Any]:
    """Roll for the compartment."""
    return play(state, "begin repairs", *dice)


def v06(**setting: Any) -> PicketState:
    """The example of 7.8.2.D: two hits, three men, chief 1 +1, DCO +1."""
    return at_repairs("fwd-fuel-tanks", 2, 3, values={"Chief 1": 1, "DCO": 1}, **setting)


@pytest.mark.rule("P-7.8.2.A-1", "P-7.8.2.B-1", "P-7.8.2.C-1")
def test_v06_example_of_a_repair_value() -> None:
    events = roll(v06(), 1, 3)
    counted = {"repair value": 1, "crewmen": 3, "Chief 1": 1, "XO": 0, "DCO": 1, "hit markers": -4}
    assert modifiers(events, "repair fails") == counted
    assert fact(events, "repair fails", "column") == ">=+2"
    assert fact(events, "repair fails", "needs") == 5


@pytest.mark.rule("P-7.8.2.E-1", "P-7.8.2.F-1")
def test_v07_success_takes_two_markers_off() -> None:
    state = v06()
    assert state.fires >> WORDS.index("fwd-fuel-tanks") & 1
    roll(state, 2, 3, 4)
    assert hits(state, "fwd-fuel-tanks") == state.fires == men(state, "fwd-fuel-tanks") == 0
    assert state.crew == [14, 10, 13]


@pytest.mark.rule("P-7.8.2.C-1")
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_v08_water_lines_out(lines: int) -> None:
    state = v06(water_lines=lines)
    roll(state, 2, 3, *[1] * (lines < 3))
    assert hits(state, "fwd-fuel-tanks") == 2


@pytest.mark.rule("P-7.8.2.A-1", "P-7.7.E-1", "P-7.7.F-1")
def test_all_ratings_together() -> None:
    ratings = {"XO": 2, "Engineer": 1, "DCO": -1, "Chief 3": -2}
    events = roll(at_repairs("steering-room", 3, 2, values=ratings), 1, 1)
    counted = {"repair value": 1, "crewmen": 2, "hit markers": -5, **ratings}
    assert modifiers(events, "repair fails") == counted
    assert fact(events, "repair fails", "column") == "<=-2"  # 1 + 2 + 0 - 5


@pytest.mark.rule("P-7.8.2.B-1")
@pytest.mark.parametrize(("markers", "penalty"), [(1, -2), (2, -4), (3, -5)])
def test_hit_markers_count_against_it(markers: int, penalty: int) -> None:
    events = roll(at_repairs("aft-fire-room", markers), 1, 1)
    assert modifiers(events, "repair fails")["hit markers"] == penalty


@pytest.mark.rule("P-7.8.2.C-1")
@pytest.mark.parametrize(
    ("chief", "column", "needs"),
    [
        (-2, "<=-2", 8),  # 1 + 1 - 2 - 2
        (-1, "-1 to 0", 7),
        (0, "-1 to 0", 7),
        (1, "+1", 6),
        (2, ">=+2", 5),
    ],
)
def test_columns_of_table_20(chief: int, column: str, needs: int) -> None:
    state = at_repairs("cic", 1, values={"Chief 1": chief})
    events = roll(state, 1, needs - 2)
    assert fact(events, "repair fails", "column") == column
    state = at_repairs("cic", 1, values={"Chief 1": chief})
    roll(state, *((2, needs - 2) if needs < 8 else (4, 4)), 1)
    assert hits(state, "cic") == 0


@pytest.mark.rule("P-7.8.2.D-1")
@pytest.mark.parametrize(
    ("setting", "morale", "counts"),
    [
        ("sign", -2, -1),
        ("sign", -1, -1),
        ("sign", 0, None),
        ("sign", 1, 1),
        ("sign", 2, 1),
        ("value", -2, -2),
        ("value", -1, -1),
        ("value", 0, None),
        ("value", 2, 2),
    ],
)
def test_morale_repair_morale_on_the_roll(setting: str, morale: int, counts: int | None) -> None:
    state = at_repairs("cic", 1, morale=morale, options={**ADVANCED, "morale_repair": setting})
    events = roll(state, 1, 1)
    assert modifiers(events, "repair fails").get("morale") == counts
    assert fact(events, "repair fails", "roll") == 2 + (counts or 0)


@pytest.mark.rule("P-7.8.2.E-1")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 0)])
def test_markers_a_success_takes_off(die: int, left: int) -> None:
    state = at_repairs("aft-fire-room", 3)
    roll(state, 6, 6, die)
    assert hits(state, "aft-fire-room") == left
    room = WORDS.index("aft-fire-room")
    assert state.fires >> room & 1 == (left > 0)  # the fire goes with the last marker
    assert men(state, "aft-fire-room") == (left > 0)


@pytest.mark.rule("P-7.8.2.A-1")
def test_r56_no_attempt_without_crewmen() -> None:
    state = a_ship({"bridge": 1, "cic": 1}, values={"XO": 2})  # the XO is on the bridge
    control(state)
    place(state, "crew cic", "xo cic", "dco forward")
    events = play(state, "begin repairs", 1, 1)
    assert kinds(events).count("repair fails") == 1
    assert over(state)


@pytest.mark.rule("P-7.8.2.F-1", "P-7.5-1")
def test_the_player_chooses_the_order() -> None:
    state = a_ship({"cic": 1, "radio": 1, "rudder": 1})
    control(state)
    place(state, "crew cic", "crew radio", "crew rudder", "xo cic", "dco aft", "begin repairs")
    repairs = ["repair cic", "repair radio", "repair rudder"]
    assert texts(state) == repairs
    play(state, "repair rudder", 1, 1)
    assert (texts(state), words(state)) == (["repair cic", "repair radio"], ["repair all"])
    events = play(state, "repair all", 1, 1, 1, 1)
    assert [event.facts["where"] for event in events] == ["CIC", "Radio"]


@pytest.mark.rule("P-7.8.2.F-1")
def test_freed_men_move_on_within_the_section() -> None:
    damage = {"cic": 1, "radio": 1, "fwd-fuel-tanks": 1, "rudder": 1}
    state = a_ship(damage, crew=[3, 0, 2], dead=["XO", "DCO"])
    control(state)
    place(state, "crew cic", "crew cic", "crew radio", "crew rudder", "crew rudder")
    play(state, "repair cic", 6, 6, 1)
    moves = [text for text in texts(state) if text.startswith("move ")]
    places = ("fwd-fuel-tanks", "radio")  # neither full nor rolled, and not aft
    assert moves == [f"move {count} {word}" for word in places for count in (1, 2)]
    place(state, "move 1 fwd-fuel-tanks", "move 1 radio")
    assert [men(state, word) for word in damage] == [0, 2, 1, 2]
    play(state, "repair fwd-fuel-tanks", 6, 6, 1)
    place(state, "move 1 radio")  # and on again
    assert modifiers(play(state, "repair radio", 1, 1, 1, 1), "repair fails")["crewmen"] == 3


@pytest.mark.rule("P-7.8.2.F-1")
def test_freed_men_find_no_place_that_is_full_or_rolled() -> None:
    damage = {"cic": 1, "radio": 1, "bridge": 1}
    state = a_ship(damage, dead=["XO", "DCO"])
    control(state)
    place(state, *["crew cic"] * 3, *["crew radio"] * 3, "crew bridge", "begin repairs")
    play(state, "repair bridge", 1, 1)  # rolled, with room for two
    events = play(state, "repair cic", 6, 6, 1, 1, 1)
    assert kinds(events)[-1] == "repair fails"  # the radio room: nowhere to move to
    assert over(state)


@pytest.mark.rule("P-7.8.2.F-1")
def test_freed_men_may_stay_home_or_take_up_what_nobody_tried() -> None:
    for choice, dice in (("stay home", []), ("move 1 radio", [1, 1])):
        state = a_ship({"cic": 1, "radio": 1}, crew=[1, 0, 0], dead=["XO", "DCO"])
        control(state)
        play(state, "crew cic", 6, 6, 1)
        assert texts(state) == ["move 1 radio", "stay home"]
        play(state, choice, *dice)
        assert over(state)
        assert bool(state.crewed >> WORDS.index("radio") & 1) is bool(dice)


@pytest.mark.rule("P-7.8.2.F-1", "P-7.9.D-1")
def test_freed_men_may_go_to_a_secondary() -> None:
    damage = {"cic": 1, "sec-fwd-trunk": 1, "sec-aft-trunk": 1}
    state = a_ship(damage, crew=[1, 0, 0], dead=["XO", "DCO"], options=ADVANCED)
    control(state)
    play(state, "crew cic", 6, 6, 1)
    assert texts(state) == ["move 1 sec-fwd-trunk", "stay home"]
    play(state, "move 1 sec-fwd-trunk", 4)
    assert hits(state, "sec-fwd-trunk") == 0


@pytest.mark.rule("P-7.8.2.F-1")
def test_officers_may_move_on_too() -> None:
    damage = {"cic": 1, "fwd-engine-room": 1, "aft-engine-room": 1}
    state = a_ship(damage, values={"XO": 2, "Engineer": 1})
    control(state)
    place(state, *[f"crew {word}" for word in damage], "xo fwd-engine-room", "dco midship")
    play(state, "begin repairs")
    assert not [text for text in texts(state) if text.startswith(("xo", "engineer"))]
    play(state, "repair fwd-engine-room", 6, 6, 1)
    assert sent(state, "xo")[:2] == ["xo cic", "xo aft-engine-room"]  # still to be rolled for
    assert sent(state, "engineer")[:2] == ["engineer cic", "engineer aft-engine-room"]
    place(state, "xo cic", "engineer aft-engine-room")
    assert sent(state, "xo") == sent(state, "engineer") == []
    assert modifiers(play(state, "repair cic", 1, 1), "repair fails")["XO"] == 2
    assert state.posts[ENGINEER] == WORDS.index("aft-engine-room")


def sent(state: PicketState, officer: str) -> list[str]:
    """Where an officer can be sent now."""
    return [text for text in texts(state) if text.startswith(f"{officer} ")]


@pytest.mark.rule("P-7.8.2.F-1")
def test_officers_may_leave_a_repaired_compartment_when_all_is_rolled() -> None:
    damage = {"fwd-engine-room": 1, "rudder": 2}
    state = a_ship(damage)
    control(state)
    place(state, "crew fwd-engine-room", "xo fwd-engine-room", "dco midship")
    play(state, "begin repairs", 6, 6, 1)
    rooms = [word for word in WORDS[:23] if word not in ("fwd-engine-room", "rudder")]
    assert sent(state, "xo") == [f"xo {word}" for word in rooms]  # not where all is destroyed
    assert sent(state, "engineer") == [f"engineer {word}" for word in rooms]
    place(state, "xo bridge")
    assert state.posts[XO] == WORDS.index("bridge")
    assert sent(state, "xo") == []  # once for each repair
    place(state, "stay home")
    assert state.posts[ENGINEER] == WORDS.index("fwd-engine-room")
    assert over(state)


@pytest.mark.rule("P-7.8.2.F-1")
def test_officers_may_leave_after_the_men_have_gone_on() -> None:
    state = a_ship({"fwd-engine-room": 1, "aft-engine-room": 1})
    control(state)
    place(state, "crew fwd-engine-room", "xo fwd-engine-room", "dco midship")
    play(state, "begin repairs", 6, 6, 1)
    play(state, "move 1 aft-engine-room")
    play(state, "repair aft-engine-room", 1, 1)
    assert "xo bridge" in texts(state)


@pytest.mark.rule("P-7.8.2.F-1")
def test_officers_stay_where_markers_are_left() -> None:
    damage = {"fwd-engine-room": 2, "cic": 1, "radio": 1}
    state = a_ship(damage)
    control(state)
    place(state, *[f"crew {word}" for word in damage], "xo fwd-engine-room", "dco midship")
    play(state, "begin repairs")
    play(state, "repair fwd-engine-room", 6, 6, 1)
    assert hits(state, "fwd-engine-room") == 1
    assert sent(state, "xo") == sent(state, "engineer") == []


@pytest.mark.rule("P-7.8.2.F-1", "P-11.5.B-1")
def test_the_xo_may_leave_a_repaired_gun_and_go_to_one_still_to_be_rolled_for() -> None:
    state = a_ship({"5in1": 1, "5in2": 1}, options={"gun_repair": "on"})
    control(state)
    place(state, "crew 5in1", "crew 5in2", "xo 5in1", "dco forward", "begin repairs")
    play(state, "repair 5in1", 6, 6, 1)
    assert sent(state, "xo")[:2] == ["xo 5in2", "xo 5in-mag-1"]


# --- From phase to phase ---


def carried(word: str, markers: int, crew: int, **setting: Any) -> PicketState:
    """The next phase of a ship whose crew has not finished in the one before."""
    state = at_repairs(word, markers, crew, **setting)
    roll(state, 1, 1)
    lock_crews(state)
    state.crewed = 0
    state.wave = 0
    control(state)
    return state


@pytest.mark.rule("P-7.8.2.G-1", "P-18.B-3")
def test_crews_and_officers_stay_for_the_next_phase() -> None:
    state = carried("cic", 2, 2)
    assert (men(state, "cic"), hits(state, "cic")) == (2, 2)
    assert not [text for text in texts(state) if text.startswith("xo")]
    assert state.posts[XO] == WORDS.index("cic")
    place(state, "crew cic")  # a third man may join them
    assert "crew cic" not in texts(state)


@pytest.mark.rule("P-7.8.2.G-1")
def test_their_attempt_gets_1() -> None:
    state = carried("cic", 1, 1)
    events = roll(state, 2, 4, 1)  # 6 + 1: column -1 to 0
    assert modifiers(events, "repair succeeds")["crew stayed on"] == 1
    assert (hits(state, "cic"), state.carried) == (0, 0)


@pytest.mark.rule("P-7.8.2.G-1")
def test_they_stay_and_get_1_in_every_wave_until_it_is_repaired() -> None:
    state = carried("cic", 1, 1)
    roll(state, 1, 1)
    control(state)
    assert men(state, "cic") == 1
    assert modifiers(roll(state, 1, 1), "repair fails")["crew stayed on"] == 1


@pytest.mark.rule("P-7.8.2.G-1")
def test_a_new_crew_gets_no_bonus() -> None:
    state = carried("cic", 1, 1)
    state.at_primary[WORDS.index("cic")] = 0  # all killed since
    control(state)
    place(state, "crew cic")
    assert "crew stayed on" not in modifiers(roll(state, 1, 1), "repair fails")


@pytest.mark.rule("P-7.8.2.G-1")
def test_the_crew_of_a_destroyed_compartment_is_free() -> None:
    state = carried("rudder", 1, 2)
    room = WORDS.index("rudder")
    state.primaries[room] = 2
    control(state)
    assert (state.carried, men(state, "rudder")) == (0, 0)


@pytest.mark.rule("P-7.8.2.H-1")
def test_damage_spreads_where_no_crew_was() -> None:
    state = a_ship({"cic": 1, "radio": 2, "bridge": 1, "mk37": 1, "sec-fwd-trunk": 1})
    control(state)
    place(state, "crew cic", "xo cic", "dco forward")
    play(state, "begin repairs", 1, 1)
    log = Log()
    spread_damage(state, Scripted([]), log)
    now = [hits(state, word) for word in ("cic", "radio", "bridge", "mk37", "sec-fwd-trunk")]
    assert now == [1, 3, 2, 1, 1]
    assert [event.facts["where"] for event in log.events if event.kind == "damage spreads"] == [
        "Bridge",
        "Radio",
    ]


@pytest.mark.rule("P-7.8.2.H-1")
def test_a_crew_of_an_earlier_wave_or_phase_is_enough() -> None:
    state = a_ship({"cic": 1, "radio": 1}, crew=[1, 0, 0], dead=["XO", "DCO"])
    control(state)
    play(state, "crew cic", 1, 1)
    control(state)
    play(state, "crew radio", 1, 1)
    spread_damage(state, Scripted([]), None)
    assert [hits(state, word) for word in ("cic", "radio")] == [1, 1]
    state = carried("cic", 1, 1)  # carried over: no crew was placed anew
    spread_damage(state, Scripted([]), None)
    assert hits(state, "cic") == 1


@pytest.mark.rule("P-7.8.2.H-1")
def test_r56_an_officer_alone_does_not_stop_it() -> None:
    state = a_ship({"fwd-engine-room": 1})
    assert state.posts[ENGINEER] == ENGINE_FWD
    spread_damage(state, Scripted([]), None)
    assert hits(state, "fwd-engine-room") == 2
    assert state.alive >> ENGINEER & 1


@pytest.mark.rule("P-7.8.2.H-1")
@pytest.mark.parametrize(("setting", "left"), [("off", 1), ("on", 2)])
def test_spread_fittings_rudder_shafts_and_stacks(setting: str, left: int) -> None:
    state = a_ship(dict.fromkeys(FITTINGS, 1), options={"spread_fittings": setting})
    spread_damage(state, Scripted([]), None)
    assert [hits(state, word) for word in FITTINGS] == [left] * 5


@pytest.mark.rule("P-7.8.2.H-1", "P-7.3.I-1")
def test_r59_no_flood_roll_but_table_21_on_the_fourth() -> None:
    state = a_ship({"5in-mag-1": 2}, options=ADVANCED)
    spread_damage(state, Scripted([]), None)
    assert hits(state, "5in-mag-1") == 3
    with pytest.raises(ShipLost):
        spread_damage(state, Scripted([2, 3, 1, 1]), None)  # not flooded, and it explodes
    assert hits(state, "5in-mag-1") == 4


@pytest.mark.rule("P-7.8.2.H-1")
def test_undamaged_and_destroyed_compartments_take_nothing() -> None:
    state = a_ship({"radio": 3})
    before = state.copy()
    spread_damage(state, Scripted([]), None)
    assert state == before


@pytest.mark.rule("P-7.8.2.I-1")
def test_both_radars_destroyed_send_the_ship_home() -> None:
    for sc, sg, home in ((2, 2, True), (1, 2, False)):
        assert bool(must_withdraw(a_ship({"sc": sc, "sg": sg}))) is home


# --- What repair restores ---


@pytest.mark.rule("P-7.3.H-1", "P-7.8.2.E-1")
def test_v48_a_full_repair_pumps_the_compartment_out() -> None:
    state = a_ship(options=ADVANCED)
    hit_primary(state, ENGINE_FWD, STARBOARD, Scripted([6, 3]), None)
    assert (state.flood, state.manoeuvre, state.lean[STARBOARD]) == (9, 9, 1)
    control(state)
    place(state, "crew fwd-engine-room", "xo fwd-engine-room", "dco midship")
    if texts(state):
        play(state, "begin repairs", 6, 6, 1)
    assert (state.flood, state.manoeuvre, state.lean[STARBOARD]) == (10, 9, 0)
    assert (state.flooded, hits(state, "fwd-engine-room")) == (0, 0)


@pytest.mark.rule("P-7.3.H-1")
def test_a_partial_repair_does_not() -> None:
    state = a_ship({"fwd-engine-room": 1}, options=ADVANCED)
    hit_primary(state, ENGINE_FWD, PORT, Scripted([6, 3]), None)
    control(state)
    place(state, "crew fwd-engine-room", "xo fwd-engine-room", "dco midship")
    play(state, "begin repairs", 6, 6, 1)
    assert texts(state)[0] == "no flooding"
    assert (state.flood, state.lean[PORT]) == (9, 1)


@pytest.mark.rule("P-7.3.X-1", "P-7.3.B-1")
def test_destroyed_compartments_cannot_be_repaired() -> None:
    state = a_ship({"rudder": 2, "5in-mag-1": 4, "bridge": 3})
    assert not anything_to_do(state)
    control(state)
    assert over(state)
    assert (state.primaries[RUDDER], state.primaries[MAG_1]) == (2, 4)


@pytest.mark.rule("P-18.B-2")
def test_the_order_of_damage_control() -> None:
    damage = {"cic": 1, "sec-fwd-trunk": 1, "mk37": 1, "director-e": 1, "sc": 1}
    state = a_ship(damage, deck_fires=[0, 1, 0], water_lines=1, options=ADVANCED)
    control(state)
    place(state, *[f"crew {word}" for word in reversed(damage)], "xo cic", "dco forward")
    dice = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]
    events = [event for event in play(state, "begin repairs", *dice) if event.throws]
    assert [event.places[0] for event in events] == [
        "section:midship",
        "compartment:cic",
        "secondary:trunk-forward",
        "equipment:mk37",
        "equipment:40e",
        "equipment:sc",
        "track:water-lines",
    ]


@pytest.mark.rule("P-7.8.2.G-1", "P-18.B-3")
@pytest.mark.parametrize(
    ("damage", "fields", "needed"),
    [
        ({}, {}, False),
        ({"cic": 1}, {}, True),
        ({"cic": 3}, {}, False),
        ({"mk37": 1}, {}, True),
        ({"sg": 2}, {}, False),
        ({"5in1": 1}, {}, False),
        ({}, {"deck_fires": [0, 0, 1]}, True),
        ({}, {"water_lines": 2}, True),
        ({}, {"water_lines": 3}, False),
        ({"sec-aft-trunk": 1}, {"options": ADVANCED}, True),
        ({"5in1": 1}, {"options": {"gun_repair": "on"}}, True),
        ({}, {"lean": [1, 0, 0, 0]}, True),
        ({}, {"emergency": True}, True),
    ],
)
def test_r57_when_damage_control_is_needed(
    damage: dict[str, int], fields: dict[str, Any], needed: bool
) -> None:
    assert anything_to_do(a_ship(damage, wave=0, **fields)) is needed
