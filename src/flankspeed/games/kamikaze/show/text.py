"""Text: events in words, and the board in letters. The only place where either is made."""

from __future__ import annotations

from collections.abc import Callable

from flankspeed.engine import Event
from flankspeed.engine.text import filled, listed
from flankspeed.games.kamikaze.data.board import (
    COLUMNS,
    FACINGS,
    ROWS,
    SECTIONS,
    SHIP_SQUARES,
    position_name,
    square_at,
    square_place,
)
from flankspeed.games.kamikaze.data.planes import (
    FATES,
    FLYING,
    GROUP_NAMES,
    GROUPS,
    KAMIKAZES,
    NAMES,
    WAITING,
)
from flankspeed.games.kamikaze.state import KamikazeState

# A heading is a sign after the plane's name; where it is southward the name's letter is small, so
# that the two ways along a diagonal differ.
_ARROWS = ("^", "/", ">", "\\", "v", "/", "<", "\\")
_SOUTHWARD = ("SE", "S", "SW")
_KEY = "Headings: K3^ N, K3/ NE, K3> E, k3\\ SE, k3v S, k3/ SW, K3< W, K3\\ NW"


def describe(event: Event) -> str:
    """An event in one line: what happened, every die with what it was for, what counted."""
    return _TEXTS[event.kind](event)


def _dice(event: Event) -> str:
    return " ".join(str(value) for throw in event.throws for value in throw.values)


def _counted(event: Event) -> str:
    return ", ".join(f"{modifier.name} {modifier.value}" for modifier in event.modifiers)


def _heading(event: Event) -> str:
    return f"{event.facts['title']}"


def _movement_points(event: Event) -> str:
    bonus = "".join(f" + {modifier.value} ({modifier.name})" for modifier in event.modifiers)
    return f"{event.facts['who']} throws {_dice(event)}{bonus} for movement: {event.facts['mp']} MP"


def _move(event: Event) -> str:
    facts = event.facts
    return f"{facts['who']} to {facts['to']}, {facts['mp']} MP left"


def _shot(event: Event) -> str:
    facts, (aspect,) = event.facts, event.modifiers
    outcome = "shot down" if facts["down"] else "missed"
    return (
        f"{facts['who']} fires at {facts['target']} ({aspect.name}, needs {facts['needs']}+): "
        f"{_dice(event)}, {outcome}"
    )


def _lost(event: Event) -> str:
    return f"{event.facts['who']} is lost: {event.facts['why']}"


def _forfeit(event: Event) -> str:
    return f"{event.facts['who']} forfeits {event.facts['mp']} MP: no way to spend them"


def _through(event: Event) -> str:
    return f"{event.facts['who']} comes through in the south"


def _phase_over(event: Event) -> str:
    return f"The dogfight is over: kamikazes through: {event.facts['through']}"


def _entry_point(event: Event) -> str:
    facts = event.facts
    return (
        f"{facts['who']}: {_dice(event)} on the D8, entry point {facts['point']} {facts['square']}"
    )


def _volley(event: Event) -> str:
    facts = event.facts
    hits = "1 hit" if facts["hits"] == 1 else f"{facts['hits']} hits"
    return (
        f"Volley at {facts['who']} ({_counted(event)}): {_dice(event)}; "
        f"{hits}, {facts['total']} in all"
    )


def _jink(event: Event) -> str:
    black, yellow = (throw.values[0] for throw in event.throws)
    side = event.facts["side"]
    outcome = "no jink" if side == "none" else f"jinks to the {side}"
    return f"{event.facts['who']}: black die {black}, yellow die {yellow}: {outcome}"


def _splash(event: Event) -> str:
    return f"{event.facts['who']} splashes: {event.facts['why']}"


def _shot_down(event: Event) -> str:
    return f"{event.facts['who']} is shot down: {event.facts['why']}"


def _crash(event: Event) -> str:
    facts = event.facts
    outcome = "the ship sinks" if facts["sunk"] else f"{facts['total']} in all"
    return (
        f"{facts['who']} crashes into the {facts['section']} from {facts['side']}: "
        f"damage die {_dice(event)}, {outcome}"
    )


def _gun_die(event: Event) -> str:
    facts = event.facts
    return f"Gun die {_dice(event)}: {facts['guns']} of the {facts['section']}"


def _loss_side(event: Event) -> str:
    return f"Side die {_dice(event)}: {event.facts['side']}"


def _gun_lost(event: Event) -> str:
    return f"{event.facts['mount']} is destroyed"


def _afloat(event: Event) -> str:
    return f"No kamikaze is left; the ship is afloat with {event.facts['damage']} damage"


_TEXTS: dict[str, Callable[[Event], str]] = {
    "heading": _heading,
    "movement points": _movement_points,
    "move": _move,
    "shot": _shot,
    "lost": _lost,
    "forfeit": _forfeit,
    "through": _through,
    "phase over": _phase_over,
    "entry point": _entry_point,
    "volley": _volley,
    "jink": _jink,
    "splash": _splash,
    "shot down": _shot_down,
    "crash": _crash,
    "gun die": _gun_die,
    "loss side": _loss_side,
    "gun lost": _gun_lost,
    "afloat": _afloat,
}


def board_text(state: KamikazeState) -> str:
    """The board in letters, the planes on it, and the markers below.

    Planes stand with their heading (`k3v`), the ship as `###`, options by their number.
    """
    options = state.decision.options if state.decision else ()
    shown = {option.place: f"{number:^3}" for number, option in enumerate(options, 1)}
    for square in SHIP_SQUARES if state.phase == 2 else ():
        shown[square_place(square)] = "###"
    flying = [plane for plane, position in enumerate(state.positions) if position >= 0]
    for plane in flying:
        shown[square_place(state.positions[plane] >> 3)] = _counter(plane, state.positions[plane])
    beside = [f"{NAMES[plane]} {position_name(state.positions[plane])}" for plane in flying]
    rows = ["   " + "".join(f"{column:^3}" for column in range(1, COLUMNS + 1)).rstrip()]
    for row in range(1, ROWS + 1):
        places = [square_place(square_at(column, row)) for column in range(1, COLUMNS + 1)]
        line = f"{row:>2} " + "".join(shown.get(place, " . ") for place in places)
        rows.append(f"{line} {beside.pop(0)}" if beside else line.rstrip())
    return "\n".join([*rows, _KEY, "", *_markers(state)])


def _counter(plane: int, position: int) -> str:
    """A plane in three letters: its name and the sign of its heading."""
    name = NAMES[plane]
    southward = FACINGS[position & 7] in _SOUTHWARD
    return f"{name.lower() if southward else name}{_ARROWS[position & 7]}"


def _markers(state: KamikazeState) -> list[str]:
    if state.phase == 1:
        lines = [f"Phase 1, turn {state.turn}"]
        for group, planes in enumerate(GROUPS):
            fates = [state.fates[plane] for plane in planes]
            counts = [f"{fates.count(fate)} {FATES[fate]}" for fate in sorted(set(fates))]
            lines.append(f"{GROUP_NAMES[group]}: {', '.join(counts)}")
    else:
        lines = [f"Phase 2: damage {state.damage} of 6"]
        battery = state.charts.battery
        for section in SECTIONS:
            mounts = battery.of(battery.select(section=section))
            alive = [mount.id for mount in battery.of(state.guns)]
            names = [mount.id if mount.id in alive else f"x{mount.id}" for mount in mounts]
            lines += filled(f"{section}: ", names, " ")
        names = [f"{NAMES[plane]} {FATES[state.fates[plane]]}" for plane in GROUPS[KAMIKAZES]]
        lines += listed("kamikazes", names)
    if state.active >= 0 and state.positions[state.active] >= 0:
        position = state.positions[state.active]
        hits = f", {state.hits} hits" if state.phase == 2 else ""
        lines.append(
            f"{NAMES[state.active]} faces {FACINGS[position & 7]}, {state.mp} MP left{hits}"
        )
    elif state.active >= 0 and state.fates[state.active] in (WAITING, FLYING):
        lines.append(f"{NAMES[state.active]} comes in with {state.mp} MP")
    return lines
