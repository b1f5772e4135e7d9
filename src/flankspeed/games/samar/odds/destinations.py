"""Ships sent to a hex in one word: `to 1512`, or `move J-Yamato to 1512 SE` before she is chosen.

Played as single choices; whoever is hit or strikes something on the way is not sent on.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Final

from flankspeed.engine import Choice, Destination
from flankspeed.games.samar.data.hexes import FACINGS, Facing, Hex, hex_name
from flankspeed.games.samar.data.markers import ShipNumber
from flankspeed.games.samar.odds.perils import Peril
from flankspeed.games.samar.odds.reach import Way, ways
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.helm import SPEEDS, Steer
from flankspeed.games.samar.rules.turn.movement_phase import Part, Pick
from flankspeed.games.samar.state import SamarState

_TEXT: Final = re.compile(r"(?:(?:move|enter) (\S+) )?to (\d{4})(?: ([NS][EW]?))?")
_NAMED: Final = 2  # ships that fire are named up to this number


def travellers(state: SamarState) -> list[str]:
    """The places of the ships that can be sent somewhere now."""
    return [state.charts.places[course.ship] for _, course in _courses(state)]


def _courses(state: SamarState) -> list[tuple[str, Course]]:
    """The moves that can be made now, each with the order it begins with ("": it has begun)."""
    step = state.agenda[-1] if state.agenda else None
    if state.decision is None:
        return []
    if isinstance(step, Course):
        return [] if step.waiting else [("", step)]
    if not isinstance(step, Part):
        return []
    return [
        (option.text, Course(option.ship, option.entering, step.stage))
        for option in state.decision.options
        if isinstance(option, Pick)
    ]


def destinations(state: SamarState, who: str) -> list[Destination]:
    """Where a ship can be sent: of each hex the best way first, then other headings there."""
    return [_told(state, *each) for each in _sendings(state, who)]


def _sendings(state: SamarState, who: str) -> list[tuple[str, ShipNumber, Way]]:
    """The text of each destination, the ship and the way."""
    found = []
    for order, course in _courses(state):
        if state.charts.places[course.ship] == who:
            head = f"{order} to" if order else "to"
            found += [(text, course.ship, way) for text, way in _by_hex(head, ways(state, course))]
    return found


def _by_hex(head: str, known: dict[tuple[Hex, Facing], Way]) -> list[tuple[str, Way]]:
    """The least dangerous way to each hex is meant by the hex alone; the others name a heading."""
    there: dict[Hex, list[tuple[Facing, Way]]] = {}
    for (hex_, facing), way in known.items():
        there.setdefault(hex_, []).append((facing, way))
    found = []
    for hex_, some in there.items():
        best, *others = sorted(some, key=lambda one: (one[1].peril.risk, one[1].turned))
        found.append((f"{head} {hex_name(hex_)}", best[1]))
        found += [(f"{head} {hex_name(hex_)} {FACINGS[facing]}", way) for facing, way in others]
    return found


def is_sending(text: str) -> bool:
    """Whether a text has the form of a destination's."""
    return _TEXT.fullmatch(text) is not None


def leads_somewhere(state: SamarState, text: str) -> bool:
    """Whether a text sends a ship to a hex that it can reach."""
    return _find(state, text) is not None


def _find(state: SamarState, text: str) -> tuple[ShipNumber, Way] | None:
    told = _TEXT.fullmatch(text)
    if told is None:
        return None
    for who in travellers(state):
        if told[1] in (None, who.partition(":")[2]):
            for found, ship, way in _sendings(state, who):
                if found == text:
                    return ship, way
    return None


# --- In words ---


def _told(state: SamarState, text: str, ship: ShipNumber, way: Way) -> Destination:
    names = [hex_name(hex_) for hex_ in way.hexes]
    heading = FACINGS[way.facings[-1]]
    perils = _perils(state, way.peril)
    cost = [f"{_counted(len(names), 'hex', 'hexes')} at {SPEEDS[way.status]}"]
    if way.turned:
        cost.append(f"{_counted(way.turned, 'hexside', 'hexsides')} turned")
    return Destination(
        text,
        f"{state.charts.ships[ship].name} to {names[-1]}, heading {heading}",
        f"hex:{names[-1]}",
        [f"hex:{name}" for name in names],
        "; ".join([", ".join(cost), *perils]),
        bool(perils),
    )


def _perils(state: SamarState, peril: Peril) -> list[str]:
    parts = []
    if peril.collision:
        parts.append(f"collision {peril.collision:.0%}")
    if peril.beached:
        parts.append(f"shallows, beached {peril.beached:.0%}")
    if peril.firers:
        parts.append(f"reaction fire of {_names(state, peril.firers)}")
    return parts


def _names(state: SamarState, firers: Sequence[ShipNumber]) -> str:
    """`Yamato (2 times), Nagato and 1 more`."""
    shots = {firer: firers.count(firer) for firer in firers}
    named = [
        state.charts.ships[firer].name + (f" ({count} times)" if count > 1 else "")
        for firer, count in list(shots.items())[:_NAMED]
    ]
    rest = f" and {len(shots) - _NAMED} more" if len(shots) > _NAMED else ""
    return ", ".join(named) + rest


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


# --- Choice by choice ---


def sail(state: SamarState, text: str) -> Generator[Choice, SamarState, None]:
    """The choices that bring a ship where it is sent, for as long as nothing befalls it."""
    found = _find(state, text)
    if found is None:
        return
    ship, way = found
    sound = _soundness(state, ship)
    while _soundness(state, ship) == sound:
        choice = _next(state, text, ship, way)
        if choice is None:
            return
        state = yield choice


def _soundness(state: SamarState, ship: ShipNumber) -> tuple[int, ...]:
    marks = (state.condition, state.face, state.hits, state.fires, state.panic)
    return tuple(mark[ship] for mark in marks)


def _next(state: SamarState, text: str, ship: ShipNumber, way: Way) -> Choice | None:
    """The next order: to move, how to begin, or the next step of the way."""
    step, decision = state.agenda[-1], state.decision
    assert decision is not None, "a shortcut goes on while there is something to decide"
    if isinstance(step, Part):
        first, _, _ = text.partition(" to ")
        return next((option for option in decision.options if option.text == first), None)
    if not isinstance(step, Course) or step.ship != ship:
        return None
    if not step.begun:
        return next((option for option in decision.options if option.text in way.orders), None)
    done = len(way.hexes) - (step.hexes - step.done)
    if not 0 <= done < len(way.hexes) or step.ahead(state) != way.hexes[done]:
        return None
    return next(
        (
            option
            for option in decision.options
            if isinstance(option, Steer) and not option.smoke and option.facing == way.facings[done]
        ),
        None,
    )
