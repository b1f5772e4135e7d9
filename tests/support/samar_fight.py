"""Combat phases of Samar fought by plan, with dice written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from samar_table import check_events, number

from flankspeed.engine import Choice, Event, Log, Modifier, Scripted
from flankspeed.games.samar.data.figures import COLUMNS
from flankspeed.games.samar.data.markers import GUN
from flankspeed.games.samar.rules.combat.firing import by_radar, sight_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of, entries_of
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import SamarState


def by_name(entries: Sequence[Modifier]) -> dict[str, int]:
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names), "an entry counts twice"
    return {entry.name: entry.value for entry in entries}


def entries(state: SamarState, firer: str, target: str, weapon: int = GUN) -> dict[str, int]:
    """T1: everything that counts, by name."""
    ships = number(state, firer), number(state, target)
    return by_name(entries_of(state, *ships, weapon, sight_of(state)))


def dice_for(state: SamarState, firer: str, target: str, weapon: int = GUN) -> int:
    return sum(entries(state, firer, target, weapon).values())


def column(state: SamarState, firer: str, target: str, weapon: int = GUN) -> str:
    """T4: the column of its criticals."""
    ships = number(state, firer), number(state, target)
    return COLUMNS[attack_of(state, *ships, weapon, sight_of(state)).column]


def radar(state: SamarState, firer: str, target: str) -> bool:
    return by_radar(state, number(state, firer), number(state, target), sight_of(state))


def shots(state: SamarState, ship: str) -> list[str]:
    """What a ship may attack in a combat phase that begins now."""
    twin, step = state.copy(), Combat()
    twin.agenda.append(step)
    step.run(twin, Scripted([]), None)
    assert step.prospects
    n = number(state, ship)
    if n not in step.waiting:
        return []
    return [shot.text for shot in step.prospects.menu(twin, n)]


def guns_reach(state: SamarState, ship: str, target: str) -> bool:
    return f"guns {target}" in shots(state, ship)


def torpedoes_reach(state: SamarState, ship: str, target: str) -> bool:
    return f"torpedoes {target}" in shots(state, ship)


def fight(state: SamarState, plan: Sequence[str], *dice: int) -> list[Event]:
    """A whole combat phase: these choices in their order where they are offered, else pass.

    An attack is written `"J-Yamato guns U-CVE12"`; exactly these dice must be thrown.
    """
    twin, log = state.copy(), Log()
    for copy, listener in ((twin, None), (state, log)):
        copy.agenda.append(Combat())
        scripted, wanted = Scripted(dice), list(plan)
        copy.advance(scripted, listener)
        while copy.decision:
            copy.play(_next(copy, wanted), scripted, listener)
        assert not wanted, f"could not be done: {wanted}"
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    check_events(log.events, dice)
    return log.events


def _next(state: SamarState, wanted: list[str]) -> Choice:
    """The next choice of the plan; a ship's only attack is made as soon as it is chosen."""
    assert state.decision is not None
    offered = {option.text: option for option in state.decision.options}
    step = state.agenda[-1]
    acting = step.ship if isinstance(step, Combat) else -1
    for item in wanted:
        ship, _, shot = item.partition(" ")
        if acting >= 0 and acting == state.charts.number.get(ship):
            wanted.remove(item)
            return offered[shot]
        if item in offered:
            wanted.remove(item)
            return offered[item]
        if f"ship {ship}" in offered:
            assert isinstance(step, Combat)
            assert step.prospects
            menu = [option.text for option in step.prospects.menu(state, number(state, ship))]
            assert shot in menu, f"{item}: there is only {menu}"
            if len(menu) == 1:
                wanted.remove(item)
            return offered[f"ship {ship}"]
    return offered["pass"]
