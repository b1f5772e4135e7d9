"""What a throw changed of the chance to win: right where it is known, with an honest error."""

from __future__ import annotations

from pathlib import Path

import pytest

from flankspeed import bots, games
from flankspeed.engine import Match, Record, RecordError, Rolled
from flankspeed.lab.luck.account import Replayed, Swing
from flankspeed.lab.luck.rollouts import moments, places, swings

RECORDS = Path(__file__).parents[2] / "records"
GAME = games.load("kamikaze")
BOT = "lieutenant"
CRASH = "damage by crashes"


def dive(seed: int) -> tuple[Record, Replayed]:
    """One kamikaze dives on the ship: the record, with all of its throws as the biggest."""
    match = Match(GAME, "dives-1", dice=Rolled(seed))
    pilot = bots.make(GAME, BOT, seed)
    while match.decision:
        match.play(pilot.choose(match.state, match.decision))
    return match.record, Replayed(GAME, match.record, 100)


def swing_of_crash(seed: int, count: int, jobs: int = 1) -> Swing:
    record, replayed = dive(seed)
    replayed.biggest = [throw for throw in replayed.biggest if throw.stake.name == CRASH]
    [swing] = swings(GAME, record, replayed, BOT, count, 1, jobs)
    assert swing is not None
    return swing


@pytest.mark.parametrize(
    ("seed", "thrown", "after"),
    [(14, 6, 0), (15, 6, 12), (0, 4, 0)],  # one crashes after a volley of the same choice
)
def test_the_damage_of_the_only_crash(seed: int, thrown: int, after: int) -> None:
    """A 6 sinks the ship, and nothing else does: the chance was one in six before it was thrown."""
    record, replayed = dive(seed)
    at = moments(GAME, record, replayed)
    [(moment, throw)] = [
        pair for pair in zip(at, replayed.biggest, strict=True) if pair[1].stake.name == CRASH
    ]
    assert moment is not None
    assert (throw.result, len(moment.before)) == (thrown, after)
    swing = swing_of_crash(seed, 150)
    assert (swing.side, swing.rollouts) == ("ijn", 150)
    assert 0 < swing.error < 0.05
    assert abs(swing.change - ((thrown == 6) - 1 / 6)) < 3 * swing.error


def test_where_nothing_changes_there_is_an_error_all_the_same() -> None:
    """Of few rollouts: one in ten would have been missed easily."""
    record, replayed = dive(14)
    found = swings(GAME, record, replayed, BOT, 4)
    errors = [swing.error for swing in found if swing and swing.change == 0]
    assert errors
    assert all(0.2 < error < 0.5 for error in errors)


def test_the_number_of_processes_changes_nothing() -> None:
    pytest.importorskip("joblib")
    assert swing_of_crash(0, 20, jobs=2) == swing_of_crash(0, 20)


def test_progress_hears_of_every_rollout() -> None:
    record, replayed = dive(0)
    heard: list[int] = []
    swings(GAME, record, replayed, BOT, 7, progress=heard.append)
    assert sum(heard) == 7 * len(replayed.biggest)


@pytest.mark.parametrize("name", ["samar-options-1", "picket-2", "kamikaze-dives-6"])
def test_every_throw_is_found_among_the_dice_of_its_choice(name: str) -> None:
    record = Record.read(RECORDS / f"{name}.fsr")
    replayed = Replayed(games.load(record.header.game), record, 5)
    lines = {line.number: line for line in record.lines}
    thrown = [chapter for chapter in replayed.story.chapters if chapter.throws]
    assert len(thrown) > 10
    for chapter in thrown:
        found = places(lines[chapter.choice].throws, chapter.events)
        assert len(set(found.values())) == len(found)
        for throw in chapter.throws:
            place = found[throw.told.number, throw.number]
            assert lines[chapter.choice].throws[place].values == throw.reading.dice


def test_a_moment_is_just_before_its_throw() -> None:
    record = Record.read(RECORDS / "picket-3.fsr")
    game = games.load("picket")
    replayed = Replayed(game, record, 60)
    for moment, throw in zip(moments(game, record, replayed), replayed.biggest, strict=True):
        assert moment is not None
        line = next(line for line in record.lines if line.number == throw.told.choice)
        thrown = [die for each in line.throws for die in each.values]
        known = [*moment.before, *moment.dice]
        assert thrown[: len(known)] == known
        if line.number:
            assert moment.state.decision is not None
            assert moment.state.decision.find(moment.choice).text == line.choice
        else:
            assert moment.choice == ""


def test_shortcuts_of_old_are_refused() -> None:
    record = Record.read(RECORDS / "picket-format-1-afs.fsr")
    game = games.load("picket")
    with pytest.raises(RecordError, match="rollouts need a record of single choices"):
        swings(game, record, Replayed(game, record, 1), "ensign", 2)
