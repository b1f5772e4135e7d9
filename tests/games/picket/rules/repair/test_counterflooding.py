"""Counterflooding (7.9.H, R-45, advanced game)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_repair import ADVANCED, a_ship, control, hits, kinds, men, over, place, play, texts

from flankspeed.games.picket.rules.damage.flooding import net_lean
from flankspeed.games.picket.state import PicketState

SHADED_FORWARD, SHADED_AFT = 21, 6


def leaning(*lean: int, **setting: Any) -> PicketState:
    """A ship with points of list and trim: port, starboard, bow, stern."""
    state = a_ship(**{"options": ADVANCED, **setting}, lean=list(lean))
    control(state)
    return state


def sides(state: PicketState) -> set[str]:
    return {text.split()[-1] for text in texts(state) if text.startswith("flood ")}


@pytest.mark.rule("P-7.9.H-1", "P-7.3.S-1")
def test_v24_two_compartments_bring_her_upright() -> None:
    state = leaning(4, 2, 0, 0)
    play(state, "flood fwd-storeroom-1 starboard")
    assert "no flooding" in texts(state)
    play(state, "flood aft-storeroom-2 starboard")
    assert (state.lean, net_lean(state)) == ([4, 4, 0, 0], (0, 0))
    assert (state.flood, state.manoeuvre) == (8, 8)
    assert [hits(state, word) for word in ("sec-fwd-storeroom-1", "sec-aft-storeroom-2")] == [2, 2]
    assert over(state)


@pytest.mark.rule("P-7.9.H-1")
@pytest.mark.parametrize(
    ("lean", "wanted"),
    [
        ((1, 0, 0, 0), {"starboard"}),
        ((0, 2, 0, 0), {"port"}),
        ((0, 0, 3, 1), {"stern"}),
        ((0, 0, 0, 1), {"bow"}),
        ((2, 0, 0, 1), {"starboard", "bow"}),
    ],
)
def test_points_go_where_they_are_needed(lean: tuple[int, ...], wanted: set[str]) -> None:
    assert sides(leaning(*lean)) == wanted


@pytest.mark.rule("P-7.9.H-1")
def test_none_need_be_flooded() -> None:
    state = leaning(4, 2, 0, 0)
    play(state, "no flooding")
    assert (over(state), state.flood, state.lean) == (True, 10, [4, 2, 0, 0])


@pytest.mark.rule("P-7.9.H-1", "P-2.0.H-1")
def test_not_on_an_even_keel_and_not_in_the_basic_game() -> None:
    assert over(leaning(3, 3, 1, 1))
    assert over(leaning(3, 0, 0, 0, options={}))


@pytest.mark.rule("P-7.9.H-1", "P-1.1.1.B-1")
@pytest.mark.parametrize(
    ("aft_gray", "count"), [("list", SHADED_FORWARD + SHADED_AFT), ("none", SHADED_FORWARD)]
)
def test_only_shaded_secondaries_not_yet_destroyed(aft_gray: str, count: int) -> None:
    state = leaning(1, 0, 0, 0, options={**ADVANCED, "aft_gray": aft_gray})
    floods = [text for text in texts(state) if text.startswith("flood ")]
    assert len(floods) == count
    assert "flood fwd-trunk starboard" not in floods  # above the waterline
    state = leaning(1, 0, 0, 0, damage={"sec-fwd-storeroom-1": 2})
    assert "flood fwd-storeroom-1 starboard" not in texts(state)


@pytest.mark.rule("P-7.9.H-1", "P-18.B-2")
def test_a_damaged_one_may_be_flooded_and_its_man_goes_home() -> None:
    state = leaning(1, 0, 0, 0, damage={"sec-fwd-storeroom-1": 1})
    events = play(state, "crew sec-fwd-storeroom-1", 6)  # with the secondaries, before directors
    assert kinds(events)[-1] == "secondary not repaired"
    play(state, "flood fwd-storeroom-1 starboard")
    assert (hits(state, "sec-fwd-storeroom-1"), men(state, "sec-fwd-storeroom-1")) == (2, 0)
    assert state.crew[0] == 14


@pytest.mark.rule("P-7.4.M-1", "P-7.9.H-1")
@pytest.mark.parametrize(("dice", "sunk"), [([2, 2], True), ([2, 3], False)])
def test_r122_flooding_on_purpose_may_sink_her(dice: list[int], sunk: bool) -> None:
    state = leaning(1, 0, 0, 0, flood=1)
    play(state, "flood fwd-storeroom-1 starboard", *dice)
    assert (state.flood, state.sunk) == (0, sunk)


@pytest.mark.rule("P-7.9.H-1")
def test_it_comes_before_the_directors() -> None:
    state = leaning(1, 0, 0, 0, damage={"mk37": 1})
    place(state, "crew mk37")
    play(state, "no flooding", 6, 6)
    assert hits(state, "mk37") == 0
