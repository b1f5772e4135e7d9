"""3.3 phase 3 and the other rolls that take markers off (DV-15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from samar_table import begin, event_of, kinds, of, table

from flankspeed.engine import Decision, Dice, Event, Log, Step
from flankspeed.games.samar.data.hexes import hex_name, hex_named
from flankspeed.games.samar.data.markers import SUNK
from flankspeed.games.samar.rules.turn.removal import (
    remove_fires,
    remove_smoke_and_panic,
    roll_for_hulks,
)
from flankspeed.games.samar.state import SamarState

Rolls = Callable[[SamarState, Dice, Log | None], None]


class Removal(Step[SamarState]):
    """One of the procedures of removal."""

    __slots__ = ("rolls",)

    def __init__(self, rolls: Rolls) -> None:
        self.rolls = rolls

    def copy(self) -> Removal:
        return self

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        state.agenda.pop()
        self.rolls(state, dice, log)
        return None


def remove(state: SamarState, rolls: Rolls, *dice: int) -> list[Event]:
    return begin(state, Removal(rolls), *dice)


# --- Smoke ---


@pytest.mark.rule("S-4.5-remove-1", "S-3.3-3")
@pytest.mark.parametrize("die", range(1, 7))
def test_smoke_goes_on_1_to_3(die: int) -> None:
    state = table({}, smoke={"1411": 1})
    event = event_of(remove(state, remove_smoke_and_panic, die), "smoke lifts")
    assert state.smoke == ({} if die <= 3 else {hex_named("1411"): 1})
    assert event.facts["left"] == (0 if die <= 3 else 1)


@pytest.mark.rule("S-4.5-remove-1", "S-3.3-3")
def test_a_die_for_each_marker_in_the_order_of_the_hexes() -> None:
    state = table({}, smoke={"1620": 1, "0510": 3, "0905": 2})
    remove(state, remove_smoke_and_panic, 3, 4, 6, 1, 2, 5)
    assert {hex_name(hex_): count for hex_, count in state.smoke.items()} == {"0510": 2, "1620": 1}


@pytest.mark.rule("S-3.3-3")
def test_nothing_is_thrown_where_there_is_nothing() -> None:
    state = table({"J-CA1": "1620 N"})
    for rolls in (remove_smoke_and_panic, remove_fires, roll_for_hulks):
        assert remove(state, rolls) == []


# --- Panic ---


@pytest.mark.rule("S-4.7-remove-1", "S-3.3-3")
@pytest.mark.parametrize(("ship", "most"), [("J-CA1", 2), ("U-DD1", 3)])
@pytest.mark.parametrize("die", range(1, 7))
def test_panic_goes_on_1_to_2_for_the_ijn_and_1_to_3_for_the_usn(
    ship: str, most: int, die: int
) -> None:
    state = table({ship: "1620 N panic=1"})
    events = remove(state, remove_smoke_and_panic, die)
    assert kinds(events) == ["panic ends" if die <= most else "panic lasts"]
    assert of(state, ship, "panic") == (0 if die <= most else 1)


@pytest.mark.rule("S-4.7-remove-1", "S-4.5-remove-1")
def test_smoke_first_then_panic_by_ship() -> None:
    state = table({"U-DD1": "1620 N panic=1", "J-CA1": "1720 N panic=1"}, smoke={"1411": 1})
    events = remove(state, remove_smoke_and_panic, 6, 3, 3)
    assert kinds(events) == ["smoke lifts", "panic lasts", "panic ends"]
    assert of(state, "J-CA1", "panic") == 1
    assert of(state, "U-DD1", "panic") == 0


# --- Fires ---


@pytest.mark.rule("S-6.3-fire-2", "S-2.5-norepair-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_fire_goes_out_on_1_to_3(die: int) -> None:
    state = table({"J-CA1": "1620 N fires=1 hits=2"})
    event = event_of(remove(state, remove_fires, die), "fires fought")
    assert of(state, "J-CA1", "fires") == event.facts["left"] == (0 if die <= 3 else 1)
    assert of(state, "J-CA1", "hits") == 2


@pytest.mark.rule("S-6.3-fire-2")
def test_a_die_for_each_fire_marker() -> None:
    state = table({"J-CA1": "1620 N fires=3", "U-DD1": "1720 N fires=1"})
    remove(state, remove_fires, 1, 4, 5, 2)
    assert of(state, "J-CA1", "fires") == 2
    assert of(state, "U-DD1", "fires") == 0


# --- Hulks ---


@pytest.mark.rule("S-6.4-hulk-1", "S-2.7-hulk-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_hulk_goes_down_on_1_to_2_and_counts_as_sunk_either_way(die: int) -> None:
    state = table({"J-CA1": "1620 N hulk", "J-CA2": "1720 N"})
    events = remove(state, roll_for_hulks, die)
    assert kinds(events) == ["hulk sinks" if die <= 2 else "hulk floats"]
    assert of(state, "J-CA1", "where") == (SUNK if die <= 2 else "1620")
    assert state.lost(state.charts.number["J-CA1"])
    assert of(state, "J-CA2", "where") == "1720"


@pytest.mark.rule("S-6.4-hulk-1")
def test_what_has_gone_down_is_not_thrown_for_again() -> None:
    state = table({"J-CA1": "1620 N hulk", "U-DD1": "1720 N hulk"})
    remove(state, roll_for_hulks, 1, 6)
    remove(state, roll_for_hulks, 2)
    assert of(state, "U-DD1", "where") == SUNK
    assert remove(state, roll_for_hulks) == []
