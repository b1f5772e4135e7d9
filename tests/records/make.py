"""Make the records that must verify for ever: `python tests/records/make.py [GAME ...]`.

For each game: one finished game of every scenario with the default options, and as many more as it
takes to play every other value of every option at least once. Random bots play them, from fixed
seeds; some have a secret key, and one of each game has shared dice. A file that exists is left
alone: it is there to stay.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flankspeed import games
from flankspeed.bots.random import RandomBot
from flankspeed.engine import FlankspeedError, Game, Match, Rolled, SharedDice
from flankspeed.engine.records.shared_dice import commit

HERE = Path(__file__).parent
_LONGEST = 60_000  # bytes
_ENOUGH = 30  # choices
_TRIES = 12


class Wanted(NamedTuple):
    """One record to be made: the name of its file, and what is played."""

    name: str
    scenario: str
    options: dict[str, str]


def wanted(game: Game[Any]) -> Iterator[Wanted]:
    """Every scenario, then every value of every option."""
    scenarios = game.ready_scenarios()
    for scenario in scenarios:
        yield Wanted(f"{game.name}-{scenario}", scenario, {})
    # In an order that no change of what is offered first changes.
    short = sorted(scenario for scenario in scenarios if scenario not in game.campaigns)
    for number, options in enumerate(_option_sets(game)):
        scenario = short[number % len(short)]
        yield Wanted(f"{game.name}-options-{number + 1}", scenario, options)


def _option_sets(game: Game[Any]) -> list[dict[str, str]]:
    """Sets of options that hold every value but the defaults; what cannot be together is parted."""
    sets: list[dict[str, str]] = []
    for info in game.option_infos():
        values = [value for value in info.values.split("|") if value != info.default]
        if "|" not in info.values:
            continue  # any number: no list of values to go through
        used: list[dict[str, str]] = []
        for value in values:
            for options in sets:
                fits = info.name not in options and options not in used
                if fits and _can_begin(game, options | {info.name: value}):
                    options[info.name] = value
                    used.append(options)
                    break
            else:
                if _can_begin(game, {info.name: value}):  # else it needs figures of a player's own
                    sets.append({info.name: value})
                    used.append(sets[-1])
    return sets


def _can_begin(game: Game[Any], options: dict[str, str]) -> bool:
    try:
        Match(game, game.ready_scenarios()[0], options, dice=Rolled(1))
    except FlankspeedError:
        return False
    return True


def _dice(game: str, number: int, name: str) -> Rolled:
    """Public seeds and secret keys by turns; the first record of a game has shared dice."""
    drawn = hashlib.sha256(name.encode()).hexdigest()
    if number == 0:
        seats = games.load(game).seats
        parts = {seat: hashlib.sha256(f"{name} {seat}".encode()).hexdigest() for seat in seats}
        return SharedDice(drawn, {seat: commit(part) for seat, part in parts.items()}, parts)
    return Rolled(bytes.fromhex(drawn)) if number % 3 == 1 else Rolled(int(drawn[:8], 16))


def played_out(game: Game[Any], what: Wanted, number: int) -> str:
    """The record of a finished game, without its comments: those are not read.

    Of several games the first is taken that has enough choices and is not too long; if there is
    none, the longest of those that are not, or the shortest of all.
    """
    texts = []
    for attempt in range(_TRIES):
        bot = RandomBot(attempt)
        dice = _dice(game.name, number, f"{what.name} {attempt}")
        seats = dict.fromkeys(game.seats, "random")
        match = Match(game, what.scenario, what.options, dice=dice, seats=seats)
        while match.decision is not None:
            match.play(bot.choose(match.state, match.decision))
        match.record.lines[:] = [line._replace(comment="") for line in match.record.lines]
        texts.append(str(match.record))
        if len(texts[-1]) <= _LONGEST and match.choices >= _ENOUGH:
            return texts[-1]
    small = [text for text in texts if len(text) <= _LONGEST]
    return max(small, key=len) if small else min(texts, key=len)


def main(names: list[str]) -> None:
    """Make what is not there yet."""
    for name in names or games.names():
        game = games.load(name)
        for number, what in enumerate(wanted(game)):
            path = HERE / f"{what.name}.fsr"
            if not path.exists():
                path.write_text(played_out(game, what, number), encoding="utf-8")
                print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
