"""What a wave threatens if one order is another than planned."""

from __future__ import annotations

import pytest
from picket_fire import wave

from flankspeed.games.picket.odds.fire import Search, best_fire
from flankspeed.games.picket.odds.fire_moves import FireMoves
from flankspeed.games.picket.odds.worth import worth_of
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.state import PicketState


def moves(state: PicketState) -> tuple[FireMoves, float]:
    """The moves of a wave at which nothing is aimed, and what the plan leaves of its threat."""
    targets, worth = Targets(state), worth_of(state.charts.card)
    plan = best_fire(state, targets, worth)
    return FireMoves(Search(state, targets, worth), plan, []), plan.threat


def threat_after(state: PicketState, mount: int, plane: int, slaved: bool) -> float:
    """The best fire with a gun that is aimed already."""
    targets = Targets(state)
    (targets.slave if slaved else targets.aim)(state, mount, plane)
    return best_fire(state, targets, worth_of(state.charts.card)).threat


@pytest.mark.parametrize("advanced", [False, True])
def test_no_single_gun_does_better_elsewhere(advanced: bool) -> None:
    state = wave("Zero 315L", "Zero 315H", "Oscar 0M", "Zero 180H", advanced=advanced)
    found, planned = moves(state)
    targets = Targets(state)
    for mount in range(state.charts.slavable, len(state.guns)):
        for plane in range(4):
            if targets.open[mount] >> plane & 1:
                assert found.gun(mount, plane, False) >= planned - 1e-9


def test_where_other_five_inch_guns_stand_in_the_way_all_is_planned_anew() -> None:
    """R-76: where 5-inch 1 and 2 are planned on one Oscar, one of them alone cannot go."""
    state = wave("Oscar 315H", "Oscar 315H", advanced=True)
    found, planned = moves(state)
    threats = {(p, s): found.gun(0, p, s) for p in (0, 1) for s in (False, True)}
    for (plane, slaved), threat in threats.items():
        assert threat == pytest.approx(threat_after(state, 0, plane, slaved))
        assert threat >= planned - 1e-9
    assert threats[0, False] > threats[0, True]  # by hand it does less


def test_a_marker_elsewhere() -> None:
    state = wave("Zero 90L", "Zero 0L", sfs=1)
    found, planned = moves(state)
    assert min(found.sfs(0), found.sfs(1)) == pytest.approx(planned)
    assert max(found.sfs(0), found.sfs(1)) > planned


def test_silent_guns_take_nothing_away() -> None:
    state = wave("Zero 90L", "Zero 0L")
    found, planned = moves(state)
    assert found.as_it_is() > 1.5 * planned
