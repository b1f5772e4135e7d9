"""Officers, chiefs and crewmen: who is killed by a hit, and who takes his place (7.2.F, 7.6)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import cell, chit, choose, dead, kinds, replaced, run, struck
from picket_duty import go, on_station, play, quiet
from picket_repair import ADVANCED, a_ship, texts

from flankspeed.engine import Scripted
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CAPTAIN,
    CIC,
    CPO,
    DCO,
    ENGINE_AFT,
    ENGINE_FWD,
    ENGINEER,
    GUNNERY,
    LOW,
    NOWHERE,
    PEOPLE,
    RADIO,
    RUDDER,
    STERN,
    XO,
)
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.damage.compartments import destroy_primary, spread_hit
from flankspeed.games.picket.rules.damage.people import (
    free_crew,
    free_crews,
    give_value,
    kill,
    value,
)
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.gunnery.shots import gun_roll
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.repair.jobs import SEC, WORDS
from flankspeed.games.picket.state import AT_GUN, IN_SECTION, PicketState

V22 = {"Captain": -1, "XO": 2, "Engineer": 0, "Gunnery": 1, "DCO": -2, "CPO": 1}
BRIDGE_CELL, CIC_CELL, RADIO_CELL, ENGINE_CELL = (5, 4), (5, 2), (8, 4), (1, 2)
OFFICERS = PEOPLE[:6]


def values(state: PicketState) -> dict[str, int]:
    return {name: value(state, person) for person, name in enumerate(PEOPLE)}


def after_death(*who: str, **setting: Any) -> PicketState:
    """A ship whose men were killed in the phase before."""
    state = a_ship(values=V22, **setting)
    for name in who:
        kill(state, PEOPLE.index(name), None)
    return state


# --- Killed by hits ---


@pytest.mark.rule("P-7.2.F-1", "P-7.7.J-1", "P-7.8.2.K-1")
def test_a_hit_kills_everyone_in_the_compartment() -> None:
    state = a_ship({"cic": 1})
    state.at_primary[CIC], state.at_primary[RADIO] = 3, 1
    state.carried = 1 << CIC | 1 << RADIO
    struck(state, 0, *cell(*CIC_CELL))
    assert dead(state) == ["Gunnery", "DCO"]
    assert state.at_primary[CIC] == 0
    assert state.crew == [11, 10, 13]
    assert state.carried == 1 << RADIO
    assert state.lost_people == 1 << GUNNERY | 1 << DCO


@pytest.mark.rule("P-7.2.F-1", "P-2.0.B-1")
def test_the_dco_in_a_section_stands_in_no_compartment() -> None:
    state = a_ship()
    state.posts[DCO] = IN_SECTION + 2
    struck(state, 0, *cell(*CIC_CELL))
    assert dead(state) == ["Gunnery"]


@pytest.mark.rule("P-7.2.F-1", "P-1.3.1.A-4")
def test_the_engineer_dies_in_his_engine_room_and_the_cpo_where_he_is() -> None:
    state = a_ship(values={"Engineer": 2, "CPO": 1})
    struck(state, 90, *cell(*ENGINE_CELL, 4))
    struck(state, 0, *cell(*RADIO_CELL, 1))
    assert dead(state) == ["Engineer", "CPO"]
    assert value(state, ENGINEER) == value(state, CPO) == 0


@pytest.mark.rule("P-7.2.F-1")
def test_v46_note_c_kills_captain_and_all_on_the_bridge() -> None:
    state = a_ship()
    struck(state, 0, *cell(*BRIDGE_CELL, 5, 6))
    assert dead(state) == ["Captain", "XO"]
    assert state.primaries[BRIDGE] == 3
    replaced(state, chit(state, 2), chit(state, -2, without=[2]))  # 7.6.C: two new chits
    assert values(state)["Captain"] == 2
    assert values(state)["XO"] == -2
    # the bridge is gone, so that each may be posted in any compartment left.
    rooms = [word for word in WORDS[:23] if word != "bridge"]
    assert texts(state) == [f"captain {word}" for word in rooms]
    assert kinds(choose(state, "captain radio")) == ["takes post"]
    assert texts(state) == [f"xo {word}" for word in rooms]
    choose(state, "xo steering-room")
    assert state.posts[:2] == [RADIO, WORDS.index("steering-room")]
    assert not state.agenda


@pytest.mark.rule("P-7.2.F-1")
@pytest.mark.parametrize(
    ("dice", "killed", "boxes"),
    [
        ((4, 5), [], 1),
        ((5, 5), ["Captain"], 1),
        ((6, 1), ["Captain"], 1),
        ((1, 6), ["Captain", "XO"], 3),
    ],
)
def test_both_dice_of_note_c_are_always_thrown(
    dice: tuple[int, int], killed: list[str], boxes: int
) -> None:
    state = a_ship()
    struck(state, 0, *cell(*BRIDGE_CELL, *dice))
    assert dead(state) == killed
    assert state.primaries[BRIDGE] == boxes


@pytest.mark.rule("P-7.2.F-1", "P-7.7.J-1")
def test_a_repair_party_on_the_bridge_dies_and_the_xo_with_it() -> None:
    state = a_ship({"bridge": 1})
    state.at_primary[BRIDGE] = 2
    struck(state, 0, *cell(*BRIDGE_CELL, 1, 1))
    assert dead(state) == ["XO"]
    assert state.crew == [12, 10, 13]
    state = a_ship({"bridge": 1})
    struck(state, 0, *cell(*BRIDGE_CELL, 1, 1))
    assert dead(state) == []


@pytest.mark.rule("P-7.2.F-1")
def test_the_last_box_of_the_bridge_kills_all_on_it() -> None:
    state = a_ship({"bridge": 2})
    state.posts[CPO] = BRIDGE
    struck(state, 0, *cell(*BRIDGE_CELL, 1, 1))
    assert dead(state) == ["Captain", "XO", "CPO"]


@pytest.mark.rule("P-7.2.F-1", "P-7.3.D-1")
def test_what_is_destroyed_at_once_kills_as_well() -> None:
    state = a_ship({"rudder": 1})
    state.at_primary[RUDDER] = 1
    state.posts[XO] = RUDDER
    destroy_primary(state, RUDDER, STERN, Scripted([]), None)
    assert dead(state) == ["XO"]
    assert state.crew == [14, 10, 12]


@pytest.mark.rule("P-7.2.F-1")
def test_chiefs_and_men_in_the_dc_box_cannot_be_hit() -> None:
    state = a_ship()
    for bearing, at in ((0, CIC_CELL), (180, (7, 3)), (90, (3, 2))):
        struck(state, bearing, *cell(*at))
    assert state.crew == [14, 10, 13]
    assert not any(name.startswith("Chief") for name in dead(state))


@pytest.mark.rule("P-7.7.K-1", "P-7.9.G-1")
def test_each_man_in_the_sections_secondary_box_dies_on_a_6() -> None:
    words = ("sec-aft-crew-quarters-1", "sec-aft-crew-head", "sec-aft-sail-locker")
    state = a_ship(dict.fromkeys(words, 1), options=ADVANCED)
    rooms = [WORDS.index(word) - SEC for word in words]
    galley = WORDS.index("sec-mid-galley") - SEC
    state.secondary_crew = sum(1 << room for room in (*rooms, galley))
    struck(state, 180, *cell(2, 1, 6, 5, 6))  # aft storage
    assert state.secondary_crew == 1 << rooms[1] | 1 << galley
    assert state.crew == [14, 10, 11]


@pytest.mark.rule("P-7.7.K-1")
def test_the_man_in_a_secondary_that_is_destroyed_goes_home() -> None:
    state = a_ship({"sec-mid-galley": 1}, options=ADVANCED)
    state.secondary_crew = 1 << WORDS.index("sec-mid-galley") - SEC
    assert free_crew(state, 1) == 9
    struck(state, 90, *cell(2, 1, 5))
    assert state.secondary_crew == 0
    assert free_crew(state, 1) == 10


@pytest.mark.rule("P-7.8.2.H-1", "P-7.3.J-1")
def test_spreading_damage_kills_nobody_and_officers_leave_what_is_lost() -> None:
    state = a_ship({"cic": 2, "fwd-engine-room": 3, "radio": 2, "bridge": 3})
    for room in (CIC, ENGINE_FWD, RADIO):
        spread_hit(state, room, Scripted([]), None)
    assert dead(state) == []
    assert state.posts[ENGINEER] == ENGINE_AFT
    assert state.posts[GUNNERY] == state.posts[CPO] == NOWHERE
    replaced(state)  # the bridge is gone too: any compartment left, when the phase begins
    choose(state, "gunnery aft-engine-room")
    choose(state, "cpo steering-room")
    assert state.posts[GUNNERY] == ENGINE_AFT
    assert state.posts[CPO] == WORDS.index("steering-room")


@pytest.mark.rule("P-7.8.2.H-1")
def test_r71_spreading_damage_sends_the_crew_of_what_is_lost_home() -> None:
    state = a_ship({"cic": 2, "radio": 1}, carried=1 << CIC | 1 << RADIO)
    state.at_primary[CIC], state.at_primary[RADIO] = 2, 1
    before = free_crews(state)
    spread_hit(state, CIC, Scripted([]), None)
    home = ship().primaries[CIC].section
    assert [now - was for now, was in zip(free_crews(state), before, strict=True)] == [
        2 * (section == home) for section in range(3)
    ]
    assert (state.at_primary[CIC], state.at_primary[RADIO]) == (0, 1)
    assert state.carried == 1 << RADIO


@pytest.mark.rule("P-1.3.2.A-1", "P-7.7.B-1")
def test_free_crewmen_are_those_not_at_work() -> None:
    state = a_ship()
    assert [free_crew(state, section) for section in range(3)] == [14, 10, 13]
    state.at_primary[CIC] = 3
    state.at_equipment[6] = 1
    state.at_gun[2] = 2
    state.secondary_crew = 1 | 1 << WORDS.index("sec-aft-trunk") - SEC
    assert [free_crew(state, section) for section in range(3)] == [9, 10, 10]


# --- Replacement (7.6) ---


@pytest.mark.rule("P-7.6.A-1", "P-7.6.B-1", "P-7.6.D-1", "P-1.3.1.A-1")
def test_v22_the_chain_moves_up() -> None:
    state = after_death("Captain")
    assert value(state, CAPTAIN) == 0  # until the next phase
    replaced(state, chit(state, 2))
    assert texts(state) == ["promote 1", "promote 2", "promote 3"]
    choose(state, "promote 2", chit(state, -1))
    assert [value(state, officer) for officer in range(6)] == [2, 0, 1, -2, 1, 2]
    assert values(state)["Chief 2"] == -1
    assert state.crew == [14, 9, 13]
    assert dead(state) == []
    assert state.lost_people == 0
    assert state.posts[CAPTAIN] == BRIDGE
    assert not state.agenda


@pytest.mark.rule("P-7.6.B-1")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("XO", [-1, 0, 1, -2, 1, 2]),
        ("Engineer", [-1, 2, 1, -2, 1, 2]),
        ("Gunnery", [-1, 2, 0, -2, 1, 2]),
        ("DCO", [-1, 2, 0, 1, 1, 2]),
        ("CPO", [-1, 2, 0, 1, -2, 2]),
    ],
)
def test_the_chain_begins_at_the_gap(who: str, expected: list[int]) -> None:
    state = after_death(who)
    replaced(state, chit(state, 2))
    choose(state, "promote 1", chit(state, 0))
    assert [value(state, officer) for officer in range(6)] == expected
    assert state.crew == [13, 10, 13]


@pytest.mark.rule("P-7.6.B-1")
def test_without_the_chain_the_dead_man_alone_gets_a_chit() -> None:
    state = after_death("Captain", options={"officer_chain": "off"})
    replaced(state, chit(state, 2))
    assert [value(state, officer) for officer in range(6)] == [2, 2, 0, 1, -2, 1]
    assert state.crew == [14, 10, 13]


@pytest.mark.rule("P-7.6.C-1", "P-7.6.E-1")
def test_several_dead_officers_get_chits_and_there_is_no_chain() -> None:
    state = after_death("Captain", "Gunnery", "CPO")
    replaced(state, chit(state, 1), chit(state, 1, without=[1]), chit(state, -2, without=[1, 1]))
    assert [value(state, officer) for officer in range(6)] == [1, 2, 0, 1, -2, -2]
    assert dead(state) == []
    choose(state, "cpo radio")
    assert not state.agenda


@pytest.mark.rule("P-7.6.E-1")
def test_chits_go_back_after_each_batch() -> None:
    state = after_death("Captain", options={"chit_mix": "8,0,0,0,1"})
    replaced(state, 9)  # the only +2
    choose(state, "promote 3", 9)  # is in the cup again
    assert (value(state, CPO), values(state)["Chief 3"]) == (2, 2)


@pytest.mark.rule("P-7.6.D-1")
def test_a_dead_chief_is_replaced_from_his_section() -> None:
    state = after_death("Chief 1", "Chief 3")
    replaced(state, chit(state, 2), chit(state, -1, without=[2]))
    assert (values(state)["Chief 1"], values(state)["Chief 3"]) == (2, -1)
    assert state.crew == [13, 10, 12]
    assert not state.agenda


@pytest.mark.rule("P-7.6.B-1", "P-7.6.C-1", "P-7.6.D-1")
def test_a_dead_chief_does_not_count_as_an_officer_and_cannot_be_promoted() -> None:
    state = after_death("XO", "Chief 2")
    replaced(state, chit(state, 2))
    assert texts(state) == ["promote 1", "promote 3"]
    choose(state, "promote 3", chit(state, 0), chit(state, 1, without=[0]))
    assert (values(state)["Chief 2"], values(state)["Chief 3"]) == (0, 1)
    assert state.crew == [14, 9, 12]


@pytest.mark.rule("P-7.6.B-1", "P-7.6.D-1")
def test_the_last_chief_is_promoted_without_asking_and_none_if_all_are_dead() -> None:
    state = after_death("XO", "Chief 2", "Chief 3")
    cup = [
        chit(state, 2),
        chit(state, 0),
        chit(state, 0, without=[0]),
        chit(state, 0, without=[0, 0]),
    ]
    replaced(state, *cup)
    assert state.crew == [13, 9, 12]
    state = after_death("XO", "Chief 1", "Chief 2", "Chief 3")
    events = replaced(state, *cup)
    assert "promoted" not in kinds(events)
    assert state.crew == [13, 9, 12]


@pytest.mark.rule("P-7.6.A-1")
def test_nothing_happens_when_nobody_has_died() -> None:
    state = a_ship(values=V22)
    assert replaced(state) == []
    assert not state.agenda


@pytest.mark.rule("P-7.6.D-1")
def test_the_new_chief_comes_from_those_at_work_if_the_box_is_empty() -> None:
    state = after_death("Chief 2", crew=[14, 2, 13])
    state.at_primary[ENGINE_AFT] = 1
    state.at_gun[7] = 1
    state.carried = 1 << ENGINE_AFT
    replaced(state, 1)
    assert (state.at_primary[ENGINE_AFT], state.carried) == (0, 0)
    assert state.crew[1] == 1
    kill(state, PEOPLE.index("Chief 2"), None)
    replaced(state, 1)
    assert (state.at_gun[7], state.crew[1]) == (0, 0)
    kill(state, PEOPLE.index("Chief 2"), None)
    replaced(state, 1)  # nobody is left: the chief comes all the same
    assert (state.crew[1], dead(state)) == (0, [])
    state = after_death("Chief 1", crew=[1, 0, 0], options=ADVANCED)
    state.secondary_crew = 1 << 3
    replaced(state, 1)
    assert (state.secondary_crew, state.crew[0]) == (0, 0)
    state = after_death("Chief 1", crew=[1, 0, 0])
    state.at_equipment[6] = 1
    replaced(state, 1)
    assert (state.at_equipment[6], state.crew[0]) == (0, 0)


ALL = WORDS[:23]
ENGINES = ("fwd-engine-room", "aft-engine-room")


@pytest.mark.rule("P-7.6.B-1", "P-2.0.B-1")
@pytest.mark.parametrize(
    ("who", "gone", "posts"),
    [
        ("Captain", (), ("bridge",)),
        ("Captain", ("bridge",), ALL),
        ("XO", (), ("bridge",)),
        ("XO", ("bridge",), ALL),
        ("Engineer", (), ENGINES),
        ("Engineer", ("fwd-engine-room",), ("aft-engine-room",)),
        ("Engineer", ENGINES, ("bridge",)),
        ("Engineer", (*ENGINES, "bridge"), ALL),
        ("Gunnery", (), ("cic",)),
        ("Gunnery", ("cic",), ("bridge",)),
        ("Gunnery", ("cic", "bridge"), ALL),
        ("CPO", (), ALL),
        ("CPO", ("radio",), ALL),
    ],
)
def test_r54_where_the_new_man_appears(
    who: str, gone: tuple[str, ...], posts: tuple[str, ...]
) -> None:
    """Where there is one place he goes there, else the player is asked."""
    boxes = {word: ship().primaries[WORDS.index(word)].boxes for word in gone}
    state = after_death(who, damage=boxes, options={"officer_chain": "off"})
    assert state.posts[PEOPLE.index(who)] == NOWHERE
    replaced(state, 1)
    left = [word for word in posts if word not in gone]
    if len(left) > 1:
        assert texts(state) == [f"{who.lower()} {word}" for word in left]
        choose(state, texts(state)[-1])
    assert state.posts[PEOPLE.index(who)] == WORDS.index(left[-1])
    assert not state.agenda


@pytest.mark.rule("P-7.6.A-1", "P-2.0.B-1")
def test_r54_the_phase_begins_with_the_posts_of_those_whose_compartment_is_lost() -> None:
    state = on_station(damage={"radio": 2})
    go(state, *quiet(state, 1))
    told = play(state, "begin repairs")  # nobody fights the fire, which destroys Radio
    assert told.kinds == ["damage spreads", "compartment destroyed", "phase begins"]
    assert texts(state)[0] == "cpo 5in-mag-1"
    assert "cpo radio" not in texts(state)
    assert play(state, "cpo cic").asked == "air cover"


@pytest.mark.rule("P-7.6.B-1")
def test_the_living_stay_where_they_are_when_their_values_move() -> None:
    state = after_death("Captain")
    state.posts[XO], state.posts[DCO] = AT_GUN + 3, IN_SECTION + 1
    replaced(state, 1)
    assert state.posts == [BRIDGE, AT_GUN + 3, ENGINE_FWD, CIC, IN_SECTION + 1, RADIO]


@pytest.mark.rule("P-7.6.B-1", "P-2.0.B-1")
def test_a_new_dco_is_in_cic_or_else_on_the_bridge() -> None:
    state = after_death("DCO", damage={"cic": 3}, options={"officer_chain": "off"})
    replaced(state, 1)
    assert state.posts[DCO] == NOWHERE
    struck(state, 0, *cell(*BRIDGE_CELL, 1, 6))
    assert "DCO" in dead(state)


@pytest.mark.rule("P-11.6.B-1")
@pytest.mark.parametrize("fixed", [-1, -2])
def test_the_fixed_gunnery_value_outlives_the_officer(fixed: int) -> None:
    state = after_death("Gunnery", options={"gunnery_fixed": fixed, "officer_chain": "off"})
    replaced(state, chit(state, 2))
    assert value(state, GUNNERY) == fixed
    give_value(state, GUNNERY, 1)
    assert value(state, GUNNERY) == fixed
    state = after_death("Gunnery")
    give_value(state, DCO, 1)
    assert values(state)["DCO"] == 1


@pytest.mark.rule("P-1.3.1.A-1", "P-1.3.2.A-1")
def test_the_people_aboard() -> None:
    assert OFFICERS == ("Captain", "XO", "Engineer", "Gunnery", "DCO", "CPO")
    assert PEOPLE[6:] == ("Chief 1", "Chief 2", "Chief 3")
    assert ship().crews == (14, 10, 13)
    assert set(a_ship().charts.chits) == {-2, -1, 0, 1, 2}


# --- What their values are for ---


@pytest.mark.rule("P-1.3.1.A-2", "P-1.3.1.A-7")
@pytest.mark.parametrize(
    ("ratings", "gone", "morale"),
    [
        ({"Captain": 0, "CPO": 0}, [], 2),
        ({"Captain": 1, "CPO": 0}, [], 1),
        ({"Captain": 0, "CPO": 1}, [], 1),
        ({"Captain": 1, "CPO": -1}, [], 2),
        ({"Captain": 1, "CPO": -1}, ["CPO"], 1),
        ({"Captain": 1, "CPO": 1}, [], 0),
    ],
)
def test_captain_and_cpo_move_morale(ratings: dict[str, int], gone: list[str], morale: int) -> None:
    state = a_ship(values=ratings, dead=gone)
    run(state, Maintenance(), (6, 1))  # Table 23, and nothing burnt on Table 24
    assert state.morale == morale


@pytest.mark.rule("P-1.3.1.A-2", "P-1.3.1.A-4")
@pytest.mark.parametrize(
    ("ratings", "success"),
    [({}, 8), ({"Captain": 1}, 6), ({"Engineer": 1}, 6), ({"Captain": -1}, 10)],
)
def test_captain_and_engineer_handle_the_ship(ratings: dict[str, int], success: int) -> None:
    for roll in (success, success - 1):
        state = a_ship(values=ratings, options=ADVANCED)
        state.planes = [Plane(0, 0, LOW)]
        run(state, EmergencyManoeuvre(), ())
        choose(state, "manoeuvre", roll // 2, roll - roll // 2)
        assert state.em_success == (roll == success)


@pytest.mark.rule("P-1.3.1.A-5")
def test_the_gunnery_officer_counts_for_every_gun() -> None:
    plane = Plane(0, 0, LOW)
    plain, led = a_ship(), a_ship(values={"Gunnery": 2})
    for mount in range(17):
        assert gun_roll(led, mount, plane).shift - gun_roll(plain, mount, plane).shift == 2
    kill(led, GUNNERY, None)
    assert gun_roll(led, 0, plane).shift == gun_roll(plain, 0, plane).shift
