"""Dice for games by the thousand: they count themselves, or have a stream for each purpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flankspeed.engine.dice import Dice, Rolled

T = TypeVar("T")


class Counted(Dice):
    """Dice rolled by the computer, and how often they were thrown."""

    __slots__ = ("_kept", "_rolled", "throws")

    told = False

    def __init__(self, rolled: Rolled) -> None:
        self._rolled = rolled
        self.throws = self._kept = 0

    def _stream(self, why: str) -> Rolled:
        """Where the dice of a purpose come from."""
        return self._rolled

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        self.throws += count > 0
        return self._stream(why).throw(count, why, sides)

    def roll(self, sides: int, why: str) -> int:
        self.throws += 1
        return self._stream(why).roll(sides, why)

    def d6(self, why: str) -> int:
        self.throws += 1
        return self._stream(why).d6(why)

    def two_d6(self, why: str) -> tuple[int, int]:
        self.throws += 1
        return self._stream(why).two_d6(why)

    def draw(self, cup: Sequence[T], count: int, why: str) -> list[T]:
        self.throws += count  # counters are drawn one after another
        return self._stream(why).draw(cup, count, why)

    def keep(self) -> None:
        self._kept = self.throws
        self._rolled.keep()

    def rewind(self) -> None:
        self.throws = self._kept
        self._rolled.rewind()


class Streams(Counted):
    """A stream of its own for each purpose, as rules name it when they throw (`why`).

    The third throw for the weather is the same whatever was thrown for anything else: under another
    rule a game goes on with the dice it would have had, where that rule does not matter.
    """

    __slots__ = ("_streams",)

    told = True

    def __init__(self, rolled: Rolled) -> None:
        """Make the streams of the key of that one."""
        super().__init__(rolled)
        self._streams: dict[str, Rolled] = {}

    def _stream(self, why: str) -> Rolled:
        stream = self._streams.get(why)
        if stream is None:
            # A block adds eight bytes to its key, so no two purposes share a block.
            stream = self._streams[why] = Rolled(self._rolled.key + why.encode())
        return stream

    def keep(self) -> None:
        super().keep()
        for stream in self._streams.values():
            stream.keep()

    def rewind(self) -> None:
        super().rewind()
        for stream in self._streams.values():
            stream.rewind()
