"""`flankspeed replay` on a terminal: a game choice by choice, forwards and backwards."""

import re
from pathlib import Path

import pytest
from command_line import Session, refusal, run

import flankspeed
from flankspeed import bots, games

HINT = " (Enter: on, ? for help): "
WHOLE = "--verify checks the whole record"
DIRECT = {"kamikaze": "lieutenant", "picket": "staff", "samar": "random"}


def record(path: Path, game: str, scenario: str, choices: int | None = None, seed: int = 4) -> None:
    """A game of bots, or its first choices."""
    match = flankspeed.new(game, scenario, seed=seed)
    bot = bots.make(games.load(game), DIRECT[game], seed)
    while match.decision and match.choices != choices:
        match.play(bot.choose(match.state, match.decision))
    match.save(path)
    match.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished dive of 11 choices and the first turns of an attack."""
    made = tmp_path_factory.mktemp("records")
    record(made / "dive.fsr", "kamikaze", "dives-1")
    record(made / "attack.fsr", "kamikaze", "attack", 320)
    return made


def steps(folder: Path, name: str, *lines: str, more: tuple[str, ...] = ()) -> list[str]:
    """What was shown at the start, and after each line."""
    stdin = "".join(f"{line}\n" for line in lines)
    ran = run("replay", name, "--step", *more, cwd=folder, stdin=stdin)
    assert (ran.err, ran.code) == ("", 0)
    return re.split(rf"\d+ of \d+{re.escape(HINT)}", ran.out)


def test_forwards_and_backwards(folder: Path) -> None:
    start, first, second, back, *_ = steps(folder, "dive.fsr", "", "n", "b", "q")
    assert start.startswith("\n0 game start [d8=7]\n\nK1 dives\n  K1: 7 on the D8, entry point 7")
    assert start.endswith("\nijn: K1 comes in at entry point 7: choose its facing\n")
    assert first.startswith(
        "\n1 ijn face E [3d6=3,1,3]\n"
        "  K1 to (1,12) E, 19 MP left\n"
        "  Volley at K1 (stern 5-inch 3): 3 1 3; 0 hits, 0 in all\n"
    )
    assert "\n12 K1> " in first
    assert first.endswith("\nijn: K1 dives: 19 MP left, 0 hits\n")
    assert second.startswith("\n2 ijn move ahead [3d6=6,5,5 d6=4 d6=6]\n  K1 to (2,12) E")
    assert "\n12  . K1> " in second
    assert back == first


def test_to_a_choice_to_the_end_and_back_to_the_start(folder: Path) -> None:
    start, fifth, end, again, *_ = steps(folder, "dive.fsr", "5", "e", "0", "q")
    assert fifth.startswith("\n5 ijn move ahead [3d6=4,6,5 d6=6 d6=5]\n")
    assert end.startswith("\n11 ijn crash ahead [d6=2 d6=2]\n  K1 crashes into the bow")
    assert end.endswith("\nResult: usn (the ship is afloat)\n")
    assert again == start


def test_beyond_the_ends_and_what_is_no_answer(folder: Path) -> None:
    said = steps(folder, "dive.fsr", "b", "12", "1" * 5000, "x", "-1", "²", "e", "", "11", "q")
    _, before, beyond, far, word, minus, power, _, after, *_ = said
    assert before == "this is the start of the record.\n"
    assert beyond == "the record has only 11 choices.\n"
    assert far.endswith("is no answer: ? shows what can be typed.\n")
    assert word == "'x' is no answer: ? shows what can be typed.\n"
    assert minus == word.replace("x", "-1")
    assert power == word.replace("x", "²")
    assert after == "this is the end of the record.\n"


def test_from_turn_to_turn(folder: Path) -> None:
    chapters = flankspeed.load(folder / "attack.fsr").chapters
    turns = sum(event.kind == "heading" for events in chapters[1:] for event in events)
    assert turns > 1
    start, *shown, none, _ = steps(folder, "attack.fsr", *["t"] * (turns + 1), "q")
    assert start.startswith("\nTurn 1\n")
    assert len(shown) == turns
    for number, turn in enumerate(shown, 2):
        assert f"\n\nTurn {number}\n" in turn
    assert none == "no further turn begins.\n"


def test_the_log_up_to_here(folder: Path) -> None:
    *_, log, helped, end = steps(folder, "dive.fsr", "2", "l", "?")
    whole = run("replay", "dive.fsr", "--to", "2", cwd=folder).out
    assert whole.startswith(log)
    assert log.splitlines()[-1] == "  K1: black die 4, yellow die 6: no jink"
    assert helped.splitlines()[-1].split() == ["?", "this", "help"]
    assert end == "\n"  # the end of input leaves


def test_from_a_choice_on(folder: Path) -> None:
    tenth, last, *_ = steps(folder, "dive.fsr", "", "q", more=("--to", "10"))
    assert tenth.startswith("\n10 ijn ")
    assert last.startswith("\n11 ijn crash ahead")


@pytest.mark.parametrize("game", games.names())
def test_every_game(tmp_path: Path, game: str) -> None:
    record(tmp_path / "g.fsr", game, {"picket": "3"}.get(game, ""), choices=30)
    said = steps(tmp_path, "g.fsr", "", "t", "e", "b", "q")
    assert all(said[:2])
    match = flankspeed.load(tmp_path / "g.fsr", 29)
    assert f"\n\n{match}\n\n{match.decision.seat}: " in said[-2]  # type: ignore[union-attr]


def test_a_record_that_ends_before_its_first_dice(tmp_path: Path) -> None:
    match = flankspeed.new("kamikaze", "dives-1", seed=4)
    (tmp_path / "g.fsr").write_text(str(match.record.header), encoding="utf-8")
    start, end, *_ = steps(tmp_path, "g.fsr", "", "l", "q")
    assert "kamikazes: 1 through, 5 lost" in start
    assert end == "this is the end of the record.\n"


def test_on_a_terminal_a_record_is_stepped_through(folder: Path) -> None:
    with Session("replay", "dive.fsr", cwd=folder, terminal=True) as session:
        assert "choose its facing" in session.until(f"0 of 11{HINT}")
        session.type("")
        assert "\x1b[1m1 ijn face E [3d6=3,1,3]\x1b[0m" in session.until(f"1 of 11{HINT}")
        session.type("e")
        assert "Result: usn (the ship is afloat)" in session.until(f"11 of 11{HINT}")
        session.type("q")
        _, code = session.end()
    assert code == 0


@pytest.mark.parametrize("args", [("--to", "2"), ("--no-step",), ("--json",), ("--verify",)])
def test_on_a_terminal_other_questions_are_answered_at_once(
    folder: Path, args: tuple[str, ...]
) -> None:
    with Session("replay", "dive.fsr", *args, cwd=folder, terminal=True) as session:
        out, code = session.end()
    assert HINT not in out
    assert out
    assert code == 0


@pytest.mark.parametrize("word", ["\x04", "interrupt"])
def test_leaving_a_terminal(folder: Path, word: str) -> None:
    with Session("replay", "dive.fsr", cwd=folder, terminal=True) as session:
        session.until(HINT)
        session.interrupt() if word == "interrupt" else session.type(word)
        out, code = session.end()
    assert code == (130 if word == "interrupt" else 0)
    assert out.replace("\x1b[0m", "").strip("^D\b \r\n") == ""


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--step", "--json"), "--step is for people: it takes no --json"),
        (
            ("--step", "--verify"),
            f"{WHOLE}: it takes no --to and no --step",
        ),
        (("--step", "--to", "12"), "the record has only 11 choices"),
    ],
)
def test_wrong_calls(folder: Path, args: tuple[str, ...], says: str) -> None:
    assert refusal(run("replay", "dive.fsr", *args, cwd=folder)) == says


def test_a_record_that_does_not_replay(folder: Path) -> None:
    text = (folder / "dive.fsr").read_text(encoding="utf-8")
    (folder / "broken.fsr").write_text(text.replace("4 ijn move", "4 ijn mvoe"), encoding="utf-8")
    ran = run("replay", "broken.fsr", "--step", cwd=folder)
    assert "'mvoe ahead' cannot be chosen now" in refusal(ran)
