"""What the pictures of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import circle, tag

Offers = Mapping[str, list[str]]


class Thing(NamedTuple):
    """Something on a board."""

    place: str
    hits: int


def test_a_thing_is_drawn_once_while_it_and_its_offers_are_the_same() -> None:
    drawn = []

    @drawn_once
    def draw(thing: Thing, offers: Offers, x: int) -> str:
        drawn.append(thing)
        return f"{thing} {offers} {x}"

    whole, hit = Thing("gun:1", 0), Thing("gun:1", 1)
    first = draw(whole, {"gun:2": ["fire"]}, 5)
    assert draw(Thing("gun:1", 0), {}, 5) == first  # what others offer does not matter
    assert first == f"{whole} {{}} 5"
    assert drawn == [whole]
    assert draw(whole, {"gun:1": ["fire", "hold"], "gun:2": ["fire"]}, 5) == (
        f"{whole} {{'gun:1': ['fire', 'hold']}} 5"
    )
    assert draw(hit, {}, 5) == f"{hit} {{}} 5"
    assert draw(whole, {}, 6) == f"{whole} {{}} 6"
    assert drawn == [whole, whole, hit, whole]


def test_numbers_are_written_alike_whatever_their_type() -> None:
    """Tags are kept by their attributes, and 1, 1.0 and True are one key."""
    written = '<circle cx="1" cy="0" r="2.5"/>'
    assert [circle(1, 0, 2.5), circle(1.0, -0.0, 2.5), circle(True, False, 2.5)] == [written] * 3
    assert tag("g", "1", x="1") == '<g x="1">1</g>'
