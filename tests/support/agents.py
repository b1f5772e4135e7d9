"""What a game tells agents, checked over whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from flankspeed.engine import Game, Rolled, State
from flankspeed.engine.slots import slots_of

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers


def states(
    game: Game[Any], scenario: str, values: Mapping[str, object], seed: int
) -> Iterator[State]:
    """The position before each decision of a random game, and the last one; it plays on."""
    dice, chance = Rolled(seed), random.Random(seed)
    state: State = game.new(scenario, game.options(values))
    state.advance(dice)
    yield state
    while state.decision:
        state.play(chance.choice(state.decision.options), dice)
        yield state


class Eyes:
    """The features of a scenario, and what a seat sees by them."""

    def __init__(
        self, game: Game[Any], scenario: str, values: Mapping[str, object] | None = None
    ) -> None:
        self.game = game
        self.features = game.features(scenario, game.options(values))
        self.names = [feature.name for feature in self.features]
        self._lows = np.array([feature.low for feature in self.features], np.float32)
        self._highs = np.array([feature.high for feature in self.features], np.float32)

    def see(self, state: State, seat: str) -> Numbers:
        """All numbers; whatever is not written is no number."""
        seen = np.full(len(self.features), np.nan, np.float32)
        self.game.observe(state, seat, seen)
        return seen

    def named(self, state: State, seat: str) -> dict[str, float]:
        """Those that are not 0, by name."""
        seen = self.see(state, seat)
        return {name: float(value) for name, value in zip(self.names, seen, strict=True) if value}

    def outside(self, state: State, seat: str) -> list[str]:
        """The features that do not keep their bounds."""
        seen = self.see(state, seat)
        kept = (self._lows <= seen) & (seen <= self._highs)  # which no number is not
        return [f"{self.features[n]} is {seen[n]}" for n in map(int, np.flatnonzero(~kept))]


def shown(game: Game[Any], state: State, seat: str, but: tuple[str, ...] = ()) -> bytes:
    """What a seat is shown: its view, but for some fields, and what it is asked."""
    view = msgspec.to_builtins(game.board_view(state, seat))
    for name in but:
        _forget(view, name.split("."))
    decision = state.decision
    asked: object = None
    if decision:
        own = decision.seat == seat
        asked = [decision.seat, [option.text for option in decision.options] if own else []]
    return msgspec.json.encode([view, asked])


def _forget(view: Any, path: list[str]) -> None:
    for part in view if isinstance(view, list | tuple) else [view]:
        if len(path) == 1:
            del part[path[0]]
        else:
            _forget(part[path[0]], path[1:])


def unseen(eyes: Eyes, state: State, seat: str) -> set[str]:
    """The fields of a state, of those that are numbers or lists of them, whose change is not seen.

    Each is changed by as little as possible: a number by one, a list in its last place.
    """
    found = set()
    before = eyes.see(state, seat)
    for name in slots_of(type(state)):
        twin = state.copy()
        value = getattr(twin, name)
        if isinstance(value, int):
            setattr(twin, name, _changed(value))
        elif isinstance(value, list) and value and isinstance(value[-1], int):
            value[-1] = _changed(value[-1])
        else:
            continue
        if (eyes.see(twin, seat) == before).all():
            found.add(name)
    return found


def _changed(value: int) -> int:
    return not value if isinstance(value, bool) else value + 1
