"""What agents see on patrol: everything that is not merely written in a log."""

from __future__ import annotations

import pytest
from agents import Eyes, shown, states, unseen
from picket_agents import GAME, met

from flankspeed.games.picket.data.ids import DCO, XO
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.state import PicketState

LOGGED = ("kills", "shot_down", "hits_by_bearing", "crashes", "hits_taken", "earlier")
NOT_SEEN = ("ship", *(f"log.{name}" for name in LOGGED))


def top(state: PicketState) -> object:
    return state.agenda[-1] if state.agenda else None


@pytest.mark.parametrize(
    ("scenario", "values"),
    [
        ("3", {}),
        ("4", {"mode": "advanced", "gun_repair": "on"}),
        ("mini", {"mode": "advanced", "ace_gunners": "on"}),
    ],
)
def test_whatever_is_shown_differently_is_seen_differently(
    scenario: str, values: dict[str, object]
) -> None:
    eyes = Eyes(GAME, scenario, values)
    known: dict[bytes, bytes] = {}
    for seed in range(3):
        for state in states(GAME, scenario, values, seed):
            told = shown(GAME, state, "usn", NOT_SEEN)
            assert known.setdefault(eyes.see(state, "usn").tobytes(), told) == told
    assert len(known) > 100


def test_every_field_of_the_state_is_seen_but_what_only_logs_hold() -> None:
    eyes = Eyes(GAME, "mini", {"mode": "advanced"})
    state = met(lambda state: bool(state.planes and state.fires), "mini", mode="advanced")
    # The last kind of counter is in neither store; the weather before was rolled with already.
    logged = {"crashes", "hits_by_bearing"}
    assert unseen(eyes, state, "usn") == logged | {
        "container",
        "set_aside",
        "weather_before",
        "sunk",
    }


def test_aims_are_seen_gun_by_gun() -> None:
    """They lie on the agenda until the guns fire."""
    state = met(
        lambda state: (
            isinstance(step := top(state), DefensiveFire)
            and step.targets is not None
            and len(step.targets.at) > 2
            and bool(step.targets.slaved)
        ),
        mode="advanced",
    )
    step = top(state)
    assert isinstance(step, DefensiveFire)
    assert step.targets
    seen = Eyes(GAME, "3", {"mode": "advanced"}).named(state, "usn")
    guns = [mount.id for mount in state.charts.mounts]
    names = {name for name in seen if " at plane " in name}
    assert len(names) == len(step.targets.at)
    director = step.targets.director
    assert seen[f"director on plane {director + 1}"] == 1
    slaved = [n for n in range(len(guns)) if step.targets.slaved >> n & 1]
    assert {name for name in seen if name.endswith(" slaved")} == {
        f"5in{n + 1} slaved" for n in slaved
    }
    assert all(f"5in{n + 1} at plane {director + 1}" in names for n in slaved)


def test_a_plane_is_seen_with_its_place_and_its_fate() -> None:
    state = met(lambda state: len(state.planes) > 1 and state.planes[1].hits > 0)
    seen = Eyes(GAME, "3").named(state, "usn")
    plane = state.planes[1]
    assert seen["plane 2 kind"] == plane.kind + 1
    assert seen["plane 2 hits"] == plane.hits
    assert seen[f"plane 2 at {(0, 45, 90, 135, 180, 225, 270, 315)[plane.bearing]}"] == 1
    assert seen[f"plane 2 {'LMH'[plane.altitude]}"] == 1


def test_waves_to_come_are_seen() -> None:
    state = met(lambda state: bool(state.waves))
    seen = Eyes(GAME, "3").named(state, "usn")
    regular, _ = state.waves[0]
    kinds = [seen[f"plane {n + 1} of wave +1 kind"] for n in range(len(regular))]
    assert kinds == [plane.kind + 1 for plane in regular]
    assert f"plane {len(regular) + 1} of wave +1 kind" not in seen


def test_what_is_placed_against_specials_is_seen() -> None:
    state = met(
        lambda state: isinstance(step := top(state), SpecialDefence) and step.sprayed > 0, "6"
    )
    step = top(state)
    assert isinstance(step, SpecialDefence)
    seen = Eyes(GAME, "6").named(state, "usn")
    assert {name for name in seen if name.endswith(" sprayed")} == {
        f"special {n + 1} sprayed" for n in range(2) if step.sprayed >> n & 1
    }


def test_who_was_sent_and_what_was_rolled_for_is_seen() -> None:
    eyes = Eyes(GAME, "3")
    state = met(lambda state: isinstance(step := top(state), Placing) and step.placed > 0)
    placing = top(state)
    assert isinstance(placing, Placing)
    sent = {
        name.removesuffix(" sent") for name in eyes.named(state, "usn") if name.endswith(" sent")
    }
    names = {XO: "XO", 2: "Engineer", DCO: "DCO"}
    assert sent - {"men"} == {name for who, name in names.items() if placing.placed >> who & 1}
    state = met(lambda state: isinstance(step := top(state), DamageControl) and step.rolled > 0)
    assert any(name.endswith(" rolled") for name in eyes.named(state, "usn"))
