"""What agents can choose on a patrol, and how long it can take."""

from __future__ import annotations

import pytest

from flankspeed import games
from flankspeed.engine import OptionError

GAME = games.load("picket")


def actions(scenario: str, **values: object) -> set[str]:
    return set(GAME.actions(scenario, GAME.options(values)))


def test_the_advanced_game_has_more_to_choose_from() -> None:
    basic, advanced = actions("3"), actions("3", mode="advanced")
    assert basic < advanced
    verbs = {action.split()[0] for action in advanced - basic}
    assert verbs == {"slave", "manoeuvre", "steady", "crew", "move", "flood", "no"}


def test_guns_are_those_of_the_ship() -> None:
    assert "aim 40C 9" in actions("3")
    assert not any(action.startswith("aim 40") for action in actions("8", fit_1941="on"))
    assert "aim 5in1 10" not in actions("3")  # no wave is larger


def test_only_a_campaign_has_names_and_days_to_choose() -> None:
    assert not any(
        action.startswith(("name ", "begin", "wait")) for action in actions("3") - {"begin repairs"}
    )
    assert {"begin", "wait"} < actions("long-a")
    assert not {"begin", "wait"} & actions("long-b")
    assert len([action for action in actions("mini") if action.startswith("name ")]) == 57


def test_a_scenario_of_ones_own_is_not_for_agents() -> None:
    with pytest.raises(OptionError, match="needs its file"):
        GAME.actions("own", GAME.options())


def test_more_phases_more_decisions() -> None:
    def longest(scenario: str, **values: object) -> int:
        return GAME.longest(scenario, GAME.options(values))

    one, three = longest("1"), longest("1", sc1_phases=3)
    assert one < three < longest("1", sc1_phases=3, mode="advanced")
    assert three == longest("6")  # a Fletcher for a day, like hers
    assert longest("7") > longest("6")  # two days
    assert longest("mini") == longest("long-b") > 90 * longest("6")
