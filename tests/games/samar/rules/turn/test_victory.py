"""3.4 Victory (and 1.0, what each side is after)."""

import pytest
from samar_table import begin, kinds, number, put, table

from flankspeed.engine import Log, Result
from flankspeed.games.samar.data.markers import CUP, LATER, LEFT, SUNK, WAITING
from flankspeed.games.samar.rules.turn.sequence import Battle
from flankspeed.games.samar.rules.turn.victory import (
    armor_lost,
    armor_to_come,
    check_cleared,
    check_early_end,
    judge,
)
from flankspeed.games.samar.state import SamarState

YAMATO = {"J-Yamato": "1420 S"}


def judged(state: SamarState, exited: int) -> Result:
    state.exited = exited
    judge(state, None)
    assert state.result is not None
    return state.result


# 3.4 The map must be clear


@pytest.mark.rule("S-3.4-clear-1", "S-1.0-goal-1")
def test_a_usn_ship_on_the_map_keeps_it_from_being_clear() -> None:
    state = table({**YAMATO, "U-DE6": "3243 NW"})
    check_cleared(state, None)
    assert not state.cleared
    state.where[number(state, "U-DE6")] = LEFT
    log = Log()
    state.turn = 6
    check_cleared(state, log)
    assert (state.cleared, state.cleared_turn) == (True, 6)
    assert kinds(log.events) == ["cleared"]
    assert log.events[0].facts["time"] == "0748"


@pytest.mark.rule("S-3.4-clear-1")
def test_hulks_and_ships_that_have_not_entered_do_not_count() -> None:
    state = table({**YAMATO, "U-CVE7": "1411 N hulk"})
    state.where[number(state, "U-CVE1")] = WAITING
    state.where[number(state, "U-Penn")] = CUP
    check_cleared(state, None)
    assert state.cleared


@pytest.mark.rule("S-3.4-clear-1")
def test_once_clear_the_map_stays_clear() -> None:
    state = table(YAMATO)
    check_cleared(state, None)
    put(state, "U-CVE1", "3243 NW")
    state.turn += 1
    check_cleared(state, None)
    assert (state.cleared, state.cleared_turn) == (True, state.turn - 1)


@pytest.mark.rule("S-3.4-clear-1")
@pytest.mark.parametrize(("test", "clear"), [("map", False), ("taffy3", True)])
def test_clear_test_says_whose_ships_must_be_gone(test: str, clear: bool) -> None:
    state = table({**YAMATO, "U-CVE1": "3243 NW"}, clear_test=test)
    check_cleared(state, None)
    assert state.cleared is clear


@pytest.mark.parametrize("test", ["map", "taffy3"])
def test_taffy_3_is_in_the_way_by_either_test(test: str) -> None:
    state = table({**YAMATO, "U-DE9": "1411 N"}, clear_test=test)
    check_cleared(state, None)
    assert not state.cleared


# 3.4 Victory levels (DV-12)


@pytest.mark.rule("S-3.4-ijn-major-1", "S-3.4-exit-1")
@pytest.mark.parametrize("exited", [20, 31])
def test_20_armor_gone_south_is_a_major_victory_of_the_ijn(exited: int) -> None:
    assert judged(table(YAMATO), exited) == Result("ijn", "IJN major victory")


@pytest.mark.rule("S-3.4-usn-major-1")
@pytest.mark.parametrize("exited", [0, 8])
def test_8_armor_or_less_is_a_major_victory_of_the_usn(exited: int) -> None:
    assert judged(table(YAMATO), exited) == Result("usn", "USN major victory")


@pytest.mark.rule("S-3.4-points-1")
@pytest.mark.parametrize("exited", [9, 19])
@pytest.mark.parametrize(
    ("lost", "result"),
    [
        ((), Result(None, "draw")),
        (("J-CA1",), Result("usn", "USN minor victory")),
        (("J-CA1", "U-CVE7"), Result("usn", "USN minor victory")),
        (("J-DD1", "U-CVE7"), Result(None, "draw")),
        (("J-DD1", "U-CVE7", "U-DE1"), Result("ijn", "IJN minor victory")),
    ],
)
def test_between_them_the_lower_loss_wins(
    exited: int, lost: tuple[str, ...], result: Result
) -> None:
    state = table(YAMATO)
    for ship in lost:
        state.where[number(state, ship)] = SUNK
    assert judged(state, exited) == result


@pytest.mark.rule("S-3.4-points-1")
def test_losses_count_the_front_of_the_counter_hulks_included() -> None:
    state = table({"J-CA1": "1411 N hulk damaged", "U-CVE7": "1412 N damaged", "U-DD6": "1413 N"})
    state.where[number(state, "U-DD6")] = SUNK
    assert (armor_lost(state, 0), armor_lost(state, 1)) == (4, 2)


# A-16 The game may end early


@pytest.mark.rule("S-3.0-end-1")
@pytest.mark.parametrize(
    ("early", "result"), [(True, Result("ijn", "IJN major victory")), (False, None)]
)
def test_the_game_ends_when_20_armor_has_left(early: bool, result: Result | None) -> None:
    state = table(YAMATO, early_end=early)
    state.exited = 20
    check_early_end(state, None)
    assert state.result == result


@pytest.mark.rule("S-3.0-end-1")
def test_the_game_ends_when_no_more_than_8_can_leave() -> None:
    state = table({**YAMATO, "J-DD1": "1411 S"})
    state.exited = 1
    assert armor_to_come(state) == 7
    check_early_end(state, None)
    assert state.result == Result("usn", "USN major victory")


@pytest.mark.rule("S-3.0-end-1")
@pytest.mark.parametrize("place", [CUP, LATER, WAITING])
def test_ships_still_to_enter_could_leave_yet(place: int) -> None:
    state = table(YAMATO)
    state.where[number(state, "J-CA1")] = place
    assert armor_to_come(state) == 11
    check_early_end(state, None)
    assert state.result is None


@pytest.mark.rule("S-3.0-end-1")
def test_hulks_never_leave_and_damaged_ships_count_less() -> None:
    state = table({"J-Yamato": "1411 S hulk", "J-Kongo": "1412 S damaged", "J-CA1": "1413 S"})
    assert armor_to_come(state) == 3 + 4


# 1.0


@pytest.mark.rule("S-1.0-sides-1")
def test_each_side_has_its_seat_and_ships() -> None:
    charts = table({}).charts
    assert {charts.ships[ship].navy for ship in charts.navies[0]} == {"ijn"}
    assert {charts.ships[ship].navy for ship in charts.navies[1]} == {"usn"}
    assert charts.ships[charts.number["U-CA4"]].name == "HMAS Shropshire"


@pytest.mark.rule("S-3.0-end-1", "S-3.3-4")
def test_victory_is_judged_after_the_last_turn() -> None:
    state = table({**YAMATO, "U-DE6": "3220 N diw", "J-CA1": "1411 S"}, turn=16)
    state.where[number(state, "J-CA1")] = LEFT
    events = begin(state, Battle(stage=4))
    assert state.result is None or kinds(events)[-1] == "result"
    assert state.result == Result("usn", "USN major victory")
