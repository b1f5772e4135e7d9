"""Every way the dice can fall, with its chance: for procedures that throw only a few."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TypeVar

from flankspeed.engine import Dice, Entered, NeedDice

T = TypeVar("T")


def enumerate_dice(play: Callable[[Dice], T]) -> list[tuple[float, T]]:
    """Call `play` once for each sequence of dice it can throw; (chance, what it returned) of each.

    >>> len(enumerate_dice(lambda dice: dice.d6("first") + dice.d6("second")))
    36
    """
    results: list[tuple[float, T]] = []
    _branch(play, [], 1.0, results)
    return results


def _branch(
    play: Callable[[Dice], T],
    thrown: list[int],
    chance: float,
    results: list[tuple[float, T]],
) -> None:
    try:
        results.append((chance, play(Entered(thrown))))
    except NeedDice as need:
        faces = range(1, need.sides + 1)
        for values in product(faces, repeat=need.count):
            _branch(play, [*thrown, *values], chance / need.sides**need.count, results)
