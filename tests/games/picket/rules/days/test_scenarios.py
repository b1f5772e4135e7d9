"""The scenario cards in play: length, station, Kikusui, special rules, who wins (10, 12, 2.20)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_duty import (
    A_NONE,
    ADVANCED,
    NA,
    REST,
    alone,
    day_done,
    go,
    new,
    on_station,
    outcome,
    play,
    quiet,
    texts,
)
from picket_fire import HITS, counted, event_of, wave
from picket_fire import play as fire

from flankspeed.games.picket.data.calendar import MIDDAY, MORNING, date_name
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import card_of
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.station.support import kikusui_today

KIKUSUI = (2, 3, 4, 5)
STORM, TYPHOON, TWO_DAYS, CALM = (1, 1), 1, 1, (6, 6)


def none(number: int) -> tuple[int, ...]:
    return NA if number == 6 else A_NONE


@pytest.mark.rule("P-12.A-1", "P-10.A-1")
@pytest.mark.parametrize(
    ("number", "title", "date", "ship", "station", "phases"),
    [
        (1, "The End Is Near", "7 Jun", "Anthony", 1, 1),
        (2, "A Fiery Sunday Morning", "27 May", "Braine", 5, 3),
        (3, "Kikusui 2", "12 Apr", "Cassin Young", 1, 3),
        (4, "A Hell of a Day", "6 Apr", "Colhoun", 2, 3),
        (5, "Evans Ordeal", "11 May", "Evans", 15, 3),
        (6, "First Blood", "26 Mar", "Kimberly", 9, 3),
        (7, "Hazardous Duty", "4 Apr", "La Prade", 1, 6),
        (8, "Rescue!", "7 Apr", "Dunlap", 2, 3),
    ],
)
def test_cards(number: int, title: str, date: str, ship: str, station: int, phases: int) -> None:
    card = card_of(str(number), PicketOptions())
    assert (card.title, card.ship, card.station, card.phases) == (title, ship, station, phases)
    assert date_name(card.turn) == f"{date} 1945"
    assert not card.campaign


@pytest.mark.rule("P-12.A-1", "P-6.7.B-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("number", range(1, 9))
def test_r96_kikusui_where_the_card_says_so_and_nowhere_else(number: int, mode: str) -> None:
    state = new(str(number), mode=mode)
    assert kikusui_today(state) == (number in KIKUSUI)


@pytest.mark.rule("P-10.A-1", "P-12.A-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_scenario_1_is_one_clear_midday(mode: str) -> None:
    state = on_station("1", options={"mode": mode}, land_radar_lost=15)
    told = go(state, *quiet(state, 1, phase=MIDDAY, none=A_NONE, first=True))
    assert [e.facts["phase"] for e in told if e.kind == "phase begins"] == ["midday"]
    assert outcome(state) == ("usn", "on station")
    assert "morale roll" not in told.kinds


@pytest.mark.rule("P-10.A-1")
def test_r83_scenario_1_with_three_phases() -> None:
    state = on_station("1", options={"sc1_phases": 3})
    assert (state.charts.card.phase, state.charts.card.phases) == (MORNING, 3)
    go(state, *quiet(state, 3, none=A_NONE))
    assert outcome(state) == ("usn", "on station")


@pytest.mark.rule("P-10.A-1", "P-18.D-1")
@pytest.mark.parametrize("number", [6, 8])
def test_a_scenario_of_one_turn_is_won_on_station_after_three_phases(number: int) -> None:
    state = on_station(str(number))
    dice = quiet(state, 3, none=none(number))
    if number == 8:  # a die for the survivors before each attack
        dice = [*dice[:5], 1, *dice[5:14], 1, *dice[14:23], 1, *dice[23:]]
    told = go(state, *dice)
    assert outcome(state) == ("usn", "on station")
    assert "morale roll" not in told.kinds


@pytest.mark.rule("P-10.A-1", "P-9.0.H-1")
@pytest.mark.parametrize(
    "setting",
    [{"leaving": "damage"}, {"leaving": "fuel"}, {"leaving": "armament"}, {"sunk": True}],
)
def test_a_ship_sunk_or_gone_loses_the_scenario(setting: dict[str, Any]) -> None:
    state = day_done(on_station("6", phases_played=3, **setting))
    go(state)
    what = "the ship is sunk" if "sunk" in setting else "the ship left its station"
    assert outcome(state) == ("ijn", what)


@pytest.mark.rule("P-9.0.H-1", "P-9.0.G-3")
def test_a_forced_withdrawal_loses_at_the_end_of_the_phase() -> None:
    state = on_station("6", damage={"rudder": 2})
    go(state, *quiet(state, 1))
    assert outcome(state) == ("ijn", "the ship left its station")


# --- Scenario 7 ---


@pytest.mark.rule("P-12.A-1", "P-10.A-1")
def test_scenario_7_lasts_two_turns_and_then_she_is_relieved() -> None:
    state = on_station("7")
    day = quiet(state, 3, none=A_NONE)
    first = [*day[:18], 1, *day[18:], 1]  # rolls for relief after midday and night
    second = [*day[:9], 1, *day[9:18], 1, *day[18:], 1]
    told = go(state, *first, *REST, *second)
    assert told.kinds.count("not relieved") == 5
    assert [e.facts["title"] for e in told if e.kind == "heading"] == [
        "Turn 12: 4 Apr 1945", "Turn 13: 5 Apr 1945",
    ]  # fmt: skip
    assert outcome(state) == ("usn", "relieved")


@pytest.mark.rule("P-12.A-1", "P-10.A-1")
def test_v62_early_relief_ends_scenario_7() -> None:
    state = on_station("7")
    go(state, *quiet(state, 2, none=A_NONE), 6)
    assert outcome(state) == ("usn", "relieved")


@pytest.mark.rule("P-12.A-1")
def test_fuel_may_fail_between_the_turns_of_scenario_7() -> None:
    state = on_station("7", fuel=1)
    go(state, *quiet(state, 2, none=A_NONE), 1, *quiet(state, 1, phase=2), 1, 4, 6)
    assert outcome(state) == ("ijn", "the ship left its station")


@pytest.mark.rule("P-7.3.W-1", "P-12.A-1")
def test_r85_scenario_7_ignores_a_new_station() -> None:
    state = day_done(on_station("7", phases_played=3, new_station=True))
    told = go(state)
    assert (told.asked, told.kinds) == ("air cover", ["heading", "phase begins"])


# --- Scenario 8 ---


@pytest.mark.rule("P-12.A-1")
@pytest.mark.parametrize(("die", "stopped"), [(4, False), (5, True)])
def test_scenario_8_the_ship_may_lie_stopped(die: int, stopped: bool) -> None:
    state = on_station("8")
    told = go(state, 3, 3, "0", 1, 1, die)
    assert told.asked == "Table 8-1"
    assert state.stopped == stopped
    assert told.kinds[-1] == ("ship stopped" if stopped else "ship under way")


@pytest.mark.rule("P-12.A-1")
@pytest.mark.parametrize(("stopped", "damage"), [(True, (1, 2, 1, 2)), (False, (1, 3))])
def test_v63_a_stopped_ship_is_hit_more_easily(stopped: bool, damage: tuple[int, ...]) -> None:
    card = {"fit": "dunlap", "stopped_modifier": 1}
    # 8 is a near miss; +1 makes it a hit, with two rolls on Table 11.
    state = wave("Zero 180L", steps=(HITS,), card=card, stopped=stopped, dice=(4, 4, *damage))
    assert state.plane_hits == stopped


@pytest.mark.rule("P-12.A-1")
@pytest.mark.parametrize(
    ("options", "bonus"),
    [({}, {"20A": 1, "20E": 1}), ({"fit_1941": "on"}, {"20A": 0, "20D": 1})],
)
def test_scenario_8_twin_20mm(options: dict[str, Any], bonus: dict[str, int]) -> None:
    fit = card_of("8", PicketOptions(**options)).fit
    for gun, modifier in bonus.items():
        space = {"20A": "0L", "20D": "90L", "20E": "270L"}[gun]
        state = wave(f"Zero {space}", card={"fit": fit})
        fire(state, f"aim {gun} 1")
        event = event_of(fire(state, "fire", 1, 1), "gun misses")
        assert sum(counted(event).values()) == modifier


@pytest.mark.rule("P-12.A-1", "P-6.10.A-1")
def test_scenario_8_has_no_emergency_manoeuvre() -> None:
    cards = [card_of(str(number), PicketOptions()) for number in range(1, 9)]
    assert [card.manoeuvre for card in cards] == [True] * 7 + [False]


@pytest.mark.rule("P-12.A-1")
@pytest.mark.parametrize(
    ("options", "fit", "forties"),
    [
        ({}, "dunlap", 2),
        ({"dunlap_40": 4}, "dunlap_four", 4),
        ({"fit_1941": "on"}, "dunlap_1941", 0),
    ],
)
def test_r93_the_guns_of_the_dunlap(options: dict[str, Any], fit: str, forties: int) -> None:
    state = new("8", **options)
    assert state.charts.card.fit == fit
    assert sum(5 <= mount.id < 10 for mount in state.charts.mounts) == forties


# --- A typhoon in a scenario ---


def struck(number: str, **setting: Any) -> tuple[Any, list[int]]:
    state = on_station(number, options=ADVANCED, first_phase=False, **setting)
    return state, [*STORM, TYPHOON, TWO_DAYS]


@pytest.mark.rule("P-6.3.B.2-1", "P-10.A-1")
@pytest.mark.parametrize(
    ("number", "setting", "dice", "result"),
    [
        ("6", {}, CALM * 6, ("usn", "on station")),
        ("7", {}, CALM * 6, ("usn", "relieved")),
        ("6", {}, (1, 1), ("ijn", "the ship is sunk")),
        ("6", {}, (1, 2, 1), ("ijn", "the ship left its station")),
        ("6", {"hull": 1}, (2, 3), ("ijn", "the ship left its station")),
        ("6", {"fuel": 0}, (), ("ijn", "the ship left its station")),
        ("7", {"phases_played": 1, "phase": 1}, (6,), ("usn", "relieved")),
    ],
)
def test_r21_a_typhoon_ends_a_scenario(
    number: str, setting: dict[str, Any], dice: tuple[int, ...], result: tuple[str, str]
) -> None:
    state, strikes = struck(number, **setting)
    told = go(state, *strikes, *dice)
    assert outcome(state) == result
    assert "morale roll" not in told.kinds


# --- Campaign cards ---


@pytest.mark.rule("P-12.A-1")
def test_two_campaigns() -> None:
    cards = [card_of(name, PicketOptions()) for name in ("mini", "long-a", "long-b")]
    assert [card.campaign for card in cards] == ["mini", "long_a", "long_b"]
    assert all(card.turn == 1 and card.red_dates and not card.ship for card in cards)
    assert campaigns().draw_at == 8


@pytest.mark.rule("P-9.0.G-2", "P-9.0.H-1")
def test_a_captain_who_leaves_loses_his_scenario() -> None:
    state = on_station("6", damage={f"20{letter}": 1 for letter in "ABCDEFG"})
    state.guns[:2] = [1, 1]
    alone(state, EndOfPhase())
    assert texts(state) == ["stay", "leave"]
    play(state, "leave")
    day_done(state)
    go(state)
    assert outcome(state) == ("ijn", "the ship left its station")
