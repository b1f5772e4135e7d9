"""Repair crews: who may go where, and whose rating counts (7.7.A to K, 2.0.D)."""

from __future__ import annotations

from random import Random

import pytest
from picket_repair import (
    ADVANCED,
    End,
    a_ship,
    control,
    hits,
    kinds,
    men,
    modifiers,
    over,
    place,
    play,
    texts,
)
from shortcuts import make

from flankspeed.engine import Event, IllegalChoice, Log, Rolled, Scripted
from flankspeed.games.picket.data.ids import (
    CAPTAIN,
    CIC,
    DCO,
    ENGINE_AFT,
    ENGINEER,
    GUNNERY,
    MK37,
    PORT,
    RADIO,
    SC,
    XO,
)
from flankspeed.games.picket.data.ship import secondary_id
from flankspeed.games.picket.rules.damage.compartments import hit_primary, hit_secondary
from flankspeed.games.picket.rules.damage.equipment import hit_equipment
from flankspeed.games.picket.rules.damage.people import free_crew
from flankspeed.games.picket.rules.repair.crews import CREWS
from flankspeed.games.picket.rules.repair.damage_control import DamageControl, lock_crews
from flankspeed.games.picket.rules.repair.jobs import EQUIP, GUN, SEC, WORDS, has, hits_on
from flankspeed.games.picket.state import IN_SECTION

OFFICERS = ("captain", "xo", "engineer", "gunnery", "dco", "cpo")


def sent(state_texts: list[str], who: str) -> list[str]:
    """Where somebody can be sent."""
    return [text.removeprefix(f"{who} ") for text in state_texts if text.startswith(f"{who} ")]


def ratings(events: list[Event]) -> dict[str, dict[str, int]]:
    """What counted in each repair roll, by compartment."""
    return {
        str(event.facts["where"]): {part.name: part.value for part in event.modifiers}
        for event in events
        if event.kind == "repair fails"
    }


@pytest.mark.rule("P-7.8.2.B-1", "P-7.3.A-1")
def test_every_job_counts_its_own_hit_markers() -> None:
    damage = {"cic": 2, "5in1": 1, "mk37": 1, "sg": 2, "sec-mid-galley": 1}
    state = a_ship(damage)
    assert {word: hits_on(state, WORDS.index(word)) for word in damage} == damage


@pytest.mark.rule("P-7.7.A-1", "P-7.9.A-1")
@pytest.mark.parametrize(
    ("mode", "targets"),
    [("basic", ["cic", "mk37", "sc"]), ("advanced", ["cic", "mk37", "sc", "sec-mid-galley"])],
)
def test_crews_go_to_damaged_primaries_equipment_and_secondaries(
    mode: str, targets: list[str]
) -> None:
    damage = {"cic": 1, "radio": 3, "mk37": 1, "sc": 1, "sg": 2, "sec-mid-galley": 1, "5in1": 1}
    state = a_ship({**damage, "sec-aft-trunk": 2}, options={"mode": mode})
    control(state)
    assert sent(texts(state), "crew") == targets


@pytest.mark.rule("P-7.7.B-1", "P-1.1.1.A-2", "P-1.3.2.A-1")
@pytest.mark.parametrize(
    ("section", "place_of_work", "elsewhere"),
    [(0, "bridge", "rudder"), (1, "aft-fire-room", "bridge"), (2, "steering-room", "fwd-stack")],
)
def test_a_crew_works_in_its_own_section_only(
    section: int, place_of_work: str, elsewhere: str
) -> None:
    crew = [0, 0, 0]
    crew[section] = 2
    state = a_ship({place_of_work: 1, elsewhere: 1}, crew=crew)
    control(state)
    assert sent(texts(state), "crew") == [place_of_work]
    play(state, f"crew {place_of_work}")
    assert sent(texts(state), "crew") == [place_of_work]


@pytest.mark.rule("P-7.7.C-1", "P-7.10.A-1", "P-7.11.A-1")
def test_three_men_in_a_primary_and_one_on_equipment() -> None:
    state = a_ship({"cic": 1, "mk37": 1, "sg": 1, "director-c": 1})
    control(state)
    place(state, "crew mk37", "crew sg", "crew director-c", "crew cic", "crew cic")
    assert sent(texts(state), "crew") == ["cic"]
    play(state, "crew cic")
    assert sent(texts(state), "crew") == []
    assert [men(state, word) for word in ("cic", "mk37", "sg", "director-c")] == [3, 1, 1, 1]


@pytest.mark.rule("P-7.7.C-1", "P-7.8.2.A-1")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_crewman_counts_one(count: int) -> None:
    state = a_ship({"cic": 1, "radio": 1})
    control(state)
    place(state, *["crew cic"] * count, "xo cic", "dco forward")
    assert modifiers(play(state, "begin repairs", 1, 1), "repair fails")["crewmen"] == count


@pytest.mark.rule("P-7.7.D-1")
def test_negative_ratings_count() -> None:
    state = a_ship({"cic": 1}, values={"Chief 1": -2, "XO": -1, "DCO": -2})
    control(state)
    place(state, "crew cic", "xo cic", "dco forward")
    events = play(state, "begin repairs", 3, 4)  # 1 + 1 - 5 - 2 = -5: column -2, needs 8
    counted = modifiers(events, "repair fails")
    assert (counted["Chief 1"], counted["XO"], counted["DCO"]) == (-2, -1, -2)


@pytest.mark.rule("P-7.7.D-1", "P-7.9.C-1")
@pytest.mark.parametrize(("die", "left"), [(4, 0), (5, 1)])
@pytest.mark.parametrize("rating", [-2, 2])
def test_ratings_never_count_in_secondaries(die: int, left: int, rating: int) -> None:
    values = {"Chief 1": rating, "XO": rating, "DCO": rating}
    state = a_ship({"sec-fwd-trunk": 1}, values=values, options=ADVANCED)
    state.posts[DCO] = IN_SECTION
    control(state)
    events = play(state, "crew sec-fwd-trunk", die)
    assert hits(state, "sec-fwd-trunk") == left
    assert modifiers(events, kinds(events)[-1]) == {}


@pytest.mark.rule("P-7.7.E-1", "P-1.3.1.A-3", "P-2.0.D-1")
def test_xo_counts_in_one_compartment() -> None:
    state = a_ship({"cic": 1, "radio": 1}, values={"XO": 2})
    control(state)
    place(state, "crew cic", "crew radio")
    assert sent(texts(state), "xo") == ["cic", "radio"]
    place(state, "xo radio")
    assert sent(texts(state), "xo") == []  # one place only
    place(state, "dco forward", "begin repairs")
    counted = ratings(play(state, "repair cic", 1, 1, 1, 1))
    assert ("XO" in counted["CIC"], counted["Radio"]["XO"]) == (False, 2)


@pytest.mark.rule("P-7.7.E-1", "P-7.7.F-1", "P-7.7.G-1", "P-7.7.H-1")
def test_the_dead_do_not_count() -> None:
    dead = ["XO", "Engineer", "DCO", "Chief 2"]
    state = a_ship({"aft-engine-room": 1}, values=dict.fromkeys(dead, 2), dead=dead)
    state.posts[XO] = state.posts[ENGINEER] = ENGINE_AFT
    state.posts[DCO] = IN_SECTION + 1
    control(state)
    place(state, "crew aft-engine-room")
    assert [sent(texts(state), who) for who in ("xo", "engineer", "dco")] == [[], [], []]
    events = play(state, "begin repairs", 1, 1)
    counted = {"repair value": 1, "crewmen": 1, "hit markers": -2}
    assert modifiers(events, "repair fails") == counted


@pytest.mark.rule("P-7.7.F-1", "P-1.3.1.A-4")
def test_engineer_goes_to_five_compartments_only() -> None:
    rooms = ["fwd-engine-room", "aft-engine-room", "fwd-fire-room", "aft-fire-room"]
    damage = dict.fromkeys([*rooms, "steering-room", "rudder", "aft-fuel-tanks", "cic"], 1)
    state = a_ship(damage, values={"Engineer": 2})
    state.posts[ENGINEER] = CIC
    control(state)
    place(state, *[f"crew {word}" for word in damage])
    assert sent(texts(state), "engineer") == [*rooms, "steering-room"]
    place(state, "engineer steering-room", "xo cic", "dco aft", "begin repairs")
    counted = modifiers(play(state, "repair steering-room", 1, 1), "repair fails")
    assert counted["Engineer"] == 2
    assert "Engineer" not in modifiers(play(state, "repair aft-fire-room", 1, 1), "repair fails")


@pytest.mark.rule("P-7.7.F-1")
def test_engineer_does_not_count_elsewhere() -> None:
    state = a_ship({"cic": 1}, values={"Engineer": 2})
    state.posts[ENGINEER] = CIC
    control(state)
    place(state, "crew cic", "xo cic", "dco forward")
    assert "Engineer" not in modifiers(play(state, "begin repairs", 1, 1), "repair fails")


@pytest.mark.rule("P-7.7.G-1", "P-7.7.H-1", "P-1.3.1.A-6", "P-1.3.2.B-1")
def test_dco_counts_in_one_section_and_chiefs_in_their_own() -> None:
    damage = {"cic": 1, "radio": 1, "rudder": 1}
    state = a_ship(damage, values={"DCO": 2, "Chief 1": 1, "Chief 3": -1})
    control(state)
    place(state, "crew cic", "crew radio", "crew rudder")
    assert sent(texts(state), "dco") == ["forward", "aft"]
    place(state, "dco forward", "xo cic", "begin repairs")
    found = ratings(play(state, "repair all", 1, 1, 1, 1, 1, 1)).values()
    assert [counted.get("DCO") for counted in found] == [2, 2, None]
    assert [counted.get("Chief 1") for counted in found] == [1, 1, None]
    assert [counted.get("Chief 3") for counted in found] == [None, None, -1]


@pytest.mark.rule("P-7.7.I-1", "P-2.0.D-1")
def test_attempts_follow_the_placing() -> None:
    state = a_ship({"cic": 1, "radio": 1, "rudder": 1})
    control(state)
    place(state, "crew cic", "crew radio", "xo cic", "dco forward", "begin repairs")
    with pytest.raises(IllegalChoice):
        play(state, "crew rudder")
    with pytest.raises(IllegalChoice):
        play(state, "xo radio")


@pytest.mark.rule("P-7.7.A-1")
def test_the_crews_of_each_section_are_told_by_the_number_of_their_repair_party() -> None:
    damage = {"cic": 1, "radio": 1, "fwd-fire-room": 1, "rudder": 1}
    state = a_ship(damage, dead=["XO", "Engineer", "DCO"])
    control(state)
    place(state, "crew cic", "crew fwd-fire-room", "crew rudder", "crew rudder")
    events = play(state, "begin repairs")
    told = [event for event in events if event.kind == "crews at work"]
    assert [(event.facts["repair"], event.facts["where"]) for event in told] == [
        (1, "CIC 1"),
        (2, "Fwd Fire Room 1"),
        (3, "Rudder 2"),
    ]


@pytest.mark.rule("P-2.0.D-1", "P-2.0.B-1")
def test_the_captain_never_moves_and_only_three_officers_help() -> None:
    state = a_ship({"bridge": 1, "fwd-engine-room": 1})
    state.posts[ENGINEER] = RADIO
    control(state)
    place(state, "crew bridge", "crew fwd-engine-room")
    movers = {text.split()[0] for text in texts(state)} & set(OFFICERS)
    assert movers == {"xo", "engineer", "dco"}
    captain, gunnery = state.posts[CAPTAIN], state.posts[GUNNERY]
    place(state, "xo fwd-engine-room", "engineer fwd-engine-room", "dco midship")
    assert (state.posts[CAPTAIN], state.posts[GUNNERY]) == (captain, gunnery)
    assert state.posts[XO] == WORDS.index("fwd-engine-room")


@pytest.mark.rule("P-7.7.J-1", "P-7.8.2.K-1")
def test_a_later_hit_kills_the_crew_and_the_officers_there() -> None:
    state = a_ship({"radio": 1})
    control(state)
    place(state, "crew radio", "crew radio", "xo radio", "dco forward")
    play(state, "begin repairs", 1, 1)
    assert (men(state, "radio"), over(state)) == (2, True)
    hit_primary(state, RADIO, PORT, Scripted([]), Log())
    assert not state.alive >> XO & 1
    assert (men(state, "radio"), state.crew[0]) == (0, 12)
    control(state)  # the rest of the crew may go there again
    assert "crew radio" in texts(state)


@pytest.mark.rule("P-7.7.K-1", "P-7.9.G-1")
@pytest.mark.parametrize(("dice", "left"), [([6, 1], 13), ([6, 6], 12), ([5, 4], 14)])
def test_a_hit_on_a_secondary_endangers_the_box_of_its_section(dice: list[int], left: int) -> None:
    state = a_ship(
        {"sec-fwd-trunk": 1, "sec-fwd-plot-room": 1, "sec-aft-trunk": 1}, options=ADVANCED
    )
    control(state)
    place(state, "crew sec-fwd-trunk", "crew sec-fwd-plot-room")
    play(state, "crew sec-aft-trunk", 6, 6, 6)
    hit_secondary(state, secondary_id(0, "Sea Cabin"), PORT, Scripted(dice), Log())
    assert state.crew == [left, 10, 13]
    assert state.secondary_crew.bit_count() == 3 - (14 - left)


@pytest.mark.rule("P-7.10.E-1", "P-7.11.D-1", "P-7.10.D-1", "P-7.11.C-1")
@pytest.mark.parametrize(("word", "item"), [("mk37", MK37), ("sc", SC)])
def test_a_second_hit_destroys_equipment_and_kills_its_man(word: str, item: int) -> None:
    state = a_ship({word: 1})
    control(state)
    play(state, f"crew {word}", 1, 1)
    assert men(state, word) == 1
    hit_equipment(state, item, Log())
    assert (hits(state, word), men(state, word), state.crew[0]) == (2, 0, 13)
    control(state)
    assert over(state)  # nothing can be done on station


@pytest.mark.rule("P-7.7.E-1", "P-7.7.F-1", "P-7.7.G-1")
def test_r55_repairs_begin_only_when_all_ratings_apply() -> None:
    state = a_ship({"fwd-fire-room": 1, "cic": 1}, values={"XO": -2, "Engineer": -2, "DCO": -2})
    control(state)
    assert "begin repairs" in texts(state)  # nothing is tried yet
    place(state, "crew fwd-fire-room")
    for choice in ("xo fwd-fire-room", "engineer fwd-fire-room", "dco midship"):
        assert "begin repairs" not in texts(state)
        place(state, choice)
    assert "begin repairs" in texts(state)


@pytest.mark.rule("P-7.7.F-1")
def test_r55_the_engineer_may_stay_away_where_he_has_no_work() -> None:
    state = a_ship({"cic": 1})
    control(state)
    place(state, "crew cic", "xo cic", "dco forward")
    assert "begin repairs" in texts(state)


@pytest.mark.rule("P-7.7.E-1")
def test_must_apply_off_lets_officers_stay_where_they_are() -> None:
    state = a_ship({"fwd-fire-room": 1}, values={"XO": -2}, options={"must_apply": "off"})
    control(state)
    place(state, "crew fwd-fire-room")
    assert "begin repairs" in texts(state)
    counted = modifiers(play(state, "begin repairs", 1, 1), "repair fails")
    assert set(counted) == {"repair value", "crewmen", "Chief 2", "hit markers"}


@pytest.mark.rule("P-7.7.E-1")
def test_an_officer_who_must_stay_does_not_bar_the_repairs() -> None:
    state = a_ship({"bridge": 1, "fwd-engine-room": 1})
    state.posts[ENGINEER] = state.posts[XO]  # on the bridge, with a crew that must stay
    state.at_primary[WORDS.index("bridge")] = 1
    lock_crews(state)
    control(state)
    place(state, "crew fwd-engine-room", "dco midship")
    assert sent(texts(state), "engineer") == sent(texts(state), "xo") == []
    assert "begin repairs" in texts(state)


@pytest.mark.rule("P-7.7.A-1", "P-7.8.2.G-1")
def test_between_waves_free_crews_are_placed_anew() -> None:
    state = a_ship({"cic": 1, "radio": 1}, crew=[1, 10, 13])
    control(state)
    place(state, "crew cic")
    play(state, "xo cic", 1, 1)  # the DCO must come as well
    assert men(state, "cic") == 1
    control(state)
    assert sent(texts(state), "crew") == ["cic", "radio"]
    play(state, "crew radio", 1, 1)  # the XO must come as well
    assert (men(state, "cic"), men(state, "radio")) == (0, 1)


# --- The default plan ---


@pytest.mark.rule("P-7.7.A-1")
@pytest.mark.parametrize(
    ("crew", "expected"), [(1, [1, 0, 0]), (2, [1, 1, 0]), (4, [3, 1, 0]), (13, [3, 3, 1])]
)
def test_auto_mans_what_a_loss_would_cost_most(crew: int, expected: list[int]) -> None:
    damage = {"steering-room": 3, "20mm-mag-aft": 1, "sec-aft-trunk": 1}
    state = a_ship(damage, crew=[14, 10, crew], options=ADVANCED)
    control(state)
    play(state, "auto", *[1, 1] * (crew == 1))
    assert [men(state, word) for word in damage] == expected


@pytest.mark.rule("P-7.7.A-1", "P-7.8.2.H-1")
@pytest.mark.parametrize("crewed", ["5in-mag-3", "5in-mag-4"])
def test_auto_mans_first_what_would_spread(crewed: str) -> None:
    state = a_ship({"5in-mag-3": 2, "5in-mag-4": 2}, crew=[0, 0, 1], dead=["XO", "DCO"])
    state.crewed = 1 << WORDS.index(crewed)  # there was a crew in the wave before
    control(state)
    play(state, "auto", 1, 1)
    assert men(state, crewed) == 0


@pytest.mark.rule("P-7.7.A-1")
def test_auto_sends_good_officers_where_they_help_and_bad_ones_where_they_hurt_least() -> None:
    damage = {"fwd-fire-room": 3, "fwd-stack": 1}
    for rating, post in ((2, "fwd-fire-room"), (-2, "fwd-stack")):
        state = a_ship(damage, values={"XO": rating}, dead=["Engineer"])
        control(state)
        play(state, "auto")
        assert WORDS[state.posts[XO]] == post


@pytest.mark.rule("P-7.7.A-1")
@pytest.mark.parametrize("must_apply", ["on", "off"])
def test_auto_obeys_the_rules_after_any_choices(must_apply: str) -> None:
    damage = {"cic": 1, "aft-fire-room": 2, "rudder": 1, "mk37": 1, "sec-aft-trunk": 1}
    options = {**ADVANCED, "must_apply": must_apply}
    values = {"XO": -1, "Engineer": -1, "DCO": -1}
    state = a_ship(damage, values=values, options=options)
    control(state)
    place(state, "crew rudder", "crew rudder", "dco aft")
    play(state, "auto")
    assert state.posts[DCO] == IN_SECTION + 2
    at_work = has(state.crewed, state.posts[XO]), has(state.crewed, state.posts[ENGINEER])
    assert at_work == ((True, True) if must_apply == "on" else (False, False))
    assert texts(state)[0].startswith("repair ")


@pytest.mark.rule("P-7.7.A-1")
def test_texts_are_unique_and_plain() -> None:
    words = [choice.text for choice in CREWS.values()]
    assert len(set(words)) == len(words)
    assert {"crew 5in1", "crew 40A", "crew director-a", "crew mk37", "crew sc"} <= set(words)
    assert {"crew sec-aft-sail-locker", "crew sec-fwd-fruit-veg", "crew rudder"} <= set(words)
    assert all(choice.place for choice in CREWS.values())


@pytest.mark.rule("P-7.7.B-1", "P-7.7.C-1")
@pytest.mark.parametrize("seed", range(40))
def test_random_choices_never_use_more_men_than_there_are(seed: int) -> None:
    chance = Random(seed)
    aboard = [
        *WORDS[:23],
        *WORDS[GUN : GUN + 10],
        *WORDS[EQUIP : EQUIP + 8],
        *WORDS[SEC : SEC + 57],
    ]
    damage = {word: 1 for word in aboard if chance.random() < 0.3}
    options = {**ADVANCED, "gun_repair": "on", "must_apply": chance.choice(["on", "off"])}
    state, dice = a_ship(damage, options=options), Rolled(seed)
    for _ in range(2):
        state.agenda = [End(), DamageControl()]
        state.advance(dice)
        while state.decision:
            offered = texts(state)
            assert len(set(offered)) == len(offered)
            state.play(state.decision.find(chance.choice(offered)), dice)
            assert min(free_crew(state, section) for section in range(3)) >= 0
        lock_crews(state)


@pytest.mark.parametrize(
    ("director", "lost"),
    [
        ("director-c", {"40C": 2}),
        ("mk37", {f"5in{number}": 3 for number in range(1, 6)}),
        ("mk37", {f"5in-mag-{number}": 4 for number in range(1, 6)}),
    ],
)
def test_auto_sends_nobody_to_a_director_that_serves_no_gun(
    director: str, lost: dict[str, int]
) -> None:
    for wreck, expected in (({}, 1), (lost, 0)):
        state = a_ship({director: 1, "sg": 1, **wreck})
        control(state)
        made = make(state, "auto", Rolled(1))
        assert (made.count(f"crew {director}"), made.count("crew sg")) == (expected, 1)


def test_auto_sends_nobody_to_directors_without_steam() -> None:
    state = a_ship({"mk37": 1, "director-c": 1, "sg": 1}, bonuses_lost=True)
    control(state)
    assert make(state, "auto", Rolled(1)) == ["crew sg", "begin repairs"]


@pytest.mark.rule("P-7.7.A-1")
def test_no_die_falls_before_the_player_lets_the_repairs_begin() -> None:
    """The last man can be called back until then."""
    state = a_ship({"cic": 1}, crew=[1, 0, 0], dead=["XO", "DCO", "Engineer"])
    control(state)
    state.play(CREWS[CIC], Scripted([]))
    assert texts(state) == ["begin repairs"]
