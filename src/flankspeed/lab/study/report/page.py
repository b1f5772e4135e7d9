"""The page of a report: one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from flankspeed.lab.study.measures import FIGURE, LENGTHS
from flankspeed.lab.study.report import panels, pictures, tables, words
from flankspeed.lab.study.report.effects import Effect
from flankspeed.lab.study.report.findings import Findings
from flankspeed.lab.study.report.shown import Shown
from flankspeed.lab.study.report.style import css
from flankspeed.lab.study.report.turns import SCORE, STRENGTH
from flankspeed.lab.study.study import Study

_FIGURES = 3  # that have a panel beside the wins
_SPREAD = 6  # whose spread has a picture


def page(study: Study, found: Findings) -> str:
    """All of it as HTML."""
    shown = Shown(study, found)
    sections = [
        section
        for section in _sections(shown)
        if section[2]  # else there is nothing to say
    ]
    links = " ".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections)
    body = "".join(
        f'<section><h2 id="{name}">{title}</h2>\n{contents}</section>\n'
        for name, title, contents in sections
    )
    sheet = (files("flankspeed.lab.study.report") / "page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(study.name)}</title>\n<style>\n{css(shown.sides)}{sheet}</style>\n</head>\n"
        f'<body>\n<header><p class="soft">{escape(shown.game.title)}: a study</p>\n'
        f"<h1>{escape(study.name)}</h1>\n{_paragraphs(study.about)}<nav>{links}</nav></header>\n"
        f"<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _sections(shown: Shown) -> Iterator[tuple[str, str, str]]:
    """The id, the title and the contents of each."""
    yield "short", "In short", _list(words.in_short(shown))
    yield "outcomes", "How games end", _outcomes(shown)
    options, others = words.options_only(shown.found.effects)
    yield "options", "Which options matter most", _effects(shown, "options", options)
    yield "others", "Scenarios and bots", _effects(shown, "others", others)
    yield "figures", "Figures", _figures(shown)
    yield "length", "How long games are", _lengths(shown)
    yield "turns", "Turn by turn", _turns(shown)
    yield "method", "How it was done", _method(shown)


def _outcomes(shown: Shown) -> str:
    if not shown.found.endings:
        return ""
    side = shown.side(shown.study.side)
    drawn = _figure(
        pictures.outcomes(shown),
        f"The line with ends is the 95 % interval of what the {side} wins.{shown.left_out}",
    )
    if shown.left_out:
        drawn += _figure(pictures.all_cells(shown), "Every cell, with 95 % intervals.")
    return drawn + _perhaps_folded(shown, tables.outcomes(shown))


def _perhaps_folded(shown: Shown, table: str) -> str:
    """A table of all cells, which is long where pictures leave some out."""
    return tables.folded_away("All cells as a table", table) if shown.left_out else table


def _effects(shown: Shown, name: str, found: list[Effect]) -> str:
    """Those that change most first: picture, table, and where else they were tried."""
    if not found:
        return ""
    ranked = words.by_size(shown, found)
    figures = [FIGURE + each for each in shown.study.figures]
    measures = [shown.main, *figures]
    changed = [name for name in figures if any(_changes(each, name) for each in ranked)]
    drawn = _figure(
        pictures.effects(shown, name, ranked, [shown.main, *changed[:_FIGURES]]),
        "What each level changes against the one it stands instead of, game by game: the mean with "
        "its 95 % interval, filled where that leaves 0 out. Thin strokes are the single "
        "combinations of whatever else varies.",
    )
    parts = [drawn, tables.effects(shown, ranked, [*measures, *LENGTHS])]
    several = [each for each in ranked if len(each.differences) > 1]
    for each in several:
        title = f"{each.title}: {each.word}, in each combination of the rest"
        parts.append(tables.folded_away(title, tables.differences(shown, each, measures)))
    return "".join(parts)


def _changes(effect: Effect, measure: str) -> bool:
    """Whether a measure differs in any game."""
    estimate = effect.measures.get(measure)
    return estimate is not None and estimate.low < estimate.high


def _figures(shown: Shown) -> str:
    names = [FIGURE + name for name in shown.study.figures]
    known = [name for name in names if any(name in each.distributions for _, each in shown.cells)]
    if not known:
        return ""
    # What never changes needs no picture.
    spread = [
        name
        for name in known
        if any(
            len(each.distributions[name].shares) > 1
            for _, each in shown.cells
            if name in each.distributions
        )
    ]
    drawn = ""
    if spread:
        drawn = _figure(
            panels.distributions(shown, "spread", spread[:_SPREAD]),
            "How often each value comes, and the mean (stroke); all rows of a panel have one "
            f"scale.{shown.left_out}",
        )
    more = "".join(tables.spread(shown, name) for name in known)
    listed = _perhaps_folded(shown, tables.figures(shown))
    return drawn + listed + tables.folded_away("How each figure is spread", more)


def _lengths(shown: Shown) -> str:
    if not any(found.distributions for _, found in shown.cells):
        return ""
    drawn = _figure(
        panels.lengths(shown),
        "Decisions of all seats, and throws of dice, in a game; the stroke is the mean."
        + shown.left_out,
    )
    return drawn + _perhaps_folded(shown, tables.lengths(shown))


def _turns(shown: Shown) -> str:
    parts = []
    for kind, about in (
        (STRENGTH, f"{shown.found.strength}: means with 95 % intervals."),
        (SCORE, "How the sides stand, from -1 (lost) to 1 (won): means with 95 % intervals."),
    ):
        if any(kind in name for _, each in shown.cells for t in each.turns for name in t.measures):
            caption = f"{about} A game that is over stays as it ended.{shown.left_out}"
            parts.append(_figure(panels.turns(shown, kind), caption))
            parts.append(tables.folded_away("As tables", tables.turns(shown, kind)))
    return "".join(parts)


def _method(shown: Shown) -> str:
    study, found = shown.study, shown.found
    by = study.versions
    facts = {
        "Game": f"{shown.game.title} (rules {by.rules}, files {by.files})",
        "Games": f"{found.summary.games} in {len(shown.cells)} cells, seed {study.seed}",
        "By": f"Flank Speed {by.flankspeed}, Python {by.python}",
        "Work": f"{found.seconds / 60:.1f} minutes of one processor",
        "Results": found.summary.hash,
    }
    listed = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    return (
        f"{_list(words.methods(shown))}<dl>{listed}</dl>\n"
        f"<h3>The command that makes it again</h3>\n<pre>{escape(found.command)}</pre>\n"
        f"<h3>{escape(study.file)}</h3>\n<pre>{escape(study.text.strip())}</pre>\n"
    )


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>\n"


def _list(sentences: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in sentences)}</ul>\n"


def _paragraphs(text: str) -> str:
    parts = [" ".join(part.split()) for part in text.split("\n\n")]
    return "".join(f"<p>{escape(part)}</p>\n" for part in parts if part)
