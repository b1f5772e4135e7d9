"""Keys of secret dice: kept beside the record, for its owner only, until the game is over."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from flankspeed.engine import Record, RecordError, Rolled


def _key_path(record: Path) -> Path:
    return record.with_name(record.name + ".key")


def write_key(record: Path, key: str) -> None:
    """Keep the key of a record's dice, so that the game can go on later."""
    path = _key_path(record)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(key + "\n")
            os.replace(name, path)  # at once, so that a killed process cannot leave half a key
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from error


def read_key(record: Path, contents: Record) -> Rolled | None:
    """The dice of a record whose key is still secret; None if the record itself has them."""
    if contents.key or not contents.named.secret:
        return None
    path = _key_path(record)
    try:
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise RecordError(
            f"{path} is missing: without the key of its dice the game cannot go on"
        ) from None
    return contents.named.stream(key)


def delete_key(record: Path) -> None:
    """The game is over and the key stands in its record."""
    _key_path(record).unlink(missing_ok=True)
