"""Sides: who fights, by name, sign and colour."""

from __future__ import annotations

from typing import NamedTuple


class Side(NamedTuple):
    """A side as people know it; its sign tells it apart where colours cannot."""

    name: str
    victory: str
    sign: str
    colour: str


# The two navies of the Pacific war; a game about others brings its own.
USN = Side("US Navy", "US victory", "★", "#1c4f8c")
IJN = Side("Imperial Japanese Navy", "Japanese victory", "●", "#a8241b")
NAVIES = {"usn": USN, "ijn": IJN}
