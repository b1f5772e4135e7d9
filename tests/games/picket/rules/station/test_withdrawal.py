"""What bars a manoeuvre, and when the ship must or may leave (6.10.A, 7.3.Q-R, 7.7.L, 9.0.G)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import cell, near_missed, struck
from picket_repair import ADVANCED, a_ship

from flankspeed.engine import Log, Scripted
from flankspeed.games.picket.data.ids import PRIMARIES
from flankspeed.games.picket.rules.damage.condition import (
    armament_half,
    damaged_at_all,
    em_barred,
    half_damaged,
    must_withdraw,
)
from flankspeed.games.picket.rules.damage.hull import en_route, lose_hull
from flankspeed.games.picket.state import PicketState, ShipLost


@pytest.mark.rule("P-6.10.A-1", "P-7.8.2.J-4")
@pytest.mark.parametrize(
    ("damage", "fields", "barred"),
    [
        ({}, {}, ""),
        ({"rudder": 1}, {}, "the rudder is damaged"),
        ({"rudder": 2}, {}, "the rudder is damaged"),
        ({"steering-room": 1}, {}, "the steering room is damaged"),
        ({"fwd-engine-room": 4}, {}, ""),
        ({"fwd-engine-room": 1, "aft-engine-room": 1}, {}, "both engine rooms are damaged"),
        ({"port-shaft": 2}, {}, ""),
        ({"port-shaft": 1, "stbd-shaft": 1}, {}, "both shafts are bent"),
        ({"fwd-stack": 1, "aft-stack": 2}, {}, "both stacks are damaged"),
        ({}, {"fuel": 0}, "there is no fuel"),
        ({}, {"manoeuvre": 0}, "manoeuvre is at 0"),
        ({"fwd-fire-room": 4, "aft-fire-room": 3}, {}, ""),
    ],
)
def test_what_bars_the_emergency_manoeuvre(
    damage: dict[str, int], fields: dict[str, Any], barred: str
) -> None:
    assert em_barred(a_ship(damage, **fields)) == barred


@pytest.mark.rule("P-6.10.A-1")
@pytest.mark.parametrize("word", ["fwd-stack", "aft-stack"])
@pytest.mark.parametrize("hits", [1, 2])
def test_one_stack_bars_it_by_an_option(word: str, hits: int) -> None:
    assert em_barred(a_ship({word: hits})) == ""
    assert em_barred(a_ship({word: hits}, options={"stack_em": "any"})) == "a stack is damaged"
    assert em_barred(a_ship(options={"stack_em": "any"})) == ""


@pytest.mark.rule("P-9.0.G-1", "P-7.8.2.J2-1", "P-5.3.1.F-1", "P-7.3.R-1", "P-1.2.1-2", "P-1.2.1-3")
@pytest.mark.parametrize(
    ("damage", "fields", "why"),
    [
        ({}, {}, ""),
        ({"fwd-engine-room": 4, "aft-engine-room": 3}, {}, ""),
        ({"fwd-engine-room": 4, "aft-engine-room": 4}, {}, "both engine rooms are destroyed"),
        ({"fwd-fire-room": 4, "aft-fire-room": 3}, {}, ""),
        ({"fwd-fire-room": 4, "aft-fire-room": 4}, {}, "both fire rooms are destroyed"),
        ({"fwd-fuel-tanks": 4, "aft-fuel-tanks": 3}, {}, ""),
        ({"fwd-fuel-tanks": 4, "aft-fuel-tanks": 4}, {}, "both fuel tanks are destroyed"),
        ({"rudder": 1}, {}, ""),
        ({"rudder": 2}, {}, "the rudder is destroyed"),
        ({"port-shaft": 2}, {}, ""),
        ({"port-shaft": 1, "stbd-shaft": 1}, {}, "both shafts are damaged"),
        ({}, {"hull": 1}, ""),
        ({}, {"hull": 0}, "the hull is at 0"),
        ({}, {"manoeuvre": 0}, "manoeuvre is at 0"),
        ({"sc": 2, "sg": 1}, {}, ""),
        ({"sc": 2, "sg": 2}, {}, "both radars are destroyed"),
        ({}, {"fuel": 0, "ammo": 0}, ""),  # 9.F: replenishment, not damage
    ],
)
def test_when_the_ship_must_withdraw(
    damage: dict[str, int], fields: dict[str, Any], why: str
) -> None:
    assert must_withdraw(a_ship(damage, **fields)) == why


@pytest.mark.rule("P-9.0.G-2")
def test_half_of_the_armament() -> None:
    state = a_ship()
    for mount in range(8):
        state.guns[mount] = 1
    assert not armament_half(state)
    state.guns[16] = 1
    assert armament_half(state)


@pytest.mark.rule("P-9.0.B-1")
@pytest.mark.parametrize(
    ("damage", "fields", "damaged"),
    [
        ({}, {}, False),
        ({}, {"fuel": 0, "ammo": 0, "crew": [0, 0, 0], "morale": -2}, False),
        ({"cic": 1}, {}, True),
        ({"sec-aft-trunk": 1}, {}, True),
        ({"mk37": 1}, {}, True),
        ({"20A": 1}, {}, True),
        ({}, {"water_lines": 1}, True),
        ({}, {"hull": 9}, True),
        ({}, {"manoeuvre": 9}, True),
        ({}, {"flood": 9}, True),
    ],
)
def test_what_counts_as_damage(
    damage: dict[str, int], fields: dict[str, Any], damaged: bool
) -> None:
    assert damaged_at_all(a_ship(damage, options=ADVANCED, **fields)) == damaged


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(
    ("mode", "primaries", "secondaries", "half"),
    [
        ("basic", 11, 57, False),
        ("basic", 12, 0, True),
        ("advanced", 23, 16, False),
        ("advanced", 23, 17, True),
        ("advanced", 0, 40, True),
    ],
)
def test_half_of_all_compartments(mode: str, primaries: int, secondaries: int, half: bool) -> None:
    state = a_ship(options={"mode": mode})
    state.primaries[:primaries] = [1] * primaries
    state.secondaries[:secondaries] = [1] * secondaries
    assert len(PRIMARIES) == 23
    assert half_damaged(state) == half


# --- Hull and manoeuvre at 0 ---


def sinks_on_the_way(state: PicketState, *dice: int) -> bool:
    """Whether the ship sinks on the way to the anchorage; exactly these dice are thrown."""
    scripted = Scripted(dice)
    try:
        en_route(state, scripted, Log())
    except ShipLost:
        return True
    finally:
        assert scripted.left == 0
    return False


@pytest.mark.rule("P-7.3.Q-2", "P-1.3.1.A-6")
def test_v53_hull_0_rolls_on_table_16() -> None:
    assert not sinks_on_the_way(a_ship(values={"DCO": 2}, hull=0), 1, 2)
    assert sinks_on_the_way(a_ship(values={"DCO": 2}, hull=0), 1, 1)  # V-54
    assert sinks_on_the_way(a_ship(hull=0), 2, 2)


@pytest.mark.rule("P-7.3.R-1")
@pytest.mark.parametrize("hull_zero", ["t16", "t14", "both"])
def test_manoeuvre_0_rolls_on_table_16_once(hull_zero: str) -> None:
    options = {"hull_zero": hull_zero}
    assert sinks_on_the_way(a_ship(manoeuvre=0, options=options), 2, 2)
    assert not sinks_on_the_way(a_ship(manoeuvre=0, options=options), 2, 3)
    if hull_zero != "t14":
        assert not sinks_on_the_way(a_ship(manoeuvre=0, hull=0, options=options), 2, 3)


@pytest.mark.rule("P-7.3.R-1")
def test_other_withdrawals_roll_nothing_on_the_way() -> None:
    assert not sinks_on_the_way(a_ship({"sc": 2, "sg": 2, "rudder": 2}))


@pytest.mark.rule("P-7.3.Q-2")
@pytest.mark.parametrize(
    ("hull_zero", "dice", "sinks"),
    [
        ("t16", (2, 3), False),
        ("t14", (2, 3), True),
        ("t14", (3, 3), False),
        ("both", (2, 3), False),
        ("both", (2, 2), True),
    ],
)
def test_the_table_for_a_hull_at_0(hull_zero: str, dice: tuple[int, int], sinks: bool) -> None:
    state = a_ship(hull=0, options={"hull_zero": hull_zero})
    assert sinks_on_the_way(state, *dice) == sinks


@pytest.mark.rule("P-7.3.Q-2", "P-1.3.1.A-6")
@pytest.mark.parametrize(
    ("dco", "dice", "sinks"),
    [(0, (2, 3), True), (1, (2, 3), False), (-1, (3, 3), True), (2, (1, 1), True)],
)
def test_with_both_tables_the_hull_rolls_on_14_when_it_comes_to_0(
    dco: int, dice: tuple[int, int], sinks: bool
) -> None:
    state = a_ship(values={"DCO": dco}, hull=1, options={"hull_zero": "both"})
    near_missed(state, 1, 1, *dice)
    assert state.hull == 0
    assert state.sunk == sinks


@pytest.mark.rule("P-7.3.Q-2", "P-7.5.C-1")
@pytest.mark.parametrize("hull_zero", ["t16", "t14"])
def test_otherwise_nothing_is_rolled_at_that_moment(hull_zero: str) -> None:
    state = a_ship(hull=1, options={"hull_zero": hull_zero})
    struck(state, 0, *cell(4, 2))
    assert (state.hull, state.sunk) == (0, False)
    assert must_withdraw(state) == "the hull is at 0"
    lose_hull(state, 3, "more", Scripted([]), None)
    assert state.hull == 0


@pytest.mark.rule("P-7.3.Q-2")
def test_a_hull_already_at_0_does_not_roll_again() -> None:
    state = a_ship(hull=0, options={"hull_zero": "both"})
    lose_hull(state, 1, "more", Scripted([]), None)
    lose_hull(a_ship(hull=5, options={"hull_zero": "both"}), 1, "less", Scripted([]), None)
    assert state.hull == 0
