"""Dice: the only way chance enters a game.

Rules say what they throw and why; where the numbers come from is the source's affair. The computer
rolls them (`Rolled`), a test writes them down (`Scripted`), or the player throws real dice and
types them in (`Entered`).
"""

from __future__ import annotations

import hashlib
import secrets
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

from flankspeed.engine.errors import DiceError, NeedDice
from flankspeed.engine.slots import sent
from flankspeed.engine.values import Throw

T = TypeVar("T")

MAX_SIDES: Final = 256
_BLOCK_BYTES: Final = 1344  # eight rounds of SHAKE-128: a long game needs few blocks
_FIRST_BYTES: Final = 336  # two rounds, the beginning of a block: a short game needs no more
_SEEDS: Final = 10**999  # so long a number can stand in a record
_NO_DIE: Final = 0  # instead of a face: the byte is dropped


def _faces(sides: int) -> tuple[int, ...]:
    """The die that each byte makes; `_NO_DIE` for those that are dropped, so that none is likelier.

    These are the bytes at or above the last multiple of the sides.
    """
    last = 256 - 256 % sides
    return tuple(byte % sides + 1 if byte < last else _NO_DIE for byte in range(256))


_FACES: Final = {6: _faces(6)}  # by sides: filled as dice are thrown
_D6: Final = bytes(_FACES[6])


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A source of dice."""

    __slots__ = ()

    told: ClassVar[bool] = True  # does it use what dice are thrown for (`why`), or may that be ""

    @abstractmethod
    def throw(self, count: int, why: str, sides: int = 6) -> Sequence[int]:
        """Throw `count` dice of `sides` sides together."""

    def number(self, count: int, faces: Sequence[int], why: str, sides: int = 6) -> int:
        """Throw `count` dice of which only matters how many show one of `faces`."""
        values = self.throw(count, why, sides)
        return sum(map(values.count, faces))

    def roll(self, sides: int, why: str) -> int:
        """Throw one die of any number of sides."""
        return self.throw(1, why, sides)[0]

    def d6(self, why: str) -> int:
        """Throw one D6."""
        return self.roll(6, why)

    def two_d6(self, why: str) -> tuple[int, int]:
        """Throw two D6 together."""
        first, second = self.throw(2, why)
        return first, second

    def draw(self, cup: Sequence[T], count: int, why: str) -> list[T]:
        """Draw `count` counters from a cup, one after another, without putting them back."""
        rest = list(cup)
        if count > len(rest):
            raise DiceError(f"{count} cannot be drawn from a cup of {len(rest)} for {why}")
        return [rest.pop(self.roll(len(rest), why) - 1) for _ in range(count)]

    @abstractmethod
    def keep(self) -> None:
        """The dice thrown so far are final: a choice was made with them."""

    @abstractmethod
    def rewind(self) -> None:
        """Go back to where `keep` was last called: the choice under way came to nothing."""

    def __reduce__(self) -> tuple[Any, ...]:
        return sent(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rolled(Dice):
    """Dice rolled by the computer: a stream that only its key determines.

    Block n of the stream is SHAKE-128 of the key and n, so the whole state is (key, block, index):
    unbiased, the same on every machine, and unpredictable for whoever does not have the key.
    """

    __slots__ = ("_block", "_bytes", "_d6", "_index", "_kept", "key", "seed")

    told = False

    def __init__(self, seed: object, game: int | None = None) -> None:
        """Make the stream of a public seed number (game `game` of it), or of a secret key (bytes).

        Any other seed is refused in a sentence.
        """
        if isinstance(seed, bytes):
            self.seed: int | None = None
            self.key = seed
        else:
            if type(seed) is not int or abs(seed) >= _SEEDS:
                raise DiceError(f"the seed of dice is a whole number, not {str(seed)[:40]!r}")
            self.seed = seed if game is None else None
            name = f"flankspeed {seed}" if game is None else f"flankspeed {seed} {game}"
            self.key = hashlib.sha256(name.encode()).digest()
        self._block = 0
        self._index = 0
        self._bytes = b""
        self._d6 = [_NO_DIE]  # the same bytes as D6, and an end
        self.keep()

    @classmethod
    def secret(cls) -> Rolled:
        """A stream nobody can predict."""
        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """What a record's header says of a secret key before the key is known."""
        return hashlib.sha256(self.key).hexdigest()

    @property
    def name(self) -> str:
        """What a record's header says of the stream."""
        return f"sha256 {self.commitment}" if self.seed is None else f"seed {self.seed}"

    @property
    def secret_key(self) -> str:
        """What a record tells of the stream when the match is over; empty if the header tells all.

        It is a hexadecimal number, and whoever has it before knows all dice to come.
        """
        return self.key.hex() if self.seed is None else ""

    @property
    def place(self) -> tuple[int, int]:
        """Where the stream stands after the last choice: blocks taken, bytes of the last."""
        return self._kept[0], self._kept[1]

    def go_to(self, place: tuple[int, int]) -> None:
        """Go on from a place of the stream."""
        block, index = place
        self._block, self._index = max(0, block - 1), 0
        self._bytes, self._d6 = b"", [_NO_DIE]
        if block:
            self._more_bytes()
        if index > len(self._bytes):
            self._more_bytes()
        self._index = index
        self.keep()

    def copy(self) -> Rolled:
        """The same stream from here on."""
        twin = Rolled(self.key)
        twin.seed = self.seed
        self._place(twin)
        return twin

    def _place(self, twin: Rolled) -> None:
        """Let another stream of the same key go on from where this one stands."""
        twin._block, twin._index = self._block, self._index
        twin._bytes, twin._d6 = self._bytes, self._d6
        twin.keep()

    def keep(self) -> None:
        self._kept = (self._block, self._index, self._bytes, self._d6)

    def rewind(self) -> None:
        self._block, self._index, self._bytes, self._d6 = self._kept

    def _more_bytes(self) -> None:
        """The first bytes of the next block, or the rest of a block of which only they are there.

        What SHAKE-128 gives in few bytes is the beginning of what it gives in many.
        """
        wanted = _BLOCK_BYTES
        if len(self._bytes) != _FIRST_BYTES:
            wanted = _FIRST_BYTES
            self._block += 1
            self._index = 0
        counter = (self._block - 1).to_bytes(8, "big")
        self._bytes = hashlib.shake_128(self.key + counter).digest(wanted)
        self._d6 = [*self._bytes.translate(_D6), _NO_DIE]

    def roll(self, sides: int, why: str) -> int:
        index = self._index
        try:
            faces, stream = _FACES[sides], self._bytes
            while not (value := faces[stream[index]]):
                index += 1
        except LookupError:  # a new kind of die, or the end of the block
            return self._roll_on(sides, index, why)
        self._index = index + 1
        return value

    def _roll_on(self, sides: int, index: int, why: str) -> int:
        """Go on with a roll where something is missing: the faces of the die, or bytes."""
        if not 1 <= sides <= MAX_SIDES:
            raise DiceError(f"there is no d{sides} to throw for {why}")
        if sides not in _FACES:
            _FACES[sides] = _faces(sides)
        self._index = index
        if index == len(self._bytes):
            self._more_bytes()
        return self.roll(sides, why)

    def draw(self, cup: Sequence[T], count: int, why: str) -> list[T]:
        if not self._bytes:
            self._more_bytes()
        rest, drawn = list(cup), []
        index, stream = self._index, self._bytes
        try:
            for left in range(len(rest), len(rest) - count, -1):
                faces = _FACES[left]
                while not (value := faces[stream[index]]):
                    index += 1
                index += 1
                drawn.append(rest.pop(value - 1))
        except LookupError:  # something is missing: draw anew, roll by roll
            return super().draw(cup, count, why)
        self._index = index
        return drawn

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        if sides == 6:  # nearly always the next bytes make the dice as they are
            index = self._index
            if count == 2 and (first := self._d6[index]) and (second := self._d6[index + 1]):
                self._index = index + 2
                return [first, second]
            values = self._d6[index : index + count]
            if _NO_DIE not in values:
                self._index = index + count
                return values
        return [self.roll(sides, why) for _ in range(count)]

    def d6(self, why: str) -> int:
        value = self._d6[self._index]
        if not value:
            return self.roll(6, why)
        self._index += 1
        return value

    def two_d6(self, why: str) -> tuple[int, int]:
        index, stream = self._index, self._d6
        if (first := stream[index]) and (second := stream[index + 1]):
            self._index = index + 2
            return first, second
        return self.roll(6, why), self.roll(6, why)


@mypyc_attr(allow_interpreted_subclasses=True)
class Scripted(Dice):
    """Dice written down beforehand, taken in order: for tests and for replaying records."""

    __slots__ = ("_index", "_kept", "_values")

    def __init__(self, values: Iterable[int]) -> None:
        self._values = list(values)
        self._index = self._kept = 0

    @property
    def left(self) -> int:
        """How many dice have not been thrown yet."""
        return len(self._values) - self._index

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        if self.left < count:
            raise DiceError(f"{count}d{sides} for {why} but only {self.left} dice are left")
        values = self._values[self._index : self._index + count]
        check_faces(values, sides)
        self._index += count
        return values

    def keep(self) -> None:
        self._kept = self._index

    def rewind(self) -> None:
        self._index = self._kept


@mypyc_attr(allow_interpreted_subclasses=True)
class Entered(Dice):
    """Dice the player throws on his own table and types in.

    Throwing more than is known raises `NeedDice`. The match then goes back to where the choice
    began, asks for the dice, and plays the choice again.
    """

    __slots__ = ("_index", "_values", "need")

    def __init__(self, values: Iterable[int] = ()) -> None:
        """Begin with these dice on the table, if any."""
        self._values = list(values)
        self._index = 0
        self.need: NeedDice | None = None

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        values = self._values[self._index : self._index + count]
        if len(values) < count:
            self.need = NeedDice(count, sides, why)
            raise self.need
        check_faces(values, sides)
        self._index += count
        return values

    def enter(self, values: Sequence[int]) -> None:
        """Take the dice that were asked for: exactly so many, each with a face the die has."""
        if self.need is None:
            raise DiceError("no dice are asked for now")
        if len(values) != self.need.count:
            wanted = str(self.need).removeprefix("throw ")
            raise DiceError(f"{wanted} are asked for, but {len(values)} were given")
        check_faces(values, self.need.sides)
        self._values.extend(values)
        self.need = None

    def forget(self) -> None:
        """Take the typed-in dice, and the question for more, off the table."""
        self._values.clear()
        self._index = 0
        self.need = None

    @property
    def entered(self) -> int:
        """How many dice are typed in for the choice under way."""
        return len(self._values)

    def keep(self) -> None:
        del self._values[: self._index]
        self._index = 0

    def rewind(self) -> None:
        self._index = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Traced(Dice):
    """Passes another source's dice on and notes every throw, as a record wants them."""

    __slots__ = ("_source", "throws")

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.throws: list[Throw] = []

    def throw(self, count: int, why: str, sides: int = 6) -> Sequence[int]:
        values = self._source.throw(count, why, sides)
        if count:
            self.throws.append(Throw(sides, tuple(values), why))
        return values

    def keep(self) -> None:
        self._source.keep()
        self.throws.clear()

    def rewind(self) -> None:
        self._source.rewind()
        self.throws.clear()


def check_faces(values: Sequence[object], sides: int) -> None:
    """Raise `DiceError` if a value is no face of such a die."""
    for value in values:
        if type(value) is not int or not 1 <= value <= sides:  # True is no face either
            raise DiceError(f"a d{sides} cannot show {value!r}")
