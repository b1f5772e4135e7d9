"""Reading the data files of Samar: what the modules with figures share.

Every file is made into objects by `parse_xs(contents)`, from its plain contents; `xs()` reads the
game's own file once.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import check_source, read_toml

Raw = dict[str, Any]

_DATA = files("flankspeed.games.samar.data")


class Sourced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures that say where they come from, and why if they had to be reconstructed."""

    source: str
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse figures without a source: msgspec adds where in the file they stand."""
        try:
            check_source(type(self).__name__.lstrip("_").lower(), self.source, self.why)
        except DataError as error:
            raise ValueError(str(error)) from None


def raw(name: str) -> Raw:
    """The plain contents of a data file."""
    return read_toml(_DATA / f"{name}.toml")
