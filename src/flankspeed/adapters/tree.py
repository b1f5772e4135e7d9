"""The tree of a game: decisions, and chance as nodes of its own, die by die.

Dice come from outside. A choice is played with the dice that are known; where they run out there
is a chance node, and each of its outcomes is one more die, with which the choice is played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, Self

from flankspeed.engine import Entered, NeedDice, State
from flankspeed.engine.arena import Arena


class NeedNumber(NeedDice):
    """Of `count` dice is asked how many succeed, each of them by so many of its `faces`."""

    def __init__(self, count: int, sides: int, why: str, faces: int = 1) -> None:
        super().__init__(count, sides, why)
        self.faces = faces


class KnownDice(Entered):
    """The dice that are known so far; a throw that is only counted is one of them.

    It shows how many succeed, and 1 more. No die is asked for that can show one face only.
    """

    __slots__ = ()

    @property
    def left(self) -> int:
        """How many of them have not been thrown yet."""
        return len(self._values) - self._index

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        return super().throw(count, why, sides) if sides > 1 else [1] * count

    def number(self, count: int, faces: Sequence[int], why: str, sides: int = 6) -> int:
        if not faces or len(faces) == sides:
            return count if faces else 0
        if not self.left:
            raise NeedNumber(count, sides, why, len(faces))
        return self.throw(1, why, count + 1)[0] - 1


class Node:
    """A point of the tree. It never changes: a copy of it is the node itself.

    `seen` is where a decision is to be made, or, at a chance node, where the last one was. There,
    `state` is how far the game has come since then; it goes on by the option `taken` (None: by
    itself) with the dice `thrown` so far, and wants those that `need` tells.
    """

    __slots__ = ("arena", "legal", "need", "seen", "state", "taken", "thrown", "wanted")

    def __init__(
        self,
        arena: Arena,
        seen: State,
        state: State,
        taken: int | None = None,
        thrown: tuple[int, ...] = (),
        need: NeedDice | None = None,
        wanted: int = 0,
    ) -> None:
        """The game goes on when as many dice are `thrown` as `wanted`."""
        self.arena = arena
        self.seen = seen
        self.state = state
        self.taken = taken
        self.thrown = thrown
        self.need = need
        self.wanted = wanted
        self.legal = [] if need else arena.legal(state.decision)

    @classmethod
    def first(cls, arena: Arena) -> Node:
        """Where a game begins."""
        table = arena.game.new(arena.scenario, arena.options)
        return cls._next(arena, table, table, None, ())

    @classmethod
    def _next(
        cls, arena: Arena, seen: State, state: State, taken: int | None, thrown: tuple[int, ...]
    ) -> Node:
        """Go on with the dice that are known: to the next decision, or to more dice."""
        dice, twin = KnownDice(thrown), state.copy()

        def keep(whole: State) -> None:
            nonlocal state, taken, thrown
            if not dice.left:  # what comes now need not be played again for the next dice
                state, taken, thrown = whole.copy(), None, ()
                state.decision = None

        try:
            if taken is None:
                twin.advance(dice, None, keep)
            else:
                twin.play(taken, dice, None, keep)
        except NeedDice as need:
            need.__traceback__ = None  # which would hold on to all that was under way
            more = 1 if isinstance(need, NeedNumber) else need.count
            return cls(arena, seen, state, taken, thrown, need, len(thrown) + more)
        return cls(arena, twin, twin)

    def child(self, action: int) -> Node:
        """The node after a legal action, or after an outcome of chance."""
        if self.need is None:
            try:
                option = self.legal.index(action)
            except ValueError:
                raise self.arena.refusal(action, self.legal) from None
            return self._next(self.arena, self.seen, self.state, option, ())
        thrown = (*self.thrown, action + 1)
        if len(thrown) == self.wanted:
            return self._next(self.arena, self.seen, self.state, self.taken, thrown)
        facts = (self.arena, self.seen, self.state, self.taken)
        return Node(*facts, thrown, self.need, self.wanted)

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, each with how likely it is."""
        need = self.need
        if need is None:
            return []
        if isinstance(need, NeedNumber):
            return _binomial(need.count, need.faces / need.sides)
        return [(face, 1 / need.sides) for face in range(need.sides)]

    @property
    def begun(self) -> bool:
        """Whether there has been a decision: before, the table is not laid yet."""
        return self.need is None or self.seen.decision is not None

    @property
    def under_way(self) -> str:
        """What has been thrown, and what is next; nothing where somebody must choose."""
        return f"{' '.join(map(str, self.thrown))} {self.need}".strip() if self.need else ""

    def told(self, action: int) -> str:
        """What an action, or an outcome of chance, is called."""
        need = self.need
        if need is None:
            return self.arena.actions[action]
        if isinstance(need, NeedNumber):
            return f"{need.why}: {action} of {need.count}"
        return f"{need.why}: d{need.sides}={action + 1}"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        facts = (self.arena, self.seen, self.state, self.taken, self.thrown, self.need, self.wanted)
        return type(self), facts


def _binomial(count: int, chance: float) -> list[tuple[int, float]]:
    """How likely each number of successes is."""
    failure = 1 - chance
    return [
        (number, comb(count, number) * chance**number * failure ** (count - number))
        for number in range(count + 1)
    ]
