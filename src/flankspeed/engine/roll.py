"""Rolls: what is thrown, what counts on it, what it is read on, and why.

One object serves all: a rule throws it, odds and bots ask it for its exact chances, the log keeps
the reading, and the charts light up what it was read on. A roll never changes, so rolls that are
alike are made once and shared; so are the readings of one or two dice, and a throw that nobody
listens to builds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import product
from math import comb
from typing import Any, Final, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from flankspeed.engine.chart import Chart
from flankspeed.engine.dice import Dice
from flankspeed.engine.values import Figure, Modifier, Throw, Used

R = TypeVar("R")
_SHARED: Final = 2  # dice whose readings are kept


class Reading(Generic[R]):
    """Dice that were thrown for a roll, and what was read; it never changes.

    `modifiers` are those of the roll, but for dice that stay what they are, or where more is told.
    """

    __slots__ = ("dice", "modifiers", "result", "roll", "why")

    def __init__(
        self,
        roll: AnyRoll[R],
        dice: tuple[int, ...],
        result: R,
        why: str,
        modifiers: Sequence[Modifier] | None = None,
    ) -> None:
        self.roll = roll
        self.dice = dice
        self.result = result
        self.why = why
        self.modifiers = roll.modifiers if modifiers is None else tuple(modifiers)

    @classmethod
    def of_known(cls, result: R, *used: Used) -> Reading[R]:
        """What a chart has for a number that is known: no dice are thrown for it."""
        roll: AnyRoll[R] = AnyRoll("", count=0, sides=0, modifiers=(), shift=0, reads=used)
        return cls(roll, (), result, "")

    @property
    def total(self) -> int:
        """The sum of the dice and of what counts on them."""
        return self.roll.total(self.dice)

    @property
    def throw(self) -> Throw:
        """The dice as the log tells them."""
        return Throw(self.roll.sides, self.dice, self.why)

    @property
    def used(self) -> tuple[Used, ...]:
        """What of the charts counted: what was read, and the figures of the modifiers."""
        figures = (modifier.figure for modifier in self.modifiers)
        return (*self.roll.used(self.dice), *(figure for figure in figures if figure))

    def told(self, why: str = "", modifiers: Sequence[Modifier] | None = None) -> Reading[R]:
        """The same reading of a shared roll, with what these dice were thrown for.

        `modifiers` name what made the roll the one it was: its column, or what is added.
        """
        counted = self.modifiers if modifiers is None else modifiers
        return Reading(self.roll, self.dice, self.result, why or self.why, counted)

    def __eq__(self, other: object) -> bool:
        """Readings are equal if they tell the same."""
        return self is other or (isinstance(other, Reading) and self._tells() == other._tells())

    def __hash__(self) -> int:
        return hash((self.dice, self.why))

    def _tells(self) -> tuple[Throw, R, tuple[Modifier, ...], int, tuple[Used, ...]]:
        return self.throw, self.result, self.modifiers, self.total, self.roll.used(self.dice)

    def __reduce__(self) -> tuple[Any, ...]:
        # What was read is sent, not how: a roll may read by any function.
        return _received, self._tells()

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"<{self.throw}: {self.result!r}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class AnyRoll(Generic[R]):
    """What is thrown, with what counts on it (`modifiers`; `shift` is added to the dice), and why.

    `reads` are the places of charts that it is read on, whatever the dice show.
    """

    __slots__ = ("count", "modifiers", "reads", "shift", "sides", "why")

    def __init__(
        self,
        why: str,
        *,
        count: int,
        sides: int,
        modifiers: Sequence[Modifier],
        shift: int,
        reads: Sequence[Used],
    ) -> None:
        self.why = why
        self.count = count
        self.sides = sides
        self.modifiers = tuple(modifiers)
        self.shift = shift
        self.reads = tuple(reads)

    def total(self, dice: tuple[int, ...]) -> int:
        """The sum of these dice and of what counts on them."""
        return sum(dice) + self.shift

    def used(self, dice: tuple[int, ...]) -> tuple[Used, ...]:
        """The places of charts that these dice are read on."""
        return self.reads


def _received(
    throw: Throw, result: R, modifiers: tuple[Modifier, ...], total: int, used: tuple[Used, ...]
) -> Reading[R]:
    """A reading that was sent here, equal to the one that was read."""
    sides, values, why = throw
    shift = total - sum(values)
    roll: AnyRoll[R] = AnyRoll(
        why, count=len(values), sides=sides, modifiers=modifiers, shift=shift, reads=used
    )
    return Reading(roll, values, result, why)


@cache
def _ways(count: int, sides: int) -> dict[int, int]:
    """In how many ways so many dice can show each sum, the lowest first."""
    found = {0: 1}
    for _ in range(count):
        one_more: dict[int, int] = {}
        for thrown, number in found.items():
            for face in range(1, sides + 1):
                one_more[thrown + face] = one_more.get(thrown + face, 0) + number
        found = one_more
    return found


@mypyc_attr(native_class=False)
class _Results(dict[int, R]):
    """The results of a roll, by the sum of its dice; it fills itself."""

    __slots__ = ("_roll",)

    def __init__(self, roll: Roll[R]) -> None:
        self._roll = roll

    def __missing__(self, thrown: int) -> R:
        result = self[thrown] = self._roll._result(thrown)
        return result


@mypyc_attr(native_class=False)
class _Readings(dict[int | tuple[int, ...], Reading[R]]):
    """The readings of a roll by its die, or by its two dice; it fills itself."""

    __slots__ = ("_roll",)

    def __init__(self, roll: Roll[R]) -> None:
        self._roll = roll

    def __missing__(self, dice: int | tuple[int, ...]) -> Reading[R]:
        thrown = (dice,) if isinstance(dice, int) else dice
        reading = self[dice] = self._roll._reading(thrown)
        return reading


@mypyc_attr(allow_interpreted_subclasses=True)
class Roll(AnyRoll[R]):
    """The sum of some dice and of what counts, and the result that is read for it.

    On a `natural` sum of the dice nothing counts: it stays what it is. `results` are what is read
    by what the dice show together, for rules that throw so often that a reading costs too much.
    """

    __slots__ = (
        "_chart",
        "_column",
        "_d6",
        "_read",
        "_readings",
        "_two_d6",
        "natural",
        "results",
    )

    def __init__(
        self,
        why: str,
        read: Callable[[int], R],
        *,
        count: int = 1,
        sides: int = 6,
        modifiers: Sequence[Modifier] = (),
        shift: int | None = None,
        natural: Collection[int] = (),
        reads: Sequence[Used] = (),
    ) -> None:
        """`read` gives the result of a total; `shift` is the sum of the modifiers if left out."""
        if shift is None:
            shift = sum(modifier.value for modifier in modifiers)
        super().__init__(
            why, count=count, sides=sides, modifiers=modifiers, shift=shift, reads=reads
        )
        self.natural = natural
        self.results: dict[int, R] = _Results(self)
        self._readings = _Readings(self)
        self._d6, self._two_d6 = (count, sides) == (1, 6), (count, sides) == (2, 6)
        self._read = read
        self._chart = self._column = ""

    @classmethod
    def on(
        cls,
        chart: Chart[R],
        why: str,
        *,
        column: int = 0,
        modifiers: Sequence[Modifier] = (),
        natural: Collection[int] = (),
    ) -> Roll[R]:
        """A roll of the chart's own dice, read on one of its columns."""
        roll = cls(
            why,
            lambda total: chart.at(total, column),
            count=chart.count,
            sides=chart.sides,
            modifiers=modifiers,
            natural=natural,
        )
        roll._chart, roll._column = chart.title, chart.columns[column]
        return roll

    @classmethod
    def at_least(
        cls, figure: Figure, why: str, *, count: int = 1, modifiers: Sequence[Modifier] = ()
    ) -> Roll[bool]:
        """A roll that succeeds from a figure on."""
        least, made = figure.value, Roll[bool]
        return made(
            why,
            lambda total: total >= least,
            count=count,
            modifiers=modifiers,
            reads=[figure.used],
        )

    @classmethod
    def at_most(
        cls, figure: Figure, why: str, *, count: int = 1, modifiers: Sequence[Modifier] = ()
    ) -> Roll[bool]:
        """A roll that succeeds up to a figure."""
        most, made = figure.value, Roll[bool]
        return made(
            why, lambda total: total <= most, count=count, modifiers=modifiers, reads=[figure.used]
        )

    def throw(self, dice: Dice, why: str = "") -> Reading[R]:
        """Throw it; `why` says more than a shared roll can, to whoever asks for dice."""
        if self._d6:
            return self._readings[dice.d6(why or self.why)]
        if self._two_d6:
            return self._readings[dice.two_d6(why or self.why)]
        if self.count == 1:
            return self._readings[dice.roll(self.sides, why or self.why)]
        return self._reading(tuple(dice.throw(self.count, why or self.why, self.sides)))

    @property
    def readings(self) -> list[Reading[R]]:
        """Every way that the dice can fall, in order; of many dice made anew each time."""
        ways = product(range(1, self.sides + 1), repeat=self.count)
        return [self.reading(*dice) for dice in ways]

    def reading(self, *dice: int) -> Reading[R]:
        """What is read when these dice fall; those of one or two dice are made once."""
        if self.count > _SHARED:
            return self._reading(dice)
        return self._readings[dice[0] if self.count == 1 else dice]

    def _reading(self, dice: tuple[int, ...]) -> Reading[R]:
        thrown = sum(dice)
        counted = () if thrown in self.natural else self.modifiers
        return Reading(self, dice, self.results[thrown], self.why, counted)

    def _result(self, thrown: int) -> R:
        return self._read(thrown if thrown in self.natural else thrown + self.shift)

    def total(self, dice: tuple[int, ...]) -> int:
        thrown = sum(dice)
        return thrown if thrown in self.natural else thrown + self.shift

    def chances(self) -> dict[R, float]:
        """The exact chance of each result."""
        found: dict[R, int] = {}
        for thrown, number in _ways(self.count, self.sides).items():
            result = self.results[thrown]
            found[result] = found.get(result, 0) + number
        ways = self.sides**self.count
        return {result: number / ways for result, number in found.items()}

    def used(self, dice: tuple[int, ...]) -> tuple[Used, ...]:
        if not self._chart:
            return self.reads
        return (*self.reads, Used(self._chart, self.total(dice), self._column))


@mypyc_attr(allow_interpreted_subclasses=True)
class Count(AnyRoll[int]):
    """So many dice, and how many of them reach a figure: one throw, however many there are."""

    __slots__ = ("faces", "least")

    def __init__(
        self,
        why: str,
        count: int,
        figure: Figure,
        *,
        modifiers: Sequence[Modifier] = (),
        shift: int = 0,
        sides: int = 6,
        reads: Sequence[Used] = (),
    ) -> None:
        """`shift` is added to every die; `modifiers` say how it, or the number of dice, came."""
        super().__init__(
            why,
            count=count,
            sides=sides,
            modifiers=modifiers,
            shift=shift,
            reads=[figure.used, *reads],
        )
        self.least = figure.value - shift
        self.faces = tuple(range(max(self.least, 1), sides + 1))  # that succeed

    @classmethod
    def at_most(cls, why: str, count: int, figure: Figure, *, shift: int = 0) -> Count:
        """So many dice, and how many of them do not exceed a figure."""
        roll = cls(why, count, figure, shift=shift)
        roll.least = 1
        roll.faces = tuple(range(1, min(figure.value - shift, roll.sides) + 1))
        return roll

    def throw(self, dice: Dice, why: str = "") -> Reading[int]:
        """Throw all dice together; the result is how many succeed."""
        told = why or self.why
        values = tuple(dice.throw(self.count, told, self.sides))
        return Reading(self, values, sum(map(values.count, self.faces)), told)

    def number(self, dice: Dice, why: str = "") -> int:
        """The same where nobody listens: how many succeed, and nothing else."""
        return dice.number(self.count, self.faces, why or self.why, self.sides)

    @property
    def chance(self) -> float:
        """The chance that one of the dice succeeds."""
        return len(self.faces) / self.sides

    def chances(self) -> dict[int, float]:
        """The exact chance of each number of dice that succeed."""
        one, of_all = self.chance, self.count
        return {
            number: comb(of_all, number) * one**number * (1 - one) ** (of_all - number)
            for number in range(of_all + 1)
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Each(AnyRoll[tuple[R, ...]]):
    """Dice thrown together, each of them read by itself, as a roll of one die."""

    __slots__ = ("_results", "rolls")

    def __init__(self, why: str, rolls: Sequence[Roll[R]]) -> None:
        """`rolls` are those of the dice in their order, at least one, all of the same sides."""
        modifiers = dict.fromkeys(modifier for roll in rolls for modifier in roll.modifiers)
        super().__init__(
            why,
            count=len(rolls),
            sides=rolls[0].sides,
            modifiers=tuple(modifiers),
            shift=0,
            reads=(),
        )
        self.rolls = tuple(rolls)
        self._results = [[reading.result for reading in roll.readings] for roll in rolls]

    def throw(self, dice: Dice, why: str = "") -> Reading[tuple[R, ...]]:
        """Throw all dice together; the result is that of each."""
        told = why or self.why
        values = tuple(dice.throw(self.count, told, self.sides))
        read = zip(self._results, values, strict=True)
        return Reading(self, values, tuple([results[die - 1] for results, die in read]), told)

    def used(self, dice: tuple[int, ...]) -> tuple[Used, ...]:
        read = zip(self.rolls, dice, strict=True)
        return tuple(dict.fromkeys(used for roll, die in read for used in roll.used((die,))))
