"""How an environment shows its board: as text, as SVG, or as pixels."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any

from flankspeed.engine import Game, MissingPackage, OptionError, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RENDER_MODES = ("ansi", "svg", "rgb_array")
_WIDTH = 960  # pixels
_LETTERS = "DejaVu Sans" if sys.platform == "linux" else "Arial"


def check_render_mode(mode: str | None) -> None:
    """Raise `OptionError` if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")


def render(
    game: Game[Any], state: State, seat: str | None, mode: str | None
) -> str | NDArray[np.uint8] | None:
    """The board as a seat (None: an observer) may see it; nothing if nobody looks."""
    if mode == "ansi":
        return game.board_text(state, seat)
    if mode == "svg":
        return game.picture(state, seat)
    return pixels(game.picture(state, seat)) if mode == "rgb_array" else None


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG as an array of rows of red, green and blue."""
    try:
        import numpy as np
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as missing:
        raise MissingPackage(str(missing.name), "gym") from missing
    png = svg_to_bytes(svg_string=svg, width=_WIDTH, dpi=96, sans_serif_family=_LETTERS)
    return np.array(Image.open(BytesIO(png)).convert("RGB"))
