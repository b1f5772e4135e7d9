"""Positions: a match as one seat sees it, now or as it was."""

from __future__ import annotations

from typing import Literal

from flankspeed.engine import Entered, State
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.show.view import view
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.gathering import shared
from flankspeed.table.rooms.holders import replaceable
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.taking_back import after_dice
from flankspeed.table.wire import Need, Origin, Position, ResultInfo, UndoInfo, UndoPoint

_KINDS: dict[str, Literal["shared", "seeded", "entered"]] = {
    "shared": "shared",
    "seed": "seeded",
    "entered": "entered",
}
_WATCHING = UndoInfo(False, "only those who play can take choices back")
_REPLAYING = UndoInfo(False, "this is the past")


def position(room: Room, seat: str | None) -> Position:
    """The match now."""
    match = room.match
    need = match.need
    return _position(
        room,
        seat,
        match.state,
        choices=match.choices,
        need=Need(need.count, need.sides, need.why) if need else None,
        undo=_undo(room, seat),
    )


def position_at(room: Room, seat: str | None, number: int) -> Position:
    """The match after so many choices; this may have to play them again.

    In a match that is frozen, after the last of them that can be shown.
    """
    state, shown = state_at(room, number), room.history.nearest(number)
    return _position(room, seat, state, shown, None, _REPLAYING)


def state_at(room: Room, number: int | None) -> State:
    """The table after so many choices (None: now)."""
    choices = room.match.choices
    if number is None or number == choices:
        return room.match.state
    if number > choices:
        raise Refused(404, f"the match has only {choices} choices")
    return room.history.state_at(room.history.nearest(number))


def drawn_for(room: Room, state: State, seat: str | None, *, past: bool = False) -> str | None:
    """Whose picture a seat is shown: its own, unless that offers what it is not to choose.

    A bot's choices are shown to nobody, nor are those of the past: these see what observers see.
    """
    offers = state.decision_of(seat) is not None
    return None if offers and (past or seat not in room.humans) else seat


def _position(
    room: Room,
    seat: str | None,
    state: State,
    choices: int,
    need: Need | None,
    undo: UndoInfo,
) -> Position:
    match = room.match
    header, game, log_entries = match.record.header, match.game, room.log_entries
    result, seen = state.result, view(game, state, seat)
    now = state is match.state
    return Position(
        id=room.id,
        name=room.name,
        game=game.name,
        scenario=header.scenario,
        options=header.options,
        seat=seat,
        seats=room.seats,
        version=room.version,
        choices=choices,
        view=seen,
        need=need,
        undo=undo,
        thinking=room.thinking if now else None,
        fault=room.fault if now else None,
        frozen=room.frozen or None,
        result=ResultInfo(*result) if result else None,
        log_sheet=game.log_sheet_of(seen.board, state),
        log_length=log_entries.length_at(choices),
        chat_length=room.chat_length,
        undone=room.undone,
        dice_kind="entered" if isinstance(match.dice, Entered) else "rolled",
        shared=shared(room),
        lesson=room.lesson or None,
        asked=room.asked if now else None,
        offered=room.offered if now else None,
        taken_back=match.record.taken_back,
        names=room.names,
        open_seats=room.open_seats,
        replaceable=replaceable(room),
        next=room.next or None,
        origin=origin(match.record.named, room.imported),
    )


def origin(dice: NamedDice, imported: int | None = None) -> Origin:
    """Where the dice of a match come from, and its past, if that was brought along."""
    return Origin(_KINDS.get(dice.kind, "secret"), imported)


def _undo(room: Room, seat: str | None) -> UndoInfo:
    if seat is None or seat not in room.humans:
        return _WATCHING
    if room.frozen:
        return UndoInfo(False, room.frozen)
    match = room.match
    reason, undoing = match.undo_barred(seat), match.undo_seat()
    points = match.undo_points(seat) if undoing == seat else []  # what others chose may be secret
    known = [UndoPoint(*point) for point in points]
    return UndoInfo(reason is None, reason or "", undoing, known, after_dice(room, seat))
