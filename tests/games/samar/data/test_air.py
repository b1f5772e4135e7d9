"""2.6, 8.1 The air units."""

from __future__ import annotations

from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.figures import FIGURES


def test_air_units() -> None:
    found = [(s.kind, s.navy, s.count, s.role, s.dice, s.weight, s.aa_shift) for s in squadrons()]
    assert found == [
        ("TB", "usn", 4, "torpedo", 2, 8, 0),
        ("DB", "usn", 3, "dive", 2, 4, 1),
        ("F", "usn", 5, "fighter", 2, 1, 0),
        ("SA", "ijn", 6, "dive", 2, 5, 1),
    ]


def test_torpedoes_weigh_the_same_from_ships_and_planes() -> None:
    assert squadrons()[0].weight == FIGURES.torpedo.weight
