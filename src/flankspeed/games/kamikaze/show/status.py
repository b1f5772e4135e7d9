"""Where the attack stands: turn or dive, phase and victory, in the words of `status.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flankspeed.engine.data import rule_ids
from flankspeed.engine.show.status import Status, StatusWords
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import (
    FLYING,
    GROUP_NAMES,
    GROUP_SIZE,
    THROUGH,
    WAITING,
)
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.defensive_fire import Volley
from flankspeed.games.kamikaze.state import KamikazeState

_DIVE_PARTS = ("entry", "dive", "fire", "crash")


@cache
def _words() -> StatusWords:
    folder = files("flankspeed.games.kamikaze")
    keys = (*GROUP_NAMES, *_DIVE_PARTS)
    return StatusWords(folder / "show" / "status.toml", rule_ids(folder), keys)


def status(state: KamikazeState) -> Status:
    """All information is open."""
    words = _words()
    if state.phase == 1:
        group = min(state.group, len(GROUP_NAMES) - 1)  # a game may end as a turn does
        key, turn = GROUP_NAMES[group], _turn(words, state)
    else:
        key, turn = _part_of_dive(state), _dive(words, state)
    return words.status(key, turn, "", _standing(words, state))


def _turn(words: StatusWords, state: KamikazeState) -> str:
    turns = state.charts.options.turn_cap
    return words.turn("dogfight" if turns else "endless", {"turn": state.turn, "turns": turns})


def _dive(words: StatusWords, state: KamikazeState) -> str:
    over = state.through - len(state.kamikazes(THROUGH))
    return words.turn("dive", {"dive": max(over, 1), "dives": state.through})


def _part_of_dive(state: KamikazeState) -> str:
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Crash):
        return "crash"
    if isinstance(step, Volley):
        return "fire"
    return "dive" if state.active >= 0 and state.positions[state.active] >= 0 else "entry"


def _standing(words: StatusWords, state: KamikazeState) -> str:
    if state.result:
        winner = (state.result.winner or "").upper()
        return words.standing("over", {"winner": winner, "outcome": state.result.outcome})
    if state.phase == 1:
        through, flying = len(state.kamikazes(THROUGH)), len(state.kamikazes(WAITING, FLYING))
        lost = GROUP_SIZE - through - flying
        facts = {"through": through, "flying": flying, "lost": lost, "kamikazes": GROUP_SIZE}
        return words.standing("dogfight", facts)
    left = len(state.kamikazes(THROUGH, FLYING))
    facts = {"damage": state.damage, "sinking": SINKING_DAMAGE, "left": left}
    return words.standing("dives", facts)
