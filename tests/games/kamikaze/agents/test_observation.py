"""What agents see of an attack: all that they may, by name."""

from __future__ import annotations

import pytest
from agents import Eyes, shown, states, unseen

from flankspeed import games
from flankspeed.engine import Match, Scripted, State
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.guns import MOUNTS
from flankspeed.games.kamikaze.data.planes import NAMES
from flankspeed.games.kamikaze.rules.flight import Flight

GAME = games.load("kamikaze")
TRAIL = ("path",)  # the way that was flown


@pytest.mark.parametrize(
    ("scenario", "values"),
    [
        ("attack", {}),
        ("attack", {"p1.mpRoll": "perGroup", "p1.kamikazeAdvance": "mustAdvance"}),
        ("dives-6", {"p2.usChoices": "ask", "p2.lossSide": "us", "p2.holdFire": "yes"}),
        ("dives-6", {"p2.beamRow": "cameFrom", "p2.jinkVolley": "on", "p2.crashVolley": "on"}),
    ],
)
def test_whatever_is_shown_differently_is_seen_differently(
    scenario: str, values: dict[str, object]
) -> None:
    eyes = Eyes(GAME, scenario, values)
    known: dict[bytes, bytes] = {}
    for seed in range(4):
        for state in states(GAME, scenario, values, seed):
            told = shown(GAME, state, "usn", TRAIL)
            assert known.setdefault(eyes.see(state, "usn").tobytes(), told) == told
    assert len(known) > 100


def test_both_seats_see_the_same_but_know_who_they_are() -> None:
    eyes = Eyes(GAME, "attack")
    for state in states(GAME, "attack", {}, 3):
        usn, ijn = eyes.named(state, "usn"), eyes.named(state, "ijn")
        assert ijn.pop("seat ijn") == 1
        assert usn == ijn


def test_a_dive_by_name() -> None:
    match = Match(GAME, "dives-1", dice=Scripted([7, *[1] * 20]))
    eyes = Eyes(GAME, "dives-1")
    guns = {f"gun {mount.id}": 1.0 for mount in MOUNTS}
    lost = {f"K{number} lost": 1.0 for number in range(2, 7)}
    facts = guns | lost | {"ijn chooses": 1.0, "dives": 1.0, "entry point 7": 1.0, "K1 moves": 1.0}
    facts |= {"K1 flying": 1.0, "came through": 1.0}
    assert eyes.named(match.state, "usn") == facts | {"asked face": 1.0, "movement points": 20.0}
    match.play("face E")
    where = {"K1 column": 1.0, "K1 row": 12.0, "K1 heads east": 1.0, "movement points": 19.0}
    assert eyes.named(match.state, "usn") == facts | where | {"asked move": 1.0}


def test_guns_that_hold_and_guns_that_join_are_seen() -> None:
    values = {"p2.holdFire": "yes", "p2.usChoices": "ask"}
    match = Match(GAME, "dives-1", values, dice=Scripted([7]))
    eyes = Eyes(GAME, "dives-1", values)
    match.play("face E")
    assert eyes.named(match.state, "ijn")["asked guns"] == 1
    match.play("guns bow")
    before = eyes.named(match.state, "ijn")
    match.play("hold 51")
    after = eyes.named(match.state, "ijn")
    assert before["bow guns join"] == after["bow guns join"] == 1
    assert set(after) - set(before) == {"gun 51 holds"}


def test_who_was_fired_at_in_this_flight_is_seen() -> None:
    """It lies on the agenda alone: nothing on the board tells it."""
    eyes, found = Eyes(GAME, "attack"), 0
    for state in states(GAME, "attack", {}, 2):
        flight = state.agenda[-1] if state.agenda else None
        fired = flight.fired_at if isinstance(flight, Flight) else 0
        names = {f"{name} fired at" for plane, name in enumerate(NAMES) if fired >> plane & 1}
        assert {name for name in eyes.named(state, "usn") if name.endswith("fired at")} == names
        found += bool(names)
    assert found


def in_flight(state: State) -> bool:
    assert isinstance(state, KamikazeState)
    return isinstance(state.agenda[-1], Flight) and len(state.path) > 0


def test_every_field_of_the_state_is_seen() -> None:
    """In the dogfight, but for the squares taken, which follow, and what belongs to the dives."""
    values = {"p1.mpRoll": "perGroup"}
    eyes = Eyes(GAME, "attack", values)
    state = next(state for state in states(GAME, "attack", values, 1) if in_flight(state))
    assert unseen(eyes, state, "usn") == {"occupied", "path", "entry", "hits"}
