"""8.3 AA fire: who may fire on the aircraft, and how many they shoot down."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from flankspeed.engine import Choice, Dice, Each, Log, Modifier, Roll
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.data.markers import AirKind, ShipNumber
from flankspeed.games.samar.rules.combat.firing import entry
from flankspeed.games.samar.state import SamarState

_REACH: Final = FIGURES.ranges.point_blank


class Hold(Choice):
    """D-14: a ship that does not fire AA."""

    __slots__ = ("ship",)

    def __init__(self, charts: Charts, ship: ShipNumber) -> None:
        counter = charts.ships[ship]
        super().__init__(f"hold {counter.id}", f"{counter.name} holds her AA", charts.places[ship])
        self.ship = ship


FIRE: Final = Choice("fire", "open AA fire")


@lru_cache(maxsize=64)
def holds(charts: Charts) -> tuple[Hold, ...]:
    """The choice of each ship to hold her AA, by number."""
    return tuple(Hold(charts, ship) for ship in range(len(charts.ships)))


def aa_ships(state: SamarState, target: ShipNumber) -> list[ShipNumber]:
    """8.3 (A-46): the ships that may fire AA when one of them is attacked."""
    charts, where, hex_ = state.charts, state.where, state.where[target]
    once = charts.options.aa_limit == "per_phase"
    return [
        ship
        for ship in state.afloat(charts.navy[target])
        if DISTANCE[where[ship] - hex_] <= _REACH
        and charts.secondary[state.face[ship]]
        and not state.fires[ship]
        and not (once and state.aa_fired >> ship & 1)
    ]


def aa_entries(charts: Charts, kind: AirKind) -> tuple[Modifier, ...]:
    """8.3: what counts on the AA dice against units of a kind."""
    shift = charts.squadrons[kind].aa_shift
    return (entry("dive bombers", shift),) if shift else ()


@cache
def aa_die(rating: int, entries: tuple[Modifier, ...] = ()) -> Roll[bool]:
    """8.3: the die of a ship, which shoots a unit down if it does not exceed the AA rating."""
    return Roll("AA fire", lambda total: total <= rating, modifiers=entries)


@lru_cache(maxsize=1 << 10)
def _aa_throw(ratings: tuple[int, ...], entries: tuple[Modifier, ...]) -> Each[bool]:
    return Each("AA fire", [aa_die(rating, entries) for rating in ratings])


def fire_aa(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    gunners: tuple[ShipNumber, ...],
    dice: Dice,
    log: Log | None,
) -> int:
    """8.3: one die a ship; each that does not exceed its AA rating shoots a unit down."""
    charts = state.charts
    squadron = charts.squadrons[kind]
    names = [charts.ships[ship].name for ship in gunners]
    ratings = tuple(charts.secondary[state.face[ship]] for ship in gunners)
    roll = _aa_throw(ratings, aa_entries(charts, kind))
    reading = roll.throw(dice, f"AA fire of {', '.join(names)}")
    for ship in gunners:
        state.aa_fired |= 1 << ship
    if log:
        shift = squadron.aa_shift
        shots = [
            f"{name} {value} ({f'{rating - shift} or less' if rating > shift else 'no chance'})"
            for name, value, rating in zip(names, reading.dice, ratings, strict=True)
        ]
        log.add(
            "AA fire",
            "S-8.3-aa-1",
            readings=[reading],
            places=[charts.places[ship] for ship in gunners],
            unit=squadron.name,
            target=charts.ships[target].name,
            shots=", ".join(shots),
            down=sum(reading.result),
        )
    return sum(reading.result)
