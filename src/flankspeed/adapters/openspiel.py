"""The games as games of OpenSpiel, with explicit chance; importing this module registers them.

`pyspiel.load_game("flankspeed_GAME(scenario=NAME,options=key:value+key:value)")`. OpenSpiel takes a
parameter that looks like a number for one, so a scenario that is called 1 is `no1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from flankspeed import games
from flankspeed.adapters.tree import Node
from flankspeed.engine import Game, MissingPackage, OptionError, State
from flankspeed.engine.dice import MAX_SIDES
from flankspeed.engine.game import option_text

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    raise MissingPackage(str(missing.name), "openspiel") from missing

from flankspeed.engine.arena import Arena, arena

_NUMBERED = "no"  # before a scenario whose name is a number


def short_name(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"flankspeed_{game.replace('-', '_')}"


def load(
    game: str, scenario: str | None = None, options: Mapping[str, object] | None = None
) -> FlankspeedGame:
    """A game with a scenario and options, which are written here as OpenSpiel can read them."""
    name = scenario or ""
    found: FlankspeedGame = pyspiel.load_game(
        short_name(game),
        {
            "scenario": f"{_NUMBERED}{name}" if name.isdecimal() else name,
            "options": "+".join(
                f"{key}:{option_text(value)}" for key, value in (options or {}).items()
            ),
        },
    )
    return found


class FlankspeedGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel tells no types
    """A game with its scenario and options; each game has a class of its own."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        game = games.load(self.name)
        self.arena = arena(
            game,
            _scenario(str(parameters.get("scenario", ""))),
            _options(str(parameters.get("options", ""))),
        )
        self.first = Node.first(self.arena)
        self.secrets = game.has_secrets(self.arena.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.arena.actions),
            max_chance_outcomes=MAX_SIDES,
            num_players=len(game.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if len(game.seats) == 2 else None,
            max_game_length=self.arena.longest,
        )
        super().__init__(_game_type(game, self.secrets), info, dict(parameters))

    def new_initial_state(self) -> FlankspeedState:
        """The game as it begins."""
        return FlankspeedState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        """Whoever tells what is known of a state: by a seat, by all, or by a seat alone."""
        if kind is None or (kind.public_info and not kind.perfect_recall) or self.secrets:
            return SeatObserver(self.arena, kind)
        return IIGObserverForPublicInfoGame(kind, parameters)


class FlankspeedState(pyspiel.State):  # type: ignore[misc]
    """A point of a game. All it has is its node of the tree, which copies share."""

    def __init__(self, game: FlankspeedGame) -> None:
        super().__init__(game)
        self.node = game.first

    @property
    def position(self) -> State:
        """The board, as it was when the last choice was made if dice are being thrown for it."""
        return self.node.seen

    def current_player(self) -> int:
        """Whose choice it is: a seat by its number, chance, or nobody's when it is over."""
        node = self.node
        if node.need is not None:
            return int(pyspiel.PlayerId.CHANCE)
        decision = node.state.decision
        if decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return node.arena.game.seats.index(decision.seat)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.need is None and self.node.state.decision is None

    def is_chance_node(self) -> bool:
        """Whether dice are being thrown."""
        return self.node.need is not None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the next die can show, or how many of some dice can succeed."""
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.told(action)

    def returns(self) -> list[float]:
        """What each seat has won: 1, or -1, once the game is over."""
        return self.scores() if self.is_terminal() else [0.0] * self.num_players()

    def scores(self) -> list[float]:
        """How each seat stands, as the game itself says."""
        game = self.node.arena.game
        return [game.score(self.node.seen, seat) for seat in game.seats]

    def __str__(self) -> str:
        """The board, and what is thrown."""
        seat = self.node.seen.seat_to_choose
        return "\n".join(filter(None, (_board(self.node, seat), self.node.under_way)))


class SeatObserver:
    """What a seat may know of a state, as numbers and as text; or, as text, all, or it alone."""

    def __init__(self, arena: Arena, kind: Any) -> None:
        self._arena = arena
        self._public = kind is None or kind.public_info
        self._own = kind is None or kind.private_info != pyspiel.PrivateInfoType.NONE
        whole = self._public and self._own
        self.tensor = np.zeros(len(arena.features), np.float32) if whole else None
        self.dict = {"observation": self.tensor} if whole else {}

    def set_from(self, state: FlankspeedState, player: int) -> None:
        """Observe a state from a seat; there is nothing to be seen before the game begins."""
        if self.tensor is None:
            return
        if state.node.begun:
            self._arena.game.observe(state.position, self._arena.game.seats[player], self.tensor)
        else:
            self.tensor.fill(0)

    def string_from(self, state: FlankspeedState, player: int) -> str:
        """The same in words."""
        seat = self._arena.game.seats[player] if self._own else None
        board = _board(state.node, seat) if self._public else ""
        secret = self._secrets(state.position, seat) if seat and state.node.begun else ""
        return "\n".join(filter(None, (board, secret)))

    def _secrets(self, position: State, seat: str) -> str:
        """While choices are concealed, all that a seat knows, for the board does not show it."""
        if not self._arena.game.conceals(position):
            return ""
        seen = zip(self._arena.features, self._arena.observe(position, seat), strict=True)
        return ", ".join(f"{feature.name} {value:g}" for feature, value in seen if value)


class ScoreEvaluator:
    """For OpenSpiel's MCTS: what a position is worth is what the game says of it."""

    def evaluate(self, state: FlankspeedState) -> Any:
        """What a state is worth to each seat."""
        return np.array(state.scores())

    def prior(self, state: FlankspeedState) -> list[tuple[int, float]]:
        """How likely each action is: all the same."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def _board(node: Node, seat: str | None) -> str:
    return node.arena.game.board_text(node.seen, seat) if node.begun else ""


def _scenario(text: str) -> str:
    """The scenario that a parameter names; the first if it is empty."""
    number = text.removeprefix(_NUMBERED)
    return number if number.isdecimal() else text


def _options(text: str) -> dict[str, object]:
    """The options that a parameter names."""
    options: dict[str, object] = {}
    for part in text.split("+") if text else ():
        name, colon, value = part.partition(":")
        if not colon:
            raise OptionError(f"options are key:value+key:value, not {text!r}")
        options[name] = value
    return options


def _game_type(game: Game[Any], secrets: bool) -> Any:
    kinds = pyspiel.GameType
    two = len(game.seats) == 2
    return kinds(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=len(game.seats),
        provides_information_state_string=not secrets,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": ""},
    )


# OpenSpiel lets go of what it is given when Python is gone already: a class outlives that.
for _name in games.names():
    _kind = type(f"FlankspeedGame_{_name}", (FlankspeedGame,), {"name": _name})
    globals()[_kind.__name__] = _kind  # where it is found when a state is sent
    pyspiel.register_game(_game_type(games.load(_name), False), _kind)
