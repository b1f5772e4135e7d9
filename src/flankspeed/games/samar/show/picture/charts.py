"""The charts a player looks at most, below the order of battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flankspeed.engine.show.svg import Style, at, group, text
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import COLUMNS, CRITICAL, FIGURES
from flankspeed.games.samar.show.picture.parts import DIM, Column

_ROW = 14
_FACES = 6
_INKS = {"waterline": "#8fc7f2", "fire": "#ffab40", "catastrophic": "#ff5a45"}
_TITLES = {"high": "high arc", "low": "low arc", "torpedo": "torpedo", "other": "other"}


@lru_cache(maxsize=16)
def quick_charts(charts: Charts, width: float) -> tuple[str, float]:
    """Firing, damage and critical hits with the figures of this game, and how high they are."""
    firing, damage, panic = FIGURES.firing, FIGURES.damage, FIGURES.panic
    column, half = Column(width), width / 2
    column.heading("Firing throw", f"hit on {firing.hit_at_least}+")
    column.add(_entries(_firer(charts), half - 12), 0)
    right = group([_entries(_target(), half - 12)], transform=at(half + 12, 0))
    column.add(right, _ROW * 8 + 4)
    note = f"panic over {panic.ijn} (IJN), {panic.usn} (USN)"
    column.heading(f"Damage throw: critical on {damage.critical_at_least}+", note)
    column.add(_across(_weights(), width), _ROW + 6)
    column.heading("Critical hit throw")
    column.add(_critical(width), _ROW * (_FACES + 1) + 8)
    return column.drawn("charts"), column.y


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\u2212")


def _firer(charts: Charts) -> list[tuple[str, str]]:
    firing, point_blank = FIGURES.firing, FIGURES.ranges.point_blank
    return [
        ("target in the broadside arc", _signed(firing.broadside)),
        ("firer cruising", _signed(firing.cruise)),
        ("firer slowed or at flank", _signed(firing.flank)),
        ("firer evading", _signed(firing.evading)),
        (f"range over {firing.far_beyond}, no radar", _signed(firing.far)),
        (f"point blank, up to {point_blank}", _signed(charts.options.point_blank_dice)),
        ("close range", _signed(firing.close)),
        ("extended range", _signed(firing.extended)),
    ]


def _target() -> list[tuple[str, str]]:
    firing, torpedo = FIGURES.firing, FIGURES.torpedo
    return [
        ("target shows her broadside", _signed(firing.target_broadside)),
        ("each other ship in her hex", _signed(firing.crowd)),
        ("target slowed", _signed(firing.target_slowed)),
        ("target evading", "\u2212M"),
        ("each smoke or fire, no radar", _signed(firing.smoke)),
        ("torpedoes: range", str(torpedo.range)),
        ("torpedoes: weight", str(torpedo.weight)),
    ]


def _weights() -> list[tuple[str, str]]:
    damage = FIGURES.damage
    return [
        ("W < A", _signed(damage.weaker)),
        ("W = A", _signed(damage.equal)),
        ("W > A", _signed(damage.stronger)),
        ("W \u2265 2A", _signed(damage.double)),
    ]


def _entries(entries: Sequence[tuple[str, str]], width: float) -> str:
    parts = []
    for i, (words, value) in enumerate(entries):
        y = 11 + i * _ROW
        parts.append(text(words, 0, y, fill=DIM))
        parts.append(text(value, width, y, text_anchor="end", font_weight="bold"))
    return group(parts, font_size=11)


def _across(entries: Sequence[tuple[str, str]], width: float) -> str:
    step = width / len(entries)
    parts = [
        text(words, i * step, 11, fill=DIM) + text(value, i * step + 48, 11, font_weight="bold")
        for i, (words, value) in enumerate(entries)
    ]
    return group(parts, font_size=11)


def _critical(width: float) -> str:
    """The results of the die by column."""
    step = (width - 30) / len(COLUMNS)
    head: Style = {"fill": DIM, "font_style": "italic"}
    parts = [text(_TITLES[name], 30 + i * step, 10, **head) for i, name in enumerate(COLUMNS)]
    for face in range(1, _FACES + 1):
        y = 10 + face * _ROW
        parts.append(text(str(face), 8, y, font_weight="bold"))
        for i in range(len(COLUMNS)):
            result = CRITICAL.at(face, i)
            parts.append(text(result, 30 + i * step, y, fill=_INKS[result]))
    return group(parts, font_size=11)
