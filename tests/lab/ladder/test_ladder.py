"""Ladders: the games of `sim`, ranked."""

from __future__ import annotations

from statistics import fmean
from xml.etree import ElementTree

import msgspec
import pytest

from flankspeed.engine import OptionError
from flankspeed.lab.ladder.ladder import Ladder, ladder, seatings_of
from flankspeed.lab.ladder.picture import picture
from flankspeed.lab.sim import Batch, play_games, simulate

pytest.importorskip("numpy")

DIVES = Batch("kamikaze", "dives-3", {}, {}, seed=1)
PATROL = Batch("picket", "3", {}, {}, seed=2)
PAIR = ["random", "lieutenant"]


def content(found: Ladder) -> Ladder:
    """All but the time it took."""
    return msgspec.structs.replace(found, seconds=0)


@pytest.fixture(scope="module")
def dives() -> Ladder:
    return ladder(DIVES, PAIR, "random", 25)


@pytest.fixture(scope="module")
def patrol() -> Ladder:
    return ladder(PATROL, ["ensign", "admiral"], "ensign", 12)


def test_everybody_meets_everybody_from_both_seats() -> None:
    assert seatings_of(("a", "b"), ["x", "y", "z"]) == [
        ("x", "y"), ("x", "z"), ("y", "x"), ("y", "z"), ("z", "x"), ("z", "y")
    ]  # fmt: skip
    assert seatings_of(("a",), ["x", "y"]) == [("x",), ("y",)]
    with pytest.raises(OptionError, match="one or two seats, not of 3"):
        seatings_of(("a", "b", "c"), ["x", "y"])


def test_meetings_are_the_games_of_sim(dives: Ladder) -> None:
    assert [each.bots for each in dives.meetings] == [
        {"usn": "random", "ijn": "lieutenant"},
        {"usn": "lieutenant", "ijn": "random"},
    ]
    for each in dives.meetings:
        wins = simulate(msgspec.structs.replace(DIVES, bots=each.bots), 25).wins
        assert each.score.mean * 25 == pytest.approx(wins["usn"])
        assert (each.games, each.draws) == (25, wins["draw"])


def test_who_dives_at_random_stands_below(dives: Ladder) -> None:
    """The US side has no choices here, so a level is told by its dives alone."""
    assert [rung.bot for rung in dives.rungs] == ["lieutenant", "random"]
    best, worst = dives.rungs
    assert (best.step, worst.step, worst.rating.mean) == (best.rating, None, 0)
    assert best.rating.low > 0
    assert best.score.mean + worst.score.mean == pytest.approx(1)
    points = [each.score.mean for each in dives.meetings]
    assert best.score.mean == pytest.approx((1 - points[0] + points[1]) / 2)
    assert dives.advantage is not None
    assert dives.advantage.seat == "usn"
    assert dives.advantage.points.low > 0


def test_a_solitaire_is_ranked_by_the_figure_that_it_names(patrol: Ladder) -> None:
    hits = {}
    for bot in ("ensign", "admiral"):
        batch = msgspec.structs.replace(PATROL, bots={"usn": bot})
        hits[bot] = [play_games(batch, n, 1).figures["hits taken"].total for n in range(12)]
    assert fmean(hits["admiral"]) < fmean(hits["ensign"])
    assert (patrol.unit, patrol.low, patrol.meetings) == ("hits taken", True, [])
    best, anchor = patrol.rungs
    assert (best.bot, anchor.bot) == ("admiral", "ensign")
    assert best.figure is not None
    assert best.figure.mean == pytest.approx(fmean(hits["admiral"]))
    assert best.rating.mean == pytest.approx(fmean(hits["ensign"]) - fmean(hits["admiral"]))
    assert best.step == best.rating
    assert anchor.rating.high == 0


def test_the_number_of_processes_changes_nothing(dives: Ladder) -> None:
    pytest.importorskip("joblib")
    assert content(ladder(DIVES, PAIR, "random", 25, jobs=2)) == content(dives)


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    ladder(DIVES, PAIR, "random", 12, progress=heard.append)
    assert (sum(heard), len(heard)) == (24, 4)


def test_the_picture_names_everybody(dives: Ladder, patrol: Ladder) -> None:
    pytest.importorskip("matplotlib")
    for found in (dives, patrol):
        drawn = picture(found)
        assert picture(found) == drawn
        words = {text.strip() for text in ElementTree.fromstring(drawn).itertext()}
        assert {rung.bot for rung in found.rungs} <= words
        assert found.title in words
        shares = {f"{each.score.mean:.0%}" for each in found.meetings}
        assert shares <= words
