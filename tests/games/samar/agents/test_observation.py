"""What agents see of the battle: all of it, but not what the other side is plotting."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest
from agents import Eyes, shown, states, unseen

from flankspeed import games
from flankspeed.engine import Rolled
from flankspeed.games.samar.data.markers import COMBAT, IJN, SEATS, USN
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat, Shot, StrikeChoice
from flankspeed.games.samar.state import SamarState

GAME = games.load("samar")
PLOT = {"combat_declaration": "plot", "routine_choices": "ask"}
# Ways that were sailed, and attacks whose effect counts or is told ship by ship.
HISTORY = ("blows", "ships.trail")


def met(wanted: Callable[[SamarState], bool], **values: object) -> SamarState:
    """The first position of random games that is as wanted."""
    for seed in range(20):
        for state in states(GAME, "battle", values, seed):
            assert isinstance(state, SamarState)
            if wanted(state):
                return state
    raise AssertionError("no such position in 20 games")


def combat_of(state: SamarState) -> Combat | None:
    return next((step for step in state.agenda if isinstance(step, Combat)), None)


def course_of(state: SamarState) -> Course | None:
    step = state.agenda[-1] if state.agenda else None
    return step if isinstance(step, Course) else None


@pytest.mark.parametrize("values", [{}, PLOT, {"movement_sequence": "by_speed"}])
def test_whatever_is_shown_differently_is_seen_differently(values: dict[str, object]) -> None:
    eyes = Eyes(GAME, "battle", values)
    known: dict[bytes, bytes] = {}
    for number, state in enumerate(states(GAME, "battle", values, 4)):
        if number > 400:
            break
        for seat in GAME.seats:
            told = shown(GAME, state, seat, HISTORY)
            assert known.setdefault(eyes.see(state, seat).tobytes(), told) == told
    assert len(known) > 400


def test_every_field_of_the_state_is_seen() -> None:
    eyes = Eyes(GAME, "battle")
    state = met(lambda state: state.phase == COMBAT and state.turn > 3)
    assert unseen(eyes, state, "usn") == set()


def test_a_move_under_way_is_seen() -> None:
    """Which ship, how far she must go, how far she has gone: it lies on the agenda."""
    eyes = Eyes(GAME, "battle")
    state = met(lambda state: (course := course_of(state)) is not None and course.done > 1)
    course = course_of(state)
    assert course
    seen = eyes.named(state, "ijn")
    name = state.charts.ids[course.ship]
    assert {fact for fact in seen if fact.endswith(" acts")} == {f"{name} acts"}
    assert seen["hexes to move"] == course.hexes
    assert seen["hexes moved"] == course.done
    assert seen["asked in course"] == seen["under way"] == 1


def test_who_enters_is_seen_outside_the_map() -> None:
    state = met(
        lambda state: (
            (course := course_of(state)) is not None and course.entering and course.outside > 0
        )
    )
    seen = Eyes(GAME, "battle").named(state, "usn")
    assert seen["entering"] == 1
    columns, rows = state.charts.sea.columns, state.charts.sea.rows
    column, row = seen.get("from column", 0), seen.get("from row", 0)
    assert column in (0, columns + 1) or row in (0, rows + 1)


def test_attacks_are_seen_before_they_take_effect() -> None:
    state = met(
        lambda state: combat_of(state) is not None and any(blow.hits for blow in state.blows)
    )
    seen = Eyes(GAME, "battle").named(state, "usn")
    for ship, name in enumerate(state.charts.ids):
        hits = sum(blow.hits for blow in state.blows if blow.target == ship)
        assert seen.get(f"{name} will suffer hits", 0) == hits
        assert seen.get(f"{name} hits", 0) == state.hits[ship]


def test_smoke_is_seen_hex_by_hex() -> None:
    state = met(lambda state: len(state.smoke) > 5)
    eyes = Eyes(GAME, "battle")
    smoke = [value for name, value in eyes.named(state, "usn").items() if name.startswith("smoke ")]
    assert sorted(smoke) == sorted(map(float, state.smoke.values()))


# --- what is plotted ---


def test_the_enemy_does_not_see_what_is_plotted() -> None:
    """The IJN plots first, in two ways; the USN sees no difference, whoever has to choose."""
    eyes = Eyes(GAME, "battle", PLOT)

    def ready(state: SamarState) -> bool:
        combat = combat_of(state)
        return (
            combat is not None
            and state.seat_to_choose == "ijn"
            and len([ship for ship in combat.waiting if state.charts.navy[ship] == IJN]) > 2
            and bool([ship for ship in combat.waiting if state.charts.navy[ship] == USN])
            and not combat.orders
            and combat.ship < 0
            and state.decision is not None
            and state.decision.options[-1].text == "pass"
        )

    before = met(ready, **PLOT)
    at_first = eyes.see(before, "usn").tobytes()
    ends = []
    for number in (0, -1):  # attack with all ships, or pass
        state = before.copy()
        while state.seat_to_choose == "ijn":
            assert eyes.see(state, "usn").tobytes() == at_first
            assert state.decision
            state.play(state.decision.options[number], Rolled(1))
        ends.append(state)
    plotted, passed = ends
    assert combat_of(plotted) != combat_of(passed)
    assert eyes.see(plotted, "usn").tobytes() == eyes.see(passed, "usn").tobytes()
    assert shown(GAME, plotted, "usn") == shown(GAME, passed, "usn")
    assert eyes.see(plotted, "ijn").tobytes() != eyes.see(passed, "ijn").tobytes()


def test_own_orders_are_seen_in_their_order() -> None:
    eyes = Eyes(GAME, "battle", PLOT)
    state = met(
        lambda state: (combat := combat_of(state)) is not None and len(combat.orders) > 3, **PLOT
    )
    combat = combat_of(state)
    assert combat
    for navy, seat in enumerate(SEATS):
        seen = eyes.named(state, seat)
        own = []
        for ship, order in combat.orders:
            assert isinstance(order, Shot | StrikeChoice)
            if state.charts.navy[order.target] != navy:
                own.append((ship, order.target))
        assert [
            (seen.get(f"order {n + 1} ship", 0) - 1, seen[f"order {n + 1} target"] - 1)
            for n in range(len(own))
        ] == own
        assert f"order {len(own) + 1} target" not in seen


def test_nothing_that_hides_in_the_combat_step_reaches_the_other_seat() -> None:
    """Through plotting and resolution: orders, ships that wait, the one chosen, who has passed."""
    eyes, found = Eyes(GAME, "battle", PLOT), 0
    played = chain.from_iterable(states(GAME, "battle", PLOT, seed) for seed in range(4))
    for state in played:
        assert isinstance(state, SamarState)
        combat = combat_of(state)
        if combat is None or not combat.orders:
            continue
        for navy, seat in enumerate(SEATS):
            twin = state.copy()
            changed = combat_of(twin)
            assert changed
            _forget_the_other_side(twin, changed, navy)
            found += changed != combat
            assert eyes.see(state, seat).tobytes() == eyes.see(twin, seat).tobytes()
    assert found > 50


def _forget_the_other_side(state: SamarState, combat: Combat, navy: int) -> None:
    ships = state.charts.navy
    own = []
    for ship, order in combat.orders:
        assert isinstance(order, Shot | StrikeChoice)
        if ships[order.target] != navy:
            own.append((ship, order))
    combat.orders = tuple(own)
    combat.waiting = tuple(ship for ship in combat.waiting if ships[ship] == navy)
    combat.passed ^= 1 << 1 - navy
    combat.active = 1 - combat.active  # who would be next without plotting
    if combat.ship >= 0 and ships[combat.ship] != navy:
        combat.ship = -1
