"""What games tell of their events, in random play: all of it can be told, and folded lines fit."""

import pytest

from flankspeed import bots, games
from flankspeed.engine import Event, Match, Rolled
from flankspeed.engine.event import Fact
from flankspeed.engine.show.since import since
from flankspeed.table.rooms.log_entries import LogEntries

PLAYED: dict[str, list[tuple[str, dict[str, str]]]] = {
    "samar": [("battle", {})],
    "kamikaze": [("attack", {}), ("dives-4", {})],
}
ADVANCED = [(name, {"mode": "advanced"}) for name in ("4", "7", "8", "mini")]
CASES = [(name, *case) for name in games.names() for case in PLAYED.get(name, ADVANCED)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def match(request: pytest.FixtureRequest) -> Match:
    """A game of good bots that do not think long."""
    name, scenario, options = request.param
    game = games.load(name)
    match = Match(game, scenario, options, dice=Rolled(3))
    bot = bots.make(game, bots.names(game)[-2])
    while match.decision:
        match.play(bot.choose(match.state, match.decision))
    return match


def test_all_that_happened_can_be_told(match: Match) -> None:
    told = since(match.game, match.chapters, 0)
    assert told
    weights = [line.weight for line in told]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0
    assert all("{" not in line.text and 0 < line.choice <= match.choices for line in told)


def test_the_log_is_folded(match: Match) -> None:
    """Entries of a fold follow each other, and the last one's summary is that of all of them."""
    entries = LogEntries(match).part().entries
    firsts = sorted({entry.fold for entry in entries})
    assert len(firsts) < len(entries)
    events, game = match.events, match.game
    for first, end in zip(firsts, [*firsts[1:], len(entries)], strict=True):
        assert {entry.fold for entry in entries[first:end]} == {first}
        together = events[first:end]
        key = game.fold_key(together[0])
        assert [game.fold_key(event) for event in together] == [key] * len(together)
        text = game.fold_text(together) if key else game.describe(together[0])
        assert entries[end - 1].summary == text


def test_a_ships_move_is_one_line() -> None:
    game = games.load("samar")
    events = [
        Event("makes smoke", "S-4.5-1", {"ship": "Heermann", "hex": hex_})
        for hex_ in ("1411", "1412", "1413")
    ]
    moves: dict[str, Fact] = {
        "ship": "Heermann",
        "course": "",
        "steps": 5,
        "hex": "1512",
        "heading": "S",
    }
    events.append(Event("moves", "S-4.0-exact-1", moves))
    assert len({game.fold_key(event) for event in events}) == 1
    assert game.fold_text(events) == "Heermann moves 5 hexes to 1512, makes smoke in 3 hexes"


def test_a_great_ship_lost_weighs_more_than_a_hit_and_a_hit_more_than_a_miss() -> None:
    weight = games.load("samar").weight
    lost = [Event("ship lost", "", {"ship": "", "armor": armor}) for armor in (7, 1)]
    fire = [Event("guns fire", "", {"hits": hits}) for hits in (2, 0)]
    hit = Event("hits", "", {"ship": "", "count": 1})
    great, small, struck, hits, miss = map(weight, (*lost, hit, *fire))
    assert great > small > struck > hits > miss == 0
