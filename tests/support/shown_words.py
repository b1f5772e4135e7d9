"""Every text that people are shown of a game: before it, in play at random, and after it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec

from flankspeed.engine import Event, Game, Match, Rolled
from flankspeed.engine.show.since import since

_EVERY = 150  # choices between two pictures, which are slow to draw


def words_about(game: Game[Any]) -> Iterator[str]:
    """What is told of a game before anything is played."""
    yield from (game.title, game.summary)
    for scenario in game.scenarios:
        yield from (scenario.title, scenario.about)
        for seat in game.seats:
            yield from _strings(game.briefing(scenario.name, seat))
    for option in game.option_infos():
        yield from (option.title, option.meaning, *option.words.values())
    yield from game.legend().values()
    yield from game.bot_words().values()
    yield from (*game.facts().names.values(), *game.facts().values.values())
    for lesson in game.lessons():
        yield from (lesson.title, lesson.briefing)
        for step in lesson.steps:
            yield from (step.title, step.words, step.otherwise)
    for chart in game.charts():
        yield from (chart.title, *chart.columns, *chart.notes)
        yield from _strings(chart.rows)
    for rule in game.rules():
        yield from (rule.section, rule.statement)
    yield from (decision.statement for decision in game.decisions())


def words_of_a_game(game: Game[Any], scenario: str, seed: int, most: int) -> Iterator[str]:
    """What is told while a game is played at random, for so many choices at most."""
    chance = random.Random(seed)
    match = Match(game, scenario, game.options(), dice=Rolled(seed))
    yield from _log(game, match.events)
    while match.decision is not None and match.choices < most:
        seat = match.decision.seat
        yield match.decision.prompt
        yield from (option.label for option in match.decision.options)
        yield from (shortcut.label for shortcut in game.shortcuts(match.state))
        yield from _strings(game.status(match.state, seat))
        if match.choices % _EVERY == 0:
            yield from _picture(game.picture(match.state, seat))
        choice = chance.choice(match.decision.options)
        if question := game.question(match.state, choice):
            yield question.words
        yield from _log(game, match.play(choice))
    yield from (line.text for line in since(game, match.chapters, 0))
    yield from _picture(game.picture(match.state))
    yield from _strings(game.losses(match.state))
    yield game.log_sheet(match.state)
    if match.result:
        yield from (match.result.outcome, game.verdict(match.state).words)


def _log(game: Game[Any], events: Iterable[Event]) -> Iterator[str]:
    """Events, each by itself and as one line with those like it."""
    folded: dict[str, list[Event]] = {}
    for event in events:
        yield game.describe(event)
        yield from (modifier.name for modifier in event.modifiers)
        yield from (throw.why for throw in event.throws)
        if key := game.fold_key(event):
            folded.setdefault(key, []).append(event)
    yield from (game.fold_text(together) for together in folded.values())


def _picture(svg: str) -> Iterator[str]:
    """All that stands in a picture, tooltips included."""
    for element in ElementTree.fromstring(svg).iter():
        if element.text:
            yield element.text


def _strings(told: object) -> Iterator[str]:
    """All texts in some data."""
    match told:
        case str():
            yield told
        case msgspec.Struct():
            yield from _strings(msgspec.structs.astuple(told))
        case dict():
            yield from _strings([*told.values()])
        case list() | tuple():
            for part in told:
                yield from _strings(part)
