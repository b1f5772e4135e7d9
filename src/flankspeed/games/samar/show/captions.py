"""How ships and their state are called for people, in the picture and on the text board."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.games.samar.data.hexes import FACINGS, hex_name
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_TORPEDO,
    BOMB,
    CONDITIONS,
    CUP,
    FIT,
    GUN,
    HULK,
    LATER,
    LEFT,
    PHASES,
    REACTION,
    SECONDARY,
    SET_UP,
    SOUTH,
    STATUSES,
    STRAFE,
    SUNK,
    TORPEDO,
    TURN,
    WAITING,
)
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.state import Blow, SamarState

GROUPS = {
    "battleships": "Battleships",
    "center": "Center Force",
    "optional": "Optional cruisers",
    "taffy3": "Taffy 3",
    "taffy2": "Taffy 2",
    "bombardment": "Bombardment Group",
}
_LONG = 12  # letters of a name that are too many for the map
RATINGS = ("Rng", "G", "S", "W", "A", "T", "V", "M")
WEAPONS = {
    GUN: "guns",
    SECONDARY: "secondary battery",
    REACTION: "reaction fire",
    TORPEDO: "torpedoes",
    AIR_TORPEDO: "air torpedoes",
    BOMB: "bombs",
    STRAFE: "strafing",
}
# Where ships are that are not on the map: a word for lists, and the way to say it.
WHEREABOUTS = {
    LATER: ("later", "joins the cup later"),
    CUP: ("cup", "in the cup"),
    WAITING: ("waits", "waits off the map"),
    LEFT: ("left", "left the map"),
    SOUTH: ("south", "left by the south, counts for victory"),
    SUNK: ("sunk", "sunk"),
    ABSENT: ("absent", "not in this game"),
}


def time(state: SamarState) -> str:
    """The time of the turn: 0648."""
    return state.charts.turns[state.turn - 1].time


def standing(state: SamarState) -> str:
    """When it is: turn 5 of 16, 0736, combat phase."""
    phase = PHASES[state.phase]
    words = phase if state.phase in (SET_UP, TURN) else f"{phase} phase"
    return f"turn {state.turn} of {len(state.charts.turns)}, {time(state)}, {words}"


def full_name(ship: Ship) -> str:
    """Chikuma (CA1); Yamato needs no more."""
    return ship.name if ship.name == ship.short else f"{ship.name} ({ship.short})"


def short_name(ship: Ship) -> str:
    """A name that fits the map: S.B. Roberts; Shropshire."""
    *first, last = ship.name.removeprefix("HMAS ").split()
    if any(word.endswith(".") for word in first) and len(ship.name) > _LONG:
        return f"{''.join(f'{word[0]}.' for word in first)} {last}"
    return " ".join([*first, last])


def ratings(state: SamarState, number: int) -> tuple[str, ...]:
    """The ratings of the side showing with their flags, in the order of `RATINGS`."""
    return printed(state.charts.ships[number], bool(state.face[number] & 1))


@lru_cache(maxsize=512)
def printed(ship: Ship, damaged: bool) -> tuple[str, ...]:
    """The ratings on one side of a counter with their flags, in the order of `RATINGS`."""
    flags = (
        _flags((ship.no_extended, "M"), (ship.radar, "R")),
        _flags((ship.aa_guns_only, "A")),
        _flags((ship.aa_secondary, "A")),
        "",
        _flags((ship.plunging, "P"), (ship.torpedo_prone, "T")),
        "",
        _flags((ship.no_flank, "H")),
        "",
    )
    side = ship.back if damaged else ship.front
    return tuple(f"{value}{letters}" for value, letters in zip(side, flags, strict=True))


def _flags(*flags: tuple[bool, str]) -> str:
    return "".join(letter for true, letter in flags if true)


def whereabouts(state: SamarState, ship: int) -> str:
    """In a word or two for lists: 1411 NE; cup; sunk."""
    where = state.where[ship]
    return (
        f"{hex_name(where)} {FACINGS[state.facing[ship]]}" if where > 0 else WHEREABOUTS[where][0]
    )


def speed(state: SamarState, ship: int) -> str:
    """The speed status, or what is left of the engines."""
    condition = state.condition[ship]
    return STATUSES[state.speed[ship]] if condition == FIT else CONDITIONS[condition]


def markers(state: SamarState, ship: int) -> list[str]:
    """The markers on a ship besides those of speed: 2 of 7 hits, 1 fire, panic."""
    armor = state.charts.armor[state.face[ship]]
    found = (
        (state.face[ship] & 1, "damaged"),
        (state.hits[ship], f"{state.hits[ship]} of {armor} hits"),
        (state.fires[ship], counted(state.fires[ship], "fire")),
        (state.panic[ship], "panic"),
        (state.launched[ship], f"torpedoes out {state.launched[ship]}"),
        (state.led[ship], "led by the enemy"),
    )
    return [words for true, words in found if true]


def counted(count: int, thing: str) -> str:
    """1 fire; 2 fires."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def strikes(state: SamarState, ship: int) -> dict[int, int]:
    """The air units on a ship: how many of each kind (an index into `charts.squadrons`)."""
    found: dict[int, int] = {}
    for unit, target in enumerate(state.air):
        if target == ship:
            kind = state.charts.units[unit]
            found[kind] = found.get(kind, 0) + 1
    return found


def attack(state: SamarState, blow: Blow) -> str:
    """What an attack did: Yamato on Gambier Bay (guns): 2 hits, 1 fire."""
    charts = state.charts
    kind = -1 - blow.firer
    by = f"{charts.squadrons[kind].name}s" if kind >= 0 else charts.ships[blow.firer].name
    target = charts.ships[blow.target].name
    return f"{by} on {target} ({WEAPONS[blow.weapon]}): {effects(blow)}"


def effects(blow: Blow) -> str:
    """What a blow does: 2 hits, 1 fire."""
    found = (
        (blow.hits, counted(blow.hits, "hit")),
        (blow.waterlines, counted(blow.waterlines, "waterline hit")),
        (blow.fires, counted(blow.fires, "fire")),
        (blow.catastrophic, "catastrophic"),
        (blow.panic, "panic"),
    )
    return ", ".join(words for true, words in found if true) or "no effect"


def describe_ship(state: SamarState, number: int) -> str:
    """All there is to know of a ship, in one line."""
    charts = state.charts
    ship, where = charts.ships[number], state.where[number]
    facts = [full_name(ship)]
    if where > 0:
        hulk = state.condition[number] == HULK
        heading = "" if hulk else f" heading {FACINGS[state.facing[number]]}"
        facts.append(f"{speed(state, number)} at {hex_name(where)}{heading}")
    else:
        facts.append(WHEREABOUTS[where][1])
    facts += markers(state, number)
    facts += [
        f"under attack by {counted(count, charts.squadrons[kind].name)}"
        for kind, count in strikes(state, number).items()
    ]
    values = zip(RATINGS, ratings(state, number), strict=True)
    return f"{', '.join(facts)}. {' '.join(f'{name} {value}' for name, value in values)}"
