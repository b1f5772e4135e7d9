"""How things on the map are called for people, in the picture and on the text board."""

from __future__ import annotations

from typing import get_args

from flankspeed.games.picket.show.view.types import (
    Altitude,
    BoardView,
    GunView,
    PersonView,
    PlaneView,
    SupportView,
)

ALTITUDE_NAMES: tuple[Altitude, ...] = get_args(Altitude)


def ship_name(view: BoardView) -> str:
    """The ship, or what she is before she has a name."""
    return f"USS {view.ship}" if view.ship else "A ship without a name"


def when(view: BoardView) -> str:
    """The date and the phase: 6 Apr 1945, morning."""
    return f"{view.time.date}, {view.time.phase}"


def signed(value: int) -> str:
    """A value as on the chits: +1, -2, +0."""
    return f"{value:+d}"


def cover(support: SupportView) -> str:
    """The air cover of the phase by its chits; in a Kikusui there are none (6.5.I)."""
    if support.cover is None:
        return "no air cover"
    chits = " and ".join(signed(chit) for chit in support.cover)
    return f"air cover {chits}" if chits else "air cover without chits"


def gun_word(gun: GunView) -> str:
    """A gun as choices name it: 5in1, 40A."""
    return gun.place.removeprefix("gun:")


def called(person: PersonView) -> str:
    """An officer or chief by his rank, and by his name if the player has given him one."""
    return f"{person.name} {person.called}" if person.called else person.name


def in_space(plane: PlaneView) -> str:
    """A regular plane and where it is: Zero 315L."""
    return f"{plane.name} {plane.space}"


def armed(plane: PlaneView) -> str:
    """A special plane with what it carries: Betty with Ohka."""
    return f"{plane.name} with {plane.weapon}"
