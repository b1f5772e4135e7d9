"""Names of a player's own for ships, officers and chiefs (2.0.K): `[names]` in his file."""

from __future__ import annotations

import msgspec

from flankspeed.engine.data import check_name
from flankspeed.games.picket.data.ids import PEOPLE


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
        """Refuse names that a record could not hold."""
        for ship in self.ships:
            check_name("a ship", ship)
        for name in self._given():
            if name is not None:
                check_name("a man", name)
        if len(set(self.ships)) != len(self.ships):
            raise ValueError("two ships have the same name")

    def _given(self) -> tuple[str | None, ...]:
        return tuple(getattr(self, name.lower().replace(" ", "_")) for name in PEOPLE)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of officers and chiefs, by rank; empty for none."""
        return tuple(name or "" for name in self._given())


NO_NAMES = ("",) * len(PEOPLE)
