"""Matches: playing, taking back, typing dice in."""

from pathlib import Path

import pytest
from toy_game import GAMBLE, Nim, NimState, Setup, Take, nim, play

import flankspeed
from flankspeed.engine import (
    Choice,
    DataError,
    Dice,
    DiceError,
    Entered,
    Event,
    IllegalChoice,
    Log,
    Match,
    NeedDice,
    OptionError,
    Options,
    Record,
    Result,
    Rolled,
    Scripted,
    UndoBarred,
    replay,
    resume,
    verify,
)


def snapshot(match: Match) -> list[object]:
    """Everything that must stay as it is when something goes wrong, the dice to come included."""
    dice = match.dice
    ahead = dice.copy().throw(30, "") if isinstance(dice, Rolled) else None
    left = dice.left if isinstance(dice, Scripted) else None
    entered = dice.entered if isinstance(dice, Entered) else None
    need = str(match.need)
    state = match.state.copy()
    return [state, str(match.record), match.events, ahead, left, entered, need]


# Starting


def test_a_match_begins_with_its_header() -> None:
    match = Match(Nim(), dice=Rolled(7), options={"heap": "12"}, seats={"usn": "human"})
    header = match.record.header
    assert (header.game, header.scenario, header.dice) == ("nim", "plain", "seed 7")
    assert header.options == {"heap": "12", "gamble": "yes", "take.most": "3"}
    assert header.seats == {"usn": "human"}
    assert (match.choices, match.record.lines, match.result) == (0, [], None)
    assert repr(match.decision) == "<usn: 12 matches: take some (4 options)>"


def test_dice_before_the_first_choice_are_line_0() -> None:
    match = nim(Scripted([1, 4]), "random")
    assert [str(line) for line in match.record.lines] == ["0 game start [2d4=1,4]"]
    assert match.choices == 0
    play(match, "take 1")
    assert match.choices == 1


@pytest.mark.secret_dice
def test_without_dice_the_key_is_secret() -> None:
    one, other = Match(Nim()), Match(Nim())
    assert one.record.header.dice.startswith("sha256 ")
    assert one.record.header.dice != other.record.header.dice


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (OptionError, {"scenario": "nowhere"}),
        (OptionError, {"options": {"heap": "none"}}),
        (DataError, {"data": {"x": 1}}),
    ],
)
def test_a_match_that_cannot_begin(
    kind: type[Exception], arguments: dict[str, dict[str, object]]
) -> None:
    with pytest.raises(kind):
        Match(Nim(), dice=Rolled(1), **arguments)  # type: ignore[arg-type]


def test_new_by_name(tmp_path: Path) -> None:
    match = flankspeed.new("kamikaze", seed=7, options={"p1.turnCap": 1})
    assert match.decision
    play(match, *(option.text for option in match.decision.options[:1]))
    match.save(tmp_path / "x.fsr")
    loaded = flankspeed.load(tmp_path / "x.fsr")
    assert loaded.state == match.state
    assert flankspeed.load(str(tmp_path / "x.fsr"), to=0).choices == 0


# Playing


@pytest.mark.parametrize("choice", ["take 2", Take(2), Choice("take 2", "")])
@pytest.mark.parametrize("seat", ["usn", None])
def test_play_by_text_or_option(choice: Choice | str, seat: str | None) -> None:
    match = nim(Rolled(1))
    events = match.play(choice, seat)
    assert [event.kind for event in events] == ["take"]
    assert str(match) == "|" * 8
    assert match.log() == ["usn takes 2 × | of the heap"]
    assert str(match.record.lines[0]) == "1 usn take 2 # usn takes 2 × | of the heap"


def test_a_line_holds_all_the_dice_of_its_choice() -> None:
    match = play(nim(Scripted([6, 1, 2])), "gamble")
    assert str(match.record.lines[0]).startswith("1 usn gamble [d6=6 2d4=1,2] # the die shows 6; ")


def test_the_end() -> None:
    match = play(nim(Scripted([2]), heap=5), "take 2", "gamble")
    assert match.result == match.record.result == Result("usn", "the last match")
    assert (match.decision, match.choices) == (None, 2)


@pytest.mark.parametrize(
    ("choice", "seat", "kind", "message"),
    [
        ("take 4", None, IllegalChoice, "'take 4' cannot be chosen now"),
        (Take(4), "usn", IllegalChoice, "'take 4' cannot be chosen now"),
        (99, "usn", IllegalChoice, "there is no option 99 now"),
        ("", None, IllegalChoice, "'' cannot be chosen now"),
        ("take 1", "ijn", IllegalChoice, "it is usn's turn to choose, not ijn's"),
        ("take 4", "ijn", IllegalChoice, "it is usn's turn"),
        ("take 1", "raf", OptionError, "nim has no seat 'raf'"),
        ("take 1", "", OptionError, "nim has no seat ''"),
    ],
)
def test_a_wrong_choice_changes_nothing(
    choice: Choice | str | int, seat: str | None, kind: type[Exception], message: str
) -> None:
    match = play(nim(Rolled(1), heap=40), "take 1", "gamble")
    before = snapshot(match)
    with pytest.raises(kind, match=message):
        match.play(choice, seat)
    assert snapshot(match) == before
    match.play("take 1", "usn")


def test_nothing_can_be_chosen_after_the_end() -> None:
    match = play(nim(Rolled(1), heap=3), "take 3")
    before = snapshot(match)
    for choice in ("take 1", "gamble"):
        with pytest.raises(IllegalChoice, match=f"'{choice}' cannot be chosen: the game is over"):
            match.play(choice)
    assert snapshot(match) == before


def test_a_choice_that_fails_half_way_changes_nothing() -> None:
    match = play(nim(Scripted([6])), "take 1")
    before = snapshot(match)
    with pytest.raises(DiceError, match="2d4 for the bonus but only 0 dice are left"):
        match.play("gamble")
    assert snapshot(match) == before
    play(match, "take 1")


def test_the_caller_cannot_change_an_option() -> None:
    match = nim(Rolled(1))
    forged = Take(1)
    object.__setattr__(forged, "count", 10)
    match.play(forged)
    assert str(match) == "|" * 9


# Undo


def test_undo_goes_back_step_by_step() -> None:
    match = nim(Rolled(3))
    before = []
    for choice in ("take 1", "take 2", "take 3", "take 1"):
        before.append(snapshot(match))
        match.play(choice)
    end = snapshot(match)
    while before:
        assert match.undo_barred() is None
        match.undo()
        assert snapshot(match) == before.pop()
    with pytest.raises(UndoBarred, match="nothing has been chosen yet"):
        match.undo()
    assert snapshot(play(match, "take 1", "take 2", "take 3", "take 1")) == end


def test_another_choice_after_undo() -> None:
    match = play(nim(Rolled(3)), "take 1", "take 2")
    match.undo()
    play(match, "take 3")
    assert [line.choice for line in match.record.lines] == ["take 1", "take 3"]
    assert str(match) == "|" * 6


def test_undo_cannot_change_the_dice() -> None:
    match = play(nim(Rolled(3), heap=50), "take 1")
    match.undo()
    play(match, "take 2", "gamble")
    straight = play(nim(Rolled(3), heap=50), "take 2", "gamble")
    assert snapshot(match) == snapshot(straight)


BARRED = [
    (nim(Rolled(3)), "nothing has been chosen yet"),
    (nim(Scripted([1, 1]), "random"), "nothing has been chosen yet"),
    (
        play(nim(Scripted([6, 1, 1]), heap=50), "take 1", "gamble"),
        r"dice were thrown after 'gamble' \(the gamble, the bonus\)",
    ),
    (play(nim(Rolled(3), heap=3), "take 3"), "the game is over"),
    (play(nim(Scripted([3]), heap=3), "gamble"), "the game is over"),
]


@pytest.mark.parametrize(("match", "reason"), BARRED)
@pytest.mark.parametrize("seat", [None, "ijn"])
def test_undo_is_barred_with_a_reason(match: Match, seat: str | None, reason: str) -> None:
    before = snapshot(match)
    with pytest.raises(UndoBarred, match=f"this cannot be taken back: {reason}"):
        match.undo(seat)
    assert snapshot(match) == before


def test_undo_stops_at_the_last_dice() -> None:
    match = play(nim(Scripted([2, 1]), heap=50), "take 1", "gamble", "take 2", "take 3")
    match.undo()
    match.undo()
    assert match.undo_barred() == "dice were thrown after 'gamble' (the gamble)"
    assert match.choices == 2
    play(match, "gamble")
    assert match.undo_barred() == "dice were thrown after 'gamble' (the gamble)"


def test_a_seat_takes_back_its_own_choice_only() -> None:
    match = play(nim(Rolled(3)), "take 1", "take 2")
    with pytest.raises(UndoBarred, match="the last choice was ijn's"):
        match.undo("usn")
    match.undo("ijn")
    match.undo("usn")
    assert match.choices == 0


# Typed-in dice


def test_the_start_waits_for_dice() -> None:
    match = nim(Entered(), "random")
    assert str(match.need) == "throw 2d4 for size of the heap"
    assert (match.decision, match.result) == (None, None)
    before = snapshot(match)
    with pytest.raises(IllegalChoice, match="the dice come first: throw 2d4"):
        match.play("take 1")
    with pytest.raises(UndoBarred, match="nothing has been chosen yet"):
        match.undo()
    assert snapshot(match) == before
    match.enter(1, 4)
    assert str(match) == "|" * 15
    assert match.need is None
    assert [str(line) for line in match.record.lines] == ["0 game start [2d4=1,4]"]


def waiting(*typed: int, heap: int = 50) -> Match:
    """A match whose second choice, a gamble, waits for dice."""
    match = play(nim(Entered(), heap=heap), "take 1")
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.play("gamble")
    for value in typed:
        with pytest.raises(NeedDice, match="throw 2d4 for the bonus"):
            match.enter(value)
    return match


def test_one_choice_asks_for_dice_more_than_once() -> None:
    match = waiting()
    unplayed = play(nim(Entered(), heap=50), "take 1")
    assert (match.state, match.choices) == (unplayed.state, 1)
    with pytest.raises(NeedDice, match="throw 2d4 for the bonus"):
        match.enter(6)
    assert (match.state, match.choices, match.events) == (unplayed.state, 1, unplayed.events)
    events = match.enter(3, 4)
    assert [event.kind for event in events] == ["gamble", "take"]
    assert str(match.record.lines[1]).startswith("2 ijn gamble [d6=6 2d4=3,4]")
    assert match.need is None


def test_typed_dice_make_the_same_game_as_any_others() -> None:
    typed = waiting(6)
    typed.enter(3, 4)
    scripted = play(nim(Scripted([6, 3, 4]), heap=50), "take 1", "gamble")
    assert typed.state == scripted.state
    assert typed.record.lines == scripted.record.lines
    assert typed.events == scripted.events


@pytest.mark.parametrize(
    ("typed", "values", "message"),
    [
        ((), (), "d6 for the gamble are asked for, but 0 were given"),
        ((), (1, 2), "but 2 were given"),
        ((), (7,), "a d6 cannot show 7"),
        ((), (0,), "a d6 cannot show 0"),
        ((6,), (3,), "2d4 for the bonus are asked for, but 1 were given"),
        ((6,), (3, 5), "a d4 cannot show 5"),
    ],
)
def test_wrong_dice_change_nothing(
    typed: tuple[int, ...], values: tuple[int, ...], message: str
) -> None:
    match = waiting(*typed)
    before = snapshot(match)
    with pytest.raises(DiceError, match=message):
        match.enter(*values)
    assert snapshot(match) == before


def test_dice_nobody_asked_for() -> None:
    with pytest.raises(DiceError, match="no dice are asked for now"):
        nim(Entered()).enter(3)
    with pytest.raises(DiceError, match="this match rolls its own dice"):
        nim(Rolled(1)).enter(3)


@pytest.mark.parametrize("typed", [(), (6,)])
@pytest.mark.parametrize("choice", ["take 1", "gamble", GAMBLE, "nonsense"])
def test_no_other_choice_while_dice_are_awaited(
    typed: tuple[int, ...], choice: Choice | str
) -> None:
    match = waiting(*typed)
    before = snapshot(match)
    with pytest.raises(IllegalChoice, match="the dice come first: throw"):
        match.play(choice)
    assert snapshot(match) == before


def test_a_choice_that_waits_for_its_first_dice_can_be_taken_back() -> None:
    match = waiting()
    match.undo("ijn")
    assert match.need is None
    assert match.choices == 1
    play(match, "take 3")
    assert str(match) == "|" * 46
    match.undo()
    match.undo()
    assert str(match) == "|" * 50


def test_once_dice_are_typed_in_the_choice_stands() -> None:
    match = waiting(6)
    before = snapshot(match)
    with pytest.raises(UndoBarred, match="dice have been typed in for this choice"):
        match.undo()
    assert snapshot(match) == before
    match.enter(1, 1)
    assert match.undo_barred() == "dice were thrown after 'gamble' (the gamble, the bonus)"


def test_nobody_takes_back_a_choice_that_waits_for_another_seat() -> None:
    match = waiting()
    with pytest.raises(UndoBarred, match="the last choice was ijn's"):
        match.undo("usn")
    match.enter(2)
    assert match.choices == 2


def test_the_last_dice_of_a_game_are_typed_in() -> None:
    match = waiting(heap=4)
    match.enter(3)
    assert match.result == Result("ijn", "the last match")
    assert match.need is None


# Replaying


def test_replay_up_to_a_choice() -> None:
    match, states = nim(Rolled(5), "random", heap=60), []
    for choice in ("take 1", "gamble", "take 2", "take 3", "gamble"):
        states.append(match.state)
        match.play(choice)
    for number, state in enumerate(states):
        part = replay(Nim(), match.record, number)
        assert (part.state, part.choices) == (state, number)
    whole = replay(Nim(), match.record)
    assert (whole.state, whole.events) == (match.state, match.events)
    assert str(whole.record) == str(match.record)
    assert replay(Nim(), match.record, 99).state == match.state


@pytest.mark.parametrize("seed", [3, 4])
def test_a_replayed_secret_match_keeps_its_key(seed: int) -> None:
    match = nim(Rolled(Rolled(seed).key), heap=3)
    assert match.record.key == ""
    play(match, "take 3")
    again = replay(Nim(), Record.parse(str(match.record)))
    assert again.record.key == match.record.key == Rolled(seed).key.hex()
    assert str(again.record) == str(match.record)
    assert verify(Nim(), again.record) is True


class ToldNim(Nim):
    """Tells how big the heap is at the start."""

    def new(self, scenario: str, options: Options, data: object = None) -> NimState:
        state = super().new(scenario, options)
        state.agenda[-1] = ToldSetup()
        return state

    def describe(self, event: Event) -> str:
        return "the start" if event.kind == "start" else super().describe(event)


class ToldSetup(Setup):
    """A start that is told."""

    __slots__ = ()

    def run(self, state: NimState, dice: Dice, log: Log | None) -> None:
        super().run(state, dice, log)
        if log:
            log.add("start", "N-0", heap=state.heap)


def test_what_happens_at_the_start_is_told() -> None:
    match = Match(ToldNim(), "random", dice=Rolled(5))
    assert [event.kind for event in match.events] == ["start"]
    play(match, "take 1", "take 2")
    kinds = [[event.kind for event in chapter] for chapter in match.chapters]
    assert kinds == [["start"], ["take"], ["take"]]
    assert match.log()[0] == match.record.lines[0].comment == "the start"
    again = replay(ToldNim(), Record.parse(str(match.record)))
    assert (again.events, again.chapters) == (match.events, match.chapters)
    on = resume(ToldNim(), Record.parse(str(match.record)))
    assert on.chapters == match.chapters
    for undone in (1, 0):
        match.undo()
        assert len(match.chapters) == undone + 1
    assert [event.kind for event in match.events] == ["start"]


def test_a_start_without_dice_is_a_chapter_too() -> None:
    match = play(nim(Rolled(1)), "take 1")
    assert [len(chapter) for chapter in match.chapters] == [0, 1]
    typed = Match(ToldNim(), "random", dice=Entered())
    assert typed.chapters == []
    typed.enter(1, 2)
    assert [[event.kind for event in chapter] for chapter in typed.chapters] == [["start"]]


def test_a_replayed_match_can_be_taken_back_as_far_as_the_first_one() -> None:
    match = play(nim(Rolled(5), heap=60), "gamble", "take 2", "take 3")
    again = replay(Nim(), match.record)
    again.undo()
    again.undo()
    assert again.undo_barred() == "dice were thrown after 'gamble' (the gamble)"


# Shortcuts


class LazyNim(Nim):
    """Nim where `small` stands for taking one match at a time."""

    def shortcuts(self, state: NimState) -> list[Choice]:
        return [Choice("small", "take one match at a time")]

    def shortcut_choice(self, state: NimState, text: str) -> Choice | None:
        assert text == "small"
        return Take(1) if state.heap > 6 else None


def test_a_shortcut_is_played_as_single_choices_of_one_seat() -> None:
    match = Match(LazyNim(), dice=Rolled(1))
    match.play("small")  # then it is the other seat's turn
    assert [line.choice for line in match.record.lines] == ["take 1"]
    assert [line.choice for line in replay(Nim(), match.record).record.lines] == ["take 1"]


def test_a_shortcut_that_is_done_plays_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toy_game.SEATS", ("usn", "usn"))
    match = Match(LazyNim(), dice=Rolled(1))
    events = match.play("small", "usn")
    assert [line.choice for line in match.record.lines] == ["take 1"] * 4
    assert len(events) == 4


def test_what_is_neither_option_nor_shortcut_is_refused() -> None:
    match = Match(LazyNim(), dice=Rolled(1))
    before = snapshot(match)
    for text in ("smal", "take 9"):
        with pytest.raises(IllegalChoice):
            match.play(text)
    with pytest.raises(IllegalChoice, match="usn's turn"):
        match.play("small", "ijn")
    assert snapshot(match) == before


def test_only_the_seat_that_must_choose_sees_shortcuts() -> None:
    match = Match(LazyNim(), dice=Rolled(1))
    assert [shortcut.text for shortcut in match.view("usn").shortcuts] == ["small"]
    assert match.view("ijn").shortcuts == match.view(None).shortcuts == []


# Taking many back


def test_many_choices_are_taken_back_at_once() -> None:
    match = nim(Scripted([]))
    play(match, "take 1", "take 2", "take 1")
    assert match.undo_points() == [
        (2, "take 1 matches"),
        (1, "take 2 matches"),
        (0, "take 1 matches"),
    ]
    assert match.undo_points("usn") == [(2, "take 1 matches")]
    assert (match.earliest(), match.earliest("usn")) == (0, 2)
    match.undo_to(1)
    assert [line.choice for line in match.record.lines] == ["take 1"]
    with pytest.raises(UndoBarred, match="there is nothing to take back: nothing was chosen since"):
        match.undo_to(1)


def test_dice_bar_the_way_back() -> None:
    match = nim(Scripted([2]))
    play(match, "gamble", "take 1", "take 2")
    assert match.earliest() == 1
    with pytest.raises(UndoBarred, match="so far: dice were thrown after 'gamble'"):
        match.undo_to(0)
    assert match.choices == 3
    match.undo_to(1)
    assert (match.choices, match.undo_points()) == (1, [])


def test_what_the_other_side_chose_bars_the_way_back() -> None:
    match = nim(Scripted([]))
    play(match, "take 1", "take 2", "take 1")
    with pytest.raises(UndoBarred, match="so far: ijn has chosen 'take 2'"):
        match.undo_to(0, "usn")


@pytest.mark.parametrize("game", ["kamikaze", "picket", "samar"])
@pytest.mark.parametrize("choices", [0, 1, 5])
def test_what_could_not_be_kept_has_never_been(game: str, choices: int) -> None:
    match = flankspeed.new(game, seed=3)
    for _ in range(choices):
        assert match.decision is not None
        match.play(match.decision.options[-1])
    before, mark = snapshot(match), match.bookmark()
    record, told = str(match.record), match.log()
    assert mark is not None
    while match.decision is not None and match.choices < choices + 30:
        match.play(match.decision.options[0])
    after = str(match.record)
    match.go_back(mark)
    assert snapshot(match) == before
    assert (str(match.record), match.log()) == (record, told)
    while match.decision is not None and match.choices < choices + 30:
        match.play(match.decision.options[0])
    assert str(match.record) == after


def test_going_back_before_the_first_dice() -> None:
    dice = Rolled(7)
    thrown = dice.copy().throw(40, "")
    dice.throw(500, "")
    dice.keep()
    dice.go_to((0, 0))
    assert dice.place == (0, 0)
    assert dice.throw(40, "") == thrown


def test_typed_in_dice_have_no_bookmark() -> None:
    assert flankspeed.new("kamikaze", dice=Entered()).bookmark() is None
