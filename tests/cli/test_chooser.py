"""`flankspeed play` without a game."""

from pathlib import Path

import pytest
from command_line import PROMPT, Session, run

from flankspeed import games

CHOOSE = "Choose (Enter for 1, q to leave): "
LEVELS = ("ensign", "lieutenant", "captain", "admiral")


def scenario_question(session: Session) -> str:
    """Answer the question for the game, where there is more than one."""
    if len(games.names()) > 1:
        assert "Which game?" in session.until(CHOOSE)
        session.type("kamikaze")
    return session.until(CHOOSE)


def test_without_a_terminal_two_bots_play(tmp_path: Path) -> None:
    ran = run("play", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith("Kamikaze Attack!\n\nTurn 1\n")
    assert "\nResult: " in ran.out
    assert CHOOSE not in ran.out
    assert "\x1b" not in ran.out


def test_on_a_terminal_scenario_and_seat_are_asked_for(tmp_path: Path) -> None:
    with Session("play", cwd=tmp_path, terminal=True) as session:
        first = scenario_question(session)
        assert "Which scenario?" in first
        assert "  2  dives-1: Phase 2 alone: 1 kamikaze came through." in first
        for wrong in ("8", "0", "dives", "1" * 5000):
            session.type(wrong)
            assert "Please type a number from 1 to 7, or q to leave." in session.until(CHOOSE)
        session.type("dives-1")
        second = session.until(CHOOSE)
        assert "Who plays?" in second
        assert "  2  ijn: you are ijn, against a bot" in second
        session.type("2")
        third = session.until(CHOOSE)
        assert "Against which bot?" in third
        listed = [third.index(f"  {n}  {bot}: ") for n, bot in enumerate(LEVELS, 1)]
        assert listed == sorted(listed)
        session.type("captain")
        assert "ijn: K1 comes in at entry point" in session.until(PROMPT)
        session.type("q")
        out, code = session.end()
    assert "The game is not over." in out
    assert code == 0


@pytest.mark.parametrize(
    ("way", "text"), [("watch", "Result: "), ("both", PROMPT), ("", "usn: you")]
)
def test_who_plays(tmp_path: Path, way: str, text: str) -> None:
    """Enter alone is the first way: the player is usn, who has nothing to decide in a dive."""
    with Session("play", cwd=tmp_path, terminal=True) as session:
        scenario_question(session)
        session.type("dives-1")
        asked = session.until(CHOOSE)
        session.type(way)
        if not way:
            session.until(CHOOSE)
            session.type("")
        assert text in asked + session.until(text if way else "Result: ")


@pytest.mark.parametrize("word", ["q", "quit", "\x04"])  # or the end of input
@pytest.mark.parametrize("answers", [[], ["kamikaze"], ["picket", "3"]])
def test_leaving_the_questions(tmp_path: Path, word: str, answers: list[str]) -> None:
    with Session("play", cwd=tmp_path, terminal=True) as session:
        for answer in answers:
            session.until(CHOOSE)
            session.type(answer)
        session.until(CHOOSE)
        session.type(word)
        out, code = session.end()
    assert out.replace(word, "").replace("^D", "").strip("\b \r\n") == ""
    assert code == 0


def test_stopping_at_the_questions(tmp_path: Path) -> None:
    with Session("play", cwd=tmp_path, terminal=True) as session:
        session.until(CHOOSE)
        session.interrupt()
        out, code = session.end()
    assert code == 130
    assert out.replace("\x1b[0m", "") == "\r\n"


def test_a_solitaire_game_has_no_opponent_to_offer(tmp_path: Path) -> None:
    """Picket has one seat; a scenario that needs a file of one's own is not offered here either."""
    with Session("play", cwd=tmp_path, terminal=True) as session:
        session.until(CHOOSE)
        session.type("picket")
        scenarios = session.until(CHOOSE)
        session.type("3")
        ways = session.until(CHOOSE).replace("\r", "")
        session.type("1")
        assert "usn: " in session.until(PROMPT)
    assert "\n  1  2: " in scenarios.replace("\r", "")  # the first may end without a fight
    assert "own: " not in scenarios
    listed = ways[ways.index("  1  ") :].splitlines()[:-1]
    assert listed == ["  1  usn: you play", "  2  watch: watch the bot 'admiral'"]
