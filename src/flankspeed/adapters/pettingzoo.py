"""The games as environments of PettingZoo: each seat is an agent, and they take turns.

`env` makes one where agents step one by one (AEC), `parallel_env` one where all step at once, of
which the action of the agent whose turn it is counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from flankspeed import games
from flankspeed.adapters.render import RENDER_MODES, check_render_mode, render
from flankspeed.engine import IllegalChoice, MissingPackage
from flankspeed.engine.episode import Episode, Reward, check_reward

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as missing:
    raise MissingPackage(str(missing.name), "pettingzoo") from missing

from flankspeed.adapters.spaces import numbers_space, seed_of_dice
from flankspeed.engine.arena import arena

if TYPE_CHECKING:
    from numpy.typing import NDArray

Seen: TypeAlias = "dict[str, NDArray[Any]]"
Rendered: TypeAlias = "str | NDArray[np.uint8] | None"


class FlankspeedAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo tells no types
    """One game: an agent sees a row of numbers and a mask of what it may do; a number is an action.

    An action that is not legal raises `IllegalChoice`, and nothing has changed.
    """

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        reward: Reward = "result",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        check_render_mode(render_mode)
        self._game = games.load(game)
        self._arena = arena(self._game, scenario, options)
        self._reward = reward
        self._random, _ = seeding.np_random()
        self._episode: Episode | None = None
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"flankspeed_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self.possible_agents = list(self._game.seats)
        self.agents: list[str] = []
        actions = len(self._arena.actions)
        self._spaces = {
            seat: (
                spaces.Dict(
                    {
                        "observation": numbers_space(self._arena),
                        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                    }
                ),
                spaces.Discrete(actions),
            )
            for seat in self._game.seats
        }

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """The numbers and the mask that an agent sees."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of the actions; the same for all."""
        return self._spaces[agent][1]

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action stands for."""
        return self._arena.actions

    @property
    def features(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return tuple(feature.name for feature in self._arena.features)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed gives the dice that it gives everywhere in Flank Speed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        while True:
            dice = seed_of_dice(seed, self._random)
            episode = Episode(self._arena, dice, self.possible_agents, self._reward)
            if episode.state.decision is not None:
                break
            seed = None  # a game that was over before anybody had anything to choose: another one
        self._episode = episode
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = episode.state.decision.seat

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is (None once it is over for it)."""
        agent, episode = self.agent_selection, self._under_way()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalChoice(f"{agent} must choose: None is for who has nothing left to do")
        episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, episode.rewards(), strict=True))
        self._accumulate_rewards()
        if (decision := episode.state.decision) is None:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = decision.seat
            if episode.truncated:
                self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do: nothing when it is not its turn."""
        episode = self._under_way()
        return {"observation": episode.observe(agent), "action_mask": episode.mask(agent)}

    def render(self) -> Rendered:
        """The board as the agent whose turn it is may see it, in the `render_mode`."""
        state = self._under_way().state
        return render(self._game, state, state.seat_to_choose, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _under_way(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("reset the environment first")
        return self._episode


def env(game: str, scenario: str | None = None, **settings: Any) -> FlankspeedAEC:
    """A game whose agents step one by one; `settings` are those of `FlankspeedAEC`."""
    return FlankspeedAEC(game, scenario, **settings)


def parallel_env(
    game: str, scenario: str | None = None, **settings: Any
) -> ParallelEnv[str, Seen, int | None]:
    """The same where all step at once; only the action of the agent whose turn it is counts."""
    return turn_based_aec_to_parallel(env(game, scenario, **settings))
