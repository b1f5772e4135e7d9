"""Deck fires (7.8.1)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_repair import a_ship, check_events, control, fact, kinds, modifiers, over, play

from flankspeed.engine import Log, Scripted
from flankspeed.games.picket.rules.repair.damage_control import final_fire_round
from flankspeed.games.picket.state import PicketState, ShipLost


def end_round(state: PicketState, *dice: int) -> None:
    """The round at the end of the phase; throws exactly these dice."""
    scripted, log = Scripted(dice), Log()
    final_fire_round(state, scripted, log)
    assert scripted.left == 0
    check_events(log.events, dice)


def burning(markers: int, **setting: Any) -> PicketState:
    return a_ship(deck_fires=[markers, 0, 0], **setting)


@pytest.mark.rule("P-7.8.1.A-1", "P-18.B-2")
def test_no_crew_and_before_all_other_repairs() -> None:
    state = a_ship({"cic": 1}, deck_fires=[1, 0, 0], crew=[1, 0, 0])
    control(state)
    play(state, "crew cic")
    events = play(state, "xo cic", 4, 1, 1)  # the DCO must come as well
    assert kinds(events)[-2:] == ["deck fire out", "repair fails"]


@pytest.mark.rule("P-7.8.1.B-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_1_to_4_puts_all_fires_of_the_section_out(die: int) -> None:
    state = burning(4)
    control(state, die)
    assert (state.deck_fires, over(state)) == ([0, 0, 0], True)


@pytest.mark.rule("P-7.8.1.B-1")
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_v51_water_lines_out_add_1(lines: int) -> None:
    state = burning(1, water_lines=lines)
    events = control(state, 4, 3, *[1] * (lines < 3))
    assert kinds(events)[:2] == ["deck fire grows", "deck fire out"]
    assert modifiers(events, "deck fire grows") == {"water lines out": 1}


@pytest.mark.rule("P-7.8.1.C-1")
def test_a_failure_adds_a_marker_and_a_second_roll_follows() -> None:
    state = burning(1)
    assert fact(control(state, 5, 4), "deck fire grows", "markers") == 2
    assert state.deck_fires == [0, 0, 0]
    state = burning(1)
    control(state, 5, 6)  # no third roll in this wave
    assert state.deck_fires == [3, 0, 0]


@pytest.mark.rule("P-7.8.1.C-2")
def test_again_in_the_next_wave_and_once_after_the_last() -> None:
    state = burning(1, options={"deckfire_len": 6})
    control(state, 5, 1)
    state = burning(1, options={"deckfire_len": 6})
    control(state, 5, 5)
    control(state, 5, 4)
    assert state.deck_fires == [0, 0, 0]
    state = burning(1)
    control(state, 5, 5)
    end_round(state, 5, 1)
    assert state.deck_fires == [0, 0, 0]
    end_round(state)


@pytest.mark.rule("P-7.8.1.C-2")
@pytest.mark.parametrize(("dc_quiet", "rolls"), [("on", []), ("off", [5, 1])])
def test_r43_one_round_only_in_a_quiet_phase(dc_quiet: str, rolls: list[int]) -> None:
    state = burning(1, wave=0, options={"dc_quiet": dc_quiet})
    end_round(state, *rolls)  # with dc_quiet=on the round was part of damage control


@pytest.mark.rule("P-7.8.1.D-1")
def test_v50_out_of_control_at_the_end_of_the_phase() -> None:
    state = burning(1)
    control(state, 5, 6)
    assert state.deck_fires == [3, 0, 0]
    with pytest.raises(ShipLost, match="deck fire forward"):
        final_fire_round(state, Scripted([5, 6]), None)
    assert state.deck_fires == [5, 0, 0]


@pytest.mark.rule("P-7.8.1.D-1")
@pytest.mark.parametrize(
    ("full", "markers", "dice", "sunk"),
    [
        ("at_fill", 3, [6, 6], True),
        ("at_fill", 4, [6], True),
        ("at_fill", 5, [6], True),  # a hit had filled the track: the next failure
        ("at_fill", 5, [4], False),
        ("next_fail", 3, [6, 6], False),
        ("next_fail", 4, [6, 6], True),
        ("next_fail", 4, [6, 4], False),
        ("next_fail", 5, [6], True),
    ],
)
def test_deckfire_full_the_failure_that_loses_the_ship(
    full: str, markers: int, dice: list[int], sunk: bool
) -> None:
    state = burning(markers, options={"deckfire_full": full})
    control(state, *dice)
    assert (state.sunk, over(state)) == (sunk, True)
    assert state.deck_fires[0] <= 5


@pytest.mark.rule("P-7.8.1.D-1")
@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_deckfire_len_spaces_of_the_track(length: int) -> None:
    state = burning(length - 2, options={"deckfire_len": length})
    control(state, 5, 4)
    assert not state.sunk
    state = burning(length - 2, options={"deckfire_len": length})
    control(state, 5, 5)
    assert state.sunk


@pytest.mark.rule("P-7.8.1.E-1")
def test_every_section_for_itself() -> None:
    state = a_ship(deck_fires=[2, 1, 3])
    control(state, 4, 5, 6, 1)
    assert state.deck_fires == [0, 3, 0]
    state = a_ship(deck_fires=[1, 1, 4])
    control(state, 1, 1, 5)
    assert state.sunk
