"""Text: events in words. The only place where they are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from flankspeed.engine import Event
from flankspeed.engine.show.telling import Telling
from flankspeed.engine.show.text import fill


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
    return (
        f"Volley at {facts['who']} ({_counted(event)}): {_dice(event)}; "
        f"{fill('{hits:hit|hits}', facts)}, {facts['total']} in all"
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


@cache
def telling() -> Telling:
    """What of the events matters, and what is told together."""
    path = files("flankspeed.games.kamikaze.show") / "telling.toml"
    return Telling(path, _TEXTS)
