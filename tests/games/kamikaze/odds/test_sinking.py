"""Dives linked by what crashes destroy, against the reference's figures."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from kamikaze_dives import SEA, Flown, crash, dive, texts

from flankspeed.engine import Rolled
from flankspeed.games.kamikaze import Kamikaze, KamikazeOptions
from flankspeed.games.kamikaze.data.board import FACINGS, POSITIONS, SECTIONS
from flankspeed.games.kamikaze.odds.dives import KINDS, direct_pilot, model_of
from flankspeed.games.kamikaze.odds.guns_after import guns_after
from flankspeed.games.kamikaze.odds.sinking import PILOTS, Sinking
from flankspeed.games.kamikaze.odds.through import chance_with, through_data
from flankspeed.games.kamikaze.rules.charts import charts_of
from flankspeed.odds.enumerate import enumerate_dice

CHARTS = charts_of(KamikazeOptions())
ALL = CHARTS.battery.all


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLANKSPEED_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(("dives", "chance"), [(1, 0.0471), (2, 0.1378)])
def test_direct_pilots_sink_the_ship(dives: int, chance: float) -> None:
    """Section 3.6."""
    assert Sinking(CHARTS, "direct").chance(ALL, 0, dives) == pytest.approx(chance, abs=5e-5)


@pytest.mark.slow
def test_three_dives_agree_with_what_is_kept() -> None:
    chance = Sinking(CHARTS, "direct").chance(ALL, 0, 3)
    assert chance == pytest.approx(through_data().direct[3], abs=1e-8)
    assert chance == pytest.approx(0.2487, abs=5e-5)


@pytest.mark.parametrize("pilot", PILOTS)
def test_the_chances_by_kamikazes_through(pilot: str) -> None:
    """The data that bots use are what the solver computes, and what the reference says."""
    kept = getattr(through_data(), pilot)
    sinking = Sinking(CHARTS, pilot)
    for dives in (0, 1, 2):
        assert sinking.chance(ALL, 0, dives) == pytest.approx(kept[dives], abs=1e-8)
    assert list(kept) == sorted(kept)
    reference = (0, 0.0471, 0.1378, 0.2487, 0.3636, 0.4725, 0.5701)
    assert through_data().direct == pytest.approx(reference, abs=5e-5)
    assert chance_with(3) == through_data().sinking[3]


def test_damage_makes_sinking_easier() -> None:
    sinking = Sinking(CHARTS, "direct")
    chances = [sinking.chance(ALL, damage, 1) for damage in range(6)]
    crash = sinking.outcome(ALL).crash
    # With d points of damage already, a crash sinks the ship on 6 - d or more.
    assert chances == pytest.approx([crash * (damage + 1) / 6 for damage in range(6)])


@pytest.mark.slow
def test_simulated_games_of_two_dives_agree() -> None:
    exact = Sinking(CHARTS, "direct").chance(ALL, 0, 2)
    game, bot, sunk = Kamikaze(), Flown(direct_pilot(CHARTS)), 0
    for number in range(10_000):
        dice = Rolled(12, number)
        state = game.new("dives-2", KamikazeOptions())
        state.advance(dice)
        while state.decision is not None:
            state.play(bot.choose(state, state.decision), dice)
        assert state.result is not None
        sunk += state.result.winner == "ijn"
    assert sunk / 10_000 == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / 10_000))


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_what_a_crash_leaves(kind: int) -> None:
    """Six equally likely gun dice; a type the section does not have costs nothing."""
    after = guns_after(CHARTS, ALL, kind)
    assert sum(chance for chance, _ in after) == pytest.approx(1)
    nothing = {"bow": 2 / 6, "amidships": 2 / 6, "stern": 0}[KINDS[kind][0]]
    assert {left: chance for chance, left in after}.get(ALL, 0) == pytest.approx(nothing)


def test_the_side_struck_loses_guns() -> None:
    port = KINDS.index(("amidships", "port"))
    lost = {ALL & ~left for _, left in guns_after(CHARTS, ALL, port)}
    assert CHARTS.battery.mask(["44"]) in lost
    assert CHARTS.battery.mask(["43"]) not in lost


BESIDE_THE_SHIP = [
    square for square in SEA if square in {f"{c},{r}" for c in (10, 11, 12) for r in range(10, 15)}
]
OWN = {
    "mounts": [
        {"id": f"{gun} {section} {side}", "type": gun, "section": section, "side": side}
        for section in SECTIONS
        for side in ("port", "starboard", "centre")
        for gun in ("5-inch", "40mm")
    ]
}


@pytest.mark.parametrize("data", [{}, OWN])
def test_every_crash_costs_the_guns_that_the_odds_count_on(data: dict[str, Any]) -> None:
    """Own mounts may have a side in the stern, too: the side struck loses guns first."""
    charts = charts_of(KamikazeOptions(), data)
    model = model_of(charts)
    kinds = set()
    for at in (f"{square} {facing}" for square in BESIDE_THE_SHIP for facing in FACINGS):
        state = dive(at, mp=3, data=data)
        for text in texts(state):
            if text.startswith("crash"):
                turn = [turn.name for turn in charts.turns].index(text.split()[1])
                kind = int(model.moves[turn, state.positions[state.active]]) - POSITIONS
                left = Counter(crash(at, text, 1, die, mp=3, data=data).guns for die in range(1, 7))
                counted = {
                    guns: chance * 6
                    for chance, guns in guns_after(charts, charts.battery.all, kind)
                }
                assert counted == pytest.approx(left)
                kinds.add(kind)
    assert kinds == set(range(len(KINDS)))


def test_figures_are_remembered_on_disk(tmp_path: Path) -> None:
    first = Sinking(CHARTS, "crashing").outcome(ALL)
    (file,) = (tmp_path / "cache").iterdir()
    kept = file.read_text()
    assert Sinking(CHARTS, "crashing").outcome(ALL) == first
    assert file.read_text() == kept  # nothing was computed and written again
    file.write_text("not JSON\n[1]\n" + kept[: len(kept) // 2])
    assert Sinking(CHARTS, "crashing").outcome(ALL) == first  # a broken cache is no harm


def test_a_cache_that_cannot_be_written_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FLANKSPEED_CACHE", str(tmp_path / "file"))
    assert Sinking(CHARTS, "direct").outcome(ALL).crash == pytest.approx(0.2826, abs=5e-5)


def test_progress_counts_all_gun_states() -> None:
    heard: list[tuple[int, int]] = []
    Sinking(CHARTS, "direct").prepare(ALL, 2, lambda done, of: heard.append((done, of)))
    assert heard == [(i, 18) for i in range(1, 19)]


def test_enumerated_dice() -> None:
    results = enumerate_dice(lambda dice: sum(dice.throw(2, "both")))
    chances: dict[int, float] = {}
    for chance, total in results:
        chances[total] = chances.get(total, 0) + chance
    assert len(results) == 36
    assert chances[7] == pytest.approx(1 / 6)
    assert sum(chances.values()) == pytest.approx(1)
