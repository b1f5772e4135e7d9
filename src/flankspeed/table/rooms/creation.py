"""Creation: new matches, from a choice of scenario and seats or from a record."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from flankspeed import bots, games
from flankspeed.engine import Dice, Entered, Game, Match, OptionError, Rolled
from flankspeed.engine.lessons.progress import begin
from flankspeed.engine.own_file import Start
from flankspeed.table.rooms.gathering import gather
from flankspeed.table.rooms.past.restore import spare, turn_of
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.rooms.seats import digest, new_id, new_token
from flankspeed.table.store.stored import Pending, Stored
from flankspeed.table.wire import HUMAN, WATCH, ImportMatch, Links, NewMatch
from flankspeed.table.workers.jobs import checked_start
from flankspeed.table.workers.pool import Workers


async def begun(rooms: Rooms, workers: Workers, wanted: NewMatch, seed: int | None = None) -> Links:
    """A new match; `seed` is for one that is to be rolled and names no seed itself."""
    if wanted.lesson is not None:
        match = await asyncio.to_thread(_begin_lesson, wanted, wanted.lesson)
        return await _add(rooms, match, wanted.name, wanted.lesson)
    start = await _start(workers, wanted)
    match = await asyncio.to_thread(_begin, wanted, start, seed)
    return await _add(rooms, match, wanted.name, open_seats=wanted.open)


async def begun_again(rooms: Rooms, workers: Workers, room: Room, seed: int | None = None) -> str:
    """A match like this one in which all have moved on by one seat; its id. Nobody has a link yet.

    Its links are made when those who sat here ask for theirs.
    """
    header = room.match.record.header
    if room.lesson:
        wanted = NewMatch(game=header.game, lesson=room.lesson)
    else:
        seats = {moved(room, seat): who for seat, who in room.seats.items()}
        wanted = NewMatch(
            game=header.game,
            scenario=header.scenario,
            options={**header.options},
            data=header.data,
            seats=seats,
            dice="entered" if isinstance(room.match.dice, Entered) else "rolled",
        )
    wanted.name = room.name
    return (await begun(rooms, workers, wanted, seed)).id


def moved(room: Room, seat: str) -> str:
    """The seat that whoever sits here has in the match after this one."""
    seats = list(room.seats)
    return seat if room.lesson else seats[(seats.index(seat) + 1) % len(seats)]


def _begin_lesson(wanted: NewMatch, lesson: str) -> Match:
    if wanted != NewMatch(game=wanted.game, lesson=lesson, name=wanted.name):
        raise OptionError("a lesson has its own scenario, seats, options and dice")
    game = games.load(wanted.game)
    return begin(game, game.find_lesson(lesson))


def _begin(wanted: NewMatch, start: Start, seed: int | None) -> Match:
    game = games.load(wanted.game)
    seats = checked_seats(game, wanted.seats)
    for seat in wanted.open:
        if seats.get(seat) != HUMAN or wanted.open.count(seat) > 1:
            raise OptionError(f"{seat!r} is not a seat that a human may take")
    if wanted.dice == "entered":
        if wanted.seed is not None:
            raise OptionError("a seed is for rolled dice, not for entered ones")
        if HUMAN not in seats.values():
            raise OptionError("bots cannot type in dice: somebody must sit at the table")
    dice = _dice(wanted, seed)
    together = _draw_together(seats, dice)
    match = Match(
        game,
        start.scenario,
        game.options_for([seat for seat, who in seats.items() if who == HUMAN], start.options),
        dice=dice,
        data=start.data,
        seats=seats,
        begin=not together,
    )
    if together:
        gather(match)
    return match


async def _start(workers: Workers, wanted: NewMatch) -> Start:
    """What the game starts with; what a player brings along is read by a worker."""
    game = games.load(wanted.game)
    scenario = game.find_scenario(wanted.scenario)
    if not wanted.file.strip() and not wanted.data:
        if scenario.name == game.own_scenario:
            raise OptionError("a scenario of your own needs its file")
        return Start(scenario.name, {**wanted.options}, {})
    options: dict[str, object] = {**wanted.options}
    return await workers.run(
        checked_start, game.name, scenario.name, wanted.file, options, wanted.data
    )


def _dice(wanted: NewMatch, seed: int | None) -> Entered | Rolled:
    if wanted.dice == "entered":
        return Entered()
    return _rolled(seed if wanted.seed is None else wanted.seed)


def _rolled(seed: int | None) -> Rolled:
    return Rolled.secret() if seed is None else Rolled(seed)


def checked_seats(game: Game[Any], named: Mapping[str, str]) -> dict[str, str]:
    """Who sits where: a human wherever nobody is named."""
    for seat, who in named.items():
        game.check_seat(seat)
        if who != HUMAN:
            bots.make(game, who)  # raises, naming the bots there are
    return {seat: named.get(seat, HUMAN) for seat in game.seats}


async def imported(
    rooms: Rooms, match: Match, wanted: ImportMatch, seed: int | None = None
) -> Links:
    """A match that a record has been made into; if it is not over, it goes on with other dice."""
    going = await asyncio.to_thread(_go_on, match, wanted, seed)
    return await _add(rooms, going, wanted.name, imported=going.choices)


def _go_on(match: Match, wanted: ImportMatch, seed: int | None) -> Match:
    """Seat the people, and let them have dice that nobody knows, or their own."""
    _seat(match, wanted.seats)
    if match.result is not None:
        return match
    header = match.record.header
    typed = (wanted.dice or match.record.named.kind) == "entered"
    if typed and HUMAN not in header.seats.values():
        raise OptionError("bots cannot type in dice: somebody must sit at the table")
    dice = Entered() if typed else _rolled(seed)
    together = _draw_together(header.seats, dice)
    if not match.record.lines:  # nothing has happened: it begins
        match = Match(
            match.game,
            header.scenario,
            header.options,
            dice=dice,
            data=header.data,
            seats=header.seats,
            begin=not together,
        )
    else:
        match.change_dice(dice, "imported")
    if together:
        gather(match)
    return match


def _draw_together(seats: Mapping[str, str], dice: Dice) -> bool:
    """Whether people play each other with dice that nobody may choose."""
    people = list(seats.values()).count(HUMAN)
    return people > 1 and isinstance(dice, Rolled) and dice.seed is None


def _seat(match: Match, named: Mapping[str, str]) -> None:
    """Seat those who are named, and for the rest those of the record, if they are known here."""
    game, header = match.game, match.record.header
    known = (HUMAN, *bots.names(game))
    recorded = {seat: who for seat, who in header.seats.items() if who in known}
    header.seats = checked_seats(game, recorded | {**named})


async def _add(
    rooms: Rooms,
    match: Match,
    name: str | None,
    lesson: str = "",
    open_seats: Sequence[str] = (),
    imported: int | None = None,
) -> Links:
    seats = match.record.header.seats
    humans = [seat for seat, who in seats.items() if who == HUMAN]
    links = {seat: new_token() for seat in (*(humans or seats), WATCH)}
    tokens = {digest(token): seat for seat, token in links.items()}
    stored = await asyncio.to_thread(_stored, match, name, lesson, tokens)
    stored.open_seats, stored.imported = list(open_seats), imported
    await rooms.add(stored, match)
    return Links(stored.id, links)


def _stored(match: Match, name: str | None, lesson: str, tokens: dict[str, str]) -> Stored:
    """A new match as it lies in the store; of a long one this takes a while."""
    game, header = match.game, match.record.header
    title = (game.find_lesson(lesson) if lesson else game.find_scenario(header.scenario)).title
    stored = Stored(
        id=new_id(),
        name=name or f"{game.title}: {title}"[:80],
        header=str(header),
        key=match.secret_key,
        seats=header.seats,
        version=0,
        undone=0,
        pending=Pending(),
        turn=turn_of(match),
        lines=[str(line) for line in match.record.lines],
        tokens=tokens,
        lesson=lesson,
    )
    spare(match, stored)
    return stored
