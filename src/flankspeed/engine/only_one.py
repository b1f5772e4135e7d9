"""One object for each key: what is equal by identity stays so as long as anybody holds it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")


def only_one(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function make one object only for the same arguments, which are given by place.

    The last `most` are kept; an older one is found again if a state still has it.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        in_use: WeakValueDictionary[tuple[object, ...], T] = WeakValueDictionary()

        def only(*args: P.args, **kwargs: P.kwargs) -> T:
            found = in_use.get(args)
            # Another thread may be first: then its object is the one.
            return in_use.setdefault(args, make(*args, **kwargs)) if found is None else found

        return cast(Callable[P, T], wraps(make)(lru_cache(maxsize=most)(only)))

    return decorate
