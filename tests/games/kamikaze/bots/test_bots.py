"""The bots of Kamikaze Attack!: legal, reproducible, and each better than the one before."""

from __future__ import annotations

import sys
from functools import cache

import pytest
from kamikaze_dives import dive
from kamikaze_dogfight import act, dogfight

from flankspeed import bots, games
from flankspeed.engine import Bot, MissingPackage, OptionError, Rolled, Scripted
from flankspeed.games.kamikaze import Kamikaze, KamikazeOptions, KamikazeState
from flankspeed.games.kamikaze.data.board import position_at
from flankspeed.games.kamikaze.odds.dives import best_pilot, direct_pilot
from flankspeed.games.kamikaze.rules.charts import charts_of
from flankspeed.lab.playout import play_out
from flankspeed.lab.sim import Batch, play_games

GAME = Kamikaze()


@cache
def _wins(usn: str, ijn: str, games: int, scenario: str = "attack") -> int:
    """How many games the Japanese win."""
    batch = Batch("kamikaze", scenario, {}, {"usn": usn, "ijn": ijn}, seed=5)
    return play_games(batch, 0, games).wins.get("ijn", 0)


def test_names_and_unknown_bots() -> None:
    assert bots.names(games.load("kamikaze")) == ["random", "direct", "ace"]
    with pytest.raises(OptionError, match=r"kamikaze has no bot .deep. .*random, direct, ace"):
        bots.make(GAME, "deep")


@pytest.mark.parametrize("name", ["random", "direct", "ace"])
def test_bots_are_reproducible(name: str) -> None:
    """The same dice and the same seed give the same game; a bot changes nothing it looks at."""
    ends = []
    for _ in range(2):
        seats = {seat: _Careful(bots.make(GAME, name, seed=3)) for seat in GAME.seats}
        ends.append(play_out(GAME, "attack", KamikazeOptions(), seats, Rolled(8)))
    assert ends[0] == ends[1]


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


OPTIONS: list[dict[str, object]] = [
    {"p2.usChoices": "ask", "p2.holdFire": "yes"},
    {"p1.fireArc": "front3", "p1.entryFacing": "inward3", "p1.refire": "anyAfterMove"},
    {"p1.edgeExit": "lost", "p1.leftover": "forfeit", "sharpTurns": "extended"},
    {"p1.mpRoll": "perGroup", "p1.planeOrder": "numbered", "p2.beamRow": "cameFrom"},
    {"p2.jinkVolley": "on", "p2.crashVolley": "on", "p2.coneMidships": "on"},
    {"p2.lossSide": "us", "p2.usChoices": "ask", "p1.kamikazeAdvance": "mustAdvance"},
]


@pytest.mark.parametrize("name", ["direct", "ace"])
@pytest.mark.parametrize("options", OPTIONS)
def test_bots_play_under_all_kinds_of_options(name: str, options: dict[str, object]) -> None:
    seats = {seat: _Careful(bots.make(GAME, name)) for seat in GAME.seats}
    state = play_out(GAME, "attack", GAME.options(options), seats, Rolled(21))
    assert state.result is not None
    assert GAME.faults(state) == []  # type: ignore[arg-type]


def test_direct_bot_flies_the_direct_policy() -> None:
    """Every choice of a dive is the one the exact solver follows for the direct pilot."""
    charts = charts_of(KamikazeOptions())
    pilot, bot = direct_pilot(charts), bots.make(GAME, "direct")
    checked = 0
    for game in range(30):
        dice = Rolled(9, game)
        state = GAME.new("dives-1", KamikazeOptions())
        state.advance(dice)
        while (decision := state.decision) is not None:
            choice = bot.choose(state, decision)
            position = state.positions[state.active]
            if position < 0:
                assert choice == charts.faces[pilot.faces[state.entry - 1]]
            else:
                turn = charts.turns[pilot.turns[state.mp, state.hits, position]]
                assert choice.text.split()[1] == turn.name
                checked += 1
            state.play(choice, dice)
    assert checked > 100


def test_ace_flies_the_best_dive() -> None:
    """T-S5: from entry point 3 it leaves row 12 at once, where three guns would bear."""
    state = GAME.new("dives-1", KamikazeOptions())
    state.advance(Scripted([3]))
    bot = bots.make(GAME, "ace")
    assert state.decision is not None
    facing = bot.choose(state, state.decision)
    assert facing.text == "face W"
    state.play(facing, Scripted([1, 1, 1]))
    assert state.decision is not None
    assert bot.choose(state, state.decision).text == "move right45"


def test_ace_uses_the_guns_that_are_left() -> None:
    """The best way in depends on what is destroyed: each gun state has a policy of its own."""
    charts = charts_of(KamikazeOptions())
    bow_lost = charts.battery.all & ~charts.battery.mask(["51", "52", "41", "42"])
    whole, _ = best_pilot(charts, charts.battery.all)
    weak, values = best_pilot(charts, bow_lost)
    assert (whole.turns != weak.turns).any()
    assert values.before[19, 0, position_at(11, 1, "S")] == pytest.approx(1)


def test_ace_gives_up_the_gun_that_matters_less() -> None:
    """D2-loss: with the port side already weaker, the starboard mount goes."""
    state = dive("11,10 S", mp=5, lost=["44", "22", "24"], options={"p2.usChoices": "ask"})
    assert state.decision is not None
    state.play(state.decision.find("crash ahead"), Scripted([1, 3]))
    assert state.decision is not None
    assert state.decision.seat == "usn"
    chosen = bots.make(GAME, "ace").choose(state, state.decision)
    assert chosen.text == "lose 41"


def test_ace_takes_a_tail_shot() -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
    act(state, "move ahead")
    assert _ace_chooses(state) == "fire K2"


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
        assert _ace_chooses(state) == wanted


def test_ace_kamikaze_leaves_when_it_can() -> None:
    state = dogfight(K1="11,23 S", K2="1,1 S", C1="11,20 S", to_move="K1", roll=3)
    assert _ace_chooses(state) == "exit ahead"


def _ace_chooses(state: KamikazeState) -> str:
    assert state.decision is not None
    return bots.make(GAME, "ace").choose(state, state.decision).text


@pytest.mark.slow
def test_each_bot_beats_the_one_before() -> None:
    """As USN and as IJN, against the same opponent."""
    games = 30
    assert _wins("random", "direct", games) > _wins("random", "random", games) + 5
    assert _wins("direct", "ace", games) > _wins("direct", "direct", games) + 5
    assert _wins("ace", "direct", games) < _wins("direct", "direct", games) - 5
    assert _wins("ace", "ace", games) < _wins("direct", "ace", games) - 2


def test_perfect_dives_sink_more_ships() -> None:
    assert _wins("random", "ace", 150, "dives-3") > _wins("random", "direct", 150, "dives-3")


def test_the_strongest_bot_is_one_that_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without NumPy the ace cannot fly; the next best does."""
    assert bots.strongest(GAME) == "ace"
    monkeypatch.delitem(sys.modules, "flankspeed.games.kamikaze.bots.ace", raising=False)
    monkeypatch.setitem(sys.modules, "flankspeed.games.kamikaze.odds.dives", None)
    assert bots.strongest(GAME) == "direct"
    with pytest.raises(MissingPackage, match="pip install"):
        bots.make(GAME, "ace")
