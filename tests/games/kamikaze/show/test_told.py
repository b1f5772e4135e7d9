"""Everything that can happen in Kamikaze Attack! is logged, under its rule and in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from kamikaze_dives import GAME, dive, play
from kamikaze_dogfight import act, dogfight

from flankspeed.engine import Event

EDGES = {"p1.edgeExit": "lost"}


def told(events: Sequence[Event]) -> list[str]:
    return [f"{event.rule}: {GAME.describe(event)}" for event in events]


# The planes and how they are set up; the choices and their dice; what is told.
DOGFIGHTS: list[tuple[dict[str, Any], tuple[str, ...], list[int], list[str]]] = [
    (
        {"C1": "5,9 N", "E1": "5,7 S", "K1": "1,1 S", "to_move": "C1"},
        ("pick C1", "move ahead", "fire E1", "move left90"),
        [1, 4, 1],
        [
            "K-1-mp-1: C1 throws 1 + 3 (fighter) for movement: 4 MP",
            "K-1-move-5: C1 to (5,8) N, 3 MP left",
            "K-1-fire-6: C1 fires at E1 (head-on, needs 5+): 4, missed",
            "K-1-fire-6: E1 fires at C1 (head-on, needs 5+): 1, missed",
            "K-1-move-5: C1 to (4,8) W, 0 MP left",
            "K-1-order-2: Turn 2",
        ],
    ),
    (
        {"C1": "5,23 N", "C2": "waiting", "K1": "9,4 N", "to_move": "C2"},
        ("pick C2", "enter 4"),
        [2],
        [
            "K-1-mp-1: C2 throws 2 + 3 (fighter) for movement: 5 MP",
            "K-1-move-5: C2 to (4,23) N, 4 MP left",
        ],
    ),
    (
        {"C1": "5,9 N", "C2": "21,1 NE", "K1": "9,22 S", "turn": 20, "to_move": "C2"},
        ("pick C2",),
        [3],
        [
            "K-1-mp-1: C2 throws 3 + 3 (fighter) for movement: 6 MP",
            "K-1-move-11: C2 is lost: no room to spend its points",
            "K-1-end-6: K1 is lost: out of fuel",
            "K-1-end-1: The dogfight is over: kamikazes through: 0",
        ],
    ),
    (
        {"C1": "5,9 N", "K1": "9,23 S", "K2": "5,5 S", "K3": "5,6 S", "to_move": "K1 K2 K3"},
        ("pick K2", "pick K1", "exit ahead"),
        [1, 4],
        [
            "K-1-mp-2: K2 throws 1 for movement: 1 MP",
            "K-1-move-10: K2 is lost: no free square to end on",
            "K-1-mp-2: K1 throws 4 for movement: 4 MP",
            "K-1-exit-1: K1 comes through in the south",
        ],
    ),
    (
        {"C1": "5,9 N", "K1": "9,23 S", "to_move": "K1", "roll": 1},
        ("dive",),
        [3],
        [
            "K-2-dive-1: K1 dives",
            "K-2-dive-2: K1: 3 on the D8, entry point 3 (21,12)",
        ],
    ),
    (
        {"C1": "5,1 N", "K1": "9,4 N", "to_move": "C1", "roll": 2, "options": EDGES},
        ("leave ahead",),
        [],
        [
            "K-1-exit-4: C1 is lost: off the board",
            "K-1-end-2: The dogfight is over: kamikazes through: 1",
        ],
    ),
    (
        {"K1": "5,1 N", "K2": "1,1 S", "C1": "9,4 N", "to_move": "K1 K2", "roll": 2}
        | {"options": EDGES},
        ("leave ahead",),
        [],
        ["K-1-exit-3: K1 is lost: off the board"],
    ),
]


@pytest.mark.parametrize(("setting", "choices", "dice", "expected"), DOGFIGHTS)
def test_in_the_dogfight(
    setting: dict[str, Any], choices: tuple[str, ...], dice: list[int], expected: list[str]
) -> None:
    state = dogfight(rest="lost", **setting)
    assert told(act(state, *choices, dice=dice)) == expected


LANDED = [
    "K-2-dive-7: K1 to (1,4) S, 18 MP left",
    "K-2-fire-2: Volley at K1 (bow 5-inch 2): 6 1; 1 hit, 1 in all",
]
AFLOAT = "K-2-end-1: No kamikaze is left; the ship is afloat with 0 damage"
STRUCK = "K-2-dmg-1: K1 crashes into the amidships from starboard: damage die 2,"

DIVES: list[tuple[str, dict[str, Any], str, list[int], list[str]]] = [
    (
        "12,12 W",
        {"waiting": 1},
        "crash ahead",
        [2, 3, 5],
        [
            f"{STRUCK} 2 in all",
            "K-2-gun-1: Gun die 3: 40mm of the amidships",
            "K-2-gun-1: 40mm mount 43 is destroyed",
            "K-2-dive-1: K2 dives",
            "K-2-dive-2: K2: 5 on the D8, entry point 5 (11,23)",
        ],
    ),
    (
        "12,12 W",
        {"options": {"p2.lossSide": "die"}, "damage": 1},
        "crash ahead",
        [2, 2, 1, 6],
        [
            f"{STRUCK} 3 in all",
            "K-2-gun-1: Gun die 2: 20mm and 20mm of the amidships",
            "K-2-gun-4: Side die 1: port",
            "K-2-gun-1: 20mm mount 22 is destroyed",
            "K-2-gun-4: Side die 6: starboard",
            "K-2-gun-1: 20mm mount 21 is destroyed",
            "K-2-end-1: No kamikaze is left; the ship is afloat with 3 damage",
        ],
    ),
    ("12,12 W", {"damage": 4}, "crash ahead", [2], [f"{STRUCK} the ship sinks"]),
    (
        "1,3 S",
        {},
        "move ahead",
        [6, 1, 5, 2],
        [
            *LANDED,
            "K-2-jink-2: K1: black die 5, yellow die 2: jinks to the right",
            "K-2-jink-7: K1 splashes: jinked off the board",
            AFLOAT,
        ],
    ),
    (
        "1,3 S",
        {},
        "move ahead",
        [6, 1, 4, 2],
        [*LANDED, "K-2-jink-2: K1: black die 4, yellow die 2: no jink"],
    ),
    (
        "11,4 S",
        {"hits": 5},
        "move ahead",
        [1, 6],
        [
            "K-2-dive-7: K1 to (11,5) S, 18 MP left",
            "K-2-fire-2: Volley at K1 (bow 5-inch 2): 1 6; 1 hit, 6 in all",
            "K-2-hit-2: K1 is shot down: 6 hits",
            AFLOAT,
        ],
    ),
    (
        "12,10 S",
        {"options": {"p2.jinkIntoShip": "splash"}},
        "move ahead",
        [6, 1, 1, 1, 1, 1, 5, 2],
        [
            "K-2-dive-7: K1 to (12,11) S, 18 MP left",
            "K-2-fire-2: Volley at K1 (bow 5-inch 2, bow 40mm 1, amidships 40mm 1, "
            "amidships 20mm 2): 6 1 1 1 1 1; 1 hit, 1 in all",
            "K-2-jink-2: K1: black die 5, yellow die 2: jinks to the right",
            "K-2-jink-8: K1 splashes: jinked into the ship's side",
            AFLOAT,
        ],
    ),
    (
        "1,3 S",
        {"mp": 1},
        "move ahead",
        [1, 2],
        [
            "K-2-dive-7: K1 to (1,4) S, 0 MP left",
            "K-2-fire-2: Volley at K1 (bow 5-inch 2): 1 2; 0 hits, 0 in all",
            "K-2-splash-2: K1 splashes: cannot reach the ship",
            AFLOAT,
        ],
    ),
]


@pytest.mark.parametrize(("at", "setting", "choice", "dice", "expected"), DIVES)
def test_in_a_dive(
    at: str, setting: dict[str, Any], choice: str, dice: list[int], expected: list[str]
) -> None:
    state = dive(at, **setting)
    assert told(play(state, choice, *dice)) == expected


def test_events_name_the_places_they_are_at() -> None:
    """What the page lights up when a line of the log is pointed at."""
    state = dogfight(C1="5,9 N", E1="5,7 S", to_move="C1", rest="lost", K1="1,1 S")
    events = act(state, "pick C1", "move ahead", "fire E1", dice=[1, 4, 1])
    assert [[*event.places] for event in events] == [
        ["plane:C1"],
        ["plane:C1", "square:5,8"],
        ["plane:C1", "plane:E1"],
        ["plane:E1", "plane:C1"],
    ]
    state = dive("12,11 S", waiting=1)
    events = play(state, "move ahead", *[1] * 10)
    assert [[*event.places] for event in events] == [
        ["plane:K1", "square:12,12"],
        ["square:12,12", "plane:K1"],
    ]
    events = play(state, "crash right90", 1, 3, 8)
    assert [[*event.places] for event in events] == [
        ["section:amidships", "plane:K1"],
        ["section:amidships"],
        ["mount:43"],
        [],
        ["square:1,1"],
    ]
