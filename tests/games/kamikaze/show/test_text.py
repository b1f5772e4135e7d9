"""What Kamikaze Attack! says of its events and figures."""

from __future__ import annotations

import pytest
from kamikaze_dives import GAME, crash, dive
from kamikaze_dogfight import act, board, dogfight

from flankspeed.games.kamikaze.data.board import FACINGS

STERN_FROM_AFT = ("11,14 N", "crash ahead")


@pytest.mark.parametrize(
    ("die", "outcome"), [(2, "tail, needs 3+): 2, missed"), (3, "tail, needs 3+): 3, shot down")]
)
def test_a_shot_is_told_as_it_came_out(die: int, outcome: str) -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
    act(state, "move ahead")
    event = act(state, "fire K2", dice=[die])[0]
    assert GAME.describe(event) == f"C1 fires at K2 ({outcome}"
    assert board(state).planes[7].fate == ("shot down" if die == 3 else "flying")


def test_destroyed_mounts_are_shown_and_counted() -> None:
    state = crash(*STERN_FROM_AFT, 2, 6)  # two 5-inch of the stern
    view = GAME.board_view(state, None)
    assert [mount.id for mount in view.ship.mounts if mount.destroyed] == ["53", "54"]
    assert GAME.figures(state)["mounts lost"] == 2
    assert GAME.figures(state)["crashes"] == 1
    assert GAME.figures(state)["damage to the ship"] == 2
    assert "stern: x53 x54 55 45 25 26 27" in GAME.board_text(state)
    whole = dive("11,4 S")
    assert not any(mount.destroyed for mount in GAME.board_view(whole, None).ship.mounts)
    assert GAME.figures(whole)["mounts lost"] == 0
    assert "stern: 53 54 55 45 25 26 27" in GAME.board_text(whole)


def test_every_heading_looks_different_on_the_board() -> None:
    looks = {}
    for facing in FACINGS:
        text = GAME.board_text(dogfight(K3=f"10,12 {facing}", to_move="K3 K4", rest="lost"))
        row = next(line for line in text.split("\n") if line.startswith("12 "))
        looks[facing] = row[3 + 9 * 3 : 3 + 10 * 3]
        assert f"K3 (10,12) {facing}" in [line[67:] for line in text.split("\n")]
        assert f"{looks[facing]} {facing}" in text.split("Headings: ")[1].split("\n")[0].split(", ")
    assert len(set(looks.values())) == 8
    assert {look[:2].upper() for look in looks.values()} == {"K3"}


def test_long_lists_below_the_board_are_broken() -> None:
    """Six kamikazes shot down, and mounts with long names."""
    mounts = [
        {"id": f"starboard-{n}", "type": "20mm", "section": "bow", "side": "starboard"}
        for n in range(20)
    ]
    state = dive("11,4 S", waiting=5, data={"mounts": mounts})
    for plane in range(6, 12):
        state.fates[plane] = 4  # shot down
    text = GAME.board_text(state)
    assert max(map(len, text.split("\n"))) <= 80
    assert text.count("starboard-") == 20
    assert text.count("shot down") == 6
