"""The board as SVG."""

from __future__ import annotations

from flankspeed.games.kamikaze.state import KamikazeState


def picture(state: KamikazeState) -> str:
    """The board as SVG."""
    return "<svg/>"
