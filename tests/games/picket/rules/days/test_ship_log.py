"""The ship's log: what it counts, and for which ship (1.5)."""

from __future__ import annotations

import pytest
from picket_damage import HIT, NOTHING, cell, crashed, run
from picket_duty import go, new, on_station, play
from picket_fire import play as fire
from picket_fire import regular, wave
from picket_repair import a_ship

from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.state import PicketState


def sheet(state: PicketState) -> dict[str, str]:
    """The lines of the log sheet by what they are about."""
    lines = [line.strip() for line in Picket().log_sheet(state).splitlines()[2:]]
    return {head: rest.strip() for head, _, rest in (line.partition(":") for line in lines)}


@pytest.mark.rule("P-1.5-1")
def test_kills_by_type_are_those_of_guns_support_and_spray_fire() -> None:
    state = wave("Zero 0L", "Val 0L", sfs=1)
    fire(state, "aim 40A 1")
    fire(state, "sfs 2")
    fire(state, "fire", 6, 6, 6)
    assert sheet(state)["Planes shot down"] == "2 (Val: 1, Zero: 1)"
    assert sheet(state)["By her own guns"] == "1 (40mm A: 1)"
    assert sheet(state)["By support and spray fire"] == "1"


@pytest.mark.rule("P-1.5-1", "P-7.2.C-1")
def test_the_crash_of_a_special_is_a_hit_taken() -> None:
    state = a_ship()
    crashed(state, "aft", *cell(0, 2))
    state.planes = [regular("Zero 90L")]
    run(state, RegularHits(), (*HIT, *NOTHING["midship"] * 2))
    assert Picket().figures(state)["hits taken"] == 2
    assert sheet(state)["Hits taken"] == "2 (090: 1, specials aft: 1)"


@pytest.mark.rule("P-1.5-1", "P-9.0.E-1")
def test_kills_by_gun_and_by_type_are_those_of_the_same_ship() -> None:
    state = on_station("long-b", "Apr 1", sunk=True)
    state.ship, state.kills[0], state.kills_by_kind = "Bush", 2, {"Zero": 2, "Val": 1}
    state.hits_by_bearing[2], state.crashes[1] = 3, 1
    go(state)
    play(state, "name Ammen", *["0"] * 4, *["+1"] * 4, "-1")
    assert sheet(state)["Planes shot down"] == sheet(state)["By her own guns"] == "none"
    assert sheet(state)["Hits taken"] == "none"
    assert sheet(state)["Before her, Bush"] == "planes shot down 3, hits taken 4"
    (before,) = board_view(state).log.earlier
    assert (before.ship, before.shot_down, before.hits_taken) == ("Bush", 3, 4)


@pytest.mark.rule("P-1.5-1")
def test_the_figures_of_a_game_count_all_its_ships() -> None:
    state = on_station("long-b", "Apr 1", sunk=True)
    state.kills[0], state.hits_by_bearing[2] = 2, 3
    go(state)
    state.kills[0], state.crashes[0] = 1, 1
    figures = Picket().figures(state)
    assert (figures["planes shot down by 5in"], figures["hits taken"]) == (3, 4)


@pytest.mark.rule("P-1.5-1")
def test_a_game_without_kills_and_hits() -> None:
    lines = sheet(new("1"))
    assert [lines[key] for key in ("Planes shot down", "By support and spray fire")] == ["none"] * 2
