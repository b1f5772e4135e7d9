"""The panel beside the map: victory, cups, the air box, losses, all ships, and the signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from flankspeed.engine.show.svg import Style, at, box, circle, group, line, path, text
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import PHASES, SEATS, TURN
from flankspeed.games.samar.show.picture.attacks import attacks
from flankspeed.games.samar.show.picture.badges import fire, hits, panic, speed_sign, torpedoes
from flankspeed.games.samar.show.picture.charts import quick_charts
from flankspeed.games.samar.show.picture.hulls import DAMAGED, WRECK, hull, plane
from flankspeed.games.samar.show.picture.parts import (
    ALARM,
    DASHES,
    DIM,
    EDGE,
    GREEN,
    LETTERS,
    LIGHT,
    OPTION,
    PANEL,
    WORDS,
    Column,
    Offers,
    emblem,
    thing,
)
from flankspeed.games.samar.show.picture.roster import Roster, roster
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import AirView, BoardView, CupsView, VictoryView

WIDTH = 520
_POINTER = "M-3-5L4 0-3 5Z"
_BOXES = PHASES[:TURN]  # the start of a turn is over before its phases


def panel(
    view: BoardView, charts: Charts, offers: Offers, tips: Mapping[str, str]
) -> tuple[str, float]:
    """The whole panel, and how high it is; `tips` say all of each ship, by place."""
    column = Column(WIDTH)
    _clock(column, view)
    attacks(column, view)
    _victory(column, view)
    _air(column, view, offers)
    _cups(column, view.cups)
    shared = Roster(offers, tips, charts.turns[charts.track.battleships - 1].time)
    for navy in SEATS:
        roster(column, view.fleet(navy), shared)
    column.add(*quick_charts(charts, WIDTH))
    column.add(*_legend())
    return column.drawn("panel"), column.y


# --- The turn ---


def _clock(column: Column, view: BoardView) -> None:
    """The time in large figures, the phases, and how far one can see."""
    parts = [text(view.time, 0, 38, font_size=44, font_weight="bold", letter_spacing=1)]
    parts.append(text(f"turn {view.turn} of {len(view.track)}", 134, 15, fill=DIM))
    sight = f"sighting limit {view.sighting} hexes"
    parts.append(text(sight, 134, 33, font_size=15, font_weight="bold"))
    if view.first:
        first = f"{view.first.upper()} moves first"
        parts.append(text(first, WIDTH, 15, fill=WORDS[view.first], text_anchor="end"))
    for i, name in enumerate(_BOXES):
        here = name == view.phase
        width = WIDTH / len(_BOXES) - 6
        x = i * (WIDTH / len(_BOXES)) + 3
        fill, ink = (OPTION, "#1d1400") if here else (PANEL, DIM)
        parts.append(box(x, 49, width, 20, rx=4, fill=fill, stroke=EDGE))
        style: Style = {"text_anchor": "middle", "fill": ink, "font_weight": "bold"}
        parts.append(text(name, x + width / 2, 63.5, **style))
        if here:
            parts.append(path(_POINTER, transform=at(x + 10, 59), fill=ink))
    column.add(group(parts, class_="clock"), 82)


# --- Victory ---


def _victory(column: Column, view: BoardView) -> None:
    """3.4: the map cleared, armor gone south, armor lost on both sides."""
    stand = view.victory
    note = "map not yet cleared of USN ships"
    if stand.cleared:
        note = f"map cleared at {stand.cleared_at}"
    column.heading("Victory", note)
    column.add(_gauge(stand), 50)
    for navy, armor in (("ijn", stand.ijn_lost), ("usn", stand.usn_lost)):
        column.add(_losses(view.fleet(navy), navy, armor), 26)
    column.y += 6


def _gauge(stand: VictoryView) -> str:
    """Armor that left by the south, against the two limits."""
    least, most = stand.usn_major, stand.ijn_major
    unit = (WIDTH - 112) / most
    x0 = 104
    parts = [
        text("Gone south", 0, 18, font_weight="bold"),
        text("armor", 0, 32, fill=DIM, font_size=LETTERS),
        text(str(stand.exited), 96, 27, font_size=20, font_weight="bold", text_anchor="end"),
    ]
    for i in range(most):
        fill = WORDS["ijn"] if i < stand.exited else PANEL
        rim = WORDS["ijn"] if i == most - 1 else EDGE
        parts.append(box(x0 + i * unit, 10, unit - 2, 16, rx=2, fill=fill, stroke=rim))
    low, high = x0 + least * unit - 1, x0 + most * unit - 2
    style: Style = {"font_size": LETTERS, "fill": DIM}
    parts.append(line(low, 6, low, 30, stroke=LIGHT, stroke_width=1.4))
    parts.append(text(f"USN major up to {least}", x0, 42, **style))
    parts.append(text("points", low + 6, 42, **style))
    parts.append(text(f"IJN major from {most}", high, 42, text_anchor="end", **style))
    return group(parts, class_="exited")


def _losses(fleet: Sequence[ShipView], navy: str, armor: int) -> str:
    """The ships lost, as wrecks in a row, and their armor."""
    lost = [ship for ship in fleet if ship.lost]
    parts = [
        emblem(navy, 7, 12, 1.2),
        text(f"{navy.upper()} lost", 18, 16, font_weight="bold", fill=WORDS[navy]),
        text(str(armor), 92, 18, font_size=16, font_weight="bold", text_anchor="end"),
    ]
    step = min(15, (WIDTH - 110) / max(len(lost), 1))
    for i, ship in enumerate(lost):
        figure = hull(ship.type, navy, WRECK, plain=True)
        where = f"{at(108 + i * step, 12)} scale(.52)"
        parts.append(group([figure], class_="wreck", transform=where))
    if not lost:
        parts.append(text("none", 102, 16, fill=DIM))
    return group(parts, class_="losses")


# --- Cups and air units ---


def _cups(column: Column, cups: CupsView) -> None:
    """What is still to come, by group."""
    column.heading("Still to come")
    counts = [
        ("Center Force cup", cups.center_force, "ijn"),
        ("battleships later", cups.battleships_later, "ijn"),
        ("Center Force to enter", cups.center_force_to_enter, "ijn"),
        ("Taffy 3 to set up", cups.taffy3, "usn"),
        ("Taffy 2 off the map", cups.taffy2, "usn"),
        ("Bombardment cup", cups.bombardment, "usn"),
        ("Bombardment to enter", cups.bombardment_to_enter, "usn"),
    ]
    shown = [item for item in counts if item[1] or item[0].endswith("cup")]
    for i, (words, count, navy) in enumerate(shown):
        x, y = i % 3 * (WIDTH / 3), i // 3 * 24
        column.add(group([_cup(words, count, navy)], transform=at(x, y)), 0)
    column.y += 24 * -(-len(shown) // 3) + 6


def _cup(words: str, count: int, navy: str) -> str:
    shape = "M0 2H24L21 20H3Z" if words.endswith("cup") else "M0 3H24V20H0Z"
    style: Style = {"text_anchor": "middle", "font_weight": "bold", "font_size": 13}
    ink = "#1a1210" if count else DIM
    fill = WORDS[navy] if count else PANEL
    return group(
        [
            path(shape, fill=fill, stroke=WORDS[navy], stroke_linejoin="round"),
            text(str(count), 12, 16, fill=ink, **style),
            text(words, 30, 16, fill=LIGHT if count else DIM, font_size=11.5),
        ],
        class_="cup",
    )


def _air(column: Column, view: BoardView, offers: Offers) -> None:
    """2.2: the box with the air units, each kind with its numbers."""
    note = "a special attack must be placed" if view.special else ""
    column.heading("Air units", note)
    width = (WIDTH - 3 * 8) / 4
    for i, air in enumerate(view.air):
        part = _squadron(air, offers, width)
        column.add(group([part], transform=at(i * (width + 8), 0)), 0)
    column.y += 74


def _squadron(air: AirView, offers: Offers, width: float) -> str:
    navy, ready = air.navy, air.ready
    words = (
        f"{air.name}s: {ready} ready, {air.on_targets} on targets, "
        f"{air.in_cup} to come, {air.spent} spent"
    )
    value = f"{air.dice} W{air.weight}{'D' if air.role == 'dive' else ''}"
    style: Style = {"font_size": LETTERS, "fill": DIM}
    source = "pool" if navy == "ijn" else "cup"
    parts = [
        box(0, 0, width, 64, rx=5, fill=PANEL, stroke=WORDS[navy] if ready else EDGE),
        group([plane(air.kind, navy)], transform=f"{at(22, 24)} scale(1.6)"),
        text(str(ready), 45, 32, font_size=24, font_weight="bold", fill=LIGHT if ready else DIM),
        text(air.kind, width - 8, 16, font_weight="bold", text_anchor="end"),
        text(value, width - 8, 30, text_anchor="end", **style),
        text(
            f"on {air.on_targets} · {source} {air.in_cup} · spent {air.spent}",
            width / 2,
            56,
            text_anchor="middle",
            **style,
        ),
    ]
    outline = box(-2, -2, width + 4, 68, rx=6, **DASHES)
    return thing(offers, air.place, words, parts, outline)


# --- Signs ---


@cache
def _legend() -> tuple[str, float]:
    """What the signs mean, and how high that is."""
    column = Column(WIDTH)
    column.heading("Signs")
    turned = "rotate(90) scale(.6)"
    signs = [
        *((speed_sign(name), words) for name, words in _SPEED_WORDS),
        (hits(2, 7), "hits of armor"),
        (fire(1), "fires"),
        (panic(), "panic"),
        (torpedoes(1), "torpedoes out"),
        (group([hull("CA", "ijn", DAMAGED)], transform=turned), "damaged side"),
        (group([hull("CA", "usn", WRECK)], transform=turned), "hulk"),
        (circle(0, 0, 6, fill="#c3cfd5", fill_opacity=0.7), "smoke"),
        (line(-10, 0, 10, 0, stroke=ALARM, stroke_width=2.2), "gunfire, hit"),
        (line(-10, 0, 10, 0, stroke=ALARM, stroke_dasharray="7 4"), "gunfire, miss"),
        (
            line(-10, 0, 10, 0, stroke="#e8fbff", stroke_width=2, stroke_dasharray="2 5"),
            "torpedoes",
        ),
        (line(-10, 0, 10, 0, stroke=GREEN, stroke_width=2, stroke_dasharray="1 5"), "last move"),
        (box(-8, -5, 16, 10, rx=3, **DASHES), "can be chosen"),
    ]
    for i, (sign, words) in enumerate(signs):
        x, y = i % 4 * (WIDTH / 4), i // 4 * 21
        part = group([sign], transform=at(12, 9)) + text(words, 29, 13, font_size=11, fill=DIM)
        column.add(group([part], transform=at(x, y)), 0)
    return column.drawn("legend"), column.y + 21 * -(-len(signs) // 4)


_SPEED_WORDS = (
    ("cruise", "cruising"),
    ("flank", "flank speed"),
    ("evasive", "evasive"),
    ("slowed", "slowed"),
    ("diw", "dead in the water"),
)
