"""The panel beside the board: what has become of planes and ship, and what the signs mean."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from flankspeed.engine.show.picture import fine
from flankspeed.engine.show.svg import (
    ALARM,
    FAINT,
    GREY,
    INK,
    Style,
    at,
    box,
    circle,
    group,
    line,
    text,
    title,
)
from flankspeed.games.kamikaze.data.board import SECTIONS
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import RANGES
from flankspeed.games.kamikaze.data.planes import (
    FATES,
    FLYING,
    GROUP_NAMES,
    KAMIKAZES,
    LOST,
    THROUGH,
)
from flankspeed.games.kamikaze.show.picture.counters import (
    AIRCRAFT,
    CELL,
    DASHES,
    LETTERS,
    name_tag,
    plane_title,
    ship,
    silhouette,
)
from flankspeed.games.kamikaze.show.view import BoardView, MountView, PlaneView

WIDTH = 300
_ROWS = {1: 33, 2: 22}  # the height of a plane's row, by phase
_PLAN = 3.7  # the plan of the ship, so many times as large as on the board
_LISTS = 118  # where the lists of mounts begin, right of the plan,
_IDS = 54  # and where in them the mounts do, right of their type
_DIVE_WORDS = {
    FATES[FLYING]: "diving",
    FATES[THROUGH]: "waits to dive",
    FATES[LOST]: "lost before the dives",
}


class _Column:
    """Lines written one below the other."""

    def __init__(self) -> None:
        self.y = 0.0
        self.parts: list[str] = []

    def heading(self, words: str, note: str = "") -> None:
        """A heading with a rule below it, and a note at its right end."""
        self.y += 14
        self.parts.append(text(words, 0, self.y, font_size=15, font_weight="bold"))
        if note:
            self.parts.append(_note(note, self.y))
        self.parts.append(line(0, self.y + 6, WIDTH, self.y + 6, stroke=GREY, stroke_width=0.8))
        self.y += 13

    def add(self, part: str, height: float) -> None:
        """A piece drawn round its own origin, so many units high."""
        self.parts.append(group([part], transform=at(0, self.y)))
        self.y += height


def _note(words: str, y: float) -> str:
    return text(words, WIDTH, y, font_size=LETTERS, fill=FAINT, text_anchor="end")


def panel(view: BoardView, options: Collection[str]) -> str:
    """The whole panel of the phase."""
    column = _Column()
    if view.dives:
        _damage(column, view)
        _dive(column, view)
        _planes(column, view, GROUP_NAMES[KAMIKAZES], options)
        _mounts(column, view, options)
    else:
        for kind in GROUP_NAMES:
            _planes(column, view, kind, options)
    _legend(column, view.phase)
    return group(column.parts, class_="panel", fill=INK, font_size=LETTERS)


def _planes(column: _Column, view: BoardView, kind: str, options: Collection[str]) -> None:
    """A group of planes, one row each."""
    column.heading(kind[0].upper() + kind[1:], AIRCRAFT[kind])
    for plane in view.planes_of(kind):
        left = view.mp if plane.name == view.active else None
        words, height = _fate_words(view, plane.fate), _ROWS[view.phase]
        column.add(_plane_row(plane, words, left, plane.place in options, height), height)
    column.y += 8


@lru_cache(maxsize=1024)  # of one picture and the next most are the same
def _plane_row(plane: PlaneView, words: str, left: int | None, option: bool, height: int) -> str:
    """A plane's fate; it carries the plane's id while the plane is not on the board.

    `left` are the MP of the plane that moves; `option` says that the plane may be chosen.
    """
    middle = height / 2
    parts = [title(plane_title(plane, f", {words}"))]
    names = ["row"]
    if left is not None:
        names.append("active")
        words = f"{words}, {left} MP left"
        parts.append(box(-5, 1.5, WIDTH + 10, height - 3, rx=4, fill="#fff", stroke=INK))
    if option and not plane.square:
        names.append("option")
        parts.append(box(-5, 1.5, WIDTH + 10, height - 3, rx=4, **DASHES))
    shape = group([silhouette(plane.group)], transform=f"{at(46, middle)} scale({height / 37:.2f})")
    parts += [shape, name_tag(plane, 1, middle - 8)]
    if plane.gone:
        names.append("gone")
        cross = line(36, middle - 7, 56, middle + 7) + line(56, middle - 7, 36, middle + 7)
        struck = text(words, 68, middle + 5, text_decoration="line-through")
        faded = group(parts[1:], opacity=0.5)
        parts = [parts[0], faded, group([cross], stroke=ALARM, stroke_width=1.6), struck]
    else:
        parts.append(text(words, 68, middle + 5))
    if plane.square:
        parts.append(_note(plane.where, middle + 5))
    return group(parts, id=None if plane.square else plane.place, class_=" ".join(names))


def _fate_words(view: BoardView, fate: str) -> str:
    if view.dives and fate == FATES[THROUGH] and view.result:
        return "had not dived yet"
    return _DIVE_WORDS.get(fate, fate) if view.dives else fate


def _boxes(filled: int, total: int, size: float, crossed: bool) -> str:
    """A track of boxes, the first ones marked: crossed out, or filled in."""
    step = min(size + 4, WIDTH / total)
    side = step - 3
    parts = []
    for i in range(total):
        x, marked = i * step + 1, i < filled
        fill = "#fff" if crossed or not marked else "#8fb0c6"
        parts.append(box(x, 0, side, side, rx=2, fill=fill, stroke=FAINT, stroke_width=0.9))
        if crossed and marked:
            pen: Style = {"stroke": ALARM, "stroke_width": 2.2, "stroke_linecap": "round"}
            near, far = 3, side - 3
            parts.append(line(x + near, near, x + far, far, **pen))
            parts.append(line(x + far, near, x + near, far, **pen))
    return group(parts)


def _damage(column: _Column, view: BoardView) -> None:
    damage = view.ship.damage
    column.heading("Damage to the ship", f"{damage} of {SINKING_DAMAGE}")
    column.add(_boxes(damage, SINKING_DAMAGE, 22, crossed=True), 31)


def _dive(column: _Column, view: BoardView) -> None:
    """The dive under way: hits taken, points left, and the fire it flies into."""
    if view.active:
        column.heading(f"{view.active} dives", f"from entry point {view.entry}")
    else:
        column.heading("No dive under way")
    dice = "–" if view.under_fire is None else f"{view.under_fire} dice"
    column.add(text("Hits", 0, 11) + _note(f"{view.hits} of {HITS_TO_DESTROY}", 11), 16)
    column.add(_boxes(view.hits, HITS_TO_DESTROY, 14, crossed=True), 20)
    column.add(text("MP left", 0, 11) + _note(f"{view.mp} of {DIVE_MP}", 11), 16)
    column.add(_boxes(view.mp, DIVE_MP, 14, crossed=False), 20)
    column.add(text("Guns that bear on it", 0, 12) + _note(dice, 12), 22)


def _mounts(column: _Column, view: BoardView, options: Collection[str]) -> None:
    """A plan of the ship, and its mounts by section beside it."""
    mounts, length = view.ship.mounts, len(SECTIONS) * CELL * _PLAN
    whole = sum(not mount.destroyed for mount in mounts)
    column.heading("Guns", f"{whole} of {len(mounts)} mounts")
    plan = group(
        [ship(view.ship, options, ids=False)],
        transform=f"{at(54, length / 2)} scale({_PLAN})",
    )
    lists = [
        group([_mount_list(mounts, name)], transform=at(_LISTS, (i + 0.18) * CELL * _PLAN))
        for i, name in enumerate(SECTIONS)
    ]
    column.add(plan + "".join(lists), length + 8)


def _mount_list(mounts: Sequence[MountView], section: str) -> str:
    """The mounts of a section by type, lost ones struck out; set smaller if they are many."""
    wide = max([26, *(9 * len(mount.id) + 8 for mount in mounts)])
    per_row = max((WIDTH - _LISTS - _IDS) // wide, 1)
    rows: list[tuple[str, list[MountView]]] = []
    for gun_type in RANGES:
        alike = [m for m in mounts if m.section == section and m.type == gun_type]
        for start in range(0, len(alike), per_row):
            rows.append(("" if start else gun_type, alike[start : start + per_row]))
    step = min(18, 0.78 * CELL * _PLAN / max(len(rows), 1))
    parts = [text(section, 0, 0, font_weight="bold", fill=FAINT, font_size=LETTERS)]
    for y, (gun_type, alike) in enumerate(rows, 1):
        if gun_type:
            parts.append(text(gun_type, 0, y * step, fill=FAINT))
        for x, mount in enumerate(alike):
            lost: Style = {"fill": FAINT, "text_decoration": "line-through"}
            style: Style = lost if mount.destroyed else {}
            parts.append(text(mount.id, _IDS + wide * x, y * step, **style))
    size = min(LETTERS, step * 0.85)
    return group(parts, **(fine(size) if size < LETTERS else {"font_size": size}))


def _legend(column: _Column, phase: int) -> None:
    """What the signs on the board mean."""
    column.heading("Signs")
    ring = circle(10, 9, 7, fill="#fff", stroke=INK, stroke_width=1.6)
    entries = [(ring, "the plane that moves")]
    entries.append((box(3, 2, 14, 14, rx=3, **DASHES), "may be chosen now"))
    trail = line(2, 12, 18, 6, stroke=INK) + circle(2, 12, 2.4, fill="#fff", stroke=INK)
    entries.append((trail + circle(18, 6, 1.6, fill=INK), "last flight, from the ring"))
    if phase == 1:
        left = text("3", 2, 14, fill="#3f6c8a")
        stop = circle(19, 9, 6, fill="none", stroke="#5b86a3", stroke_width=1.2)
        entries.append((left + stop, "MP left there; it can stop there"))
    if phase == 2:
        entries.append((text("7", 6, 14, fill=FAINT), "dice that fire on a square"))
    for sign, words in entries:
        column.add(sign + text(words, 28, 14), 20)
