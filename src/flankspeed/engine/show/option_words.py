"""Option words: options and their values as people call them, from a TOML file of the game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError

_TITLE = "title"
_PLAIN = {"on": "on", "off": "off", "yes": "yes", "no": "no", "true": "yes", "false": "no"}


def option_words(
    path: Traversable, values: Mapping[str, list[str]]
) -> dict[str, tuple[str, dict[str, str]]]:
    """The title of each option and its values in words; `values` are those it can have.

    Every option must have a title, and every value words but numbers and yes or no.
    """
    data = convert(read_toml(path), dict[str, dict[str, str]], path.name)
    if odd := sorted(data.keys() ^ values.keys()):
        raise DataError(f"{path.name}: each option must stand there once: {', '.join(odd)}")
    return {name: _worded(path.name, name, data[name], values[name]) for name in values}


def _worded(
    path: str, option: str, given: Mapping[str, str], values: list[str]
) -> tuple[str, dict[str, str]]:
    if unknown := sorted(given.keys() - {_TITLE, *values}):
        raise DataError(f"{path}: option {option} cannot be {unknown[0]!r}")
    if _TITLE not in given:
        raise DataError(f"{path}: option {option} has no title")
    plain = {value: value for value in values if value.lstrip("-").isdigit()} | _PLAIN
    words = {value: given.get(value, plain.get(value, "")) for value in values}
    if wordless := [value for value, said in words.items() if not said]:
        raise DataError(f"{path}: nothing says what {option} {wordless[0]} is")
    return given[_TITLE], words
