"""States, steps, and the loop that runs the agenda."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from toy_game import GAMBLE, Gamble, Nim, NimOptions, NimState, Setup, Take, Turns

from flankspeed.engine import (
    Choice,
    Decision,
    Dice,
    Entered,
    IllegalChoice,
    Log,
    NeedDice,
    Result,
    Scripted,
    State,
    Step,
)
from flankspeed.engine.step import Interruption

NO_DICE = Scripted([])


def new(dice: Dice = NO_DICE, scenario: str = "plain", **options: object) -> NimState:
    game = Nim()
    state = game.new(scenario, game.options(options))
    state.advance(dice)
    return state


def texts(state: State) -> list[str]:
    assert state.decision
    return [option.text for option in state.decision.options]


def test_advance_runs_to_the_first_decision() -> None:
    state = new(Scripted([2, 4]), "random", heap=5)
    assert state.heap == 11
    assert texts(state) == ["take 1", "take 2", "take 3", "gamble"]
    assert len(state.agenda) == 1


def test_play_goes_on_to_the_next_decision() -> None:
    state = new()
    state.play(Take(3), NO_DICE)
    assert (state.heap, state.turn) == (7, 1)
    assert state.decision
    assert state.decision.seat == "ijn"


def test_a_decision_is_one_seat_s_and_nobody_s_after_the_end() -> None:
    state = new(heap=3)
    assert state.seat_to_choose == "usn"
    assert state.decision_of("usn") is state.decision
    assert state.decision_of("ijn") is state.decision_of(None) is None
    state.play(Take(2), NO_DICE)
    assert state.seat_to_choose is None
    assert state.decision_of("usn") is state.decision_of(None) is None


def test_a_single_option_is_taken_without_asking() -> None:
    state, log = new(heap=3), Log()
    state.play(Take(2), NO_DICE, log)
    assert [event.facts["seat"] for event in log.events] == ["usn", "ijn"]
    assert state.result == Result("ijn", "the last match")
    assert state.decision is None


class Throwing(Step[NimState]):
    """Throws for the size of the heap, when it is told to."""

    __slots__ = ()

    def run(self, state: NimState, dice: Dice, log: Log | None) -> Decision:
        return Decision("ijn", "throw for the heap", (Choice("throw", "throw"),), asked=True)

    def choose(self, state: NimState, choice: Choice, dice: Dice, log: Log | None) -> None:
        state.heap = dice.d6("heap")
        state.agenda.pop()

    def copy(self) -> "Throwing":
        return self


def test_a_single_option_that_must_be_asked_waits_to_be_chosen() -> None:
    state = new()
    state.agenda.append(Throwing())
    state.advance(NO_DICE)
    assert (texts(state), state.heap) == (["throw"], 10)
    state.play(0, Scripted([4]))
    assert state.heap == 4


class Twice(Throwing):
    """Asks again, and knows that at once."""

    __slots__ = ()

    def choose(self, state: NimState, choice: Choice, dice: Dice, log: Log | None) -> Any:
        return Decision("ijn", "again", (Choice("yes", "yes"), Choice("no", "no")))


def test_a_decision_that_a_choice_leads_to_at_once_is_the_next_one() -> None:
    state = new()
    state.agenda.append(Twice())
    state.advance(NO_DICE)
    state.play(0, NO_DICE)
    assert texts(state) == ["yes", "no"]


def test_single_options_follow_one_another_from_the_start() -> None:
    state = new(heap=1)
    assert (state.decision, state.result) == (None, Result("usn", "the last match"))


def test_steps_throw_dice_and_push_steps() -> None:
    dice, log = Scripted([6, 1, 2]), Log()
    state = new(heap=12)
    state.play(GAMBLE, dice, log)
    assert (state.heap, dice.left) == (3, 0)
    assert [event.kind for event in log.events] == ["gamble", "take"]


def test_without_a_log_the_game_is_the_same() -> None:
    one, other = new(), new()
    one.play(GAMBLE, Scripted([3]), Log())
    other.play(GAMBLE, Scripted([3]))
    assert one == other


class Overturned(Interruption):
    """The table has been overturned."""


class Table(NimState):
    """A table that can be overturned: then the game is a draw."""

    __slots__ = ()

    def interrupted(self, why: Interruption, log: Log | None) -> None:
        self.agenda.clear()
        self.result = Result(None, str(why))
        if log:
            log.add("overturned", "N-9")


class Clumsy(Throwing):
    """Overturns the table: at once, or when it is told to throw."""

    __slots__ = ("at_once",)

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once

    def run(self, state: NimState, dice: Dice, log: Log | None) -> Decision:
        if self.at_once:
            raise Overturned("overturned")
        return super().run(state, dice, log)

    def choose(self, state: NimState, choice: Choice, dice: Dice, log: Log | None) -> None:
        raise Overturned("overturned while throwing")


def test_an_interruption_ends_all_that_is_under_way() -> None:
    state, log = Table(NimOptions()), Log()
    state.agenda = [Turns(), Clumsy(at_once=True)]
    state.advance(NO_DICE, log)
    assert (state.result, state.decision) == (Result(None, "overturned"), None)
    assert [event.kind for event in log.events] == ["overturned"]
    state, log = Table(NimOptions()), Log()
    state.agenda = [Turns(), Clumsy(at_once=False)]
    state.advance(NO_DICE, log)
    state.play(0, NO_DICE, log)
    assert (state.result, state.decision) == (Result(None, "overturned while throwing"), None)
    assert [event.kind for event in log.events] == ["overturned"]


def test_an_interruption_that_no_game_has_written_is_raised() -> None:
    state = new()
    state.agenda.append(Clumsy(at_once=True))
    with pytest.raises(Overturned, match="overturned"):
        state.advance(NO_DICE)


def test_what_is_not_offered_cannot_be_played() -> None:
    state = new(heap=2)
    before = state.copy()
    with pytest.raises(IllegalChoice, match="'take 3' cannot be chosen now"):
        state.play(Take(3), NO_DICE)
    for number in (-1, len(texts(state)), 9):
        with pytest.raises(IllegalChoice, match=f"there is no option {number} now"):
            state.play(number, NO_DICE)
    assert state == before


def test_an_option_may_be_given_by_its_number() -> None:
    for number, option in enumerate(new().decision.options):  # type: ignore[union-attr]
        one, other = new(), new()
        one.play(number, Scripted([3]))
        other.play(option, Scripted([3]))
        assert one == other


def test_the_option_counts_not_what_the_caller_made_of_it() -> None:
    state = new()
    forged = Take(1)
    object.__setattr__(forged, "count", 9)
    state.play(forged, NO_DICE)
    assert state.heap == 9
    state.play(Choice("take 2", ""), NO_DICE)
    assert state.heap == 7


class Bluff(Gamble):
    """A gamble of another kind, with the same slots."""

    __slots__ = ()


def test_steps_and_states_of_different_kinds_are_not_equal() -> None:
    assert Gamble() == Gamble()
    assert Bluff() != Gamble()
    assert Gamble() != Bluff()
    assert Setup() != Turns()  # without slots there is nothing but the kind
    one, other = new(), new()
    one.agenda.append(Gamble())
    other.agenda.append(Bluff())
    assert one != other


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    state = new(heap=1)
    with pytest.raises(IllegalChoice, match="'take 1' cannot be chosen: the game is over"):
        state.play(Take(1), NO_DICE)
    with pytest.raises(IllegalChoice, match="'0' cannot be chosen: the game is over"):
        state.play(0, NO_DICE)


def test_a_copy_is_independent() -> None:
    state = new()
    with pytest.raises(NeedDice):
        state.play(GAMBLE, Entered([6]))  # leaves the step half-way, on purpose
    twin = state.copy()
    assert twin == state
    untouched = copy.deepcopy(state)
    twin.advance(Scripted([1, 1]))
    assert twin != state
    assert state == untouched


def at_step(thrown: int) -> NimState:
    state = new()
    gamble = Gamble()
    gamble.thrown = thrown
    state.agenda.append(gamble)
    return state


DIFFERENT: list[Callable[[], State]] = [
    new,
    lambda: new(heap=9),
    lambda: new(gamble="no"),
    lambda: new(heap=1),
    lambda: at_step(0),
    lambda: at_step(6),
    lambda: NimState(NimOptions()),
]


@pytest.mark.parametrize("one", range(len(DIFFERENT)))
@pytest.mark.parametrize("other", range(len(DIFFERENT)))
def test_states_are_equal_by_value(one: int, other: int) -> None:
    assert (DIFFERENT[one]() == DIFFERENT[other]()) is (one == other)


class Careless(NimState):
    """A state without slots: its attributes count all the same."""

    def __init__(self, secret: int) -> None:
        super().__init__(NimOptions())
        self.secret = secret


def test_no_attribute_escapes_the_comparison() -> None:
    assert Careless(1) == Careless(1)
    assert Careless(1) != Careless(2)
    assert Careless(1) != NimState(NimOptions())


@pytest.mark.parametrize("make", DIFFERENT)
def test_states_can_be_pickled(make: Callable[[], State]) -> None:
    assert pickle.loads(pickle.dumps(make())) == make()


def test_states_and_steps_have_no_hash() -> None:
    for thing in (new(), Gamble()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
