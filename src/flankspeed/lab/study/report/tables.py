"""The tables of a report: all that pictures show, and more."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import islice

from flankspeed.lab.study.measures import LENGTHS
from flankspeed.lab.study.report.effects import Effect
from flankspeed.lab.study.report.findings import Distribution
from flankspeed.lab.study.report.shown import Shown

_TURNS = 24  # columns of a table


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column names the rows; a cell that begins with ! stands out."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{_named(row[0])}{''.join(map(_cell, row[1:]))}</tr>\n" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead>\n"
        f"<tbody>{body}</tbody></table></div>\n"
    )


def _named(name: str) -> str:
    return f'<th scope="row">{escape(name)}</th>'


def _cell(text: str) -> str:
    if text.startswith("!"):
        return f'<td class="clear">{escape(text[1:])}</td>'
    return f"<td>{escape(text)}</td>"


def folded_away(title: str, contents: str) -> str:
    """Something that is there for those who open it."""
    return f"<details><summary>{escape(title)}</summary>{contents}</details>\n"


def outcomes(shown: Shown) -> str:
    """How games of every cell end."""
    names = list(shown.found.summary.cells[0].win_rates)
    some = [name for name in names if any(cell.wins[name] for cell, _ in shown.cells)]
    winners = [ending.winner for ending in shown.found.endings]
    several = [number for number, winner in enumerate(winners) if winners.count(winner) > 1]
    ends = [shown.found.endings[number] for number in several]
    rows = [
        [
            cell.label,
            str(cell.games),
            *(shown.share(cell.win_rates[name]) for name in some if cell.win_rates),
            *(f"{found.endings[number]:.1%}" for number in several),
        ]
        for cell, found in shown.cells
    ]
    heads = [f"{shown.side(name)} wins" if name != "draw" else "draw" for name in some]
    return table(
        "Wins with 95 % intervals (Wilson)" + (", and how they were won" if several else ""),
        ["cell", "games", *heads, *map(shown.ending, ends)],
        rows,
    )


def figures(shown: Shown) -> str:
    """The means of figures in every cell."""
    names = [name for name in shown.study.figures if _any(shown, name)]
    rows = [
        [
            cell.label,
            *(
                shown.value(f"figure.{name}", cell.figures[name]) if name in cell.figures else "-"
                for name in names
            ),
        ]
        for cell, _ in shown.cells
    ]
    return table("Means with 95 % intervals", ["cell", *names], rows)


def _any(shown: Shown, name: str) -> bool:
    return any(name in cell.figures for cell, _ in shown.cells)


def effects(shown: Shown, found: Sequence[Effect], measures: Sequence[str]) -> str:
    """What each level changes."""
    rows = [
        [
            f"{each.title}: {each.word}",
            each.base,
            str(each.games),
            *(_difference(shown, each, measure) for measure in measures),
        ]
        for each in found
    ]
    names = [shown.measure(measure) for measure in measures]
    caption = "Differences with 95 % intervals, game by game; marked: the interval leaves 0 out"
    return table(caption, ["level", "instead of", "pairs", *names], rows)


def _difference(shown: Shown, effect: Effect, measure: str) -> str:
    estimate = effect.measures.get(measure)
    if estimate is None:
        return "-"
    clear = estimate.low > 0 or estimate.high < 0
    return ("!" if clear else "") + shown.value(measure, estimate, signed=True)


def differences(shown: Shown, effect: Effect, measures: Sequence[str]) -> str:
    """The same in each combination of everything else."""
    rows = []
    for each in effect.differences:
        row = [each.where or "-", str(each.games)]
        for measure in measures:
            estimate = each.measures.get(measure)
            clear = estimate is not None and (estimate.low > 0 or estimate.high < 0)
            text = shown.value(measure, estimate, signed=True) if estimate else "-"
            row.append(("!" if clear else "") + text)
        rows.append(row)
    names = [shown.measure(measure) for measure in measures]
    caption = f"{effect.title}: {effect.word} instead of {effect.base}"
    return table(caption, ["where", "pairs", *names], rows)


def spread(shown: Shown, measure: str) -> str:
    """How a measure is spread in every cell."""
    rows = [
        [cell.label, *_quantiles(each)]
        for cell, found in shown.cells
        if (each := found.distributions.get(measure))
    ]
    head = ["cell", "games", "mean", "5 %", "25 %", "median", "75 %", "95 %"]
    return table(f"How {shown.measure(measure)} are spread", head, rows)


def _quantiles(spread: Distribution) -> list[str]:
    return [str(spread.games), f"{spread.mean:.2f}", *(f"{each:.4g}" for each in spread.quantiles)]


def lengths(shown: Shown) -> str:
    """Decisions and throws of a game, and the time it takes."""
    rows = []
    for cell, found in shown.cells:
        row = [cell.label]
        for measure in LENGTHS:
            each = found.distributions.get(measure)
            row += (
                [f"{each.mean:.1f}", f"{each.quantiles[0]:.0f} to {each.quantiles[-1]:.0f}"]
                if each
                else ["-", "-"]
            )
        rows.append(row)
    head = ["cell", "decisions", "of 90 % of games", "throws", "of 90 % of games"]
    return table("How long games are, on average and mostly", head, rows)


def turns(shown: Shown, kind: str) -> str:
    """Strength or score by turn, for every cell that was watched."""
    parts = []
    for cell, found in shown.cells:
        if not found.turns:
            continue
        every = -(-len(found.turns) // _TURNS)
        chosen = list(islice(found.turns, 0, None, every))
        rows = [["games under way", *(str(turn.going) if turn.going else "-" for turn in chosen)]]
        for side in shown.sides:
            means = [turn.measures.get(kind + side) for turn in chosen]
            if any(means):
                rows.append([shown.side(side), *(f"{m.mean:.2f}" if m else "-" for m in means)])
        parts.append(table(cell.label, ["", *(turn.turn for turn in chosen)], rows))
    return "".join(parts)
