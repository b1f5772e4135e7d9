"""Dice by name: what a record says of the dice it was played with."""

from __future__ import annotations

import re

import msgspec

from flankspeed.engine.dice import Dice, Entered, Rolled
from flankspeed.engine.errors import DiceError, RecordError
from flankspeed.engine.records.shared_dice import SharedDice, check_terms

_KINDS = {  # what may stand there, by its first word
    "seed": r"-?[0-9]{1,999}",
    "sha256": "[0-9a-f]{64}",
    "shared": "[0-9a-f]{64}",
    "entered": "",
    "scripted": "",
}


def dice_name(dice: Dice) -> str:
    """What a record says of a source of dice in one word or two."""
    if isinstance(dice, Entered):
        return "entered"
    if isinstance(dice, Rolled):
        return dice.name
    return "scripted"


def words(values: dict[str, str]) -> str:
    """Pairs as a line of a record has them: `usn=human ijn=random`."""
    return " ".join(f"{key}={value}" for key, value in values.items())


class NamedDice(msgspec.Struct, frozen=True):
    """Dice as a record names them; to shared ones belongs what each seat has added."""

    name: str
    commitments: dict[str, str] = {}
    contributions: dict[str, str] = {}

    @classmethod
    def of(cls, dice: Dice) -> NamedDice:
        """The name of these dice."""
        if isinstance(dice, SharedDice):
            return cls(dice.name, dice.commitments, dice.contributions)
        return cls(dice_name(dice))

    def rows(self) -> list[str]:
        """Its lines in a record."""
        parts = {
            "dice": self.name,
            "commitments": words(self.commitments),
            "contributions": words(self.contributions),
        }
        return [f"{key}: {value}" for key, value in parts.items() if value]

    @property
    def kind(self) -> str:
        """Their first word."""
        return self.name.partition(" ")[0]

    @property
    def secret(self) -> bool:
        """Whether they are those of a key that is told at the end only."""
        return self.kind in ("sha256", "shared")

    def stream(self, key: str) -> Rolled:
        """The stream of a secret key, if it is the one that is promised here."""
        try:
            if self.kind == "shared":
                stream: Rolled = SharedDice(key, self.commitments, self.contributions)
            else:
                stream = Rolled(bytes.fromhex(key))
        except DiceError as error:
            raise RecordError(str(error)) from None
        except ValueError:
            raise RecordError("the key of the dice is not a hexadecimal number") from None
        if stream.commitment != self.name.partition(" ")[2]:
            raise RecordError("the key of the dice is not the one the header is committed to")
        return stream

    def source(self, key: str = "") -> Dice | None:
        """The dice themselves, from their start; None if they are secret or scripted."""
        self.check()
        if self.kind == "entered":
            return Entered()
        if self.kind == "seed":
            return Rolled(int(self.name.partition(" ")[2]))
        return self.stream(key) if key else None

    def check(self) -> None:
        """Refuse dice that there are not, and shared ones that are not what was agreed on."""
        kind, _, value = self.name.partition(" ")
        if not re.fullmatch(_KINDS.get(kind, "(?!)"), value):
            raise RecordError(
                f"the header's dice are {self.name!r}: seed, sha256, shared, entered or scripted?"
            )
        if kind == "shared":
            try:
                check_terms(self.commitments, self.contributions)
            except DiceError as error:
                raise RecordError(str(error)) from None
        elif self.commitments or self.contributions:
            raise RecordError(f"nobody can have contributed to dice that are {self.name!r}")
