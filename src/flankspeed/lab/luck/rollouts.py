"""What a throw has changed of the chance to win: games played on by bots from there.

Each rollout goes on twice with the same dice: once from the throw as it fell, once with its dice
thrown anew. The mean difference is the swing, and its standard error is told with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from flankspeed import bots, games
from flankspeed.engine import Dice, Game, Record, RecordError, Rolled, State, Throw
from flankspeed.engine.records.states import first_state, next_state
from flankspeed.engine.report.luck import Told
from flankspeed.lab.luck.account import Replayed, Swing
from flankspeed.lab.runners import call_all
from flankspeed.lab.statistics import Sample

_PART = 5  # rollouts


class Moment(NamedTuple):
    """A match just before a throw: the table, and the choice that is to be made ("": the start).

    `before` are the dice that this choice has thrown by then, `dice` those that were thrown next;
    of them those from `die` on, `own` in number, are the throw's own.
    """

    game: str
    side: str
    state: State
    choice: str
    before: tuple[int, ...]
    dice: tuple[int, ...]
    sides: int
    die: int
    own: int


class Resumed(Dice):
    """Dice that are known, then those of a stream."""

    __slots__ = ("_known", "_stream")

    def __init__(self, known: Sequence[int], stream: Rolled) -> None:
        self._known = list(known)
        self._stream = stream

    def throw(self, count: int, why: str, sides: int = 6) -> Sequence[int]:
        """The next ones that are known, as long as there are any."""
        if not self._known:
            return self._stream.throw(count, why, sides)
        values, self._known = self._known[:count], self._known[count:]
        return values

    def keep(self) -> None:
        """Nothing is ever taken back here."""

    def rewind(self) -> None:
        """Nothing is ever taken back here."""


def swings(
    game: Game[Any],
    record: Record,
    replayed: Replayed,
    bot: str,
    count: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Swing | None]:
    """The swings of the biggest throws; None where it cannot be told which dice a throw was."""
    if record.header.format == 1:
        raise RecordError("rollouts need a record of single choices, which format 1 is not")
    found = moments(game, record, replayed)
    starts = range(0, count, _PART)
    parts = [
        (moment, bot, seed, first, min(_PART, count - first))
        for moment in found
        if moment
        for first in starts
    ]
    results = call_all(differences, parts, jobs)
    made: list[Swing | None] = []
    for moment in found:
        values = Sample()
        for _ in starts if moment else ():
            part = next(results)
            for value in part:
                values.add(value)
            if progress:
                progress(len(part))
        made.append(_swing(moment.side, values) if moment else None)
    return made


def _swing(side: str, values: Sample) -> Swing:
    """The mean; its error as if one rollout more had gone either way, for few may all be alike."""
    count = values.count + 2
    variance = (values.squares + 2) / count - (values.total / count) ** 2
    return Swing(side, values.count, values.total / values.count, sqrt(variance / count))


def moments(game: Game[Any], record: Record, replayed: Replayed) -> list[Moment | None]:
    """The match just before each of the biggest throws."""
    chapters = {chapter.choice: chapter for chapter in replayed.story.chapters}
    lines = {line.number: line for line in record.lines}
    tables = dict(_tables(game, record, {throw.told.choice for throw in replayed.biggest}))
    found: list[Moment | None] = []
    for throw in replayed.biggest:
        choice = throw.told.choice
        line = lines[choice]
        place = places(line.throws, chapters[choice].events).get((throw.told.number, throw.number))
        found.append(
            None
            if place is None
            else Moment(
                game.name,
                throw.stake.side or game.seats[0],
                tables[choice],
                line.choice if choice else "",
                tuple(die for thrown in line.throws[:place] for die in thrown.values),
                throw.reading.dice,
                throw.reading.roll.sides,
                throw.die,
                throw.roll.count,
            )
        )
    return found


def places(throws: Sequence[Throw], events: Sequence[Told]) -> dict[tuple[int, int], int]:
    """Which of a choice's throws each reading is of, by its event's number and its own."""
    left, found = list(enumerate(throws)), dict[tuple[int, int], int]()
    for told in events:
        for number, reading in enumerate(told.event.readings):
            wanted = reading.roll.sides, reading.dice
            same = [each for each in left if (each[1].sides, each[1].values) == wanted]
            if reading.dice and same:
                found[told.number, number] = same[0][0]
                left.remove(same[0])
    return found


def _tables(game: Game[Any], record: Record, wanted: set[int]) -> Iterator[tuple[int, State]]:
    """The table before each of these choices."""
    header = record.header
    if 0 in wanted:
        yield 0, game.new(header.scenario, game.options(header.options), header.data or None)
    state = first_state(game, record)
    for line in record.lines:
        if line.number:
            if line.number in wanted:
                yield line.number, state
            state = next_state(state, line)


def differences(moment: Moment, bot: str, seed: int, first: int, count: int) -> list[float]:
    """What the throw as it fell changed of the points of its side, rollout by rollout."""
    return [_difference(moment, bot, seed, number) for number in range(first, first + count)]


def _difference(moment: Moment, bot: str, seed: int, number: int) -> float:
    fell = list(moment.dice)
    anew, own = fell.copy(), slice(moment.die, moment.die + moment.own)
    anew[own] = Rolled(seed, 2 * number).throw(moment.own, "", moment.sides)
    if anew == fell:
        return 0.0  # the same game twice
    as_it_fell, otherwise = (_points(moment, dice, bot, seed, number) for dice in (fell, anew))
    return as_it_fell - otherwise


def _points(moment: Moment, dice: Sequence[int], bot: str, seed: int, number: int) -> float:
    """Play on from these dice to the end: 1 for a win of the side, half for a draw."""
    game, state, stream = games.load(moment.game), moment.state.copy(), Rolled(seed, 2 * number + 1)
    known = Resumed([*moment.before, *dice], stream)
    if moment.choice:
        assert state.decision is not None
        state.play(state.decision.find(moment.choice), known)
    else:
        state.advance(known)
    players = {seat: bots.make(game, bot, number) for seat in game.seats}
    while state.decision is not None:
        state.play(players[state.decision.seat].choose(state, state.decision), stream)
    assert state.result is not None
    winner = state.result.winner
    return 0.5 if winner is None else float(winner == moment.side)
