"""The report of a match, made by replaying its record once."""

from __future__ import annotations

from math import log2
from typing import Any

from flankspeed.engine.errors import RecordError
from flankspeed.engine.game import Game
from flankspeed.engine.records.record import Record
from flankspeed.engine.records.replay import replay
from flankspeed.engine.report.luck import Scored, added
from flankspeed.engine.report.story import START, Chapter, Story
from flankspeed.engine.report.types import BestThrow, Moment, Report

_BEST = 5
_EVEN = 0.5  # a chance from which on nothing is a feat
_FEWEST_MOMENTS, _MOST_MOMENTS = 3, 5
_TEXTS = 3  # lines that tell of a moment
_UNLIKELY = log2(20)  # bits from which a throw may make a moment by itself


def report(game: Game[Any], record: Record) -> Report:
    """Look back at a match that is over; `RecordError` if it is not, or does not replay."""
    if record.result is None:
        raise RecordError("there is a report once the game is over")
    story = Story(game)
    match = replay(game, record, watch=story.watch)
    throws = story.throws
    return Report(
        game=game.name,
        scenario=record.header.scenario,
        winner=record.result.winner,
        outcome=record.result.outcome,
        # Of an end by people a game knows nothing: what is said of any result is said.
        verdict=Game.verdict(game, match.state) if record.ended else game.verdict(match.state),
        choices=match.choices,
        losses=game.losses(match.state),
        strength=game.strength_title(),
        timeline=story.samples() if game.strength(match.state) else [],
        best=_best(story),
        luck=added(throws, ["all throws" for _ in throws]),
        luck_by_kind=added(throws, [throw.stake.name for throw in throws]),
        luck_by_turn=added(throws, [throw.told.turn or START for throw in throws]),
        moments=_moments(story),
    )


def _best(story: Story) -> list[BestThrow]:
    """The shots that were least likely to go so well, each weighed by what it brought."""
    weighed = [
        (throw.surprise * (1 + _gain(chapter, throw) + story.followed(throw)), throw)
        for chapter in story.chapters
        for throw in chapter.throws
        if throw.stake.shot and throw.score.chance < _EVEN
    ]
    weighed.sort(key=lambda each: -each[0])
    return [
        BestThrow(
            throw.stake.side,
            throw.told.choice,
            story.game.describe(throw.told.event),
            throw.score.chance,
            list(throw.told.event.places),
        )
        for _, throw in weighed[:_BEST]
    ]


def _gain(chapter: Chapter, throw: Scored) -> float:
    """What its side gained on the others with the choice that it followed; no loss counts."""
    side = throw.stake.side
    gained = sum(value if each == side else -value for each, value in chapter.change.items())
    return max(0.0, gained) if side else 0.0


def _moments(story: Story) -> list[Moment]:
    """The choices after which the strength changed most; if few, those of unlikely throws too."""
    by_change = sorted(story.chapters, key=lambda each: (-each.swing, -_surprise(each)))
    found = [chapter for chapter in by_change if chapter.swing > 0][:_MOST_MOMENTS]
    by_chance = sorted(story.chapters, key=lambda chapter: -_surprise(chapter))
    for chapter in by_chance:
        if len(found) >= _FEWEST_MOMENTS or _surprise(chapter) < _UNLIKELY:
            break
        if chapter not in found:
            found.append(chapter)
    return [_moment(story, chapter) for chapter in sorted(found, key=lambda each: each.choice)]


def _surprise(chapter: Chapter) -> float:
    return max((throw.surprise for throw in chapter.throws), default=0.0)


def _moment(story: Story, chapter: Chapter) -> Moment:
    game = story.game
    surprise = {id(throw.told.event): throw.surprise for throw in chapter.throws}
    events = [told.event for told in chapter.events if told.event.kind != "heading"]
    ranked = sorted(events, key=lambda each: (-game.weight(each), -surprise.get(id(each), 0.0)))
    told = [event for event in events if any(event is each for each in ranked[:_TEXTS])]
    places = dict.fromkeys(place for event in told for place in event.places)
    return Moment(
        chapter.choice,
        chapter.seat,
        chapter.label,
        [game.describe(event) for event in told],
        list(places),
        chapter.change,
        min((throw.score.chance for throw in chapter.throws), default=1.0),
    )
