"""The account of a match's luck: every throw, and sums that agree with the report."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from toy_game import Nim
from toy_records import TEXT

from flankspeed import games
from flankspeed.engine import Record
from flankspeed.engine.report.report import report
from flankspeed.lab.luck.account import Account, Replayed
from flankspeed.lab.luck.picture import picture

RECORDS = Path(__file__).parents[2] / "records"
NAMES = ["samar-battle", "picket-3", "kamikaze-dives-6", "picket-format-1-afs"]


def replayed(name: str, most: int = 5) -> Replayed:
    record = Record.read(RECORDS / f"{name}.fsr")
    return Replayed(games.load(record.header.game), record, most)


def test_a_toy() -> None:
    """Two dice, a 1 and a 6; high is good, and they are nobody's in particular."""
    found = Replayed(Nim(), Record.parse(TEXT), 1).account()
    low, high = found.throws
    assert (low.choice, low.dice, low.result, low.expected) == (2, [1], "1", 3.5)
    assert high.choice == 4
    assert high.as_good == pytest.approx(1 / 6)
    assert low.as_bad == pytest.approx(1 / 6)
    assert low.deviations == pytest.approx(-high.deviations)
    [kind] = found.kinds
    assert (kind.kind, kind.throws, kind.counted, kind.expected) == ("the gamble", 2, 7, 7)
    assert kind.spread == pytest.approx(sqrt(35 / 6))
    assert found.between is None
    assert found.sides[0].deviations == pytest.approx(0)
    assert [big.throw.choice for big in found.biggest] == [2]  # bad luck is as big as good


@pytest.mark.parametrize("name", NAMES)
def test_it_agrees_with_the_report_and_with_its_own_throws(name: str) -> None:
    record = Record.read(RECORDS / f"{name}.fsr")
    found = replayed(name).account()
    if record.result is not None:
        told = report(games.load(record.header.game), record)
        assert found.sides == told.luck
        assert found.turns == told.luck_by_turn
    for kind in found.kinds:
        own = [t for t in found.throws if (t.side, t.kind) == (kind.side, kind.kind)]
        assert kind.throws == len(own)
        assert kind.counted == pytest.approx(sum(throw.counted for throw in own))
        assert kind.expected == pytest.approx(sum(throw.expected for throw in own))
        assert kind.spread == pytest.approx(sqrt(sum(throw.spread**2 for throw in own)))
    assert sum(kind.throws for kind in found.kinds) == len(found.throws)


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    found: Account = replayed("samar-battle").account()
    assert found.between is not None
    one, other = found.sides
    assert one.deviations > 0 > other.deviations
    assert found.between > one.deviations


def test_the_biggest_are_unlikely_or_had_consequences() -> None:
    """Judy destroyed by the one support shot in six; she was about to dive."""
    first = replayed("picket-3").account().biggest[0]
    assert (first.throw.kind, first.throw.result) == ("supporting fire", "destroyed")
    assert first.throw.as_good == pytest.approx(1 / 6)
    assert first.change["usn"] == 1
    assert "it is destroyed" in first.text
    assert first.swing is None


@pytest.mark.parametrize("name", ["samar-battle", "kamikaze-dives-1"])
def test_the_picture_has_every_side_and_kind(name: str) -> None:
    pytest.importorskip("matplotlib")
    match = replayed(name)
    found = match.account()
    drawn = picture(match, found)
    assert picture(match, found) == drawn
    words = {text.strip() for text in ElementTree.fromstring(drawn).itertext()}
    game = games.load(found.game)
    for luck in found.sides:
        assert (
            f"{game.sides[luck.side].name}: {luck.deviations:+.2f} ({luck.throws} throws)" in words
        )
    assert {f"{kind.kind} ({kind.throws})" for kind in found.kinds} <= words
    assert {str(number + 1) for number in range(len(found.biggest))} <= words
