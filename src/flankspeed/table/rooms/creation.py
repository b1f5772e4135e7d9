"""Creation: new matches, from a choice of scenario and seats or from a record."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from flankspeed import bots, games
from flankspeed.engine import Entered, Game, Match, OptionError, Record, Rolled
from flankspeed.engine.data import parse_toml
from flankspeed.engine.own_file import Start, own_start
from flankspeed.table.rooms.gathering import gather
from flankspeed.table.rooms.restore import restore, turn_of
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.rooms.seats import digest, new_id, new_token
from flankspeed.table.store.store import Pending, Stored
from flankspeed.table.wire import HUMAN, WATCH, ImportMatch, Links, NewMatch


async def begun(rooms: Rooms, wanted: NewMatch, seed: int | None = None) -> Links:
    """A new match; `seed` is for one that is to be rolled and names no seed itself."""
    match = await asyncio.to_thread(_begin, wanted, seed)
    return await _add(rooms, match, wanted.name)


def _begin(wanted: NewMatch, seed: int | None) -> Match:
    game = games.load(wanted.game)
    scenario = game.find_scenario(wanted.scenario)
    seats = checked_seats(game, wanted.seats)
    if wanted.dice == "entered":
        if wanted.seed is not None:
            raise OptionError("a seed is for rolled dice, not for entered ones")
        if HUMAN not in seats.values():
            raise OptionError("bots cannot type in dice: somebody must sit at the table")
    start = _start(game, scenario.name, wanted)
    dice = _dice(wanted, seed)
    people = list(seats.values()).count(HUMAN)
    together = people > 1 and isinstance(dice, Rolled) and dice.seed is None
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


def _start(game: Game[Any], scenario: str, wanted: NewMatch) -> Start:
    """What the game starts with; a player's file is of his scenario, else of his figures."""
    own = scenario == game.own_scenario
    if not wanted.file.strip():
        if own and not wanted.data:
            raise OptionError("a scenario of your own needs its file")
        return Start(scenario, {**wanted.options}, wanted.data)
    contents = parse_toml(wanted.file, "your file")
    if own:
        return own_start(game, contents, "your file", wanted.options, wanted.data)
    if not game.own_figures:
        raise OptionError(f"{game.name} takes no figures of your own")
    return Start(scenario, {**wanted.options}, {**wanted.data, **contents})


def _dice(wanted: NewMatch, seed: int | None) -> Entered | Rolled:
    if wanted.dice == "entered":
        return Entered()
    if wanted.seed is not None:
        seed = wanted.seed
    return Rolled.secret() if seed is None else Rolled(seed)


def checked_seats(game: Game[Any], named: Mapping[str, str]) -> dict[str, str]:
    """Who sits where: a human wherever nobody is named."""
    for seat, who in named.items():
        game.check_seat(seat)
        if who != HUMAN:
            bots.make(game, who)  # raises, naming the bots there are
    return {seat: named.get(seat, HUMAN) for seat in game.seats}


async def imported(rooms: Rooms, wanted: ImportMatch) -> Links:
    """A match from a record that has been checked."""
    match = await asyncio.to_thread(_import, wanted)
    return await _add(rooms, match, wanted.name)


def _import(wanted: ImportMatch) -> Match:
    record = Record.parse(wanted.record)
    game = games.load(record.header.game)
    known = (HUMAN, *bots.names(game))
    recorded = {seat: who for seat, who in record.header.seats.items() if who in known}
    seats = checked_seats(game, recorded | wanted.seats)
    if record.dice() is None:
        record.header.name_dice(Entered())  # nobody here can roll them on
    header = str(record.header)
    lines = [str(line) for line in record.lines]
    stored = _stored("", "", header, record.key, seats, lines)
    return restore(stored)


async def _add(rooms: Rooms, match: Match, name: str | None) -> Links:
    game, header = match.game, match.record.header
    stored = _stored(
        new_id(),
        name or f"{game.title}: {game.find_scenario(header.scenario).title}"[:80],
        str(header),
        match.secret_key,
        header.seats,
        [str(line) for line in match.record.lines],
    )
    stored.turn = turn_of(match)
    humans = [seat for seat, who in header.seats.items() if who == HUMAN]
    links = {seat: new_token() for seat in (*(humans or header.seats), WATCH)}
    stored.tokens = {digest(token): seat for seat, token in links.items()}
    await rooms.add(stored, match)
    return Links(stored.id, links)


def _stored(
    match_id: str, name: str, header: str, key: str, seats: dict[str, str], lines: list[str]
) -> Stored:
    return Stored(
        id=match_id,
        name=name,
        header=header,
        key=key,
        seats=seats,
        version=0,
        undone=0,
        pending=Pending(),
        turn="",
        lines=lines,
        tokens={},
    )
