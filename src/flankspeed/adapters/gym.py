"""The games as environments of Gymnasium; importing this module registers them.

A game is played solitaire, its agent choosing for every seat in turn, or from one seat against a
bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from flankspeed import bots, games
from flankspeed.adapters.render import RENDER_MODES, check_render_mode, render
from flankspeed.engine import Bot, Game, IllegalChoice, MissingPackage, OptionError, Rolled, State
from flankspeed.engine.episode import Episode, Reward, check_reward

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise MissingPackage(str(missing.name), "gym") from missing

from flankspeed.adapters.spaces import numbers_space, seed_of_dice
from flankspeed.engine.arena import arena

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from flankspeed.engine.arena import Mask
    from flankspeed.engine.feature import Numbers

Illegal = Literal["lose", "raise"]
Rendered: TypeAlias = "str | NDArray[np.uint8] | None"

_BEGINNINGS = 100  # games without a decision for the seat until we say that it has none


class FlankspeedEnv(gymnasium.Env["Numbers", np.int64]):
    """One game as an environment: a number is an action, an observation is a row of numbers.

    `seat` is whose rewards are told, if not said those of who chooses first. With an `opponent`, a
    bot by its name, the agent chooses for this seat alone; without, for all. An action that is not
    legal loses the game at once, or raises `IllegalChoice` if `illegal` says so.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seat: str | None = None,
        opponent: str | None = None,
        reward: Reward = "result",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._game = games.load(game)
        self._arena = arena(self._game, scenario, options)
        self._seat = self._game.check_seat(seat or self._first_seat())
        self._opponent = opponent
        if opponent is not None:
            bots.make(self._game, opponent)  # which says what is wrong with it
        check_reward(reward)
        if illegal not in get_args(Illegal):
            raise OptionError(f"illegal is {' or '.join(get_args(Illegal))}, not {illegal!r}")
        check_render_mode(render_mode)
        self._reward: Reward = reward
        self._illegal: Illegal = illegal
        self.render_mode = render_mode
        self.observation_space = numbers_space(self._arena)
        self.action_space = spaces.Discrete(len(self._arena.actions))
        self._episode: Episode | None = None
        self._bots: dict[str, Bot] = {}

    @property
    def position(self) -> State:
        """Where the game stands, to be looked at and not to be changed."""
        return self._under_way().state

    @property
    def rules(self) -> Game[Any]:
        """The game that is played."""
        return self._game

    def figures(self) -> dict[str, float]:
        """What the game is measured by, as it stands."""
        return dict(self._game.figures(self.position))

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action stands for."""
        return self._arena.actions

    @property
    def features(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return tuple(feature.name for feature in self._arena.features)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a game; a seed gives the dice that it gives everywhere in Flank Speed."""
        super().reset(seed=seed)
        for _ in range(_BEGINNINGS):
            dice = seed_of_dice(seed, self.np_random)
            self._episode = episode = Episode(self._arena, dice, [self._seat], self._reward)
            if self._opponent is not None:
                others = [other for other in self._game.seats if other != self._seat]
                self._bots = {
                    other: bots.make(self._game, self._opponent, dice) for other in others
                }
            self._let_opponent_play(episode)
            if not episode.over:
                return self._observation(episode), self._info(episode) | {"seed": dice}
            seed = None  # it was over before the seat had anything to choose: another one
        raise OptionError(
            f"{self._seat} has nothing to choose in {self._arena.scenario} of {self._game.name}"
        )

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Do an action; what the opponent answers is part of the step."""
        episode, illegal = self._under_way(), ""
        try:
            episode.act(int(action))
        except IllegalChoice as refused:
            if episode.over or self._illegal == "raise":
                raise
            illegal = str(refused)
            episode.forfeit()
        self._let_opponent_play(episode)
        over, (won,) = episode.over, episode.rewards()
        info = self._info(episode)
        if illegal:
            info["illegal"] = illegal
        return self._observation(episode), won, over, episode.truncated, info

    def action_masks(self) -> Mask:
        """A number for each action: 1 if it is legal now, else 0."""
        episode = self._under_way()
        return self._arena.mask(episode.legal)

    def render(self) -> Rendered:
        """The board as the seat may see it, in the `render_mode`."""
        state = self.position
        seat = self._seat if self._bots else state.seat_to_choose
        return render(self._game, state, seat, self.render_mode)

    def _first_seat(self) -> str:
        return self._arena.begin(Rolled(0)).seat_to_choose or self._game.seats[0]

    def _under_way(self) -> Episode:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        return self._episode

    def _let_opponent_play(self, episode: Episode) -> None:
        """Go on to the next decision of the agent."""
        state, others = episode.state, self._bots
        while others and (decision := state.decision) and decision.seat in others:
            episode.play(others[decision.seat].choose(state, decision))

    def _observation(self, episode: Episode) -> Numbers:
        """The position as it is seen by the one who chooses for the agent, or has chosen last."""
        seat = self._seat if self._bots else episode.state.seat_to_choose
        return episode.observe(seat or self._seat)

    def _info(self, episode: Episode) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self._arena.mask(episode.legal),
            "seat": episode.state.seat_to_choose or "",
        }
        if episode.state.result is not None:
            info["outcome"] = episode.state.result.outcome
            info["figures"] = self.figures()
        return info


def env_id(game: str) -> str:
    """What Gymnasium calls a game."""
    return f"flankspeed/{game.replace('-', ' ').title().replace(' ', '')}-v0"


for _name in games.names():
    gymnasium.register(
        env_id(_name), entry_point="flankspeed.adapters.gym:FlankspeedEnv", kwargs={"game": _name}
    )
