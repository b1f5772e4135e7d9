"""Plots as SVG: the letters stay letters, and the same plot is the same file."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from flankspeed.engine import MissingPackage

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PALE = "#22313c", "#b7c4cd"
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "flankspeed",
    "font.family": "sans-serif",
    "text.color": INK,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "xtick.color": INK,
    "ytick.color": INK,
}


def figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches; what is drawn on it is laid out to fit."""
    try:
        from matplotlib import rcParams
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise MissingPackage("matplotlib", "lab") from missing
    rcParams.update(_STYLE)
    return Figure(figsize=(width, height), layout="constrained")


def svg(plot: Figure) -> str:
    """A figure as a picture."""
    written = StringIO()
    nothing: dict[str, Any] = {"Date": None, "Creator": None}
    plot.savefig(written, format="svg", metadata=nothing)
    return written.getvalue()
