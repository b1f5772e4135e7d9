"""What counts on a plane's roll on Table 10 (7.1.B), and its results: worked out before play."""

from __future__ import annotations

from flankspeed.engine import Modifier
from flankspeed.games.picket.data.fire_charts import HIGHEST, STRIKE_COLUMNS, strike_result
from flankspeed.games.picket.rules.cards import Card

MANOEUVRED = Modifier("emergency manoeuvre", -1)  # 6.10.E


class StrikeRoll:
    """What counts on the roll, the sum of that, the result of every throw."""

    __slots__ = ("modifier", "modifiers", "results")

    def __init__(self, modifiers: tuple[Modifier, ...]) -> None:
        self.modifiers = modifiers
        self.modifier = sum(modifier.value for modifier in modifiers)
        self.results = tuple(  # by column of Table 10, then by the sum of the dice
            tuple(strike_result(column, dice + self.modifier) for dice in range(HIGHEST + 1))
            for column in range(len(STRIKE_COLUMNS))
        )


def strike_rolls(card: Card) -> tuple[tuple[StrikeRoll, ...], ...]:
    """The rolls of a scenario: by whether the ship has manoeuvred, then whether it lies stopped."""
    return tuple(
        tuple(_strike_roll(card, manoeuvred, stopped) for stopped in (False, True))
        for manoeuvred in (False, True)
    )


def _strike_roll(card: Card, manoeuvred: bool, stopped: bool) -> StrikeRoll:
    """7.1.B: the manoeuvre counts, and what the scenario says."""
    found = []
    if manoeuvred:
        found.append(MANOEUVRED)
    if stopped:
        found.append(Modifier("ship stopped", card.stopped_modifier))
    if card.hit_modifier:
        found.append(Modifier("scenario", card.hit_modifier))
    return StrikeRoll(tuple(found))
