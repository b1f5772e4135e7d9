"""Nobody is shown a word of programs, nor one thing as many: before a game, and in play."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from shown_words import words_about, words_of_a_game

from flankspeed import games

MOST = 1000  # choices of one game: the long campaigns are cut short
UNDERSCORE = re.compile(r"\w*_\w*")
CAMEL = re.compile(r"\b[a-z]+[A-Z]\w*")  # frontSix
CODE = re.compile(r"\b[A-Z]{1,2}:\w+|~")  # P:Bridge
MANY = (
    "armors attacks boxes carriers choices compartments counters crewmen crews cruisers days dice "
    "dives fighters fires games guns hexes hexsides hits hulks kamikazes markers marks men mounts "
    "officers phases planes points raids repairs rolls rounds shells ships shots specials "
    "squadrons squares stations steps throws torpedoes turns units waves weeks"
)
# A number, not the end of a name or of a figure: neither `5in 1 fires` nor 0.1, +1 or 3/1.
ONE_OF_MANY = re.compile(rf"(?<![\w.,+/-])(?<!in )1 (?:more )?(?:{MANY.replace(' ', '|')})\b")
# Numbers that are names, before a verb.
NAMED = re.compile(r"\b(?:plane|gun|Repair|Chief) 1 (?:dives|fires|rolls)\b")

CASES = [
    (name, scenario) for name in games.names() for scenario in games.load(name).ready_scenarios()
]


def check(texts: Iterable[str]) -> None:
    for text in set(texts):
        plain = NAMED.sub("", text)
        for odd in (UNDERSCORE, CAMEL, CODE, ONE_OF_MANY):
            found = odd.search(plain)
            assert not found, f"{found[0]!r} in {text!r}"


@pytest.mark.parametrize("name", games.names())
def test_what_is_told_of_a_game_is_in_plain_words(name: str) -> None:
    check(words_about(games.load(name)))


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_what_is_told_in_play_is_in_plain_words(name: str, scenario: str) -> None:
    check(words_of_a_game(games.load(name), scenario, seed=7, most=MOST))


@pytest.mark.parametrize(
    "text", ["1 hits", "hold_fire", "1 more phases", "frontSix", "P:Bridge", "Val: 1 guns fire"]
)
def test_what_is_not_plain_is_found(text: str) -> None:
    with pytest.raises(AssertionError):
        check([text])


def test_numbers_that_are_names_or_figures_are_plain() -> None:
    check(["5in 1 fires at plane 1", "plane 1 dives", "1 hit", "0.1 hits", "+1 dice", "11 ships"])
