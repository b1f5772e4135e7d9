"""Teaching: the card of a lesson for the seat that it is for."""

from __future__ import annotations

from flankspeed.engine.lessons.cards import card_at, moment_of
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.room import Room
from flankspeed.table.wire import Taught


def taught(room: Room, seat: str | None, done: int) -> Taught:
    """What a learner is shown who has so many cards behind him."""
    if not room.lesson:
        raise Refused(404, "this match was not begun from a lesson")
    lesson = room.match.game.find_lesson(room.lesson)
    moment = moment_of(room.match, lesson.learner) if seat == lesson.learner else None
    return Taught(card_at(lesson, done, moment) if moment else None)
