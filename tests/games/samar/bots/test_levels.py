"""The levels of Samar, what they weigh, and the schemes of the best of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from samar_exploits import IJN_EXPLOITS, USN_EXPLOITS
from samar_table import begin, number, table

from flankspeed import bots
from flankspeed.engine import Bot, Decision, Rolled, Weighed
from flankspeed.games.samar.bots.arrivals import reinforcements
from flankspeed.games.samar.bots.commander import Commander
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.gate import gate_of, matters, moves_until_shut
from flankspeed.games.samar.bots.ijn import Hunt
from flankspeed.games.samar.bots.planner import Planner
from flankspeed.games.samar.bots.schemes import HOLD, IJN_SCHEMES, USN_SCHEMES, Scheme
from flankspeed.games.samar.bots.standing import standing
from flankspeed.games.samar.bots.waters import waters_of
from flankspeed.games.samar.bots.worth import led_away
from flankspeed.games.samar.data.hexes import DISTANCE, hex_name, hex_named
from flankspeed.games.samar.data.markers import IJN, MOVEMENT, SUNK, USN, WAITING
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.state import SamarState

GAME = Samar()
LEVELS = ["ensign", "lieutenant", "captain", "admiral"]


def positions(usn: Bot, ijn: Bot, turns: int, seed: int = 1) -> Iterator[SamarState]:
    """The positions of a game until so many turns are over."""
    state, dice = GAME.new("battle", GAME.options({})), Rolled(seed)
    state.advance(dice)
    seats = {"usn": usn, "ijn": ijn}
    while state.decision is not None and state.turn <= turns:
        yield state
        state.play(seats[state.decision.seat].choose(state, state.decision), dice)


def decided(state: SamarState) -> Decision:
    assert state.decision is not None
    return state.decision


# --- The levels ---


def test_names() -> None:
    assert bots.names(GAME) == ["random", *LEVELS]
    assert bots.strongest(GAME) == "admiral"


@pytest.mark.parametrize("level", LEVELS[:3])
def test_a_seed_plays_the_same_and_another_does_not(level: str) -> None:
    def opening(seed: int) -> list[int]:
        fleets = bots.make(GAME, level, seed), Commander()
        return [*positions(*fleets, turns=1)][-1].where

    assert opening(1) == opening(1) != opening(2)


@pytest.mark.parametrize("policy", [*USN_EXPLOITS, *IJN_EXPLOITS])
def test_exploits_play_on(policy: str) -> None:
    """How often they win is measured by `tests/figures/samar_duels.py`."""
    if policy in USN_EXPLOITS:
        game = positions(USN_EXPLOITS[policy](1), Commander(), turns=1)
    else:
        game = positions(Commander(), IJN_EXPLOITS[policy](1), turns=1)
    assert len([*game]) > 50


# --- What is weighed ---


def test_what_is_weighed_is_what_is_done() -> None:
    fleets = {"usn": Commander(1), "ijn": Commander(2)}
    told = asked = 0
    for state in islice(positions(fleets["usn"], fleets["ijn"], turns=4), 0, None, 4):
        decision = decided(state)
        bot = fleets[decision.seat]
        weighed = bot.weigh(state, decision)
        asked += 1
        if weighed:
            told += 1
            assert weighed[0].choice is bot.choose(state, decision)
            check(weighed, decision)
    assert told > 0.9 * asked


def check(weighed: list[Weighed], decision: Decision) -> None:
    """Every option once, the best first, each with numbers for people."""
    assert {each.choice for each in weighed} == set(decision.options)
    values = [each.value for each in weighed]
    assert values == sorted(values, reverse=True)
    assert all(each.words for each in weighed)


def test_a_carrier_in_plain_sight_is_worth_more_than_smoke() -> None:
    ships = {"J-CA3": "1411 N", "U-CVE7": "2211 N", "U-DD6": "2215 SW evasive"}
    state = table(ships, smoke={"2215": 1})
    state.phase = MOVEMENT
    begin(state, Part(IJN))
    words = Commander().weigh(state, decided(state))[0].words
    assert "armor gained by her fire +" in words


# --- Schemes ---


def planner(playouts: int = 1) -> Planner:
    return Planner(3, {IJN: IJN_SCHEMES[:2], USN: USN_SCHEMES[:2]}, playouts, turns=1)


def melee() -> SamarState:
    ships = {"J-CA3": "1411 SE", "J-DD1": "1413 SE", "J-CA4": "1215 SE"}
    ships |= {"U-CVE7": "2013 SE", "U-CVE8": "2212 SE", "U-DD6": "1813 NW"}
    state = table(ships)
    state.phase = MOVEMENT
    begin(state, Part(IJN))
    return state


def test_the_same_scheme_is_found_again() -> None:
    state = melee()
    one, other = planner(), planner()
    assert one.scheme(state, IJN) == other.scheme(state, IJN)
    decision = decided(state)
    assert one.weigh(state, decision)[0].choice is other.choose(state, decision)


def test_a_play_out_changes_nothing() -> None:
    state = melee()
    before = state.copy()
    planner().scheme(state, IJN)
    assert state == before


def test_standing() -> None:
    state = melee()
    even = standing(state)
    state.hits[number(state, "U-CVE7")] = 2
    assert standing(state) > even
    state.where[number(state, "J-CA3")] = SUNK
    assert standing(state) < even


# --- The gate ---


def gate(ijn: dict[str, str], **options: object) -> SamarState:
    """Taffy 2 off the map, one ship of Taffy 3 on it."""
    state = table(ijn | {"U-CVE7": "2012 S"}, **options)  # type: ignore[arg-type]
    for ship in state.charts.groups["taffy2"]:
        state.where[ship] = WAITING
    state.phase = MOVEMENT
    return state


def test_taffy_2_enters_when_few_ships_are_safe() -> None:
    state = gate({"J-CA3": "2020 S"})
    ships = list(state.charts.groups["taffy2"])
    assert reinforcements(state, ships, HOLD)
    assert not reinforcements(state, ships, Scheme("no reserve", keep=0.0))


def test_nobody_enters_a_gate_that_is_shut_without_need() -> None:
    guards = {"J-DD1": "3141 N", "J-DD2": "3042 N", "J-DD3": "3142 N"}
    state = gate(guards)
    for place in ("U-CVE8", "U-CVE9"):
        state.where[number(state, place)] = hex_named("0505")
    assert moves_until_shut(state) == 0
    assert not reinforcements(state, list(state.charts.groups["taffy2"]), HOLD)


def test_with_taffy_3_alone_to_clear_the_gate_does_not_matter() -> None:
    assert matters(gate({"J-CA3": "2020 S"}))
    assert not matters(gate({"J-CA3": "2020 S"}, clear_test="taffy3"))


def test_destroyers_guard_the_gate_before_cruisers() -> None:
    state = gate({"J-DD1": "2838 SE", "J-DD2": "2839 SE", "J-CA3": "2840 SE", "J-CA4": "0505 S"})
    hunt = Hunt(Forecast(state, IJN), Scheme("guard", guards=2))
    assert hunt.guards == {number(state, "J-DD1"), number(state, "J-DD2")}
    assert hex_name(gate_of(state.charts)) == "3242"


# --- Sea room ---


def test_panic_costs_most_where_the_edge_is_near_ahead() -> None:
    state = table({"J-CA3": "1604 N", "J-CA4": "1604 S", "J-CA5": "1620 N"})
    shares = [led_away(state, number(state, ship)) for ship in ("J-CA3", "J-CA4", "J-CA5")]
    assert shares[0] > shares[2]
    assert shares[0] >= shares[1] >= shares[2]


def test_the_way_off_is_longer_for_a_ship_that_turns_slowly() -> None:
    state = table({"J-CA3": "1604 S"})
    waters, here = waters_of(state.charts), hex_named("1604") * 8 + 3
    assert waters.off(1)[here] > waters.off(3)[here]
    assert (
        waters.off(1)[hex_named("1604") * 8] == DISTANCE[hex_named("1604") - hex_named("1601")] + 1
    )
