"""Pictures of many panels: how figures are spread, and how games go turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flankspeed.lab.statistics import Estimate
from flankspeed.lab.study.measures import LENGTHS
from flankspeed.lab.study.report.findings import Distribution
from flankspeed.lab.study.report.shown import Shown, folded
from flankspeed.lab.study.report.style import INK, LINES, ROW, Drawing, left_margin, side_colour


def distributions(shown: Shown, name: str, measures: Sequence[str]) -> str:
    """How figures are spread in each cell: all rows of a panel have the same scale."""
    cells = shown.pictured
    labels = [folded(summary.label, 34) for summary, _ in cells]
    high = (len(measures) + 1) // 2
    lines = max(1 + label.count("\n") for label in labels)
    panel = 0.75 + max(ROW, 0.17 * lines) * len(cells)
    with Drawing(high * panel + 0.2) as drawing:
        grid = drawing.figure.subplots(high, 2, squeeze=False)
        for number, axes in enumerate(grid.flat):
            if number >= len(measures):
                axes.set_visible(False)
                continue
            measure = measures[number]
            spread = [each.distributions.get(measure) for _, each in cells]
            most = max((max(each.shares) for each in spread if each), default=1.0)
            for row, each in enumerate(spread):
                if each:
                    _ridge(axes, row, each, most)
            axes.set_title(shown.measure(measure), fontsize=9)
            if len(spread[0].edges if spread[0] else []) <= 25:
                axes.locator_params(axis="x", integer=True, nbins=8)
            axes.set_yticks(range(len(cells)), labels if number % 2 == 0 else [""] * len(cells))
            axes.set_ylim(len(cells) - 0.45, -0.75)
            axes.tick_params(length=0)
            axes.spines["left"].set_visible(False)
        drawing.figure.subplots_adjust(
            left=left_margin(labels),
            right=0.98,
            wspace=0.06,
            hspace=0.62 / (panel - 0.62),
            top=1 - 0.3 / (high * panel + 0.2),
            bottom=0.35 / (high * panel + 0.2),
        )
    about = "; ".join(shown.measure(measure) for measure in measures)
    return drawing.svg(name, "How it is spread, by cell", f"{about}: the table has the figures.")


def _ridge(axes: Any, row: int, spread: Distribution, most: float) -> None:
    """A histogram that stands on its row, and the mean."""
    tops = [row + 0.36 - 0.78 * share / most for share in spread.shares]
    axes.stairs(
        tops, spread.edges, baseline=row + 0.36, fill=True, color=LINES[0], alpha=0.45, linewidth=0
    )
    axes.plot([spread.mean] * 2, [row - 0.1, row + 0.36], color=INK, linewidth=1.4)


def lengths(shown: Shown) -> str:
    """How long games are."""
    return distributions(shown, "lengths", LENGTHS)


def turns(shown: Shown, kind: str) -> str:
    """Strength or score of each side, turn by turn, a panel for each cell."""
    cells = [each for each in shown.pictured if each[1].turns][:12]
    columns = min(3, len(cells))
    high = -(-len(cells) // columns)
    height = 0.5 + 1.75 * high
    with Drawing(height) as drawing:
        grid = drawing.figure.subplots(high, columns, squeeze=False, sharey=True)
        for number, axes in enumerate(grid.flat):
            if number >= len(cells):
                axes.set_visible(False)
                continue
            summary, found = cells[number]
            for side, colour in ((side, side_colour(n)) for side, n in shown.numbers.items()):
                _line(axes, [t.measures.get(kind + side) for t in found.turns], colour, shown, side)
            names = [turn.turn for turn in found.turns]
            room = max(2, 110 // columns // (max(map(len, names)) + 2))
            every = -(-len(names) // room)
            axes.set_xticks(range(0, len(names), every), names[::every], fontsize=7)
            axes.set_title(folded(summary.label, 38), fontsize=8)
            axes.grid(axis="y")
        grid[0][0].legend(fontsize=7, loc="best", handlelength=1.2)
        drawing.figure.subplots_adjust(
            left=0.06,
            right=0.98,
            wspace=0.08,
            hspace=0.55,
            top=1 - 0.42 / height,
            bottom=0.3 / height,
        )
    title = shown.found.strength if kind == "strength." else "Score, from -1 (lost) to 1 (won)"
    return drawing.svg(f"turns-{kind[:-1]}", title, "By turn; the table has the figures.")


def _line(
    axes: Any, means: Sequence[Estimate | None], colour: str, shown: Shown, side: str
) -> None:
    at = [(place, mean) for place, mean in enumerate(means) if mean is not None]
    if not at:
        return
    places = [place for place, _ in at]
    axes.fill_between(
        places,
        [mean.low for _, mean in at],
        [mean.high for _, mean in at],
        color=colour,
        alpha=0.22,
        linewidth=0,
    )
    style = "-" if shown.numbers[side] == 0 else "--"
    axes.plot(places, [mean.mean for _, mean in at], style, color=colour, label=shown.side(side))
