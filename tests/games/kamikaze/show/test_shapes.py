"""Nothing in the picture of Kamikaze Attack! is told by colour alone."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from kamikaze_dives import dive, entering
from shapes import all_differ, drawn, of_class

from flankspeed.engine import Choice, Decision
from flankspeed.games.kamikaze import Kamikaze, KamikazeState
from flankspeed.games.kamikaze.data.board import position_at
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import FLYING, GROUPS, LOST, SHOT_DOWN, THROUGH, WAITING


def picture(state: KamikazeState) -> dict[str, Element]:
    return drawn(Kamikaze().picture(state, state.seat_to_choose))


def dogfight() -> KamikazeState:
    """Before the first turn: no plane is on the board."""
    return Kamikaze().new("attack", Kamikaze().options({}))


@pytest.mark.parametrize("mount", ["51", "41", "21"])
def test_a_destroyed_mount_is_crossed_out(mount: str) -> None:
    pictures = [picture(dive("4,5 E", lost=lost)) for lost in ((), (mount,))]
    for name in ("data-place", "id"):  # in the plan beside the board, and on it
        assert all_differ(
            next(e for e in found[""].iter() if e.get(name) == f"mount:{mount}")
            for found in pictures
        )


def test_a_sunk_ship_is_crossed_out() -> None:
    afloat, sunk = dive("4,5 E", damage=SINKING_DAMAGE - 1), dive("4,5 E")
    sunk.damage = SINKING_DAMAGE
    assert all_differ(of_class(picture(state)[""], "ship")[0] for state in (afloat, sunk))


def test_the_entry_point_of_the_dive_is_ringed() -> None:
    states = [entering(1), entering(2)]
    assert all_differ((of_class(picture(state)[""], "entries")[0] for state in states), words=False)


def test_planes_that_are_gone_are_crossed_out_in_the_panel() -> None:
    for fate in (LOST, SHOT_DOWN):
        rows = []
        for now in (WAITING, THROUGH, fate):
            state = dogfight()
            state.fates[GROUPS[1][0]] = now
            rows.append(picture(state)["plane:K1"])
        assert all_differ(rows)
        assert all_differ(rows[1:], words=False)


def test_the_three_groups_have_shapes_of_their_own() -> None:
    state = dogfight()
    for group in GROUPS:
        state.positions[group[0]] = position_at(8, 8, "N")
        state.fates[group[0]] = FLYING
    found = picture(state)
    planes = [found[f"plane:{name}"] for name in ("E1", "K1", "C1")]
    assert all_differ(planes, words=False)


def test_hits_on_a_diving_plane_are_crosses() -> None:
    panels = [of_class(picture(dive("4,5 E", hits=hits))[""], "panel")[0] for hits in (0, 1)]
    assert all_differ(panels, words=False)


def test_what_can_be_chosen_is_outlined() -> None:
    state = dive("4,5 E")
    state.decision = None
    before = picture(state)
    places = ["plane:K1", "mount:41", "section:stern", "square:9,9"]
    state.decision = Decision("ijn", "?", tuple(Choice(place, place, place) for place in places))
    after = picture(state)
    for place in places[:3]:
        assert all_differ([before[place], after[place]])
    assert len(of_class(after[""], "options")) == 1
