"""Whole turns, phase after phase, every die written down: what happens, and in what order."""

from __future__ import annotations

from typing import Any

import pytest
from samar_table import begin, kinds, number, of, play, table, texts

from flankspeed.engine import Event
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    CUP,
    LATER,
    LEFT,
    SOUTH,
    WAITING,
)
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.odds.options import option_odds
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.sequence import Battle
from flankspeed.games.samar.show.captions import markers
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import board_view
from flankspeed.games.samar.state import SamarState

_TURN = 1  # a Battle that begins with the start of a turn


def day(ships: dict[str, str], turn: int = 3, **options: Any) -> SamarState:
    """These ships, and nobody to arrive by sea or air."""
    state = table(ships, turn=turn, **options)
    state.air = [AIR_SPENT] * len(state.air)
    return state


def start(state: SamarState, *dice: int) -> list[Event]:
    """The turn begins."""
    return begin(state, Battle(stage=_TURN), *dice)


def sail(
    state: SamarState, ship: str, status: str = "battle", *dice: int, order: str = "ahead"
) -> list[Event]:
    """A ship's whole move by the same order; the dice are thrown after its last step."""
    events: list[Event] = []
    for word in (f"move {ship}", status):
        if word in texts(state):
            events += play(state, word)
    while True:
        step = state.agenda[-1]
        assert isinstance(step, Course)
        assert state.charts.ids[step.ship] == ship
        last = step.hexes - step.done == 1 or "leave" in texts(state)
        word = "leave" if "leave" in texts(state) else order
        events += play(state, word, *(dice if last else ()))
        if last:
            return events


def headings(events: list[Event]) -> list[tuple[object, object]]:
    return [(e.facts["time"], e.facts["title"]) for e in events if e.kind == "heading"]


def seen(state: SamarState, ship: str) -> ShipView:
    return board_view(state).ships[number(state, ship)]


def seat(state: SamarState) -> str:
    return state.decision.seat if state.decision else ""


# --- 3.3 ---


@pytest.mark.rule("S-3.3-1", "S-3.3-2", "S-3.3-3", "S-3.3-4", "S-3.3-only-1")
def test_a_turn_of_the_standard_sequence() -> None:
    ships = {
        "J-Yamato": "2905 S",
        "J-CA1": "1010 N panic",
        "J-CA2": "1420 N fires=1",
        "J-CA3": "0520 N hulk",
        "U-DD1": "1430 N",
        "U-DD2": "2430 N",
    }
    state = table(ships, turn=5, smoke={"2010": 2})
    state.where[number(state, "U-CVE1")] = WAITING
    state.where[number(state, "J-DD1")] = CUP
    told = start(state, 5, 3)  # no special attack; the hulk floats
    told += play(state, "ship J-CA2", 1, 2, 4)  # two dice; then her fire burns on
    assert (seat(state), texts(state)) == ("ijn", ["ijn first", "usn first"])
    told += play(state, "usn first", 1, 1)  # one air unit
    for ship in ("U-DD1", "U-DD2", "J-CA1"):  # 4.7: the panicked one too
        assert seat(state) == "usn"
        told += sail(state, ship)
    told += play(state, "done", 3, 1)  # three ships, and one in the cup
    for ship in ("J-CA2", "J-Yamato"):
        assert seat(state) == "ijn"
        told += sail(state, ship)
    told += play(state, "enter 0401 S")
    told += sail(state, "J-DD1", "", 4, 3, 3, 2, 1)  # smoke, panic; special attack, the hulk
    assert kinds(told) == [
        *("heading", "no special attack"),
        *("heading", "hulk floats", "guns fire"),
        *("heading", "fires fought", "moves first", "air units drawn", "moves", "moves", "moves"),
        *("ships drawn", "moves", "moves", "enters", "moves"),
        *("heading", "smoke lifts", "panic lasts"),
        *("heading", "special attack"),
        *("heading", "hulk sinks"),
    ]
    assert headings(told) == [
        ("0736", "the turn begins"),
        ("0736", "combat phase"),
        ("0736", "movement phase"),
        ("0736", "removal phase"),
        ("0748", "the turn begins"),
        ("0748", "combat phase"),
    ]
    assert (state.turn, list(state.smoke.values())) == (6, [1])


@pytest.mark.rule("S-3.5-1", "S-3.5-2", "S-3.3-3", "S-3.3-4")
def test_a_turn_of_the_alternate_sequence() -> None:
    ships = {
        "J-Yamato": "2905 S",
        "J-CA1": "1010 N panic",
        "J-CA2": "1420 N cruise fires=1",
        "J-CA3": "0520 N hulk",
        "J-CA4": "0510 S flank",
        "U-DD1": "1430 N slowed",
        "U-DD2": "2430 N",
    }
    state = table(ships, turn=5, smoke={"2010": 2}, movement_sequence="by_speed")
    state.where[number(state, "U-CVE1")] = WAITING
    state.where[number(state, "J-DD1")] = CUP
    told = start(state, 5, 3)
    told += play(state, "pass", 4)
    told += play(state, "usn first", 1, 1, 3, 1)  # both sides throw for their arrivals now
    assert (seat(state), texts(state, "move")) == (
        "usn",
        ["move U-DD1", "move U-DD2", "move J-CA1"],
    )
    told += sail(state, "U-DD1")
    told += play(state, "done")
    assert (seat(state), texts(state)[-3:]) == ("ijn", ["move J-Yamato", "move J-CA2", "done"])
    told += sail(state, "J-CA2")
    told += play(state, "done")
    assert (seat(state), texts(state, "move")) == ("usn", ["move U-DD2", "move J-CA1"])
    assert texts(state, "enter") == ["enter U-CVE1"]
    told += sail(state, "J-CA1")
    told += sail(state, "U-DD2")
    told += play(state, "done")
    assert (seat(state), texts(state)) == ("ijn", ["enter J-DD1", "move J-Yamato", "move J-CA4"])
    told += sail(state, "J-Yamato")
    told += play(state, "enter J-DD1")
    told += play(state, "enter 0401 S")
    told += sail(state, "J-DD1", "")
    assert texts(state) == ["move J-CA4", "done"]  # she may yet drop to battle speed
    told += play(state, "done")
    assert (seat(state), texts(state)[-1]) == ("usn", "done")  # its aircraft, if it likes
    told += play(state, "done")
    told += sail(state, "J-CA4", "", 4, 3, 3, 2, 1)
    assert kinds(told) == [
        *("heading", "no special attack"),
        *("heading", "hulk floats"),
        *("heading", "fires fought", "moves first", "air units drawn", "ships drawn"),
        *("moves", "moves", "moves", "moves", "moves", "enters", "moves", "moves"),
        *("heading", "smoke lifts", "panic lasts"),
        *("heading", "special attack"),
        *("heading", "hulk sinks"),
    ]
    assert state.turn == 6


@pytest.mark.rule("S-3.2-center-3", "S-3.3-2", "S-3.0-start-1")
def test_the_battleships_join_as_0700_begins_and_may_come_that_turn() -> None:
    ships = {"J-CA1": "1010 S", "J-CA2": "1510 S", "J-CA3": "2010 S", "U-DD1": "3142 N"}
    state = day(ships, turn=1)
    for ship in ("J-Yamato", "J-Kongo"):
        state.where[number(state, ship)] = LATER
    told = start(state)
    told += play(state, "ijn first")
    for ship in ("J-CA1", "J-CA2", "J-CA3"):
        told += sail(state, ship)
    assert [of(state, ship, "where") for ship in ("J-Yamato", "J-Kongo")] == [LATER] * 2
    told += sail(state, "U-DD1")
    assert kinds(told)[-4:] == ["heading", "join the cup", "heading", "heading"]
    assert headings(told)[-3:] == [
        ("0700", "the turn begins"),
        ("0700", "combat phase"),
        ("0700", "movement phase"),
    ]
    told = play(state, "ijn first", 1, 2)
    assert (kinds(told), told[-1].facts["ships"]) == (["moves first", "ships drawn"], "Kongo")


@pytest.mark.rule("S-3.0-end-1", "S-3.3-4")
def test_the_last_turn_is_whole_and_then_victory_is_judged() -> None:
    ships = {"J-Yamato": "2042 S", "J-CA1": "2242 S", "J-CA2": "0510 S", "U-CVE7": "2420 N hulk"}
    state = day(ships, turn=16, smoke={"1010": 1})
    state.cleared, state.cleared_turn = True, 12
    told = start(state, 3)
    told += play(state, "ijn first")
    for ship in ("J-Yamato", "J-CA1"):
        told += sail(state, ship)
    told += sail(state, "J-CA2", "battle", 1)
    assert [time for time, _ in headings(told)] == ["0948"] * 4
    assert kinds(told)[-3:] == ["heading", "smoke lifts", "result"]
    assert state.result is not None
    assert (state.result.outcome, state.exited) == ("IJN minor victory", 11)
    assert state.turn == 16


@pytest.mark.rule("S-3.0-end-1", "S-3.3-4")
def test_after_the_fifteenth_turn_comes_the_last() -> None:
    state = day({"J-Yamato": "3110 S", "J-CA1": "2910 S", "U-DD1": "0319 N"}, turn=15)
    start(state)
    play(state, "ijn first")
    sail(state, "J-Yamato")
    sail(state, "J-CA1")
    sail(state, "U-DD1")
    assert (state.turn, state.result) == (16, None)


# --- the early end ---


@pytest.mark.rule("S-3.0-end-1", "S-3.4-usn-major-1")
@pytest.mark.parametrize("early_end", [True, False])
def test_losses_in_combat_end_the_game_before_anybody_moves(early_end: bool) -> None:
    # The cruiser's last hit: what is left of the IJN is worth 8.
    ships = {"J-CA1": "1420 N damaged hits=2", "J-CA2": "0505 S", "J-CA3": "0905 S"}
    state = day({**ships, "U-DD1": "1428 N"}, early_end=early_end)
    start(state)
    assert state.result is None  # as the turn begins the three are worth 10
    play(state, "pass")
    told = play(state, "ship U-DD1", 5, 1, 1)
    assert "ship lost" in kinds(told)
    assert (state.result is not None) is early_end
    assert headings(told) == ([] if early_end else [("0712", "movement phase")])


@pytest.mark.rule("S-3.0-end-1", "S-3.4-ijn-major-1")
@pytest.mark.parametrize("early_end", [True, False])
def test_exits_end_the_game_with_the_turn_and_not_before(early_end: bool) -> None:
    ships = {"J-Yamato": "2043 S", "J-CA1": "2242 S", "J-DD1": "3010 S", "U-DD1": "0525 N"}
    state = day(ships, early_end=early_end)
    state.cleared, state.cleared_turn, state.exited = True, 2, 13
    start(state)
    play(state, "ijn first")
    sail(state, "J-Yamato")
    assert (state.exited, state.result) == (20, None)  # the others still move this turn
    sail(state, "J-CA1")
    sail(state, "J-DD1")
    told = sail(state, "U-DD1")
    assert (state.exited, state.result is not None) == (24, early_end)
    ends = ("0712", "removal phase") if early_end else ("0724", "movement phase")
    assert headings(told)[-1] == ends
    assert state.turn == (3 if early_end else 4)


@pytest.mark.rule("S-3.0-end-1", "S-3.4-usn-major-1", "S-4.6-exit-1")
def test_ships_gone_for_nothing_end_the_game_with_the_turn() -> None:
    state = day({"J-Yamato": "2001 N", "J-CA1": "2030 N", "U-DD1": "0520 N"})
    start(state)
    play(state, "ijn first")
    sail(state, "J-Yamato")
    assert state.result is None
    sail(state, "J-CA1")
    told = sail(state, "U-DD1")
    assert state.result is not None
    assert (state.result.winner, kinds(told)[-1], state.turn) == ("usn", "result", 3)


# --- clearing ---


@pytest.mark.rule("S-3.4-clear-1", "S-3.4-exit-1")
def test_the_map_is_cleared_at_the_end_of_combat_and_exits_of_that_turn_count() -> None:
    ships = {"J-Yamato": "2043 S", "J-Nagato": "1040 N", "J-CA1": "1420 N"}
    state = day({**ships, "U-DE6": "1428 N damaged hits=1"})
    start(state)
    play(state, "ship J-CA1", 5, 1, 1, 1)
    assert not state.cleared  # nothing takes effect before all have fired
    told = play(state, "pass")
    assert kinds(told) == ["ship lost", "cleared", "heading"]
    assert (state.cleared, state.cleared_turn) == (True, 3)
    play(state, "ijn first")
    sail(state, "J-Yamato")
    assert (state.exited, of(state, "J-Yamato", "where")) == (7, SOUTH)


@pytest.mark.rule("S-3.4-clear-1", "S-3.4-exit-1")
@pytest.mark.parametrize("way", ["she leaves", "she is sunk"])
def test_a_map_emptied_in_movement_is_clear_only_after_the_next_combat(way: str) -> None:
    ships = {"J-Yamato": "2043 S", "J-Nagato": "1040 N", "J-CA1": "1420 N"}
    leaves = way == "she leaves"
    state = day({**ships, "U-DE6": "2501 N" if leaves else "1424 N damaged hits=1"})
    start(state)
    while "pass" in texts(state):
        play(state, "pass")
    play(state, "usn first")
    play(state, "battle")
    if leaves:
        play(state, "leave")
    else:
        play(state, "ahead")
        assert "ship lost" in kinds(play(state, "ahead", 5, 1))  # two hexes from the cruiser
    assert not state.cleared
    sail(state, "J-Yamato")
    assert (state.exited, of(state, "J-Yamato", "where")) == (0, LEFT)
    sail(state, "J-Nagato")
    told = sail(state, "J-CA1", "battle", *([] if leaves else [6]))
    hulk = [] if leaves else ["hulk floats"]
    assert kinds(told)[-5 - len(hulk) :] == ["heading"] * 3 + [*hulk, "cleared", "heading"]
    assert headings(told)[-2:] == [("0724", "combat phase"), ("0724", "movement phase")]
    assert (state.cleared_turn, state.exited) == (4, 0)


# --- 4.6: what a ship takes along ---


@pytest.mark.rule("S-4.6-exit-1", "S-6.3-fire-2")
def test_a_ship_that_has_left_burns_no_more() -> None:
    ships = {"J-CA1": "2001 N fires=2 panic", "J-Yamato": "2905 S", "J-CA2": "2505 S"}
    state = day({**ships, "U-DD1": "0520 N"})
    start(state, 4, 4)  # both fires burn on
    play(state, "usn first")
    sail(state, "J-CA1")  # by the enemy
    assert seen(state, "J-CA1").whereabouts == "left"
    assert (of(state, "J-CA1", "fires"), of(state, "J-CA1", "panic")) == (0, 0)
    assert markers(seen(state, "J-CA1")) == []  # nor is she led any more
    sail(state, "U-DD1")
    sail(state, "J-CA2")
    told = sail(state, "J-Yamato")  # no die for panic, and none for fires as 0724 has begun
    assert headings(told)[-1] == ("0724", "movement phase")


# --- 3.1 by speed ---


@pytest.mark.rule("S-3.5-1", "S-3.1-bombard-1", "S-3.1-bombard-2")
@pytest.mark.parametrize("entry", ["mandatory", "optional"])
def test_the_bombardment_group_waits_for_the_second_step(entry: str) -> None:
    ships = {"J-CA1": "1010 S", "J-CA2": "1510 S", "J-CA3": "2010 S", "U-DD1": "3230 N"}
    state = day(ships, turn=12, movement_sequence="by_speed", bombardment_entry=entry)
    for ship in ("U-Tenn", "U-WVa"):
        state.where[number(state, ship)] = CUP
    start(state)
    play(state, "usn first", 4, 1, 1)  # half of four: both
    assert (seat(state), texts(state)) == ("usn", ["move U-DD1", "done"])
    play(state, "done")
    play(state, "done")  # the IJN cruises with nobody
    assert [of(state, ship, "where") for ship in ("U-Tenn", "U-WVa")] == [WAITING] * 2
    assert seat(state) == "usn"
    assert texts(state, "enter") == ["enter U-Tenn", "enter U-WVa"]
    assert ("done" in texts(state)) is (entry == "optional")
    play(state, "enter U-WVa")
    play(state, "enter 2043 N")
    sail(state, "U-WVa", "")
    assert ("done" in texts(state)) is (entry == "optional")
    if entry == "optional":
        play(state, "done")
        assert of(state, "U-Tenn", "where") == CUP  # back, and not before
        assert seat(state) == "ijn"
    else:
        play(state, "enter U-Tenn")
        play(state, "enter 1543 N")
        sail(state, "U-Tenn", "")
        assert of(state, "U-Tenn", "where") == "1540"


# --- What lasts to the end of its phase, and no longer ---


def send(state: SamarState, kind: str, *targets: str) -> None:
    """Squadrons of a kind on these ships, and one more in the box."""
    charts = state.charts
    units = [n for n, k in enumerate(charts.units) if charts.squadrons[k].kind == kind]
    for unit, target in zip(units, targets, strict=False):
        state.air[unit] = number(state, target)
    state.air[units[len(targets)]] = AIR_BOX


def at_sea(**options: Any) -> SamarState:
    """Aircraft over Yamato and Chokai, Chikuma in panic, two of Taffy 2 off the map."""
    ships = {
        "J-Yamato": "1520 N",
        "J-CA1": "0810 N panic",
        "J-CA2": "1620 N",
        "U-DD1": "3220 N",
        "U-DD2": "3225 N",
    }
    state = day(ships, turn=6, **options)
    for ship in ("U-CVE1", "U-CVE2"):
        state.where[number(state, ship)] = WAITING
    send(state, "TB", "J-CA2")
    send(state, "F", "J-Yamato", "J-CA2")
    return state


def strike_all(state: SamarState) -> None:
    """All attack, and nothing comes of it."""
    play(state, "strike TB J-CA2", 6, 6, 1, 1, 1)
    play(state, "strike F J-CA2", 6, 6, 1, 1, *(6, 6, 1, 1))


def move_all(state: SamarState, *dice: int) -> None:
    """The USN brings on a carrier and sends its aircraft to Chokai; all sail on."""
    for choice in ("usn first", "enter U-CVE1", "enter 3243 NW"):
        play(state, choice)
    sail(state, "U-CVE1", "")
    play(state, "air TB J-CA2")
    play(state, "air F J-CA2")
    for ship in ("U-DD1", "U-DD2", "J-CA1"):
        sail(state, ship)
    play(state, "done")
    sail(state, "J-Yamato")
    sail(state, "J-CA2", "battle", *dice)


@pytest.mark.rule("S-8.2-combined-1", "S-8.3-aa-1", "S-4.7-control-1", "S-3.1-taffy2-2")
def test_what_counts_for_one_phase_is_not_seen_in_the_next() -> None:
    state = at_sea()
    start(state)
    aa = 1 << number(state, "J-Yamato") | 1 << number(state, "J-CA2")
    both = ["ship:J-Yamato", "ship:J-CA2"]
    view = board_view(state)
    assert (view.phase, view.first, view.under_air_attack) == ("combat", None, both)
    assert not seen(state, "J-CA1").led  # not before she moves
    play(state, "strike TB J-CA2", 6, 6, 1, 1, 1)
    assert (state.aa_fired, board_view(state).under_air_attack) == (aa, both)
    play(state, "strike F J-CA2", 6, 6, 1, 1, *(6, 6, 1, 1))
    # Movement: who moves first is not said yet; the aircraft are gone.
    view = board_view(state)
    assert (view.phase, view.first, view.under_air_attack) == ("movement", None, [])
    assert state.aa_fired == 0
    assert seen(state, "J-CA1").led
    assert "led by the enemy" in markers(seen(state, "J-CA1"))
    assert "moves first" not in Samar().board_text(state)
    twin = state.copy()
    for choice in ("usn first", "enter U-CVE1", "enter 3243 NW"):
        play(twin, choice)
    sail(twin, "U-CVE1", "")
    play(twin, "air TB J-CA2")
    view = board_view(twin)
    assert (view.first, view.entered, view.under_air_attack) == ("usn", 1, ["ship:J-CA2"])
    assert "USN moves first" in Samar().board_text(twin)
    # The next turn: she is still in panic, and led by nobody.
    move_all(state, 6)
    view = board_view(state)
    assert (view.turn, view.phase, view.first, view.entered) == (7, "combat", None, 0)
    assert view.under_air_attack == ["ship:J-CA2"]
    assert seen(state, "J-CA1").panic
    assert not any(ship.led or ship.moved for ship in view.ships)
    assert "led by the enemy" not in markers(seen(state, "J-CA1"))
    assert (state.aa_fired, state.shaken) == (0, {})


@pytest.mark.rule("S-8.2-combined-1")
def test_a_ship_barred_for_the_turn_is_free_in_the_next() -> None:
    state = at_sea(combined_fire="resolution_turn")
    start(state)
    strike_all(state)
    both = ["ship:J-Yamato", "ship:J-CA2"]
    assert board_view(state).under_air_attack == both  # until the turn is over
    play(state, "usn first")
    play(state, "air TB J-CA1")
    play(state, "air F J-CA1")
    assert board_view(state).under_air_attack == both  # not yet the new target
    for ship in ("U-DD1", "U-DD2", "J-CA1"):
        sail(state, ship)
    play(state, "done")
    sail(state, "J-Yamato")
    sail(state, "J-CA2", "battle", 6)
    assert board_view(state).under_air_attack == ["ship:J-CA1"]


@pytest.mark.rule("S-8.2-combined-1")
def test_nobody_is_under_air_attack_as_the_next_turn_begins() -> None:
    ships = {"J-Yamato": "1520 N", "J-CA2": "1620 N", "U-DD1": "3220 N", "U-DD2": "3225 N"}
    options = {"special_timing": "immediate", "combined_fire": "resolution_turn"}
    state = day(ships, turn=5, **options)
    send(state, "TB", "J-CA2")
    send(state, "F", "J-CA2")
    state.air[-1] = AIR_CUP
    start(state, 6)
    play(state, "strike TB J-CA2", 6, 6, 1, 1, 1, *(6, 6, 1, 1))
    play(state, "ijn first")
    sail(state, "J-Yamato")
    sail(state, "J-CA2")
    sail(state, "U-DD1")
    sail(state, "U-DD2")
    play(state, "done", 1)  # its aircraft stay in the box; then a special attack
    assert board_view(state).under_air_attack == []


@pytest.mark.rule("S-4.7-control-1", "S-6.4-hulk-1")
def test_a_hulk_is_led_by_nobody() -> None:
    ships = {
        "J-Yamato": "1620 N",
        "J-CA1": "0510 N",
        "U-DD1": "1823 N damaged panic",
        "U-DD2": "3225 N",
    }
    state = day(ships, turn=6)
    state.hits[number(state, "U-DD1")] = 1
    start(state)
    while "pass" in texts(state):
        play(state, "pass")
    play(state, "ijn first")
    play(state, "move U-DD1")
    play(state, "battle")
    play(state, "ahead")
    assert markers(seen(state, "U-DD1"))[-1] == "led by the enemy"
    play(state, "ahead", *(5, 1, 1, 1), 1)  # she counts as evading: 6 dice less 2
    assert of(state, "U-DD1", "condition") == "hulk"
    assert "led by the enemy" not in markers(seen(state, "U-DD1"))


@pytest.mark.rule("S-3.2-special-1")
def test_a_unit_placed_at_once_is_placed_before_the_combat_phase() -> None:
    ships = {"J-Yamato": "1520 N", "J-CA1": "0810 N", "U-DD1": "3220 N", "U-DD2": "3225 N"}
    state = day(ships, turn=6, special_timing="immediate")
    state.air[-1] = AIR_CUP
    start(state, 2)
    assert texts(state) == ["air SA U-DD1", "air SA U-DD2"]
    assert board_view(state).phase == "start of turn"
    assert Samar().board_text(state).startswith("Turn 6 of 16, 0748, start of turn; sighting")


@pytest.mark.rule("S-5.6-panic-1", "S-T2-1")
def test_dice_that_add_up_for_panic_add_up_in_one_phase_only() -> None:
    ships = {
        "J-Yamato": "1620 N diw",
        "J-CA1": "0510 N",
        "U-DD1": "1822 N slowed",
        "U-DD2": "3225 N",
    }
    state = day(ships, turn=6, panic_scope="per_phase")
    state.launched[number(state, "U-DD1")] = 2
    start(state)
    play(state, "ship J-Yamato", *(1,) * 9)
    play(state, "pass")
    play(state, "usn first")
    play(state, "move U-DD1")
    play(state, "ahead", *(1,) * 6)
    play(state, "ahead", *(1,) * 6)  # 12 so far, and 9 before: 18 would be panic
    assert of(state, "U-DD1", "panic") == 0
    assert state.shaken == {number(state, "U-DD1"): 12}
    sail(state, "U-DD2")
    sail(state, "J-CA1")
    play(state, "ship J-Yamato", *(1,) * 6)  # the next turn: 6
    play(state, "pass")
    assert of(state, "U-DD1", "panic") == 0


# --- AA once a phase ---


@pytest.mark.rule("S-8.3-aa-1", "S-8.3-aa-2")
def test_aa_that_a_ship_has_once_a_phase_is_always_asked_for() -> None:
    state = at_sea(aa_limit="per_phase")
    start(state)
    play(state, "strike TB J-CA2")
    assert (seat(state), texts(state)) == ("ijn", ["fire", "hold J-Yamato", "hold J-CA2"])
    play(state, "hold J-Yamato")
    play(state, "fire", 6, 1, 1, 1)  # Chokai alone
    play(state, "strike F J-Yamato")
    assert texts(state) == ["fire", "hold J-Yamato"]  # the other has fired
    play(state, "hold J-Yamato", 1, 1)
    # She has held twice and may fire now, for the last attack of the phase.
    assert texts(state) == ["fire", "hold J-Yamato"]
    play(state, "fire", 6, 1, 1)
    assert texts(state) == ["ijn first", "usn first"]


@pytest.mark.rule("S-8.3-aa-1")
def test_every_ship_that_has_fired_aa_has_none_left_for_that_phase() -> None:
    state = at_sea(aa_limit="per_phase")
    start(state)
    play(state, "strike TB J-CA2")
    play(state, "fire", 6, 6, 1, 1, 1)
    # No AA for her next attack, nor for Yamato, who fired for her.
    play(state, "strike F J-CA2", 1, 1, *(1, 1))
    assert texts(state) == ["ijn first", "usn first"]


@pytest.mark.rule("S-8.3-aa-1")
def test_the_odds_of_a_strike_count_the_aa_of_the_phase_it_comes_in() -> None:
    told = []
    for limit in ("per_attack", "per_phase"):
        state = at_sea(aa_limit=limit)
        start(state)
        play(state, "strike TB J-CA2", *((6, 6, 1, 1, 1) if limit == "per_attack" else ()))
        if limit == "per_phase":
            play(state, "fire", 6, 6, 1, 1, 1)
            assert option_odds(state)["strike F J-CA2"].text.startswith("1.0 of 1")
        aa = (6, 6) if limit == "per_attack" else ()
        play(state, "strike F J-CA2", *aa, 1, 1, *aa, 1, 1)
        play(state, "usn first")
        told.append(option_odds(state)["air TB J-CA2"].text)
    assert told[0].startswith("0.3 of 1 get through AA")
    assert told[0] == told[1]


# --- the special attack ---


def called_up(ships: dict[str, str], **options: Any) -> SamarState:
    """0736: a special attack unit is ready, and the IJN moves first."""
    state = day({"J-Yamato": "1020 N", "J-CA1": "0820 N", **ships}, turn=5, **options)
    state.air[-1] = AIR_CUP
    start(state, 2)
    play(state, "ijn first")
    return state


@pytest.mark.rule("S-3.2-special-1", "S-4.7-control-2")
def test_the_last_target_is_not_moved_off_before_the_special_attack_is_placed() -> None:
    state = called_up({"U-DE6": "2501 N panic"})
    assert texts(state) == ["move J-Yamato", "move J-CA1", "air SA U-DE6"]
    sail(state, "J-Yamato")
    sail(state, "J-CA1")  # then there is but one thing to do
    assert state.air[-1] == number(state, "U-DE6")
    assert state.special == 0
    assert state.decision is not None
    assert state.decision.prompt == "which speed for John C. Butler?"


@pytest.mark.rule("S-3.2-special-1", "S-4.7-control-2")
def test_one_of_two_targets_may_be_moved_off_first() -> None:
    state = called_up({"U-DE6": "2501 N panic", "U-DE7": "2701 N panic"})
    assert texts(state, "move U-") == ["move U-DE6", "move U-DE7"]
    play(state, "move U-DE7")
    play(state, "battle")
    play(state, "leave")
    assert texts(state) == ["move J-Yamato", "move J-CA1", "air SA U-DE6"]


@pytest.mark.rule("S-3.2-special-1", "S-3.5-1")
def test_a_slowed_last_target_must_be_struck_before_the_step_is_over() -> None:
    state = called_up({"U-DE6": "2520 N panic slowed"}, movement_sequence="by_speed")
    assert texts(state) == ["move J-Yamato", "move J-CA1", "air SA U-DE6"]  # she must move, and
    play(state, "air SA U-DE6")  # nobody is done before
    assert texts(state) == ["move U-DE6", "move J-Yamato", "move J-CA1"]
