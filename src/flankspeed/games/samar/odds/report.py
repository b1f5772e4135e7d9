"""One attack of Samar set up by hand: two ships on the map as someone describes them.

The game's own procedure then finds every modifier, as it would in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from flankspeed.engine import OptionError
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, Facing, Hex, hex_named
from flankspeed.games.samar.data.map import OCEAN, SHALLOWS
from flankspeed.games.samar.data.markers import (
    ABSENT,
    COMBAT,
    DIW,
    GUN,
    REACTION,
    SECONDARY,
    SLOWED,
    STATUSES,
    TORPEDO,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.odds.in_full import WEAPONS, ShotOdds, shot_odds, strike_odds
from flankspeed.games.samar.rules.combat.firing import dice_of, sight_of
from flankspeed.games.samar.rules.combat.gunnery import entries_of, reach_of
from flankspeed.games.samar.rules.combat.line_of_sight import Sight, line
from flankspeed.games.samar.state import SamarState

_WEAPONS = {WEAPONS[weapon]: weapon for weapon in (GUN, SECONDARY, REACTION, TORPEDO)}
_CONDITIONS = {"slowed": SLOWED, "dead": DIW}
_STATUSES = (*STATUSES, *_CONDITIONS)
_POINT_BLANK = FIGURES.ranges.point_blank


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The ship attacked, and what is around it."""

    ship: str
    status: str = "battle"
    damaged: bool = False
    hits: int = 0
    smoke: int = 0  # markers in the way
    others: int = 0  # ships in its hex
    panicked: int = 0  # of its friends
    shallows: bool = False


class Firer(msgspec.Struct, frozen=True, kw_only=True):
    """The ship that attacks: the side it turns to the target, and that the target turns to it."""

    ship: str
    range: int
    weapon: str = "guns"
    status: str = "battle"
    damaged: bool = False
    broadside: bool = True
    target_broadside: bool = False


class _Place(NamedTuple):
    """Where the two ships stand, and how."""

    here: Hex
    there: Hex
    heading: Facing
    target_heading: Facing


def shot_report(charts: Charts, firer: Firer, target: Target) -> ShotOdds:
    """The odds of a ship's attack."""
    attacker, attacked = _number(charts, firer.ship), _number(charts, target.ship)
    if charts.navy[attacker] == charts.navy[attacked]:
        raise OptionError(f"{firer.ship} and {target.ship} are on the same side")
    weapon = _one_of(_WEAPONS, firer.weapon, "weapon")
    state = _sea(charts)
    _prepare(state, attacker, firer.status, firer.damaged)
    _check_reach(state, attacker, weapon, firer)
    place = _place(charts, firer, target)
    state.where[attacker], state.facing[attacker] = place.here, place.heading
    state.facing[attacked] = place.target_heading
    _put_target(state, attacked, place.there, target)
    if target.smoke:
        between = line(place.there - place.here).crossed
        state.smoke[place.here + between[0] if between else place.there] = target.smoke
    _check_dice(state, attacker, attacked, weapon, firer)
    return shot_odds(state, attacker, attacked, weapon, sight_of(state))


def strike_report(
    charts: Charts, kind: str, units: int, target: Target, ratings: Sequence[int] | None = None
) -> ShotOdds:
    """The odds of an air attack; the target fires AA alone, or ships of these AA ratings do."""
    squadrons = {squadron.kind.lower(): n for n, squadron in enumerate(charts.squadrons)}
    number = _one_of(squadrons, kind.lower(), "aircraft")
    squadron, attacked = charts.squadrons[number], _number(charts, target.ship)
    if squadron.navy == charts.ships[attacked].navy:
        raise OptionError(f"{squadron.kind} and {target.ship} are on the same side")
    if not 1 <= units <= squadron.count:
        raise OptionError(f"there are 1 to {squadron.count} units of {squadron.kind}, not {units}")
    state = _sea(charts)
    hex_ = _targets(charts, target.shallows)[0]
    _put_target(state, attacked, hex_, target)
    if target.smoke:
        state.smoke[hex_] = target.smoke
    if ratings is None:
        ratings = [charts.secondary[state.face[attacked]]]
    return strike_odds(state, number, attacked, units, sight_of(state), ratings)


# --- The sea ---


def _sea(charts: Charts) -> SamarState:
    """An empty sea on the clearest turn."""
    state = SamarState(charts)
    state.phase = COMBAT
    state.where = [ABSENT] * len(charts.ships)
    state.turn = max(charts.turns, key=lambda turn: turn.sighting).number
    return state


def _targets(charts: Charts, shallows: bool) -> list[Hex]:
    """Where a target may stand, the middle of the battle first."""
    middle = hex_named(charts.sea.set_up_centre)
    terrain = SHALLOWS if shallows else OCEAN
    found = [hex_ for hex_ in charts.hexes if charts.terrain[hex_] == terrain]
    if not found:
        raise OptionError("this map has no shallows" if shallows else "this map has no open ocean")
    return sorted(found, key=lambda hex_: DISTANCE[hex_ - middle])


def _place(charts: Charts, firer: Firer, target: Target) -> _Place:
    """The first hexes that do, preferably with one between them that smoke can lie in."""
    sight = Sight(charts.land, {}, {}, charts.options.los_graze, "both")
    for there in _targets(charts, target.shallows):
        found = []
        for here in _stations(charts, there, firer.range):
            heading = _heading(charts, there - here, firer.broadside)
            facing = _heading(charts, here - there, firer.target_broadside)
            if heading >= 0 and facing >= 0 and sight.clear(here, there):
                found.append(_Place(here, there, heading, facing))
        if found:
            return max(found, key=lambda place: bool(line(there - place.here).crossed))
    raise OptionError(f"no two ships can stand so at a range of {firer.range} on this map")


def _stations(charts: Charts, there: Hex, distance: int) -> list[Hex]:
    """The hexes of open ocean at this distance; at none, the target's own."""
    if not distance:
        return [there]
    return [
        here
        for here in charts.hexes
        if DISTANCE[there - here] == distance and charts.terrain[here] == OCEAN
    ]


def _heading(charts: Charts, bearing: int, broadside: bool) -> Facing:
    """A heading with the broadside towards that bearing, or not; -1 if there is none (5.3)."""
    if not bearing:
        return 0  # the same hex has no bearing
    for heading, arc in enumerate(charts.broadside):
        if bool(arc[bearing]) == broadside:
            return heading
    return -1


# --- The ships ---


def _number(charts: Charts, name: str) -> int:
    for number, ship in enumerate(charts.ships):
        if name.lower() in (ship.id.lower(), ship.name.lower()):
            return number
    raise OptionError(f"there is no ship {name!r} (ships are written J-Yamato, U-CVE12)")


def _one_of(known: dict[str, int], word: str, what: str) -> int:
    if word not in known:
        raise OptionError(f"there is no {what} {word!r} (there are: {', '.join(known)})")
    return known[word]


def _prepare(state: SamarState, ship: ShipNumber, status: str, damaged: bool) -> None:
    """Speed, and the side of the counter that shows."""
    charts = state.charts
    if status not in _STATUSES:
        raise OptionError(f"there is no status {status!r} (there are: {', '.join(_STATUSES)})")
    if status == "flank" and charts.ships[ship].no_flank:
        raise OptionError(f"{charts.ids[ship]} cannot go to flank speed")
    if status in _CONDITIONS:
        state.condition[ship] = _CONDITIONS[status]
    else:
        state.speed[ship] = STATUSES.index(status)
    if damaged:
        state.face[ship] |= 1


def _put_target(state: SamarState, ship: ShipNumber, hex_: Hex, target: Target) -> None:
    """The target with its hits, the ships around it, and panicked friends far away."""
    charts = state.charts
    state.where[ship] = hex_
    _prepare(state, ship, target.status, target.damaged)
    armor = charts.armor[state.face[ship]]
    if target.hits > armor:
        raise OptionError(f"{target.ship} bears {armor} hits on this side, not {target.hits}")
    state.hits[ship] = target.hits
    friends = [friend for friend in charts.navies[charts.navy[ship]] if friend != ship]
    if target.others + target.panicked > len(friends):
        raise OptionError(f"{target.ship} has only {len(friends)} friends")
    for friend in friends[: target.others]:
        state.where[friend] = hex_
    away = max(charts.hexes, key=lambda far: DISTANCE[far - hex_])
    for friend in friends[target.others : target.others + target.panicked]:
        state.where[friend] = away
        state.panic[friend] = 1


def _check_reach(state: SamarState, firer: ShipNumber, weapon: Weapon, asked: Firer) -> None:
    """5.4: say why a weapon cannot be used at this range."""
    options, name = state.charts.options, state.charts.ids[firer]
    if weapon == SECONDARY and options.secondary_surface_fire == "off":
        raise OptionError(
            "secondary batteries fire on ships only with secondary_surface_fire=instead_of_main"
        )
    reach = reach_of(state, firer, weapon, sight_of(state))
    if reach < 0:
        raise OptionError(f"{name} has no {asked.weapon} to use on ships")
    if weapon == REACTION:
        reach = min(reach, _POINT_BLANK)
    if asked.range > reach:
        raise OptionError(f"{name} reaches {reach} hexes with {asked.weapon}, not {asked.range}")


def _check_dice(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, asked: Firer
) -> None:
    """5.5: say why there is no fire."""
    entries = entries_of(state, firer, target, weapon, sight_of(state))
    if dice_of(entries) < 1:
        counted = ", ".join(f"{entry.name} {entry.value:+d}" for entry in entries)
        name = state.charts.ids[firer]
        raise OptionError(f"{name} has no dice left for {asked.weapon} ({counted})")
