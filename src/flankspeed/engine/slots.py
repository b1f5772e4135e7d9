"""The fields of a thing, whether its class is compiled or not: to compare and to send it."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")
_KNOWN: dict[type, tuple[str, ...]] = {}


def slots_of(kind: type) -> tuple[str, ...]:
    """The names of a class's fields, those of its bases first; a compiled class lists them too."""
    if kind not in _KNOWN:
        found: dict[str, None] = {}
        for cls in reversed(kind.__mro__):
            own = vars(cls)
            found |= dict.fromkeys(own.get("__slots__") or own.get("__mypyc_attrs__", ()))
        _KNOWN[kind] = tuple(name for name in found if not name.startswith("__"))
    return _KNOWN[kind]


def same_slots(one: object, other: object) -> bool:
    """Whether two objects are of one class and all their fields are equal."""
    if type(one) is not type(other):
        return False
    for slot in slots_of(type(one)):
        if getattr(one, slot) != getattr(other, slot):
            return False
    return getattr(one, "__dict__", None) == getattr(other, "__dict__", None)


def sent(thing: object) -> tuple[Any, ...]:
    """How pickle sends a thing, as `__reduce__` says it: its class and its fields."""
    fields = {name: getattr(thing, name) for name in slots_of(type(thing))}
    return made, (type(thing), fields | getattr(thing, "__dict__", {}))


def made(kind: type[T], fields: dict[str, object]) -> T:
    """A thing of a class, from its fields."""
    thing = kind.__new__(kind)
    for name, value in fields.items():
        setattr(thing, name, value)
    return thing
