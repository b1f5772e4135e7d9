"""The board in letters, drawn from the view. The only place where it is made."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine import Choice
from flankspeed.engine.show.text import counted, filled, listed
from flankspeed.games.kamikaze.data.board import COLUMNS, FACINGS, ROWS, SECTIONS, place_at
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import FATES, GROUP_NAMES, KAMIKAZES
from flankspeed.games.kamikaze.show.view import BoardView, PlaneView

# A heading is a sign after the plane's name; where it is southward the name's letter is small, so
# that the two ways along a diagonal differ.
_ARROWS: dict[str | None, str] = dict(zip(FACINGS, "^/>\\v/<\\", strict=True))
_SOUTHWARD = ("SE", "S", "SW")
_KEY = "Headings: K3^ N, K3/ NE, K3> E, k3\\ SE, k3v S, k3/ SW, K3< W, K3\\ NW"


def board_text(view: BoardView, options: Sequence[Choice] = ()) -> str:
    """The board in letters, the planes on it, and the markers below.

    Planes stand with their heading (`k3v`), the ship as `###`, options by their number.
    """
    shown = {option.place: f"{number:^3}" for number, option in enumerate(options, 1)}
    for square in view.ship.squares.values() if view.dives else ():
        shown[place_at(*square)] = "###"
    for plane, square in view.on_board:
        shown[place_at(*square)] = _counter(plane)
    beside = [f"{plane.name} {plane.where}" for plane in view.planes if plane.square]
    rows = ["   " + "".join(f"{column:^3}" for column in range(1, COLUMNS + 1)).rstrip()]
    for row in range(1, ROWS + 1):
        places = [place_at(column, row) for column in range(1, COLUMNS + 1)]
        line = f"{row:>2} " + "".join(shown.get(place, " . ") for place in places)
        rows.append(f"{line} {beside.pop(0)}" if beside else line.rstrip())
    return "\n".join([*rows, _KEY, "", *_markers(view)])


def _counter(plane: PlaneView) -> str:
    """A plane in three letters: its name and the sign of its heading."""
    name = plane.name.lower() if plane.facing in _SOUTHWARD else plane.name
    return f"{name}{_ARROWS[plane.facing]}"


def _markers(view: BoardView) -> list[str]:
    lines = _dives(view) if view.dives else _dogfight(view)
    active = view.active_plane
    if active and active.square:
        hits = f", {counted(view.hits, 'hit')}" if view.dives else ""
        lines.append(f"{active.name} faces {active.facing}, {view.mp} MP left{hits}")
    elif active:
        lines.append(f"{active.name} comes in with {view.mp} MP")
    return lines


def _dogfight(view: BoardView) -> list[str]:
    """Phase 1: how many planes of each group have met which fate."""
    lines = [f"Phase 1, turn {view.turn}"]
    for group in GROUP_NAMES:
        fates = [plane.fate for plane in view.planes_of(group)]
        counts = [f"{fates.count(fate)} {fate}" for fate in FATES if fate in fates]
        lines.append(f"{group}: {', '.join(counts)}")
    return lines


def _dives(view: BoardView) -> list[str]:
    """Phase 2: the ship's damage, her mounts (an x for those destroyed), and the kamikazes."""
    lines = [f"Phase 2: damage {view.ship.damage} of {SINKING_DAMAGE}"]
    for section in SECTIONS:
        mounts = [mount for mount in view.ship.mounts if mount.section == section]
        names = [f"x{mount.id}" if mount.destroyed else mount.id for mount in mounts]
        lines += filled(f"{section}: ", names, " ")
    kamikazes = view.planes_of(GROUP_NAMES[KAMIKAZES])
    return [*lines, *listed("kamikazes", [f"{plane.name} {plane.fate}" for plane in kamikazes])]
