"""Shortcuts: many choices by one word, each played and recorded as the single choices it means.

`formation` sets up what is left of Taffy 3; `continue SHIP` moves a ship straight on at its speed;
`follow SHIP` lets the rest of its division turn as it has turned; `continue all` moves every ship
left straight on.
"""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Choice, Decision
from flankspeed.engine.table import convert
from flankspeed.games.samar.course import Course
from flankspeed.games.samar.hexes import STEPS
from flankspeed.games.samar.load import Sourced, raw
from flankspeed.games.samar.markers import STATUSES
from flankspeed.games.samar.part import Part
from flankspeed.games.samar.sea import OCEAN, SHALLOWS
from flankspeed.games.samar.set_up import SetUp
from flankspeed.games.samar.shallows import endangered
from flankspeed.games.samar.speed import allowance
from flankspeed.games.samar.state import SamarState

# The text of a turn by as many hexsides to starboard.
_TURNS = ("ahead", "starboard 1", "starboard 2", "reverse", "port 2", "port 1")


class Formation(Sourced, frozen=True, kw_only=True):
    """The file `formation.toml`: where each ship of Taffy 3 may start."""

    hexes: dict[str, str]


@cache
def _formation() -> dict[str, str]:
    return convert(raw("formation"), Formation, "formation.toml").hexes


def shortcuts(state: SamarState) -> list[Choice]:
    """What may be said now, besides the options."""
    if state.decision is None:
        return []
    step = state.agenda[-1]
    if isinstance(step, SetUp):
        return [Choice("formation", "set up the rest in two rings round the centre")]
    if isinstance(step, Course):
        ready = _steering(state.decision) and _steady(state, step)
        return [_continue(state, step.ship)] if ready else []
    if isinstance(step, Part):
        return _for_part(state)
    return []


def _steering(decision: Decision) -> bool:
    """Whether the ship under way could go straight ahead, or keep its speed."""
    return any(option.text in ("ahead", *STATUSES) for option in decision.options)


def _for_part(state: SamarState) -> list[Choice]:
    ships = _ready(state)
    steady = [ship for ship in ships if _can_hold(state, ship)]
    found = [_continue(state, ship) for ship in steady]
    found += [
        Choice(
            f"follow {state.charts.ids[leader]}",
            f"{state.charts.ships[leader].division} follows {state.charts.ships[leader].name}",
            state.charts.places[leader],
        )
        for leader in _leaders(state, ships)
    ]
    if len(steady) > 1:
        found.append(Choice("continue all", "all ships that can hold their course and speed"))
    return found


def _can_hold(state: SamarState, ship: int) -> bool:
    """Whether a ship at its course and speed stays on the map, off the rocks."""
    speed = state.speed[ship]
    return _clear_ahead(state, ship, allowance(state, ship, speed, speed))


def _steady(state: SamarState, step: Course) -> bool:
    """Whether the ship under way can go straight on to the end of its move."""
    assert state.decision is not None
    if _option(state.decision, STATUSES[state.speed[step.ship]]):
        return _can_hold(state, step.ship)
    return _clear_ahead(state, step.ship, step.hexes - step.done)


def _clear_ahead(state: SamarState, ship: int, hexes: int) -> bool:
    """Whether so many hexes straight ahead are water this ship may safely enter."""
    terrain, step = state.charts.terrain, STEPS[state.facing[ship]]
    safe = (OCEAN,) if endangered(state, ship) else (OCEAN, SHALLOWS)
    hex_ = state.where[ship]
    if hex_ <= 0:
        return False
    for _ in range(hexes):  # and no further than the first hex off the map: there is no table
        hex_ += step
        if terrain[hex_] not in safe:
            return False
    return True


def _continue(state: SamarState, ship: int) -> Choice:
    counter = state.charts.ships[ship]
    return Choice(
        f"continue {counter.id}",
        f"{counter.name} holds her course and speed",
        state.charts.places[ship],
    )


def _ready(state: SamarState) -> list[int]:
    """The ships on the map that may move next."""
    assert state.decision is not None
    number = state.charts.number
    words = [option.text.split() for option in state.decision.options]
    return [number[word[1]] for word in words if word[0] == "move"]


def _leaders(state: SamarState, ships: list[int]) -> list[int]:
    """The ships that have moved while others of their division have not."""
    waiting = [_division(state, ship) for ship in ships]
    return [
        leader
        for leader, moved in enumerate(state.moved)
        if moved
        and len(state.trails[leader]) > 1
        and state.where[leader] > 0
        and _division(state, leader) in waiting
    ]


def _division(state: SamarState, ship: int) -> str:
    return state.charts.ships[ship].division


def shortcut_choice(state: SamarState, text: str) -> Choice | None:
    """The next single choice of a shortcut; None when it is done."""
    word, _, name = text.partition(" ")
    decision, step = state.decision, state.agenda[-1]
    assert decision is not None
    if isinstance(step, SetUp):
        return _set_up(decision) if word == "formation" else None
    if word not in ("continue", "follow"):
        return None
    if isinstance(step, Part):
        ship = _next_ship(state, word, name)
        return _option(decision, f"move {state.charts.ids[ship]}") if ship >= 0 else None
    if not isinstance(step, Course):
        return None
    if word == "follow":
        leader = state.charts.number[name]
        sails = _division(state, step.ship) == _division(state, leader)
        return _follow(state, decision, step, leader) if sails else None
    if name not in ("all", state.charts.ids[step.ship]) or not _steady(state, step):
        return None
    return _straight(state, decision, step.ship)


def _set_up(decision: Decision) -> Choice | None:
    ship = decision.options[0].text.split()[0]
    return _option(decision, f"{ship} {_formation()[ship]}") if ship in _formation() else None


def _next_ship(state: SamarState, word: str, name: str) -> int:
    ships = _ready(state)
    if word == "continue":
        ships = [s for s in ships if name in ("all", state.charts.ids[s]) and _can_hold(state, s)]
    elif word == "follow":
        leader = state.charts.number[name]
        ships = [s for s in ships if _division(state, s) == _division(state, leader)]
    return ships[0] if ships else -1


def _straight(state: SamarState, decision: Decision, ship: int) -> Choice | None:
    """The same speed, no turn, no smoke; whatever is legal where that is not."""
    status = _option(decision, STATUSES[state.speed[ship]])
    return status or _option(decision, "ahead") or _first_step(decision)


def _follow(state: SamarState, decision: Decision, step: Course, leader: int) -> Choice | None:
    """The leader's speed, and the leader's turn in each hex of the way."""
    status = _option(decision, STATUSES[state.speed[leader]])
    trail, done = state.trails[leader], len(state.trails[step.ship])
    turn = ((trail[done] & 7) - (trail[done - 1] & 7)) % 6 if 0 < done < len(trail) else 0
    return status or _option(decision, _TURNS[turn]) or _straight(state, decision, step.ship)


def _first_step(decision: Decision) -> Choice | None:
    """The first way on that is no smoke, or leaving if there is no other."""
    for option in decision.options:
        if "smoke" not in option.text and not option.text.startswith("enter"):
            return option
    return None


def _option(decision: Decision, text: str) -> Choice | None:
    for option in decision.options:
        if option.text == text:
            return option
    return None
