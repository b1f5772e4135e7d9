"""The templates for scenarios and names of one's own: whatever is changed counts."""

from __future__ import annotations

import re

from templates import changed, charts_with

from flankspeed import games
from flankspeed.games.picket.data.fits import FITS, fit
from flankspeed.games.picket.data.ids import MOUNTS

PICKET = games.load("picket")
SCENARIO, NAMES = PICKET.find_template("scenario"), PICKET.find_template("names")


def test_every_fit_is_named_with_the_mounts_it_leaves_to_choice() -> None:
    named = re.findall(r'^#   "(\w+)" +(\S.*)$', SCENARIO.text, re.MULTILINE)
    assert named == [(key, fit(key).name) for key in FITS]
    mounts = re.findall(r'^#   (\w+) +("\d.*)$', SCENARIO.text, re.MULTILINE)
    assert mounts == [
        (key, ", ".join(f'"{MOUNTS[mount]}"' for mount in fit(key).optional))
        for key in FITS
        if fit(key).optional
    ]


def test_what_a_player_changes_in_his_scenario_counts() -> None:
    text = changed(SCENARIO.text, 'date = "Apr 16"', 'date = "May 4"')
    text = changed(text, 'fit = "fletcher5"', 'fit = "fletcher1"')
    text = changed(text, "added = []", 'added = ["20mm E"]')
    text = changed(text, "phases = 3", "phases = 4")
    text = changed(text, "hit_modifier = 0", "hit_modifier = -2")
    text = changed(text, '#captain = "R. Miller"', 'captain = "Q. Adams"')
    text = changed(text, 'mode = "basic"', 'mode = "advanced"')
    charts = charts_with("picket", SCENARIO, text)
    card = charts.card
    assert (card.turn, card.phases, card.hit_modifier) == (42, 4, -2)
    assert (card.fit, card.added) == ("fletcher1", (MOUNTS.index("20mm E"),))
    assert card.names.captain == "Q. Adams"
    assert charts.options.mode == "advanced"


def test_what_a_player_changes_of_the_names_counts() -> None:
    text = changed(NAMES.text, '"Steadfast"', '"Undaunted"')
    text = changed(text, 'xo = "S. Novak"', 'xo = "B. Kane"')
    card = charts_with("picket", NAMES, text).card
    assert (card.ship, card.names.xo) == ("Undaunted", "B. Kane")
