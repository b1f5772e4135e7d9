"""How ships and their state are called for people, in the picture and on the text board."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.show.text import counted
from flankspeed.games.samar.data.markers import CONDITIONS, FIT, PHASES, SET_UP, TURN
from flankspeed.games.samar.show.attack_view import BlowView, EffectsView
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import BoardView

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
# The markers of speed in words, where they are not words themselves.
_STEAMING = {"battle": "battle speed", "cruise": "cruising", "flank": "flank speed"}
# The way to say where ships are that are not on the map.
WHEREABOUTS = {
    "later": "joins the cup later",
    "cup": "in the cup",
    "waits": "waits off the map",
    "left": "left the map",
    "south": "left by the south, counts for victory",
    "sunk": "sunk",
    "absent": "not in this game",
}
_BARE = (PHASES[SET_UP], PHASES[TURN])  # what is no phase of a turn


def standing(view: BoardView) -> str:
    """When it is: turn 5 of 16, 0736, combat phase."""
    words = view.phase if view.phase in _BARE else f"{view.phase} phase"
    return f"turn {view.turn} of {len(view.track)}, {view.time}, {words}"


def full_name(ship: ShipView) -> str:
    """Chikuma (CA1); Yamato needs no more."""
    return ship.name if ship.name == ship.short else f"{ship.name} ({ship.short})"


def short_name(name: str) -> str:
    """A name that fits the map: S.B. Roberts; Shropshire."""
    *first, last = name.removeprefix("HMAS ").split()
    if any(word.endswith(".") for word in first) and len(name) > _LONG:
        return f"{''.join(f'{word[0]}.' for word in first)} {last}"
    return " ".join([*first, last])


def whereabouts(ship: ShipView) -> str:
    """In a word or two for lists: 1411 NE; cup; sunk."""
    return f"{ship.hex} {ship.facing}" if ship.hex else ship.whereabouts


def speed(ship: ShipView) -> str:
    """The speed status, or what is left of the engines."""
    return ship.speed if ship.condition == CONDITIONS[FIT] else ship.condition


def markers(ship: ShipView) -> list[str]:
    """The markers on a ship besides those of speed: 2 of 7 hits, 1 fire, panic."""
    found = (
        (ship.damaged, "damaged"),
        (ship.hits, f"{ship.hits} of {counted(ship.ratings.armor, 'hit')}"),
        (ship.fires, counted(ship.fires, "fire")),
        (ship.panic, "panic"),
        (ship.torpedoes_out, f"torpedoes out {ship.torpedoes_out}"),
        (ship.led, "led by the enemy"),
    )
    return [words for true, words in found if true]


def attackers(view: BoardView) -> dict[str, str]:
    """How those who attack are called, and those who are attacked, by place."""
    names = {ship.place: ship.name for ship in view.ships}
    return names | {kind.place: f"{kind.name}s" for kind in view.air}


def attack(names: dict[str, str], blow: BlowView) -> str:
    """What an attack did: Yamato on Gambier Bay (guns): 2 hits, 1 fire."""
    return f"{names[blow.firer]} on {names[blow.target]} ({blow.weapon}): {effects(blow)}"


def effects(done: EffectsView) -> str:
    """What attacks do: 2 hits, 1 fire."""
    found = (
        (done.hits, counted(done.hits, "hit")),
        (done.waterlines, counted(done.waterlines, "waterline hit")),
        (done.fires, counted(done.fires, "fire")),
        (done.catastrophic, "catastrophic"),
        (done.panic, "panic"),
    )
    return ", ".join(words for true, words in found if true) or "no effect"


def descriptions(view: BoardView) -> dict[str, str]:
    """All there is to know of each ship, in one line, by place."""
    squadrons = tuple((air.kind, air.name) for air in view.air)
    return {ship.place: _description(ship, squadrons) for ship in view.ships}


@lru_cache(maxsize=2048)
def _description(ship: ShipView, squadrons: tuple[tuple[str, str], ...]) -> str:
    facts, names = [full_name(ship)], dict(squadrons)
    if ship.hex:
        heading = "" if ship.hulk else f" heading {ship.facing}"
        facts.append(f"{_STEAMING.get(speed(ship), speed(ship))} at {ship.hex}{heading}")
    else:
        facts.append(WHEREABOUTS[ship.whereabouts])
    facts += markers(ship)
    facts += [f"under attack by {counted(count, names[kind])}" for kind, count in ship.air.items()]
    values = zip(RATINGS, ship.printed, strict=True)
    return f"{', '.join(facts)}. {' '.join(f'{name} {value}' for name, value in values)}"
