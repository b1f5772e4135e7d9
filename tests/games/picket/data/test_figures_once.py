"""A figure of Picket Duty stands in one place, its data file; the code takes it from there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from picket_broken import broken
from picket_repair import ADVANCED, a_ship

import flankspeed
from flankspeed.games.picket.data.firing_chart import parse_firing_chart
from flankspeed.games.picket.data.ids import HIGH
from flankspeed.games.picket.data.load import raw
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.damage import flooding

PACKAGE = Path(flankspeed.__file__).parent / "games" / "picket"


def value_of(module: str, name: str) -> ast.expr:
    """What a module or one of its classes sets a name to."""
    for node in ast.walk(ast.parse((PACKAGE / f"{module}.py").read_text())):
        if isinstance(node, ast.AnnAssign) and node.value and ast.unparse(node.target) == name:
            return node.value
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return node.value
    raise AssertionError(f"{module} does not set {name}")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("options", "chit_mix"),
        ("options", "attack_ends"),
        ("options", "deckfire_len"),
        ("state", "FULL_TRACK"),
        ("rules/tracks", "MORALE"),
        ("data/planes", "LARGEST_BATCH"),
    ],
)
def test_figures_of_the_data_are_not_written_into_the_code(module: str, name: str) -> None:
    constants = [n for n in ast.walk(value_of(module, name)) if isinstance(n, ast.Constant)]
    assert [n.value for n in constants if any(sign.isdigit() for sign in str(n.value))] == []


def test_settings_take_their_figures_from_the_data() -> None:
    options = PicketOptions()
    assert options.attack_ends == raw("planes")["attack_ends"]["count"]
    assert options.deckfire_len == raw("ship")["deck_fire"]["spaces"]
    assert options.chit_mix == ",".join(map(str, raw("chits")["chits"]["counts"]))


@pytest.mark.rule("P-7.4.E-1")
@pytest.mark.parametrize(("least", "expected"), [(1, True), (2, False)])
def test_the_data_say_from_which_list_on_guns_are_restricted(
    monkeypatch: pytest.MonkeyPatch, least: int, expected: bool
) -> None:
    leans = parse_firing_chart(broken("firing_chart", "lean.0.from", least)).leans
    monkeypatch.setattr(flooding, "_LIMITS", leans)
    state = a_ship(options=ADVANCED, lean=[1, 0, 0, 0])  # to port: no fire high to port
    assert flooding.restricted(state, 0, 6, HIGH) == expected
