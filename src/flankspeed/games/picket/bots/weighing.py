"""What the staff weighs: options by the chance to keep the ship, and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flankspeed.engine import Choice, Weighed

UNIT = "percentage points of keeping the ship"
_PLACE = 0.003  # what each place on the sheet counts to who goes by it

Values = list[tuple[Choice, float]]  # options with their share of the chance to keep the ship


def best(values: Values) -> Choice:
    """The option that is worth most, the first of equals."""
    return max(values, key=lambda pair: pair[1])[0]


def ranked(
    values: Values, words: Callable[[Choice, float], str], chosen: Choice | None = None
) -> list[Weighed]:
    """The best first; where a plan has chosen nothing is worth more than that.

    An order is reckoned with all the others as planned: where that comes out a little higher
    than the plan, others would have to be planned anew.
    """
    chosen = best(values) if chosen is None else chosen
    most = next(value for option, value in values if option == chosen)
    capped = [(option, min(value, most)) for option, value in values]
    capped.sort(key=lambda pair: (-pair[1], pair[0] != chosen))
    return [Weighed(option, 100 * value, 0.0, words(option, value)) for option, value in capped]


def in_order(options: Sequence[Choice]) -> list[Weighed]:
    """The options in the order of the sheet, for who does not know what they are worth."""
    values = [(option, -_PLACE * place) for place, option in enumerate(options)]
    return ranked(values, lambda option, _: f"number {options.index(option) + 1} on the sheet")


def percent(share: float) -> str:
    """A chance as players read it."""
    return f"{share:.1%}"
