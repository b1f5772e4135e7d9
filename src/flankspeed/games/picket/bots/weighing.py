"""What the staff weighs: options by the chance to keep the ship, and how that is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flankspeed.engine import Choice, Weighed

UNIT = "chance to keep the ship, in percent"


class Valued(NamedTuple):
    """An option, its share of the chance to keep the ship, and words for players."""

    choice: Choice
    value: float
    words: str


def ranked(options: Sequence[Valued], chosen: Choice | None = None) -> list[Weighed]:
    """The best first: that is `chosen` where a plan has chosen, as no single order does better.

    What a single order is worth is reckoned with all the others as planned: where that comes out
    higher than the plan, the others would have to be planned anew.
    """
    most = max(option.value for option in options)
    if chosen is not None:
        most = next(option.value for option in options if option.choice == chosen)
    found = [Weighed(o.choice, 100 * min(o.value, most), 0.0, o.words) for o in options]
    return sorted(found, key=lambda each: (-each.value, each.choice != chosen))


_PLACE = 0.003  # what each place on the sheet counts to who goes by it


def in_order(options: Sequence[Choice]) -> list[Weighed]:
    """The options in the order of the sheet, for who does not know what they are worth."""
    return ranked(
        [
            Valued(option, -_PLACE * place, f"number {place + 1} on the sheet")
            for place, option in enumerate(options)
        ]
    )


Values = list[tuple[Choice, float]]  # options and what they are worth, as they are on offer


def best(values: Values) -> Choice:
    """The option that is worth most, the first of equals."""
    return max(values, key=lambda pair: pair[1])[0]


def percent(share: float) -> str:
    """A chance as players read it; small ones with a decimal."""
    return f"{share:.1%}"
