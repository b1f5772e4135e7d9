"""Where the battle stands: turn, phase and victory in a few words, those of `status.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flankspeed.engine.data import rule_ids
from flankspeed.engine.show.status import Status, StatusWords
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import IJN, PHASES, USN
from flankspeed.games.samar.rules.turn.victory import armor_lost, in_the_way
from flankspeed.games.samar.state import SamarState


@cache
def _words() -> StatusWords:
    folder = files("flankspeed.games.samar")
    return StatusWords(folder / "show" / "status.toml", rule_ids(folder), PHASES)


def status(state: SamarState) -> Status:
    """Everything in it is open to both sides."""
    words, turns = _words(), state.charts.turns
    time = turns[state.turn - 1].time
    return words.status(
        PHASES[state.phase],
        words.turn("turn", {"turn": state.turn, "turns": len(turns)}),
        f"{time[:2]}:{time[2:]}",
        _standing(words, state),
    )


def _standing(words: StatusWords, state: SamarState) -> str:
    """3.4: what the verdict would be now."""
    if state.result:
        return words.standing("over", {"outcome": state.result.outcome})
    if not state.cleared:
        return words.standing("to_clear", {"left": len(in_the_way(state))})
    limits, exited = FIGURES.victory, state.exited
    if exited <= limits.usn_major:
        facts = {"exited": exited, "more": limits.usn_major + 1}
        return words.standing("to_leave", facts)
    if exited >= limits.ijn_major:
        return words.standing("ijn_major", {"exited": exited})
    ijn, usn = armor_lost(state, IJN), armor_lost(state, USN)
    name = "ijn_minor" if ijn < usn else "usn_minor" if usn < ijn else "draw"
    facts = {"exited": exited, "ijn_major": limits.ijn_major, "ijn": ijn, "usn": usn}
    return words.standing(name, facts)
