"""Samar's combat phase (A-32): the order of attacks changes nothing, and nothing counts early."""

from __future__ import annotations

import random
import typing
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from samar_table import fly, put, table

from flankspeed.engine import Choice, Dice, Rolled
from flankspeed.games.samar.data.hexes import FACINGS, hex_at
from flankspeed.games.samar.data.markers import IJN, USN
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.air.strike import strikes
from flankspeed.games.samar.rules.faults import faults
from flankspeed.games.samar.rules.turn.combat_phase import Combat, StrikeChoice
from flankspeed.games.samar.state import SamarState

Order = tuple[int, Choice]

# The options that combat reads.
COMBAT = [
    "point_blank_dice",
    "min_dice",
    "critical_markers",
    "diw_as_slowed",
    "p_high_arc",
    "t_flag",
    "secondary_surface_fire",
    "arc_half_angle",
    "arc_boundary",
    "los_graze",
    "smoke_end_hexes",
    "shallows_radar",
    "combat_declaration",
    "combined_fire",
    "panic_scope",
    "aa_limit",
    "air_pooling",
    "air_smoke",
    "air_broadside",
    "air_target_lost",
    "air_timing",
    "evasive_in_combat",
    "routine_choices",
]
few = settings(max_examples=60, deadline=None)


def values(name: str) -> list[Any]:
    hint = typing.get_args(typing.get_type_hints(SamarOptions, include_extras=True)[name])[0]
    return list(typing.get_args(hint)) or [True, False]


def any_options(**fixed: Any) -> st.SearchStrategy[dict[str, Any]]:
    chosen = {name: st.sampled_from(values(name)) for name in COMBAT if name not in fixed}
    return st.fixed_dictionaries(chosen).map(lambda found: {**found, **fixed})


def melee(chance: random.Random, options: dict[str, Any]) -> SamarState:
    """Some forty ships of both sides at close quarters, many of them marked, with aircraft."""
    state = table({}, turn=chance.randint(1, 16), **options)
    markers = ["", "", "", "cruise", "evasive", "slowed", "diw", "hulk", "panic", "panic cruise"]
    for ship in chance.sample(state.charts.ids, 40):
        hex_ = f"{chance.randint(10, 20):02d}{chance.randint(10, 22):02d}"
        words = f"{hex_} {chance.choice(FACINGS)} {chance.choice(markers)}"
        n = state.charts.number[ship]
        put(state, ship, words)
        if "hulk" in words:
            state.panic[n] = 0
            continue
        state.face[n] += chance.randint(0, 1)
        state.fires[n] = chance.choice([0, 0, 0, 1, 2])
        state.hits[n] = chance.randint(0, state.charts.armor[state.face[n]])
        state.launched[n] = chance.randint(0, 2)
    for _ in range(8):
        state.smoke[hex_at(chance.randint(10, 20), chance.randint(10, 22))] = chance.randint(1, 2)
    ijn, usn = state.afloat(0), state.afloat(1)
    for kind in ("TB", "TB", "DB", "DB", "F", "F", "SA"):
        targets = usn if kind == "SA" else ijn
        if targets:
            fly(state, kind, state.charts.ids[chance.choice(targets)])
    fly(state, "F")
    return state


class OwnDice(Dice):
    """Dice for each attack from a stream of its own, whenever it is resolved."""

    def __init__(self, seed: int, step: Combat, orders: list[Order]) -> None:
        self._step = step
        self._orders = orders
        names = sorted(map(str, orders))
        self._streams = {name: Rolled(seed, game) for game, name in enumerate(names)}

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        current = len(self._orders) - len(self._step.orders) - 1
        return self._streams[str(self._orders[current])].throw(count, why, sides)

    def keep(self) -> None:
        raise NotImplementedError

    def rewind(self) -> None:
        raise NotImplementedError


def begun(state: SamarState) -> tuple[SamarState, Combat]:
    """A copy in which the combat phase has begun and nobody has chosen yet."""
    twin, step = state.copy(), Combat()
    twin.agenda.append(step)
    step.run(twin, Rolled(0), None)
    return twin, step


def all_orders(state: SamarState, chance: random.Random) -> list[Order]:
    """An attack of every ship that has one, and all strikes."""
    twin, step = begun(state)
    assert step.prospects is not None
    orders: list[Order] = [
        (ship, chance.choice(step.prospects.menu(twin, ship))) for ship in step.waiting
    ]
    split = state.charts.options.air_pooling == "each"
    for navy in (IJN, USN):
        for (kind, target), count in strikes(twin, navy).items():
            orders.append((-1, StrikeChoice(twin.charts, kind, target, count, split)))
    return orders


def resolved(state: SamarState, orders: list[Order], seed: int) -> SamarState:
    """The table after a phase with these attacks, made in this order."""
    twin, step = begun(state)
    step.orders, step.passed = tuple(orders), 3
    twin.advance(OwnDice(seed, step, orders))
    assert not twin.agenda
    twin.blows = []  # they stand in the order of the attacks
    return twin


@few
@given(
    st.integers(0, 2**32),
    any_options(
        aa_limit="per_attack",  # otherwise the first attack draws the AA
        air_timing="owner_movement",
        evasive_in_combat=False,
        routine_choices="auto",
    ),
)
def test_the_order_of_attacks_changes_nothing(seed: int, options: dict[str, Any]) -> None:
    chance = random.Random(seed)
    state = melee(chance, options)
    orders = all_orders(state, chance)
    expected = resolved(state, orders, seed)
    for _ in range(3):
        chance.shuffle(orders)
        assert resolved(state, orders, seed) == expected


@few
@given(st.integers(0, 2**32), any_options())
def test_nothing_counts_before_the_last_attack(seed: int, options: dict[str, Any]) -> None:
    chance, dice = random.Random(seed), Rolled(seed)
    state = melee(chance, options)
    state.agenda.append(Combat())
    state.advance(dice)
    while state.decision:
        texts = [option.text for option in state.decision.options]
        assert len(set(texts)) == len(texts)
        choice = chance.choice(state.decision.options)
        before = state.copy()
        state.play(choice, dice)
        if state.agenda:  # not the end of the phase
            for marker in ("where", "facing", "condition", "face", "hits", "fires", "panic"):
                assert getattr(state, marker) == getattr(before, marker)
    assert faults(state) == []
    assert all(place < 0 for place in state.air)
