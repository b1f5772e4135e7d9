"""What is asked before a choice of Samar is made."""

from __future__ import annotations

from samar_table import begin, play, table

from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import SamarState

SAMAR = Samar()


def asked(state: SamarState) -> dict[str, tuple[str, str]]:
    """By option, the kind of the question and its words."""
    assert state.decision is not None
    found = {o.text: SAMAR.question(state, o) for o in state.decision.options}
    return {text: (q.kind, q.words) for text, q in found.items() if q}


def test_torpedoes_are_never_launched_without_a_word() -> None:
    state = table({"U-DD4": "1411 N", "J-Yamato": "1407 S", "J-Nagato": "1507 S"})
    begin(state, Combat())
    while state.decision and state.decision.seat != "usn":
        play(state, "pass")
    play(state, "ship U-DD4")
    found = asked(state)
    assert set(found) == {"torpedoes J-Yamato", "torpedoes J-Nagato"}
    assert found["torpedoes J-Yamato"][1].startswith("Heermann launches ")


def test_the_only_target_is_named() -> None:
    state = table({"U-DE6": "1421 N", "J-Yamato": "1407 S"})
    begin(state, Combat())
    assert asked(state)["ship J-Yamato"] == (
        "only_target",
        "Yamato attacks John C. Butler, her only target.",
    )


def test_leaving_the_map_is_asked_about() -> None:
    state = table({"U-DD4": "1401 N"})
    begin(state, Course(state.charts.number["U-DD4"]))
    play(state, "battle")
    assert asked(state)["leave"] == ("leave", "Heermann leaves the map, and does not come back.")
