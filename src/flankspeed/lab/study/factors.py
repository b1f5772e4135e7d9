"""Factors: what a study varies, and the cells that come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from flankspeed import bots
from flankspeed.engine import Game, OptionError
from flankspeed.engine.game import OptionInfo, option_text
from flankspeed.lab.study.file import Design, StudyFile, Value

BOTS = "bots"
OPTION, BOT = "option.", "bot."


class Factor(msgspec.Struct, frozen=True):
    """Something with several levels, one of which is that all others are compared with.

    `title` and `words` are what people call it and its levels.
    """

    name: str
    title: str
    levels: list[str]
    base: str
    words: dict[str, str] = {}

    def word(self, level: str) -> str:
        """A level as people call it."""
        return self.words.get(level, level)


Levels = dict[str, str]


def grid(factors: Sequence[Factor], design: Design) -> Iterator[Levels]:
    """The levels of each cell, the base first."""
    for levels in product(*(_base_first(factor) for factor in factors)):
        cell = {factor.name: level for factor, level in zip(factors, levels, strict=True)}
        changed = [factor.name for factor in factors if cell[factor.name] != factor.base]
        if design == "options-one-by-one":
            changed = [name for name in changed if name.startswith(OPTION)]
        if design == "grid" or len(changed) < 2:
            yield cell


def _base_first(factor: Factor) -> list[str]:
    return [factor.base, *(level for level in factor.levels if level != factor.base)]


def option_factors(game: Game[Any], file: StudyFile) -> list[Factor]:
    """The options that the file names, those with one value too."""
    infos = {info.name: info for info in game.option_infos()}
    return [
        _option_factor(infos.get(name), _texts(game, name, values))
        for name, values in file.options.items()
    ]


def _texts(game: Game[Any], name: str, values: Value | list[Value]) -> list[str]:
    """The values of an option, each as the game has it."""
    texts = []
    for value in values if isinstance(values, list) else [values]:
        typed = msgspec.to_builtins(game.options({name: _as_typed_in(value)}))
        texts.append(option_text(typed[name]))
    return _several(texts, f"option {name}")


def _as_typed_in(value: Value) -> str:
    return option_text(value)


def _option_factor(info: OptionInfo | None, values: list[str]) -> Factor:
    assert info is not None, "the game has looked at the option"
    base = info.default if info.default in values else values[0]
    return Factor(OPTION + info.name, info.title or info.name, values, base, dict(info.words))


def bot_factors(game: Game[Any], file: StudyFile) -> list[Factor]:
    """A factor for each seat; or one for all seats, where the file names who plays whom."""
    usual = bots.for_many_games(game)
    if isinstance(file.bots, list) and file.bots:
        pairings = [_seated(game, {**dict.fromkeys(game.seats, usual), **b}) for b in file.bots]
        levels = _several([pairing_text(seats) for seats in pairings], "bots")
        return [Factor(BOTS, "Bots", levels, levels[0])]
    named = file.bots if isinstance(file.bots, dict) else {}
    for seat in named:
        game.check_seat(seat)
    factors = []
    for seat in game.seats:
        said = named.get(seat, usual)
        names = [_bot(game, name) for name in (said if isinstance(said, list) else [said])]
        levels = _several(names, f"bots of {seat}")
        factors.append(Factor(BOT + seat, f"Bot of the {game.sides[seat].name}", levels, levels[0]))
    return factors


def _seated(game: Game[Any], seats: Mapping[str, str]) -> dict[str, str]:
    return {game.check_seat(seat): _bot(game, name) for seat, name in seats.items()}


def _bot(game: Game[Any], name: str) -> str:
    """The name that a bot has today; raises if there is none of that name."""
    bots.make(game, name)
    return game.former_bots.get(name, name)


def pairing_text(seats: Mapping[str, str]) -> str:
    """Who plays whom, as the level of a factor."""
    return ", ".join(f"{seat} {name}" for seat, name in seats.items())


def bots_of(game: Game[Any], levels: Levels) -> dict[str, str]:
    """Who sits where in a cell."""
    if BOTS in levels:
        return dict(each.split() for each in levels[BOTS].split(", "))
    return {seat: levels[BOT + seat] for seat in game.seats}


def _several(values: list[str], what: str) -> list[str]:
    """The values themselves: at least one, none of them twice."""
    if not values:
        raise OptionError(f"{what}: no value is named")
    for value in values:
        if values.count(value) > 1:
            raise OptionError(f"{what}: {value!r} is named twice")
    return values
