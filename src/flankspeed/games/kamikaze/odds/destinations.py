"""Planes sent to a square in one word: `to 11,8`, `to 11,8 SE`, `to 11,23 through`, `to bow`.

Played as single choices; a plane halts where it may fire, and where it is hit.
"""

from __future__ import annotations

from collections.abc import Generator

from flankspeed.engine import Choice, Destination
from flankspeed.games.kamikaze.data.board import (
    FACINGS,
    SECTION_AT,
    SECTIONS,
    Square,
    column_row,
    square_name,
    square_place,
)
from flankspeed.games.kamikaze.data.planes import NAMES
from flankspeed.games.kamikaze.odds.reach import Leg, legs, shots, volley
from flankspeed.games.kamikaze.rules.dive import Dive
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.rules.movement import OFF_SOUTH
from flankspeed.games.kamikaze.state import KamikazeState


def travellers(state: KamikazeState) -> list[str]:
    """The plane under way, if it can be sent somewhere."""
    under_way = isinstance(state.agenda[-1] if state.agenda else None, (Flight, Dive))
    return [f"plane:{NAMES[state.active]}"] if under_way and state.decision else []


def destinations(state: KamikazeState, who: str) -> list[Destination]:
    """Where the plane can go: of each square the best way first, then other headings there."""
    if who not in travellers(state):
        return []
    return [_told(state, text, leg) for text, leg in _by_square(state)]


def _by_square(state: KamikazeState) -> list[tuple[str, Leg]]:
    there: dict[Square, list[Leg]] = {}
    through: list[Leg] = []
    for leg in legs(state):
        if leg.position >= OFF_SOUTH:
            through.append(leg)
        else:
            there.setdefault(leg.position >> 3, []).append(leg)
    found = []
    for square, some in there.items():
        best, *others = sorted(some, key=lambda leg: leg.price)
        found.append((f"to {_name(square)}", best))
        if state.phase == 1:
            found += [(f"to {_name(square)} {FACINGS[leg.position & 7]}", leg) for leg in others]
    found += [(f"to {_name(_last(leg))} through", leg) for leg in through if leg.before]
    return found


def _name(square: Square) -> str:
    if SECTION_AT[square] >= 0:
        return SECTIONS[SECTION_AT[square]]
    column, row = column_row(square)
    return f"{column},{row}"


def _last(leg: Leg) -> Square:
    """The square that a plane stands on last, as it goes through."""
    return leg.before.position >> 3 if leg.before else -1


# --- In words ---


def _told(state: KamikazeState, text: str, leg: Leg) -> Destination:
    way, who = leg.way, NAMES[state.active]
    squares = [each.position >> 3 for each in way if each.position < OFF_SOUTH]
    here, heading = square_name(squares[-1]), FACINGS[leg.position & 7]
    section = SECTION_AT[squares[-1]] if state.phase == 2 else -1
    if leg.position >= OFF_SOUTH:
        label = f"{who} through, by {here}"
    elif section >= 0:
        label = f"{who} crashes into the {SECTIONS[section]}"
    else:
        label = f"{who} to {here}, heading {heading}"
    cost = f"{state.mp - leg.mp} MP, {leg.mp} left"
    risks, risky = _dive_risks(state, way) if state.phase == 2 else (_shots(state, way), False)
    place = square_place(squares[-1]) if section < 0 else f"section:{SECTIONS[section]}"
    path = [*[square_place(square) for square in squares[:-1]], place]
    return Destination(text, label, place, path, "; ".join([cost, *risks]), risky)


def _dive_risks(state: KamikazeState, way: list[Leg]) -> tuple[list[str], bool]:
    """The dice of the volleys on the way; a crash throws its own."""
    dice = [volley(state, leg.position) for leg in way]
    fired = [count for count in dice if count]
    crash = SECTION_AT[way[-1].position >> 3] >= 0
    if not fired:
        return [], crash
    volleys = f"{len(fired)} volley{'s' if len(fired) > 1 else ''}"
    return [f"{volleys}, {sum(fired)} dice; halts if hit"], True


def _shots(state: KamikazeState, way: list[Leg]) -> list[str]:
    flight = state.agenda[-1]
    assert isinstance(flight, Flight), "only fighters are offered shots on their way"
    on_the_way = [enemy for leg in way[:-1] for enemy in shots(state, flight, leg.position)]
    there = shots(state, flight, way[-1].position)
    parts = []
    if on_the_way:
        parts.append(f"halts to fire at {_planes(on_the_way)}")
    if there:
        parts.append(f"there may fire at {_planes(there)}")
    return parts


def _planes(planes: list[int]) -> str:
    return ", ".join(dict.fromkeys(NAMES[plane] for plane in planes))


# --- Choice by choice ---


def fly(state: KamikazeState, text: str) -> Generator[Choice, KamikazeState, None]:
    """The choices that bring the plane there, until it may fire, is hit, or is led elsewhere."""
    way = next((leg.way for found, leg in _by_square(state) if found == text), [])
    plane, hits, start = state.active, state.hits, len(state.path)
    done = 0
    while done < len(way) and state.active == plane and state.hits == hits:
        choice = way[done].choice
        if state.decision is None or choice not in state.decision.options:
            return
        state = yield choice
        flown = state.path[start:]
        done = len(flown)
        if flown != [leg.position for leg in way[:done]]:
            return
