"""The exact dive solver against the reference's figures, and against thrown dice."""

from __future__ import annotations

from math import sqrt

import pytest
from kamikaze_dives import Flown

from flankspeed.engine import Bot, OptionError, Rolled
from flankspeed.games.kamikaze import Kamikaze, KamikazeOptions, KamikazeState
from flankspeed.games.kamikaze.data.board import position_at, position_name
from flankspeed.games.kamikaze.data.planes import CRASHED
from flankspeed.games.kamikaze.odds.dives import (
    automatic,
    best_pilot,
    direct_pilot,
    nearest_automatic,
    outcome,
)
from flankspeed.games.kamikaze.rules.charts import charts_of

CHARTS = charts_of(KamikazeOptions())
ALL = CHARTS.battery.all
BEST, VALUES = best_pilot(CHARTS, ALL)

DIRECT = [0.4963, 0.3742, 0.2567, 0.1466, 0.2094, 0.1466, 0.2567, 0.3742]
OPTIMAL = [0.6783, 0.5050, 0.5161, 0.1942, 0.3375, 0.1942, 0.5161, 0.5050]


@pytest.mark.parametrize(
    ("column", "row", "facing", "mp", "hits", "value"),
    [
        (11, 10, "S", 1, 5, 1),
        (11, 9, "S", 2, 5, 0.482253),
        (11, 9, "S", 2, 4, 0.739455),
        (11, 9, "S", 5, 4, 0.868056),
        (11, 9, "S", 5, 0, 0.992523),
        (12, 12, "N", 1, 0, 0.145154),
        (13, 12, "W", 2, 0, 0.615468),
        (13, 12, "W", 2, 5, 0.161506),
        (13, 12, "W", 5, 0, 0.956879),
        (11, 5, "S", 12, 3, 0.405844),
        (11, 5, "S", 7, 0, 0.462948),
        (11, 2, "S", 18, 0, 0.793177),
    ],
)
def test_values_after_the_volley(
    column: int, row: int, facing: str, mp: int, hits: int, value: float
) -> None:
    """T-S1, T-S2."""
    after = VALUES.after[mp, hits, position_at(column, row, facing)]
    assert after == pytest.approx(value, abs=5e-7)


def test_values_before_the_entry_volley() -> None:
    """T-S3."""
    assert VALUES.before[19, 0, position_at(11, 1, "S")] == pytest.approx(0.678267, abs=5e-7)
    assert VALUES.before[19, 0, position_at(21, 23, "N")] == pytest.approx(0.194170, abs=5e-7)
    assert outcome(CHARTS, ALL, BEST).crash == pytest.approx(0.430776, abs=5e-7)
    assert outcome(CHARTS, ALL, direct_pilot(CHARTS)).crash == pytest.approx(0.282578, abs=5e-7)


@pytest.mark.parametrize(
    ("entry", "path", "dice"),
    [
        (3, ["(21,12) W", "(20,11) NW", *(f"({c},11) W" for c in range(19, 11, -1))], 33),
        (
            2,
            [
                "(21,1) S",
                *(f"({21 - i},{1 + i}) SW" for i in range(1, 6)),
                "(15,6) W",
                *(f"({15 - i},{6 + i}) SW" for i in range(1, 5)),
            ],
            30,
        ),
    ],
)
def test_best_flight_without_hits(entry: int, path: list[str], dice: int) -> None:
    """T-S5: the optimal pilot slips out of the strong sectors."""
    position = CHARTS.entry_points[entry - 1] * 8 + BEST.faces[entry - 1]
    mp, flown, thrown = 19, [], 0
    for _ in range(30):
        flown.append(position_name(position))
        thrown += CHARTS.battery.firing(position >> 3, ALL).bit_count()
        turn = CHARTS.turns[BEST.turns[mp, 0, position]]
        moves = {move.text.split()[1]: move for move in CHARTS.dive_moves[position]}
        mp -= turn.cost
        if moves[turn.name].text.startswith("crash"):
            break
        position = moves[turn.name].to
    assert flown == path
    assert thrown == dice


@pytest.mark.parametrize("entry", range(1, 9))
def test_chance_of_a_crash_by_entry_point(entry: int) -> None:
    """Section 3.6, to the four decimals given there."""
    direct = outcome(CHARTS, ALL, direct_pilot(CHARTS), entry).crash
    assert direct == pytest.approx(DIRECT[entry - 1], abs=5e-5)
    assert outcome(CHARTS, ALL, BEST, entry).crash == pytest.approx(OPTIMAL[entry - 1], abs=5e-5)


VARIANTS: list[dict[str, str]] = [
    {},
    {"sharp_turns": "extended"},
    {"jink_volley": "on"},
    {"crash_volley": "on"},
    {"splash": "doomed"},
    {"jink_square": "quarter"},
    {"jink_square": "mixed", "jink_into_ship": "splash"},
    {"turret53": "amidships", "range": "section"},
    {"cone_midships": "on", "diag_bow40": "near", "beam_row": "bow"},
    {"jink_volley": "on", "crash_volley": "on", "splash": "doomed"},
]


@pytest.mark.parametrize("changed", VARIANTS)
def test_looking_ahead_and_following_agree(changed: dict[str, str]) -> None:
    """The value of the best pilot is the chance to crash if he is followed, whatever the rules."""
    charts = charts_of(KamikazeOptions(**changed))  # type: ignore[arg-type]
    pilot, values = best_pilot(charts, charts.battery.all)
    for entry, (square, facing) in enumerate(zip(charts.entry_points, pilot.faces, strict=True), 1):
        ends = outcome(charts, charts.battery.all, pilot, entry)
        assert ends.crash == pytest.approx(values.before[19, 0, square * 8 + facing])
        assert ends.crash + ends.shot_down + ends.off_board + ends.out_of_mp == pytest.approx(1)


def _crashes(options: KamikazeOptions, bot: Bot, dives: int) -> float:
    """The share of dives that crash, each on an undamaged ship, by thrown dice."""
    game = Kamikaze()
    crashed = 0
    for number in range(dives):
        dice = Rolled(11, number)
        state: KamikazeState = game.new("dives-1", options)
        state.advance(dice)
        while state.decision is not None:
            state.play(bot.choose(state, state.decision), dice)
        crashed += len(state.kamikazes(CRASHED))
    return crashed / dives


@pytest.mark.slow
def test_simulated_dives_of_the_direct_pilot_agree() -> None:
    """20,000 dives with thrown dice lie within three standard errors of the exact mean."""
    exact = outcome(CHARTS, ALL, direct_pilot(CHARTS)).crash
    found = _crashes(KamikazeOptions(), Flown(direct_pilot(CHARTS)), 20_000)
    assert found == pytest.approx(exact, abs=3 * sqrt(exact * (1 - exact) / 20_000))


@pytest.mark.parametrize("changed", VARIANTS)
def test_simulated_dives_of_the_best_pilot_agree(changed: dict[str, str]) -> None:
    """Rules and solver agree under the options too: he crashes as often as computed."""
    options = KamikazeOptions(**changed)  # type: ignore[arg-type]
    charts = charts_of(options)
    pilot, _ = best_pilot(charts, charts.battery.all)
    exact = outcome(charts, charts.battery.all, pilot).crash
    found = _crashes(options, Flown(pilot), 3000)
    assert found == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / 3000))


def test_an_option_that_needs_memory_is_refused() -> None:
    charts = charts_of(KamikazeOptions(beam_row="cameFrom"))
    with pytest.raises(OptionError, match="cameFrom"):
        automatic(charts)
    assert nearest_automatic(charts) is CHARTS


def test_us_choices_do_not_change_the_odds() -> None:
    asked = charts_of(KamikazeOptions(us_choices="ask", hold_fire="yes"))
    assert automatic(asked) is CHARTS
