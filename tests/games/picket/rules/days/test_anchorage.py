"""Anchorage, typhoon days, new stations and new ships (9.0, 6.3.B, 7.8.2.L-M, R-82, R-85)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_duty import ADVANCED, REST, day_done, go, on_station, play, quiet, texts, today
from picket_fire import regular

from flankspeed.games.picket.data.calendar import turn_named
from flankspeed.games.picket.data.ids import CAPTAIN, CHIEF_2, XO
from flankspeed.games.picket.rules.damage.condition import damaged_at_all
from flankspeed.games.picket.rules.gunnery.shots import gun_roll
from flankspeed.games.picket.rules.station.support import kikusui_today
from flankspeed.games.picket.state import RAIN, PicketState

ENGINEER = ["engineer fwd-engine-room", "engineer aft-engine-room"]
HIT = {"cic": 1}
ONE_WEEK, REAR = (1, 1), (5, 5)
ONE_DAY, THREE_DAYS = (1, 1), (3, 4)
STORM, TYPHOON, CALM = (1, 1), 1, (6, 6)


def leaving(date: str = "Apr 1", cause: str = "fuel", **setting: Any) -> PicketState:
    """A ship that leaves its station on a date."""
    return day_done(on_station("long-b", date, leaving=cause, **setting))


# --- How long ---


@pytest.mark.rule("P-9.0.A-1", "P-7.8.2.M-1", "P-9.0.F-1")
@pytest.mark.parametrize(
    ("dice", "back"),
    [((1, 1), "2 Apr"), ((1, 2), "2 Apr"), ((2, 2), "3 Apr"), ((2, 3), "3 Apr"), ((3, 3), "4 Apr"),
     ((4, 5), "4 Apr"), ((5, 5), "5 Apr"), ((6, 6), "5 Apr")],
)  # fmt: skip
@pytest.mark.parametrize("cause", ["fuel", "ammo"])
def test_table_18_1(dice: tuple[int, int], back: str, cause: str) -> None:
    state = leaving(cause=cause)
    assert go(state, *dice).kinds == ["replenishment", "comes back"]
    assert (today(state), texts(state)) == (back, ENGINEER)


@pytest.mark.rule("P-9.0.B-1", "P-7.8.2.M-1")
@pytest.mark.parametrize(
    ("dice", "back"),
    [((1, 1), "8 Apr"), ((1, 2), "15 Apr"), ((2, 3), "15 Apr"), ((3, 3), "22 Apr"),
     ((4, 4), "22 Apr"), ((4, 5), "29 Apr")],
)  # fmt: skip
def test_v25_table_18(dice: tuple[int, int], back: str) -> None:
    state = leaving(damage=HIT)
    assert go(state, *dice).kinds == ["repairs", "comes back"]
    assert (today(state), texts(state)) == (back, ENGINEER)


@pytest.mark.rule("P-9.0.A-1", "P-9.0.B-1")
@pytest.mark.parametrize(
    ("damage", "option", "back"),
    [({}, "example", "2 Apr"), ({}, "day_after", "3 Apr"),
     (HIT, "example", "8 Apr"), (HIT, "day_after", "9 Apr")],
)  # fmt: skip
def test_r82_the_day_of_the_return(damage: dict[str, int], option: str, back: str) -> None:
    state = leaving(damage=damage, options={"return_day": option})
    go(state, 1, 1)
    assert today(state) == back


@pytest.mark.rule("P-9.0.B-1")
@pytest.mark.parametrize(
    "fields",
    [{"water_lines": 1}, {"hull": 9}, {"manoeuvre": 9}, {"flood": 9}, {"guns": [1] + [0] * 16}],
)
def test_r117_any_damage_goes_to_table_18(fields: dict[str, Any]) -> None:
    assert go(leaving(**fields)).asked == "anchorage repairs, Table 18"


@pytest.mark.rule("P-9.0.B-1")
def test_r117_dead_crew_and_empty_tanks_are_no_damage() -> None:
    state = leaving(ammo=0, fuel=0, crew=[1, 1, 1], dead=["XO"])
    assert go(state).asked == "replenishment, Table 18-1"


@pytest.mark.rule("P-9.0.B-1", "P-9.0.E-1", "P-7.8.2.L-1")
@pytest.mark.parametrize("dice", [(4, 6), (5, 6), (6, 6)])
def test_a_ship_sent_to_the_rear_is_replaced_the_next_day(dice: tuple[int, int]) -> None:
    state = leaving(damage=HIT, morale=2)
    assert go(state, *dice).kinds == ["to the rear"]
    assert (today(state), texts(state)[0]) == ("2 Apr", "name Ammen")
    assert (state.ships_sunk, state.morale, damaged_at_all(state)) == (0, 0, False)


# --- On the way ---


@pytest.mark.rule("P-7.3.Q-2", "P-7.3.R-1", "P-1.2.1-2")
@pytest.mark.parametrize("track", ["hull", "manoeuvre"])
def test_v53_table_16_on_the_way(track: str) -> None:
    state = leaving(cause="damage", values={"DCO": 2})
    setattr(state, track, 0)
    told = go(state, 1, 2, *ONE_WEEK)
    assert told.kinds == ["afloat roll", "repairs", "comes back"]
    assert (today(state), getattr(state, track)) == ("8 Apr", 10)


@pytest.mark.rule("P-7.3.Q-2", "P-7.8.2.L-1")
def test_v54_a_ship_that_sinks_on_the_way_is_replaced_the_next_day() -> None:
    state = leaving(cause="damage", hull=0, values={"DCO": 2})
    assert go(state, 1, 1).kinds == ["afloat roll", "ship lost"]
    assert (today(state), state.ships_sunk, texts(state)[0]) == ("2 Apr", 1, "name Ammen")


@pytest.mark.rule("P-7.3.Q-2", "P-7.4.M-1")
@pytest.mark.parametrize("setting", [
    {"cause": "damage", "damage": {"rudder": 2}},
    {"cause": "damage", "damage": {"sc": 2, "sg": 2}},
    {"cause": "flooding", "flood": 0},
    {"cause": "water lines", "water_lines": 3},
])  # fmt: skip
def test_r34_other_withdrawals_go_straight_to_table_18(setting: dict[str, Any]) -> None:
    assert go(leaving(**setting)).asked == "anchorage repairs, Table 18"


@pytest.mark.rule("P-7.3.Q-2")
@pytest.mark.parametrize(
    ("option", "dice", "kinds"),
    [("t14", (3, 3), ["hull roll", "repairs"]), ("t14", (2, 3), ["hull roll", "ship lost"]),
     ("both", (2, 3), ["afloat roll", "repairs"])],
)  # fmt: skip
def test_r33_table_14_on_the_way(option: str, dice: tuple[int, int], kinds: list[str]) -> None:
    state = leaving(cause="damage", hull=0, options={"hull_zero": option})
    repairs = () if "ship lost" in kinds else ONE_WEEK
    assert go(state, *dice, *repairs).kinds[:2] == kinds


# --- What comes back ---


@pytest.mark.rule("P-9.0.C-1")
def test_the_dead_are_replaced_with_new_chits() -> None:
    dead = ["XO", "Chief 2"]
    state = leaving(values={"Captain": 1, "XO": 2}, dead=dead, lost_people=130, crew=[3, 0, 13])
    told = go(state, *ONE_DAY, "-1", "+2")
    assert [event.rule for event in told if event.kind == "new man"] == ["P-9.0.C-1"] * 2
    assert (state.values[CAPTAIN], state.values[XO], state.values[CHIEF_2]) == (1, -1, 2)
    assert (state.alive, state.lost_people, state.crew) == (511, 0, [14, 10, 13])


@pytest.mark.rule("P-9.0.I-1", "P-11.5.D-1", "P-7.3.X-1")
def test_everything_is_made_good_but_morale() -> None:
    damage = {"cic": 3, "rudder": 2, "5in1": 3, "sc": 2, "mk37": 1, "sec-aft-sail-locker": 2}
    state = leaving(
        "Apr 1", "damage", damage=damage, options=ADVANCED, ammo=1, hull=4, manoeuvre=3, fuel=2,
        flood=5, flooded=1, secondary_flooded=1, lean=[1, 0, 2, 0], water_lines=3, morale=-1,
        deck_fires=[2, 0, 1], dead_in_water=True, bonuses_lost=True, lines_asked=True,
        emergency=True, carried=1, held=1, at_primary=[1] * 23, new_station=True,
    )  # fmt: skip
    go(state, *ONE_WEEK)
    fresh = on_station("long-b", options=ADVANCED)
    for name in (
        "primaries", "fires", "flooded", "leaning", "secondaries", "secondary_flooded", "equipment",
        "guns", "water_lines", "deck_fires", "ammo", "hull", "manoeuvre", "fuel", "flood", "lean",
        "dead_in_water", "bonuses_lost", "lines_asked", "emergency", "carried", "held",
        "at_primary", "at_equipment", "at_gun", "secondary_crew", "crew", "new_station", "leaving",
    ):  # fmt: skip
        assert getattr(state, name) == getattr(fresh, name), name
    assert state.morale == -1


@pytest.mark.rule("P-9.0.D-1", "P-6.6.O-1")
def test_a_new_station_by_the_date_of_the_return() -> None:
    state = leaving("Apr 30", options=ADVANCED, fdt=False, sfs=2, attack_ends=1)
    go(state, *ONE_DAY)
    play(state, "engineer aft-engine-room")
    # 7 is station 9 in Table 2-3A of 1 May, 7 in Table 2-2A of April.
    told = play(state, "cpo cic", 3, 4, 6, 6, 2, 3)
    assert told.kinds[:3] == ["station rolled", "team aboard", "surface support"]
    assert (state.station, state.fdt, state.sfs, state.attack_ends) == (9, True, 1, 4)


@pytest.mark.rule("P-9.0.J-1")
def test_kikusui_days_are_missed_at_the_anchorage() -> None:
    state = leaving("Apr 5", options=ADVANCED)
    go(state, *THREE_DAYS)
    assert (today(state), kikusui_today(state)) == ("8 Apr", False)
    state.turn = turn_named("Apr 6")
    assert kikusui_today(state)


@pytest.mark.rule("P-6.2.C-1")
@pytest.mark.parametrize("damage", [{}, HIT])
def test_r22_after_the_anchorage_there_is_no_weather_before(damage: dict[str, int]) -> None:
    state = leaving(damage=damage, options=ADVANCED, weather=RAIN, first_phase=False)
    go(state, 1, 1)
    play(state, "engineer aft-engine-room")
    told = play(state, "cpo cic", 3, 4, 6, 6, 2, 3, 2, 3)
    assert told.of("weather").modifiers == ()


# --- Sunk ---


@pytest.mark.rule("P-11.2.A-1")
def test_a_new_ship_has_lost_no_aces() -> None:
    state = on_station("long-b", "Apr 1", sunk=True, options={"ace_gunners": "on"}, ace_lost=1)
    go(state)
    state.kills[0] = 5  # of the new ship's own guns
    modifiers = gun_roll(state, 0, regular("Zero 0H")).modifiers
    assert "ace gunners" in [modifier.name for modifier in modifiers]


@pytest.mark.rule("P-9.0.E-1", "P-7.8.2.L-1")
def test_a_new_ship_has_a_new_crew_and_station() -> None:
    state = on_station("long-b", "Apr 1", morale=2, values={"Captain": 2}, dead=["XO"], sunk=True)
    state.kills[0] = 5
    go(state)
    assert (today(state), state.morale, state.kills[0]) == ("2 Apr", 0, 0)
    play(state, "name Bush", *["-1"] * 4, *["+1"] * 4, "0")
    assert state.values == [-1] * 4 + [1] * 4 + [0]
    assert state.alive == 511
    play(state, "engineer fwd-engine-room")
    told = play(state, "cpo radio", 4, 5, 6, 6, 1, 1)
    assert told.kinds[:3] == ["station rolled", "team aboard", "surface support"]


# --- Typhoons ---


def struck(**setting: Any) -> tuple[PicketState, list[int]]:
    """A ship of the advanced game on Apr 1, and the dice of a typhoon of two days that morning."""
    options = {**ADVANCED, **setting.pop("options", {})}
    state = on_station("long-b", "Apr 1", options=options, first_phase=False, **setting)
    return state, [*STORM, TYPHOON, 1]


@pytest.mark.rule("P-6.3.B.1-1", "P-6.3.B.2-1")
def test_v16_a_typhoon_on_1_april() -> None:
    state, dice = struck()
    told = go(state, *dice, *REST, *CALM * 6, *quiet(state, 1))
    assert told.kinds.count("typhoon harmless") == 6
    assert (today(state), state.station, state.fighting_days) == ("4 Apr", 9, 1)
    after = [event for event in told if event.kind == "weather"][-1]
    assert [modifier.value for modifier in after.modifiers] == [-1]  # it counts as a storm
    assert (told.asked, state.phase) == ("weather", 1)  # and the day takes its course


@pytest.mark.rule("P-6.3.B.3-1")
def test_a_ship_sunk_by_a_typhoon_is_replaced_when_it_is_past() -> None:
    state, dice = struck()
    assert go(state, *dice, *REST, *CALM, 1, 1).kinds[-1] == "ship lost"
    assert (today(state), texts(state)[0]) == ("4 Apr", "name Ammen")


@pytest.mark.rule("P-7.8.2.L-1", "P-6.3.B.3-1")
def test_a_ship_lost_before_the_typhoon_is_replaced_the_next_day() -> None:
    state, dice = struck(flood=0)
    assert go(state, *dice, *REST, 1, 1).kinds[-1] == "ship lost"
    assert (today(state), state.typhoon_days) == ("2 Apr", 0)


@pytest.mark.rule("P-6.3.B.4-1", "P-6.3.B.5-1")
@pytest.mark.parametrize(("die", "back"), [(1, "6 Apr"), (3, "7 Apr"), (6, "8 Apr")])
def test_days_at_anchorage_come_after_those_of_the_typhoon(die: int, back: str) -> None:
    state, dice = struck(dead=["XO"], hull=9, crew=[1, 1, 1])
    told = go(state, *dice, *REST, 1, 2, die, "+2")
    assert told.kinds[-3:] == ["leaves station", "new man", "comes back"]
    assert (today(state), texts(state)) == (back, ENGINEER)
    assert (state.hull, state.values[XO], state.crew) == (10, 2, [14, 10, 13])
    assert state.typhoon_anchorage == 0
    play(state, "engineer aft-engine-room")
    told = play(state, "cpo cic", 3, 4, 6, 6, 2, 3)
    assert told.kinds[:3] == ["station rolled", "team aboard", "surface support"]


@pytest.mark.rule("P-6.3.B.2-1", "P-7.3.Q-2")
def test_r20_a_hull_broken_by_the_typhoon_is_a_withdrawal_on_its_last_day() -> None:
    state, dice = struck(hull=2)
    told = go(state, *dice, *REST, 2, 2, 3, 4, *ONE_WEEK)
    assert told.kinds[-4:] == ["leaves station", "afloat roll", "repairs", "comes back"]
    assert today(state) == "10 Apr"


@pytest.mark.rule("P-6.3.B.2-1", "P-7.3.Q-2")
def test_r33_a_hull_broken_by_the_typhoon_rolls_on_table_14_at_once() -> None:
    state, dice = struck(hull=2, options={"hull_zero": "both"})
    told = go(state, *dice, *REST, 2, 2, 2, 3)
    assert told.kinds[-2:] == ["hull roll", "ship lost"]


@pytest.mark.rule("P-6.3.B.1-1")
def test_r21_a_ship_that_leaves_first_escapes_the_typhoon() -> None:
    state, dice = struck(fuel=0)
    assert go(state, *dice, *ONE_DAY).kinds[-1] == "comes back"
    assert (today(state), state.typhoon_days) == ("2 Apr", 0)


@pytest.mark.rule("P-6.3.B.1-1", "P-18.B-3")
def test_r21_damage_control_and_the_end_of_the_phase_come_before_the_typhoon() -> None:
    state, dice = struck(damage=HIT)
    go(state, *dice)
    play(state, "crew cic")
    told = play(state, "auto", 1, 1)
    assert told.asked == "morale, Table 23"


# --- A new station by Table 15 ---


@pytest.mark.rule("P-7.3.W-1", "P-6.6.O-1")
def test_r85_an_undamaged_ship_has_a_new_station_next_turn() -> None:
    state = day_done(on_station("long-b", "Apr 1", new_station=True, fuel=5, attack_ends=0))
    told = go(state, 2, 2, 1, 1, 1, 1)
    assert told.kinds[:3] == ["station rolled", "no team aboard", "surface support"]
    assert (today(state), state.station, state.fuel) == ("2 Apr", 4, 5)
    assert (state.attack_ends, state.new_station, state.fighting_days) == (4, False, 1)


@pytest.mark.rule("P-7.3.W-1", "P-9.0.C-1", "P-9.0.I-1")
@pytest.mark.parametrize(
    ("die", "option", "back"),
    [(1, "example", "3 Apr"), (3, "example", "4 Apr"), (6, "example", "5 Apr"),
     (6, "day_after", "6 Apr")],
)  # fmt: skip
def test_r85_a_damaged_ship_is_made_good_first(die: int, option: str, back: str) -> None:
    setting: dict[str, Any] = {"new_station": True, "fuel": 5, "damage": HIT, "dead": ["XO"]}
    state = day_done(on_station("long-b", "Apr 1", options={"return_day": option}, **setting))
    assert go(state, die, "+2").kinds == ["reassigned", "new man", "comes back"]
    assert (today(state), state.fuel, state.values[XO]) == (back, 10, 2)
    assert texts(state) == ENGINEER


@pytest.mark.rule("P-7.3.W-1")
def test_r85_a_forced_return_cancels_it() -> None:
    state = leaving(new_station=True)
    assert go(state, *ONE_DAY).kinds == ["replenishment", "comes back"]
    assert not state.new_station


@pytest.mark.rule("P-4.0.A-2", "P-18.D-1")
def test_a_ship_that_stays_keeps_its_station() -> None:
    state = on_station("long-b", "Mar 24", options=ADVANCED)
    told = go(state, *quiet(state, first=True), *REST)
    assert "station rolled" not in told.kinds
    assert (today(state), state.station) == ("25 Mar", 9)
