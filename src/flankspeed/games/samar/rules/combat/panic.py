"""5.6 Panic: the dice thrown at a ship may shake its crew, whether they hit or not (T2)."""

from __future__ import annotations

from flankspeed.engine import Log, Modifier
from flankspeed.games.samar.data.figures import figure
from flankspeed.games.samar.data.markers import HULK, ShipNumber
from flankspeed.games.samar.state import SamarState

# S-T2-2: the numbers that must be exceeded, by navy.
_LIMITS = (figure("panic", "ijn"), figure("panic", "usn"))


def panicked_friends(state: SamarState, ship: ShipNumber) -> int:
    """A-12: the other ships of its side on the map that are panicked and no hulks."""
    panic, where, condition = state.panic, state.where, state.condition
    friends = state.charts.navies[state.charts.navy[ship]]
    return sum(
        1 for s in friends if panic[s] and where[s] > 0 and condition[s] != HULK and s != ship
    )


def panic_sum(state: SamarState, ship: ShipNumber) -> int:
    """T2: the least sum of dice that panics a ship; armor steadies it, panicked friends do not."""
    charts = state.charts
    limit, armor = _LIMITS[charts.navy[ship]].value, charts.armor[state.face[ship]]
    return limit + 1 + armor - panicked_friends(state, ship)


def _entries(state: SamarState, ship: ShipNumber, thrown: int) -> list[Modifier]:
    """S-T2-1: the sum of the dice, less the current armor, more with panicked friends."""
    armor, friends = state.charts.armor[state.face[ship]], panicked_friends(state, ship)
    entries = [Modifier("dice", thrown), Modifier("armor", -armor)]
    return [*entries, Modifier("panicked friends", friends)] if friends else entries


def shake(state: SamarState, ship: ShipNumber, thrown: int, log: Log | None) -> int:
    """5.6: 1 if the dice of a throw panic the ship, which is marked when damage is applied (6.5).

    A-12: where the dice of the whole phase count, those thrown before are added.
    """
    if state.charts.options.panic_scope == "per_phase":
        thrown += state.shaken.get(ship, 0)
        state.shaken[ship] = thrown
    if state.panic[ship]:
        return 0
    if thrown < panic_sum(state, ship):
        return 0
    if log:
        limit, entries = _LIMITS[state.charts.navy[ship]], _entries(state, ship, thrown)
        log.add(
            "panic breaks out",
            "S-T2-2",
            modifiers=entries,
            places=[state.charts.places[ship]],
            used=[limit.used],
            ship=state.charts.ships[ship].name,
            total=sum(entry.value for entry in entries),
            limit=limit.value,
        )
    return 1


def mark_panic(state: SamarState, ship: ShipNumber, log: Log | None) -> None:
    """6.5 (A-13): a panic marker, one at most, on a ship that is still afloat."""
    if state.panic[ship] or state.condition[ship] == HULK:
        return
    state.panic[ship] = 1
    if log:
        charts = state.charts
        log.add(
            "ship panics",
            "S-6.5-panic-1",
            places=[charts.places[ship]],
            ship=charts.ships[ship].name,
        )
