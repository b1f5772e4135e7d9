"""Break one place in a data file: how the tests of Picket's data show that it is checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from flankspeed.engine import DataError
from flankspeed.games.picket.data.load import raw

REMOVE = object()


def broken(name: str, path: str, value: Any) -> dict[str, Any]:
    """A file with the value at a path (`letter.A.rows.3.1`) replaced, or removed."""
    contents = raw(name)
    *above, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    place: Any = contents
    for key in above:
        place = place[key]
    if value is REMOVE:
        del place[last]
    elif last == len(place) and isinstance(place, list):
        place.append(value)
    else:
        place[last] = value
    return contents


def refused(
    parse: Callable[[dict[str, Any]], object], name: str, path: str, value: Any, why: str
) -> None:
    """Loading the broken file fails, and says why."""
    with pytest.raises(DataError, match=re.escape(why)):
        parse(broken(name, path, value))
