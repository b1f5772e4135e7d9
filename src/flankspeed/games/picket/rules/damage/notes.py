"""The small dice of damage: the notes of Table 11, questions answered by one die, no effect."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine import Dice, Log, Throw


def throw_note(
    where: str, place: str, what: str, results: Sequence[str], dice: Dice, log: Log | None
) -> str:
    """One die of a note of Table 11, for instance for a director or the ship itself."""
    die = dice.d6(f"{where}: {what}")
    outcome = results[die]
    if log:
        log.add(
            "note",
            "P-7.3.E-1",
            throws=[Throw(6, (die,), f"{where}: {what}")],
            places=[place],
            where=where,
            what=what,
            outcome=outcome,
        )
    return outcome


class Question:
    """A question answered by a die that must show a number or more."""

    __slots__ = ("ask", "least", "rule")

    def __init__(self, ask: str, rule: str, least: int) -> None:
        self.ask = ask
        self.rule = rule
        self.least = least

    def throw(self, where: str, place: str, dice: Dice, log: Log | None) -> bool:
        """Whether the answer is yes."""
        die = dice.d6(f"{where}: {self.ask}")
        yes = die >= self.least
        if log:
            log.add(
                "question",
                self.rule,
                throws=[Throw(6, (die,), self.ask)],
                places=[place],
                where=where,
                ask=self.ask,
                outcome="yes" if yes else "no",
            )
        return yes


def already_destroyed(what: str, place: str, log: Log | None) -> None:
    """7.3.O, R-119: what is destroyed cannot be hit again; no die is thrown for it."""
    if log:
        log.add("already destroyed", "P-7.3.O-1", places=[place], what=what)
