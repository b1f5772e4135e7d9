"""Rows: what is kept of each of many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import thread_time
from typing import Any

import msgspec

from flankspeed import games
from flankspeed.engine import Event, Game, Match, OptionError, State
from flankspeed.engine.report.story import END, START
from flankspeed.engine.streams import Counted, Streams
from flankspeed.lab.playout import Batch, play_out


class Turn(msgspec.Struct, frozen=True):
    """How the sides stood as a turn began: their strength, if the game knows it, and score."""

    turn: str
    strength: dict[str, float]
    scores: dict[str, float]


class Row(msgspec.Struct, frozen=True):
    """One game: how it ended, its figures, how each side stood (-1 to 1), how long it was.

    `seconds` are those of the processor. `turns` is None unless the game was watched.
    """

    number: int
    winner: str | None
    outcome: str
    scores: dict[str, float]
    figures: dict[str, float]
    decisions: int
    throws: int
    seconds: float
    turns: list[Turn] | None = None
    record: str = ""


def sides(game: Game[Any]) -> list[str]:
    """All that can win: seats, and enemies without one."""
    return [*game.seats, *game.enemies]


def figure_names(game: Game[Any], batch: Batch) -> list[str]:
    """The figures that games of a batch can have, in the game's order."""
    state = game.new(batch.scenario, game.options(batch.options), batch.data)
    return list(dict.fromkeys([*game.figures(state), *game.rare_figures]))


def counted_rows(batch: Batch, first: int, count: int) -> Iterator[Row]:
    """Play these games with one stream of dice each, as `play_games` does."""
    game = games.load(batch.game)
    for number in range(first, first + count):
        yield _row(game, batch, number, Counted(batch.dice(number)))


def paired_rows(
    batch: Batch, first: int, count: int, watched: int = 0, records: bool = False
) -> Iterator[Row]:
    """Play these games with a stream of dice for each purpose.

    Games with a number below `watched` are looked at as each turn begins.
    """
    game = games.load(batch.game)
    for number in range(first, first + count):
        dice = Streams(batch.dice(number))
        if records or number < watched:
            yield _watched_row(game, batch, number, dice, number < watched, records)
        else:
            yield _row(game, batch, number, dice)


def _row(game: Game[Any], batch: Batch, number: int, dice: Counted) -> Row:
    """A game played as fast as it goes."""
    started = thread_time()
    played = play_out(
        game,
        batch.scenario,
        game.options(batch.options),
        batch.players(game, number),
        dice,
        batch.data,
    )
    return _finished(game, number, played.state, played.decisions, dice, started)


def _watched_row(
    game: Game[Any], batch: Batch, number: int, dice: Counted, watched: bool, record: bool
) -> Row:
    """The same game as a match, which has a record and tells what happens."""
    started = thread_time()
    players = batch.players(game, number)
    match = Match(game, batch.scenario, batch.options, dice=dice, data=batch.data, seats=batch.bots)
    turns = _Turns(game, match)
    while match.decision is not None:
        chosen = players[match.decision.seat].choose(match.state, match.decision)
        turns.watch(match.play(chosen), match.state)
    row = _finished(game, number, match.state, match.choices, dice, started)
    return msgspec.structs.replace(
        row,
        turns=turns.seen(match.state) if watched else None,
        record=str(match.record) if record else "",
    )


def _finished(
    game: Game[Any], number: int, state: State, decisions: int, dice: Counted, started: float
) -> Row:
    assert state.result is not None, "bots play until the game is over"
    return Row(
        number=number,
        winner=state.result.winner,
        outcome=state.result.outcome,
        scores=_scores(game, state),
        figures={name: float(value) for name, value in game.figures(state).items()},
        decisions=decisions,
        throws=dice.throws,
        seconds=round(thread_time() - started, 6),
    )


def _scores(game: Game[Any], state: State) -> dict[str, float]:
    return {side: float(game.score(state, side)) for side in sides(game)}


class _Turns:
    """How the sides stood at the start, as each turn began, and at the end."""

    def __init__(self, game: Game[Any], match: Match) -> None:
        self._game = game
        self._seen: list[Turn] = []
        self.watch(match.events, match.state)
        if not self._seen:
            self._add(START, match.state)

    def watch(self, events: Sequence[Event], state: State) -> None:
        """Look whether a turn has begun; if two have, the later one counts, if over, none."""
        begun = [turn for turn in map(self._game.turn_begun, events) if turn]
        if begun and state.result is None:
            self._add(begun[-1], state)

    def seen(self, last: State) -> list[Turn]:
        """All of it, when the game is over."""
        self._add(END, last)
        return self._seen

    def _add(self, turn: str, state: State) -> None:
        strength = {
            side: float(value)
            for side, value in self._game.strength(state).items()
            if side in sides(self._game)
        }
        self._seen.append(Turn(turn, strength, _scores(self._game, state)))


def check_figure(game: Game[Any], name: str, known: Sequence[str]) -> None:
    """Refuse a figure that the games do not have."""
    if name not in known:
        raise OptionError(f"{game.name} has no figure {name!r} (there are: {', '.join(known)})")
