"""`flankspeed scenarios`: what can be played."""

from __future__ import annotations

from flankspeed import games
from flankspeed.cli.common import AsJson, GameName, print_json, print_table


def scenarios(game: GameName, json: AsJson = False) -> None:
    """List a game's scenarios."""
    found = games.load(game).scenarios
    if json:
        print_json([scenario._asdict() for scenario in found])
        return
    rows = [[s.name, s.title, s.about] for s in found]
    print_table(f"Scenarios of {game}", ["scenario", "title", "what it is"], rows)
