"""The tree of a game: every node of it, and chance as it is."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from itertools import product
from math import isclose

import pytest
from toy_game import Nim

from flankspeed import games
from flankspeed.adapters.tree import KnownDice, NeedNumber, Node
from flankspeed.engine import Dice, IllegalChoice, NeedDice, State
from flankspeed.engine.arena import Arena, arena
from flankspeed.odds.enumerate import enumerate_dice


def leaves(node: Node, chance: float = 1.0) -> Iterator[tuple[float, Node]]:
    """The nodes where chance has done all it does, and how likely each is."""
    if node.need is None:
        yield chance, node
    for action, likely in node.outcomes():
        yield from leaves(node.child(action), chance * likely)


def nim(scenario: str = "plain", heap: int = 4) -> Arena:
    return arena(Nim(), scenario, {"heap": heap})


def test_a_game_may_begin_with_dice() -> None:
    first = Node.first(nim("random"))
    assert (first.need is not None, first.begun, first.legal) == (True, False, [])
    assert str(first.need) == "throw 2d4 for size of the heap"
    found = list(leaves(first))
    assert len(found) == 16
    assert isclose(sum(chance for chance, _ in found), 1)
    assert all(node.begun and node.state.decision for _, node in found)


def test_a_choice_comes_to_what_the_dice_make_of_it() -> None:
    """As `enumerate_dice` has it, which plays the choice once for every way the dice can fall."""
    where = nim()
    node = Node.first(where)

    def gamble(dice: Dice) -> State:
        state = node.state.copy()
        assert state.decision is not None
        state.play(state.decision.find("gamble"), dice)
        return state

    thrown = list(leaves(node.child(where.actions.index("gamble"))))
    wanted = enumerate_dice(gamble)
    assert len(thrown) == len(wanted) == 5 + 16  # a 6 adds two D4
    assert [chance for chance, _ in thrown] == pytest.approx([chance for chance, _ in wanted])
    assert [leaf.state for _, leaf in thrown] == [state for _, state in wanted]


def test_the_position_before_stays_as_it_was() -> None:
    node = Node.first(nim())
    before = node.state.copy()
    for action in node.legal:
        list(leaves(node.child(action)))
    assert node.state == before


def test_dice_are_not_thrown_again_for_those_that_follow() -> None:
    where = nim()
    six = Node.first(where).child(where.actions.index("gamble")).child(5)
    assert str(six.need) == "throw 2d4 for the bonus"
    assert (six.taken, six.thrown, six.state.decision) == (None, (), None)
    assert six.child(3).thrown == (4,)


def test_a_node_is_told_in_words() -> None:
    node = Node.first(nim())
    assert node.told(0) == "take 1"
    assert node.under_way == ""
    thrown = node.child(3).child(5)
    assert thrown.told(2) == "the bonus: d4=3"
    assert thrown.child(2).under_way == "3 throw 2d4 for the bonus"


def test_copies_are_the_node_itself_and_it_can_be_sent() -> None:
    node = Node.first(nim()).child(3).child(5).child(0)
    assert copy.copy(node) is copy.deepcopy(node) is node
    sent = pickle.loads(pickle.dumps(node))
    assert (sent.state, sent.seen, sent.thrown) == (node.state, node.seen, (1,))
    assert sent.child(1).state == node.child(1).state


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalChoice, match=r"action 2 \(take 3\) cannot be chosen now"):
        Node.first(nim(heap=2)).child(2)


def test_of_a_throw_that_is_counted_chance_tells_the_number_only() -> None:
    dice = KnownDice([3])
    assert dice.number(4, (5, 6), "volley") == 2
    with pytest.raises(NeedNumber, match="throw 4d6 for volley") as asked:
        dice.number(4, (5, 6), "volley")
    where = nim()
    table = where.game.new(where.scenario, where.options)
    node = Node(where, table, table, None, (), asked.value, 1)
    throws = list(product(range(1, 7), repeat=4))
    for number, chance in node.outcomes():
        ways = sum(sum(face >= 5 for face in faces) == number for faces in throws)
        assert chance == pytest.approx(ways / len(throws))
    assert node.told(3) == "volley: 3 of 4"


def test_what_cannot_be_otherwise_is_not_asked_for() -> None:
    dice = KnownDice([])
    assert dice.number(3, (), "volley") == 0
    assert dice.number(3, (1, 2, 3, 4, 5, 6), "volley") == 3
    assert dice.draw(["one"], 1, "cup") == ["one"]
    with pytest.raises(NeedDice):
        dice.draw(["one", "other"], 1, "cup")


def test_a_volley_is_one_node() -> None:
    """How many of the ship's guns hit, whichever these are."""
    node = Node.first(arena(games.load("kamikaze"), "dives-1"))
    volleys = []
    while node.need or node.legal:
        if isinstance(node.need, NeedNumber):
            volleys.append(node.need)
            assert len(node.outcomes()) == node.need.count + 1
        node = node.child(0 if node.need else node.legal[0])
    assert volleys
