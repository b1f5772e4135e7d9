"""`flankspeed play`: games in the terminal, played by real processes on real files."""

import os
import re
import signal
from pathlib import Path

import pytest
from command_line import BOTS, PROMPT, Ran, Session, answers, plant, refusal, run

import flankspeed
from flankspeed import games
from flankspeed.engine import Record, RecordLock, Rolled, verify

ATTACK = ("play", "kamikaze")
DIVE = ("play", "kamikaze", "--scenario", "dives-1", "--option", "p2.usChoices=auto")


def typed(cwd: Path, args: tuple[str, ...], *lines: str) -> Ran:
    """Play with these lines typed in; all must go well."""
    ran = run(*args, cwd=cwd, stdin="".join(f"{line}\n" for line in lines))
    assert (ran.err, ran.code) == ("", 0)
    return ran


def choices(record: Path) -> list[str]:
    return [line.choice for line in Record.read(record).lines if line.number]


def begun(record: Path, secret: bool = False) -> bytes:
    """A game that was left after one choice."""
    dice = Rolled(Rolled(4).key if secret else 4)
    match = flankspeed.new("kamikaze", "dives-1", dice=dice)
    match.play("face N")
    match.save(record)
    match.close()
    return record.read_bytes()


def verifies(record: Path) -> str:
    ran = run("replay", record.name, "--verify", cwd=record.parent)
    assert (ran.err, ran.code) == ("", 0), ran.out
    return ran.out


# Options that have another default where a person sits


@pytest.mark.parametrize(
    ("more", "value"),
    [
        ((), "ask"),
        (("--seat", "usn"), "ask"),
        (("--seat", "ijn"), "auto"),
        (("--seat", "usn", "--option", "p2.usChoices=auto"), "auto"),
        (("--bot", "usn=lieutenant", "--option", "p2.usChoices=ask"), "ask"),
    ],
)
def test_a_person_makes_the_choices_that_the_rules_give_his_seat(
    tmp_path: Path, more: tuple[str, ...], value: str
) -> None:
    typed(
        tmp_path,
        ("play", "kamikaze", "--scenario", "dives-1", *more, "--seed", "4", "--record", "g.fsr"),
        "quit",
    )
    assert Record.read(tmp_path / "g.fsr").header.options["p2.usChoices"] == value


# Bots on every seat


def test_bots_play_it_out(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, *BOTS, "--seed", "4"))
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "Kamikaze Attack!",
        "",
        "K1 dives",
        "  K1: 7 on the D8, entry point 7 (1,12)",
    ]
    result = lines.index("Result: usn wins (the ship is afloat) after 11 choices.")
    assert lines[result + 1 : result + 4] == [
        "",
        "No kamikaze is left, and the ship is afloat with 2 points of damage (she sinks at 6): "
        "a US victory. (K-2-end-1)",
        "",
    ]
    assert "Luck, in standard deviations" in lines[result:]
    assert "\x1b" not in ran.out
    assert list(tmp_path.iterdir()) == []


def test_quiet(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, *BOTS, "--seed", "4", "--quiet"))
    result = "Result: usn wins (the ship is afloat) after 11 choices."
    assert ran.out.splitlines() == ["Kamikaze Attack!", result]


def test_secret_dice_are_no_matter_of_luck_here(tmp_path: Path) -> None:
    """The tests' own `secrets`: what is secret to players is the same in every run."""
    keys = []
    for name in ("1.fsr", "2.fsr"):
        typed(tmp_path, (*DIVE, *BOTS, "--quiet", "--record", name))
        keys.append(Record.read(tmp_path / name).key)
    assert keys[0] == keys[1] != ""


def test_a_whole_attack_with_its_record(tmp_path: Path) -> None:
    seats = ("--bot", "usn=lieutenant", "--bot", "ijn=random")
    ran = typed(tmp_path, (*ATTACK, *seats, "--quiet", "--record", "g.fsr"))
    record = Record.read(tmp_path / "g.fsr")
    assert record.header.seats == {"usn": "lieutenant", "ijn": "random"}
    assert record.header.dice.startswith("sha256 ")
    assert record.result
    assert f"Result: {record.result.winner} wins ({record.result.outcome})" in ran.out
    assert f"after {record.lines[-1].number} choices" in ran.out
    assert "finished; its dice are the stream's" in verifies(tmp_path / "g.fsr")
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    first, again, other = (
        typed(
            tmp_path, (*ATTACK, "--bot", "usn=random", "--bot", "ijn=lieutenant", "--seed", seed)
        ).out
        for seed in ("3", "3", "4")
    )
    assert first == again
    assert first != other


def test_own_figures_are_kept_in_the_record(tmp_path: Path) -> None:
    data = tmp_path / "own.toml"
    data.write_text("kill_numbers = [2, 2, 2, 2, 2]\n", encoding="utf-8")
    own = ("--data", "own.toml", "--option", "p1.fig2=custom", "--record", "g.fsr", "--seed", "2")
    ran = typed(tmp_path, (*ATTACK, *BOTS, *own))
    data.unlink()
    assert Record.read(tmp_path / "g.fsr").header.data == {"kill_numbers": [2, 2, 2, 2, 2]}
    assert "2+" in ran.out
    verifies(tmp_path / "g.fsr")


def test_a_full_disk_ends_a_game_of_bots_in_one_sentence(tmp_path: Path) -> None:
    args = (*ATTACK, *BOTS, "--seed", "1", "--record", "g.fsr", "--quiet")
    ran = run(*args, cwd=tmp_path, biggest_file=8192)
    assert (ran.err, ran.code) == ("flankspeed: cannot write g.fsr: File too large\n", 2)
    assert len(choices(tmp_path / "g.fsr")) > 10
    typed(tmp_path, (*ATTACK, "--record", "g.fsr", "--quiet"))
    assert "finished" in verifies(tmp_path / "g.fsr")


# A player


def test_choices_by_number_and_by_text(tmp_path: Path) -> None:
    args = (*DIVE, "--seat", "ijn", "--seed", "4", "--record", "g.fsr")
    ran = typed(tmp_path, args, "3", "move ahead", "2", "q")
    assert choices(tmp_path / "g.fsr") == ["face E", "move ahead", "move left45"]
    assert "\nijn: K1 comes in at entry point 7: choose its facing\n" in ran.out
    assert "   3  dive in facing E   [crash 51.6%, volley of 3 dice]\n" in ran.out
    assert "K1 to (1,12) E, 19 MP left\n" in answers(ran.out)[0]
    assert ran.out.endswith("The game is not over.\n")
    assert "\x1b" not in ran.out


def test_what_is_not_on_offer_is_one_sentence(tmp_path: Path) -> None:
    wrong = ["0", "9", "99", "face X", "FACE N", "1 2", "-1", "²", "x", ""]
    said = answers(typed(tmp_path, (*DIVE, "--seed", "4"), *wrong).out)
    offer = "ijn may choose face N, face NE, face E, face SE, face S, face SW and 2 more"
    assert said[:-1] == [f"{text!r} cannot be chosen now ({offer}).\n" for text in wrong]


def test_undo_and_why_it_cannot_be(tmp_path: Path) -> None:
    args = (*ATTACK, "--seed", "1", "--record", "g.fsr")
    ran = typed(tmp_path, args, "u", "pick E1", "u", "enter 11", "u", "enter 3", "q")
    said = answers(ran.out)
    assert said[0] == "this cannot be taken back: nothing has been chosen yet.\n"
    barred = "this cannot be taken back: dice were thrown after 'pick E1' (movement points).\n"
    assert said[2] == barred
    assert "E1 to (11,1) S" in said[3]
    assert said[4].startswith("Taken back.\n")
    assert "e1v" in said[3].partition("Headings:")[0]
    assert "e1v" not in said[4].partition("Headings:")[0]
    assert choices(tmp_path / "g.fsr") == ["pick E1", "enter 3"]
    verifies(tmp_path / "g.fsr")


def test_a_bots_choice_is_not_taken_back(tmp_path: Path) -> None:
    args = (*ATTACK, "--seat", "usn", "--bot", "ijn=lieutenant", "--seed", "1")
    said = answers(typed(tmp_path, args, "u").out)
    assert said[0] == "this cannot be taken back: the last choice was ijn's.\n"


def test_log_board_advice_and_help(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, "--seed", "4"), "3", "l", "b", "a", "?", "q")
    first, log, board, advice, help_text, end = answers(ran.out)
    assert log == (
        "\nK1 dives\n"
        "  K1: 7 on the D8, entry point 7 (1,12)\n"
        "  K1 to (1,12) E, 19 MP left\n"
        "  Volley at K1 (stern 5-inch 3): 3 1 3; 0 hits, 0 in all\n"
    )
    assert "\n12 K1> " in board
    assert board in first
    best, rather, *others = advice.splitlines()
    worth = r"sinks her \d+\.\d%, crash \d+\.\d% at best"
    assert re.fullmatch(rf"The bot 'admiral' would choose \d, .*: {worth}\.", best)
    less = r"\((\d\.\d+ percentage points of winning less|as good)\)"
    assert all(re.search(rf" \d, .*: {worth} {less}$", line) for line in (rather, *others))
    assert help_text.startswith("The kamikaze dives square by square")
    assert "(rule K-2-dive-7)\n" in help_text
    assert help_text.splitlines()[-1].split()[0] == "?"
    assert end == "The game is not over.\n"


def test_the_briefing_comes_first_and_again_when_asked_for(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, "--seat", "ijn", "--seed", "4", "--record", "g.fsr"), "3", "i")
    first, last = ran.out.partition("Headings:")[0], answers(ran.out)[1]
    goal = "To win: Sink the ship: 6 points of damage. (rule K-0-goal-2)\n"
    assert goal in first
    assert goal in last
    again = typed(tmp_path, (*DIVE[:2], "--seat", "ijn", "--record", "g.fsr"), "q")
    assert goal not in again.out


def test_a_bots_long_turn_is_told_in_few_lines(tmp_path: Path) -> None:
    args = ("play", "kamikaze", "--scenario", "dives-3", "--seat", "usn", "--bot", "ijn=lieutenant")
    ran = typed(tmp_path, (*args, "--option", "p2.usChoices=ask", "--seed", "2"), *["1"] * 30)
    heading = "What happened since your last choice:\n"
    told = [part.partition("\n    1")[0] for part in ran.out.split(heading)[1:]]
    assert told[0] == "  K1 takes 4 hits"
    assert told[1] == "  K1 is shot down, takes 2 hits\n  K2 is shot down, takes 6 hits"


def test_what_stands_above_the_prompt(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, "--seed", "4"), "q")
    *_, when, standing, _, prompt = ran.out.partition("   1  dive")[0].rstrip().splitlines()
    assert when == "Dive 1 of 1. Entry, then: Dive"
    assert standing.startswith("0 of 6 damage, 1 kamikaze left to dive")
    assert prompt.startswith("ijn: K1 comes in")


def test_the_odds_with_what_counts(tmp_path: Path) -> None:
    ran = typed(tmp_path, (*DIVE, "--seed", "4"), "o 3", "o", "o 9", "o x", "q")
    one, everything, *wrong, _ = answers(ran.out)
    odds = "dive in facing E: crash 51.6%, volley of 3 dice (+3 stern 5-inch)"
    assert one == f"   3  {odds}\n"
    assert one in everything
    assert len(everything.splitlines()) == 8
    assert wrong == ["There is no option '9'.\n", "There is no option 'x'.\n"]
    ran = typed(tmp_path, (*ATTACK, "--seed", "1"), "o", "q")
    assert answers(ran.out)[0] == "There are no odds to tell.\n"


def test_save_and_go_on(tmp_path: Path) -> None:
    (tmp_path / "old.fsr").write_text("mine", encoding="utf-8")
    lines = ("1", "s old.fsr", "s no/where.fsr", "s new.fsr", "1", "s", "1", "q")
    said = answers(typed(tmp_path, (*DIVE, "--seed", "1"), *lines).out)
    assert said[1] == "old.fsr exists already: name another file.\n"
    assert said[2] == "cannot write no/where.fsr: No such file or directory.\n"
    assert said[3] == "Recorded in new.fsr; resume with --record new.fsr.\n"
    assert said[5] == "Recorded in kamikaze.fsr; resume with --record kamikaze.fsr.\n"
    assert (tmp_path / "old.fsr").read_text(encoding="utf-8") == "mine"
    assert len(choices(tmp_path / "new.fsr")) == 2
    assert len(choices(tmp_path / "kamikaze.fsr")) == 3
    verifies(tmp_path / "new.fsr")
    verifies(tmp_path / "kamikaze.fsr")


def test_the_key_of_a_saved_game_goes_when_it_is_over(tmp_path: Path) -> None:
    on = "1\n" * 30  # first options lead off the board, into the sea or onto the ship
    ran = run(*DIVE, cwd=tmp_path, stdin=f"s g.fsr\n{on}")
    assert "Result: " in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]
    assert "finished; its dice are the stream's" in verifies(tmp_path / "g.fsr")


@pytest.mark.parametrize("last", ["q\n", "quit\n", ""])
def test_leaving(tmp_path: Path, last: str) -> None:
    ran = run(*DIVE, "--seed", "4", cwd=tmp_path, stdin=f"1\n{last}")
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.endswith("The game is not over.\n")
    assert len(answers(ran.out)) == 2


def test_stopped_by_the_keyboard(tmp_path: Path) -> None:
    with Session(*DIVE, "--seed", "4", "--record", "g.fsr", cwd=tmp_path) as session:
        session.until(PROMPT)
        session.type("1")
        session.until(PROMPT)
        session.interrupt()
        out, code = session.end()
    assert code == 130
    assert "Traceback" not in out
    assert choices(tmp_path / "g.fsr") == ["face N"]


# Leaving and coming back


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    record, key = tmp_path / "g.fsr", tmp_path / "g.fsr.key"
    left = typed(tmp_path, (*ATTACK, "--record", "g.fsr"), "1", "2", "q")
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_text(encoding="ascii").strip() not in record.read_text(encoding="utf-8")
    before = record.read_bytes()

    back = typed(tmp_path, (*ATTACK, "--record", "g.fsr"), "q")
    question = answers(left.out)[1].rpartition("\nijn: ")[2]
    assert back.out.rpartition("\nijn: ")[2].startswith(question)
    assert record.read_bytes() == before
    assert key.stat().st_mode & 0o777 == 0o600

    over = typed(tmp_path, (*ATTACK, *BOTS, "--record", "g.fsr", "--quiet"))
    assert "Result: " in over.out
    assert record.read_bytes().startswith(before)
    assert not key.exists()
    assert "finished; its dice are the stream's" in verifies(record)

    again = typed(tmp_path, (*ATTACK, *BOTS, "--record", "g.fsr", "--quiet"))
    assert again.out == over.out


def test_the_bots_come_back_too(tmp_path: Path) -> None:
    args = (*ATTACK, "--seat", "usn", "--bot", "ijn=lieutenant", "--seed", "1", "--record", "g.fsr")
    typed(tmp_path, args, "q")
    whole = (tmp_path / "g.fsr").read_text(encoding="utf-8")
    (tmp_path / "g.fsr").write_text(whole[: whole.index("\n4 ijn ") + 1], encoding="utf-8")
    ran = typed(tmp_path, (*ATTACK, "--record", "g.fsr"), "q")
    assert "\nusn: Turn 1: choose" in ran.out
    assert (tmp_path / "g.fsr").read_text(encoding="utf-8") == whole


def who_sits(record: Path) -> dict[str, str]:
    return Record.read(record).header.seats


def test_seats_of_a_new_game(tmp_path: Path) -> None:
    for args, seats in [
        ((), {"usn": "human", "ijn": "human"}),
        (("--bot", "ijn=lieutenant"), {"usn": "human", "ijn": "lieutenant"}),
        (("--bot", "ijn=human"), {"usn": "human", "ijn": "human"}),
        (("--seat", "usn"), {"usn": "human", "ijn": "admiral"}),
        (("--seat", "usn", "--bot", "ijn=random"), {"usn": "human", "ijn": "random"}),
        (("--seat", "usn", "--bot", "ijn=human"), {"usn": "human", "ijn": "human"}),
        (("--seat", "usn", "--bot", "usn=human"), {"usn": "human", "ijn": "admiral"}),
    ]:
        record = tmp_path / f"{len(list(tmp_path.iterdir()))}.fsr"
        typed(tmp_path, (*DIVE, "--seed", "4", *args, "--record", record.name), "q")
        assert who_sits(record) == seats, args


def test_a_seat_changes_hands(tmp_path: Path) -> None:
    """In a game that was left with a bot on one seat each of the seats can be taken or given."""
    record = tmp_path / "g.fsr"
    args = (*ATTACK, "--bot", "usn=lieutenant", "--seed", "1", "--record", "g.fsr")
    typed(tmp_path, args, "q")
    start = record.read_bytes()
    for more, asked, over in [
        ((), "ijn", False),
        (("--bot", "usn=human"), "ijn", False),
        (("--seat", "ijn"), "ijn", False),
        (("--seat", "usn"), "usn", False),
        (("--bot", "ijn=random"), "", True),
        (("--bot", "ijn=random", "--bot", "usn=human"), "usn", False),
    ]:
        record.write_bytes(start)
        ran = typed(tmp_path, (*ATTACK, "--record", "g.fsr", *more), "q")
        assert ("Result: " in ran.out) == over, more
        assert (PROMPT in ran.out) == (not over)
        if asked:
            question = ran.out.split(PROMPT)[0].rpartition("\n\n")[2]
            assert question.startswith(f"{asked}: "), more


def test_rolled_dice_do_not_follow_entered_ones(tmp_path: Path) -> None:
    typed(tmp_path, (*DIVE, "--dice", "entered", "--record", "g.fsr"), "4", "q")
    ran = run(*ATTACK, "--record", "g.fsr", "--dice", "rolled", cwd=tmp_path)
    assert refusal(ran) == "g.fsr exists: its game goes on with entered dice"


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (None, "g.fsr.key is missing: without the key of its dice the game cannot go on"),
        ("ab" * 32, "the key of the dice is not the one the header is committed to"),
        ("a key", "the key of the dice is not a hexadecimal number"),
    ],
)
def test_without_its_key_a_game_cannot_go_on(
    tmp_path: Path, key: str | None, sentence: str
) -> None:
    before = begun(tmp_path / "g.fsr", secret=True)
    if key:
        (tmp_path / "g.fsr.key").write_text(key, encoding="ascii")
    assert refusal(run("play", "kamikaze", "--record", "g.fsr", cwd=tmp_path)) == sentence
    assert (tmp_path / "g.fsr").read_bytes() == before


@pytest.mark.parametrize(
    "more",
    [
        ("--scenario", "dives-2"),
        ("--option", "sharpTurns=extended"),
        ("--seed", "5"),
        ("--dice", "entered"),
    ],
)
def test_a_game_goes_on_as_it_was_begun(tmp_path: Path, more: tuple[str, ...]) -> None:
    before = begun(tmp_path / "g.fsr")
    ran = run("play", "kamikaze", "--record", "g.fsr", *more, cwd=tmp_path)
    expected = "g.fsr exists: its game goes on with its own scenario, options and dice"
    assert refusal(ran) == expected
    assert (tmp_path / "g.fsr").read_bytes() == before


def test_a_record_that_another_process_writes_is_left_alone(tmp_path: Path) -> None:
    before = begun(tmp_path / "g.fsr", secret=True)
    (tmp_path / "g.fsr.key").write_text(Rolled(4).key.hex(), encoding="ascii")
    lock = RecordLock(tmp_path / "g.fsr")
    ran = run("play", "kamikaze", "--record", "g.fsr", cwd=tmp_path)
    assert refusal(ran) == f"g.fsr is in use: process {os.getpid()} records a game in it"
    assert (tmp_path / "g.fsr").read_bytes() == before
    assert (tmp_path / "g.fsr.key").read_text(encoding="ascii") == Rolled(4).key.hex()
    lock.release()
    assert "not over" in typed(tmp_path, ("play", "kamikaze", "--record", "g.fsr"), "q").out


def test_two_players_cannot_record_in_one_file(tmp_path: Path) -> None:
    with Session(*ATTACK, "--record", "g.fsr", cwd=tmp_path) as session:
        session.until(PROMPT)
        before = (tmp_path / "g.fsr.key").read_bytes()
        ran = run(*ATTACK, "--record", "g.fsr", cwd=tmp_path)
        assert re.fullmatch(r"g\.fsr is in use: process \d+ records a game in it", refusal(ran))
        assert (tmp_path / "g.fsr.key").read_bytes() == before
        session.kill()
        session.end()


def test_an_empty_file_is_a_place_for_a_new_game(tmp_path: Path) -> None:
    (tmp_path / "g.fsr").touch(mode=0o600)
    typed(tmp_path, (*DIVE, *BOTS, "--record", "g.fsr"))
    assert "finished; its dice are the stream's" in verifies(tmp_path / "g.fsr")
    assert (tmp_path / "g.fsr").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]


@pytest.mark.parametrize("room", [0, 100])  # not even the key, or the key but not the record
def test_a_full_disk_leaves_nothing_of_a_new_game(tmp_path: Path, room: int) -> None:
    ran = run(*ATTACK, "--record", "g.fsr", cwd=tmp_path, biggest_file=room)
    assert re.fullmatch(r"cannot write g\.fsr(\.key)?: File too large", refusal(ran))
    assert list(tmp_path.iterdir()) == []


def test_files_beside_a_record_are_the_players_own(tmp_path: Path) -> None:
    own = [tmp_path / name for name in ("g.fsr.new", "g.fsr.key.new")]
    for path in own:
        path.write_text("my own", encoding="ascii")
    typed(tmp_path, (*ATTACK, "--record", "g.fsr"), "1", "q")
    typed(tmp_path, (*ATTACK, *BOTS, "--record", "g.fsr", "--quiet"))
    assert [path.read_text(encoding="ascii") for path in own] == ["my own"] * 2
    assert sorted(tmp_path.iterdir()) == [tmp_path / "g.fsr", *reversed(own)]


def test_killed_at_the_prompt(tmp_path: Path) -> None:
    args = (*ATTACK, "--scenario", "dives-6", "--seat", "ijn", "--record", "g.fsr")
    with Session(*args, cwd=tmp_path) as session:
        for _ in range(3):  # six dives take at least six choices, whatever the dice are
            session.until(PROMPT)
            session.type("1")
        session.until("K1")
        session.kill()
        assert session.end()[1] == -signal.SIGKILL
    record = tmp_path / "g.fsr"
    assert len(Record.read(record, mend=True).lines) >= 3  # entry point, two choices: all answered
    typed(tmp_path, (*ATTACK, *BOTS, "--record", "g.fsr"))
    assert "finished; its dice are the stream's" in verifies(record)
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]


@pytest.mark.parametrize("cut", ["\nkey: ", "\nresult: "])
def test_killed_before_the_result_was_written(tmp_path: Path, cut: str) -> None:
    typed(tmp_path, (*DIVE, *BOTS, "--record", "g.fsr"))
    record = tmp_path / "g.fsr"
    whole = record.read_text(encoding="utf-8")
    record.write_text(whole[: whole.index(cut) + 4], encoding="utf-8")
    (tmp_path / "g.fsr.key").write_text(Record.parse(whole).key, encoding="ascii")
    ran = typed(tmp_path, (*ATTACK, "--record", "g.fsr"))
    assert "Result: " in ran.out
    assert record.read_text(encoding="utf-8") == whole
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]


def test_killed_while_bots_play(tmp_path: Path) -> None:
    with Session(*ATTACK, *BOTS, "--record", "g.fsr", cwd=tmp_path) as session:
        shown = session.until("\nTurn 2\n")
        session.kill()
        session.end()
    record = tmp_path / "g.fsr"
    recorded = record.read_text(encoding="utf-8")
    log = [line.strip() for line in shown.splitlines() if line.startswith("  ")]
    assert len(log) > 18
    assert all(line in recorded for line in log)
    typed(tmp_path, (*ATTACK, "--record", "g.fsr", "--quiet"))
    kept = recorded[: recorded.rindex("\n") + 1]
    assert record.read_text(encoding="utf-8").startswith(kept)
    assert "finished; its dice are the stream's" in verifies(record)


def test_a_line_cut_off_in_the_middle_is_dropped(tmp_path: Path) -> None:
    record = tmp_path / "g.fsr"
    whole = begun(record)
    record.write_bytes(whole + b"2 ijn move ah")
    typed(tmp_path, (*ATTACK, "--record", "g.fsr"), "q")
    assert record.read_bytes() == whole


# Dice of the player's own


def test_entered_dice(tmp_path: Path) -> None:
    """K1 comes in at the north end and crashes into the bow: ten volleys on the way."""
    throws = ["1", *["1 1"] * 6, *["1, 2,3 4"] * 4, "5", "6"]
    args = (*DIVE, *BOTS, "--dice", "entered", "--record", "g.fsr")
    ran = typed(tmp_path, args, *throws)
    asked = re.findall(r"Please (throw .*?): ", ran.out)
    volleys = ["throw 2d6 for US fire, volley"] * 6 + ["throw 4d6 for US fire, volley"] * 4
    damage = ["throw d6 for damage to the ship", "throw d6 for damage to the guns"]
    assert asked == ["throw d8 for entry point", *volleys, *damage]
    record = (tmp_path / "g.fsr").read_text(encoding="utf-8")
    assert "\ndice: entered\n" in record
    assert "\n10 ijn move ahead [4d6=1,2,3,4] #" in record
    assert "\n11 ijn crash ahead [d6=5 d6=6] #" in record
    assert "damage die 5, 5 in all" in ran.out
    assert "finished; its dice have no stream to check" in verifies(tmp_path / "g.fsr")
    assert [path.name for path in tmp_path.iterdir()] == ["g.fsr"]


def test_impossible_dice_are_asked_for_again(tmp_path: Path) -> None:
    wrong = {
        "7 1 1": "a d6 cannot show 7.",
        "0 1 1": "a d6 cannot show 0.",
        "1 1": "3d6 for US fire, volley are asked for, but 2 were given.",
        "1 1 1 1": "3d6 for US fire, volley are asked for, but 4 were given.",
        "one": "Type the numbers on the dice, e.g. 3 6.",
        "-1 1 1": "Type the numbers on the dice, e.g. 3 6.",
        "": "Type the numbers on the dice, e.g. 3 6.",
    }
    args = (*DIVE, "--seat", "ijn", "--dice", "entered", "--record", "g.fsr")
    ran = typed(tmp_path, args, "4", "face N", *wrong, "1 2 3", "q")
    said = ran.out.split("Please throw 3d6 for US fire, volley: ")[1:]
    assert said[:-1] == [f"{sentence}\n" for sentence in wrong.values()]
    assert "Volley at K1 (stern 5-inch 3): 1 2 3;" in said[-1]
    assert Record.read(tmp_path / "g.fsr").lines[1].throws[0].values == (1, 2, 3)


def test_undo_before_and_after_dice_were_typed_in(tmp_path: Path) -> None:
    args = (*DIVE, "--dice", "entered", "--record", "g.fsr")
    ran = typed(tmp_path, args, "4", "face N", "u", "face W", "1 2 6", "u", "1", "1", "q")
    assert "volley: Taken back.\n" in ran.out
    barred = "jink: this cannot be taken back: dice have been typed in for this choice.\n"
    assert barred in ran.out
    assert choices(tmp_path / "g.fsr") == ["face W"]


def test_entered_dice_go_on_later(tmp_path: Path) -> None:
    typed(tmp_path, (*DIVE, "--dice", "entered", "--record", "g.fsr"), "4", "face N", "q")
    assert choices(tmp_path / "g.fsr") == []  # its dice were never thrown
    again = (*ATTACK, "--dice", "entered", "--record", "g.fsr")
    ran = typed(tmp_path, again, "face N", "1 2 3", "move ahead", "4 5 5", "q")
    assert "K1 comes in at entry point 4" in ran.out
    assert choices(tmp_path / "g.fsr") == ["face N", "move ahead"]
    verifies(tmp_path / "g.fsr")


# On a terminal, and without what is not needed


def test_on_a_terminal(tmp_path: Path) -> None:
    args = (*DIVE, "--seat", "ijn", "--seed", "4")
    with Session(*args, cwd=tmp_path, terminal=True) as session:
        first = session.until(PROMPT)
        session.type("3")
        second = session.until(PROMPT)
        session.type("q")
        rest, code = session.end()
    assert "###" in first
    assert "\x1b[1mijn: K1 comes in at entry point 7: choose its facing\x1b[0m" in first
    assert "\x1b[1;31mK1>\x1b[0m" in second
    assert "The game is not over." in rest
    assert code == 0


def test_a_narrow_terminal_breaks_lines_between_words(tmp_path: Path) -> None:
    """What is asked and offered is what a pipe gets, in lines that hang below their beginning."""
    args = (*DIVE, "--seat", "ijn", "--seed", "4")
    with Session(*args, cwd=tmp_path, terminal=True, columns=40) as session:
        shown = session.until(PROMPT).replace("\r", "")
    asked = re.sub(r"\x1b\[[0-9;]*m", "", shown).partition("\nijn: ")[2]
    assert all(len(line) <= 40 for line in asked.splitlines())
    assert "   3  dive in facing E   [crash 51.6%,\n       volley of 3 dice]\n" in asked
    piped = typed(tmp_path, args, "q").out.partition("\nijn: ")[2].partition(PROMPT)[0]
    assert asked.split() == (piped + PROMPT).split()


def test_a_player_needs_no_numpy(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys; sys.modules['numpy'] = None")
    args = (*DIVE, "--seed", "4", "--seat", "ijn", "--record", "g.fsr")
    ran = run(*args, cwd=tmp_path, stdin="3\na\n", planted=planted)
    assert (ran.err, ran.code) == ("", 0)
    assert "   3  dive in facing E\n" in ran.out
    assert answers(ran.out)[1].startswith("The bot 'lieutenant' would choose ")
    assert Record.read(tmp_path / "g.fsr").header.seats == {"usn": "lieutenant", "ijn": "human"}
    ran = run(*DIVE, "--bot", "ijn=admiral", cwd=tmp_path, planted=planted)
    assert refusal(ran) == "this needs numpy: pip install 'flankspeed[odds]'"


# Shortcuts


def test_shortcuts_stand_below_the_options_with_their_odds(tmp_path: Path) -> None:
    picket = ("play", "picket", "--scenario", "3", "--option", "mode=advanced", "--seed", "1")
    said = ("1", "1", "auto", "resolve all", "q")
    ran = typed(tmp_path, (*picket, "--record", "picket.fsr"), *said)
    told = r"^   >  auto: assign all the rest and fire   \[[\d.]+ hits and [\d.]+ near misses to be"
    assert re.search(told, ran.out, re.MULTILINE)
    assert "   >  resolve all: " in ran.out
    made = choices(tmp_path / "picket.fsr")
    assert len(made) > 20
    assert not {"auto", "resolve all"} & set(made)
    verifies(tmp_path / "picket.fsr")


# Destinations


def test_a_plane_is_sent_in_one_word(tmp_path: Path) -> None:
    game = (*ATTACK, "--seed", "1", "--record", "game.fsr")
    ran = typed(tmp_path, game, "d", "pick E1", "d", "to 11,3", "q")
    assert "There is nowhere to go in one word now." in ran.out
    assert re.search(r"^  to 11,3: 3 MP, \d left$", ran.out, re.M)
    made = choices(tmp_path / "game.fsr")
    assert made[:4] == ["pick E1", "enter 11", "move ahead", "move ahead"]


def test_whose_destinations_are_asked_for(tmp_path: Path) -> None:
    begin = ("play", "samar", "--seed", "1")
    ran = typed(tmp_path, begin, "formation", "usn first", "d", "d U-DD4", "d J-Yamato", "q")
    assert "Whose? Type d and one of: U-CVE7, " in ran.out
    assert "  move U-DD4 to 1205: " in ran.out
    assert "Nobody called 'J-Yamato' can be sent anywhere now." in ran.out


# Being asked, and taking many choices back

EDGE = (*ATTACK, "--seed", "1", "--option", "p1.edgeExit=lost")


def test_a_player_at_a_terminal_is_asked_before_a_plane_is_lost(tmp_path: Path) -> None:
    with Session(*EDGE, cwd=tmp_path, terminal=True) as session:
        for answer in ("pick E1", "enter 1"):
            session.until(PROMPT)
            session.type(answer)
        session.until(PROMPT)
        session.type("leave right90")
        session.until("E1 leaves the board here, and is lost. Do it (y/n)?")
        session.type("n")
        session.until("Nothing was chosen.")
        session.until(PROMPT)
        session.type("leave right90")
        session.until("Do it (y/n)?")
        session.type("y")
        assert "E1" in session.until(PROMPT)
        session.type("q")
        session.end()


def test_nobody_is_asked_where_input_is_no_terminal(tmp_path: Path) -> None:
    ran = typed(tmp_path, EDGE, "pick E1", "enter 1", "leave right90", "q")
    assert "Do it" not in ran.out


def test_all_is_taken_back_as_far_as_no_dice_were_thrown(tmp_path: Path) -> None:
    game = (*ATTACK, "--seed", "1", "--record", "game.fsr")
    ran = typed(tmp_path, game, "pick E1", "to 11,3", "u some", "u all", "u all", "q")
    assert "Type u for the last choice, or u all" in ran.out
    assert "this cannot be taken back: dice were thrown after 'pick E1'" in ran.out
    assert choices(tmp_path / "game.fsr") == ["pick E1"]


def test_one_resigns_and_the_record_says_so(tmp_path: Path) -> None:
    game = (*ATTACK, "--bot", "usn=random", "--record", "game.fsr")
    ran = typed(tmp_path, game, "pick E1", "resign", "n", "resign", "y")
    assert "The game goes on." in ran.out
    assert "Result: usn wins (ijn has resigned) after 1 choice." in ran.out
    record = Record.read(tmp_path / "game.fsr")
    assert verify(games.load("kamikaze"), record)
    assert not (tmp_path / "game.fsr.key").exists()
