"""Whatever is wrong with a call: one sentence on stderr, exit code 2, and nothing else happens."""

from pathlib import Path

import pytest
from command_line import BOTS, Ran, plant, refusal, run

PLAY = ("play", "kamikaze", "--record", "g.fsr")
SIM = ("sim", "kamikaze", "--bot", "usn=random", "--bot", "ijn=random")
TABLE = ("bench", "--table")
SHOT = ("odds", "samar", "--firer", "J-Yamato", "--target", "U-CVE12", "--range")
STRIKE = ("odds", "samar", "--strike", "TB", "--target", "J-Yamato")
FIGURES = {
    "broken.toml": "kill_numbers = [1,\n",
    "binary.toml": "\udcff",
    "type.toml": 'kill_numbers = "high"\n',
    "short.toml": "kill_numbers = [3, 4]\n",
    "unknown.toml": "kill_number = [3, 4, 5, 6, 5]\n",
    "custom.toml": "kill_numbers = [3, 4, 5, 6, 5]\n",
    "points.toml": "entry_points = [[11, 12]]\n",
}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        # games, scenarios, seats, bots
        (("play", "chess"), "chess"),
        (("sim", "chess"), "chess"),
        (("rules", "chess"), "chess"),
        (("options", "chess"), "chess"),
        ((*PLAY, "--scenario", "dives-9"), "kamikaze has no scenario 'dives-9' (there are: attack"),
        ((*PLAY, "--seat", "raf"), "kamikaze has no seat 'raf' (there are: usn, ijn)"),
        ((*PLAY, "--bot", "raf=admiral"), "kamikaze has no seat 'raf' (there are: usn, ijn)"),
        (
            (*PLAY, "--bot", "usn=hal"),
            "kamikaze has no bot 'hal' (there are: random, ensign, lieutenant, captain, admiral)",
        ),
        ((*PLAY, "--bot", "usn"), "bot 'usn' should be of the form key=value"),
        ((*PLAY, "--bot", "usn=admiral", "--bot", "usn=lieutenant"), "bot 'usn' is given twice"),
        (
            (*PLAY, "--seat", "usn", "--bot", "usn=admiral"),
            "usn cannot be both your seat and a bot's",
        ),
        # options
        ((*PLAY, "--option", "colour=red"), "kamikaze has no option 'colour'"),
        (
            (*PLAY, "--option", "p2.holdFire=maybe"),
            "option p2.holdFire cannot be 'maybe': it takes no|yes",
        ),
        ((*PLAY, "--option", "p1.turnCap=-1"), "option p1.turnCap cannot be '-1'"),
        (
            (*PLAY, "--option", "p2.holdFire"),
            "option 'p2.holdFire' should be of the form key=value",
        ),
        ((*PLAY, "--option", "=yes"), "option '=yes' should be of the form key=value"),
        (
            (*PLAY, "--option", "p2.holdFire=no", "--option", "p2.holdFire=yes"),
            "option 'p2.holdFire' is given twice",
        ),
        (("perft", "kamikaze", "--depth", "1", "--option", "a=b"), "kamikaze has no option 'a'"),
        # dice and numbers
        ((*PLAY, "--dice", "loaded"), "--dice cannot be 'loaded': it takes rolled|entered"),
        ((*PLAY, "--dice", "entered", "--seed", "1"), "--seed is for rolled dice, not for entered"),
        ((*PLAY, "--seed", "four"), "--seed"),
        ((*SIM, "--games", "-1"), "--games"),
        ((*SIM, "--jobs", "-1"), "--jobs"),
        (("fuzz", "kamikaze", "--games", "-5"), "--games"),
        (("replay", "g.fsr", "--to", "text"), "--to"),
        (("replay", "g.fsr", "--to", "-1"), "--to"),
        (("perft", "kamikaze"), "--depth"),
        (("bench", "--seconds", "0"), "--seconds"),
        (("bench", "--rounds", "0"), "--rounds"),
        # what would be ignored
        (("--no-browser", "options", "kamikaze"), "--no-browser is for flankspeed without a comm"),
        (("play", "--seed", "0"), "name the game first: flankspeed play GAME"),
        (("play", "--dice", "rolled"), "name the game first: flankspeed play GAME"),
        (("play", "--quiet"), "name the game first: flankspeed play GAME"),
        ((*PLAY, "--bot", "raf=human"), "kamikaze has no seat 'raf' (there are: usn, ijn)"),
        ((*PLAY, "--bot", "usn=human", "--bot", "usn=admiral"), "bot 'usn' is given twice"),
        ((*PLAY, "--seat", "usn", "--seat", "ijn"), "--seat is given twice"),
        ((*SIM, "--seed", "1", "--seed", "2"), "--seed is given twice"),
        ((*SHOT, "12", "--range", "13"), "--range is given twice"),
        (("replay", "g.fsr", "--step", "--no-step"), "--step is given twice"),
        ((*PLAY, "--quiet"), "--quiet is for games that bots play among themselves"),
        ((*PLAY, "--quiet", "--seat", "ijn"), "--quiet is for games that bots play among"),
        ((*PLAY, "--quiet", *BOTS, "--bot", "usn=human"), "bot 'usn' is given twice"),
        ((*SIM[:2], "--bot", "usn=human"), "kamikaze has no bot 'human'"),
        (("picture", "kamikaze", "--to", "0"), "--to counts the choices of a record: name it"),
        (("picture", "kamikaze", "--record", "g.fsr", "--scenario", "attack"), "--record has its"),
        (("bench", "--batch", "--peers"), "--peers is not for --batch, which has no peers"),
        ((*TABLE, "--rounds", "12"), "--rounds is not for --table, which measures once"),
        ((*TABLE, "--seconds", "0.4"), "--seconds is not for --table, which measures once"),
        ((*SHOT, "12", "--units", "1"), "--units is for an attack of aircraft (--strike)"),
        ((*SHOT, "12", "--aa", "4"), "--aa is for an attack of aircraft (--strike)"),
        ((*SHOT, "0", "--broadside"), "--broadside has no meaning at range 0: one hex has no bea"),
        ((*SHOT, "0", "--target-broadside"), "--target-broadside has no meaning at range 0"),
        ((*STRIKE, "--weapon", "guns"), "--weapon is for a ship's attack, not for --strike"),
        ((*STRIKE, "--firer-status", "battle"), "--firer-status is for a ship's attack, not for"),
        ((*STRIKE, "--firer-damaged"), "--firer-damaged is for a ship's attack, not for --strike"),
        ((*STRIKE, "--no-broadside"), "--broadside is for a ship's attack, not for --strike"),
        ((*STRIKE, "--target-broadside"), "--target-broadside is for a ship's attack, not for"),
        # calls
        (("plya",), "plya"),
        (("play", "--seat", "usn"), "name the game first: flankspeed play GAME"),
        ((*PLAY, "--loud"), "--loud"),
        ((*PLAY, "extra"), "extra"),
        # files
        ((*PLAY, "--data", "missing.toml"), "cannot read missing.toml: No such file or directory"),
        ((*PLAY, "--data", "."), "Is a directory"),
        ((*PLAY, "--data", "broken.toml"), "broken.toml is not valid TOML"),
        ((*PLAY, "--data", "binary.toml"), "binary.toml is not valid TOML"),
        ((*PLAY, "--data", "type.toml"), "the data: "),
        ((*PLAY, "--data", "short.toml"), "the data: "),
        ((*PLAY, "--data", "unknown.toml"), "unknown field `kill_number`"),
        ((*PLAY, "--data", "custom.toml"), "p1.fig2=custom and kill_numbers in the data need each"),
        ((*PLAY, "--option", "p1.fig2=custom"), "p1.fig2=custom and kill_numbers in the data need"),
        (
            (*PLAY, "--data", "points.toml", "--option", "p2.entryLayout=custom"),
            "there are eight entry points, not 1",
        ),
        ((*SIM, "--data", "type.toml"), "the data: "),
        (("play", "kamikaze", "--record", "no/g.fsr"), "cannot write no/g.fsr"),
        (("play", "kamikaze", "--record", "."), "Is a directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_calls(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    for name, text in FIGURES.items():
        (tmp_path / name).write_bytes(text.encode(errors="surrogateescape"))
    assert says in refusal(run(*args, cwd=tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == set(FIGURES)


def test_a_fault_of_our_own(tmp_path: Path) -> None:
    """A bug in a bot: one sentence and exit code 3; the traceback is for those who ask for it."""
    planted = plant(
        tmp_path,
        "from flankspeed.bots.random import RandomBot\nRandomBot.choose = lambda *_: 1 / 0\n",
    )
    args = ("play", "kamikaze", "--bot", "usn=random", "--bot", "ijn=random", "--quiet")
    says = "flankspeed: a fault in Flank Speed itself: ZeroDivisionError: division by zero"
    ran = run(*args, cwd=tmp_path, planted=planted)
    told = f"{says} (FLANKSPEED_DEBUG=1 shows where)\n"
    assert ran == Ran("Kamikaze Attack!\n", told, 3)
    ran = run(*args, cwd=tmp_path, planted=planted, FLANKSPEED_DEBUG="1")
    assert "Traceback (most recent call last)" in ran.err
    assert ran.code != 0
