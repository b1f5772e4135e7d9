"""Shortcuts: many choices by one word, each played and recorded as the single choices it means.

`formation` sets up what is left of Taffy 3; `continue SHIP` moves a ship straight on at its speed;
`follow SHIP` lets the rest of its division turn as it has turned; `continue all` moves every ship
left straight on, `continue safe` all whom nothing can befall on the way; `air all SHIP` sends every
air unit that waits to one target. None takes a ship off the map, aground, or into shallows that
endanger it; and by 3.5 a ship that could not hold its speed in this step waits for the one in which
it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from flankspeed.engine import Choice, Decision, Odds
from flankspeed.engine.show.text import counted
from flankspeed.games.samar.data.formation import formation
from flankspeed.games.samar.data.hexes import STEPS
from flankspeed.games.samar.data.map import LAND, OCEAN, OFF_MAP, SHALLOWS
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    SEATS,
    STATUSES,
    USN,
    ShipNumber,
    SpeedStatus,
)
from flankspeed.games.samar.odds.holding import held, straight
from flankspeed.games.samar.odds.perils import Peril
from flankspeed.games.samar.rules.air.placing import AirChoice
from flankspeed.games.samar.rules.movement.course import Course, statuses_now
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS, open_turns
from flankspeed.games.samar.rules.movement.shallows import endangered
from flankspeed.games.samar.rules.movement.speed import allowance
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import SamarState

# The text of a turn by as many hexsides to starboard.
_TURNS = ("ahead", "starboard 1", "starboard 2", "reverse", "port 2", "port 1")
_NOBODY = -1  # no leader to follow
# Why a shortcut does not move a ship.
_NOT_NOW = "cannot keep her speed now"  # in this step (3.5), or because of land
_OFF = "would leave the map"
_DANGERS = {OFF_MAP: _OFF, SHALLOWS: "would enter shallows", LAND: "would run aground"}


def shortcuts(state: SamarState) -> list[Choice]:
    """What may be said now, besides the options."""
    if state.decision is None:
        return []
    step = state.agenda[-1]
    if isinstance(step, SetUp):
        return [Choice("formation", "set up the rest in two rings round the centre")]
    if isinstance(step, Course):
        ready = _steering(state.decision) and not _trouble_ahead(state, step, _NOBODY)
        return [_continue(state, step.ship)] if ready else []
    found = _for_part(state, step) if isinstance(step, Part) else []
    return found + _air(state, state.decision)


def _steering(decision: Decision) -> bool:
    """Whether the ship under way could go straight ahead, or keep its speed."""
    return any(option.text in ("ahead", *STATUSES) for option in decision.options)


def _for_part(state: SamarState, part: Part) -> list[Choice]:
    ships = _ready(state)
    steady = [ship for ship in ships if not _trouble(state, ship, part.stage, _NOBODY)]
    found = [_continue(state, ship) for ship in steady]
    for leader in _leaders(state, ships):
        found += _following(state, leader, ships, part.stage)
    if len(steady) > 1:
        found.append(Choice("continue all", "all ships that can hold their course and speed"))
        if _some_are_safe(state, steady, part.stage):
            found.append(Choice("continue safe", "all but those in danger"))
    return found


def _some_are_safe(state: SamarState, ships: Sequence[ShipNumber], stage: int) -> bool:
    """Whether some ships can hold their course and speed in safety, and others cannot."""
    first = bool(_straight(state, ships[0], stage).risk)
    return any(bool(_straight(state, ship, stage).risk) != first for ship in ships[1:])


def _air(state: SamarState, decision: Decision) -> list[Choice]:
    """8.2: all air units that wait on one target, if they are several (the IJN has one, 3.2)."""
    targets = {option.target for option in decision.options if isinstance(option, AirChoice)}
    charts, units = state.charts, state.air.count(AIR_BOX)
    if units < 2 or decision.seat != SEATS[USN]:
        return []
    return [
        Choice(
            f"air all {charts.ids[target]}",
            f"send all {units} air units to {charts.ships[target].name}",
            charts.places[target],
        )
        for target in sorted(targets)
    ]


def _continue(state: SamarState, ship: ShipNumber) -> Choice:
    counter = state.charts.ships[ship]
    return Choice(
        f"continue {counter.id}",
        f"{counter.name} holds her course and speed",
        state.charts.places[ship],
    )


def _following(
    state: SamarState, leader: ShipNumber, ships: Sequence[ShipNumber], stage: int
) -> list[Choice]:
    """The shortcut that lets a division follow its leader, if any ship of it can."""
    charts = state.charts
    division = [ship for ship in ships if _division(state, ship) == _division(state, leader)]
    trouble = {ship: _trouble(state, ship, stage, leader) for ship in division}
    stay = [f"{charts.ships[ship].name} {why}" for ship, why in trouble.items() if why]
    follow = len(division) - len(stay)
    if not follow:
        return []
    come = f"{counted(follow, 'ship')} {'follows' if follow == 1 else 'follow'}"
    head = f"{charts.ships[leader].division}: {come} {charts.ships[leader].name}"
    words = "; ".join([head, *stay])
    return [Choice(f"follow {charts.ids[leader]}", words, charts.places[leader])]


def _ready(state: SamarState) -> list[ShipNumber]:
    """The ships on the map that may move next."""
    assert state.decision is not None
    number = state.charts.number
    words = [option.text.split() for option in state.decision.options]
    return [number[word[1]] for word in words if word[0] == "move"]


def _leaders(state: SamarState, ships: list[ShipNumber]) -> list[ShipNumber]:
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


def _division(state: SamarState, ship: ShipNumber) -> str:
    return state.charts.ships[ship].division


# --- What it brings ---


def shortcut_odds(state: SamarState) -> dict[str, Odds]:
    """What the shortcuts for all ships bring, in words."""
    step = state.agenda[-1] if state.agenda else None
    if state.decision is None or not isinstance(step, Part):
        return {}
    ships = [s for s in _ready(state) if not _trouble(state, s, step.stage, _NOBODY)]
    moves = [(ship, _status(state, ship, step.stage, _NOBODY)) for ship in ships]
    perils = held(state, moves)
    fired = sum(bool(peril.firers) for peril in perils)
    struck = sum(peril.collision > 0 for peril in perils)
    counts = [(fired, "under fire"), (struck, "may collide")]
    parts = [counted(len(ships), "ship"), *[f"{n} {words}" for n, words in counts if n]]
    safe = len(held(state, moves, only_safe=True))
    known = {
        "continue all": Odds(", ".join(parts)),
        "continue safe": Odds(f"{counted(safe, 'ship')}, {len(ships) - safe} to be steered"),
    }
    offered = [shortcut.text for shortcut in shortcuts(state)]
    return {text: odds for text, odds in known.items() if text in offered}


def _straight(state: SamarState, ship: ShipNumber, stage: int) -> Peril:
    """What may befall a ship that holds its course and speed."""
    return straight(state, ship, _status(state, ship, stage, _NOBODY))[1]


# --- What lies ahead ---


def _trouble(state: SamarState, ship: ShipNumber, stage: int, leader: ShipNumber) -> str:
    """Why a ship cannot move straight on at its speed, or as its leader did; nothing if it can."""
    status = _status(state, ship, stage, leader)
    if status < 0:
        return _NOT_NOW
    hexes = allowance(state, ship, state.speed[ship], status)
    return _way(state, ship, hexes, 0, _turns_of(state, leader))


def _trouble_ahead(state: SamarState, step: Course, leader: ShipNumber) -> str:
    """The same of the ship under way."""
    if not step.begun:
        return _trouble(state, step.ship, step.stage, leader)
    return _way(state, step.ship, step.hexes - step.done, step.turned, _turns(state, step, leader))


def _status(state: SamarState, ship: ShipNumber, stage: int, leader: ShipNumber) -> SpeedStatus:
    """The leader's speed if the ship can have it now, or its own; -1 if neither."""
    open_now = statuses_now(state, ship, stage)
    wanted = [state.speed[sailing] for sailing in (leader, ship) if sailing >= 0]
    return next((status for status in wanted if status in open_now), -1)


def _turns(state: SamarState, step: Course, leader: ShipNumber) -> list[int]:
    """The turns left to the ship under way if it turns as its leader did."""
    return _turns_of(state, leader)[step.done :]


def _turns_of(state: SamarState, leader: ShipNumber) -> list[int]:
    """The turns of a ship's move, hex by hex, in hexsides to starboard; none without a leader."""
    facings = [position & 7 for position in state.trails[leader]] if leader >= 0 else []
    return [(new - old) % 6 for old, new in pairwise(facings)]


def _way(state: SamarState, ship: ShipNumber, hexes: int, turned: int, turns: Sequence[int]) -> str:
    """What is wrong with so many hexes ahead; nothing, if all are water it may safely enter.

    It turns as told in each of them, or goes straight where it cannot.
    """
    terrain, hex_, facing = state.charts.terrain, state.where[ship], state.facing[ship]
    if hex_ <= 0:
        return _OFF
    for done in range(hexes):
        hex_ += STEPS[facing]
        if terrain[hex_] != OCEAN and (terrain[hex_] != SHALLOWS or endangered(state, ship)):
            return _DANGERS[terrain[hex_]]
        turn = TURNS.index(turns[done]) if done < len(turns) else 0
        if open_turns(state, ship, turned, hex_, facing, hexes - done - 1) >> turn & 1:
            facing = (facing + TURNS[turn]) % 6
            turned += COSTS[turn]
    return ""


# --- Choice by choice ---


def shortcut_choice(state: SamarState, text: str) -> Choice | None:
    """The next single choice of a shortcut; None when it is done."""
    word, _, name = text.partition(" ")
    decision, step = state.decision, state.agenda[-1]
    assert decision is not None
    if isinstance(step, SetUp):
        return _set_up(decision) if word == "formation" else None
    if word == "air":
        target = name.removeprefix("all ")
        return next((o for o in decision.options if _is_sent_to(state, o, target)), None)
    if word not in ("continue", "follow") or not isinstance(step, (Part, Course)):
        return None
    leader = state.charts.number[name] if word == "follow" else _NOBODY
    if isinstance(step, Part):
        for ship in _ready(state):
            if not _meant(state, ship, name, leader) or _trouble(state, ship, step.stage, leader):
                continue
            if name != "safe" or not _straight(state, ship, step.stage).risk:
                return _option(decision, f"move {state.charts.ids[ship]}")
        return None
    if not _meant(state, step.ship, name, leader) or _trouble_ahead(state, step, leader):
        return None
    # The last ship left is chosen without asking, though it may be in danger.
    if name == "safe" and not step.done and _straight(state, step.ship, step.stage).risk:
        return None
    return _order(state, decision, step, leader)


def _is_sent_to(state: SamarState, option: Choice, target: str) -> bool:
    return isinstance(option, AirChoice) and state.charts.ids[option.target] == target


def _set_up(decision: Decision) -> Choice | None:
    ship = decision.options[0].text.split()[0]
    return _option(decision, f"{ship} {formation()[ship]}") if ship in formation() else None


def _meant(state: SamarState, ship: ShipNumber, name: str, leader: ShipNumber) -> bool:
    """Whether a shortcut moves this ship: one of the leader's division, the one named, or any."""
    if leader >= 0:
        return _division(state, ship) == _division(state, leader)
    return name in ("all", "safe", state.charts.ids[ship])


def _order(
    state: SamarState, decision: Decision, step: Course, leader: ShipNumber
) -> Choice | None:
    """The speed, or the next turn; straight ahead if the ship cannot turn so, and never smoke."""
    if not step.begun:
        return _option(decision, STATUSES[_status(state, step.ship, step.stage, leader)])
    turn, *_ = [*_turns(state, step, leader), 0]
    return _option(decision, _TURNS[turn]) or _option(decision, "ahead")


def _option(decision: Decision, text: str) -> Choice | None:
    for option in decision.options:
        if option.text == text:
            return option
    return None
