"""Decisions and choices: who must choose now, and everything that may be chosen."""

from __future__ import annotations

from typing import NamedTuple, Self

import msgspec

from flankspeed.engine.errors import IllegalChoice

# What a place is to a choice: who acts, at whom or on what, and where to or where.
WHO, WHOM, WHERE = "who", "whom", "where"


class Place(NamedTuple):
    """A thing or a space of the board that a choice is about, and its role in it."""

    id: str
    role: str


class _Plain(type):
    """Of a class that stays one of Python's where its module is compiled: it guards its fields."""


class Choice(metaclass=_Plain):
    """One legal option: a text form that never changes, a label for people, a place on the board.

    Games subclass it with typed fields for their rules to read. Two choices are equal if their
    text forms are. A choice is shared by all matches that offer it, and never changes: what is set
    once stays.
    """

    __slots__ = ("label", "place", "text")

    def __init__(self, text: str, label: str, place: str = "") -> None:
        self.text = text
        self.label = label
        self.place = place

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"a choice does not change: {name} of {self.text!r} is set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a choice does not change: {name} of {self.text!r} is set")

    @property
    def places(self) -> tuple[Place, ...]:
        """All places that it is about, with their roles; a game names more than the main one."""
        return (Place(self.place, WHO),) if self.place else ()

    @property
    def action(self) -> str:
        """What agents do who make it, one of `Game.actions`: its text, or a part of it.

        No two options of a decision are the same action.
        """
        return self.text

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Decision(msgspec.Struct, frozen=True, gc=False):
    """Who must choose (`seat`), what about (`prompt`), and all legal `options`, never none.

    One that throws dice as soon as it is taken is `asked` even if it has a single option: what was
    chosen before it can then still be undone.

    A struct, for it is made at every step of a game; it is part of no reference cycle.
    """

    seat: str
    prompt: str
    options: tuple[Choice, ...]
    asked: bool = False

    def find(self, choice: Choice | str | int) -> Choice:
        """The option equal to `choice`, or with that text or number (the first is 0).

        This is how a text form is read back: only what is offered now can be meant. Raises
        `IllegalChoice` if there is none.
        """
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(self.options):
                return self.options[choice]
            raise IllegalChoice(f"there is no option {choice} now ({self._offer()})")
        if not isinstance(choice, str | Choice):
            raise IllegalChoice(f"{choice!r} is no choice: name an option, its text or its number")
        text = choice if isinstance(choice, str) else choice.text
        for option in self.options:
            if option.text == text:
                return option
        raise IllegalChoice(f"{text!r} cannot be chosen now ({self._offer()})")

    def _offer(self) -> str:
        texts = [option.text for option in self.options]
        shown = ", ".join(texts[:6])
        rest = f" and {len(texts) - 6} more" if len(texts) > 6 else ""
        return f"{self.seat} may choose {shown}{rest}"

    def __repr__(self) -> str:
        return f"<{self.seat}: {self.prompt} ({len(self.options)} options)>"
