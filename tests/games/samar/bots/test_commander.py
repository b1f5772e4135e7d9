"""The commander of Samar: legal on any table, reproducible, and no fool."""

from __future__ import annotations

from random import Random

import pytest
from samar_table import begin, fly, number, of, play, table, texts

from flankspeed.bots.random import RandomBot
from flankspeed.engine import Bot, Choice, Decision, Rolled
from flankspeed.games.samar.bots.commander import Commander
from flankspeed.games.samar.bots.waters import waters_of
from flankspeed.games.samar.bots.ways import fan_of
from flankspeed.games.samar.data.hexes import DISTANCE, hex_named
from flankspeed.games.samar.data.markers import GUN, IJN, LEFT, MOVEMENT, SOUTH, USN
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.rules.turn.set_up import SetUp
from flankspeed.games.samar.state import Blow, SamarState
from flankspeed.lab.fuzz import random_options

GAME = Samar()
SCENARIO = GAME.ready_scenarios()[0]


class _Careful:
    """Lets a commander choose and checks that the state is as it was, and the choice on offer."""

    def __init__(self) -> None:
        self.commander = Commander()

    def choose(self, state: SamarState, decision: Decision) -> Choice:
        before = state.copy()
        choice = self.commander.choose(state, decision)
        assert state == before
        assert any(choice is option for option in decision.options)
        return choice


def played(ijn: Bot, usn: Bot, seed: int, **options: object) -> SamarState:
    """A whole game."""
    state, dice = GAME.new(SCENARIO, GAME.options(options)), Rolled(seed)
    state.advance(dice)
    seats = {"ijn": ijn, "usn": usn}
    while state.decision is not None:
        state.play(seats[state.decision.seat].choose(state, state.decision), dice)
    return state


def advice(state: SamarState) -> str:
    """What a commander chooses now."""
    assert state.decision is not None
    return Commander().choose(state, state.decision).text


def advised(state: SamarState) -> list[str]:
    """What a commander chooses until his part is over, with dice that do no harm."""
    commander, chosen = Commander(), []
    dice = Rolled(1)
    while state.decision is not None:
        choice = commander.choose(state, state.decision)
        chosen.append(choice.text)
        state.play(choice, dice)
    return chosen


# --- Any table ---


@pytest.mark.parametrize("number", range(3))
def test_legal_with_any_options(number: int) -> None:
    options = random_options(GAME, Random(f"commanders {number}"))
    foes: tuple[Bot, Bot] = (_Careful(), RandomBot(number))
    ijn, usn = foes if number % 2 else foes[::-1]
    assert played(ijn, usn, number, **options).result is not None


def test_the_same_game_again() -> None:
    options = {"combat_declaration": "plot", "movement_sequence": "by_speed"}
    one, other = (played(Commander(), RandomBot(5), 5, **options) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("seed", [1, 2])
def test_beats_random(seed: int) -> None:
    as_ijn = played(Commander(), RandomBot(seed), seed)
    as_usn = played(RandomBot(seed), Commander(), seed)
    assert as_ijn.result is not None
    assert as_usn.result is not None
    assert as_ijn.result.winner == "ijn"
    assert as_usn.result.winner == "usn"


# --- Gunnery ---


def test_best_target() -> None:
    # A carrier in plain sight at effective range, and a destroyer that evades behind smoke.
    state = table(
        {"J-CA3": "1411 N", "U-CVE7": "2211 N", "U-DD6": "2215 SW evasive"}, smoke={"2215": 1}
    )
    begin(state, Combat())
    assert advice(state) == "ship J-CA3"
    play(state, "ship J-CA3")
    assert advice(state) == "guns U-CVE7"


def test_no_fire_on_the_doomed() -> None:
    state = table({"J-CA3": "1411 N", "J-CA4": "1412 N", "U-CVE7": "2211 N", "U-CVE8": "2212 N"})
    begin(state, Combat())
    doomed = number(state, "U-CVE7")
    state.blows.append(Blow(number(state, "J-CA3"), doomed, GUN, 1, catastrophic=1))
    play(state, advice(state))
    assert advice(state) == "guns U-CVE8"


def test_passes_when_all_are_doomed() -> None:
    state = table({"J-CA3": "1411 N", "U-CVE7": "2211 N"})
    begin(state, Combat())
    state.blows.append(Blow(-1, number(state, "U-CVE7"), GUN, 9, catastrophic=1))
    assert advice(state) == "pass"


def test_torpedoes_for_a_carrier_at_hand() -> None:
    state = table({"J-DD9": "1411 N", "U-CVE7": "1811 N"})
    begin(state, Combat())
    play(state, "ship J-DD9")
    assert "guns U-CVE7" in texts(state)
    assert advice(state) == "torpedoes U-CVE7"


def test_plots_for_several_targets() -> None:
    ships = {f"J-CA{n}": f"14{9 + n:02d} N" for n in range(1, 7)}
    ships |= {"U-CVE7": "2212 N slowed", "U-CVE8": "2214 N slowed"}
    state = table(ships, combat_declaration="plot")
    begin(state, Combat())
    commander, targets = Commander(), set()
    while state.decision is not None and isinstance(step := state.agenda[-1], Combat):
        choice = commander.choose(state, state.decision)
        if step.ship >= 0:
            targets.add(choice.text)
        if choice.text == "pass" or len(step.orders) == 5:
            break
        state.play(choice, Rolled(1))
    assert targets == {"guns U-CVE7", "guns U-CVE8"}


# --- Movement ---


def moving(ships: dict[str, str], navy: int, **options: object) -> SamarState:
    """A side about to move these ships."""
    state = table(ships, **options)  # type: ignore[arg-type]
    state.phase = MOVEMENT
    state.led = state.panic[:]
    begin(state, Part(navy))
    return state


def test_leaves_once_the_way_is_free() -> None:
    state = table({"J-CA3": "1641 S", "J-CA4": "1840 S"})
    state.phase, state.cleared = MOVEMENT, True
    begin(state, Part(IJN))
    advised(state)
    assert of(state, "J-CA3", "where") == of(state, "J-CA4", "where") == SOUTH


def test_stays_until_the_way_is_free() -> None:
    state = moving({"J-CA3": "1639 S", "J-CA4": "1939 S", "U-CVE7": "3209 N"}, IJN, turn=14)
    advised(state)
    assert of(state, "J-CA3", "where") not in (SOUTH, LEFT)


def test_leads_a_panicked_ship_off_the_map() -> None:
    state = moving({"J-CA3": "0505 NW panic", "U-DD6": "0910 N", "U-DD5": "2030 N"}, USN)
    advised(state)
    assert of(state, "J-CA3", "where") == LEFT


def test_hunts() -> None:
    state = moving({"J-CA3": "1010 SE", "U-CVE7": "2828 SE"}, IJN)
    prey = state.where[number(state, "U-CVE7")]
    before = DISTANCE[state.where[number(state, "J-CA3")] - prey]
    chosen = advised(state)
    assert "flank" in chosen
    assert before - DISTANCE[state.where[number(state, "J-CA3")] - prey] >= 7


def test_carriers_run_and_the_screen_makes_smoke() -> None:
    ships = {"U-CVE7": "1620 S", "U-CVE8": "1820 S", "U-DE6": "1617 S", "J-CA3": "1608 S"}
    state = moving(ships, USN)
    gun = state.where[number(state, "J-CA3")]
    before = DISTANCE[state.where[number(state, "U-CVE7")] - gun]
    chosen = advised(state)
    assert DISTANCE[state.where[number(state, "U-CVE7")] - gun] > before
    assert chosen.count("evasive") >= 2
    assert len(state.smoke) >= 8


def test_no_collision_without_need() -> None:
    ships = {f"J-DD{n}": f"16{9 + n:02d} S" for n in range(1, 9)} | {"U-CVE7": "1642 S"}
    state = moving(ships, IJN)
    advised(state)
    places = [state.where[number(state, ship)] for ship in ships if ship.startswith("J")]
    assert len(set(places)) == len(places)
    assert not any(state.hits)


def test_keeps_off_shallows_and_land() -> None:
    state = moving({"J-Yamato": "0516 SW", "U-CVE7": "0518 S"}, IJN)
    advised(state)
    assert of(state, "J-Yamato", "condition") == "fit"
    assert waters_of(state.charts).rim[state.where[number(state, "J-Yamato")]] > 0


# --- Aircraft, arrivals ---


def test_torpedo_planes_go_for_heavy_ships() -> None:
    ships = {"J-CA3": "1010 S", "J-DD1": "2010 S", "J-DD2": "2013 S", "U-CVE7": "1630 S"}
    state = table(ships)
    state.phase = MOVEMENT
    fly(state, "TB", count=2)
    begin(state, Part(USN))
    assert advice(state) == "air TB J-CA3"


def test_special_attack_on_a_carrier() -> None:
    state = table({"U-CVE7": "1630 S", "U-DD4": "1730 S", "J-CA3": "1010 S"})
    state.phase, state.special = MOVEMENT, 1
    begin(state, Part(IJN))
    assert advice(state) == "air SA U-CVE7"


def test_set_up() -> None:
    state = GAME.new(SCENARIO, GAME.options({}))
    state.agenda.clear()
    state.agenda.append(SetUp())
    state.advance(Rolled(1))
    advised(state)
    placed = [state.where[ship] for ship in state.charts.groups["taffy3"]]
    assert len(set(placed)) == len(placed)
    corner = hex_named("0101")
    distance = {
        kind: min(
            DISTANCE[state.where[s] - corner]
            for s in state.charts.groups["taffy3"]
            if state.charts.ships[s].type == kind
        )
        for kind in ("CVE", "DD")
    }
    assert distance["CVE"] > distance["DD"]


# --- The ways of ships ---


@pytest.mark.parametrize(("ship", "speed"), [("J-Yamato", "battle"), ("U-DE6", "battle")])
@pytest.mark.parametrize("pivot", ["per_hex", "per_move"])
def test_ends_are_those_of_the_rules(ship: str, speed: str, pivot: str) -> None:
    state = table({ship: "1620 NE"}, pivot=pivot)
    begin(state, Course(number(state, ship)))
    play(state, speed)
    step = state.agenda[-1]
    assert isinstance(step, Course)
    start, steps = hex_named("1620"), step.hexes
    maneuver = state.charts.maneuver[state.face[step.ship]]
    ends = {
        (start + delta, facing)
        for delta, facings in fan_of(1, maneuver, steps, pivot == "per_move").ends.items()
        for facing in facings
    }
    assert ends == _ends(state, step.ship)


def _ends(state: SamarState, ship: int) -> set[tuple[int, int]]:
    """All ends of the move under way, by playing it."""
    if state.decision is None:
        return {(state.where[ship], state.facing[ship])}
    found: set[tuple[int, int]] = set()
    for option in state.decision.options:
        if not option.text.endswith("smoke"):
            twin = state.copy()
            twin.play(option, Rolled(1))
            found |= _ends(twin, ship)
    return found


@pytest.mark.parametrize(("hex_", "facing", "stays"), [("1502", 0, False), ("1620", 0, True)])
def test_room_to_turn(hex_: str, facing: int, stays: bool) -> None:
    state = table({"J-Yamato": "1411 N"})
    assert waters_of(state.charts).stays(hex_named(hex_), facing, 1, 5) is stays
