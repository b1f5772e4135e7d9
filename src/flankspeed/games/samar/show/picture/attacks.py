"""The attacks of the combat phase under way, ship by ship, before they take effect."""

from __future__ import annotations

from flankspeed.engine.svg import at, text
from flankspeed.games.samar.data.markers import CONDITIONS
from flankspeed.games.samar.rules.combat.damage import apply_blows, together
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.parts import ALARM, DIM, WORDS, Column, emblem, thing
from flankspeed.games.samar.state import SamarState

_LINE = 18
_EFFECTS = 124  # where they are written, right of the name


def attacks(column: Column, state: SamarState) -> None:
    """A-32: who was struck by how much, and what will come of it when the phase ends."""
    if not state.blows or not any(isinstance(step, Combat) for step in state.agenda):
        return
    column.heading("Attacks so far", "they take effect when the phase ends")
    then = state.copy()
    apply_blows(then, None)
    for ship in dict.fromkeys(blow.target for blow in state.blows):
        column.add(_struck(state, then, ship, column.width), _LINE)
    column.y += 6


def _struck(state: SamarState, then: SamarState, ship: int, width: float) -> str:
    """A ship and all that has struck her; pointing at the line tells of each attack."""
    charts = state.charts
    navy, blows = charts.navy[ship], [blow for blow in state.blows if blow.target == ship]
    sum_ = f"{captions.counted(len(blows), 'attack')}, {captions.effects(together(blows))}"
    parts = [
        emblem(navy, 6, -4),
        text(captions.short_name(charts.ships[ship]), 16, 0, fill=WORDS[navy], font_weight="bold"),
        text(sum_, _EFFECTS, 0, fill=DIM),
    ]
    if fate := _fate(state, then, ship):
        parts.append(text(fate, width, 0, fill=ALARM, text_anchor="end"))
    each = "; ".join(captions.attack(state, blow) for blow in blows)
    place = charts.places[ship]
    return thing({}, place, each, parts, marks=["attacked"], where=at(0, 13), echo=True)


def _fate(state: SamarState, then: SamarState, ship: int) -> str:
    """What the attacks will make of a ship; empty if she goes on as she was."""
    if then.lost(ship):
        return "sinks"
    changes = (
        (then.face[ship] != state.face[ship], "damaged"),
        (then.condition[ship] != state.condition[ship], CONDITIONS[then.condition[ship]]),
        (then.panic[ship] > state.panic[ship], "panic"),
    )
    return ", ".join(words for true, words in changes if true)
