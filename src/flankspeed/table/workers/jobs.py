"""What runs in worker processes: bots, odds, work on records. It knows nothing of the server."""

from __future__ import annotations

import time
import zlib
from functools import lru_cache
from typing import Any

from flankspeed import bots, games
from flankspeed.bots.advice import Advice as AdviceFound
from flankspeed.bots.advice import advise as advice_of
from flankspeed.bots.review import Review, review
from flankspeed.engine import (
    Adviser,
    Bot,
    DataError,
    Destination,
    DiceError,
    Game,
    Match,
    MissingPackage,
    OptionError,
    Record,
    RecordError,
    Scripted,
    State,
    reopen,
)
from flankspeed.engine.data import parse_toml
from flankspeed.engine.own_file import Start, own_start
from flankspeed.engine.records.rows import written
from flankspeed.engine.report.report import report
from flankspeed.engine.report.types import Report
from flankspeed.table.wire import Advice, ModifierInfo, OptionOdds, WeighedInfo
from flankspeed.table.workers.pipe import tell

_LONGEST = 0.15  # seconds after which a bot's choices are handed over, and it goes on thinking
_MOST = 64
MOST_CHOICES = 20_000  # of a match at the table


def warm_up(game: str) -> None:
    """Have everything loaded when it is needed."""
    _bot(game, bots.strongest(games.load(game)), 0)


def think(game: str, name: str, chance: str, number: int, state: State) -> list[str]:
    """A bot's next choices: as many as follow one another without dice, until time is up.

    What it does by chance goes by `chance`, which is the match's.
    """
    seat = state.seat_to_choose
    started, texts = time.monotonic(), list[str]()
    while (decision := state.decision_of(seat)) is not None:
        bot = _player(game, name, chance, number + len(texts))
        choice = bot.choose(state, decision)
        texts.append(choice.text)
        if len(texts) == _MOST or time.monotonic() - started > _LONGEST:
            break
        state = state.copy()
        try:
            state.play(choice, Scripted(()))
        except DiceError:  # the server has the dice
            break
    return texts


def _player(game: str, name: str, chance: str, number: int) -> Bot:
    """The bot of a match; the one that chooses at random has a new stream for each choice."""
    if name == "random":
        return bots.make(games.load(game), name, zlib.crc32(f"{chance} {number}".encode()))
    return _bot(game, name, zlib.crc32(chance.encode()))


@lru_cache(maxsize=64)
def _bot(game: str, name: str, seed: int) -> Bot:
    return bots.make(games.load(game), name, seed)


def odds(game: str, state: State) -> dict[str, OptionOdds]:
    """What is known of the options' chances; nothing where the packages for it are missing."""
    try:
        told = games.load(game).option_odds(state)
    except MissingPackage:
        return {}
    return {
        option: OptionOdds(text, [ModifierInfo(m.name, m.value) for m in modifiers])
        for option, (text, modifiers) in told.items()
    }


def destinations(game: str, state: State, who: str) -> list[Destination]:
    """Where somebody can be sent."""
    return list(games.load(game).destinations(state, who))


def advise(game: str, state: State) -> Advice:
    """What the strongest bot would choose, and what it has weighed."""
    name = bots.strongest(games.load(game))
    decision = state.decision
    assert decision is not None, "advice is for those who must choose"
    found = advice_of(_bot(game, name, 0), state, decision)
    choice = decision.find(found.choice)
    known = odds(game, state).get(choice.text, OptionOdds("", []))
    numbers = found.weighed[0].words if found.weighed else known.text
    return Advice(
        name, choice.text, choice.label, numbers, known.modifiers, found.unit, _weighed(found)
    )


def _weighed(found: AdviceFound) -> list[WeighedInfo]:
    return [
        WeighedInfo(
            each.choice.text,
            each.choice.label,
            each.words,
            found.weighed[0].value - each.value,
            each.error,
        )
        for each in found.weighed
    ]


@lru_cache(maxsize=64)  # it takes long, and what is over stays as it was
def review_of(text: str, seats: tuple[str, ...]) -> Review:
    """The review of a record by the strongest bot; empty if that does not weigh its options."""
    record = Record.parse(text)
    game = games.load(record.header.game)
    name = bots.strongest(game)
    bot = _bot(game.name, name, 0)
    if not isinstance(bot, Adviser):
        return Review(name, "", 0, 0, [])
    return review(game, record, name, bot, seats)


def reopened(text: str) -> Match:
    """The match of a record, all of which is checked; `RecordError` says what is wrong."""
    try:
        record = Record.parse(text)
    except RecursionError:
        raise RecordError("the record is nested too deeply") from None
    if len(record.lines) > MOST_CHOICES:
        raise RecordError(
            f"the record has {len(record.lines)} choices; at the table a match has at most "
            f"{MOST_CHOICES}"
        )
    of = sum(1 for _ in written(record.lines))  # what was taken back is replayed as well
    return reopen(games.load(record.header.game), record, lambda done: tell(done, of))


def checked_start(
    game_name: str, scenario: str, file: str, options: dict[str, object], data: dict[str, Any]
) -> Start:
    """What a game starts with; a player's file is of his scenario, else of his figures.

    It is begun once to see that it can be, and at what cost.
    """
    game = games.load(game_name)
    start = _read_start(game, scenario, file, options, data)
    try:
        Match(game, start.scenario, game.options_for([], start.options), data=start.data)
    except RecursionError:
        raise DataError("your file is nested too deeply") from None
    return start


def _read_start(
    game: Game[Any], scenario: str, file: str, options: dict[str, object], data: dict[str, Any]
) -> Start:
    if not file.strip():
        return Start(scenario, options, data)
    contents = parse_toml(file, "your file")
    if scenario == game.own_scenario:
        return own_start(game, contents, "your file", options, data)
    if not game.own_figures:
        raise OptionError(f"{game.name} takes no figures of your own")
    return Start(scenario, options, {**data, **contents})


def report_on(text: str) -> Report:
    """The report of a record that is over."""
    record = Record.parse(text)
    return report(games.load(record.header.game), record)
