"""What a game says about itself: options, scenarios, seats, rules."""

import re
from collections.abc import Mapping
from typing import ClassVar

import pytest
from toy_game import Nim, NimOptions

from flankspeed import games
from flankspeed.engine import OptionError
from flankspeed.engine.game import OptionInfo, named_object, options_text

GAME = Nim()


@pytest.mark.parametrize(
    ("values", "options"),
    [
        (None, NimOptions()),
        ({}, NimOptions()),
        ({"heap": "12"}, NimOptions(heap=12)),
        ({"heap": 12, "gamble": "no"}, NimOptions(heap=12, gamble="no")),
        ({"take.most": "2"}, NimOptions(most=2)),
        ({"take.most": 2}, NimOptions(most=2)),
    ],
)
def test_options_from_values_or_text(values: dict[str, object] | None, options: NimOptions) -> None:
    assert GAME.options(values) == options


@pytest.mark.parametrize("name", ["colour", "most", "Heap", ""])
def test_unknown_option(name: str) -> None:
    with pytest.raises(OptionError, match=f"nim has no option '{name}'"):
        GAME.options({name: "1"})


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("gamble", "maybe", "yes|no"),
        ("gamble", "", "yes|no"),
        ("gamble", None, "yes|no"),
        ("take.most", "4", "3|2"),
        ("take.most", "two", "3|2"),
        ("heap", "0", "a number from 1"),
        ("heap", "many", "a number from 1"),
        ("heap", "1.5", "a number from 1"),
    ],
)
def test_a_wrong_value_names_the_allowed_ones(name: str, value: object, allowed: str) -> None:
    message = f"option {name} cannot be '{value}': it takes {allowed}"
    with pytest.raises(OptionError, match=re.escape(message)):
        GAME.options({"heap": 5, name: value})


def test_option_infos() -> None:
    assert GAME.option_infos() == [
        OptionInfo("heap", "a number from 1", "10", "matches at the start"),
        OptionInfo("gamble", "yes|no", "yes", "may a seat throw dice instead"),
        OptionInfo("take.most", "3|2", "3", "most matches that can be taken at once"),
    ]


def test_options_as_text_come_back() -> None:
    options = NimOptions(heap=4, most=2)
    text = options_text(options)
    assert text == "heap=4 gamble=yes take.most=2"
    assert GAME.options(dict(word.split("=") for word in text.split())) == options


@pytest.mark.parametrize("name", [None, "", "plain"])
def test_the_first_scenario_is_the_default(name: str | None) -> None:
    assert GAME.find_scenario(name).name == "plain"


def test_scenarios_by_name() -> None:
    assert GAME.find_scenario("random").title == "Random"
    with pytest.raises(OptionError, match=r"no scenario 'x' \(there are: plain, random\)"):
        GAME.find_scenario("x")


def test_seats() -> None:
    assert GAME.check_seat("ijn") == "ijn"
    with pytest.raises(OptionError, match=r"nim has no seat 'IJN' \(there are: usn, ijn\)"):
        GAME.check_seat("IJN")


def test_games_by_name() -> None:
    assert [games.load(name).name for name in games.names()] == list(games.names())
    with pytest.raises(OptionError, match="there is no game 'chess'"):
        games.load("chess")


def test_what_a_game_names_is_imported() -> None:
    assert named_object("toy_game:Nim") is Nim
    for name, why in (("nowhere:Bot", "No module named 'nowhere'"), ("toy_game:Bot", "'Bot'")):
        with pytest.raises(OptionError, match=f"a game names {name}, but: .*{why}"):
            named_object(name)


@pytest.mark.parametrize("name", games.names())
def test_every_game_describes_itself(name: str) -> None:
    game = games.load(name)
    for info in game.option_infos():
        assert info.meaning
        assert info.values
        assert game.options({info.name: info.default}) == game.options()
    names = [scenario.name for scenario in game.scenarios]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    ids = [rule.id for rule in game.rules()]
    assert ids
    assert len(set(ids)) == len(ids)


def test_a_game_need_not_show_its_charts() -> None:
    assert list(Nim().charts()) == []


def test_a_picture_is_a_pale_one_unless_the_game_says_otherwise() -> None:
    assert Nim().dark is False
    dark = {name: games.load(name).dark for name in games.names()}
    assert dark == {"kamikaze": False, "picket": False, "samar": True}


class ShyNim(Nim):
    """Nim in which people of the IJN are not asked to gamble."""

    people_options: ClassVar[Mapping[str, Mapping[str, str]]] = {"ijn": {"gamble": "no"}}


def test_people_may_have_other_defaults_at_their_seats() -> None:
    game = ShyNim()
    assert game.options_for([], {"heap": 7}) == {"heap": 7}
    assert game.options_for(["usn"], {"heap": 7}) == {"heap": 7}
    assert game.options_for(["usn", "ijn"], {"heap": 7}) == {"gamble": "no", "heap": 7}
    assert game.options_for(["ijn"], {"gamble": "yes"}) == {"gamble": "yes"}
    assert Nim().options_for(["ijn"], {}) == {}
