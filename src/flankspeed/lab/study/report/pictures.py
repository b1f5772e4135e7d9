"""Pictures with a row for each cell or effect: how games end, and what levels change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flankspeed.lab.statistics import Estimate
from flankspeed.lab.study.measures import WINS
from flankspeed.lab.study.report.effects import Effect
from flankspeed.lab.study.report.findings import DRAW
from flankspeed.lab.study.report.shown import Shown, folded
from flankspeed.lab.study.report.style import (
    GRID,
    INK,
    LINES,
    PAPER,
    ROW,
    SOFT,
    Drawing,
    left_margin,
    legend,
    side_colour,
)

_MARGIN = 0.9  # inches above and below the rows of a picture
_SHADES = (1.0, 0.62, 0.38, 0.24)  # of the colour of a side, for its ways to win


def _rows(axes: Any, labels: Sequence[str], height: float) -> None:
    """A row for each label, the first on top, with room for a heading."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.figure.subplots_adjust(top=1 - 0.4 / height, bottom=0.5 / height)


def outcomes(shown: Shown) -> str:
    """How games of each cell end, with the interval of the share that one side wins."""
    cells = shown.pictured
    labels = [folded(summary.label) for summary, _ in cells]
    height = _MARGIN + 0.25 + sum(max(ROW, 0.17 * (1 + label.count("\n"))) for label in labels)
    with Drawing(height) as drawing:
        axes = drawing.figure.subplots()
        endings = shown.found.endings
        lefts = [0.0] * len(cells)
        for number, ending in enumerate(endings):
            colour, shade = _ending_colour(shown, number)
            shares = [100 * each.endings[number] for _, each in cells]
            axes.barh(
                range(len(cells)),
                shares,
                left=lefts,
                height=0.62,
                color=colour,
                alpha=shade,
                label=shown.ending(ending),
                linewidth=0,
            )
            lefts = [left + share for left, share in zip(lefts, shares, strict=True)]
        for row, (summary, _) in enumerate(cells):
            if summary.win_rates:
                _whisker(axes, row, summary.win_rates[shown.study.side], 100.0)
        _rows(axes, labels, height)
        axes.set_xlim(0, 100)
        axes.set_xlabel("per cent of all games")
        legend(drawing, [axes], [shown.ending(each) for each in endings])
        drawing.figure.subplots_adjust(left=left_margin(labels), right=0.98)
    side = shown.side(shown.study.side)
    about = "; ".join(
        f"{summary.label}: {side} {shown.share(summary.win_rates[shown.study.side])}"
        for summary, _ in cells
        if summary.win_rates
    )
    return drawing.svg("outcomes", "How games end, by cell", about)


def _ending_colour(shown: Shown, number: int) -> tuple[str, float]:
    """The colour of the winner, paler for each further way to win."""
    ending = shown.found.endings[number]
    earlier = sum(each.winner == ending.winner for each in shown.found.endings[:number])
    shade = _SHADES[min(earlier, len(_SHADES) - 1)]
    return (
        (GRID, 1.0) if ending.winner == DRAW else (side_colour(shown.numbers[ending.winner]), shade)
    )


def _whisker(axes: Any, row: float, rate: Estimate, times: float, colour: str = INK) -> None:
    """An interval, with an edge that tells it from what lies below."""
    ends = [times * rate.low, times * rate.high]
    axes.plot(ends, [row, row], color=PAPER, linewidth=3.4, solid_capstyle="butt")
    axes.plot(ends, [row, row], color=colour, linewidth=1.4, solid_capstyle="butt")
    for end in ends:
        axes.plot([end, end], [row - 0.14, row + 0.14], color=colour, linewidth=1.4)


def all_cells(shown: Shown) -> str:
    """The share that one side wins in every cell; the levels of one factor share a row."""
    varied = shown.study.varied
    hue = next(
        (factor for factor in varied if factor.name.startswith("bot") and len(factor.levels) < 7),
        min(varied, key=lambda factor: len(factor.levels)),
    )
    rows: dict[str, dict[str, Estimate]] = {}
    for summary, _ in shown.cells:
        if summary.win_rates:
            rate = summary.win_rates[shown.study.side]
            label = shown.study.label(summary.levels, without=hue.name)
            rows.setdefault(label, {})[summary.levels[hue.name]] = rate
    labels = [folded(label) for label in rows]
    height = _MARGIN + 0.25 + len(rows) * (0.12 + 0.13 * len(hue.levels))
    with Drawing(height) as drawing:
        axes = drawing.figure.subplots()
        for number, level in enumerate(hue.levels):
            colour, marker = LINES[number % len(LINES)], "osD^vP"[number % 6]
            offset = (number - (len(hue.levels) - 1) / 2) * 0.7 / len(hue.levels)
            at = [(row, found[level]) for row, found in enumerate(rows.values()) if level in found]
            for row, rate in at:
                axes.plot(
                    [100 * rate.low, 100 * rate.high],
                    [row + offset] * 2,
                    color=colour,
                    linewidth=1.2,
                )
            axes.plot(
                [100 * rate.mean for _, rate in at],
                [row + offset for row, _ in at],
                marker,
                color=colour,
                markersize=4.5,
                label=hue.word(level),
            )
        _rows(axes, labels, height)
        axes.set_xlabel(f"per cent of games that the {shown.side(shown.study.side)} wins")
        legend(drawing, [axes], [hue.word(level) for level in hue.levels])
        drawing.figure.subplots_adjust(left=left_margin(labels), right=0.98)
    about = (
        f"All {len(shown.cells)} cells; {hue.title} by colour and mark. The table has the figures."
    )
    return drawing.svg("cells", "Wins in every cell", about)


def effects(shown: Shown, name: str, found: Sequence[Effect], measures: Sequence[str]) -> str:
    """What each level changes: a panel for each measure, the same rows in all."""
    labels = [folded(f"{each.title}: {each.word}") for each in found]
    height = _MARGIN + sum(max(ROW, 0.17 * (1 + label.count("\n"))) for label in labels)
    with Drawing(height) as drawing:
        panels = drawing.figure.subplots(1, len(measures), squeeze=False, sharey=True)[0]
        for axes, measure in zip(panels, measures, strict=True):
            times = 100.0 if measure.startswith(WINS) else 1.0
            axes.axvline(0, color=SOFT, linewidth=0.9)
            for row, effect in enumerate(found):
                _effect(axes, row, effect, measure, times)
            _rows(axes, labels, height)
            axes.set_title(folded(shown.measure(measure), 72 // len(measures)), fontsize=9)
            axes.set_xlabel("points" if times > 1 else "", fontsize=8)
            axes.locator_params(axis="x", nbins=7 - len(measures))
        # Numbers at the ends of neighbouring scales must not run into each other.
        drawing.figure.subplots_adjust(left=left_margin(labels), right=0.98, wspace=0.24)
    about = "; ".join(
        f"{each.title} {each.word}: {shown.value(shown.main, each.measures[shown.main], True)}"
        for each in found
        if shown.main in each.measures
    )
    return drawing.svg(name, "Differences to the base, with 95 % intervals", about)


def _effect(axes: Any, row: int, effect: Effect, measure: str, times: float) -> None:
    """The average with its interval; below it, small, what it is made of."""
    if len(effect.differences) > 1:
        parts = [
            each.measures[measure].mean for each in effect.differences if measure in each.measures
        ]
        axes.plot(
            [times * part for part in parts],
            [row + 0.3] * len(parts),
            "|",
            color=SOFT,
            markersize=5,
            markeredgewidth=0.8,
        )
    if measure in effect.measures:
        estimate = effect.measures[measure]
        clear = estimate.low > 0 or estimate.high < 0
        colour = LINES[1] if clear else SOFT
        axes.plot(
            [times * estimate.low, times * estimate.high], [row, row], color=colour, linewidth=2.0
        )
        axes.plot(
            times * estimate.mean,
            row,
            "o",
            color=colour,
            markersize=5.5,
            markerfacecolor=colour if clear else PAPER,
        )
