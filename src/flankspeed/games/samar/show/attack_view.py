"""The attacks of the combat phase as a seat sees them, and what will come of them."""

from __future__ import annotations

import msgspec

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import (
    AIR_TORPEDO,
    BOMB,
    CONDITIONS,
    GUN,
    REACTION,
    SECONDARY,
    STRAFE,
    TORPEDO,
    ShipNumber,
)
from flankspeed.games.samar.rules.combat.damage import apply_blows, together
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import Blow, SamarState

_WEAPONS = {
    GUN: "guns",
    SECONDARY: "secondary battery",
    REACTION: "reaction fire",
    TORPEDO: "torpedoes",
    AIR_TORPEDO: "air torpedoes",
    BOMB: "bombs",
    STRAFE: "strafing",
}


class EffectsView(msgspec.Struct, frozen=True, kw_only=True):
    """What attacks do to a ship."""

    target: str
    hits: int
    waterlines: int
    fires: int
    catastrophic: int
    panic: int

    @property
    def hit(self) -> bool:
        """Whether anything struck her."""
        return bool(self.hits or self.waterlines or self.fires or self.catastrophic)


class BlowView(EffectsView, frozen=True, kw_only=True):
    """An attack of the last combat phase; `firer` is the place of a ship or a kind of air unit."""

    firer: str
    weapon: str
    torpedoes: bool
    dice_sum: int


class StruckView(EffectsView, frozen=True, kw_only=True):
    """A-32: a ship under attack in this phase, all attacks together; `fate` is what she becomes."""

    attacks: int
    fate: list[str]


def blow_views(state: SamarState) -> list[BlowView]:
    """The attacks of the last combat phase, in their order."""
    return [_blow(state.charts, blow) for blow in state.blows]


def _blow(charts: Charts, blow: Blow) -> BlowView:
    kind = -1 - blow.firer
    firer = f"air:{charts.squadrons[kind].kind}" if kind >= 0 else charts.places[blow.firer]
    return BlowView(
        firer=firer,
        target=charts.places[blow.target],
        weapon=_WEAPONS[blow.weapon],
        torpedoes=blow.weapon in (TORPEDO, AIR_TORPEDO),
        hits=blow.hits,
        waterlines=blow.waterlines,
        fires=blow.fires,
        catastrophic=blow.catastrophic,
        panic=blow.panic,
        dice_sum=blow.dice,
    )


def struck_views(state: SamarState) -> list[StruckView]:
    """A-32: the ships struck in the combat phase under way, before that takes effect."""
    if not state.blows or not any(isinstance(step, Combat) for step in state.agenda):
        return []
    then = state.copy()
    apply_blows(then, None)
    targets = dict.fromkeys(blow.target for blow in state.blows)
    return [_struck(state, then, ship) for ship in targets]


def _struck(state: SamarState, then: SamarState, ship: ShipNumber) -> StruckView:
    blows = [blow for blow in state.blows if blow.target == ship]
    sum_ = together(blows)
    return StruckView(
        target=state.charts.places[ship],
        hits=sum_.hits,
        waterlines=sum_.waterlines,
        fires=sum_.fires,
        catastrophic=sum_.catastrophic,
        panic=sum_.panic,
        attacks=len(blows),
        fate=_fate(state, then, ship),
    )


def _fate(state: SamarState, then: SamarState, ship: ShipNumber) -> list[str]:
    """What the attacks will make of a ship; nothing if she goes on as she was."""
    if then.lost(ship):
        return ["sinks"]
    changes = (
        (then.face[ship] != state.face[ship], "damaged"),
        (then.condition[ship] != state.condition[ship], CONDITIONS[then.condition[ship]]),
        (then.panic[ship] > state.panic[ship], "panic"),
    )
    return [words for true, words in changes if true]
