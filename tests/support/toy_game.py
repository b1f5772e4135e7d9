"""Nim with dice: a game small enough to see through, with everything the engine offers.

Two seats take matches from a heap; whoever takes the last one wins. Instead of taking, a seat may
gamble: one D6 says how many matches go, and a 6 adds two D4. A gamble that wants more matches than
there are makes the game a draw. The last match goes without asking: a decision with one option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from flankspeed.engine import (
    Choice,
    DataError,
    Decision,
    Dice,
    Event,
    Feature,
    Game,
    Log,
    Match,
    OptionError,
    Options,
    Result,
    Roll,
    Scenario,
    State,
    Step,
)

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

SEATS = ("usn", "ijn")


class NimOptions(Options, frozen=True, kw_only=True):
    """Rule variants."""

    heap: Annotated[
        int, msgspec.Meta(ge=1, title="a number from 1", description="matches at the start")
    ] = 10
    gamble: Annotated[
        Literal["yes", "no"], msgspec.Meta(description="may a seat throw dice instead")
    ] = "yes"
    most: Annotated[
        Literal[3, 2], msgspec.Meta(description="most matches that can be taken at once")
    ] = msgspec.field(name="take.most", default=3)


class Take(Choice):
    """Take so many matches."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        super().__init__(f"take {count}", f"take {count} matches", f"match:{count}")
        self.count = count


GAMBLE = Choice("gamble", "let the dice decide")
_GAMBLED: Roll[int] = Roll("the gamble", int)


class NimState(State):
    """The heap, and whose turn it is."""

    __slots__ = ("heap", "options", "turn")

    def __init__(self, options: NimOptions) -> None:
        super().__init__()
        self.options = options
        self.heap = options.heap
        self.turn = 0

    def copy(self) -> NimState:
        twin = NimState(self.options)
        twin.agenda = [step.copy() for step in self.agenda]
        twin.decision = self.decision
        twin.result = self.result
        twin.heap = self.heap
        twin.turn = self.turn
        return twin

    def take(self, count: int, log: Log | None) -> None:
        """Take matches off the heap; the game is over when none is left."""
        seat = SEATS[self.turn % 2]
        self.turn += 1
        self.heap -= count
        if log:
            log.add("take", "N-1", seat=seat, count=count, left=self.heap)
        if self.heap <= 0:
            self.agenda.clear()
            over = self.heap < 0
            self.result = Result(None, "a draw") if over else Result(seat, "the last match")


class Setup(Step[NimState]):
    """The scenario `random`: two D4 more matches."""

    __slots__ = ()

    def copy(self) -> Setup:
        return self

    def run(self, state: NimState, dice: Dice, log: Log | None) -> None:
        state.heap += sum(dice.throw(2, "size of the heap", sides=4))
        state.agenda.pop()


class Turns(Step[NimState]):
    """One seat after the other."""

    __slots__ = ()

    def copy(self) -> Turns:
        return self

    def run(self, state: NimState, dice: Dice, log: Log | None) -> Decision:
        options: list[Choice] = [
            Take(count) for count in range(1, min(state.heap, state.options.most) + 1)
        ]
        if state.options.gamble == "yes" and state.heap > 1:
            options.append(GAMBLE)
        return Decision(SEATS[state.turn % 2], f"{state.heap} matches: take some", tuple(options))

    def choose(self, state: NimState, choice: Choice, dice: Dice, log: Log | None) -> None:
        if isinstance(choice, Take):
            state.take(choice.count, log)
        else:
            state.agenda.append(Gamble())


class Gamble(Step[NimState]):
    """Throw for the number of matches; a 6 adds a throw of its own."""

    __slots__ = ("thrown",)

    def __init__(self) -> None:
        self.thrown = 0

    def copy(self) -> Gamble:
        twin = Gamble()
        twin.thrown = self.thrown
        return twin

    def run(self, state: NimState, dice: Dice, log: Log | None) -> None:
        if not self.thrown:
            reading = _GAMBLED.throw(dice)
            self.thrown = reading.result
            if log:
                log.add("gamble", "N-2", readings=[reading], die=self.thrown)
            if self.thrown == 6:
                return
        bonus = sum(dice.throw(2, "the bonus", sides=4)) if self.thrown == 6 else 0
        state.agenda.pop()
        state.take(self.thrown + bonus, log)


class BoardView(msgspec.Struct, frozen=True):
    """The heap."""

    heap: int


class Nim(Game[NimState]):
    """Nim with dice."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    seats: ClassVar[tuple[str, ...]] = SEATS
    options_type: ClassVar[type[Options]] = NimOptions
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("plain", "Plain", "The heap the options say."),
        Scenario("random", "Random", "Two D4 more matches."),
    )

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> NimState:
        if not isinstance(options, NimOptions):
            raise OptionError("these are not the options of nim")
        if data:
            raise DataError("nim has no data")
        state = NimState(options)
        state.agenda.append(Turns())
        if scenario == "random":
            state.agenda.append(Setup())
        return state

    def board_view(self, state: NimState, seat: str | None) -> BoardView:
        return BoardView(state.heap)

    def board_text(self, state: NimState, seat: str | None = None) -> str:
        return "|" * state.heap

    def picture(
        self, state: NimState, seat: str | None = None, overlays: Sequence[str] = ()
    ) -> str:
        return "<svg/>"

    def describe(self, event: Event) -> str:
        if event.kind == "gamble":
            return f"the die shows {event.facts['die']}"
        return f"{event.facts['seat']} takes {event.facts['count']} × | of the heap"

    def figures(self, state: NimState) -> dict[str, float]:
        return {"turns": state.turn}

    def actions(self, scenario: str, options: Options) -> Sequence[str]:
        return ["take 1", "take 2", "take 3", "gamble"]

    def features(self, scenario: str, options: Options) -> Sequence[Feature]:
        return [Feature("heap", 0, 100), Feature("mine", 0, 1)]

    def observe(self, state: NimState, seat: str, out: Numbers) -> None:
        out[:] = state.heap, seat == SEATS[state.turn % 2]

    def longest(self, scenario: str, options: Options) -> int:
        return 100

    def faults(self, state: NimState) -> list[str]:
        return ["the heap is gone"] if state.heap <= 0 and state.result is None else []


def nim(dice: Dice, scenario: str = "plain", **options: object) -> Match:
    """A match of it."""
    return Match(Nim(), scenario, options, dice=dice)


def play(match: Match, *choices: str) -> Match:
    """Make these choices."""
    for choice in choices:
        match.play(choice)
    return match
