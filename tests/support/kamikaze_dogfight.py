"""Dogfights of Kamikaze Attack! set up by hand, played by the text of choices."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from flankspeed.engine import Choice, Decision, Event, Log, Match, Rolled, Scripted
from flankspeed.games.kamikaze import Kamikaze, KamikazeState
from flankspeed.games.kamikaze.data.board import position_at
from flankspeed.games.kamikaze.data.planes import FATES, FLYING, NAMES, WAITING, group_of
from flankspeed.games.kamikaze.rules.dogfight import Dogfight
from flankspeed.games.kamikaze.rules.movement import BITS
from flankspeed.games.kamikaze.show.view import BoardView

KAMIKAZE = Kamikaze()


def position(text: str) -> int:
    """The position written as "column,row facing"."""
    square, facing = text.split()
    column, row = map(int, square.split(","))
    return position_at(column, row, facing)


def dogfight(
    planes: Mapping[str, str] | None = None,
    /,
    *,
    to_move: str,
    roll: int | Sequence[int] = (),
    rest: str = "waiting",
    turn: int = 1,
    options: Mapping[str, object] | None = None,
    data: Mapping[str, Any] | None = None,
    **more: str,
) -> KamikazeState:
    """A dogfight under way, run up to its first decision.

    Each plane is given by its name as "10,9 N" or its fate ("through", "lost"). Those not named are
    off the board: waiting to come on, so that nothing ends and nothing is in the way, or
    whatever `rest` says. `to_move` names the plane that moves now, and more of its group if it
    is not to be the last; waiting planes of the group always move later. With `roll` the plane is
    picked and that die is its movement roll (with mpRoll=perGroup the whole group's).
    """
    state = KAMIKAZE.new("attack", KAMIKAZE.options(options), data)
    state.agenda = [Dogfight()]
    named = {**(planes or {}), **more}
    moving = [NAMES.index(name) for name in to_move.split()]
    state.turn, state.group = turn, group_of(moving[0])
    for plane, name in enumerate(NAMES):
        where = named.pop(name, rest)
        state.fates[plane] = FATES.index(where) if where in FATES else FLYING
        if state.fates[plane] == FLYING:
            state.positions[plane] = position(where)
            state.occupied |= BITS[state.positions[plane] >> 3]
        later = state.fates[plane] == WAITING and group_of(plane) == state.group
        if plane in moving or later:
            state.to_move |= 1 << plane
    assert not named, f"there are no planes {sorted(named)}"
    dice = Scripted([roll] if isinstance(roll, int) else roll)
    state.advance(dice)
    if dice.left:
        if offers(state) == ["throw"]:
            state.play(0, dice)
        assert state.decision
        state.play(state.decision.find(f"pick {to_move.split()[0]}"), dice)
    assert not dice.left, "the movement roll was not thrown"
    return state


def act(state: KamikazeState, *choices: str, dice: Sequence[int] = ()) -> list[Event]:
    """Make these choices; they must throw exactly these dice. Returns what happened."""
    script, log = Scripted(dice), Log()
    for choice in choices:
        assert state.decision, f"nothing is asked when it comes to {choice!r}"
        state.play(state.decision.find(choice), script, log)
    assert not script.left, f"{script.left} dice were not thrown"
    return log.events


def offers(state: KamikazeState) -> list[str]:
    """The texts of all that may be chosen now."""
    return [option.text for option in state.decision.options] if state.decision else []


def shots(state: KamikazeState) -> list[str]:
    """The targets that may be fired at now."""
    return [text.removeprefix("fire ") for text in offers(state) if text.startswith("fire ")]


def board(state: KamikazeState) -> BoardView:
    """The table as everybody sees it."""
    return KAMIKAZE.board_view(state, None)


def at(state: KamikazeState, name: str) -> str:
    """Where a plane stands, as "10,9 N", or what has become of it."""
    plane = next(plane for plane in board(state).planes if plane.name == name)
    return f"{plane.square[0]},{plane.square[1]} {plane.facing}" if plane.square else plane.fate


def flights(state: KamikazeState) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every way the active plane can fly on, shots held: the choices, and where it ends."""
    name = board(state).active
    if name is None:
        return
    for choice in offers(state):
        if choice.startswith("fire "):
            continue
        after = state.copy()
        act(after, choice)
        if board(after).active == name:
            for choices, end in flights(after):
                yield (choice, *choices), end
        else:
            yield (choice,), at(after, name)


def ends(state: KamikazeState) -> set[str]:
    """Where the active plane's move can end."""
    return {end for _, end in flights(state)}


@cache
def random_game(scenario: str, seed: int) -> Match:
    """A whole game between careless players who love to shoot, to leave and to hit the ship."""
    match, chance = Match(KAMIKAZE, scenario, dice=Rolled(seed)), random.Random(seed)
    while match.decision:
        match.play(_careless(table(match), match.decision, chance))
    return match


def positions(
    scenario: str, seed: int, options: Mapping[str, object] | None = None
) -> Iterator[KamikazeState]:
    """The positions of such a game, each to be looked at before the next is asked for."""
    state = KAMIKAZE.new(scenario, KAMIKAZE.options(options))
    dice, chance = Rolled(seed), random.Random(seed)
    state.advance(dice)
    yield state
    while state.decision:
        state.play(_careless(state, state.decision, chance), dice)
        yield state


def _careless(state: KamikazeState, decision: Decision, chance: random.Random) -> Choice:
    options = list(decision.options)
    wanted = [o for o in options if o.text.startswith(("fire", "exit", "crash"))]
    if state.phase == 2 and chance.random() < 0.8:
        options.sort(key=lambda option: _squares_from_ship(option.place))
        del options[1:]
    return chance.choice(wanted or options)


def _squares_from_ship(place: str) -> int:
    kind, _, name = place.partition(":")
    column, row = map(int, name.split(",")) if kind == "square" else (11, 12)
    return max(abs(column - 11), abs(row - 12) - 1)


def table(match: Match) -> KamikazeState:
    """The state of a match."""
    assert isinstance(match.state, KamikazeState)
    return match.state
