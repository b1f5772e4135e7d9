"""Templates: how they are read from a game's folder, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_game import Nim

from flankspeed.engine import DataError, OptionError
from flankspeed.engine.templates import Template, load_templates

FIGURES = "# Heaps\n\n# How many.\n[figures]\nmost = 2\n"
SCENARIO = "# A heap of your own\n[scenario]\nmatches = 7\n"


class OwnNim(Nim):
    """Nim that takes files of the player's own."""

    own_scenario = "own"
    own_figures = True


def test_they_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "heaps.toml").write_text(FIGURES, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    assert load_templates(OwnNim(), tmp_path) == [
        Template("heaps", "Heaps", False, FIGURES),
        Template("scenario", "A heap of your own", True, SCENARIO),
    ]


def test_a_game_without_the_folder_has_none() -> None:
    assert Nim().templates() == ()
    with pytest.raises(OptionError, match=r"nim has no template 'heaps' \(there are: none\)"):
        Nim().find_template("heaps")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[figures]\n", "the first line must be its title"),
        ("#\n[figures]\n", "the first line must be its title"),
        ("#Heaps\n[figures]\n", "the first line must be its title"),
        ("# Heaps\n[figures\n", "heaps.toml is not valid TOML"),
        (FIGURES, "heaps.toml: nim takes no figures of a player's own"),
        (SCENARIO, "heaps.toml: nim takes no scenario of a player's own"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "heaps.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=why):
        load_templates(Nim(), tmp_path)
