"""The chances of the defence against brute force, and the plan of fire behind `auto`."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from picket_fire import gunnery, item, mount, plane_outcome, play, special, values, wave

from flankspeed.engine import Scripted
from flankspeed.games.picket.odds.chances import (
    Outcome,
    manoeuvre_chance,
    shot_results,
    spray_chance,
    strike_chance,
    support_results,
    wave_strikes,
)
from flankspeed.games.picket.odds.fire_plan import assign, special_orders
from flankspeed.games.picket.rules.attack.strike_rolls import MANOEUVRED, dives_with
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.shots import fire_gun, gun_roll
from flankspeed.games.picket.rules.plane import COMING, DESTROYED, FLAMED
from flankspeed.games.picket.state import PicketState

ROLLS = list(product(range(1, 7), repeat=2))


def ready(*planes: str, **setting: Any) -> PicketState:
    return wave(*planes, steps=(), **setting)


def thrown_out(state: PicketState, *guns: str) -> Outcome:
    """What the rules themselves make of a plane, over all rolls of two guns."""
    counts = [0, 0, 0, 0]
    for dice in product(ROLLS, repeat=len(guns)):
        plane = state.planes[0]
        plane.hits, plane.fate = 0, COMING
        for gun, pair in zip(guns, dice, strict=True):
            if plane.fate == COMING:
                roll = gun_roll(state, mount(gun), plane)
                fire_gun(state, mount(gun), 0, roll, Scripted(pair), None)
        if plane.fate == COMING:
            counts[1 if plane.hits == 2 else 0] += 1
        else:
            counts[2 if plane.fate == FLAMED else 3] += 1
    state.planes[0].hits, state.planes[0].fate = 0, COMING
    total = len(ROLLS) ** len(guns)
    return Outcome(*(float(Fraction(count, total)) for count in counts))


@pytest.mark.parametrize("altitude", ["L", "M", "H"])
@pytest.mark.parametrize("rating", [-2, 0, 1])
def test_chances_are_those_of_the_rules(altitude: str, rating: int) -> None:
    state = ready(f"Zero 0{altitude}", values=gunnery(rating))
    guns = ["5in1", "40A"]
    shots = [shot_results(state, mount(gun), state.planes[0]) for gun in guns]
    assert plane_outcome(shots) == pytest.approx(thrown_out(state, *guns))


def test_a_shot_by_hand() -> None:
    state = ready("Zero 0L")
    # 5-inch low without bonus: 7-8 one hit, 9-10 two, 11 flamed, 12 destroyed.
    expected = (15 / 36, 11 / 36, 7 / 36, 2 / 36, 1 / 36)
    assert shot_results(state, mount("5in1"), state.planes[0]) == pytest.approx(expected)


def test_hits_a_plane_has_already_count() -> None:
    hit = (0.0, 1.0, 0.0, 0.0, 0.0)
    assert plane_outcome([hit], 0) == (1, 0, 0, 0)
    assert plane_outcome([hit], 1) == (0, 1, 0, 0)
    assert plane_outcome([hit], 2) == (0, 0, 1, 0)


def test_order_decides_between_flamed_and_destroyed() -> None:
    flames, kills = (0.0, 0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 0.0, 1.0)
    assert plane_outcome([flames, kills]).flamed == 1
    assert plane_outcome([kills, flames]).destroyed == 1


def test_strike_chances_of_table_10() -> None:
    plain = dives_with(())
    assert strike_chance(Outcome(1, 0, 0, 0), plain) == pytest.approx((16 / 36, 10 / 36))
    assert strike_chance(Outcome(0, 1, 0, 0), plain) == pytest.approx((15 / 36, 6 / 36))
    assert strike_chance(Outcome(0, 0, 1, 0), plain) == pytest.approx((12 / 36, 3 / 36))
    assert strike_chance(Outcome(0, 0, 0, 1), plain) == (0, 0)
    swung = dives_with((MANOEUVRED,))
    assert strike_chance(Outcome(1, 0, 0, 0), swung) == pytest.approx((15 / 36, 6 / 36))


@pytest.mark.parametrize(
    ("option", "marker", "name", "kills"),
    [("off", "afs", "Betty", 1), ("on", "afs", "Betty", 2), ("on", "sfs", "Betty", 1)],
)
def test_support_chances(option: str, marker: str, name: str, kills: int) -> None:
    state = ready(f"{name} 0L", options={"afs_bonus": option})
    expected = (1 - kills / 6, 0, 0, 0, kills / 6)
    assert support_results(state, marker, state.planes[0]) == pytest.approx(expected)


def test_spray_and_manoeuvre_chances() -> None:
    assert spray_chance() == pytest.approx(26 / 36)
    assert manoeuvre_chance(ready()) == pytest.approx(15 / 36)
    assert manoeuvre_chance(ready(values=values(captain=2, engineer=1))) == pytest.approx(33 / 36)


# --- The plan ---


@pytest.mark.parametrize("advanced", [False, True])
def test_the_plan_lowers_what_is_to_be_expected(advanced: bool) -> None:
    state = ready("Zero 0L", "Val 90M", "Judy 180H", "Zero 270L", advanced=advanced, sfs=2, afs=2)
    before = wave_strikes(state, Targets(state))
    assert before.hit == pytest.approx(40 / 36)
    targets = Targets(state)
    assign(state, targets)
    after = wave_strikes(state, targets)
    assert after.hit < before.hit / 2
    assert (state.sfs_used, state.afs) == (2, 0)


def test_the_plan_leaves_what_is_aimed_alone() -> None:
    state = ready("Zero 0L", "Val 90M")
    targets = Targets(state)
    targets.aim(state, mount("5in1"), 1)
    assign(state, targets)
    assert targets.at[mount("5in1")] == 1


def test_the_plan_keeps_afs_for_later_waves() -> None:
    state = ready("Zero 0L", "Val 90M", afs=4)
    state.waves = [(tuple(ready("Zero 0L", "Val 90M").planes), ())]
    assign(state, Targets(state))
    assert state.afs == 2


def test_the_plan_keeps_markers_for_a_dangerous_special() -> None:
    state = ready("Zero 90L", specials=["Betty"], sfs=1, emergency=False)
    assign(state, Targets(state))
    assert state.sfs_used == 0


def test_the_director_follows_where_it_does_most() -> None:
    state = ready("Zero 0H", "Zero 180H", advanced=True)
    targets = Targets(state)
    assign(state, targets)
    assert (targets.director, targets.slaved) == (1, 0b11100)
    assert (targets.at[0], targets.at[1]) == (0, 0)


def test_no_director_no_group() -> None:
    state = ready("Zero 0H", "Zero 180H", advanced=True)
    state.equipment[item("Mk37 director")] = 1
    targets = Targets(state)
    assign(state, targets)
    assert (targets.director, targets.slaved) == (-1, 0)
    assert [targets.at[gun] for gun in range(5)] == [0, 0, 1, 1, 1]


def test_orders_against_specials() -> None:
    state = ready(afs=2, sfs=1)
    state.specials = [special("Judy", 0), special("Betty", 0)]
    orders = [order.text for order in special_orders(state, 0)]
    assert orders[:2] == ["spray 2", "sfs 1"]
    assert [order.split()[0] for order in orders[2:]] == ["afs", "afs"]
    state.specials[0].fate = state.specials[1].fate = DESTROYED
    assert special_orders(state, 0) == []


def test_auto_is_legal_in_every_state_of_damage() -> None:
    state = wave("Zero 0L", "Oscar 315M", "Val 45H", advanced=True, sfs=1, afs=1, guns=[1] * 17)
    play(state, "auto")
    assert state.decision is not None


def test_a_damaged_gun_leaves_the_bearing_to_the_director() -> None:
    state = ready("Zero 90H", advanced=True)
    state.guns[mount("5in1")] = 1
    targets = Targets(state)
    assign(state, targets)
    assert (targets.director, targets.slaved, 0 in targets.at) == (0, 0b11110, False)
