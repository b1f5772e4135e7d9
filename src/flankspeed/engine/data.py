"""Data files: TOML read, checked and made into typed objects, each fault in one sentence."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import msgspec

from flankspeed.engine.errors import DataError

LONGEST_NAME = 40  # letters: boards with such names fit a terminal


def check_source(what: str, source: str, why: str) -> None:
    """Every figure says where it comes from, and a reconstructed one why it is what it is."""
    if source not in ("rulebook", "reconstructed"):
        raise DataError(f"{what}: source must be 'rulebook' or 'reconstructed', not {source!r}")
    if source == "reconstructed" and not why:
        raise DataError(f"{what}: reconstructed, but no 'why' says from what")


def read_toml(path: Traversable | Path) -> dict[str, Any]:
    """The contents of a TOML file, or a `DataError` that names the file and the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name} is not valid TOML: {error}") from error
    return parse_toml(text, path.name)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The contents of a TOML text, or a `DataError` that says what it is and names the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name} is not valid TOML: {error}") from error
    except RecursionError:
        raise DataError(f"{name} is nested too deeply") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise DataError(f"{name} has a number with too many digits") from None


def rule_ids(folder: Traversable) -> frozenset[str]:
    """The ids of the rule index in a game's folder, for data that name rules."""
    return frozenset(rule["id"] for rule in read_toml(folder / "rules.toml")["rule"])


def check_name(what: str, name: str, longest: int = LONGEST_NAME) -> None:
    """Refuse a name from a player's file that a record, or a board, could not hold.

    A record is made of lines, brackets and comments: a name must be none of these.
    """
    if (
        not name.isprintable()
        or name != " ".join(name.split())
        or not name
        or set(name) & set("[]#")
    ):
        raise DataError(
            f"{name!r} cannot name {what}: use one line without [, ], # and spare blanks"
        )
    if len(name) > longest:
        raise DataError(f"{name[:20]!r}... is too long to name {what}: {longest} letters at most")


T = TypeVar("T")


# While one thread makes the first object of a type, msgspec has the type half described: another
# thread that makes one then ends the process. So all typed data are made one at a time.
_MAKING = RLock()


def typed(value: object, to: type[T], *, strict: bool = True) -> T:
    """`msgspec.convert`, safe in many threads."""
    with _MAKING:
        return msgspec.convert(value, to, strict=strict)


def convert(value: object, to: type[T], what: str) -> T:
    """Make plain data into a typed object, or raise a `DataError` that names the place."""
    try:
        return typed(value, to)
    except msgspec.ValidationError as error:
        raise DataError(f"{what}: {error}") from error
