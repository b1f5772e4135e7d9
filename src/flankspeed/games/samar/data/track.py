"""The turn record track: times, sighting distances, and what begins when (`track.toml`, 2.2)."""

from __future__ import annotations

from functools import cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.samar.data.load import Raw, Sourced, raw
from flankspeed.games.samar.data.overrides import NONE, Overrides, Sighting

Time = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3])[0-5]\d$")]

_BEGINNINGS = ("center", "battleships", "taffy2", "air", "special", "bombardment")


class Turn(NamedTuple):
    """A box of the track."""

    number: int  # from 1
    time: str  # 0648
    sighting: int  # the longest line of sight in hexes (5.2)
    events: tuple[str, ...]  # what begins: see Track


class Track(NamedTuple):
    """The turns, and the numbers of those from which on something happens (3.1, 3.2)."""

    turns: tuple[Turn, ...]
    center: int  # IJN entry roll
    battleships: int  # they join the IJN cup, once
    taffy2: int  # may enter
    air: int  # USN air draw
    special: int  # special attack roll
    bombardment: int  # Bombardment Group roll


class _Turns(Sourced, frozen=True, kw_only=True):
    first: Time
    count: Annotated[int, Meta(ge=1)]
    minutes: Annotated[int, Meta(ge=1)]


class _Start(Sourced, frozen=True, kw_only=True):
    center: Time
    battleships: Time
    taffy2: Time
    air: Time
    special: Time
    bombardment: Time


class _Sighting(Sourced, frozen=True, kw_only=True):
    hexes: dict[str, Sighting]


class _TrackFile(msgspec.Struct, forbid_unknown_fields=True):
    turns: _Turns
    start: _Start
    sighting: _Sighting


def parse_track(contents: Raw, overrides: Overrides = NONE) -> Track:
    """Check and make the track from the contents of `track.toml` and a player's changes."""
    data = convert(contents, _TrackFile, "track.toml")
    times = _times(data.turns)
    starts = {name: getattr(data.start, name) for name in _BEGINNINGS}
    for where, named in (
        ("track.toml: start", starts.values()),
        ("track.toml: sighting", data.sighting.hexes),
        ("the data: sighting", overrides.sighting),
    ):
        for time in named:
            if time not in times:
                raise DataError(f"{where}: there is no turn {time!r}")
    sighting = {**data.sighting.hexes, **overrides.sighting}
    for time in times:
        if time not in sighting:
            raise DataError(f"track.toml: sighting: turn {time} is missing")
    turns = tuple(
        Turn(number, time, sighting[time], tuple(n for n in _BEGINNINGS if starts[n] == time))
        for number, time in enumerate(times, 1)
    )
    return Track(turns, **{name: times.index(time) + 1 for name, time in starts.items()})


def _times(turns: _Turns) -> list[str]:
    first = int(turns.first[:2]) * 60 + int(turns.first[2:])
    minutes = [first + turns.minutes * number for number in range(turns.count)]
    return [f"{minute // 60:02d}{minute % 60:02d}" for minute in minutes]


def track(overrides: Overrides = NONE) -> Track:
    """The track of the game, with a player's changes."""
    return parse_track(raw("track"), overrides) if overrides.sighting else _track()


@cache
def _track() -> Track:
    return parse_track(raw("track"))


def turns(overrides: Overrides = NONE) -> tuple[Turn, ...]:
    """The turns of the game."""
    return track(overrides).turns
