"""Shortcuts of Picket Duty: single choices in the record, and no planner in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from picket_fire import DEFENCE, texts, wave
from picket_repair import ADVANCED, End, a_ship, control
from shortcuts import make, words

from flankspeed.engine import (
    Decision,
    Dice,
    Entered,
    Log,
    Match,
    NeedDice,
    Record,
    Rolled,
    Scripted,
    replay,
    resume,
    verify,
)
from flankspeed.games.picket.bots import repair_plan as repair
from flankspeed.games.picket.data.ids import CIC, RADIO
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds import losses, threats
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.state import PicketState, PicketStep

GAME = Picket()
RECORDS = Path(__file__).parents[2] / "records"
OPTIONS = {"mode": "advanced", "gun_repair": "on"}


def by_shortcuts(seed: int, scenario: str = "3") -> Match:
    """A game played by shortcuts where there are any, else at random."""
    match, chance = Match(GAME, scenario, OPTIONS, dice=Rolled(seed)), Random(seed)
    while match.decision is not None:
        options = [option.text for option in match.decision.options]
        match.play(chance.choice(words(match.state) or options))
    return match


def thrown(record: Record) -> list[str]:
    return [str(throw) for line in record.lines for throw in line.throws]


def chosen(match: Match) -> list[str]:
    return [line.choice for line in match.record.lines]


# --- What they stand for ---


def test_auto_aims_gun_by_gun_and_fires() -> None:
    state = wave("Zero 90L", specials=["Betty"], sfs=1)  # the marker is held for the Ohka
    made = make(state, "auto", Scripted([]))
    assert [text.split()[0] for text in made] == ["aim"] * 11 + ["fire"]
    assert words(state) == ["resolve all"]


def test_auto_fires_where_nothing_is_left_to_aim() -> None:
    state = wave("Zero 180H")
    *aimed, last = make(state, "auto", Scripted([]))
    assert sorted(aimed) == sorted(
        f"aim {gun} 1" for gun in ("5in3", "5in4", "5in5", "40C", "40D", "40E")
    )
    assert last == "fire"
    assert words(state) == ["resolve all"]


class NextWave(PicketStep):
    """What lies between two waves, with nothing to decide."""

    __slots__ = ()

    def copy(self) -> NextWave:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        state.wave += 1
        state.planes = [plane.copy() for plane in state.planes]
        for plane in state.planes:
            plane.fate = COMING
        state.agenda.pop()
        return None


def test_auto_ends_with_the_wave() -> None:
    """The `fire` of the next wave is the player's to say."""
    state = wave("Zero 0L", ammo=0, sfs=1)
    state.agenda[1:1] = [DefensiveFire(), NextWave()]
    assert make(state, "auto", Scripted([1])) == ["sfs 1", "fire"]
    assert (state.wave, texts(state), words(state)) == (2, ["sfs 1", "fire"], ["auto"])


def test_auto_goes_on_neither_in_the_next_wave_nor_in_damage_control() -> None:
    steps = {DefensiveFire: "fire", SpecialDefence: "specials", Placing: "placing"}
    seen: dict[str, set[str]] = {name: set() for name in steps.values()}
    for seed in range(12):
        match = Match(GAME, "3", OPTIONS, dice=Rolled(seed))
        chance = Random(seed)
        while match.decision is not None:
            kind, at = type(match.state.agenda[-1]), len(match.record.lines)
            if "auto" not in words(match.state):
                match.play(chance.choice(match.decision.options))
                continue
            match.play("auto")
            made = [line.choice.split()[0] for line in match.record.lines[at:]]
            assert made, "it always stands for something"
            assert made.count("fire") + made.count("begin") <= 1
            seen[steps[kind]] |= set(made)
    assert seen["fire"] == {"aim", "slave", "sfs", "afs", "fire"}
    assert seen["specials"] <= {"spray", "sfs", "afs", "fire"}
    assert {"crew", "begin"} <= seen["placing"] <= {"crew", "xo", "engineer", "dco", "begin"}


def test_auto_places_men_and_officers_one_by_one() -> None:
    state = a_ship({"cic": 1, "mk37": 1}, options=ADVANCED, values={"XO": 1})
    control(state)
    made = make(state, "auto", Rolled(1))
    # The DCO, who must come as well, is not asked for.
    assert made == ["crew cic"] * 3 + ["crew mk37", "xo cic", "begin repairs"]


def test_auto_sprays_then_places_markers() -> None:
    state = wave(specials=["Judy", "Betty"], steps=(DEFENCE,), dice=(1, 1), sfs=1)
    assert make(state, "auto", Scripted([1, 1, 1])) == ["spray 2", "sfs 1", "fire"]


def test_resolve_all_takes_afs_sfs_and_guns_in_the_order_of_the_calibres() -> None:
    state = wave("Zero 315L", afs=1, sfs=1)
    for text in ("aim 20A 1", "aim 40A 1", "sfs 1", "aim 5in1 1", "afs 1", "fire"):
        make(state, text, Scripted([]))
    made = make(state, "resolve all", Scripted([1, 2, 1, 1, 1, 2, 1, 3]))
    # The last shot is fired without asking.
    assert made == ["resolve afs 1", "resolve sfs 1", "resolve 5in1", "resolve 40A"]


def test_resolve_all_leaves_it_to_the_player_to_aim_afs_anew() -> None:
    state = wave("Zero 180L", "Zero 0L", afs=2)
    for text in ("afs 1", "afs 1", "aim 5in1 2", "aim 5in2 2", "fire"):
        make(state, text, Scripted([]))
    assert make(state, "resolve all", Scripted([6])) == ["resolve afs 1"]
    assert words(state) == []
    make(state, "afs 2", Scripted([]))
    assert make(state, "resolve all", Scripted([1] * 5)) == ["resolve afs 2", "resolve 5in1"]


def test_repair_all_rolls_in_the_order_shown_and_sends_freed_men_home() -> None:
    state = a_ship({"cic": 1, "radio": 1, "sec-fwd-trunk": 1}, options=ADVANCED, crew=[2, 0, 0])
    control(state)
    for text in ("crew cic", "crew radio", "xo cic"):
        make(state, text, Scripted([]))  # the DCO must come as well
    made = make(state, "repair all", Scripted([6, 6, 1, 6, 6, 1]))
    assert made == ["repair cic", "repair radio", "stay home"]


def test_repair_all_ends_with_this_round_of_damage_control() -> None:
    """Crews that must stay are asked for again at once in the next wave's, and that is another."""
    state = a_ship({"cic": 2, "radio": 2}, crew=[2, 0, 0], dead=["XO", "DCO"])
    state.at_primary[CIC] = state.at_primary[RADIO] = 1
    state.carried = 1 << CIC | 1 << RADIO
    state.agenda = [End(), DamageControl(), NextWave(), DamageControl()]
    state.advance(Scripted([]))
    assert make(state, "repair all", Scripted([1] * 4)) == ["repair cic"]
    assert (state.wave, words(state)) == (2, ["repair all"])


# --- The record ---


@pytest.fixture
def _edited_planners(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The planners with other weights, as an edit of their files would leave them."""
    monkeypatch.setattr(threats, "_PROGRESS", -3.0)
    monkeypatch.setattr(threats, "_NEAR", 9.0)
    monkeypatch.setattr(threats, "_WORTH", dict.fromkeys(threats._WORTH, 1.0))
    monkeypatch.setattr(losses, "_LOSS", dict.fromkeys(losses._LOSS, 1.0))
    monkeypatch.setattr(losses, "_SECONDARY_LOSS", 9.0)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for function in (
        *(threats.threats_by_hits, threats.weapon_threat, threats._shares_of, threats.gun_shares),
        *(losses._gains, losses._success, repair._shares),
    ):
        function.cache_clear()


SEEDS = range(6)


def test_a_record_holds_single_choices_only() -> None:
    for seed in SEEDS:
        match = by_shortcuts(seed)
        assert match.result is not None
        assert not {"auto", "resolve all", "repair all"} & set(chosen(match))
        assert chosen(replay(GAME, Record.parse(str(match.record)))) == chosen(match)


def test_a_record_made_by_shortcuts_replays_whatever_the_planners_do_today(
    request: pytest.FixtureRequest,
) -> None:
    before = {seed: by_shortcuts(seed).record for seed in SEEDS}
    request.getfixturevalue("_edited_planners")
    after = {seed: by_shortcuts(seed).record for seed in SEEDS}
    assert all(before[seed].lines != after[seed].lines for seed in SEEDS)
    for record in (*before.values(), *after.values()):
        assert verify(GAME, Record.parse(str(record))) is True


@pytest.mark.parametrize("name", ["repairs", "afs"])
def test_a_record_of_format_1_that_holds_shortcuts_still_verifies(name: str) -> None:
    """They throw the same dice as they did when they were choices themselves."""
    record = Record.read(RECORDS / f"picket-format-1-{name}.fsr")
    told = {line.choice for line in record.lines}
    assert told >= {"auto", "resolve all"}
    assert verify(GAME, record) is True
    again = replay(GAME, record)
    assert len(again.record.lines) > 2 * len(record.lines)
    assert not {"auto", "resolve all", "repair all"} & set(chosen(again))
    assert thrown(again.record) == thrown(record)


# --- Typed-in dice ---


@pytest.mark.parametrize("seed", range(4))
def test_shortcuts_with_typed_in_dice_ask_die_after_die_and_end_as_with_rolled_ones(
    seed: int,
) -> None:
    """Every word said in a game by rolled dice is said again with the same dice typed in."""
    rolled, chance = Match(GAME, "3", OPTIONS, dice=Rolled(seed)), Random(seed)
    typed = Match(GAME, "3", OPTIONS, dice=Entered())
    done = asked_by_shortcuts = 0
    while True:
        throws = [throw for line in rolled.record.lines for throw in line.throws][done:]
        done += len(throws)
        for throw in throws:
            assert typed.need is not None
            with suppress(NeedDice):
                typed.enter(*throw.values)
        assert typed.need is None
        assert typed.state == rolled.state
        assert chosen(typed) == chosen(rolled)
        if rolled.decision is None:
            break
        options = [option.text for option in rolled.decision.options]
        text = chance.choice(words(rolled.state) or options)
        rolled.play(text)
        with suppress(NeedDice):
            typed.play(text)
        asked_by_shortcuts += text not in options and typed.need is not None
    assert asked_by_shortcuts


def test_a_shortcut_taken_back_while_it_waits_for_dice_leaves_what_was_chosen_before() -> None:
    match = Match(GAME, "3", OPTIONS, dice=Rolled(1))
    while words(match.state) != ["auto"]:
        assert match.decision is not None
        match.play(match.decision.options[0])
    typed = resume(GAME, match.record, Entered())
    at = len(typed.record.lines)
    typed.play("auto")
    with pytest.raises(NeedDice):
        typed.play("resolve all")
    typed.undo()
    assert words(typed.state) == ["resolve all"]
    assert len(typed.record.lines) > at + 3
    typed.undo()  # the last single choice of `auto`
    assert words(typed.state) == ["auto"]
