"""What a player of Samar can know before he chooses: the odds of each option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flankspeed.engine import Choice, Modifier, Odds
from flankspeed.games.samar.data.markers import REACTION, AirKind, ShipNumber
from flankspeed.games.samar.odds.attacks import (
    aa_chances,
    aa_ratings,
    expected,
    flight,
    hull_of,
    shot,
    strike,
)
from flankspeed.games.samar.odds.hazards import beaching_chance, collision_chance
from flankspeed.games.samar.odds.throw import NEVER, PLAIN, Outcome, outcome, units_left
from flankspeed.games.samar.rules.air.aa_fire import FIRE, Hold, aa_entries
from flankspeed.games.samar.rules.air.placing import AirChoice
from flankspeed.games.samar.rules.air.strike import Strike
from flankspeed.games.samar.rules.combat.firing import Scene, dice_of, sight_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of
from flankspeed.games.samar.rules.movement.ahead import after, firers_on
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.fouling import fouling_roll
from flankspeed.games.samar.rules.movement.helm import Entry, Steer
from flankspeed.games.samar.rules.movement.reaction_fire import IN_ORDER, React
from flankspeed.games.samar.rules.turn.combat_phase import (
    Combat,
    Prospects,
    ShipChoice,
    Shot,
    StrikeChoice,
)
from flankspeed.games.samar.state import SamarState

_LOST: Final = Odds("lost already")  # by the attacks of this phase so far
_SHOWN: Final = 0.005  # chances below this are left out
_ENDS: Final = (
    ("sunk", "sunk"),
    ("flipped", "damaged"),
    ("slowed", "slowed"),
    ("dead", "dead in the water"),
    ("burning", "fire"),
    ("panicked", "panic"),
)


def option_odds(state: SamarState) -> dict[str, Odds]:
    """The odds of the options on offer, where there are any to tell."""
    if state.decision is None:
        return {}
    told = {}
    for option in state.decision.options:
        odds = _odds(state, option)
        if odds:
            told[option.text] = odds
    return told


def _odds(state: SamarState, option: Choice) -> Odds | None:
    step = state.agenda[-1]
    if isinstance(step, Combat) and step.prospects is not None:
        return _combat(state, step.prospects, step.ship, option)
    if isinstance(step, Strike):
        return _aa(state, step, option)
    if isinstance(step, Course):
        return _course(state, step, option)
    if isinstance(option, AirChoice):
        return _placing(state, option)
    return None


# --- Words ---


def _percent(chance: float) -> str:
    return f"{chance:.0%}"


def _named(entries: Sequence[tuple[str, int]]) -> str:
    """` (flank speed +1)`: what counts on a throw that is not the last; nothing if nothing does."""
    counted = ", ".join(f"{name} {value:+d}" for name, value in entries)
    return f" ({counted})" if counted else ""


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _words(found: Outcome) -> str:
    """`2.0 hits, sunk 37%, damaged 13%`."""
    parts = [f"{found.hits:.1f} hits"]
    for field, name in _ENDS:
        chance = getattr(found, field)
        if chance >= _SHOWN:
            parts.append(f"{name} {_percent(chance)}")
    return ", ".join(parts)


# --- Combat ---


def _combat(state: SamarState, phase: Prospects, ship: ShipNumber, option: Choice) -> Odds | None:
    """D-10 to D-13; `ship` is the one that acts, if it is chosen."""
    if isinstance(option, Shot):
        return _shot(state, ship, option, phase.sight)
    if isinstance(option, StrikeChoice):
        return _strike(state, option.kind, option.target, option.count, phase.sight)
    if isinstance(option, ShipChoice):
        return _best(state, option.ship, phase.menu(state, option.ship), phase.sight)
    return None


def _shot(state: SamarState, ship: ShipNumber, option: Shot, sight: Scene) -> Odds:
    if not hull_of(state, option.target).to_sink:
        return _LOST
    attack = attack_of(state, ship, option.target, option.weapon, sight)
    return _thrown(attack.entries, expected(state, attack))


def _thrown(entries: Sequence[Modifier], found: Outcome) -> Odds:
    return Odds(f"{_dice(dice_of(entries))}: {_words(found)}", tuple(entries))


def _best(state: SamarState, ship: ShipNumber, shots: Sequence[Shot], sight: Scene) -> Odds:
    """The ship's best shot: likeliest to sink its target, or else with most hit markers."""

    def merit(option: Shot) -> tuple[float, float]:
        found = shot(state, ship, option.target, option.weapon, sight)
        return found.sunk, found.markers

    best = max(shots, key=merit)
    text, modifiers = _shot(state, ship, best, sight)
    return Odds(f"{best.label}, {text}", modifiers)


# --- Aircraft ---


def _strike(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    count: int,
    sight: Scene,
    ratings: Sequence[int] | None = None,
) -> Odds:
    """The modifiers are those of the attack if all units get through."""
    if not hull_of(state, target).to_sink:
        return _LOST
    fired = aa_ratings(state, target) if ratings is None else ratings
    chances = units_left(count, aa_chances(state.charts, kind, fired))
    left = sum(units * chance for units, chance in enumerate(chances))
    found = strike(state, kind, target, count, sight, ratings=fired)
    through = f"{left:.1f} of {count} get through AA{_named(aa_entries(state.charts, kind))}"
    attack = flight(state, kind, target, count, sight)
    return Odds(f"{through}: {_words(found)}", tuple(attack.entries))


def _aa(state: SamarState, step: Strike, option: Choice) -> Odds | None:
    """D-14: the attack, if all fire, or all but one."""
    if step.gunners is None or not (option == FIRE or isinstance(option, Hold)):
        return None
    silent = option.ship if isinstance(option, Hold) else -1
    secondary, face = state.charts.secondary, state.face
    ratings = [secondary[face[ship]] for ship in step.gunners if ship != silent]
    return _strike(state, step.kind, step.target, step.count, step.sight, ratings)


def _placing(state: SamarState, option: AirChoice) -> Odds:
    """8.2: the strike as it would be now, with the units that are there already."""
    units, kind, target = state.charts.units, option.kind, option.target
    there = sum(at == target and unit == kind for unit, at in zip(units, state.air, strict=True))
    return _strike(state, kind, target, there + 1, sight_of(state))


# --- Movement ---


def _course(state: SamarState, step: Course, option: Choice) -> Odds | None:
    if isinstance(option, (Steer, Entry)):
        return _hazards(state, step, option)
    if isinstance(option, React):
        return _volley(state, step.ship, [option.firer])
    if option == IN_ORDER:
        return _volley(state, step.ship, step.waiting)
    return None


def _hazards(state: SamarState, step: Course, order: Steer | Entry) -> Odds | None:
    """4.3, 4.4: what a hex brings to a ship that enters it and turns as ordered.

    The modifiers are those of the reaction fire.
    """
    twin, ship = after(state, step, order), step.ship
    if not state.charts.terrain[twin.where[ship]]:
        return None
    fire, modifiers = _reaction(twin, step)
    parts = [part for part in (_fouling(twin, ship), _shallows(twin, ship), fire) if part]
    return Odds("; ".join(parts), modifiers) if parts else None


def _fouling(state: SamarState, ship: ShipNumber) -> str:
    hex_ = state.where[ship]
    others = [other for other, there in enumerate(state.where) if there == hex_ and other != ship]
    if not others:
        return ""
    chance = collision_chance(state, ship, others)
    return f"collision {_percent(chance)}{_named(fouling_roll(state, [ship, *others]).modifiers)}"


def _shallows(state: SamarState, ship: ShipNumber) -> str:
    chance = beaching_chance(state, ship)
    return f"shallows, beached {_percent(chance)}" if chance else ""


def _reaction(state: SamarState, step: Course) -> Odds:
    """4.3: the enemies that would fire on the ship there."""
    ready = firers_on(state, step)
    if not ready:
        return Odds("")
    text, modifiers = _volley(state, step.ship, ready)
    return Odds(f"reaction fire, {text}", modifiers)


def _volley(state: SamarState, ship: ShipNumber, ready: Sequence[ShipNumber]) -> Odds:
    """Reaction fire of several ships: their hits add up (S-T3-2), as things stand now."""
    sight = sight_of(state)
    attacks = [attack_of(state, firer, ship, REACTION, sight) for firer in ready]
    if len(attacks) == 1:
        return _thrown(attacks[0].entries, expected(state, attacks[0]))
    # Each throw has modifiers of its own, and its own chance of panic, which are not told here.
    dice = sum(dice_of(attack.entries) for attack in attacks)
    found = outcome(dice, 0.0, PLAIN, 0, 1, 1, *hull_of(state, ship)._replace(panic_at=NEVER))
    return Odds(f"{_dice(dice)}: {_words(found)}")
