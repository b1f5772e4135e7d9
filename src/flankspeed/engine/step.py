"""Steps and states: the sequence of play as data, and the loop that runs it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from flankspeed.engine.decision import Choice, Decision
from flankspeed.engine.dice import Dice
from flankspeed.engine.errors import IllegalChoice
from flankspeed.engine.event import Log
from flankspeed.engine.slots import same_slots, sent
from flankspeed.engine.values import Result

S = TypeVar("S", bound="State", contravariant=True)


class Interruption(Exception):
    """Raised in a step: all that is under way is over, `State.interrupted` says what follows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One procedure of the rulebook under way: a plane's move, a volley, a whole phase.

    `run` goes on until it must wait: it pushes further steps on the agenda or pops itself and
    returns None, or it returns the decision it waits for, which `choose` answers.
    """

    __slots__ = ()

    @abstractmethod
    def run(self, state: S, dice: Dice, log: Log | None) -> Decision | None:
        """Go on with the procedure."""

    def choose(self, state: S, choice: Any, dice: Dice, log: Log | None) -> Decision | None:
        """Take the answer to the decision that `run` returned.

        A step that knows at once what it will wait for next, and has changed no agenda, may return
        that decision, if it has more than one option, and spare the way through `run`.
        """
        return None

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy; a step that never changes may return itself."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return same_slots(self, other)

    def __reduce__(self) -> tuple[Any, ...]:
        return sent(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything on the table, and where the game stands: plain data, equal by value."""

    __slots__ = ("agenda", "decision", "result")

    def __init__(self) -> None:
        self.agenda: list[Step[Any]] = []
        self.decision: Decision | None = None
        self.result: Result | None = None

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy. Write it by hand: it is what search and undo live on."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @property
    def seat_to_choose(self) -> str | None:
        """The seat that must choose now, if one must."""
        return self.decision.seat if self.decision else None

    def decision_of(self, seat: str | None) -> Decision | None:
        """The decision, if it is this seat's to make."""
        return self.decision if self.decision and self.decision.seat == seat else None

    def advance(
        self, dice: Dice, log: Log | None = None, before: Callable[[Self], None] | None = None
    ) -> None:
        """Run the agenda until a seat must choose or the game is over.

        A decision with a single option is no decision: it is taken without asking, unless it
        says that it must be `asked`. `before` each step is run, the state is whole, and a copy can
        be taken that goes on from there (but for its `decision`, which has been taken).
        """
        agenda = self.agenda
        while agenda:
            if before is not None:
                before(self)
            try:
                decision = agenda[-1].run(self, dice, log)
                if decision is not None:
                    if len(decision.options) > 1 or decision.asked:
                        self.decision = decision
                        return
                    agenda[-1].choose(self, decision.options[0], dice, log)
            except Interruption as why:
                self.interrupted(why, log)
        self.decision = None

    def play(
        self,
        choice: Choice | int,
        dice: Dice,
        log: Log | None = None,
        before: Callable[[Self], None] | None = None,
    ) -> None:
        """Answer the decision with one of its options and run on to the next one (see `advance`).

        An option may be given by its number, as agents do; it is faster, too.

        If the dice run out (`NeedDice`) the state is left half-way: play on a copy, or use a
        `Match`, which does.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice(f"{str(choice)!r} cannot be chosen: the game is over")
        options = decision.options
        if type(choice) is int and 0 <= choice < len(options):
            option = options[choice]
        else:
            for option in options:
                if option is choice:  # as it nearly always is
                    break
            else:
                option = decision.find(choice)
        try:
            following = self.agenda[-1].choose(self, option, dice, log)
        except Interruption as why:
            self.interrupted(why, log)
            following = None
        if following is None:
            self.advance(dice, log, before)
        else:
            self.decision = following

    def interrupted(self, why: Interruption, log: Log | None) -> None:
        """Clear the table of what is over; a game that raises an `Interruption` writes this."""
        raise why

    def __eq__(self, other: object) -> bool:
        return same_slots(self, other)

    def __reduce__(self) -> tuple[Any, ...]:
        return sent(self)
