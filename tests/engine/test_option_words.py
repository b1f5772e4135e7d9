"""Options in words: every one has a title, and every value words that people understand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import flankspeed
from flankspeed import games
from flankspeed.engine import DataError
from flankspeed.engine.show.option_words import option_words

VALUES = {"dice": ["-2", "2"], "smoke": ["on", "off"], "arc": ["end", "broad"], "most": []}
WORDS = """
dice = { title = "Dice", -2 = "two fewer" }
smoke = { title = "Smoke" }
arc = { title = "Arc", end = "at the end", broad = "broadside" }
most = { title = "Most" }
"""


def words(folder: Path, text: str = WORDS) -> dict[str, tuple[str, dict[str, str]]]:
    path = folder / "option_words.toml"
    path.write_text(text, encoding="utf-8")
    return option_words(path, VALUES)


def test_titles_and_values(tmp_path: Path) -> None:
    assert words(tmp_path) == {
        "dice": ("Dice", {"-2": "two fewer", "2": "2"}),
        "smoke": ("Smoke", {"on": "on", "off": "off"}),
        "arc": ("Arc", {"end": "at the end", "broad": "broadside"}),
        "most": ("Most", {}),
    }


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("smoke =", "fog =", "each option must stand there once: fog, smoke"),
        (', broad = "broadside"', "", "nothing says what arc broad is"),
        ('end = "at the end"', 'ends = "at the end"', "option arc cannot be 'ends'"),
        ('title = "Most"', "", "option most has no title"),
    ],
)
def test_faults_are_found_as_it_is_loaded(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        words(tmp_path, WORDS.replace(old, new))


@pytest.mark.parametrize("name", list(games.names()))
def test_the_games_have_words_for_options_and_abbreviations(name: str) -> None:
    game = games.load(name)
    infos = game.option_infos()
    assert all(info.title for info in infos)
    assert len({info.title for info in infos}) == len(infos)
    for info in infos:
        assert not info.words or list(info.words) == info.values.split("|")
        assert not any("_" in said for said in info.words.values())
    assert game.legend()
    assert all(short != said for short, said in game.legend().items())


@pytest.mark.parametrize("name", list(games.names()))
def test_the_sheets_of_the_games_name_fields_that_their_views_have(name: str) -> None:
    facts = games.load(name).facts()
    board = flankspeed.new(name, seed=1).view().board
    _, parts = msgspec.json.schema_components([type(board)])
    there = {field for part in parts.values() for field in part.get("properties", ())}
    there |= set(_keys(msgspec.to_builtins(board)))  # of dictionaries
    assert facts.names
    assert {field.rpartition(".")[2] for field in facts.names} <= there
    assert not any("_" in said for said in (*facts.names.values(), *facts.values.values()))


def _keys(facts: Any) -> Iterator[str]:
    if isinstance(facts, dict):
        yield from facts
    if isinstance(facts, dict | list):
        for each in facts.values() if isinstance(facts, dict) else facts:
            yield from _keys(each)
