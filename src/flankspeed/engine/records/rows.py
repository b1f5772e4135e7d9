"""Rows: what stands in a record after its header, choice by choice.

After a choice there may be more: what was taken back to it, other dice from there on, or how people
ended the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.values import Throw

RESIGNED, AGREED = "resigned", "agreed"  # how people end a match that the rules have not ended


class Line(NamedTuple):
    """One choice: its number, the seat that made it, its text, and the dice it caused.

    `then` is what stands after it before the next choice that counts.
    """

    number: int
    seat: str
    choice: str
    throws: tuple[Throw, ...] = ()
    comment: str = ""
    then: tuple[TakenBack | NewDice | Ended, ...] = ()

    def __str__(self) -> str:
        dice = f" [{' '.join(map(str, self.throws))}]" if self.throws else ""
        row = f"{self.number} {self.seat} {self.choice}{dice}{_remark(self.comment)}"
        return "\n".join([row, *(each.rows(self.number) for each in self.then)])


class TakenBack(NamedTuple):
    """Lines that were taken back although dice had fallen: for which seat, and what was said."""

    lines: tuple[Line, ...]
    seat: str
    comment: str = ""

    def rows(self, number: int) -> str:
        """Its text in a record, after the line with that number."""
        return "\n".join(
            [*map(str, self.lines), f"back: {number} {self.seat}{_remark(self.comment)}"]
        )


class NewDice(NamedTuple):
    """From here on the dice are others; `old_key` is that of the dice before, if it is told."""

    dice: NamedDice
    comment: str = ""
    old_key: str = ""

    def rows(self, number: int = 0) -> str:
        """Its text in a record."""
        name, *parts = self.dice.rows()
        key = [f"key: {self.old_key}"] if self.old_key else []
        return "\n".join([*key, f"{name}{_remark(self.comment)}", *parts])


class Ended(NamedTuple):
    """People have ended the match: who `resigned`, or who `agreed` to a draw."""

    how: str
    seats: tuple[str, ...]

    def rows(self, number: int = 0) -> str:
        """Its text in a record."""
        return f"ended: {self.how} {' '.join(self.seats)}"


Row = Line | TakenBack | NewDice | Ended


def _remark(comment: str) -> str:
    return f" # {comment}" if comment else ""


def written(lines: Iterable[Line]) -> Iterator[Row]:
    """Rows in the order in which they were written."""
    for line in lines:
        yield line
        for row in line.then:
            if isinstance(row, TakenBack):
                yield from written(row.lines)
            yield row


def placed(lines: Iterable[Line], first: int) -> Iterator[tuple[int, Row]]:
    """Rows in that order, each with the line of the file that it stands on."""
    at = first
    for row in written(lines):
        yield at, row
        at += row.rows().count("\n") + 1 if isinstance(row, NewDice) else 1
