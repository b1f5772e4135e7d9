"""2.2 The turn record track: times, sighting distances, and what begins when."""

from __future__ import annotations

from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.track import track, turns
from flankspeed.games.samar.options import SamarOptions


def test_turns() -> None:
    assert [(turn.time, turn.sighting) for turn in turns()] == [
        ("0648", 15), ("0700", 17), ("0712", 12), ("0724", 12), ("0736", 13), ("0748", 14),
        ("0800", 15), ("0812", 16), ("0824", 17), ("0836", 18), ("0848", 19), ("0900", 20),
        ("0912", 21), ("0924", 22), ("0936", 23), ("0948", 23),
    ]  # fmt: skip
    assert [turn.number for turn in turns()] == list(range(1, 17))


def test_events() -> None:
    assert {turn.time: turn.events for turn in turns() if turn.events} == {
        "0648": ("center",),
        "0700": ("battleships",),
        "0712": ("taffy2", "air"),
        "0736": ("special",),
        "0900": ("bombardment",),
    }


def test_what_begins_when() -> None:
    found = track()
    assert (found.center, found.battleships, found.taffy2, found.air) == (1, 2, 3, 3)
    assert (found.special, found.bombardment) == (5, 12)


def test_the_last_sighting_distance_is_the_longest_reach() -> None:
    reach = max(charts_of(SamarOptions()).reach)
    assert max(turn.sighting for turn in turns()) == reach == 23
