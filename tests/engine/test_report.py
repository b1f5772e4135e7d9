"""Reports: luck by exact chances, the story of a match, and a game that says nothing of itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from toy_game import Nim, NimState, nim, play
from toy_records import TEXT

from flankspeed.engine import (
    Count,
    DataError,
    Each,
    Event,
    Figure,
    Reading,
    Record,
    RecordError,
    Roll,
    Scripted,
)
from flankspeed.engine.report.luck import Scored, Told, score_of, scored, total
from flankspeed.engine.report.report import report
from flankspeed.engine.report.stakes import Stake, Stakes
from flankspeed.engine.report.types import Luck, Sample, Verdict
from flankspeed.engine.report.words import ReportWords

DIE: Roll[int] = Roll("die", int)
HIT = Figure("figures", "hit", 5)
NAMED: Roll[str] = Roll(
    "named", lambda total: "good" if total > 4 else "fair" if total > 2 else "bad"
)


@pytest.mark.parametrize(
    ("roll", "result", "better", "value", "chance"),
    [
        (DIE, 6, "high", 5.5 / 6 - 0.5, 1 / 6),
        (DIE, 6, "low", 0.5 / 6 - 0.5, 1.0),
        (DIE, 1, "high", 0.5 / 6 - 0.5, 1.0),
        (Roll.at_least(HIT, "shot"), True, "high", 5 / 6 - 0.5, 1 / 3),
        (Roll.at_least(HIT, "shot"), False, "high", 2 / 6 - 0.5, 1.0),
        (Count("volley", 2, HIT), 2, "high", 8 / 9 + 1 / 18 - 0.5, 1 / 9),
        (NAMED, "good", ("bad", "fair", "good"), 5 / 6 - 0.5, 1 / 3),
        (NAMED, "good", ("good", "fair", "bad"), 1 / 6 - 0.5, 1.0),
    ],
)
def test_a_score_is_where_the_result_lies_among_all(
    roll: Roll[Any], result: object, better: Any, value: float, chance: float
) -> None:
    score = score_of(roll, result, better)
    assert score is not None
    assert score.value == pytest.approx(value)
    assert score.chance == pytest.approx(chance)


@pytest.mark.parametrize(
    ("roll", "result", "better", "as_bad"),
    [
        (DIE, 6, "high", 1.0),
        (DIE, 2, "high", 2 / 6),
        (DIE, 6, "low", 1 / 6),
        (Count("volley", 2, HIT), 0, "high", 4 / 9),
        (NAMED, "fair", ("bad", "fair", "good"), 4 / 6),
    ],
)
def test_the_chance_to_do_as_badly(
    roll: Roll[Any], result: object, better: Any, as_bad: float
) -> None:
    score = score_of(roll, result, better)
    assert score is not None
    assert score.as_bad == pytest.approx(as_bad)
    assert score.rarity == pytest.approx(min(as_bad, score.chance))


@pytest.mark.parametrize(
    ("reading", "better", "counted", "mean", "variance"),
    [
        (DIE.reading(2), "high", 2, 3.5, 35 / 12),
        (DIE.reading(2), "low", 2, 3.5, 35 / 12),
        (Roll.at_least(HIT, "shot").reading(6), "high", 1, 1 / 3, 2 / 9),
        (Count("volley", 4, HIT).throw(Scripted([5, 6, 1, 5])), "high", 3, 4 / 3, 8 / 9),
        (NAMED.reading(6), ("bad", "fair", "good"), 2, 1, 2 / 3),
    ],
)
def test_what_a_throw_counts_and_what_is_expected(
    reading: Reading[Any], better: Any, counted: float, mean: float, variance: float
) -> None:
    [throw] = scored_throws(reading, better)
    assert throw.counted == counted
    assert throw.expected == pytest.approx((mean, variance))


@pytest.mark.parametrize("roll", [DIE, Roll.at_least(HIT, "shot"), Count("volley", 3, HIT)])
@pytest.mark.parametrize("better", ["high", "low"])
def test_scores_are_nothing_on_average_and_their_variance_is_known(
    roll: Roll[Any], better: Any
) -> None:
    chances = roll.chances()
    scores = {result: score_of(roll, result, better) for result in chances}
    values = {result: score.value for result, score in scores.items() if score}
    assert sum(chances[result] * value for result, value in values.items()) == pytest.approx(0)
    square = sum(chances[result] * value**2 for result, value in values.items())
    for score in scores.values():
        assert score is not None
        assert score.variance == pytest.approx(square)


def test_what_has_no_order_or_one_result_has_no_score() -> None:
    assert score_of(NAMED, "good", "high") is None
    assert score_of(Roll("sure", lambda _: 0), 0, "high") is None
    assert score_of(Count("none", 3, HIT, shift=-9), 0, "high") is None


def test_a_result_that_the_order_lacks_is_told() -> None:
    with pytest.raises(DataError, match="'named' can read 'fair', which the order"):
        score_of(NAMED, "good", ("bad", "good"))


def test_many_dice_are_no_trouble() -> None:
    chances: dict[int, float] = Roll("many", int, count=30).chances()
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[30] == pytest.approx(6.0**-30)


def scored_throws(reading: Reading[Any], better: Any = "high") -> list[Scored]:
    """The throws of one reading, as an event of a game that says how it counts."""

    class Staked(Nim):
        def stake(self, event: Event, reading: Reading[Any]) -> Stake | None:
            return Stake("usn", "throws", better)

    told = Told(0, Event("shot", "N-2", {}, readings=(reading,)), 0, "")
    return list(scored(Staked(), told))


def throws_of(reading: Reading[Any]) -> list[float]:
    """Their scores."""
    return [throw.score.value for throw in scored_throws(reading)]


def test_dice_that_are_read_one_by_one_are_throws_of_their_own() -> None:
    each = Each("AA", [Roll.at_least(HIT, "AA")] * 3)
    values = throws_of(each.throw(Scripted([6, 1, 5])))
    assert values == pytest.approx([1 / 3, -1 / 6, 1 / 3])


def test_luck_adds_up_in_standard_deviations() -> None:
    told = Told(0, Event("gamble", "N-2", {}, readings=(DIE.reading(6), DIE.reading(6))), 0, "")
    luck = total("usn", "dice", scored(Nim(), told))
    spread = (35 / 432) ** 0.5  # of one die: (1 - 6 / 6**3) / 12
    assert luck.throws == 2
    assert luck.deviations == pytest.approx(2 * (5 / 12) / (2**0.5 * spread))
    assert total("usn", "none", []) == Luck("usn", "none", 0, 0.0)


def test_what_needs_no_dice_is_no_throw() -> None:
    assert throws_of(Reading.of_known(3)) == []


# --- Stakes and words, as files have them ---


def stakes(**entry: Any) -> Stakes:
    return Stakes({"die": {"side": "own", "better": "high", "name": "dice"} | entry}, SIDES, "f")


SIDES = ("usn", "ijn")
READ = DIE.reading(3)


@pytest.mark.parametrize(
    ("side", "owner", "found"),
    [("own", "ijn", "ijn"), ("other", "ijn", "usn"), ("usn", "ijn", "usn"), ("usn", "", "usn")],
)
def test_a_throw_is_the_luck_of_a_side(side: str, owner: str, found: str) -> None:
    assert stakes(side=side).of(READ, owner) == Stake(found, "dice", "high", shot=False)


def test_a_throw_may_be_nobodys() -> None:
    assert stakes().of(READ, "") is None
    assert stakes().of(NAMED.reading(3), "usn") is None


@pytest.mark.parametrize("wrong", [{"side": "both"}, {"better": "red"}, {"luck": 1}])
def test_wrong_stakes_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"^f: "):
        stakes(**wrong)


def test_words_are_read_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "report.toml"
    text = 'strength = "s"\n[verdict.won]\nrule = "N-1"\nwords = "{who} won"\n'
    file.write_text(f"{text}[kinds]\n[fates]\n[luck]\n", encoding="utf-8")
    assert ReportWords(file, SIDES).verdict("won", who="He") == Verdict("He won", "N-1")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"report\.toml"):
        ReportWords(file, SIDES)


# --- The report ---

RECORD = Record.parse(TEXT)


def test_a_game_that_says_nothing_still_has_one() -> None:
    told = report(Nim(), RECORD)
    assert (told.winner, told.outcome, told.choices) == ("usn", "the last match", 7)
    assert told.verdict == Verdict("US victory: the last match.")
    assert (told.losses, told.timeline, told.moments) == ([], [], [])
    [luck] = told.luck
    assert (luck.side, luck.throws) == ("", 2)
    assert luck.deviations == pytest.approx(0)
    assert [luck.name for luck in told.luck_by_kind] == ["the gamble"]
    [best] = told.best
    assert (best.choice, best.text) == (4, "the die shows 6")
    assert best.chance == pytest.approx(1 / 6)


class StandingNim(Nim):
    """Nim that says how it stands: the strength is the heap, a turn begins as usn takes."""

    def strength(self, state: NimState) -> dict[str, float]:
        return {"usn": float(state.heap)}

    def turn_begun(self, event: Event) -> str:
        facts = event.facts
        return f"at {facts['left']}" if facts.get("seat") == "usn" else ""

    def stake(self, event: Event, reading: Reading[Any]) -> Stake:
        return Stake("ijn", "gambles", "low")


def test_moments_are_where_the_strength_changed_most() -> None:
    told = report(StandingNim(), RECORD)
    assert [moment.choice for moment in told.moments] == [3, 4, 5, 6, 7]
    gamble = told.moments[1]
    assert (gamble.seat, gamble.label) == ("ijn", "let the dice decide")
    assert gamble.texts == ["the die shows 6", "ijn takes 9 × | of the heap"]
    assert gamble.change == {"usn": -9.0}
    assert gamble.chance == pytest.approx(1)


def test_the_timeline_goes_by_turns() -> None:
    told = report(StandingNim(), RECORD)
    assert told.timeline[:3] == [
        Sample("start", 0, {"usn": 22.0}),
        Sample("at 21", 1, {"usn": 21.0}),
        Sample("at 17", 3, {"usn": 17.0}),
    ]
    assert told.timeline[-1] == Sample("end", 7, {"usn": 0.0})
    assert [luck.name for luck in told.luck_by_turn] == ["at 21", "at 17"]


def test_without_turns_it_goes_by_choices() -> None:
    class Turnless(StandingNim):
        def turn_begun(self, event: Event) -> str:
            return ""

    told = report(Turnless(), RECORD)
    assert [sample.turn for sample in told.timeline] == ["start", *"1234567"]


def test_the_best_shots_are_weighed_by_what_they_brought() -> None:
    class Weighed(Nim):
        def weight(self, event: Event) -> int:
            return 9 if event.facts.get("die") == 5 else 0

    record = play(nim(Scripted([6, 1, 1, 5]), heap=13), "gamble", "gamble").record
    for game, order in ((Nim(), [6, 5]), (Weighed(), [5, 6])):
        texts = [best.text for best in report(game, record).best]
        assert texts == [f"the die shows {die}" for die in order]


def test_a_shot_is_weighed_by_what_its_side_gained() -> None:
    class Gaining(Nim):
        def strength(self, state: NimState) -> dict[str, float]:
            return {"ijn": 50.0 if not state.heap else 0.0}

        def stake(self, event: Event, reading: Reading[Any]) -> Stake:
            return Stake("ijn", "gambles")

    record = play(nim(Scripted([6, 1, 1, 5]), heap=13), "gamble", "gamble").record
    assert [best.choice for best in report(Gaining(), record).best] == [2, 1]


def test_what_goes_well_as_often_as_not_is_no_feat() -> None:
    record = play(nim(Scripted([4, 4]), heap=8), "gamble", "gamble").record
    assert report(Nim(), record).best == []


def test_a_throw_of_one_in_six_makes_no_moment() -> None:
    assert report(Nim(), RECORD).moments == []


def test_only_what_is_over_has_a_report() -> None:
    unfinished = Record.parse(TEXT[: TEXT.index("result:")])
    with pytest.raises(RecordError, match="once the game is over"):
        report(Nim(), unfinished)
