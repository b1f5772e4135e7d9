"""Episodes: one game in an arena, as it is played by agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, get_args

from flankspeed.engine import Choice, IllegalChoice, OptionError, Rolled, State
from flankspeed.engine.arena import Arena

if TYPE_CHECKING:
    from flankspeed.engine.arena import Mask
    from flankspeed.engine.feature import Numbers

# What is rewarded: how the game ends, or every change of how a side stands on the way there.
Reward = Literal["result", "shaped"]
LOST = -1.0  # the least score


def check_reward(reward: str) -> None:
    """Raise `OptionError` if there is no such reward."""
    if reward not in get_args(Reward):
        raise OptionError(f"reward is {' or '.join(get_args(Reward))}, not {reward!r}")


class Episode:
    """A game under way: position and dice, the legal actions, and what `seats` have won so far."""

    def __init__(self, arena: Arena, seed: int, seats: Sequence[str], reward: str) -> None:
        """Begin with the dice that `seed` gives everywhere in Flank Speed."""
        self.arena = arena
        self.dice = Rolled(seed)
        self.state: State = arena.begin(self.dice)
        self.decisions = 0
        self.forfeited = False
        self._legal: list[int] | None = None
        self._seats = seats
        self._shaped = reward == "shaped"
        self._nothing = [0.0] * len(seats)
        self._rewarded = self._scores() if self._shaped else self._nothing

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self.state.decision is None or self.forfeited

    @property
    def truncated(self) -> bool:
        """Whether it is broken off undecided: it lasts longer than the game says it can."""
        return self.decisions >= self.arena.longest and not self.over

    @property
    def legal(self) -> list[int]:
        """The action of each option there is, worked out once a decision; none when it is over."""
        if self._legal is None:
            self._legal = self.arena.legal(None if self.over else self.state.decision)
        return self._legal

    def act(self, action: int) -> None:
        """Do what a legal action stands for; raises `IllegalChoice` for any other."""
        if self.over:
            raise IllegalChoice("the game is over: reset the environment")
        try:
            option = self.legal.index(action)
        except ValueError:
            raise self.arena.refusal(action, self.legal) from None
        self.play(option)

    def play(self, choice: Choice | int) -> None:
        """Take an option of the decision, or the one of that number."""
        self.state.play(choice, self.dice)
        self.decisions += 1
        self._legal = None

    def mask(self, seat: str) -> Mask:
        """What a seat may do: nothing if it is another's turn."""
        return self.arena.mask(self.legal if self.state.seat_to_choose == seat else ())

    def observe(self, seat: str) -> Numbers:
        """What a seat may see."""
        return self.arena.observe(self.state, seat)

    def rewards(self) -> list[float]:
        """What each of the seats has won since this was last asked."""
        if not self._shaped and not self.over:
            return self._nothing
        scores = [LOST] * len(self._seats) if self.forfeited else self._scores()
        won = [now - before for now, before in zip(scores, self._rewarded, strict=True)]
        self._rewarded = scores
        return won

    def forfeit(self) -> None:
        """Lose the game at once, for all of the seats."""
        self.forfeited = True
        self._legal = None

    def _scores(self) -> list[float]:
        score = self.arena.game.score
        return [score(self.state, seat) for seat in self._seats]
