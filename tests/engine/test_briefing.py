"""Files of briefings: checked as they are loaded."""

from pathlib import Path

import pytest

from flankspeed.engine import DataError, Scenario
from flankspeed.engine.show.briefing import About, Briefing, Briefings, abouts, briefing_lines

WORDS = """
[scenario.day]
minutes = 5
hardness = "easy"
note = "The USN waits."

[[briefing]]
scenarios = ["day"]
situation = "War."
length = "A day."

[briefing.seat.usn]
forces = "A ship."
goal = "Live."
rule = "X-1"
decides = "All."
"""


def briefings(folder: Path, text: str = WORDS) -> Briefings:
    path = folder / "briefings.toml"
    path.write_text(text, encoding="utf-8")
    return Briefings(path, ["day"], ["usn"], ["X-1"])


def test_a_briefing(tmp_path: Path) -> None:
    told = briefings(tmp_path).of("day", "usn")
    assert told == Briefing("War.", "A ship.", "Live.", "X-1", "A day.", "All.")
    assert briefing_lines(told)[2] == "To win: Live. (rule X-1)"
    assert briefing_lines(Briefing()) == []


def test_about_a_scenario(tmp_path: Path) -> None:
    briefings(tmp_path)
    about = abouts(tmp_path / "briefings.toml")["day"]
    assert about == About(5, "easy", "The USN waits.")
    assert (
        Scenario("day", "Day", "A day.", *about).about == "A day. About 5 min, easy. The USN waits."
    )
    assert Scenario("day", "Day", "A day.").about == "A day."


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("X-1", "X-2", "there is no rule 'X-2'"),
        ('["day"]', '["night"]', "one briefing for each, but day usn"),
        ("seat.usn", "seat.raf", "one briefing for each, but day raf"),
        ('"easy"', '"soft"', "Invalid enum value 'soft'"),
        ('goal = "Live."\n', "", "missing required field `goal`"),
    ],
)
def test_faults_are_found_as_it_is_loaded(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        briefings(tmp_path, WORDS.replace(old, new))
