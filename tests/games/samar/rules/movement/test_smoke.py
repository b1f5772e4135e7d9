"""4.5 Smoke: laying it. (What it does to fire is with the gunnery, its removal with 3.3.)"""

from __future__ import annotations

import pytest
from samar_moves import alone, steam
from samar_table import event_of, of, play, texts

from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.state import SamarState


def smoke(state: SamarState) -> dict[str, int]:
    return {hex_name(hex_): count for hex_, count in sorted(state.smoke.items())}


@pytest.mark.rule("S-4.5-lay-1", "S-2.7-smoke-1")
def test_one_marker_in_each_hex_left_the_first_one_too() -> None:
    state = alone("1620 N")
    play(state, "cruise")
    events = steam(state, "ahead smoke", "ahead", "starboard 1 smoke", "ahead smoke")
    assert smoke(state) == {"1617": 1, "1618": 1, "1620": 1}
    assert [e.facts["hex"] for e in events if e.kind == "makes smoke"] == ["1620", "1618", "1617"]
    assert of(state, "J-CA1", "where") == "1717"


@pytest.mark.rule("S-4.5-lay-1")
@pytest.mark.parametrize("ship", ["J-Yamato", "U-CVE7", "U-DE6", "U-Penn"])
@pytest.mark.parametrize("words", ["", "slowed", "fires=1"])
def test_any_ship_may_lay_smoke(ship: str, words: str) -> None:
    state = alone(f"1620 N {words}", ship)
    if words != "slowed":
        play(state, "battle")
    play(state, "ahead smoke")
    assert smoke(state) == {"1620": 1}


@pytest.mark.rule("S-4.5-lay-1")
def test_markers_add_up_without_limit() -> None:
    state = alone("1620 N", smoke={"1620": 40})
    steam(state, "battle", "ahead smoke")
    assert smoke(state) == {"1620": 41}


@pytest.mark.rule("S-4.5-lay-1")
def test_smoke_is_never_compulsory() -> None:
    state = alone("1620 N", "J-DD1")
    play(state, "battle")
    plain = [text for text in texts(state) if not text.endswith(" smoke")]
    assert texts(state) == plain + [f"{text} smoke" for text in plain]


@pytest.mark.rule("S-4.5-lay-1", "S-4.6-exit-1")
def test_a_ship_may_leave_smoke_as_it_leaves_the_map() -> None:
    state = alone("1601 N")
    play(state, "battle")
    events = play(state, "leave smoke")
    assert smoke(state) == {"1601": 1}
    assert event_of(events, "makes smoke").facts["hex"] == "1601"
