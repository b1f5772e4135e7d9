"""What a player of Samar is asked before he chooses: torpedoes, only targets, leaving the map."""

from __future__ import annotations

from importlib.resources import files

from flankspeed.engine import Choice
from flankspeed.engine.question import Question, Questions
from flankspeed.games.samar.data.markers import TORPEDO, ShipNumber
from flankspeed.games.samar.rules.combat.torpedoes import launches_left
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.helm import Steer
from flankspeed.games.samar.rules.turn.combat_phase import Combat, ShipChoice, Shot
from flankspeed.games.samar.state import SamarState

_QUESTIONS = Questions(files(__package__) / "questions.toml")


def question(state: SamarState, choice: Choice) -> Question | None:
    """What is asked before a choice is made; mostly nothing."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Course) and isinstance(choice, Steer):
        off_map = not state.charts.terrain[step.ahead(state)]
        return _QUESTIONS.ask("leave", ship=_name(state, step.ship)) if off_map else None
    if not isinstance(step, Combat) or step.prospects is None:
        return None
    if isinstance(choice, Shot):
        return _launch(state, step.ship, choice) if choice.weapon == TORPEDO else None
    if isinstance(choice, ShipChoice):
        # A ship with one attack to make would make it without another word.
        menu = step.prospects.menu(state, choice.ship)
        return _only(state, choice.ship, menu[0]) if len(menu) == 1 else None
    return None


def _only(state: SamarState, ship: ShipNumber, shot: Shot) -> Question:
    if shot.weapon == TORPEDO:
        return _launch(state, ship, shot)
    target = _name(state, shot.target)
    return _QUESTIONS.ask("only_target", ship=_name(state, ship), target=target)


def _launch(state: SamarState, ship: ShipNumber, shot: Shot) -> Question:
    """S-7.3-supply-1: every launch uses up one."""
    kind = "last_torpedoes" if launches_left(state, ship) == 1 else "torpedoes"
    return _QUESTIONS.ask(kind, ship=_name(state, ship), target=_name(state, shot.target))


def _name(state: SamarState, ship: ShipNumber) -> str:
    return state.charts.ships[ship].name
