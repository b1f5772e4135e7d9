"""States as text: JSON of plain values, and of objects by the name of their class and its fields.

Text of anybody's can be read: nothing of it is run. A class is found only among those that the
engine and the game's own package have loaded, objects are made without their `__init__`, and their
fields are plain again. What all states of a game share (its charts) is not written: a new game has
it. Text of other classes, or of classes with other fields, is refused.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from flankspeed.engine.decision import Choice, Decision
from flankspeed.engine.errors import RecordError
from flankspeed.engine.game import Game
from flankspeed.engine.records.record import Header
from flankspeed.engine.slots import made, slots_of
from flankspeed.engine.step import State, Step

_LIST, _TUPLE, _SET, _FROZENSET, _DICT, _SHARED, _KINDS = range(7)  # and then the classes
_CONTAINERS: dict[type, int] = {list: _LIST, tuple: _TUPLE, set: _SET, frozenset: _FROZENSET}
_PLAIN = (int, str, bool, float, type(None))


def write_state(state: State) -> str:
    """A state as text; `RecordError` if there is anything in it that cannot be written."""
    writer = _Writer()
    try:
        top = writer.write(state)
    except (RecursionError, AttributeError, TypeError) as error:
        raise RecordError(f"the state cannot be written: {error}") from None
    return json.dumps([writer.kinds, top], separators=(",", ":"))


def read_state(game: Game[Any], header: Header, text: str) -> State:
    """The state that a text tells, of a match with this header; `RecordError` if none does."""
    new: State = game.new(header.scenario, game.options(header.options), header.data or None)
    try:
        kinds, top = json.loads(text)
        state = _Reader(game, new, kinds).read(top)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise RecordError(f"the state cannot be read: {error}") from None
    if type(state) is not type(new):
        raise RecordError("the state cannot be read: it is of another game")
    return state


def same_state(one: str, other: str) -> bool:
    """Whether two texts tell the same state, also if versions with other words have written them.

    Choices are known by their text, and prompts do not count. Nor does a field that only one of the
    two has, or the module of a class. `RecordError` if one cannot be read.
    """
    try:
        (kinds, top), (other_kinds, other_top) = json.loads(one), json.loads(other)
        return _Comparison(kinds, other_kinds).same(top, other_top)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise RecordError(f"the states cannot be compared: {error}") from None


class _Writer:
    """Writes values; `kinds` are the classes met so far: module, name, fields."""

    def __init__(self) -> None:
        self.kinds: list[list[str]] = []
        self._numbers: dict[tuple[str, ...], int] = {}

    def write(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind in _CONTAINERS:
            values = sorted(value) if kind in (set, frozenset) else value
            return [_CONTAINERS[kind], *map(self.write, values)]
        if kind is dict:
            return [_DICT, *(self.write(part) for pair in value.items() for part in pair)]
        fields = _fields(value)
        number = self._number(kind, fields)
        if issubclass(kind, State):
            return [number, *(self._of_state(getattr(value, name)) for name in fields)]
        values = value if issubclass(kind, tuple) else (getattr(value, name) for name in fields)
        return [number, *map(self.write, values)]

    def _of_state(self, value: Any) -> Any:
        """A field of the state; charts say themselves where another process finds them."""
        return [_SHARED] if "__reduce__" in vars(type(value)) else self.write(value)

    def _number(self, kind: type, fields: tuple[str, ...]) -> int:
        """What objects of a class begin with."""
        key = (kind.__module__, kind.__qualname__, *fields)
        if key not in self._numbers:
            self._numbers[key] = _KINDS + len(self.kinds)
            self.kinds.append(list(key))
        return self._numbers[key]


class _Reader:
    """Reads values: an object's parts before the object."""

    def __init__(self, game: Game[Any], new: State, kinds: list[list[str]]) -> None:
        self._new = new
        own = type(game).__module__
        self._packages = (sys.modules[own].__package__ or own, __name__.rpartition(".records")[0])
        self._kinds = [(self._found(module, name), fields) for module, name, *fields in kinds]

    def _found(self, module: str, name: str) -> type:
        """A class that can be part of a state."""
        if not any(module == own or module.startswith(f"{own}.") for own in self._packages):
            raise ValueError(f"{module} is no module of the game")
        kind: object = vars(sys.modules[module])[name]
        if not isinstance(kind, type) or kind.__module__ != module:
            raise ValueError(f"{name} is no class of the game")
        if not slots_of(kind) and not issubclass(kind, _OBJECTS):
            raise ValueError(f"{name} is no class of data")
        return kind

    def read(self, value: Any, slot: str = "") -> Any:
        if not isinstance(value, list):
            return value
        number, *parts = value
        if number == _SHARED:
            return getattr(self._new, slot)
        if number < _KINDS:
            read = [self.read(part) for part in parts]
            return _CONTAINED[number](read)
        kind, fields = self._kinds[number - _KINDS]
        if len(fields) != len(parts) or any(name.startswith("__") for name in fields):
            raise ValueError(f"{kind.__name__} has other fields")
        values = {name: self.read(part, name) for name, part in zip(fields, parts, strict=True)}
        return _object(kind, values)


class _Comparison:
    """Compares values of two texts; each has its own list of classes."""

    def __init__(self, kinds: list[list[str]], other_kinds: list[list[str]]) -> None:
        self._kinds, self._other_kinds = kinds, other_kinds

    def same(self, one: Any, other: Any) -> bool:
        if not (isinstance(one, list) and isinstance(other, list)):
            return bool(one == other)
        (number, *parts), (other_number, *other_parts) = one, other
        if number >= _KINDS and other_number >= _KINDS:
            name, fields = self._told(self._kinds, one)
            other_name, other_fields = self._told(self._other_kinds, other)
            both = [field for field in fields if field in other_fields]
            return name == other_name and all(
                self.same(fields[field], other_fields[field]) for field in both
            )
        if number == other_number == _DICT:  # whatever came into it first
            parts, other_parts = _in_order(parts), _in_order(other_parts)
        same_form = number == other_number and len(parts) == len(other_parts)
        return same_form and all(map(self.same, parts, other_parts))

    def _told(self, kinds: list[list[str]], value: list[Any]) -> tuple[str, dict[str, Any]]:
        """An object as the name of its class and those fields that count."""
        _, name, *names = kinds[value[0] - _KINDS]
        fields = dict(zip(names, value[1:], strict=True))
        if fields.keys() >= _CHOICE:
            return Choice.__name__, {"text": fields["text"]}
        if name == Decision.__name__:
            del fields["prompt"]
        return name, fields


def _in_order(parts: list[Any]) -> list[Any]:
    """The keys and values of a dict, by the keys."""
    pairs = sorted(zip(parts[::2], parts[1::2], strict=True), key=lambda pair: json.dumps(pair[0]))
    return [part for pair in pairs for part in pair]


_CHOICE = {*slots_of(Choice)}
_OBJECTS = (State, Step, Choice, msgspec.Struct, tuple)
_CONTAINED: dict[int, Any] = {
    _LIST: list,
    _TUPLE: tuple,
    _SET: set,
    _FROZENSET: frozenset,
    _DICT: lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
}


def _fields(value: Any) -> tuple[str, ...]:
    """The names of an object's fields."""
    own: dict[str, Any] = getattr(value, "__dict__", {})
    if isinstance(value, tuple) and not own:
        names: tuple[str, ...] = type(value)._fields  # type: ignore[attr-defined]
        return names
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    slots = slots_of(type(value))
    if isinstance(value, State | Step | Choice) or (
        slots and "__reduce__" not in vars(type(value))
    ):
        return (*slots, *own)
    raise RecordError(f"the state cannot be written: it has a {type(value).__name__}")


def _object(kind: type, values: dict[str, Any]) -> Any:
    if issubclass(kind, msgspec.Struct):
        if kind.__struct_fields__ != tuple(values):
            raise ValueError(f"{kind.__name__} has other fields")
        return kind(**values)
    if issubclass(kind, tuple):
        if kind._fields != tuple(values):  # type: ignore[attr-defined]
            raise ValueError(f"{kind.__name__} has other fields")
        return tuple.__new__(kind, values.values())
    if not {*slots_of(kind)} <= {*values}:
        raise ValueError(f"{kind.__name__} has other fields")
    return made(kind, values)
