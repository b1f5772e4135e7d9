"""Status: where a game stands, in the few words that a player always has in sight."""

from __future__ import annotations

import msgspec


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    `phases` are those of a turn (or of what the game goes through), in order, `phase` is the number
    of the one that is under way, and `next` names what comes after it. `standing` says how victory
    stands. `help` says in a sentence or two what the phase is for, `rule` where the rules have it.
    """

    turn: str = ""
    time: str = ""
    phases: list[str] = []
    phase: int | None = None
    next: str = ""
    standing: str = ""
    help: str = ""
    rule: str = ""
