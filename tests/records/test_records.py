"""Records that must verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from flankspeed import games
from flankspeed.engine import Record, replay, verify

RECORDS = sorted(Path(__file__).parent.glob("*.fsr"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_verifies_for_ever(path: Path) -> None:
    """Who changes the rules makes a new version of them, and a way to read the old one."""
    record = Record.read(path)
    game = games.load(record.header.game)
    assert record.result is not None
    assert verify(game, record) is True
    again = replay(game, record)
    assert again.result == record.result
    assert [line[:3] for line in again.record.lines] == [line[:3] for line in record.lines]


def test_there_are_records() -> None:
    assert RECORDS
