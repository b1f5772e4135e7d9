"""The small dice of damage: the notes of Table 11, questions answered by one die, no effect."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Dice, Figure, Log, Roll
from flankspeed.games.picket.data.damage_charts import damage_charts


@cache
def note_roll(note: str, what: str) -> Roll[str]:
    """One die of a note of Table 11."""
    return Roll(what, damage_charts().effects[note].dice[what].__getitem__)


def throw_note(where: str, place: str, note: str, what: str, dice: Dice, log: Log | None) -> str:
    """A note of Table 11: its die for a director, say, or for the ship itself."""
    why = f"{where}: {what}"
    reading = note_roll(note, what).throw(dice, why)
    outcome = reading.result
    if log:
        log.add(
            "note",
            "P-7.3.E-1",
            readings=[reading.told(why)],
            places=[place],
            where=where,
            what=what,
            outcome=outcome,
        )
    return outcome


class Question:
    """A question answered by a die that must show a number or more."""

    __slots__ = ("ask", "roll", "rule")

    def __init__(self, ask: str, rule: str, figure: Figure) -> None:
        self.ask = ask
        self.rule = rule
        self.roll = Roll.at_least(figure, ask)

    def throw(self, where: str, place: str, dice: Dice, log: Log | None) -> bool:
        """Whether the answer is yes."""
        reading = self.roll.throw(dice, f"{where}: {self.ask}")
        if log:
            log.add(
                "question",
                self.rule,
                readings=[reading],
                places=[place],
                where=where,
                ask=self.ask,
                outcome="yes" if reading.result else "no",
            )
        return reading.result


def already_destroyed(what: str, place: str, log: Log | None) -> None:
    """7.3.O, R-119: what is destroyed cannot be hit again; no die is thrown for it."""
    if log:
        log.add("already destroyed", "P-7.3.O-1", places=[place], what=what)
