"""What agents can choose in the battle, and how long it can take."""

from __future__ import annotations

from agents import states

from flankspeed import games
from flankspeed.games.samar.rules.turn.set_up import SetUp

GAME = games.load("samar")


def actions(**values: object) -> set[str]:
    return set(GAME.actions("battle", GAME.options(values)))


def added(**values: object) -> set[str]:
    """The verbs that options add to those of the battle."""
    return {action.split()[0] for action in actions(**values) - actions()}


def test_options_add_what_they_ask_for() -> None:
    assert added(reaction_optional=True) == {"react", "in", "hold"}
    assert added(aa_limit="per_phase") == {"fire", "hold"}
    assert added(secondary_surface_fire="instead_of_main") == {"secondary"}
    assert added(evasive_in_combat=True) == {"evade"}
    assert added(combat_declaration="plot") == set()


def test_only_ships_that_sail_are_named() -> None:
    assert not any("J-CA7" in action for action in actions())
    more = actions(optional_cruisers="CA7") - actions()
    assert more
    assert all("J-CA7" in action for action in more)


def test_a_ship_is_set_up_by_her_hex_alone() -> None:
    """The text names ship and hex, for records; the ship is no choice of the agent's."""
    known = actions()
    for state in states(GAME, "battle", {}, 1):
        if not isinstance(state.agenda[-1], SetUp):
            break
        assert state.decision
        options = state.decision.options
        assert {option.action for option in options} <= known
        assert not {option.text for option in options} & known
        assert all(o.action == f"start {o.text.split()[1]}" for o in options)
    assert len([action for action in known if action.startswith("start ")]) == 61


def test_whatever_is_asked_more_often_makes_the_battle_longer() -> None:
    def longest(**values: object) -> int:
        return GAME.longest("battle", GAME.options(values))

    plain = longest()
    assert longest(movement_sequence="by_speed") == plain + 16 * 4  # the ends of four more parts
    assert longest(evasive_in_combat=True) == plain + 16 * (67 + 2)
    assert longest(routine_choices="ask") > longest(aa_limit="per_phase") > plain
