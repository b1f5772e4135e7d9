"""One object for each key: what is equal by identity stays so as long as anybody holds it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Generic, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakValueDictionary


class Unique(Protocol):
    """What there is one of only for each key."""

    keeper: object  # None as it is made


P = ParamSpec("P")
T = TypeVar("T", bound=Unique)


class _Keeper(Generic[T]):
    """Lives as long as its thing, which has it: a compiled thing cannot be held weakly itself."""

    def __init__(self, thing: T) -> None:
        self.thing = thing
        thing.keeper = self


def only_one(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function make one object only for the same arguments, which are given by place.

    The last `most` are kept; an older one is found again if a state still has it.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        in_use: WeakValueDictionary[tuple[object, ...], _Keeper[T]] = WeakValueDictionary()

        def only(*args: P.args, **kwargs: P.kwargs) -> T:
            found = in_use.get(args)
            if found is None:  # another thread may be first: then its object is the one
                found = in_use.setdefault(args, _Keeper(make(*args, **kwargs)))
            return found.thing

        return cast(Callable[P, T], wraps(make)(lru_cache(maxsize=most)(only)))

    return decorate
