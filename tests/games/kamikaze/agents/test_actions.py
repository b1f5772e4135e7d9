"""What agents can choose in Kamikaze Attack!, and how long it can take."""

from __future__ import annotations

import pytest

from flankspeed import games
from flankspeed.engine import OptionError

GAME = games.load("kamikaze")


def actions(scenario: str, **values: object) -> list[str]:
    return list(GAME.actions(scenario, GAME.options(values)))


def test_dives_alone_have_no_dogfight() -> None:
    turns = ["ahead", "left45", "right45", "left90", "right90"]
    facings = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert actions("dives-3") == [
        *(f"move {turn}" for turn in turns),
        *(f"face {facing}" for facing in facings),
        *(f"crash {turn}" for turn in turns),
    ]


def test_only_what_the_options_allow_is_an_action() -> None:
    plain = actions("attack")
    more = actions("attack", **{"p1.edgeExit": "lost", "p1.mpRoll": "perGroup"})
    assert set(more) - set(plain) == {
        "throw",
        *(f"leave {turn}" for turn in ("ahead", "left45", "right45", "left90", "right90")),
    }
    forced = actions("attack", **{"p1.mustFire": "yes"})
    assert set(plain) - set(forced) == {"hold"}


def test_the_longest_dive_counts_every_choice_of_the_guns() -> None:
    def longest(scenario: str, **values: object) -> int:
        return GAME.longest(scenario, GAME.options(values))

    assert longest("dives-1") == 20  # a facing, and nineteen points for moves
    assert longest("dives-3") == 60
    asked = longest("dives-1", **{"p2.usChoices": "ask"})
    assert asked == 20 + 20 + 2  # a group of guns for each volley, two guns lost
    held = longest("dives-1", **{"p2.holdFire": "yes", "p2.jinkVolley": "on"})
    assert held == 20 + 25 * 18  # with the volleys of five jinks


def test_a_dogfight_without_end_has_no_longest() -> None:
    with pytest.raises(OptionError, match=r"p1\.turnCap=0 a dogfight need not end"):
        GAME.longest("attack", GAME.options({"p1.turnCap": 0}))
    assert GAME.longest("dives-1", GAME.options({"p1.turnCap": 0})) == 20
