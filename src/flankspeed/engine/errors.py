"""What can go wrong by a user's hand: each error is one sentence that says what and where."""

from typing import Any


class FlankspeedError(Exception):
    """The base of every error a user can cause; its text is one sentence fit to be shown."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Python would call the class with the sentence alone, whatever the class takes.
        return _raised, (type(self), self.args, self.__dict__)


def _raised(kind: type[FlankspeedError], args: tuple[Any, ...], facts: dict[str, Any]) -> Exception:
    """An error as it was raised, in another process perhaps."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


class IllegalChoice(FlankspeedError):
    """The choice is not among those the state offers now, or it is another seat's to make."""


class UndoBarred(FlankspeedError):
    """The last choice cannot be taken back; the text says why."""


class DiceError(FlankspeedError):
    """Dice that cannot be: a face the die does not have, too many, or too few."""


class NeedDice(FlankspeedError):
    """Typed-in dice have run out: the player must throw `count` dice of `sides` sides."""

    def __init__(self, count: int, sides: int, why: str) -> None:
        super().__init__(f"throw {count if count != 1 else ''}d{sides} for {why}")
        self.count = count
        self.sides = sides
        self.why = why


class DataError(FlankspeedError):
    """A data file or table is not what it should be."""


class OptionError(FlankspeedError):
    """A game, scenario, option, seat or bot is unknown, or an option has a value it cannot take."""


class RecordError(FlankspeedError):
    """A record is broken, or does not replay; `line` is its line number in the file, if known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


class MissingPackage(FlankspeedError):
    """A part of Flank Speed needs a package that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'flankspeed[{extra}]'")
        self.package = package
        self.extra = extra
