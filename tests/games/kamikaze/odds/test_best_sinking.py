"""The chance to sink the ship if all pilots fly for that: batches, dives in a row, and by hand."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from kamikaze_dives import BOW_GUNS, MIDSHIPS_GUNS, STERN_GUNS, dive

from flankspeed.engine import Choice, Dice
from flankspeed.games.kamikaze import KamikazeOptions, KamikazeState
from flankspeed.games.kamikaze.data.board import POSITIONS
from flankspeed.games.kamikaze.odds.best_sinking import BestSinking, best_sinking
from flankspeed.games.kamikaze.odds.dive_value import DiveValue, chance_afloat
from flankspeed.games.kamikaze.odds.dives import KINDS, best_pilot, model_of
from flankspeed.games.kamikaze.odds.many_dives import many_dives
from flankspeed.games.kamikaze.odds.sinking import Sinking
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.rules.charts import charts_of
from flankspeed.games.kamikaze.rules.movement import Face, Move
from flankspeed.odds.enumerate import enumerate_dice

CHARTS = charts_of(KamikazeOptions())
ALL = CHARTS.battery.all


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLANKSPEED_CACHE", str(tmp_path / "cache"))


VARIANTS: list[dict[str, str]] = [
    {},
    {"crash_volley": "on", "splash": "doomed"},
    {"sharp_turns": "extended", "jink_square": "quarter", "jink_into_ship": "splash"},
]


@pytest.mark.parametrize("changed", VARIANTS)
def test_many_dives_at_once_are_worth_what_each_is_alone(changed: dict[str, str]) -> None:
    """The batch leaves out what a dive cannot come to; the solver of single dives nothing."""
    charts, rng = charts_of(KamikazeOptions(**changed)), random.Random(3)  # type: ignore[arg-type]
    guns = [charts.battery.all, *(rng.getrandbits(17) for _ in range(3))]
    ends = [tuple(rng.random() for _ in KINDS) for _ in guns]
    dice = np.array([model_of(charts).dice(some) for some in guns])
    found = many_dives(charts).worth(dice, np.array(ends))
    for some, worth, single in zip(guns, ends, found, strict=True):
        _, values = best_pilot(charts, some, worth)
        entering = values.before[19, 0].reshape(POSITIONS // 8, 8)[list(charts.entry_points)]
        assert single == pytest.approx(entering.max(axis=1).mean(), abs=1e-12)


@pytest.mark.parametrize("dives", range(1, 7))
def test_without_guns_the_damage_dice_alone_decide(dives: int) -> None:
    """By hand: every dive crashes, and she sinks if the dice add up to six."""
    throws = list(product(range(1, 7), repeat=dives))
    sunk = sum(sum(throw) >= 6 for throw in throws) / len(throws)
    assert BestSinking(CHARTS).chance(0, 0, dives) == pytest.approx(sunk)


def test_to_fly_for_the_sinking_sinks_more() -> None:
    best = BestSinking(CHARTS, kept={})
    for dives in (0, 1, 2):
        assert best.chance(ALL, 0, dives) == pytest.approx(chance_with(dives), abs=1e-8)
    crashing = Sinking(CHARTS, "crashing")
    assert best.chance(ALL, 0, 1) == pytest.approx(crashing.chance(ALL, 0, 1))
    assert best.chance(ALL, 0, 2) > crashing.chance(ALL, 0, 2) + 0.002


def test_what_is_kept_is_what_is_computed() -> None:
    """The file holds what takes longest: three dives to come and more, with the default options."""
    kept, fresh = BestSinking(CHARTS), BestSinking(CHARTS, kept={})
    some = ALL & ~CHARTS.battery.mask(["51", "53"])
    for guns, damage in ((ALL, 4), (some, 3), (some, 5)):
        found = kept.chance(guns, damage, 3)
        assert list(kept.known()) == [(guns, damage, 3)]  # looked up
        kept = BestSinking(CHARTS)
        assert fresh.chance(guns, damage, 3) == pytest.approx(found, abs=1e-9)
    assert kept.chance(ALL, 0, 6) == pytest.approx(chance_with(6), abs=1e-8)


def test_a_crash_is_never_worse_than_none() -> None:
    """The solvers count on it: what fails is worth nothing, and no end is worth less."""
    best = BestSinking(CHARTS)
    for damage, dives in product(range(6), (1, 2)):
        assert min(best.ends(ALL, damage, dives)) > 0


def test_mirror_images_are_solved_once_and_agree() -> None:
    best = BestSinking(CHARTS)
    port, starboard = (
        best.chance(ALL & ~CHARTS.battery.mask([mount]), 2, 2) for mount in ("42", "41")
    )
    assert port == pytest.approx(starboard, abs=1e-12)


def test_chances_are_remembered_on_disk(tmp_path: Path) -> None:
    chance = BestSinking(CHARTS).chance(ALL, 0, 2)
    (file,) = (tmp_path / "cache").iterdir()
    kept = file.read_text()
    again = BestSinking(CHARTS)
    assert again.chance(ALL, 0, 2) == chance
    assert len(again.ends(ALL, 0, 2)) == len(KINDS)
    assert file.read_text() == kept  # nothing was computed and written again
    file.write_text("not JSON\n[1]\n" + kept[: len(kept) // 2])
    assert BestSinking(CHARTS).chance(ALL, 0, 2) == chance  # a broken cache is no harm


def test_progress_counts_all_ships() -> None:
    heard: list[tuple[int, int]] = []
    BestSinking(CHARTS).prepare(ALL, 3, 2, lambda done, of: heard.append((done, of)))
    assert heard[-1][0] == heard[-1][1] > 1


# --- By brute force: the end of a dive, every move and all dice played by the rules ---

FEW_GUNS = [*BOW_GUNS, *MIDSHIPS_GUNS, *STERN_GUNS[1:]]  # mount 53 alone is left


@pytest.mark.parametrize(
    ("at", "mp", "waiting"), [("10,14 N", 3, 0), ("13,13 W", 3, 0), ("10,14 N", 2, 1)]
)
def test_the_end_of_a_dive_is_worth_what_all_dice_say(at: str, mp: int, waiting: int) -> None:
    state = dive(at, mp=mp, hits=3, damage=2, lost=FEW_GUNS, waiting=waiting)
    assert state.decision is not None
    value = DiveValue(state)
    for option in state.decision.options:
        assert isinstance(option, Move)
        assert value.move(option) == pytest.approx(_played(state, option), abs=1e-9)


def _played(state: KamikazeState, option: Choice) -> float:
    """The chance to sink her by an option, all dice thrown and the best moves made after it."""

    def play(dice: Dice) -> KamikazeState:
        twin = state.copy()
        twin.play(option, dice)
        return twin

    return sum(chance * _best(after) for chance, after in enumerate_dice(play))


def _best(state: KamikazeState) -> float:
    if state.result is not None:
        return float(state.result.winner == "ijn")
    assert state.decision is not None
    if isinstance(state.decision.options[0], Face):  # the next dive, which is the last
        return best_sinking(state.charts).chance(state.guns, state.damage, 1)
    return max(_played(state, option) for option in state.decision.options)


def test_between_two_dives_the_chance_is_that_of_those_to_come() -> None:
    state = dive("11,10 S", mp=5, damage=1, waiting=2)
    assert chance_afloat(state) == BestSinking(CHARTS).chance(ALL, 1, 2)
