"""4.7 Panicked ships: who moves them. (5.6 says when ships panic, 3.3 when it ends.)"""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import finish, steam
from samar_table import begin, of, play, table, texts

from flankspeed.games.samar.data.markers import AIR_SPENT
from flankspeed.games.samar.rules.turn.movement_phase import MovementPhase
from flankspeed.games.samar.state import SamarState


def phase(ships: dict[str, str], first: str, **options: Any) -> SamarState:
    """A movement phase in which nobody arrives, with the first side to move."""
    state = table(ships, **options)
    state.air = [AIR_SPENT] * len(state.air)
    begin(state, MovementPhase())
    play(state, f"{first} first")
    return state


def seat(state: SamarState) -> str:
    assert state.decision is not None
    return state.decision.seat


SHIPS = {
    "J-CA1": "1620 N panic=1",
    "J-CA2": "2020 N",
    "J-CA3": "2420 N",
    "U-CVE7": "1635 N",
    "U-CVE8": "2035 N panic=1",
    "U-CVE9": "2435 N",
}


@pytest.mark.rule("S-4.7-control-1", "S-2.7-panic-1")
def test_the_opponent_moves_a_panicked_ship_with_his_own() -> None:
    state = phase(SHIPS, "usn")
    assert seat(state) == "usn"
    assert texts(state) == ["move U-CVE7", "move U-CVE9", "move J-CA1"]
    play(state, "move J-CA1")
    assert seat(state) == "usn"
    play(state, "battle")
    assert seat(state) == "usn"
    finish(state)
    for ship in ("U-CVE7", "U-CVE9"):
        if texts(state, f"move {ship}"):
            play(state, f"move {ship}")
        play(state, "battle")
        finish(state)
    assert seat(state) == "ijn"
    assert texts(state) == ["move J-CA2", "move J-CA3", "move U-CVE8"]


@pytest.mark.rule("S-4.7-control-2")
def test_every_status_and_direction_the_rules_allow() -> None:
    state = phase({"J-CA1": "1620 N panic=1", "U-CVE7": "1635 N"}, "usn")
    play(state, "move J-CA1")
    assert texts(state) == ["battle", "cruise", "flank", "evasive"]
    play(state, "flank")
    assert "starboard 2 smoke" in texts(state)
    steam(state, *["port 1"] * 8)
    assert of(state, "J-CA1", "speed") == "flank"
    assert of(state, "J-CA1", "moved") == 1


@pytest.mark.rule("S-4.7-control-1", "S-4.0-must-1")
def test_he_must_move_it() -> None:
    state = phase({"J-CA1": "1620 N panic=1", "J-CA2": "2020 N"}, "usn")
    assert seat(state) == "usn"
    assert texts(state) == ["battle", "cruise", "flank", "evasive"]  # its only ship to move


@pytest.mark.rule("S-4.7-control-1")
@pytest.mark.parametrize("words", ["diw", "hulk"])
def test_panicked_ships_that_cannot_move_are_nobodys_to_move(words: str) -> None:
    state = phase({"J-CA1": f"1620 N panic=1 {words}", "J-CA2": "2020 N", "J-CA3": "2220 N"}, "usn")
    assert seat(state) == "ijn"
    assert texts(state) == ["move J-CA2", "move J-CA3"]
    assert of(state, "J-CA1", "moved") == 0


@pytest.mark.rule("S-4.7-control-1", "S-6.5-panic-1")
def test_control_is_settled_as_the_phase_begins() -> None:
    state = phase({"J-CA1": "1620 N", "J-CA2": "2020 N", "U-CVE7": "1635 N"}, "ijn")
    state.panic[state.charts.number["J-CA1"]] = 1  # as by reaction fire on its way
    assert texts(state) == ["move J-CA1", "move J-CA2"]
    play(state, "move J-CA1")
    assert seat(state) == "ijn"
    state = table({"J-CA1": "1620 N panic=1", "J-CA2": "2020 N"})
    state.led[state.charts.number["J-CA2"]] = 1  # panicked in the phase before, calm now
    state.air = [AIR_SPENT] * len(state.air)
    begin(state, MovementPhase())
    assert [state.led[state.charts.number[ship]] for ship in ("J-CA1", "J-CA2")] == [1, 0]


@pytest.mark.rule("S-4.7-control-1", "S-3.5-2")
def test_by_speed_it_moves_in_the_opponents_half_of_its_step() -> None:
    ships = {"J-CA1": "1620 N panic=1", "J-CA2": "2020 N", "U-DD1": "1635 N"}
    state = phase(ships, "ijn", movement_sequence="by_speed")
    assert texts(state) == ["move J-CA2", "done"]  # slow: a ship may go to cruise
    play(state, "done")
    assert seat(state) == "usn"
    assert texts(state) == ["move U-DD1", "move J-CA1", "done"]
    play(state, "move J-CA1")
    assert of(state, "J-CA1", "speed") == "cruise"
    finish(state)
    assert len(texts(state)) == 2
    assert texts(state) == ["move U-DD1", "done"]
