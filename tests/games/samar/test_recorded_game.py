"""The game in the documentation: it replays, verifies, and its pictures are of it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from flankspeed.engine import Record, Throw, replay, verify
from flankspeed.games import load

FOLDER = Path(__file__).parents[3] / "docs" / "samar-game"
GAME = load("samar")


@pytest.fixture(scope="module")
def record() -> Record:
    return Record.read(FOLDER / "game.fsr")


def test_the_game_replays_and_verifies(record: Record) -> None:
    assert record.header.seats == {"usn": "admiral", "ijn": "admiral"}
    match = replay(GAME, record)
    assert match.result is not None
    assert match.result.outcome == "IJN minor victory"
    assert match.state.turn == 16  # type: ignore[attr-defined]
    assert match.state.cleared_turn == 12  # type: ignore[attr-defined]
    assert match.state.exited == 16  # type: ignore[attr-defined]
    assert verify(GAME, record) is True


def test_all_dice_are_told_as_they_were_thrown(record: Record) -> None:
    events = replay(GAME, record).events
    told = [throw for event in events for throw in event.throws]
    assert dice(told) == dice([throw for line in record.lines for throw in line.throws])


def dice(throws: list[Throw]) -> list[tuple[int, int]]:
    return [(throw.sides, value) for throw in throws for value in throw.values]


@pytest.mark.parametrize("time", ["0712", "0736", "0812", "0900"])
def test_there_are_pictures_of_four_turns(time: str) -> None:
    svg = ElementTree.parse(FOLDER / f"{time}.svg").getroot()
    assert svg.tag.endswith("svg")
    words = "".join(svg.itertext())
    assert "Yamato Unleashed" in words
    assert f"{time}, movement phase" in words
