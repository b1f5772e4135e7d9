"""Dives of phase 2 set up by hand and flown with dice written down beforehand.

Squares and positions are written as people do: `"12,11"`, `"12,11 SW"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from flankspeed.engine import Choice, Decision, Event, Log, Options, Scripted
from flankspeed.games.kamikaze import Kamikaze, KamikazeState
from flankspeed.games.kamikaze.data.board import (
    COLUMNS,
    FACINGS,
    ROWS,
    SECTION_AT,
    STEPS,
    position_at,
    position_name,
    square_at,
)
from flankspeed.games.kamikaze.data.planes import FATES, FLYING, GROUPS, KAMIKAZES
from flankspeed.games.kamikaze.odds.dives import Pilot
from flankspeed.games.kamikaze.rules.dive import Dive
from flankspeed.games.kamikaze.rules.movement import Move

GAME = Kamikaze()
K1 = GROUPS[KAMIKAZES][0]
SEA = [
    f"{column},{row}"
    for row in range(1, ROWS + 1)
    for column in range(1, COLUMNS + 1)
    if SECTION_AT[square_at(column, row)] < 0
]
BOW_GUNS = ("51", "52", "41", "42")
MIDSHIPS_GUNS = ("43", "44", "21", "23", "22", "24")
STERN_5_INCH = ("53", "54", "55")
STERN_GUNS = (*STERN_5_INCH, "45", "25", "26", "27")

Choices = Mapping[str, str]
Data = Mapping[str, Any]


@cache
def _options(values: tuple[tuple[str, str], ...]) -> Options:
    return GAME.options(dict(values))


def _new(count: int, options: Choices | None, data: Data | None) -> KamikazeState:
    return GAME.new(f"dives-{count}", _options(tuple((options or {}).items())), data)


class Flown:
    """A bot that flies as a pilot of the solver does, always against the same guns."""

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        position = state.positions[state.active]
        if position < 0:
            return decision.options[self._pilot.faces[state.entry - 1]]
        turn = state.charts.turns[self._pilot.turns[state.mp, state.hits, position]]
        return next(option for option in decision.options if option.text.split()[1] == turn.name)


def _position(text: str) -> int:
    square, facing = text.split()
    column, row = map(int, square.split(","))
    return position_at(column, row, facing)


def _diving(
    at: str,
    *,
    mp: int = 19,
    hits: int = 0,
    lost: Iterable[str] = (),
    damage: int = 0,
    waiting: int = 0,
    options: Choices | None = None,
    data: Data | None = None,
) -> KamikazeState:
    """K1 in the middle of its dive, `waiting` more kamikazes to come, nothing run yet."""
    state = _new(1 + waiting, options, data)
    state.phase = 2
    state.active = K1
    state.fates[K1] = FLYING
    state.positions[K1] = _position(at)
    state.path = [state.positions[K1]]
    state.entry = 1
    state.mp = mp
    state.hits = hits
    state.guns &= ~state.charts.battery.mask(list(lost))
    state.damage = damage
    state.agenda.append(Dive())
    return state


def dive(at: str, *, dice: Iterable[int] = (), **setting: Any) -> KamikazeState:
    """K1 at `at` in the middle of its dive, at its next decision or the end of the game.

    If it has no move left, the next dive begins with `dice`, all of which must be thrown.
    """
    state = _diving(at, **setting)
    _advance(state, dice)
    return state


def entering(
    *dice: int, count: int = 1, options: Choices | None = None, data: Data | None = None
) -> KamikazeState:
    """Phase 2 alone with `count` kamikazes: the D8 is thrown, K1 waits for its facing."""
    state = _new(count, options, data)
    _advance(state, dice)
    return state


def _advance(state: KamikazeState, dice: Iterable[int]) -> None:
    scripted = Scripted(dice)
    state.advance(scripted)
    assert scripted.left == 0, f"{scripted.left} dice too many"


def play(state: KamikazeState, choice: str, *dice: int) -> list[Event]:
    """Make a choice; it must throw exactly these dice, and do the same to a copy of the state."""
    assert state.decision is not None, "the game is over"
    option, twin, log = state.decision.find(choice), state.copy(), Log()
    for table in (twin, state):
        scripted = Scripted(dice)
        table.play(option, scripted, log if table is state else None)
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    return log.events


def sixes(hits: int, of: int) -> list[int]:
    """A volley of `of` dice, `hits` of them hits."""
    return [6] * hits + [5, 1, 2, 4, 3, 5, 1, 2, 4, 3][: of - hits]


def where(state: KamikazeState) -> str:
    """Where the diving kamikaze is: `"12,11 SW"`."""
    return position_name(state.positions[state.active]).replace("(", "").replace(")", "")


def fate(state: KamikazeState, number: int = 1) -> str:
    """What has become of a kamikaze."""
    return FATES[state.fates[K1 + number - 1]]


def lost(state: KamikazeState) -> list[str]:
    """The mounts that are destroyed."""
    battery = state.charts.battery
    return [mount.id for mount in battery.of(battery.all & ~state.guns)]


def seat(state: KamikazeState) -> str:
    """Who must choose now; nobody when the game is over."""
    return state.decision.seat if state.decision else ""


def texts(state: KamikazeState) -> list[str]:
    """What can be chosen now."""
    return [option.text for option in state.decision.options] if state.decision else []


def moves(state: KamikazeState) -> dict[str, tuple[str, int]]:
    """The moves on offer: where each leads (a position, or a section of the ship), and its MP."""
    assert state.decision is not None
    found = {}
    for move in state.decision.options:
        assert isinstance(move, Move)
        to = position_name(move.to).replace("(", "").replace(")", "")
        section = move.place.removeprefix("section:")
        found[move.text] = (section if section != move.place else to, move.cost)
    return found


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of what happened, in order."""
    return [event.kind for event in events]


def _approach(square: str, facing: str) -> str:
    """A sea square next to this one, and the facing to enter it straight from there."""
    column, row = map(int, square.split(","))
    for name in [facing] if facing else FACINGS:
        dx, dy = STEPS[FACINGS.index(name)]
        start = square_at(column - dx, row - dy)
        if start >= 0 and SECTION_AT[start] < 0:
            return f"{column - dx},{row - dy} {name}"
    raise ValueError(f"no way into {square} heading {facing}")


def dice_on(square: str, facing: str = "", **setting: Any) -> int:
    """How many dice are thrown at a kamikaze that enters a square (heading `facing`).

    It does so with its last MP, so that the dive is over after it.
    """
    state, dice = dive(_approach(square, facing), mp=1, **setting), Scripted([1] * 30)
    assert state.decision is not None
    state.play(state.decision.find("move ahead"), dice)
    assert fate(state) == "splashed"
    return 30 - dice.left


def guns_on(
    square: str, *, options: Choices | None = None, lost: Iterable[str] = (), **setting: Any
) -> list[str]:
    """The mounts that fire at a kamikaze that enters a square: those the US could hold back."""
    asking = {**(options or {}), "p2.holdFire": "yes"}
    state = dive(_approach(square, ""), mp=1, options=asking, lost=lost, **setting)
    play(state, "move ahead")
    return [text.removeprefix("hold ") for text in texts(state) if text.startswith("hold ")]


def crash(at: str, choice: str, *dice: int, **setting: Any) -> KamikazeState:
    """K1 crashes from `at` by its own move: the damage die, then the gun die if there is one."""
    state = dive(at, **setting)
    play(state, choice, *dice)
    return state
