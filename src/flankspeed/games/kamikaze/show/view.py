"""What a seat sees of the board. All information in this game is open."""

from __future__ import annotations

import msgspec

from flankspeed.games.kamikaze.data.board import FACINGS, SECTIONS, SHIP_SQUARES, Square, column_row
from flankspeed.games.kamikaze.data.planes import FATES, GROUP_NAMES, NAMES, group_of
from flankspeed.games.kamikaze.state import KamikazeState


class PlaneView(msgspec.Struct, frozen=True):
    """A plane: where it is, or what has become of it."""

    name: str
    group: str
    fate: str
    square: Square | None
    facing: str | None


class MountView(msgspec.Struct, frozen=True):
    """A gun position of the ship."""

    id: str
    type: str
    section: str
    side: str
    destroyed: bool


class ShipView(msgspec.Struct, frozen=True):
    """The destroyer."""

    squares: dict[str, Square]
    damage: int
    mounts: list[MountView]


class BoardView(msgspec.Struct, frozen=True):
    """The whole board; the ship lies on it in phase 2 only."""

    phase: int
    turn: int
    planes: list[PlaneView]
    ship: ShipView
    entry_points: list[Square]
    active: str | None
    mp: int
    hits: int
    path: list[Square]


def board_view(state: KamikazeState) -> BoardView:
    """The board as data."""
    mounts = state.charts.battery.mounts
    return BoardView(
        phase=state.phase,
        turn=state.turn,
        planes=[_plane(state, plane) for plane in range(len(NAMES))],
        ship=ShipView(
            squares={
                name: column_row(square)
                for name, square in zip(SECTIONS, SHIP_SQUARES, strict=True)
            },
            damage=state.damage,
            mounts=[
                MountView(m.id, m.type, m.section, m.side, not state.guns >> i & 1)
                for i, m in enumerate(mounts)
            ],
        ),
        entry_points=[column_row(square) for square in state.charts.entry_points],
        active=NAMES[state.active] if state.active >= 0 else None,
        mp=state.mp,
        hits=state.hits,
        path=[column_row(position >> 3) for position in state.path],
    )


def _plane(state: KamikazeState, plane: int) -> PlaneView:
    position = state.positions[plane]
    on_board = position >= 0
    return PlaneView(
        name=NAMES[plane],
        group=GROUP_NAMES[group_of(plane)],
        fate=FATES[state.fates[plane]],
        square=column_row(position >> 3) if on_board else None,
        facing=FACINGS[position & 7] if on_board else None,
    )
