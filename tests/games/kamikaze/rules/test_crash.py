"""Phase 2: the crash, damage to the ship and loss of guns (rulebook "Crashes")."""

from __future__ import annotations

import pytest
from kamikaze_dives import (
    BOW_GUNS,
    MIDSHIPS_GUNS,
    STERN_GUNS,
    crash,
    dice_on,
    dive,
    fate,
    lost,
    moves,
    play,
    seat,
    texts,
)

from flankspeed.games.kamikaze.data.board import FACINGS

STERN_FROM_AFT = ("11,14 N", "crash ahead")
BOW_FROM_STARBOARD = ("12,10 S", "crash right45")
BOW_FROM_AHEAD = ("11,10 S", "crash ahead")
MIDSHIPS_STARBOARD = ("12,12 W", "crash ahead")
MIDSHIPS_PORT = ("10,12 E", "crash ahead")


@pytest.mark.rule("K-2-crash-1", "K-2-crash-2")
@pytest.mark.parametrize(
    ("at", "crashes"),
    [
        ("12,11 W", {("bow", 1), ("amidships", 2)}),
        ("12,12 N", {("bow", 2), ("amidships", 3)}),
        ("10,13 E", {("stern", 1), ("amidships", 2)}),
        ("11,10 E", {("bow", 3)}),
        ("12,10 S", {("bow", 2)}),
    ],
)
def test_t_c1_sections_in_reach_and_their_cost(at: str, crashes: set[tuple[str, int]]) -> None:
    found = moves(dive(at))
    assert len(found) == 5
    assert {move for text, move in found.items() if text.startswith("crash")} == crashes


@pytest.mark.rule("K-2-crash-1")
@pytest.mark.parametrize(
    ("at", "choice", "section", "side"),
    [
        (*BOW_FROM_AHEAD, "bow", "ahead"),
        ("10,12 E", "crash left45", "bow", "port"),
        (*MIDSHIPS_STARBOARD, "amidships", "starboard"),
        ("10,11 S", "crash left45", "amidships", "port"),
        ("12,14 N", "crash left45", "stern", "starboard"),
        (*STERN_FROM_AFT, "stern", "astern"),
    ],
)
def test_the_square_entered_is_the_section_hit(
    at: str, choice: str, section: str, side: str
) -> None:
    state = dive(at)
    (event,) = [event for event in play(state, choice, 1, 1) if event.kind == "crash"]
    assert (event.facts["section"], event.facts["side"]) == (section, side)
    assert fate(state) == "crashed"


@pytest.mark.rule("K-2-crash-2")
@pytest.mark.parametrize(
    ("at", "mp", "sections"),
    [
        ("12,12 N", 3, {"bow", "amidships"}),
        ("12,12 N", 2, {"bow"}),
        ("11,10 E", 3, {"bow"}),
        ("11,10 E", 2, set()),
    ],
)
def test_the_crash_must_be_affordable(at: str, mp: int, sections: set[str]) -> None:
    found = moves(dive(at, mp=mp))
    assert {to for text, (to, _) in found.items() if text.startswith("crash")} == sections


@pytest.mark.rule("K-2-crash-2")
def test_the_crash_is_paid_for() -> None:
    state = dive("11,10 SW", mp=8, options={"p2.usChoices": "ask"})
    play(state, "crash left45", 1, 3)  # stops for the choice of the US
    assert state.mp == 6


@pytest.mark.rule("K-2-crash-2", "K-2-splash-2", "K-2-jink-8")
def test_t_c2_out_of_mp_beside_the_ship() -> None:
    state = dive("12,10 S", mp=1)
    assert texts(state) == ["move ahead"]
    play(state, "move ahead", *[1] * 6)
    assert (fate(state), state.damage) == ("splashed", 0)
    state = dive("12,10 S", mp=1)
    play(state, "move ahead", 6, 1, 1, 1, 1, 1, 5, 2, 3, 1)  # right jink into the bow
    assert (fate(state), state.damage) == ("crashed", 3)


@pytest.mark.rule("K-2-crash-3")
def test_each_section_from_every_adjoining_square() -> None:
    found: dict[str, set[str]] = {"bow": set(), "amidships": set(), "stern": set()}
    for square in (f"{column},{row}" for column in range(9, 14) for row in range(9, 16)):
        for facing in FACINGS if square not in ("11,11", "11,12", "11,13") else ():
            for text, (to, _) in moves(dive(f"{square} {facing}", mp=3)).items():
                if text.startswith("crash"):
                    found[to].add(square)
    assert found == {
        "bow": {"10,10", "11,10", "12,10", "10,11", "12,11", "10,12", "12,12"},
        "amidships": {"10,11", "12,11", "10,12", "12,12", "10,13", "12,13"},
        "stern": {"10,12", "12,12", "10,13", "12,13", "10,14", "11,14", "12,14"},
    }


@pytest.mark.rule("K-2-dmg-1")
@pytest.mark.parametrize("die", range(1, 6))
def test_damage_is_the_die(die: int) -> None:
    state = crash(*BOW_FROM_AHEAD, die, 1)
    assert (state.damage, state.result) == (die, ("usn", "the ship is afloat"))


@pytest.mark.rule("K-2-dmg-1", "K-2-dmg-2")
def test_t_c3_damage_adds_up_and_sinks_at_six() -> None:
    state = crash(*BOW_FROM_AHEAD, 5, damage=1)  # sunk: no gun die
    assert state.result == ("ijn", "the ship is sunk")
    assert lost(state) == []
    state = crash(*BOW_FROM_AHEAD, 4, 1, damage=1)
    assert (state.damage, state.result) == (5, ("usn", "the ship is afloat"))


@pytest.mark.rule("K-2-dmg-2")
def test_more_than_six_sinks_too() -> None:
    assert crash(*STERN_FROM_AFT, 6, damage=5).result == ("ijn", "the ship is sunk")


@pytest.mark.rule("K-2-dmg-3")
def test_one_crash_can_sink_the_ship() -> None:
    assert crash(*STERN_FROM_AFT, 6).result == ("ijn", "the ship is sunk")


@pytest.mark.rule("K-2-gun-1")
@pytest.mark.parametrize(
    ("die", "gone"),
    [
        (1, ["25"]),
        (2, ["25", "26"]),
        (3, ["45"]),
        (4, ["45"]),
        (5, ["53"]),
        (6, ["53", "54"]),
    ],
)
def test_the_gun_die_on_the_stern(die: int, gone: list[str]) -> None:
    assert lost(crash(*STERN_FROM_AFT, 1, die)) == gone


@pytest.mark.rule("K-2-gun-1")
@pytest.mark.parametrize(("die", "gone"), [(4, ["41", "42"]), (5, ["51"]), (6, ["51", "52"])])
def test_the_gun_die_on_the_bow(die: int, gone: list[str]) -> None:
    assert lost(crash(*BOW_FROM_AHEAD, 1, die)) == gone


@pytest.mark.rule("K-2-gun-1", "K-2-gun-2")
@pytest.mark.parametrize(
    ("before", "die", "gone"),
    [
        ([], 2, ["25", "26"]),
        ([], 4, ["45"]),
        (["53", "54"], 6, ["55"]),
        (["25", "27"], 2, ["26"]),
    ],
)
def test_t_c4_two_called_for_and_one_left(before: list[str], die: int, gone: list[str]) -> None:
    state = crash(*STERN_FROM_AFT, 1, die, lost=before)
    assert set(lost(state)) == {*before, *gone}


@pytest.mark.rule("K-2-gun-3")
@pytest.mark.parametrize(
    ("hit", "die", "before"),
    [
        (BOW_FROM_AHEAD, 1, []),
        (BOW_FROM_AHEAD, 2, []),
        (MIDSHIPS_STARBOARD, 5, []),
        (MIDSHIPS_PORT, 6, []),
        (STERN_FROM_AFT, 3, ["45"]),
        (STERN_FROM_AFT, 6, ["53", "54", "55"]),
        (BOW_FROM_STARBOARD, 4, ["41", "42"]),
    ],
)
def test_t_c5_none_of_the_type_no_effect(hit: tuple[str, str], die: int, before: list[str]) -> None:
    assert lost(crash(*hit, 1, die, lost=before)) == before


@pytest.mark.rule("K-2-gun-4")
@pytest.mark.parametrize(
    ("hit", "die", "before", "gone"),
    [
        (MIDSHIPS_STARBOARD, 4, [], ["43", "44"]),
        (MIDSHIPS_STARBOARD, 3, ["43"], ["44"]),
        (MIDSHIPS_PORT, 2, ["22"], ["24", "21"]),
        (MIDSHIPS_STARBOARD, 3, [], ["43"]),
        (MIDSHIPS_PORT, 3, [], ["44"]),
        (MIDSHIPS_STARBOARD, 1, [], ["21"]),
        (MIDSHIPS_STARBOARD, 2, [], ["21", "23"]),
        (MIDSHIPS_PORT, 2, [], ["22", "24"]),
    ],
)
def test_t_c6_side_struck_loses_guns_first(
    hit: tuple[str, str], die: int, before: list[str], gone: list[str]
) -> None:
    state = crash(*hit, 1, die, lost=before)
    assert set(lost(state)) == {*before, *gone}


@pytest.mark.rule("K-2-gun-4")
@pytest.mark.parametrize(
    ("hit", "before", "gone"),
    [
        (BOW_FROM_STARBOARD, [], "41"),
        (("10,10 S", "crash left45"), [], "42"),
        (BOW_FROM_STARBOARD, ["41"], "42"),
        # From dead ahead the US gives up 42, or 41 if it has fewer guns left on the port side.
        (BOW_FROM_AHEAD, [], "42"),
        (BOW_FROM_AHEAD, ["43"], "42"),
        (BOW_FROM_AHEAD, ["22"], "41"),
        (BOW_FROM_AHEAD, ["22", "21"], "42"),
        (BOW_FROM_AHEAD, ["42"], "41"),
    ],
)
def test_t_c7_bow_40mm(hit: tuple[str, str], before: list[str], gone: str) -> None:
    state = crash(*hit, 1, 3, lost=before)
    assert set(lost(state)) == {*before, gone}


@pytest.mark.rule("K-2-gun-4")
def test_t_c7_from_dead_ahead_the_us_chooses() -> None:
    for gun in ("41", "42"):
        state = crash(*BOW_FROM_AHEAD, 1, 3, options={"p2.usChoices": "ask"})
        assert seat(state) == "usn"
        assert texts(state) == ["lose 41", "lose 42"]
        play(state, f"lose {gun}")
        assert (lost(state), fate(state)) == ([gun], "crashed")


@pytest.mark.rule("K-2-gun-5")
def test_destroyed_guns_stay_destroyed() -> None:
    state = crash(*BOW_FROM_AHEAD, 1, 6, 1, waiting=2)  # 51 and 52 lost; the D8 of the next dive
    play(state, "face S")  # no gun reaches (11,1) now
    assert lost(state) == ["51", "52"]
    assert fate(state, 2) == "flying"


@pytest.mark.rule("K-2-gun-1", "K-2-fire-1")
def test_without_guns_no_dice() -> None:
    assert dice_on("12,12", lost=[*BOW_GUNS, *MIDSHIPS_GUNS, *STERN_GUNS]) == 0
