"""What a player of Kamikaze Attack! is asked before he chooses."""

from __future__ import annotations

from importlib.resources import files

from flankspeed.engine import Choice
from flankspeed.engine.question import Question, Questions
from flankspeed.games.kamikaze.data.planes import NAMES
from flankspeed.games.kamikaze.rules.movement import OFF_ELSEWHERE, Move
from flankspeed.games.kamikaze.state import KamikazeState

_QUESTIONS = Questions(files(__package__) / "questions.toml")


def question(state: KamikazeState, choice: Choice) -> Question | None:
    """K-1-exit: a plane that leaves other than by the south is lost."""
    if isinstance(choice, Move) and choice.to == OFF_ELSEWHERE:
        return _QUESTIONS.ask("leave", plane=NAMES[state.active])
    return None
