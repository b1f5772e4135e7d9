"""What runs in worker processes: bots, odds, work on records. It knows nothing of the server."""

from __future__ import annotations

import os
import signal
import threading
import time
import zlib
from functools import cache
from multiprocessing import parent_process

from flankspeed import bots, games
from flankspeed.engine import (
    Bot,
    Destination,
    DiceError,
    Match,
    MissingPackage,
    Record,
    Scripted,
    State,
    reopen,
)
from flankspeed.engine.report.report import report
from flankspeed.engine.report.types import Report
from flankspeed.table.wire import Advice, ModifierInfo, OptionOdds

_LONGEST = 0.15  # seconds after which a bot's choices are handed over, and it goes on thinking
_MOST = 64


def prepare() -> None:
    """Leave stopping to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def warm_up(game: str) -> None:
    """Have everything loaded when it is needed."""
    _bot(game, bots.strongest(games.load(game)))


def think(game: str, name: str, chance: str, number: int, state: State) -> list[str]:
    """A bot's next choices: as many as follow one another without dice, until time is up.

    A bot that tosses coins tosses them anew for each choice (by `chance` and the choice's number),
    so that it chooses the same however many there was time for.
    """
    seat = state.seat_to_choose
    started, texts = time.monotonic(), list[str]()
    while (decision := state.decision_of(seat)) is not None:
        seed = zlib.crc32(f"{chance} {number + len(texts)}".encode())
        bot = bots.make(games.load(game), name, seed) if name == "random" else _bot(game, name)
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


@cache
def _bot(game: str, name: str) -> Bot:
    return bots.make(games.load(game), name)


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
    """What the strongest bot would choose."""
    name = bots.strongest(games.load(game))
    decision = state.decision
    assert decision is not None, "advice is for those who must choose"
    choice = decision.find(_bot(game, name).choose(state, decision))
    known = odds(game, state).get(choice.text, OptionOdds("", []))
    return Advice(name, choice.text, choice.label, known.text, known.modifiers)


def reopened(text: str) -> Match:
    """The match of a record, all of which is checked; `RecordError` says what is wrong."""
    record = Record.parse(text)
    return reopen(games.load(record.header.game), record)


def report_on(text: str) -> Report:
    """The report of a record that is over."""
    record = Record.parse(text)
    return report(games.load(record.header.game), record)
