"""What the staff weighs: every option has its figure, and the best of them is what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from picket_fire import DEFENCE, EM, play, values, wave
from picket_repair import ADVANCED, a_ship, control, place
from shortcuts import make

from flankspeed.engine import Rolled, Scripted, Weighed
from flankspeed.games.picket.bots.staff import StaffBot
from flankspeed.games.picket.bots.weighing import Values, ranked
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds.repairs import whole_chance
from flankspeed.games.picket.rules.gunnery.menus import FIRE, KEEP
from flankspeed.games.picket.rules.repair.damage_control import Repair
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.state import PicketState

GAME = Picket()
GAMES = [("2", "basic", 3), ("7", "advanced", 8), ("mini", "advanced", 6), ("3", "basic", 2)]
SPARSE = 5  # of the many orders of a plan of fire, one in so many is weighed


def weighed(state: PicketState) -> list[Weighed]:
    assert state.decision is not None
    return StaffBot().weigh(state, state.decision)


def worth(state: PicketState) -> dict[str, float]:
    return {each.choice.text: each.value for each in weighed(state)}


def words(state: PicketState) -> dict[str, str]:
    return {each.choice.text: each.words for each in weighed(state)}


def positions(scenario: str, mode: str, seed: int) -> Iterator[tuple[PicketState, str]]:
    """The positions of a game with something to choose, and what the staff chooses."""
    state, dice, staff = GAME.new(scenario, GAME.options({"mode": mode})), Rolled(seed), StaffBot()
    state.advance(dice)
    number = 0
    while state.decision is not None:
        choice = staff.choose(state, state.decision)
        number += 1
        aiming = state.decision.prompt.startswith("Defensive fire")
        if len(state.decision.options) > 1 and not (aiming and number % SPARSE):
            yield state, choice.text
        state.play(choice, dice)


@pytest.mark.parametrize(("scenario", "mode", "seed"), GAMES)
def test_the_best_of_what_is_weighed_is_what_is_chosen(scenario: str, mode: str, seed: int) -> None:
    """Also by a staff that has not seen the game so far; and nothing is changed by asking."""
    asked = told = 0
    for state, chosen in positions(scenario, mode, seed):
        assert state.decision is not None
        before, found = state.copy(), weighed(state)
        asked += 1
        if found:
            told += 1
            assert found[0].choice.text == chosen
            assert {each.choice for each in found} == set(state.decision.options)
            assert [each.value for each in found] == sorted((e.value for e in found), reverse=True)
            assert all(re.search(r"\d", each.words) for each in found)
        assert state == before
    assert asked > 10
    assert told >= 0.9 * asked


def test_nothing_is_worth_more_than_what_a_plan_has_chosen() -> None:
    options: Values = [(FIRE, 0.25), (KEEP, 0.5)]
    by_plan, by_worth = (
        [tuple(each)[:2] for each in ranked(options, lambda *_: "", chosen)]
        for chosen in (FIRE, None)
    )
    assert by_plan == [(FIRE, 25), (KEEP, 25)]
    assert by_worth == [(KEEP, 50), (FIRE, 25)]


# --- Fire ---


def test_orders_of_the_plan_are_worth_the_same_and_all_others_less() -> None:
    state = wave("Zero 90L", "Zero 270M", "Zero 180H")
    found = worth(state)
    best = max(found.values())
    planned = {text for text, value in found.items() if value == best}
    assert {"aim 20B 1", "aim 5in5 3"} <= planned
    assert found["fire"] == min(found.values())
    guns = {text.split()[1] for text in found if text.startswith("aim")}
    assert {text.split()[1] for text in planned} == guns  # each gun has its plane


def test_the_guns_that_are_aimed_count() -> None:
    state = wave("Zero 0L", "Zero 180H", advanced=True)
    before = worth(state)
    play(state, "slave 5in4 2")
    after = worth(state)
    assert after["fire"] > before["fire"]
    assert max(after.values()) == pytest.approx(max(before.values()))


def test_a_plan_begun_badly_is_worth_less() -> None:
    state = wave("Zero 90L", "Zero 90L", "Zero 90L")
    best = max(worth(state).values())
    for gun in ("5in1", "5in2", "5in3", "5in4", "5in5"):
        play(state, f"aim {gun} 1")
    assert max(worth(state).values()) < best


def test_the_order_of_shots_is_told() -> None:
    state = wave("Zero 0L", "Zero 180H")
    play(state, "auto")
    told = words(state)
    assert all(re.fullmatch(r"this wave then costs her \d+\.\d%", text) for text in told.values())


# --- Specials and the manoeuvre ---


def test_spray_fire_is_worth_what_it_destroys() -> None:
    state = wave(specials=["Betty"], steps=[DEFENCE], dice=[3], sfs=1)
    found = worth(state)
    assert found["spray 1"] == found["sfs 1"] > found["fire"]  # both are still to be done
    last = wave(specials=["Betty"], steps=[DEFENCE], dice=[3], ammo=1, sfs=1)
    assert worth(last)["spray 1"] < -100
    assert words(last)["spray 1"].startswith("the last 1 of her ammunition")


def test_the_manoeuvre_is_told_with_its_chance_and_its_fuel() -> None:
    good = values(captain=1, engineer=1)
    state = wave("Zero 90L", steps=[EM], advanced=True, values=good)
    assert words(state)["manoeuvre"].startswith("succeeds 91.7%; the rest of the phase costs her ")
    dry = wave("Zero 90L", steps=[EM], advanced=True, values=good, fuel=2)
    assert "fuel runs out" in words(dry)["manoeuvre"]


# --- Repairs ---


def test_what_a_repair_is_told_to_be_is_what_it_is_when_it_is_rolled() -> None:
    """Who is sent first hears what holds when all the others have been sent as well."""
    damage = {"fwd-fuel-tanks": 2, "radio": 1, "steering-room": 3, "sec-aft-trunk": 1}
    state = a_ship(damage, values={"Chief 1": 1, "DCO": 1, "XO": 1}, options=ADVANCED)
    control(state)
    told = words(state)
    make(state, "auto", Scripted([]))
    assert state.decision is not None
    jobs = [option.job for option in state.decision.options if isinstance(option, Repair)]
    assert len(jobs) == 3
    for option in state.decision.options:
        if isinstance(option, Repair):
            crew = told[option.text.replace("repair", "crew")]
            assert f"repaired {whole_chance(state, option.job):.1%}" in crew


def test_to_begin_without_men_saves_nothing() -> None:
    state = a_ship({"fwd-fuel-tanks": 1, "radio": 1})
    control(state)
    found = worth(state)
    assert found["crew fwd-fuel-tanks"] > found["begin repairs"] == 0


def test_freed_men_are_worth_what_they_save() -> None:
    state = a_ship({"cic": 1, "radio": 1, "fwd-fuel-tanks": 3}, crew=[4, 10, 13])
    control(state)
    place(state, "crew cic", "crew cic", "crew radio", "crew fwd-fuel-tanks")
    place(state, "xo radio")
    make(state, "repair cic", Scripted([6, 6, 1]))
    found = worth(state)
    moves = {text: value for text, value in found.items() if text.startswith("move")}
    assert max(found.values()) == max(moves.values()) > 0
    assert found["move 2 fwd-fuel-tanks"] != found["move 2 radio"]


def test_silent_guns_cost_more_than_repairs_gain() -> None:
    state = wave("Zero 0L", steps=[CallingOff], emergency=True, emergency_waves=1)
    found = worth(state)
    assert found["call off"] == 0 > found["keep on"]
