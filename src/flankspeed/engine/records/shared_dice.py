"""Shared dice: a stream that nobody chose, for matches where people play each other.

The host draws a key and shows its hash; every person draws a contribution and shows its hash; then
the contributions are revealed, and at the end of the match the host's key. The stream is made of
all of them, and whoever shows a hash first is bound by it: nobody can try until he likes the dice.

Keys, contributions and hashes are written as 64 hexadecimal digits; a hash is the SHA-256 of the 32
bytes they stand for.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping

from flankspeed.engine.dice import Rolled
from flankspeed.engine.errors import DiceError

_BYTES = 32
_DOMAIN = b"flankspeed shared dice 1\0"  # no other hash of ours begins so


def draw() -> str:
    """A key or a contribution that nobody can guess."""
    return secrets.token_hex(_BYTES)


def commit(drawn: str) -> str:
    """The hash that binds to a key or a contribution without telling it."""
    return hashlib.sha256(_bytes(drawn, "what was drawn")).hexdigest()


def check_commitment(seat: str, commitment: str) -> None:
    """Raise `DiceError` if this can be no commitment."""
    _bytes(commitment, f"{seat}'s commitment")


def check_reveal(seat: str, contribution: str, commitment: str) -> None:
    """Raise `DiceError` if a seat reveals another contribution than it is committed to."""
    check_commitment(seat, commitment)
    if hashlib.sha256(_bytes(contribution, f"{seat}'s contribution")).hexdigest() != commitment:
        raise DiceError(f"{seat}'s contribution is not the one that {seat} is committed to")


def check_terms(commitments: Mapping[str, str], contributions: Mapping[str, str]) -> None:
    """Raise `DiceError` unless the seats have revealed exactly what they are committed to."""
    if not commitments and not contributions:
        raise DiceError("shared dice need the contribution of one seat at least")
    for seat in (*commitments, *contributions):
        if seat not in contributions:
            raise DiceError(f"{seat} has a commitment to the dice but no contribution")
        if seat not in commitments:
            raise DiceError(f"{seat} has a contribution to the dice but no commitment")
        check_reveal(seat, contributions[seat], commitments[seat])


class SharedDice(Rolled):
    """The stream of a host's key and of all that the seats have contributed."""

    __slots__ = ("commitments", "contributions", "host_key")

    def __init__(
        self, host_key: str, commitments: Mapping[str, str], contributions: Mapping[str, str]
    ) -> None:
        """Make the stream; `DiceError` if a seat reveals what it is not committed to."""
        check_terms(commitments, contributions)
        super().__init__(_stream_key(host_key, contributions))
        self.host_key = host_key
        self.commitments = dict(commitments)
        self.contributions = dict(contributions)

    @property
    def commitment(self) -> str:
        return commit(self.host_key)

    @property
    def name(self) -> str:
        return f"shared {self.commitment}"

    @property
    def secret_key(self) -> str:
        return self.host_key

    def copy(self) -> SharedDice:
        twin = SharedDice(self.host_key, self.commitments, self.contributions)
        self._place(twin)
        return twin


def _stream_key(host_key: str, contributions: Mapping[str, str]) -> bytes:
    """The hash of all, each seat's name with its length, in the order of the names.

    The order is no part of the record, or whoever writes it could choose among the orders.
    """
    parts = [_DOMAIN, _bytes(host_key, "the key of the dice")]
    for seat, contribution in sorted(contributions.items()):
        name = seat.encode()
        parts += [len(name).to_bytes(2, "big"), name, bytes.fromhex(contribution)]
    return hashlib.sha256(b"".join(parts)).digest()


def _bytes(text: str, what: str) -> bytes:
    """What 64 hexadecimal digits stand for."""
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise DiceError(f"{what} is not {2 * _BYTES} hexadecimal digits")
    return bytes.fromhex(text)
