"""The view of Samar: JSON-ready, complete, and true to the state."""

from __future__ import annotations

import random

import msgspec
import pytest
from samar_scenes import SCENES, blow, fresh, late, melee, over
from samar_table import begin, fly, number, play, table

from flankspeed.engine import Match, Rolled
from flankspeed.games.samar.data.hexes import FACINGS, hex_name, hex_named
from flankspeed.games.samar.data.markers import CONDITIONS, GUN, PHASES, STATUSES, USN
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.show.ship_view import ShipView, StepView
from flankspeed.games.samar.show.view import BoardView, CourseView, board_view
from flankspeed.games.samar.state import SamarState


def ship(state: SamarState, name: str) -> ShipView:
    (found,) = (view for view in board_view(state).ships if view.id == name)
    return found


def state_at(prompt: str) -> SamarState:
    """A game played at random to the first decision with such a prompt."""
    match = Match(Samar(), "battle", dice=Rolled(1))
    chance = random.Random(1)
    while match.decision and prompt not in match.decision.prompt:
        match.play(chance.choice(match.decision.options))
    assert match.decision
    assert isinstance(match.state, SamarState)
    return match.state


def through_json(view: BoardView) -> BoardView:
    return msgspec.json.decode(msgspec.json.encode(view), type=BoardView)


@pytest.mark.parametrize("name", SCENES)
def test_it_goes_through_json_unchanged(name: str) -> None:
    state = SCENES[name]()
    before = state.copy()
    view = board_view(state, "ijn")
    assert through_json(view) == view
    assert state == before


def test_it_goes_through_json_unchanged_all_game_long() -> None:
    match = Match(Samar(), "battle", dice=Rolled(4))
    chance = random.Random(4)
    step = 0
    while match.decision:
        assert isinstance(match.state, SamarState)
        if step % 50 == 0:
            view = board_view(match.state)
            assert through_json(view) == view
        match.play(chance.choice(match.decision.options))
        step += 1
    assert step > 200


def test_the_turn() -> None:
    state = melee()
    state.first, state.entered, state.special = USN, 3, 1
    view = board_view(state)
    assert (view.turn, view.time, view.phase, view.sighting) == (7, "0800", "combat", 15)
    assert (view.first, view.entered, view.special) == ("usn", 3, True)
    assert [turn.time for turn in view.track][::5] == ["0648", "0748", "0848", "0948"]
    assert view.track[2].events == ["taffy2", "air"]


def test_the_map() -> None:
    chart = board_view(fresh()).map
    assert (chart.columns, chart.rows) == (32, 43)
    assert (len(chart.land), len(chart.shallows)) == (135, 49)
    assert "0114" in chart.land
    assert "0113" in chart.shallows


def test_a_ship_with_everything() -> None:
    assert msgspec.to_builtins(ship(melee(), "J-CA2")) == {
        "place": "ship:J-CA2",
        "id": "J-CA2",
        "name": "Chokai",
        "short": "CA2",
        "navy": "ijn",
        "type": "CA",
        "group": "center",
        "division": "CruDiv 5",
        "flags": ("aa_secondary", "torpedo_prone"),
        "whereabouts": "map",
        "hex": "1812",
        "facing": "SW",
        "damaged": True,
        "ratings": {
            "range": 11,
            "gunnery": 2,
            "secondary": 0,
            "weight": 3,
            "armor": 2,
            "torpedo": 0,
            "speed": 5,
            "maneuver": 1,
            "close_range": 6,
            "longest_range": 17,
        },
        "printed": ("11", "2", "0A", "3", "2T", "0", "5", "1"),
        "speed": "battle",
        "condition": "dead in the water",
        "hits": 2,
        "fires": 3,
        "panic": True,
        "torpedoes_out": 1,
        "evading": False,
        "moved": False,
        "led": False,
        "air": {"DB": 1},
        "trail": [],
    }


def test_ratings_are_those_of_the_side_that_shows() -> None:
    front, back = ship(late(), "J-Haruna"), ship(melee(), "J-Haruna")
    assert (front.damaged, front.ratings.armor, front.ratings.gunnery) == (False, 5, 4)
    assert (back.damaged, back.ratings.armor, back.ratings.gunnery) == (True, 3, 2)
    johnston = ship(fresh(), "U-DD6")
    assert johnston.flags == ("no_extended", "radar", "aa_secondary")
    assert (johnston.ratings.close_range, johnston.ratings.longest_range) == (5, 9)


@pytest.mark.parametrize("mark", [*STATUSES, "slowed", "diw", "hulk"])
def test_speed_and_condition(mark: str) -> None:
    found = ship(table({"U-DD6": f"1411 N {mark}"}), "U-DD6")
    assert found.speed == (mark if mark in STATUSES else "battle")
    names = {"slowed": 1, "diw": 2, "hulk": 3}
    assert found.condition == CONDITIONS[names.get(mark, 0)]
    assert found.evading == (mark == "evasive")


def test_panic_at_battle_speed_is_evading() -> None:
    assert ship(table({"U-DD6": "1411 N panic"}), "U-DD6").evading
    assert not ship(table({"U-DD6": "1411 N panic flank"}), "U-DD6").evading


def test_where_ships_are() -> None:
    start, end = fresh(), late()
    for state, name, where in (
        (start, "J-CA1", "cup"),
        (start, "J-Yamato", "later"),
        (start, "J-CA7", "absent"),
        (start, "U-CVE7", "waits"),
        (end, "J-CA1", "south"),
        (end, "U-CVE1", "left"),
        (end, "U-CVE7", "sunk"),
        (end, "J-Yamato", "map"),
    ):
        found = ship(state, name)
        assert found.whereabouts == where
        assert (found.hex is None) == (found.facing is None) == (where != "map")
    assert ship(end, "J-Yamato").hex == "1641"


def test_moves_and_control() -> None:
    state = melee()
    n = number(state, "J-DD5")
    state.led[n] = 1
    found = ship(state, "J-DD5")
    assert (found.moved, found.led) == (True, True)
    assert found.trail == [
        StepView("0809", "S"),
        StepView("0810", "S"),
        StepView("0811", "SE"),
        StepView("0912", "SE"),
        StepView("1012", "SE"),
    ]
    assert found.trail[-1].hex == found.hex


def test_smoke_in_order_of_hexes() -> None:
    state = table({}, smoke={"2001": 2, "0105": 1})
    smoke = [(item.place, item.hex, item.markers) for item in board_view(state).smoke]
    assert smoke == [("hex:0105", "0105", 1), ("hex:2001", "2001", 2)]
    assert state.smoke == {hex_named("2001"): 2, hex_named("0105"): 1}


def test_air_units() -> None:
    kinds = {view.kind: view for view in board_view(melee()).air}
    torpedo = kinds["TB"]
    assert (torpedo.place, torpedo.navy, torpedo.role) == ("air:TB", "usn", "torpedo")
    assert (torpedo.dice, torpedo.weight, torpedo.aa_shift) == (2, 8, 0)
    assert (torpedo.ready, torpedo.on_targets, torpedo.in_cup, torpedo.spent) == (1, 2, 0, 1)
    assert (kinds["SA"].on_targets, kinds["SA"].in_cup, kinds["SA"].spent) == (1, 4, 1)
    assert ship(melee(), "J-Yamato").air == {"TB": 2, "F": 1}


def test_a_special_attack_unit_that_must_be_placed_is_ready() -> None:
    state = fresh()
    state.special = 1
    view = board_view(state)
    (special,) = (kind for kind in view.air if kind.kind == "SA")
    assert (special.ready, special.in_cup, view.cups.special) == (1, 5, 5)
    assert "SA 1 ready 5 to come" in Samar().board_text(state)
    assert "special attack units: 1 ready, 0 on targets, 5 to come" in Samar().picture(state)


def test_cups() -> None:
    assert msgspec.to_builtins(board_view(fresh()).cups) == {
        "center_force": 19,
        "battleships_later": 4,
        "center_force_to_enter": 0,
        "bombardment": 14,
        "bombardment_to_enter": 0,
        "taffy2": 14,
        "taffy3": 13,
        "air": 12,
        "special": 6,
    }
    state = fresh()
    fly(state, "TB")
    assert board_view(state).cups.air == 11


def test_attacks_of_the_combat_phase() -> None:
    state = melee()
    state.struck = (number(state, "J-Yamato"),)
    view = board_view(state)
    assert len(view.blows) == len(state.blows)
    assert msgspec.to_builtins(view.blows[5]) == {
        "firer": "ship:U-DD4",
        "target": "ship:J-Kongo",
        "weapon": "torpedoes",
        "torpedoes": True,
        "hits": 1,
        "waterlines": 1,
        "fires": 0,
        "catastrophic": 0,
        "panic": 1,
        "dice_sum": 11,
    }
    assert [blow.firer for blow in view.blows[-3:]] == ["air:TB", "air:DB", "air:F"]
    assert view.blows[2].catastrophic == 1
    assert view.under_air_attack == ["ship:J-Yamato"]


def test_victory() -> None:
    assert msgspec.to_builtins(board_view(late()).victory) == {
        "cleared": True,
        "cleared_at": "0848",
        "exited": 8,
        "ijn_major": 20,
        "usn_major": 8,
        "ijn_lost": 14,
        "usn_lost": 22,
        "winner": None,
        "outcome": None,
    }
    end = board_view(over()).victory
    assert (end.winner, end.outcome) == end.result == ("ijn", "IJN major victory")
    assert board_view(melee()).victory.cleared_at is None


def test_what_comes_of_the_attacks_of_this_phase() -> None:
    state = table({"J-CA1": "1009 N", "U-DD4": "1408 N", "U-DD6": "1407 N"})
    begin(state, Combat())
    assert board_view(state).struck == []
    blow(state, "J-CA1", "U-DD4", GUN, 1)
    blow(state, "J-CA1", "U-DD4", GUN, 2)
    blow(state, "J-CA1", "U-DD6", GUN, 0)
    first, second = board_view(state).struck
    assert (first.target, first.attacks, first.hits) == ("ship:U-DD4", 2, 3)
    assert first.fate == ["damaged"]
    assert (second.target, second.attacks, second.hit, second.fate) == ("ship:U-DD6", 1, False, [])
    state.agenda.clear()
    assert board_view(state).struck == [], "they have taken effect"


def test_the_ship_under_way() -> None:
    state = table({"J-CA1": "1411 S"})
    begin(state, Course(number(state, "J-CA1")))
    view = board_view(state)
    assert view.acting == "ship:J-CA1"
    assert view.course == CourseView("ship:J-CA1", "1411", "1412", "S")


def test_a_ship_that_enters_has_no_hexes_before_she_has_chosen_where() -> None:
    state = table({})
    begin(state, Course(number(state, "J-CA1"), entering=True))
    view = board_view(state)
    assert (view.acting, view.course) == ("ship:J-CA1", None)
    assert state.decision
    entry = state.decision.options[0]
    play(state, entry.text)
    course = board_view(state).course
    assert course
    assert (f"hex:{course.ahead}", course.facing) == (entry.place, entry.text.split()[-1])
    assert course.hex not in (hex_name(hex_) for hex_ in state.charts.hexes)


def test_what_is_plotted_stays_unseen() -> None:
    ships = {"J-CA1": "1009 N", "J-CA2": "1011 N", "U-DD4": "1408 N"}
    state = table(ships, combat_declaration="plot")
    step = Combat()
    begin(state, step)
    before = board_view(state, "usn")
    play(state, "ship J-CA1")
    assert [board_view(state, seat).acting for seat in ("ijn", "usn", None)] == [
        "ship:J-CA1",
        None,
        None,
    ]
    assert board_view(state, "usn") == board_view(state) == before
    play(state, "guns U-DD4")
    assert step.orders
    for seat in ("usn", "ijn", None):
        assert board_view(state, seat) == before


def test_what_is_plotted_is_in_no_text_or_picture_of_others() -> None:
    game = Samar()
    state = table(
        {"J-CA1": "1009 N", "J-CA2": "1011 N", "U-DD4": "1408 N"}, combat_declaration="plot"
    )
    begin(state, Combat())

    def shown(seat: str | None) -> tuple[str, str]:
        return game.board_text(state, seat), game.picture(state, seat)

    before = {seat: shown(seat) for seat in ("ijn", "usn", None)}
    for choice in ("ship J-CA1", "guns U-DD4"):
        play(state, choice)
        assert state.seat_to_choose == "ijn"
        assert [shown(seat) for seat in ("usn", None)] == [before["usn"], before[None]]
        assert shown("ijn")[1] != before["ijn"][1]


def test_who_attacks_in_turn_is_known_to_all() -> None:
    state = table({"J-CA1": "1009 N", "U-DD4": "1408 N"})
    begin(state, Combat())
    play(state, "ship J-CA1")
    assert {board_view(state, seat).acting for seat in ("ijn", "usn", None)} == {"ship:J-CA1"}


@pytest.mark.parametrize("prompt", ["start?", "attack whom", "steer", "enter?", "speed"])
def test_every_option_names_a_place_that_the_view_has(prompt: str) -> None:
    state = state_at(prompt)
    view = board_view(state)
    places = {found.place for found in view.ships} | {found.place for found in view.air}
    places |= {f"{kind}:{name}" for name in FACINGS for kind in ("side", "smoke")}
    assert state.decision
    for option in state.decision.options:
        hex_ = option.place.removeprefix("hex:")
        on_map = hex_.isdecimal() and int(hex_[:2]) <= view.map.columns
        assert not option.place or option.place in places or on_map, option


def test_phases_have_names() -> None:
    state = fresh()
    for phase, name in enumerate(PHASES):
        state.phase = phase
        assert board_view(state).phase == name
