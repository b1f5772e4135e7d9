"""Fuzz: it must find a bug that is there, and none where there is none."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flankspeed import games
from flankspeed.engine import Match, Options, Record, RecordError, replay
from flankspeed.engine.compiled import COMPILED
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.planes import SHOT_DOWN
from flankspeed.games.kamikaze.rules import aerial_combat
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.rules.movement import ELSEWHERE_BIT, SEA
from flankspeed.lab.fuzz import Fault, fuzz, random_options

KAMIKAZE = games.load("kamikaze")
Plant = Callable[[pytest.MonkeyPatch], None]


def found(folder: Path, games: int = 20) -> tuple[Fault, Record]:
    """The fault that fuzz finds, and its record."""
    fault = fuzz(KAMIKAZE, games, seed=1, folder=folder)
    assert fault
    assert fault.record == str(folder / f"fuzz-kamikaze-1-{fault.game}.fsr")
    record = Record.read(Path(fault.record))
    assert [path.name for path in folder.iterdir()] == [Path(fault.record).name]
    assert record.result is None
    return fault, record


def need_pure_rules() -> None:
    """Compiled rules call each other directly: what is put in the place of one is never called."""
    if COMPILED:
        pytest.skip("no bug can be planted in compiled rules")


def raise_on_removal(patch: pytest.MonkeyPatch) -> None:
    """A rule that breaks down after its die was thrown."""
    need_pure_rules()

    remove = KamikazeState.remove

    def broken(state: KamikazeState, plane: int, fate: int) -> None:
        if fate == SHOT_DOWN:
            raise ZeroDivisionError("planted")
        remove(state, plane, fate)

    patch.setattr(KamikazeState, "remove", broken)


def raise_before_the_die(patch: pytest.MonkeyPatch) -> None:
    """A rule that breaks down before its die is thrown."""
    need_pure_rules()

    def shot(*_: object) -> bool:
        raise ZeroDivisionError("planted")

    patch.setattr(aerial_combat, "_fire", shot)


@pytest.mark.parametrize("plant", [raise_on_removal, raise_before_the_die])
def test_a_rule_that_breaks_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch)
    fault, record = found(tmp_path)
    assert fault.message == "ZeroDivisionError: planted"
    assert record.lines[-1].comment == "fault: ZeroDivisionError"
    before = replay(KAMIKAZE, record, to=record.lines[-2].number)  # all was well until then
    assert before.decision
    with pytest.raises(ZeroDivisionError, match="planted"):
        replay(KAMIKAZE, record)


def test_a_record_replays_cleanly_once_the_bug_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_on_removal(monkeypatch)
    _, record = found(tmp_path)
    assert record.lines[-1].throws
    monkeypatch.undo()
    match = replay(KAMIKAZE, record)
    assert match.choices == record.lines[-1].number
    assert KAMIKAZE.faults(match.state) == []


def test_a_record_replays_to_where_its_dice_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_before_the_die(monkeypatch)
    _, record = found(tmp_path)
    assert record.lines[-1].choice.startswith("fire ")
    assert record.lines[-1].throws == ()
    monkeypatch.undo()
    with pytest.raises(RecordError, match="0 dice are left") as stopped:
        replay(KAMIKAZE, record)
    assert stopped.value.line == record.first_line + len(record.lines) - 1


def end_anywhere(patch: pytest.MonkeyPatch) -> None:
    """Planes may end their move where another one stands (against K-1-move)."""
    need_pure_rules()
    limit = Flight.limit

    def limited(flight: Flight, state: KamikazeState) -> int | None:
        flight.goal |= SEA | ELSEWHERE_BIT
        return limit(flight, state)

    patch.setattr(Flight, "limit", limited)


def leave_it_on_the_board(patch: pytest.MonkeyPatch) -> None:
    """A plane that was shot down keeps its square."""
    need_pure_rules()
    remove = KamikazeState.remove

    def kept(state: KamikazeState, plane: int, fate: int) -> None:
        position = state.positions[plane]
        remove(state, plane, fate)
        if fate == SHOT_DOWN:
            state.positions[plane] = position

    patch.setattr(KamikazeState, "remove", kept)


@pytest.mark.parametrize(
    ("plant", "message"),
    [
        (end_anywhere, "two planes stand in one square"),
        (leave_it_on_the_board, "is on the board but not flying"),
    ],
)
def test_a_state_that_must_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, message: str
) -> None:
    plant(monkeypatch)
    fault, record = found(tmp_path)
    assert fault.message.startswith("InvariantBroken: ")
    assert message in fault.message
    match = replay(KAMIKAZE, record)
    assert message in "; ".join(KAMIKAZE.faults(match.state))


def test_a_bug_that_the_fixed_rules_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end_anywhere(monkeypatch)
    _, record = found(tmp_path)
    monkeypatch.undo()
    with pytest.raises(RecordError, match="cannot be chosen now"):
        replay(KAMIKAZE, record)


def test_a_copy_that_is_not_independent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = KamikazeState.copy

    def shared(state: KamikazeState) -> KamikazeState:
        twin = copy(state)
        twin.path = state.path
        return twin

    monkeypatch.setattr(KamikazeState, "copy", shared)
    fault, _ = found(tmp_path)
    assert fault.message == "InvariantBroken: playing on changed the state it started from"


def test_an_undo_that_does_not_lead_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def forgetful(match: Match, seat: str | None = None) -> None:
        state: Any = match.state
        undo(match, seat)
        match.state.mp = state.mp  # type: ignore[attr-defined]

    monkeypatch.setattr(Match, "undo", forgetful)
    fault, _ = found(tmp_path)
    assert "does not lead back" in fault.message


def test_the_same_seed_finds_the_same_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_before_the_die(monkeypatch)
    first = fuzz(KAMIKAZE, 20, seed=7, folder=tmp_path)
    assert first
    text = Path(first.record).read_text(encoding="utf-8")
    assert fuzz(KAMIKAZE, 20, seed=7, folder=tmp_path) == first
    assert Path(first.record).read_text(encoding="utf-8") == text


def test_a_fault_that_cannot_be_recorded_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_before_the_die(monkeypatch)
    fault = fuzz(KAMIKAZE, 20, seed=7, folder=tmp_path / "nowhere")
    assert fault
    assert fault.message.startswith("ZeroDivisionError: planted (cannot write ")
    assert fault.message.endswith(".fsr: No such file or directory)")
    assert fault.record == ""


def test_nothing_is_found_where_nothing_is_wrong(tmp_path: Path) -> None:
    heard: list[int] = []
    assert fuzz(KAMIKAZE, 12, seed=3, folder=tmp_path, progress=heard.append) is None
    assert sum(heard) == 12
    assert list(tmp_path.iterdir()) == []


def test_random_options_are_options() -> None:
    """Over many draws every value of every option is drawn that needs no data of the player's."""
    drawn: dict[str, set[object]] = {}
    for seed in range(300):
        values = random_options(KAMIKAZE, Random(seed))
        KAMIKAZE.options(values)
        for name, value in values.items():
            drawn.setdefault(name, set()).add(value)
    for info in KAMIKAZE.option_infos():
        values_of = set(info.values.split("|")) - {"custom"}
        if len(values_of) > 1:
            assert drawn[info.name] == values_of


def forget_an_action(patch: pytest.MonkeyPatch) -> None:
    """Agents are not told that planes can be fired at."""
    told = type(KAMIKAZE).actions

    def fewer(game: Any, scenario: str, options: Options) -> list[str]:
        return [a for a in told(game, scenario, options) if not a.startswith("fire C")]

    patch.setattr(type(KAMIKAZE), "actions", fewer)


def promise_too_much(patch: pytest.MonkeyPatch) -> None:
    """A side that stands better than won."""
    patch.setattr(type(KAMIKAZE), "score", lambda *_: 1.5)


def promise_too_short(patch: pytest.MonkeyPatch) -> None:
    """A game that is longer than agents are told."""
    patch.setattr(type(KAMIKAZE), "longest", lambda *_: 30)


@pytest.mark.parametrize(
    ("plant", "message"),
    [
        (forget_an_action, "is none of the actions that agents are told"),
        (promise_too_much, "usn scores 1.5"),
        (promise_too_short, "the game does not end in 30 choices"),
    ],
)
def test_what_agents_are_told_must_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, message: str
) -> None:
    plant(monkeypatch)
    fault, _ = found(tmp_path)
    assert message in fault.message
