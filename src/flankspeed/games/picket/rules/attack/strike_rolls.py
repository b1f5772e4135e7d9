"""The rolls of planes that came through: Table 10 (7.1.B), and the weapons of specials (7.2)."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Modifier, Roll
from flankspeed.games.picket.data.fire_charts import STRIKE_COLUMNS, WeaponResult, strike_charts
from flankspeed.games.picket.rules.cards import Card

MANOEUVRED: Final = Modifier("emergency manoeuvre", -1)  # 6.10.E
WEAPON_NAMES: Final = ("Ohka", "bomb", "torpedo")

Dives = tuple[Roll[int], ...]  # by column of Table 10


def dive_rolls(card: Card) -> tuple[tuple[Dives, ...], ...]:
    """The rolls of a scenario: by whether the ship has manoeuvred, then whether it lies stopped."""
    return tuple(
        tuple(_dives(card, manoeuvred, stopped) for stopped in (False, True))
        for manoeuvred in (False, True)
    )


def _dives(card: Card, manoeuvred: bool, stopped: bool) -> Dives:
    """7.1.B: the manoeuvre counts, and what the scenario says."""
    found = []
    if manoeuvred:
        found.append(MANOEUVRED)
    if stopped:
        found.append(Modifier("ship stopped", card.stopped_modifier))
    if card.hit_modifier:
        found.append(Modifier("scenario", card.hit_modifier))
    return dives_with(tuple(found))


@cache
def dives_with(modifiers: tuple[Modifier, ...]) -> Dives:
    """The rolls on Table 10 with what counts on them; scenarios alike share them."""
    chart, columns = strike_charts().strike, range(len(STRIKE_COLUMNS))
    return tuple(Roll.on(chart, "dive", column=n, modifiers=modifiers) for n in columns)


def _weapon_rolls(*modifiers: Modifier) -> tuple[Roll[WeaponResult], ...]:
    return tuple(
        Roll.on(chart, f"{name}, Table 12-{number}", modifiers=modifiers)
        for number, (name, chart) in enumerate(
            zip(WEAPON_NAMES, strike_charts().weapons, strict=True), 1
        )
    )


# 7.2.A and B: by whether the ship has manoeuvred, then by weapon.
WEAPON_ROLLS: Final = (_weapon_rolls(), _weapon_rolls(MANOEUVRED))
CRASH_ROLL: Final = Roll.on(strike_charts().crash, "does the special plane dive itself")  # 7.2.C
