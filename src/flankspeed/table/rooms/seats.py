"""Seats: whoever holds a seat's token has the seat. Only hashes of tokens are kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from flankspeed.table.wire import REPLAY, WATCH

REPLACED = "this link does not open the match: it may have been replaced"


class Sitter(NamedTuple):
    """Who asks: the holder of a seat, or of the link for watching, with the hash of his token."""

    match: str
    seat: str
    digest: str = ""

    @property
    def watches(self) -> bool:
        """Whether he only looks on."""
        return self.seat in (WATCH, REPLAY)

    @property
    def view(self) -> str | None:
        """The seat whose view he has; None for what everybody may see."""
        return None if self.watches else self.seat


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def replay_token(match_id: str) -> str:
    """The token of the link to a match that is over: no secret, for everybody may have it."""
    return f"{REPLAY}-{match_id}"


def new_id() -> str:
    """The id of a match: no secret, but not to be run into by chance."""
    return secrets.token_hex(8)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
