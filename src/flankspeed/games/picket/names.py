"""Names of a player's own for ships, officers and chiefs (2.0.K): `[names]` in his file."""

from __future__ import annotations

import msgspec

from flankspeed.games.picket.ids import PEOPLE

_LONGEST = 40
_NOT_IN_A_RECORD = "#[]"


def check_name(name: str) -> None:
    """Refuse a name that a record, whose lines are choices and comments, could not hold."""
    if (
        not name.isprintable()
        or name != " ".join(name.split())
        or not 0 < len(name) <= _LONGEST
        or any(letter in _NOT_IN_A_RECORD for letter in name)
    ):
        raise ValueError(
            f"{name!r} cannot be a name: it takes 1 to {_LONGEST} letters on one line, "
            "without # [ ] and without spare blanks"
        )


class Names(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """His ships in the order he likes, and the men of the first one; who has no name has a rank."""

    ships: tuple[str, ...] = ()
    captain: str | None = None
    xo: str | None = None
    engineer: str | None = None
    gunnery: str | None = None
    dco: str | None = None
    cpo: str | None = None
    chief_1: str | None = None
    chief_2: str | None = None
    chief_3: str | None = None

    def __post_init__(self) -> None:
        """Check every name: msgspec adds where in the file it stands."""
        for name in (*self.ships, *self._given()):
            if name is not None:
                check_name(name)
        if len(set(self.ships)) != len(self.ships):
            raise ValueError("two ships have the same name")

    def _given(self) -> tuple[str | None, ...]:
        return tuple(getattr(self, name.lower().replace(" ", "_")) for name in PEOPLE)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of officers and chiefs, by rank; empty for none."""
        return tuple(name or "" for name in self._given())


NO_NAMES = ("",) * len(PEOPLE)
