"""The bots of Kamikaze Attack!: legal, reproducible, and each better than the one before."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest
from kamikaze_dives import dive, entering
from kamikaze_dogfight import act, dogfight

from flankspeed import bots, games
from flankspeed.engine import Bot, OptionError, Rolled, Scripted
from flankspeed.games.kamikaze import Kamikaze, KamikazeOptions, KamikazeState
from flankspeed.games.kamikaze.bots.levels import admiral
from flankspeed.games.kamikaze.bots.mind import Mind
from flankspeed.games.kamikaze.bots.sight import Sight
from flankspeed.games.kamikaze.data.board import position_at
from flankspeed.games.kamikaze.odds.dives import best_pilot, direct_pilot
from flankspeed.games.kamikaze.rules.charts import charts_of
from flankspeed.lab.playout import play_out
from flankspeed.lab.sim import Batch, play_games

GAME = Kamikaze()
LEVELS = ["ensign", "lieutenant", "captain", "admiral"]


@cache
def _wins(usn: str, ijn: str, games: int, scenario: str = "attack") -> int:
    """How many games the Japanese win."""
    batch = Batch("kamikaze", scenario, {}, {"usn": usn, "ijn": ijn}, seed=5)
    return play_games(batch, 0, games).wins.get("ijn", 0)


def test_names_and_unknown_bots() -> None:
    assert bots.names(games.load("kamikaze")) == ["random", *LEVELS]
    with pytest.raises(OptionError, match=r"kamikaze has no bot .deep. .*random, ensign, lieut"):
        bots.make(GAME, "deep")


def test_former_names_still_play() -> None:
    for former in ("direct", "ace"):
        assert bots.make(GAME, former) is not None


@pytest.mark.parametrize("name", ["random", *LEVELS])
def test_bots_are_reproducible(name: str) -> None:
    """The same dice and the same seed give the same game; a bot changes nothing it looks at."""
    ends = []
    for _ in range(2):
        seats = {seat: _Careful(bots.make(GAME, name, seed=3)) for seat in GAME.seats}
        ends.append(play_out(GAME, "attack", KamikazeOptions(), seats, Rolled(8)))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", LEVELS)
def test_another_seed_plays_another_game(name: str) -> None:
    state = dogfight(to_move="E1", roll=3)
    assert state.decision is not None
    chosen = {bots.make(GAME, name, seed).choose(state, state.decision) for seed in range(8)}
    assert len(chosen) > 1


class _Careful:
    """Lets a bot choose and checks that the state is as it was, and the choice on offer."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, state, decision):  # type: ignore[no-untyped-def]
        before = state.copy()
        choice = self._bot.choose(state, decision)
        assert state == before
        assert choice in decision.options
        return choice


OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("dives-2", {"p2.usChoices": "ask", "p2.holdFire": "yes"}),
    ("attack", {"p1.fireArc": "front3", "p1.entryFacing": "inward3", "p1.refire": "anyAfterMove"}),
    ("attack", {"p1.edgeExit": "lost", "p1.leftover": "forfeit"}),
    ("attack", {"p1.mpRoll": "perGroup", "p1.planeOrder": "numbered", "p2.beamRow": "cameFrom"}),
    ("attack", {"p1.kamikazeAdvance": "mustAdvance"}),
    ("dives-2", {"p2.crashVolley": "on", "p2.coneMidships": "on", "sharpTurns": "extended"}),
    ("dives-2", {"p2.lossSide": "us", "p2.usChoices": "ask"}),
]


@pytest.mark.parametrize("name", ["ensign", "admiral"])
@pytest.mark.parametrize(("scenario", "options"), OPTIONS)
def test_bots_play_under_all_kinds_of_options(
    name: str, scenario: str, options: dict[str, object]
) -> None:
    seats = {seat: _Careful(bots.make(GAME, name)) for seat in GAME.seats}
    state, _ = play_out(GAME, scenario, GAME.options(options), seats, Rolled(23))
    assert state.result is not None
    assert GAME.faults(state) == []  # type: ignore[arg-type]


# --- What the best bot says of its options ---


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("attack", {}),
        ("dives-2", {"p2.usChoices": "ask", "p2.holdFire": "yes", "p2.lossSide": "us"}),
        ("dives-1", {"p2.jinkVolley": "on", "p2.usChoices": "ask"}),
        ("dives-1", {"p2.crashVolley": "on", "p2.holdFire": "yes"}),
    ],
)
def test_what_it_weighs_is_what_it_does(scenario: str, options: dict[str, object]) -> None:
    """Every option with a number, the best first; asked anew in mid-turn it says the same."""
    bot, dice = admiral(4), Rolled(3)
    state = GAME.new(scenario, GAME.options(options))
    state.advance(dice)
    asked = 0
    while (decision := state.decision) is not None:
        choice = bot.choose(state, decision)
        if len(decision.options) > 1:
            asked += 1
            weighed = bot.weigh(state, decision)
            assert weighed[0].choice is choice
            assert [each.value for each in weighed] == sorted(
                (each.value for each in weighed), reverse=True
            )
            assert {each.choice for each in weighed} == set(decision.options)
            assert all(0 <= each.value <= 100 for each in weighed)
            assert all(any(map(str.isdigit, each.words)) for each in weighed)
            if asked % 10 == 0:
                assert admiral(4).choose(state, decision) is choice
        state.play(choice, dice)
    assert asked > 10


def test_one_bot_may_be_asked_about_two_matches() -> None:
    """What it remembers of one board is nothing to it on another that looks much the same."""
    bot = admiral()
    for facing in ("N", "S", "N"):
        state = dogfight(C1="10,10 N", K2=f"10,8 {facing}", K1="4,9 S", to_move="C1", roll=2)
        assert state.decision is not None
        fresh = admiral().weigh(state, state.decision)
        assert bot.weigh(state, state.decision) == fresh


# --- The dives ---


def test_who_sees_the_way_alone_flies_the_shortest() -> None:
    """Every choice of a dive is as short as the one the exact solver knows for the direct pilot."""
    charts = charts_of(KamikazeOptions())
    pilot, bot = direct_pilot(charts), Mind(Sight(dives="way"))
    checked = 0
    for game in range(10):
        dice = Rolled(9, game)
        state = GAME.new("dives-1", KamikazeOptions())
        state.advance(dice)
        while (decision := state.decision) is not None:
            choice = bot.choose(state, decision)
            position = state.positions[state.active]
            if position >= 0:
                turn = charts.turns[pilot.turns[state.mp, state.hits, position]]
                direct = next(o for o in decision.options if o.text.split()[1] == turn.name)
                values = {each.choice: each.value for each in bot.weigh(state, decision)}
                assert values[choice] == pytest.approx(values[direct], abs=1e-3)
                checked += 1
            state.play(choice, dice)
    assert checked > 30


def test_the_admiral_flies_the_best_dive() -> None:
    """T-S5: from entry point 3 it leaves row 12 at once, where three guns would bear."""
    state = entering(3)
    bot = admiral()
    assert state.decision is not None
    facing = bot.choose(state, state.decision)
    assert facing.text == "face W"
    state.play(facing, Scripted([1, 1, 1]))
    assert state.decision is not None
    assert bot.choose(state, state.decision).text in ("move right45", "move left45")


def test_the_best_way_depends_on_what_is_destroyed() -> None:
    charts = charts_of(KamikazeOptions())
    bow_lost = charts.battery.all & ~charts.battery.mask(["51", "52", "41", "42"])
    whole, _ = best_pilot(charts, charts.battery.all)
    weak, values = best_pilot(charts, bow_lost)
    assert (whole.turns != weak.turns).any()
    assert values.before[19, 0, position_at(11, 1, "S")] == pytest.approx(1)


def test_the_gun_that_matters_less_is_given_up() -> None:
    """D2-loss: with the port side already weaker, the starboard mount goes."""
    state = dive(
        "11,10 S", mp=5, lost=["44", "22", "24"], options={"p2.usChoices": "ask"}, waiting=1
    )
    assert state.decision is not None
    state.play(state.decision.find("crash ahead"), Scripted([1, 3]))
    assert state.decision is not None
    assert state.decision.seat == "usn"
    assert _admiral_chooses(state) == "lose 41"


def test_no_gun_drives_a_harmless_kamikaze_into_the_ship() -> None:
    """Without points left it splashes beside her; a hit might make it jink aboard."""
    state = dive("12,13 N", mp=1, options={"p2.holdFire": "yes"})
    assert state.decision is not None
    state.play(state.decision.find("move ahead"), Scripted([]))
    for _ in range(4):
        assert state.decision is not None
        if _admiral_chooses(state) == "fire":
            break
        state.play(admiral().choose(state, state.decision), Scripted([]))
    assert state.agenda[-1].held  # type: ignore[attr-defined]


# --- The dogfight ---


def test_it_takes_a_tail_shot() -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
    act(state, "move ahead")
    assert _admiral_chooses(state) == "fire K2"


def test_the_last_cap_declines_a_head_on_exchange_with_an_escort() -> None:
    """Its loss would let every kamikaze through; a kamikaze does not fire back."""
    for target, wanted in (("E2", "hold"), ("K2", "fire K2")):
        state = dogfight(
            {target: "10,8 S"},
            C1="10,10 N",
            K1="3,10 S",
            K3="5,10 S",
            to_move="C1",
            roll=1,
            rest="lost",
        )
        act(state, "move ahead")
        assert _admiral_chooses(state) == wanted


def test_a_kamikaze_leaves_when_it_can() -> None:
    state = dogfight(K1="11,23 S", K2="1,1 S", C1="11,20 S", to_move="K1", roll=3)
    assert _admiral_chooses(state) == "exit ahead"


def _admiral_chooses(state: KamikazeState) -> str:
    assert state.decision is not None
    return admiral().choose(state, state.decision).text


# --- How strong they are ---


@pytest.mark.slow
def test_the_highest_level_beats_the_lowest_on_either_side() -> None:
    """How far the levels are apart is measured in more games: see the docs."""
    assert _wins("ensign", "admiral", 10) >= 6
    assert _wins("admiral", "ensign", 10) <= 2


def test_better_dives_sink_more_ships() -> None:
    assert _wins("random", "captain", 60, "dives-3") > _wins("random", "ensign", 60, "dives-3")


_WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from flankspeed import bots, games
from flankspeed.engine import MissingPackage
game = games.load("kamikaze")
print(bots.strongest(game))
try:
    bots.make(game, "admiral")
except MissingPackage as missing:
    print(missing)
"""


def test_the_strongest_bot_is_one_that_can_be_had() -> None:
    """Without NumPy there are no exact chances; who does not look at them plays on."""
    assert bots.strongest(GAME) == "admiral"
    without = subprocess.run(
        [sys.executable, "-c", _WITHOUT_NUMPY], capture_output=True, text=True, check=True
    )
    strongest, missing = without.stdout.splitlines()
    assert strongest == "lieutenant"
    assert missing == "this needs numpy: pip install 'flankspeed[odds]'"
