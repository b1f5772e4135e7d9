"""Destinations: places that somebody can be sent to in one word, and the way there."""

from __future__ import annotations

import msgspec


class Destination(msgspec.Struct, frozen=True):
    """Somewhere to go: `text` says it like a shortcut, and is played as single choices.

    `path` are the places on the way, the last one `place` itself; `words` tell what it costs and
    risks, and it is `risky` if dice may be thrown on the way.
    """

    text: str
    label: str
    place: str
    path: list[str]
    words: str
    risky: bool
