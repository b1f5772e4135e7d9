"""Which places of the picture a choice is about, and what they are to it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import pytest
from picket_fire import wave
from picket_repair import ADVANCED, a_ship, control

from flankspeed.engine import Choice, Match, Rolled
from flankspeed.engine.decision import WHERE, WHO, WHOM
from flankspeed.games.picket.data.ids import CPO, RADIO
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.damage.people import Promote
from flankspeed.games.picket.rules.damage.posts import Station
from flankspeed.games.picket.rules.days.setup import NAMES
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    RESOLVE_AFS,
    Aim,
    ResolveGun,
    Spray,
    Support,
)
from flankspeed.games.picket.rules.repair.crews import DCO_POSTS, XO_POSTS, Crew
from flankspeed.games.picket.rules.repair.damage_control import Flood, Move, Repair
from flankspeed.games.picket.rules.repair.emergency import ABANDON, DECLARE, FAILED, IN_FORCE
from flankspeed.games.picket.state import PicketState

BRIDGE_JOB = 4
KINDS = {
    "aim",
    "slave",
    "afs",
    "sfs",
    "resolve",
    "crew",
    "repair",
    "xo",
    "engineer",
    "dco",
    "cpo",
    "name",
}


def said_by_words(choice: Choice, known: Iterable[str]) -> set[str]:
    """Its place, and every place whose name is a word of its text; a number needs its kind."""
    found = {choice.place} if choice.place else set()
    for place in known:
        kind, _, tail = place.partition(":")
        bare = re.fullmatch(r"\d{1,2}", tail)
        if tail in choice.text.split() and (
            not bare or re.search(rf"\b{kind} {tail}\b", choice.label)
        ):
            found.add(place)
    return found


def check(state: PicketState, choices: Iterable[Choice]) -> None:
    """Everything that words say is named, and everything that is named is drawn."""
    known = set(re.findall(r'id="([^"]+)"', Picket().picture(state, state.seat_to_choose)))
    for choice in choices:
        named = {place.id for place in choice.places}
        assert said_by_words(choice, known) <= named <= known, choice.text


def games() -> Iterator[Match]:
    for seed in range(10):
        mode = "advanced" if seed % 3 else "basic"
        options = {"mode": mode, "gun_repair": "on" if seed % 2 else "off"}
        yield Match(Picket(), ("3", "4", "mini", "8")[seed % 4], options, dice=Rolled(seed))


def test_all_that_the_words_say_is_named_and_drawn() -> None:
    seen: dict[str, int] = {}
    for number, match in enumerate(games()):
        chance = random.Random(number)
        for _ in range(150):
            state, decision = match.state, match.decision
            if decision is None:
                break
            assert isinstance(state, PicketState)
            kinds = {option.text.split()[0] for option in decision.options}
            if any(seen.get(kind, 0) < 4 for kind in kinds):
                check(state, (*decision.options, *Picket().shortcuts(state)))
                seen.update({kind: seen.get(kind, 0) + 1 for kind in kinds})
            match.play(chance.choice(decision.options))
    assert set(seen) >= KINDS


def test_so_it_is_where_chance_seldom_leads() -> None:
    leaning = a_ship(options=ADVANCED, lean=[2, 0, 0, 1])
    control(leaning)
    assert leaning.decision is not None
    assert any(isinstance(option, Flood) for option in leaning.decision.options)
    check(leaning, leaning.decision.options)
    check(leaning, (*FAILED.options, *IN_FORCE.options, DECLARE))
    check(leaning, [*map(Promote, range(3)), Move(2, BRIDGE_JOB)])
    check(wave("Zero 0L", specials=["Betty"]), [Spray(0, 1), Support(AFS, 0, "special")])


@pytest.mark.parametrize(
    ("choice", "places"),
    [
        (Aim(0, 0, 1, False), {"gun:5in1": WHO, "plane:2": WHOM}),
        (Aim(0, 0, 1, True), {"gun:5in1": WHO, "plane:2": WHOM, "equipment:mk37": WHO}),
        (Support(AFS, 0, "special"), {"special:1": WHOM}),
        (ResolveGun(0, 0), {"gun:5in1": WHO}),
        (RESOLVE_AFS[1], {"plane:2": WHOM}),
        (Spray(1, 0), {"special:2": WHOM}),
        (Crew(BRIDGE_JOB), {"compartment:bridge": WHERE}),
        (Repair(BRIDGE_JOB), {"compartment:bridge": WHOM}),
        (Move(2, BRIDGE_JOB), {"compartment:bridge": WHERE}),
        (
            Flood(0, 0),
            {
                "secondary:ice-machine-forward": WHOM,
                "track:flood": WHERE,
                "track:list": WHERE,
            },
        ),
        (XO_POSTS[BRIDGE_JOB], {"officer:xo": WHO, "compartment:bridge": WHERE}),
        (DCO_POSTS[2], {"officer:dco": WHO, "section:aft": WHERE}),
        (Station(CPO, RADIO), {"officer:cpo": WHO, "compartment:radio": WHERE}),
        (Promote(1), {"officer:chief-2": WHO, "officer:cpo": WHERE}),
        (NAMES[0], {"track:ship": WHOM}),
        (ABANDON, {"track:ship": WHOM}),
        (DECLARE, {"officer:captain": WHO}),
    ],
    ids=str,
)
def test_the_roles_of_places(choice: Choice, places: dict[str, str]) -> None:
    assert dict(choice.places) == places
    assert not choice.place or choice.place in places
