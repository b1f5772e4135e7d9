"""Getting ready: what the first ones to ask would hold all others up with is made before."""

from __future__ import annotations

from flankspeed import games
from flankspeed.engine import Match, Rolled
from flankspeed.engine.show.view import view
from flankspeed.table.routes.games import describe


def get_ready() -> None:
    """Load every game with all that it shows; later ones of a kind take a tenth of the time."""
    for name in games.names():
        describe(name)
        game = games.load(name)
        match = Match(game, dice=Rolled(0))
        for seat in (*game.seats, None):
            seen = view(game, match.state, seat)
            game.picture_of(seen.board, match.state, seat, ())
            game.log_sheet_of(seen.board, match.state)
