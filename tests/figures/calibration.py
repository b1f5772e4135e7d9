"""The picture of the calibration: what was foretold of each tenth, and how often it came true.

    python tests/figures/calibration.py docs/calibration.svg

Dots on the line are as they should be; their lines are two standard errors long on either side.
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path

from flankspeed import games
from flankspeed.engine import Game
from flankspeed.lab.calibration import Tenth, calibration

_DECISIONS, _SIZE, _EDGE = 2000, 220, 34
_FONT = 'font-family="sans-serif" font-size="12" fill="#22313c"'


def _dot(tenth: Tenth) -> str:
    """One tenth, its predictions across and what came true upwards."""
    x = _EDGE + _SIZE * tenth.foretold
    y, error = 1 - tenth.happened, sqrt(tenth.foretold * (1 - tenth.foretold) / tenth.number)
    high, low = (_EDGE + _SIZE * min(max(y + side * 2 * error, 0), 1) for side in (-1, 1))
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{high:.1f}" y2="{low:.1f}" stroke="#1c4f8c"/>'
        f'<circle cx="{x:.1f}" cy="{_EDGE + _SIZE * y:.1f}" r="3.5" fill="#1c4f8c"/>'
    )


def _plot(game: Game, left: int) -> str:  # type: ignore[type-arg]
    tenths = [t for t in calibration(game, _DECISIONS, seed=1) if t.number]
    for tenth in tenths:
        print(f"{game.name:9} {tenth.number:6} {tenth.foretold:.3f} {tenth.happened:.3f}")
    last = _EDGE + _SIZE
    return (
        f'<g transform="translate({left},0)">'
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{_SIZE}" height="{_SIZE}" fill="#f4f7f9" '
        'stroke="#8aa0ae"/>'
        f'<line x1="{_EDGE}" y1="{last}" x2="{last}" y2="{_EDGE}" stroke="#b7c4cd"/>'
        + "".join(_dot(tenth) for tenth in tenths)
        + f'<text x="{_EDGE}" y="{_EDGE - 10}" {_FONT}>{game.title}</text>'
        f'<text x="{_EDGE}" y="{last + 18}" {_FONT}>foretold 0 to 100 %</text></g>'
    )


def main() -> None:
    """Write the picture to the file that is named."""
    wide = _SIZE + 2 * _EDGE
    found = [games.load(name) for name in games.names()]
    plots = "".join(_plot(game, i * wide) for i, game in enumerate(found))
    Path(sys.argv[1]).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * len(found)} {wide}">'
        f'<rect width="100%" height="100%" fill="#fff"/>{plots}</svg>\n'
    )


if __name__ == "__main__":
    main()
