"""8.3 AA fire: who may fire on the aircraft, and how many they shoot down."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine import Choice, Dice, Log, Modifier, Throw
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.rules.combat.firing import dice_of, entry
from flankspeed.games.samar.state import SamarState

_REACH = FIGURES.ranges.point_blank


class Hold(Choice):
    """D-14: a ship that does not fire AA."""

    __slots__ = ("ship",)

    def __init__(self, charts: Charts, ship: int) -> None:
        counter = charts.ships[ship]
        super().__init__(f"hold {counter.id}", f"{counter.name} holds her AA", charts.places[ship])
        self.ship = ship


FIRE = Choice("fire", "open AA fire")


@lru_cache(maxsize=64)
def holds(charts: Charts) -> tuple[Hold, ...]:
    """The choice of each ship to hold her AA, by number."""
    return tuple(Hold(charts, ship) for ship in range(len(charts.ships)))


def aa_ships(state: SamarState, target: int) -> list[int]:
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


def aa_entries(charts: Charts, kind: int) -> list[Modifier]:
    """8.3: what counts on the AA dice against units of a kind."""
    shift = charts.squadrons[kind].aa_shift
    return [entry("dive bombers", shift)] if shift else []


def fire_aa(
    state: SamarState,
    kind: int,
    target: int,
    gunners: tuple[int, ...],
    dice: Dice,
    log: Log | None,
) -> int:
    """8.3: one die a ship; each that does not exceed its AA rating shoots a unit down."""
    charts = state.charts
    squadron = charts.squadrons[kind]
    names = [charts.ships[ship].name for ship in gunners]
    why = f"AA fire of {', '.join(names)}"
    values = dice.throw(len(gunners), why)
    for ship in gunners:
        state.aa_fired |= 1 << ship
    ratings = [charts.secondary[state.face[ship]] for ship in gunners]
    shift = dice_of(aa_entries(charts, kind))
    successes = [value + shift <= s for value, s in zip(values, ratings, strict=True)]
    if log:
        shots = [
            f"{name} {value} ({f'{rating - shift} or less' if rating > shift else 'no chance'})"
            for name, value, rating in zip(names, values, ratings, strict=True)
        ]
        log.add(
            "AA fire",
            "S-8.3-aa-1",
            throws=[Throw(6, tuple(values), why)],
            modifiers=aa_entries(charts, kind),
            places=[charts.places[ship] for ship in gunners],
            unit=squadron.name,
            target=charts.ships[target].name,
            shots=", ".join(shots),
            down=sum(successes),
        )
    return sum(successes)
