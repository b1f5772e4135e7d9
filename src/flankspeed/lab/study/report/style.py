"""How pictures look: drawn by matplotlib, coloured by the page, in light and dark."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Self

from flankspeed.engine import MissingPackage, Side

WIDTH = 9.4  # inches; the page makes it as wide as it is itself
ROW = 0.34  # inches that a row of a picture takes

# Colours that stand for those of the page, which are other ones in the dark.
INK, SOFT, GRID, PAPER = "#000001", "#000002", "#000003", "#000004"
LINES = tuple(f"#0002{number:02x}" for number in range(6))
_NAMES = {INK: "ink", SOFT: "soft", GRID: "grid", PAPER: "paper"}
_LINES = {  # of lines, in the light and in the dark
    "light": ("#0072b2", "#d55e00", "#00795a", "#b3478a", "#a06a00", "#4a6fa5"),
    "dark": ("#5bb8f0", "#ff9248", "#3fd0a8", "#ec9fce", "#f0c050", "#a9c8f5"),
}
_PAGE = {
    "light": {"ink": "#1b1f24", "soft": "#586069", "grid": "#d4d9df", "paper": "#ffffff"},
    "dark": {"ink": "#e8eaed", "soft": "#a7b0ba", "grid": "#3a424c", "paper": "#14181d"},
}
_RC = {
    "svg.fonttype": "none",
    "font.size": 9.0,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
}


def side_colour(number: int) -> str:
    """The colour of a side, by its number."""
    return f"#0001{number:02x}"


def css(sides: Mapping[str, Side]) -> str:
    """The colours of the page, light and dark."""
    both = {}
    for mode in ("light", "dark"):
        colours = dict(_PAGE[mode])
        for number, side in enumerate(sides.values()):
            seen = side.colour if mode == "light" else _lighter(side.colour)
            colours[f"side{number}"] = seen
        colours |= {f"line{number}": colour for number, colour in enumerate(_LINES[mode])}
        both[mode] = "".join(f"--{name}:{colour};" for name, colour in colours.items())
    dark = f"@media(prefers-color-scheme:dark){{:root{{{both['dark']}}}}}"
    return f":root{{color-scheme:light dark;{both['light']}}}\n{dark}\n"


def _lighter(colour: str) -> str:
    """A colour halfway to white."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{(part + 255) // 2:02x}" for part in parts)


def matplotlib() -> Any:
    """The library that draws."""
    try:
        import matplotlib as found
        import matplotlib.figure
    except ModuleNotFoundError as missing:
        raise MissingPackage("matplotlib", "lab") from missing
    return found


def left_margin(labels: Sequence[str]) -> float:
    """The part of the width that labels on the left take."""
    longest = max((len(line) for label in labels for line in label.split("\n")), default=0)
    return min(0.42, (0.35 + 0.066 * longest) / WIDTH)


class Drawing:
    """A figure of matplotlib with this look, drawn within `with`; then `svg` has it."""

    def __init__(self, height: float) -> None:
        self._library = matplotlib()
        self._look = self._library.rc_context(_RC)
        self._size = (WIDTH, height)

    def __enter__(self) -> Self:
        self._look.__enter__()
        self.figure: Any = self._library.figure.Figure(figsize=self._size)
        return self

    def __exit__(self, *_: object) -> None:
        self._look.__exit__(None, None, None)

    def svg(self, name: str, title: str, about: str) -> str:
        """The picture as a part of a page: with a title and a text for those who cannot see it."""
        with self._library.rc_context(_RC | {"svg.hashsalt": name}):
            out = io.StringIO()
            self.figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
        drawn = out.getvalue()
        drawn = drawn[drawn.index("<g id=") :]
        width, height = (round(72 * each, 1) for each in self._size)
        return (
            f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
            f'<title id="{name}-t">{escape(title)}</title>'
            f'<desc id="{name}-d">{escape(about)}</desc>\n{_coloured(_short(drawn))}'
        )


def _short(svg: str) -> str:
    """Without what nobody needs: ids, turns by nothing, digits too small to be seen."""
    used = set(re.findall(r"#([\w.-]+)", svg))
    svg = re.sub(r' id="([\w.-]+)"', lambda found: found[0] if found[1] in used else "", svg)
    svg = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", svg)
    svg = re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = svg.replace("xlink:href", "href")
    return re.sub(r"\s*\n\s*", "\n", svg)


def _coloured(svg: str) -> str:
    """With the colours of the page, and its font."""
    svg = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r"; font-family: [^;\"]*|font-family: [^;\"]*;", "", svg)
    svg = re.sub(r"#00000[1-4]", lambda found: f"var(--{_NAMES[found[0]]})", svg)
    svg = re.sub(r"#0001([0-9a-f]{2})", lambda found: f"var(--side{int(found[1], 16)})", svg)
    return re.sub(r"#0002([0-9a-f]{2})", lambda found: f"var(--line{int(found[1], 16)})", svg)
