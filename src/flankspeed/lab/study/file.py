"""The file of a study, as somebody has written it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert, parse_toml

Value = str | int | float | bool
# All with all; options one by one, scenarios and bots all with all; one thing at a time.
Design = Literal["grid", "options-one-by-one", "one-by-one"]
Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on until the interval of something is narrower than this, from its low to its high end.

    It is first looked at after `first` games, and whenever there are half as many again.
    """

    of: str
    width: Annotated[float, msgspec.Meta(gt=0)]
    first: Count = 100


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may stand in the file; `games` is how many a cell plays, or the most with `until`."""

    name: str
    game: str
    games: Count
    about: str = ""
    scenarios: list[str | int] = []
    options: dict[str, Value | list[Value]] = {}
    bots: dict[str, str | list[str]] | list[dict[str, str]] = {}
    design: Design = "grid"
    data: str = ""
    seed: Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] = 0
    until: Until | None = None
    side: str = ""
    figures: list[str] = []
    watched: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 50


def read_file(path: Path) -> tuple[StudyFile, str]:
    """A study file and its text; `DataError` says what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name} is not valid TOML: {error}") from error
    return convert(parse_toml(text, path.name), StudyFile, path.name), text
