"""Dives by exact chances, for either seat: to crash into the ship, or to sink her in the end."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Entered, NeedDice
from flankspeed.games.kamikaze.bots.weighing import Weighing, toss
from flankspeed.games.kamikaze.odds.dive_value import DiveValue, chance_afloat
from flankspeed.games.kamikaze.rules.crash import Crash, LoseMount
from flankspeed.games.kamikaze.rules.defensive_fire import GunGroup, HoldMount, Volley
from flankspeed.games.kamikaze.rules.movement import Face, Move
from flankspeed.games.kamikaze.state import KamikazeState

_EQUAL = 1e-6  # percent: what differs less is equal


@mypyc_attr(allow_interpreted_subclasses=True)
class BestDive:
    """Weighs every option by the chance that the ship will be sunk, all others playing as well.

    A pilot who flies for a crash sees no further than his own dive.
    """

    def __init__(self, fly_for: Literal["crash", "sinking"], seed: int) -> None:
        self._fly_for = fly_for
        self._seed = seed

    def weighing(self, state: KamikazeState, decision: Decision) -> Weighing:
        """Exact, with the guns that fire by themselves."""
        japanese = decision.seat == "ijn"
        if japanese and self._fly_for == "crash":
            chances = crash_chances(state, decision)
        else:
            chances = sinking_chances(state, decision)
        values = [
            100 * (chance if japanese else 1 - chance) + _EQUAL * toss(self._seed, state, option)
            for option, chance in zip(decision.options, chances, strict=True)
        ]
        by_text = dict(zip((option.text for option in decision.options), values, strict=True))
        return Weighing(values, 0.0, lambda option: _words(state, option, by_text[option.text]))


def sinking_chances(state: KamikazeState, decision: Decision) -> list[float]:
    """The chance that the ship will be sunk after each option, both sides playing on as well."""
    options = decision.options
    if isinstance(options[0], LoseMount):
        return [_after_loss(state, option) for option in options]
    value = DiveValue(state)
    step = state.agenda[-1]
    if isinstance(step, Volley):
        return _volley_chances(state, value, step, options)
    return [_flown(value, option) for option in options]


def crash_chances(state: KamikazeState, decision: Decision) -> list[float]:
    """The chance of a crash in this dive after each option of the pilot."""
    value = DiveValue(state, crash=True)
    return [_flown(value, option) for option in decision.options]


def _flown(value: DiveValue, option: Choice) -> float:
    if isinstance(option, Face):
        return value.facing(option.facing)
    assert isinstance(option, Move), "a pilot chooses facings and moves"
    return value.move(option)


def _volley_chances(
    state: KamikazeState, value: DiveValue, volley: Volley, options: tuple[Choice, ...]
) -> list[float]:
    """Which guns fire: a hit may drive the kamikaze into the ship, so more are not always better.

    Mounts are held back in order: after the first of them all that follow may be held as well.
    """
    if isinstance(options[0], GunGroup):
        groups = dict(state.charts.battery.bearing[volley.square])
        counts = [(groups[_group(option)] & state.guns).bit_count() for option in options]
        if state.charts.options.hold_fire == "no":
            return [value.volley(count) for count in counts]
        return [min(map(value.volley, range(count + 1))) for count in counts]
    dice = volley.dice(state)
    by_dice = [value.volley(some) for some in range(dice + 1)]
    fewest = dice - sum(isinstance(option, HoldMount) for option in options)
    return [by_dice[dice], *(min(by_dice[held:dice]) for held in range(fewest, dice))]


def _group(option: Choice) -> str:
    assert isinstance(option, GunGroup), "groups are chosen before guns are held"
    return option.group


def _after_loss(state: KamikazeState, option: Choice) -> float:
    """With the guns that are left when the crash is over; the die of the next dive ends it."""
    twin = state.copy()
    with suppress(NeedDice):
        twin.play(option, Entered())
    if twin.agenda and isinstance(twin.agenda[-1], Crash) and twin.decision:
        return min(_after_loss(twin, more) for more in twin.decision.options)
    return chance_afloat(twin)


def _words(state: KamikazeState, option: Choice, value: float) -> str:
    """The chance in words; for a pilot that of a crash in this dive as well."""
    if isinstance(option, Face | Move):
        crash = _flown(DiveValue(state, crash=True), option)
        return f"sinks her {value:.1f}%, crash {crash:.1%} at best"
    return f"afloat {value:.1f}%"
