"""Actions: what agents can choose, as a verb and what it is done to."""

from __future__ import annotations

from typing import NamedTuple


class Parts(NamedTuple):
    """An action in two parts: what is done, and to whom or where (often nothing)."""

    verb: str
    place: str


def parts(action: str) -> Parts:
    """The parts of an action: `fire C3` is to `fire`, at `C3`."""
    verb, _, place = action.partition(" ")
    return Parts(verb, place)
