"""Arenas: a game with its scenario and options, as agents play it, by numbers alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from flankspeed.engine.decision import Decision
from flankspeed.engine.dice import Dice
from flankspeed.engine.errors import IllegalChoice, MissingPackage
from flankspeed.engine.game import Game, Options
from flankspeed.engine.step import State

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "gym") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from flankspeed.engine.feature import Numbers

    Mask = NDArray[np.int8]

_SHOWN = 6  # actions that are named to whoever has chosen another


class Arena:
    """What agents need of a game: its actions and features by number, masks and observations.

    It never changes and is shared by all who play there: ask `arena` for it.
    """

    def __init__(self, game: Game[Any], scenario: str, options: Options) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.actions = tuple(game.actions(scenario, options))
        self.features = tuple(game.features(scenario, options))
        self.longest = game.longest(scenario, options)
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        self._of_texts: dict[str, int] = {}  # the same by the texts of choices, as they are met

    def begin(self, dice: Dice) -> State:
        """A new game, where the first decision is to be made."""
        state: State = self.game.new(self.scenario, self.options)
        state.advance(dice)
        return state

    def legal(self, decision: Decision | None) -> list[int]:
        """The action of each option of a decision, in their order; none when the game is over."""
        if decision is None:
            return []
        numbers = self._of_texts
        try:
            return [numbers[option.text] for option in decision.options]
        except KeyError:
            for option in decision.options:
                numbers[option.text] = self._numbers[option.action]
            return self.legal(decision)

    def mask(self, legal: Sequence[int]) -> Mask:
        """A number for each action: 1 if it is legal, else 0."""
        mask = bytearray(len(self.actions))
        for action in legal:
            mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def observe(self, state: State, seat: str) -> Numbers:
        """What a seat may know of a position."""
        out = np.empty(len(self.features), np.float32)
        self.game.observe(state, seat, out)
        return out

    def refusal(self, action: int, legal: Sequence[int]) -> IllegalChoice:
        """Why an action that is not legal cannot be done, in a sentence."""
        if not 0 <= action < len(self.actions):
            return IllegalChoice(
                f"there is no action {action}: {self.game.name} has {len(self.actions)} here"
            )
        named = ", ".join(f"{number} ({self.actions[number]})" for number in legal[:_SHOWN])
        rest = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return IllegalChoice(
            f"action {action} ({self.actions[action]}) cannot be chosen now, but {named}{rest}"
        )

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _arena, (type(self.game), self.scenario, self.options)


def arena(
    game: Game[Any],
    scenario: str | None = None,
    options: Options | Mapping[str, object] | None = None,
) -> Arena:
    """The arena of a game, a scenario (the first if none is named) and options."""
    chosen = options if isinstance(options, Options) else game.options(options)
    return _arena(type(game), game.find_scenario(scenario).name, chosen)


@lru_cache(maxsize=64)
def _arena(kind: type[Game[Any]], scenario: str, options: Options) -> Arena:
    return Arena(kind(), scenario, options)
