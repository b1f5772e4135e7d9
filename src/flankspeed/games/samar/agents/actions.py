"""What agents can choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, hex_name
from flankspeed.games.samar.data.markers import ABSENT, IJN, SEATS, STATUSES, USN
from flankspeed.games.samar.rules.air.aa_fire import FIRE
from flankspeed.games.samar.rules.movement.helm import STEERS
from flankspeed.games.samar.rules.movement.reaction_fire import HOLD, IN_ORDER, asked
from flankspeed.games.samar.rules.turn.combat_phase import PASS
from flankspeed.games.samar.rules.turn.movement_phase import DONE
from flankspeed.games.samar.rules.turn.set_up import Start

_SET_UP = "taffy3"


@lru_cache(maxsize=64)
def actions(charts: Charts) -> tuple[str, ...]:
    """All of the battle with its options: set-up, movement, aircraft, combat."""
    found = [*_set_up(charts), *_movement(charts), *_aircraft(charts), *_combat(charts)]
    return tuple(found)


def _set_up(charts: Charts) -> Iterator[str]:
    """The hex alone: which ship starts there has been said."""
    ship = charts.ships[charts.groups[_SET_UP][0]]
    yield from (Start(ship, hex_).action for hex_ in charts.set_up)


def _movement(charts: Charts) -> Iterator[str]:
    yield from (f"{SEATS[navy]} first" for navy in (IJN, USN))
    yield from (f"move {ship}" for ship in _ships(charts))
    entering = [charts.ids[n] for n in _present(charts) if charts.ships[n].group != _SET_UP]
    yield from (f"enter {ship}" for ship in entering)
    entries = dict.fromkeys(entry for group in charts.entries.values() for entry in group)
    yield from (f"enter {hex_name(hex_)} {FACINGS[heading]}" for hex_, heading in entries)
    yield from STATUSES
    yield from dict.fromkeys(steer.text for steer in STEERS)
    yield DONE.text
    if asked(charts):
        yield from (f"react {ship}" for ship in _ships(charts))
        yield IN_ORDER.text
    if charts.options.reaction_optional:
        yield HOLD.text


def _aircraft(charts: Charts) -> Iterator[str]:
    """A kind of unit and a target; of several units on it any number may strike."""
    for squadron in charts.squadrons:
        targets = _ships(charts, 1 - SEATS.index(squadron.navy))
        yield from (f"air {squadron.kind} {ship}" for ship in targets)
        # one special attack unit is placed a turn, and strikes before the next.
        there = 1 if squadron.navy == SEATS[IJN] else squadron.count
        numbers = ["", *(f" {number}" for number in range(1, there))]
        yield from (f"strike {squadron.kind}{n} {ship}" for ship in targets for n in numbers)
    options = charts.options
    if options.routine_choices == "ask" or options.aa_limit == "per_phase":
        yield FIRE.text
        yield from (f"hold {ship}" for ship in _ships(charts))


def _combat(charts: Charts) -> Iterator[str]:
    ships = _ships(charts)
    yield PASS.text
    yield from (f"ship {ship}" for ship in ships)
    yield from (f"guns {ship}" for ship in ships)
    yield from (f"torpedoes {ship}" for ship in ships)
    if charts.options.secondary_surface_fire != "off":
        yield from (f"secondary {ship}" for ship in ships)
    if charts.options.evasive_in_combat:
        yield from (f"evade {ship}" for ship in ships)


def _present(charts: Charts, navy: int | None = None) -> list[int]:
    """The ships that sail, of a navy or of both."""
    return [
        ship
        for ship, start in enumerate(charts.start)
        if start != ABSENT and navy in (None, charts.navy[ship])
    ]


def _ships(charts: Charts, navy: int | None = None) -> list[str]:
    return [charts.ids[ship] for ship in _present(charts, navy)]
