"""3.1 Set-up of Taffy 3, and 3.0, how the game begins."""

import pytest
from samar_table import begin, of, play, texts

from flankspeed.games import load
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import DISTANCE, hex_named
from flankspeed.games.samar.data.markers import SET_UP
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import SamarState

TAFFY_3 = [f"U-CVE{n}" for n in range(7, 13)] + [f"U-DD{n}" for n in range(4, 7)]
TAFFY_3 += [f"U-DE{n}" for n in range(6, 10)]


def fresh() -> SamarState:
    return SamarState(charts_of(SamarOptions()))


@pytest.mark.rule("S-3.1-taffy3-1", "S-1.0-entry-1")
def test_13_ships_start_within_4_hexes_of_1411() -> None:
    state = fresh()
    begin(state, SetUp())
    placed: list[str] = []
    while state.decision:
        assert state.decision.seat == "usn"
        offered = texts(state)
        ship = offered[0].split()[0]
        hexes = [hex_named(text.split()[1]) for text in offered]
        assert len(hexes) == 61
        assert all(DISTANCE[hex_ - hex_named("1411")] <= 4 for hex_ in hexes)
        play(state, offered[len(placed)])
        placed.append(ship)
    assert sorted(placed) == sorted(TAFFY_3)
    on_map = [state.charts.ids[n] for n, hex_ in enumerate(state.where) if hex_ > 0]
    assert sorted(on_map) == sorted(TAFFY_3)


@pytest.mark.rule("S-3.1-taffy3-1")
def test_they_head_north_at_battle_speed_and_may_share_a_hex() -> None:
    state = fresh()
    begin(state, SetUp())
    while state.decision:
        play(state, next(text for text in texts(state) if text.endswith("1411")))
    for ship in TAFFY_3:
        assert (of(state, ship, "where"), of(state, ship, "facing")) == ("1411", "N")
        assert (of(state, ship, "speed"), of(state, ship, "condition")) == ("battle", "fit")
        markers = [of(state, ship, what) for what in ("hits", "fires", "panic", "launched")]
        assert markers == [0, 0, 0, 0]


@pytest.mark.rule("S-3.0-start-1")
def test_the_first_of_16_turns_of_12_minutes_is_0648() -> None:
    game = load("samar")
    state = game.new("battle", game.options())
    assert (state.turn, state.phase) == (1, SET_UP)
    times = [turn.time for turn in state.charts.turns]
    assert (times[0], times[1], times[-1], len(times)) == ("0648", "0700", "0948", 16)
